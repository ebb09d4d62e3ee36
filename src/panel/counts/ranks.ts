import type { Column } from '../bytes.ts';
import { addLooked, countedAs, naming } from '../marks.ts';
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
import type { Mentions } from '../segment.ts';

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
    byEngine: true,
    sums: ({ data: { mentions }, keep }) => {
      const { engine, lists, tracked, trackedOf } = mentions;
      const engines = engine.of.length;
      const numbers = countedAs(engine.codes, engines, keep);
      const { ranks, places } = ranksIn(lists.rank);
      const most = tracked.length * engines;
      const tally = new Tally(ranks.length * most, 4);
      // Without a position, until one is found.
      addLooked(tally, mentions, numbers, engines);
      const namesYou = naming(mentions, [self]);
      for (let brand = 0; brand < tracked.length; brand++) {
        const said = saidOf(mentions, brand, { numbers, engines, places, ranks: ranks.length, namesYou });
        addSaid(tally, said, brand * engines, { engines, most });
      }
      return tally.sums((group) => {
        const brand = trackedOf[Math.floor((group % most) / engines)] as number;
        const rank = ranks[Math.floor(group / most)] as number;
        return withEngine(withBrand(rank, brand), engine.of[group % engines] as number);
      });
    },
  };
}

/** Answers by what they say of a brand: that they do not name it, name it and the brand itself, or name it without that. */
const [WITH_YOU, WITHOUT_YOU, WAYS] = [1, 2, 3];

/** Of a brand, for each place of a list position, and each number of answers and the one more of those that do not count. */
interface Said {
  /** How many there are of each of the ways. */
  readonly answers: Float64Array;
  readonly occurrences: Float64Array;
}

function saidOf(
  { lists }: Mentions,
  brand: number,
  by: {
    readonly numbers: Column;
    readonly engines: number;
    readonly places: Column;
    readonly ranks: number;
    readonly namesYou: Uint8Array;
  },
): Said {
  const { numbers, places, namesYou } = by;
  const width = by.engines + 1;
  const answers = new Float64Array(by.ranks * width * WAYS);
  const occurrences = new Float64Array(by.ranks * width);
  const end = lists.end[brand] as number;
  for (let index = lists.start[brand] as number; index < end; index++) {
    const row = lists.row[index] as number;
    const at = (places[index] as number) * width + (numbers[row] as number);
    const named = ((lists.cell[index] as number) & NAMED) !== 0;
    const way = named ? WITHOUT_YOU - (namesYou[row] as number) : 0;
    answers[at * WAYS + way] = (answers[at * WAYS + way] as number) + 1;
    occurrences[at] = (occurrences[at] as number) + (lists.times[index] as number);
  }
  return { answers, occurrences };
}

function addSaid(
  tally: Tally,
  { answers, occurrences }: Said,
  first: number,
  { engines, most }: { readonly engines: number; readonly most: number },
): void {
  const width = engines + 1;
  for (let at = 0; at < occurrences.length; at++) {
    const number = at % width;
    if (number === engines) continue;
    const unranked = first + number;
    const group = Math.floor(at / width) * most + unranked;
    const withYou = answers[at * WAYS + WITH_YOU] as number;
    const withoutYou = answers[at * WAYS + WITHOUT_YOU] as number;
    const all = (answers[at * WAYS] as number) + withYou + withoutYou;
    tally.add(unranked, 0, -all);
    tally.add(group, 0, all);
    tally.add(group, 1, withYou + withoutYou);
    tally.add(group, 2, withoutYou);
    tally.add(group, 3, occurrences[at] as number);
  }
}

/** If a column has no position beyond this one, each is its own place. */
const MOST_USUAL = 100;

/** The positions that a column may have, `UNRANKED` first, and for each of its values its place among them. */
function ranksIn(column: Column): { readonly ranks: readonly number[]; readonly places: Column } {
  let last = 0;
  for (let index = 0; index < column.length; index++) last = Math.max(last, column[index] as number);
  if (last <= MOST_USUAL)
    return { ranks: Array.from({ length: last + 1 }, (_, rank) => rank), places: column };
  const numbers = new Interned<number>();
  numbers.codeOf(UNRANKED);
  const places = new Uint32Array(column.length);
  for (let index = 0; index < places.length; index++) places[index] = numbers.codeOf(column[index] as number);
  return { ranks: numbers.values, places };
}
