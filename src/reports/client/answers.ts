import { questionIdOf } from '../../domain/questions/question-id.ts';
import type { ReportedAnswers } from '../../domain/sharing/client-report.ts';
import type { Period } from '../../domain/time/period.ts';
import { type AnswerRow, listAnswerRows } from '../../panel/counts/answer-rows.ts';
import { listTaggedPrompts } from '../../storage/directory/brand/prompts.ts';
import { presence } from '../brands/presence.ts';
import { prepareRequest, readFrom } from '../run/run-report.ts';
import { NO_PRICES } from '../shape/report.ts';
import { answersOfOne } from '../shape/slices.ts';
import type { ClientContext } from './context.ts';

/** The answers behind a report's figures on names. The report's file recomputes the figures from them. */
export interface ReportAnswers {
  /** Tracked brands' names. Each answer has a character for each, in this order. */
  readonly brands: readonly string[];
  /** Slugs. */
  readonly engines: readonly string[];
  /** Ids. */
  readonly questions: readonly string[];
  /** UTC day since 1970, indexes of its engine and question, and for each brand `1` named, `0` not, `-` not looked for. */
  readonly rows: readonly (readonly [day: number, engine: number, question: number, said: string])[];
}

/** A file with more answers would be too large to send. */
export const MOST_ANSWERS = 50_000;

/** The figures' days: both ends of the report and its earlier window, and each week's first instant. All are whole days. */
interface Days {
  readonly window: Ends;
  readonly compared: Ends | null;
  readonly weeks: readonly { readonly start: string }[];
}

interface Ends {
  readonly from: string;
  readonly until: string;
}

/** Null if there are more than a file holds. */
export async function listReportAnswers(
  context: ClientContext,
  { only }: Pick<ReportedAnswers, 'only'>,
  days: Days,
): Promise<ReportAnswers | null> {
  const { db, now, caller, brand } = context;
  const raw = { ...only, brand, until: days.window.until.slice(0, 10), days: '1' };
  const asked = await prepareRequest(db, now, caller, presence, raw, NO_PRICES);
  return await readFrom(db, asked, async (snapshot, seen) => {
    const { tracked } = seen.brand;
    const ids = tracked.map(({ id }) => id);
    const rows: AnswerRow[] = [];
    for (const period of periodsOf(days)) {
      const answers = await answersOfOne({ ...seen, db: snapshot }, { ...asked.query }, period);
      const found = await listAnswerRows(answers, ids, MOST_ANSWERS);
      if (found === null || rows.length + found.length > MOST_ANSWERS) return null;
      rows.push(...found);
    }
    const prompts = await listTaggedPrompts(snapshot, seen.brand.id);
    const digests = new Map(prompts.map(({ id, digest }) => [id, digest]));
    const names = tracked.map(({ name }) => name);
    return coded(rows, names, (promptId) => questionIdOf(digests.get(promptId) ?? ''));
  });
}

/** The days of the report, its weeks, and the earlier window: one period if these touch, otherwise two. */
function periodsOf({ window, compared, weeks }: Days): Period[] {
  const to = Date.parse(window.until) + 1;
  const from = Math.min(Date.parse(window.from), ...weeks.map(({ start }) => Date.parse(start)));
  if (compared === null) return [{ from, to }];
  const earlier = { from: Date.parse(compared.from), to: Date.parse(compared.until) + 1 };
  if (earlier.to >= from) return [{ from: Math.min(from, earlier.from), to }];
  return [earlier, { from, to }];
}

function coded(
  rows: readonly AnswerRow[],
  brands: readonly string[],
  questionOf: (promptId: number) => string,
): ReportAnswers {
  const [engines, questions] = [new Map<string, number>(), new Map<number, number>()];
  const placeIn = <Key>(places: Map<Key, number>, key: Key) => {
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };
  const made = rows.map(
    ({ day, engine, promptId, said }) =>
      [day, placeIn(engines, engine), placeIn(questions, promptId), said] as const,
  );
  return {
    brands,
    engines: [...engines.keys()],
    rows: made,
    questions: [...questions.keys()].map(questionOf),
  };
}
