import type { CountedAnswers } from '../../panel.ts';
import { promptGroups } from '../../prompt-groups.ts';
import { brandOf, type CountQuery, countGroups, lookingForAll } from '../../scan.ts';
import { type Spreads, spreadsIn } from '../spreads/spreads.ts';
import { timesAt } from './share-of-voice.ts';

/**
 * How brand mentions spread over questions, in answers that looked for all these brands. A question's n is its
 * mentions of any of them, x its mentions of one.
 *
 * @param branded prompts that name a tracked brand
 */
export async function countVoiceSpreads(
  answers: CountedAnswers,
  brands: readonly number[],
  branded: ReadonlySet<number>,
): Promise<Spreads> {
  const tally = await countGroups(answers, mentionsOf(brands));
  const spreadAt = spreadsIn(answers.panel, tally, branded);
  return (trackedId, engine) =>
    spreadAt(
      engine,
      (group) => tally.count(group, 1 + brands.indexOf(trackedId)),
      (group) => tally.count(group, 0),
    );
}

/** Per engine and prompt: all mentions, then each brand's. */
function mentionsOf(brands: readonly number[]): CountQuery<'mentions', [engine: number, prompt: number]> {
  return {
    name: `mentions by prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: 1 + brands.length,
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally) => {
      const own = brands.map((id) => brandOf(mentions, id));
      const looking = lookingForAll(rows, own);
      const groups = promptGroups(mentions, looking, tally);
      own.forEach((brand, index) => {
        for (let place = 0; place < looking.length; place++) {
          const times = timesAt(brand, looking[place] ?? 0);
          if (times === 0) continue;
          tally.add(groups[place] ?? 0, 0, times);
          tally.add(groups[place] ?? 0, 1 + index, times);
        }
      });
    },
  };
}
