import { LAST_RANK, lookedForAll, saidOf } from '../marks.ts';
import { Interned } from '../names.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import { byName, type Counting, counted, engineIn, otherIn, type Rows, Tally, withEngine } from '../scan.ts';

/** The ids of two tracked brands. */
export type PairIds = readonly [trackedId: number, otherId: number];

/** Integer counts of the answers of one engine in which two tracked brands were looked for. */
export interface PairCount {
  readonly engine: string;
  readonly answers: number;
  readonly named: number;
  readonly otherNamed: number;
  readonly bothNamed: number;
  readonly cited: number;
  readonly otherCited: number;
  readonly bothCited: number;
  /** Of the answers that frame both in a way that could be judged. */
  readonly classified: number;
  readonly recommended: number;
  readonly otherRecommended: number;
  readonly bothRecommended: number;
}

const COUNTED = [
  ...(['answers', 'named', 'otherNamed', 'bothNamed', 'cited', 'otherCited', 'bothCited'] as const),
  ...(['classified', 'recommended', 'otherRecommended', 'bothRecommended'] as const),
];

export async function countPairs(answers: CountedAnswers, pair: PairIds): Promise<PairCount[]> {
  const { engines } = answers.panel.names;
  const totals = await counted(answers, pairing(pair));
  return totals.map((engine, count) => ({
    engine: engines.values[engine] as string,
    ...byName(COUNTED, count),
  }));
}

function pairing(pair: PairIds): Counting<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: COUNTED.length,
    sums: (rows) => {
      const { engine } = rows.data.mentions;
      const tally = new Tally(engine.of.length, COUNTED.length);
      pairIn(rows, pair, tally);
      return tally.sums((group) => engine.of[group] as number);
    },
  };
}

function pairIn({ data: { mentions }, keep }: Rows<'mentions'>, pair: PairIds, tally: Tally): void {
  const { n, engine } = mentions;
  const isLookedFor = lookedForAll(mentions, pair);
  const cells = saidOf(mentions, pair[0], 'cell');
  const otherCells = saidOf(mentions, pair[1], 'cell');
  for (let row = 0; row < n; row++) {
    if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
    const group = engine.codes[row] as number;
    const cell = cells[row] as number;
    const otherCell = otherCells[row] as number;
    const both = cell & otherCell;
    const framing = framingIn(cell);
    const otherFraming = framingIn(otherCell);
    tally.add(group, 0, 1);
    if ((cell & NAMED) !== 0) tally.add(group, 1, 1);
    if ((otherCell & NAMED) !== 0) tally.add(group, 2, 1);
    if ((both & NAMED) !== 0) tally.add(group, 3, 1);
    if ((cell & CITED) !== 0) tally.add(group, 4, 1);
    if ((otherCell & CITED) !== 0) tally.add(group, 5, 1);
    if ((both & CITED) !== 0) tally.add(group, 6, 1);
    if (framing === 0 || otherFraming === 0) continue;
    const isRecommended = framing === FRAMED.recommended;
    const isOtherRecommended = otherFraming === FRAMED.recommended;
    tally.add(group, 7, 1);
    if (isRecommended) tally.add(group, 8, 1);
    if (isOtherRecommended) tally.add(group, 9, 1);
    if (isRecommended && isOtherRecommended) tally.add(group, 10, 1);
  }
}

/** How many answers of an engine list one brand at a position and the other at another one. Both are 1-based. */
export interface PairRanks {
  readonly engine: string;
  readonly rank: number;
  readonly otherRank: number;
  readonly answers: number;
}

export async function countPairRanks(answers: CountedAnswers, pair: PairIds): Promise<PairRanks[]> {
  const { engines } = answers.panel.names;
  const positions = new Interned<number>();
  const totals = await counted(answers, ranking(pair, positions));
  return totals.map((group, count) => {
    const both = positions.values[otherIn(group)] as number;
    return {
      engine: engines.values[engineIn(group)] as string,
      rank: Math.floor(both / RANKS),
      otherRank: both % RANKS,
      answers: count(0),
    };
  });
}

/** Positions from 0 to the last. */
const RANKS = LAST_RANK + 1;

/** @param positions numbers the two positions of an answer, so that groups have low numbers */
function ranking(pair: PairIds, positions: Interned<number>): Counting<'mentions'> {
  return {
    name: null,
    kinds: ['mentions'],
    width: 1,
    sums: ({ data: { mentions }, keep }) => {
      const { n, engine } = mentions;
      const ranks = saidOf(mentions, pair[0], 'rank');
      const otherRanks = saidOf(mentions, pair[1], 'rank');
      const found = new Map<number, number>();
      for (let row = 0; row < n; row++) {
        if (ranks[row] === 0 || otherRanks[row] === 0 || (keep !== null && keep[row] === 0)) continue;
        const rank = Math.min(ranks[row] as number, LAST_RANK);
        const both = rank * RANKS + Math.min(otherRanks[row] as number, LAST_RANK);
        const group = withEngine(positions.codeOf(both), engine.of[engine.codes[row] as number] as number);
        found.set(group, (found.get(group) ?? 0) + 1);
      }
      return { groups: Float64Array.from(found.keys()), counts: Float64Array.from(found.values()) };
    },
  };
}
