import { lookedForAll, saidOf } from '../marks.ts';
import type { CountedAnswers } from '../panel.ts';
import { CITED, FRAMING_CODES, framingIn, NAMED } from '../row.ts';
import {
  type CountQuery,
  countGroups,
  engineIn,
  otherIn,
  promptAndEngine,
  type Rows,
  sumsByPrompt,
  Tally,
  withEngine,
} from '../scan.ts';
import { bucketsIn } from './trend.ts';

/**
 * Counts a comparison's measures for two tracked brands. Only answers in which both were looked for count. The SQL for answer rows uses the
 * same names (storage/answers/filter/compared.ts).
 */
interface Counts {
  readonly answers: number;
  readonly named: number;
  readonly bothNamed: number;
  readonly eitherNamed: number;
  /** Named only the tracked brand, or ranked it better. */
  readonly ahead: number;
  /** Cited a page on the tracked brand's own sites. */
  readonly cited: number;
  readonly citedNotNamed: number;
  /** Framed it in a way that could be judged. */
  readonly classified: number;
  readonly negative: number;
}

/** An engine's answers to one prompt. */
export interface ComparedCount extends Counts {
  readonly engine: string;
  readonly promptId: number;
}

/** An engine's answers on one UTC day (days since 1970). */
interface ComparedDay extends Counts {
  readonly engine: string;
  readonly day: number;
}

/**
 * Counts by engine and prompt, in prompt order, so that sums of fractions do not vary.
 *
 * @param besideId the brand compared with it in the same answers; default: itself
 */
export async function countCompared(
  answers: CountedAnswers,
  trackedId: number,
  besideId: number = trackedId,
): Promise<ComparedCount[]> {
  const { engines, prompts } = answers.panel.names;
  const totals = await countGroups(answers, byPrompt(trackedId, besideId));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    promptId: prompts.values[otherIn(group)] as number,
    ...countsOf(count),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

/** Counts by engine and day, in day order. */
export async function countComparedDays(
  answers: CountedAnswers,
  trackedId: number,
  besideId: number = trackedId,
): Promise<ComparedDay[]> {
  const { engines } = answers.panel.names;
  const totals = await countGroups(answers, byDay(trackedId, besideId));
  const rows = totals.map((group, count) => ({
    engine: engines.values[engineIn(group)] as string,
    day: otherIn(group),
    ...countsOf(count),
  }));
  return rows.sort((one, other) => one.day - other.day);
}

const WIDTH = 9;

function countsOf(count: (each: number) => number): Counts {
  return {
    answers: count(0),
    named: count(1),
    bothNamed: count(2),
    eitherNamed: count(3),
    ahead: count(4),
    cited: count(5),
    citedNotNamed: count(6),
    classified: count(7),
    negative: count(8),
  };
}

function byPrompt(trackedId: number, besideId: number): CountQuery<'mentions'> {
  return {
    name: `compared ${trackedId} ${besideId}`,
    kinds: ['mentions'],
    width: WIDTH,
    sums: (rows) =>
      sumsByPrompt(rows.data.mentions, WIDTH, (tally) => {
        const { mentions } = rows.data;
        compareIn(rows, [trackedId, besideId], (row) => promptAndEngine(mentions, row), tally);
      }),
  };
}

function byDay(trackedId: number, besideId: number): CountQuery<'mentions'> {
  return {
    name: `compared by day ${trackedId} ${besideId}`,
    kinds: ['mentions'],
    width: WIDTH,
    byEngine: true,
    sums: (rows) => {
      const { mentions } = rows.data;
      const { firstDays, cells } = bucketsIn(mentions, 'day');
      const engines = mentions.engine.of.length;
      const tally = new Tally(firstDays.length * engines, WIDTH);
      compareIn(rows, [trackedId, besideId], (row) => cells[row] as number, tally);
      return tally.sums((group) =>
        withEngine(
          firstDays[Math.floor(group / engines)] as number,
          mentions.engine.of[group % engines] as number,
        ),
      );
    },
  };
}

function compareIn(
  { data: { mentions }, keep }: Rows<'mentions'>,
  [trackedId, besideId]: readonly [number, number],
  groupOf: (row: number) => number,
  tally: Tally,
): void {
  const { n } = mentions;
  const isLookedFor = lookedForAll(mentions, [trackedId, besideId]);
  const isAlone = besideId === trackedId;
  const [cells, ranks] = [saidOf(mentions, trackedId, 'cell'), saidOf(mentions, trackedId, 'rank')];
  const besideCells = isAlone ? cells : saidOf(mentions, besideId, 'cell');
  const besideRanks = isAlone ? ranks : saidOf(mentions, besideId, 'rank');
  for (let row = 0; row < n; row++) {
    if (isLookedFor[row] === 0 || (keep !== null && keep[row] === 0)) continue;
    const group = groupOf(row);
    const cell = cells[row] as number;
    const rank = ranks[row] as number;
    const isNamed = (cell & NAMED) !== 0;
    const isBesideNamed = ((besideCells[row] as number) & NAMED) !== 0;
    const isAhead = isNamed && (!isBesideNamed || (rank > 0 && rank < (besideRanks[row] as number)));
    const isCited = (cell & CITED) !== 0;
    const framing = framingIn(cell);
    tally.add(group, 0, 1);
    if (isNamed) tally.add(group, 1, 1);
    if (isNamed && isBesideNamed) tally.add(group, 2, 1);
    if (isNamed || isBesideNamed) tally.add(group, 3, 1);
    if (isAhead) tally.add(group, 4, 1);
    if (isCited) tally.add(group, 5, 1);
    if (isCited && !isNamed) tally.add(group, 6, 1);
    if (framing > 0) tally.add(group, 7, 1);
    if (framing === FRAMING_CODES.negative) tally.add(group, 8, 1);
  }
}
