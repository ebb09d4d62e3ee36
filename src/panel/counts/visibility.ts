import type { Column } from '../bytes.ts';
import { addLooked, countedAs } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CELLS, CITED, FRAMING_CODES, framingIn, NAMED } from '../row.ts';
import { byName, type CountQuery, countGroups, engineIn, otherIn, Tally, withEngine } from '../scan.ts';
import type { Mentions } from '../segment.ts';

/** Counts for one tracked brand on one engine in a window. */
export interface VisibilityCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers that looked for the brand. */
  readonly responses: number;
  readonly present: number;
  /** Answers that cite a page on its own sites. */
  readonly cited: number;
  /** Answers that rank it, and their positions' sum. */
  readonly ranked: number;
  readonly rankSum: number;
  /** Mentions with a judged framing, and how many are recommended or negative. */
  readonly classified: number;
  readonly recommended: number;
  readonly negative: number;
}

const COUNTED = [
  ...(['responses', 'present', 'cited', 'ranked', 'rankSum'] as const),
  ...(['classified', 'recommended', 'negative'] as const),
];

/** Counts by engine and tracked brand; includes retired brands. */
export async function countVisibility(answers: CountedAnswers): Promise<VisibilityCount[]> {
  const { engines, tracked } = answers.panel.names;
  const totals = await countGroups(answers, BY_ENGINE_AND_BRAND);
  return totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    trackedId: tracked.values[otherIn(group)] as number,
    ...byName(COUNTED, count),
  }));
}

const BY_ENGINE_AND_BRAND: CountQuery<'mentions'> = {
  name: 'visibility',
  kinds: ['mentions'],
  width: COUNTED.length,
  byEngine: true,
  sums: ({ data: { mentions }, keep }) => {
    const { engine, tracked, trackedOf } = mentions;
    const engines = engine.of.length;
    const numbers = countedAs(engine.codes, engines, keep);
    const tally = new Tally(tracked.length * engines, COUNTED.length);
    addLooked(tally, mentions, numbers, engines);
    for (let brand = 0; brand < tracked.length; brand++) {
      addMentions(tally, saidOf(mentions, brand, numbers, engines), brand * engines);
    }
    return tally.sums((group) =>
      withEngine(trackedOf[Math.floor(group / engines)] as number, engine.of[group % engines] as number),
    );
  },
};

/** A brand's counts, by answer number. */
interface Said {
  /** Answers by cell. */
  readonly cells: Float64Array;
  readonly ranked: Float64Array;
  readonly rankSum: Float64Array;
}

function saidOf({ lists }: Mentions, brand: number, numbers: Column, most: number): Said {
  const cells = new Float64Array((most + 1) * CELLS);
  const [ranked, rankSum] = [new Float64Array(most + 1), new Float64Array(most + 1)];
  const end = lists.end[brand] as number;
  for (let index = lists.start[brand] as number; index < end; index++) {
    const number = numbers[lists.row[index] as number] as number;
    const at = number * CELLS + (lists.cell[index] as number);
    const rank = lists.rank[index] as number;
    cells[at] = (cells[at] as number) + 1;
    if (rank > 0) ranked[number] = (ranked[number] as number) + 1;
    rankSum[number] = (rankSum[number] as number) + rank;
  }
  return { cells, ranked, rankSum };
}

/** Adds the counts to groups from `first` on, one per number. */
function addMentions(tally: Tally, { cells, ranked, rankSum }: Said, first: number): void {
  for (let number = 0; number + 1 < ranked.length; number++) {
    const group = first + number;
    for (let cell = 0; cell < CELLS; cell++) {
      const answers = cells[number * CELLS + cell] as number;
      const framing = framingIn(cell);
      if ((cell & NAMED) !== 0) tally.add(group, 1, answers);
      if ((cell & CITED) !== 0) tally.add(group, 2, answers);
      if (framing > 0) tally.add(group, 5, answers);
      if (framing === FRAMING_CODES.recommended) tally.add(group, 6, answers);
      if (framing === FRAMING_CODES.negative) tally.add(group, 7, answers);
    }
    tally.add(group, 3, ranked[number] as number);
    tally.add(group, 4, rankSum[number] as number);
  }
}
