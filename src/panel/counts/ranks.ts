import type { Column } from '../bytes.ts';
import { addLooked, countedAs, naming } from '../marks.ts';
import { Interned } from '../names.ts';
import type { CountedAnswers } from '../panel.ts';
import { NAMED } from '../row.ts';
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

/** No list position. */
export const UNRANKED = 0;

/** Counts for one tracked brand at one list position, on one engine in a window. */
export interface RankCount {
  readonly engine: string;
  readonly trackedId: number;
  /** 1-based; UNRANKED covers all answers without a position, including those that do not name it. */
  readonly rank: number;
  /** Answers in which it was looked for. */
  readonly answers: number;
  /** Answers that name it, and how many among them do not name the brand itself. */
  readonly named: number;
  readonly withoutYou: number;
  /** Mentions in these answers. */
  readonly occurrences: number;
}

/** Counts by engine, tracked brand, and list position; includes retired brands. */
export async function countRanks(answers: CountedAnswers): Promise<RankCount[]> {
  const { engines, tracked } = answers.panel.names;
  const totals = await countGroups(answers, byRank(answers.panel.self));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    trackedId: tracked.values[brandIn(otherIn(group))] as number,
    rank: besideBrandIn(otherIn(group)),
    answers: count(0),
    named: count(1),
    withoutYou: count(2),
    occurrences: count(3),
  }));
  return rows;
}

function byRank(self: number): CountQuery<'mentions'> {
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
      // Counts every answer as unranked until a position is found.
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

/** An answer omits a brand (0), names it with the brand itself, or without. */
const [WITH_SELF, WITHOUT_SELF, WAYS] = [1, 2, 3];

/** A brand's counts, by list position place and answer number, including one for excluded answers. */
interface Said {
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
    const way = named ? WITHOUT_SELF - (namesYou[row] as number) : 0;
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
    const withSelf = answers[at * WAYS + WITH_SELF] as number;
    const withoutSelf = answers[at * WAYS + WITHOUT_SELF] as number;
    const all = (answers[at * WAYS] as number) + withSelf + withoutSelf;
    tally.add(unranked, 0, -all);
    tally.add(group, 0, all);
    tally.add(group, 1, withSelf + withoutSelf);
    tally.add(group, 2, withoutSelf);
    tally.add(group, 3, occurrences[at] as number);
  }
}

/** Without positions beyond this, each position is its own place. */
const MOST_USUAL = 100;

/** A column's positions, `UNRANKED` first, and for each of its values the place in that list. */
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
