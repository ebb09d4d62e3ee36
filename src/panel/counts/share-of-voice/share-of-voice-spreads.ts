import { lookedForAll, placesOf } from '../../marks.ts';
import type { CountedAnswers } from '../../panel.ts';
import {
  type CountQuery,
  countGroups,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  type Tally,
} from '../../scan.ts';
import { type Spreads, spreadsIn } from '../spreads/spreads.ts';
import { MOST_MENTIONS } from './share-of-voice.ts';

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
  const totals = await countGroups(answers, mentionsOf(brands));
  const spreadAt = spreadsIn(answers.panel, totals, branded);
  return (trackedId, engine) => spreadAt(engine, { events: 1 + brands.indexOf(trackedId), trials: 0 });
}

/** Per prompt and engine: all mentions, then each brand's. */
function mentionsOf(brands: readonly number[]): CountQuery<'mentions'> {
  const width = 1 + brands.length;
  return {
    name: `mentions by prompt ${brands.join(' ')}`,
    kinds: ['mentions'],
    width,
    byEngine: true,
    sums: (rows) =>
      sumsByPrompt(rows.data.mentions, width, (tally) => {
        const isCompared = lookedForAll(rows.data.mentions, brands);
        brands.forEach((brand, index) => {
          addTimes(tally, 1 + index, rows, isCompared, brand);
        });
      }),
  };
}

/** Adds a brand's mentions to its count and the total. */
function addTimes(
  tally: Tally,
  each: number,
  { data: { mentions }, keep }: Rows<'mentions'>,
  isCompared: Uint8Array,
  brand: number,
): void {
  const { lists } = mentions;
  for (const place of placesOf(mentions.tracked, [brand])) {
    const end = lists.end[place] as number;
    for (let index = lists.start[place] as number; index < end; index++) {
      const row = lists.row[index] as number;
      if (isCompared[row] === 0 || (keep !== null && keep[row] === 0)) continue;
      const group = promptAndEngine(mentions, row);
      const times = Math.min(lists.times[index] as number, MOST_MENTIONS);
      tally.add(group, 0, times);
      tally.add(group, each, times);
    }
  }
}
