import type { Database } from '../../../storage/driver/database.ts';
import { questionOf } from './declared-question.ts';
import { brandFile } from './document.ts';
import { applyYaml } from './document-yaml.ts';

/**
 * A brand's apply file in YAML with changed daily samples for these questions. Does not change the store.
 *
 * @param samples by question text
 * @throws SightlineError `not_found`
 */
export async function fileWithSamples(
  db: Database,
  brand: string,
  samples: ReadonlyMap<string, number>,
): Promise<string> {
  const [{ name, brands }] = await brandFile(db, brand);
  return applyYaml([
    {
      name,
      brands: brands.map((each) => ({
        ...each,
        prompts: each.prompts.map((prompt) => {
          const { text } = questionOf(prompt);
          const times = samples.get(text);
          if (times === undefined) return prompt;
          return { ...(typeof prompt === 'string' ? { text } : prompt), samples_per_day: times };
        }),
      })),
    },
  ]);
}
