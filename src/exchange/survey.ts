import { type ImportRow, isLeftOut, type LeftOutReason, type LeftOutRow } from './rows.ts';

/** What an import of a file would bring, counted over all its rows. */
export interface Survey {
  rows: number;
  imported: number;
  /** By reason. */
  readonly leftOut: Map<LeftOutReason, number>;
  /** Rows by the file's own name of their engine, whatever becomes of them. */
  readonly engines: Map<string, number>;
  /** Rows that can be imported, or are left out for their market alone, by the file's own name of it. */
  readonly markets: Map<string | null, number>;
  /** Their questions. */
  readonly questions: Map<string, number>;
  /** UTC milliseconds; null without a row that can be imported. */
  firstAt: number | null;
  lastAt: number | null;
  /** The first of them with each engine, and the first that is left out: what three rows show. */
  readonly examples: (ImportRow | LeftOutRow)[];
  /** Whether a row has the other tool's own figures. */
  hasFigures: boolean;
}

/** Distinct names, and questions, that are told apart; a file with more is not one of this kind. */
const MOST_NAMES = 200;
const MOST_QUESTIONS = 20_000;
const MOST_EXAMPLES = 12;

export async function surveyOf(rows: AsyncIterable<ImportRow | LeftOutRow>): Promise<Survey> {
  const survey: Survey = {
    rows: 0,
    imported: 0,
    leftOut: new Map(),
    engines: new Map(),
    markets: new Map(),
    questions: new Map(),
    firstAt: null,
    lastAt: null,
    examples: [],
    hasFigures: false,
  };
  for await (const row of rows) {
    survey.rows += 1;
    if (row.engine !== null) count(survey.engines, row.engine, MOST_NAMES);
    survey.hasFigures ||= row.theirs.named !== null || row.theirs.position !== null;
    if (survey.examples.length < MOST_EXAMPLES && isNewExample(survey, row)) survey.examples.push(row);
    if (!isLeftOut(row) || row.reason === 'no_market') count(survey.markets, row.market, MOST_NAMES);
    if (isLeftOut(row)) count(survey.leftOut, row.reason, MOST_NAMES);
    else addRow(survey, row);
  }
  return survey;
}

function addRow(survey: Survey, { collectedAt, question }: ImportRow): void {
  survey.imported += 1;
  count(survey.questions, question, MOST_QUESTIONS);
  survey.firstAt = Math.min(survey.firstAt ?? collectedAt, collectedAt);
  survey.lastAt = Math.max(survey.lastAt ?? collectedAt, collectedAt);
}

function count<Key>(counts: Map<Key, number>, key: Key, most: number): void {
  const known = counts.get(key);
  if (known !== undefined || counts.size < most) counts.set(key, (known ?? 0) + 1);
}

/** Another engine, another reason, or one of the first rows. */
function isNewExample({ examples, imported }: Survey, row: ImportRow | LeftOutRow): boolean {
  if (isLeftOut(row)) return !examples.some((each) => isLeftOut(each) && each.reason === row.reason);
  return imported < 3 || !examples.some((each) => !isLeftOut(each) && each.engine === row.engine);
}
