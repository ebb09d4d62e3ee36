import { addLooked } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMED, framingIn, NAMED } from '../row.ts';
import { type Counting, counted, engineIn, otherIn, Tally, withEngine } from '../scan.ts';

/** Integer counts of one tracked brand on one engine within a window. Rates are made of them elsewhere. */
export interface VisibilityCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers in which the brand was looked for. */
  readonly responses: number;
  /** Answers that named it. */
  readonly present: number;
  /** Answers that cited a page of its own sites. */
  readonly cited: number;
  /** Answers that gave it a list position, and the sum of those positions. */
  readonly ranked: number;
  readonly rankSum: number;
  /** Mentions whose framing could be judged, and how many of them went either way. */
  readonly classified: number;
  readonly recommended: number;
  readonly negative: number;
}

const COUNTED = [
  ...(['responses', 'present', 'cited', 'ranked', 'rankSum'] as const),
  ...(['classified', 'recommended', 'negative'] as const),
];

/** Counts answers by engine and tracked brand, retired ones too. */
export async function countVisibility(answers: CountedAnswers): Promise<VisibilityCount[]> {
  const { engines, tracked } = answers.panel.names;
  const totals = await counted(answers, BY_ENGINE_AND_BRAND);
  return totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    trackedId: tracked.values[otherIn(group)] as number,
    ...(Object.fromEntries(COUNTED.map((name, each) => [name, count(each)])) as Record<
      (typeof COUNTED)[number],
      number
    >),
  }));
}

const BY_ENGINE_AND_BRAND: Counting<'mentions'> = {
  name: 'visibility',
  kinds: ['mentions'],
  width: COUNTED.length,
  sums: (rows) => {
    const { keep } = rows;
    const { engine, lists, tracked, trackedOf } = rows.data.mentions;
    const engines = engine.of.length;
    const tally = new Tally(tracked.length * engines, COUNTED.length);
    addLooked(tally, rows, engine.codes, engines);
    for (let brand = 0; brand < tracked.length; brand++) {
      for (let index = lists.start[brand] as number; index < (lists.start[brand + 1] as number); index++) {
        const row = lists.row[index] as number;
        if (keep !== null && keep[row] === 0) continue;
        const group = brand * engines + (engine.codes[row] as number);
        const [cell, rank] = [lists.cell[index] as number, lists.rank[index] as number];
        const framing = framingIn(cell);
        if ((cell & NAMED) !== 0) tally.add(group, 1, 1);
        if ((cell & CITED) !== 0) tally.add(group, 2, 1);
        if (rank > 0) tally.add(group, 3, 1);
        tally.add(group, 4, rank);
        if (framing > 0) tally.add(group, 5, 1);
        if (framing === FRAMED.recommended) tally.add(group, 6, 1);
        if (framing === FRAMED.negative) tally.add(group, 7, 1);
      }
    }
    return tally.sums((group) =>
      withEngine(trackedOf[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
    );
  },
};
