import type { BucketUnit } from '../../domain/time/buckets.ts';
import { bucketsIn } from '../buckets.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, NAMED } from '../row.ts';
import { type CountQuery, countGroups, isLooked } from '../scan.ts';
import { Memo } from '../tally.ts';

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

/** Answers by whether they name the brand, cite its sites, or both. */
const NAMED_OR_CITED = NAMED | CITED;

/** Counts by day or week, engine, and tracked brand; includes retired brands. */
export async function countTrend(answers: CountedAnswers, unit: BucketUnit): Promise<TrendCount[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, BY_BUCKET[unit]);
  return tally.map(([engine, firstDay, trackedId], count) => ({
    engine: engines.at(engine),
    trackedId,
    firstDay,
    responses: count(0) + count(NAMED) + count(CITED) + count(NAMED_OR_CITED),
    present: count(NAMED) + count(NAMED_OR_CITED),
    cited: count(CITED) + count(NAMED_OR_CITED),
  }));
}

const BY_BUCKET = { day: byBucket('day'), week: byBucket('week') };

function byBucket(
  unit: BucketUnit,
): CountQuery<'mentions', [engine: number, firstDay: number, trackedId: number]> {
  return {
    name: `trend by ${unit}`,
    kinds: ['mentions'],
    key: ['engine', 'first day', 'brand'],
    width: 4,
    byEngine: true,
    add: ({ data: { mentions }, rows }, tally) => {
      for (const { firstDay, rows: own } of bucketsIn({ data: { mentions }, rows }, unit)) {
        for (const { trackedId, cell: cells } of mentions.brands) {
          const groups = new Memo((engine) => tally.groupOf([engine, firstDay, trackedId]));
          for (const row of own) {
            const cell = cells[row] ?? 0;
            if (!isLooked(cell)) continue;
            tally.add(groups.of(mentions.engine[row] ?? 0), cell & NAMED_OR_CITED);
          }
        }
      }
    },
  };
}
