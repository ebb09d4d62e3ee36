import { type BucketUnit, bucketAt } from '../../domain/time/buckets.ts';
import type { Column } from '../bytes.ts';
import { addLooked, countedAs } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, NAMED } from '../row.ts';
import {
  besideBrandIn,
  brandIn,
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  Tally,
  withBrand,
  withEngine,
} from '../scan.ts';
import type { Mentions } from '../segment.ts';

/** Counts for one tracked brand on one engine in a day or week. */
export interface TrendCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Days since 1970-01-01. */
  readonly firstDay: number;
  /** Answers that looked for the brand. */
  readonly responses: number;
  readonly present: number;
  /** Answers that cite a page on its own sites. */
  readonly cited: number;
}

/** Counts by day or week, engine, and tracked brand; includes retired brands. */
export async function countTrend(answers: CountedAnswers, unit: BucketUnit): Promise<TrendCount[]> {
  const { engines, tracked } = answers.panel.names;
  const totals = await countGroups(answers, BY_BUCKET[unit]);
  return totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    trackedId: tracked.values[brandIn(otherIn(group))] as number,
    firstDay: besideBrandIn(otherIn(group)),
    responses: count(0),
    present: count(1),
    cited: count(2),
  }));
}

const BY_BUCKET = { day: byBucket('day'), week: byBucket('week') };

function byBucket(unit: BucketUnit): CountQuery<'mentions'> {
  return {
    name: `trend by ${unit}`,
    kinds: ['mentions'],
    width: 3,
    byEngine: true,
    sums: ({ data: { mentions }, keep }) => {
      const { engine, tracked, trackedOf } = mentions;
      const engines = engine.of.length;
      const { firstDays, cells } = bucketsIn(mentions, unit);
      const most = firstDays.length * engines;
      const numbers = countedAs(cells, most, keep);
      const tally = new Tally(tracked.length * most, 3);
      addLooked(tally, mentions, numbers, most);
      for (let brand = 0; brand < tracked.length; brand++) {
        addMentions(tally, mentions, brand, numbers, most);
      }
      return tally.sums((group) => {
        const [brand, cell] = [Math.floor(group / most), group % most];
        const firstDay = firstDays[Math.floor(cell / engines)] as number;
        return withEngine(
          withBrand(firstDay, trackedOf[brand] as number),
          engine.of[cell % engines] as number,
        );
      });
    },
  };
}

function addMentions(tally: Tally, { lists }: Mentions, brand: number, numbers: Column, most: number): void {
  const [present, cited] = [new Float64Array(most + 1), new Float64Array(most + 1)];
  const end = lists.end[brand] as number;
  for (let index = lists.start[brand] as number; index < end; index++) {
    const number = numbers[lists.row[index] as number] as number;
    const cell = lists.cell[index] as number;
    present[number] = (present[number] as number) + (cell & NAMED);
    cited[number] = (cited[number] as number) + (cell & CITED) / CITED;
  }
  for (let number = 0; number < most; number++) {
    tally.add(brand * most + number, 1, present[number] as number);
    tally.add(brand * most + number, 2, cited[number] as number);
  }
}

/** A segment's buckets, and each answer's bucket and engine as one number. */
export function bucketsIn(
  { n, at, engine }: Mentions,
  unit: BucketUnit,
): { readonly firstDays: readonly number[]; readonly cells: Uint32Array } {
  const firstDays: number[] = [];
  const cells = new Uint32Array(n);
  let end = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < n; row++) {
    if ((at[row] as number) >= end) {
      const { firstDay, to } = bucketAt(at[row] as number, unit);
      firstDays.push(firstDay);
      end = to;
    }
    cells[row] = (firstDays.length - 1) * engine.of.length + (engine.codes[row] as number);
  }
  return { firstDays, cells };
}
