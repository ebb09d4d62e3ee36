import type { Database } from '../../storage/driver/database.ts';
import { questionOf } from './declared-question.ts';
import { brandFile } from './document.ts';
import { applyYaml } from './document-yaml.ts';

/**
 * The apply file of a brand in which these questions are asked so often a day, in YAML. The store stays as it is.
 *
 * @param samples by the text of the question
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
