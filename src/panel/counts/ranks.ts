import type { Column } from '../bytes.ts';
import { addLooked, naming } from '../marks.ts';
import { Interned } from '../names.ts';
import type { CountedAnswers } from '../panel.ts';
import { NAMED } from '../row.ts';
import {
  besideBrandIn,
  brandIn,
  type Counting,
  counted,
  engineIn,
  otherIn,
  Tally,
  withBrand,
  withEngine,
} from '../scan.ts';

/** Stands for no list position. */
export const UNRANKED = 0;

/** Integer counts of one tracked brand at one list position, on one engine within a window. */
export interface RankCount {
  readonly engine: string;
  readonly trackedId: number;
  /** 1-based; UNRANKED for the answers that gave it no position, including those that did not name it. */
  readonly rank: number;
  /** Answers in which it was looked for. The brand itself is looked for in every answer. */
  readonly answers: number;
  /** Answers that named it, and how many of them did not name the brand itself. */
  readonly named: number;
  readonly withoutYou: number;
  /** How often these answers named it. */
  readonly occurrences: number;
}

/** Counts answers by engine, tracked brand, and list position, retired brands too. */
export async function countRanks(answers: CountedAnswers): Promise<RankCount[]> {
  const { engines, tracked } = answers.panel.names;
  const totals = await counted(answers, byRank(answers.panel.self));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    trackedId: tracked.values[brandIn(otherIn(group))] as number,
    rank: besideBrandIn(otherIn(group)),
    ...{ answers: count(0), named: count(1), withoutYou: count(2), occurrences: count(3) },
  }));
  return rows;
}

function byRank(self: number): Counting<'mentions'> {
  return {
    name: `ranks without ${self}`,
    kinds: ['mentions'],
    width: 4,
    sums: (rows) => {
      const { keep } = rows;
      const { mentions } = rows.data;
      const { engine, lists, tracked, trackedOf } = mentions;
      const engines = engine.of.length;
      const { ranks, places } = ranksIn(lists.rank);
      const most = tracked.length * engines;
      const tally = new Tally(ranks.length * most, 4);
      const namesYou = naming(mentions, [self]);
      // Without a position, until one is found.
      addLooked(tally, rows, engine.codes, engines);
      for (let brand = 0; brand < tracked.length; brand++) {
        for (let index = lists.start[brand] as number; index < (lists.start[brand + 1] as number); index++) {
          const row = lists.row[index] as number;
          if (keep !== null && keep[row] === 0) continue;
          const unranked = brand * engines + (engine.codes[row] as number);
          const group = (places[index] as number) * most + unranked;
          tally.add(unranked, 0, -1);
          tally.add(group, 0, 1);
          if (((lists.cell[index] as number) & NAMED) !== 0) {
            tally.add(group, 1, 1);
            if (namesYou[row] === 0) tally.add(group, 2, 1);
          }
          tally.add(group, 3, lists.times[index] as number);
        }
      }
      return tally.sums((group) => {
        const brand = trackedOf[Math.floor((group % most) / engines)] as number;
        const rank = ranks[Math.floor(group / most)] as number;
        return withEngine(withBrand(rank, brand), engine.of[group % engines] as number);
      });
    },
  };
}

/** The different positions of a column, `UNRANKED` first, and for each of its values its place among them. */
function ranksIn(column: Column): { readonly ranks: readonly number[]; readonly places: Uint32Array } {
  const numbers = new Interned<number>();
  numbers.codeOf(UNRANKED);
  const places = new Uint32Array(column.length);
  for (let index = 0; index < places.length; index++) places[index] = numbers.codeOf(column[index] as number);
  return { ranks: numbers.values, places };
}
