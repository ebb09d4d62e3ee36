import type { Source } from '../../exchange/bytes.ts';
import { setupIn } from '../../exchange/declared.ts';
import type { IngestDeps } from '../intake/ingest.ts';
import { openForBrand } from '../intake/preview-import.ts';
import { brandFile } from './document/document.ts';
import { applyYaml } from './document/document-yaml.ts';

/** The brand's apply file with the questions and competitors of another tool's export that it lacks, to review. */
export async function applyFileOf(
  deps: Pick<IngestDeps, 'db' | 'now'>,
  brand: string,
  source: Source,
  entries: readonly string[],
): Promise<string> {
  const { mapped, options } = await openForBrand(deps, brand, source, entries);
  const { questions, competitors } = await setupIn(mapped.file, mapped.plan, options.names);
  const [organization] = await brandFile(deps.db, brand);
  const brands = organization.brands.map((document) => {
    const asked = new Set(
      document.prompts.map((prompt) => (typeof prompt === 'string' ? prompt : prompt.text)),
    );
    const tracked = new Set(document.competitors.map(({ name }) => name.toLowerCase()));
    return {
      ...document,
      competitors: [
        ...document.competitors,
        ...competitors
          .filter(({ name }) => !tracked.has(name.toLowerCase()))
          .map(({ domain, aliases, ...rest }) => ({
            ...rest,
            ...(domain !== null && { domain }),
            ...(aliases.length > 0 && { aliases: [...aliases] }),
          })),
      ],
      prompts: [
        ...document.prompts,
        ...questions
          .filter(({ text }) => !asked.has(text))
          .map(({ text, tags }) => (tags.length === 0 ? text : { text, tags: [...tags] })),
      ],
    };
  });
  return applyYaml([{ ...organization, brands }]);
}
