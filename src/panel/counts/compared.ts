import type { Reader } from '../../domain/brand/reader.ts';
import { bucketsIn } from '../buckets.ts';
import { at } from '../bytes.ts';
import type { CountedAnswers } from '../panel.ts';
import { FRAMING_CODES, framingIn } from '../row.ts';
import {
  brandOf,
  type CountQuery,
  countGroups,
  isCited,
  isNamed,
  lookingForAll,
  type Rows,
} from '../scan.ts';
import { Memo, numbered, type Tally } from '../tally.ts';

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

export interface ComparedCount extends Counts {
  readonly engine: string;
  readonly promptId: number;
}

/** An engine's answers on one UTC day (days since 1970). */
interface ComparedDay extends Counts {
  readonly engine: string;
  readonly day: number;
}

/** Where a tally has each count. */
export const COMPARED = numbered([
  ...(['answers', 'named', 'bothNamed', 'eitherNamed', 'ahead', 'cited', 'citedNotNamed'] as const),
  ...(['classified', 'negative'] as const),
]);
const WIDTH = Object.keys(COMPARED).length;

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
  const tally = await tallyCompared(answers, trackedId, besideId);
  const rows = tally.map(([engine, prompt], count) => ({
    ...countsOf(count),
    engine: engines.at(engine),
    promptId: prompts.at(prompt),
  }));
  return rows.sort((one, other) => one.promptId - other.promptId);
}

/** The same counts (`COMPARED`) without a row for each, for sums over many. */
export async function tallyCompared(
  answers: CountedAnswers,
  trackedId: number,
  besideId: number = trackedId,
): Promise<Tally<[engine: number, prompt: number]>> {
  return await countGroups(answers, byPrompt(trackedId, besideId));
}

/** The prompts with such answers. */
export async function promptsCompared(
  answers: CountedAnswers,
  trackedId: number,
  besideId: number,
): Promise<ReadonlySet<number>> {
  const tally = await tallyCompared(answers, trackedId, besideId);
  const { prompts } = answers.panel.names;
  return new Set(Array.from({ length: tally.size }, (_, group) => prompts.at(tally.part(group, 1))));
}

export async function countComparedDays(
  answers: CountedAnswers,
  trackedId: number,
  besideId: number = trackedId,
): Promise<ComparedDay[]> {
  const { engines } = answers.panel.names;
  const tally = await countGroups(answers, byDay(trackedId, besideId));
  const rows = tally.map(([engine, day], count) => ({
    ...countsOf(count),
    engine: engines.at(engine),
    day,
  }));
  return rows.sort((one, other) => one.day - other.day);
}

/** By name rather than `byName`: a page may need thousands of them. */
function countsOf(count: (each: number) => number): Counts {
  return {
    answers: count(COMPARED.answers),
    named: count(COMPARED.named),
    bothNamed: count(COMPARED.bothNamed),
    eitherNamed: count(COMPARED.eitherNamed),
    ahead: count(COMPARED.ahead),
    cited: count(COMPARED.cited),
    citedNotNamed: count(COMPARED.citedNotNamed),
    classified: count(COMPARED.classified),
    negative: count(COMPARED.negative),
  };
}

type Query = CountQuery<'mentions', [engine: number, other: number]>;

function byPrompt(trackedId: number, besideId: number): Query {
  return {
    name: `compared ${trackedId} ${besideId}`,
    kinds: ['mentions'],
    key: ['engine', 'prompt'],
    width: WIDTH,
    byEngine: true,
    add: (answers, tally, reader) => {
      const { engine, prompt } = answers.data.mentions;
      const groups = new Memo((asked) => new Memo((by) => tally.groupOf([by, asked])));
      compareIn(
        answers,
        { trackedId, besideId, reader },
        (row) => groups.of(at(prompt, row)).of(at(engine, row)),
        tally,
      );
    },
  };
}

function byDay(trackedId: number, besideId: number): Query {
  return {
    name: `compared by day ${trackedId} ${besideId}`,
    kinds: ['mentions'],
    key: ['engine', 'day'],
    width: WIDTH,
    byEngine: true,
    add: (answers, tally, reader) => {
      const { data } = answers;
      for (const { firstDay, rows } of bucketsIn(answers, 'day')) {
        const groups = new Memo((engine) => tally.groupOf([engine, firstDay]));
        const { engine } = data.mentions;
        const of = { trackedId, besideId, reader };
        compareIn({ data, rows }, of, (row) => groups.of(at(engine, row)), tally);
      }
    },
  };
}

interface ComparedBrands {
  readonly trackedId: number;
  readonly besideId: number;
  readonly reader: Reader;
}

function compareIn(
  { data: { mentions }, rows }: Rows<'mentions'>,
  { trackedId, besideId, reader }: ComparedBrands,
  groupOf: (row: number) => number,
  tally: Tally<[number, number]>,
): void {
  const [own, beside] = [brandOf(mentions, trackedId), brandOf(mentions, besideId)];
  for (const row of lookingForAll(rows, [own, beside])) {
    const group = groupOf(row);
    const [cell, rank] = [at(own.cell, row), at(own.rank, row)];
    const named = isNamed(cell);
    const besideNamed = isNamed(at(beside.cell, row));
    const isAhead = named && (!besideNamed || (rank > 0 && rank < at(beside.rank, row)));
    const framing = framingIn(cell, reader);
    tally.add(group, COMPARED.answers);
    if (named) tally.add(group, COMPARED.named);
    if (named && besideNamed) tally.add(group, COMPARED.bothNamed);
    if (named || besideNamed) tally.add(group, COMPARED.eitherNamed);
    if (isAhead) tally.add(group, COMPARED.ahead);
    if (isCited(cell)) tally.add(group, COMPARED.cited);
    if (isCited(cell) && !named) tally.add(group, COMPARED.citedNotNamed);
    if (framing > 0) tally.add(group, COMPARED.classified);
    if (framing === FRAMING_CODES.negative) tally.add(group, COMPARED.negative);
  }
}
