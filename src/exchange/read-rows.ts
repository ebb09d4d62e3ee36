import { hash } from 'node:crypto';
import { MAX_ANSWER_CHARACTERS } from '../domain/answers/answer-reading.ts';
import type { BrandMarket } from '../domain/brand/market.ts';
import { MOST_SKEW_MS } from '../domain/time/clock-skew.ts';
import { proposedEngine } from './engine-names.ts';
import { guessedColumns } from './guess.ts';
import { type JsonObject, valueAt } from './json-records.ts';
import { type EngineChoice, engineChoice, type ImportMapping } from './mapping.ts';
import { proposedMarket } from './market-names.ts';
import type { ImportFile } from './open-file.ts';
import type { ImportField, ImportRow, LeftOutReason, LeftOutRow, TheirFigures } from './rows.ts';
import { type DayOrder, TimeFacts, type TimeReader, timeReader } from './times.ts';
import { citationsIn, isNothing, namedIn, positionIn, searchesIn, textIn } from './values.ts';

const LONGEST_QUESTION = 10_000;
const LONGEST_NAME = 100;
const LONGEST_MODEL = 1000;
const LONGEST_ID = 900;

/** What an import does with a file: what a person decided, and all else as guessed. */
export interface ImportPlan {
  readonly columns: ReadonlyMap<ImportField, string>;
  readonly zone: string;
  readonly first: DayOrder | null;
  readonly times: Pick<TimeFacts, 'isUnsure' | 'needsZone' | 'hasDays'>;
  /** The other tool only ticks answers that name the brand: nothing says that it found none. */
  readonly onlyTicks: boolean;
  /** @param name as the file says; empty if it says nothing */
  readonly engineOf: (name: string) => EngineChoice;
  /** The name of the brand's market, or null. @param name as the file says, or null */
  readonly marketOf: (name: string | null, markets: readonly BrandMarket[]) => string | null;
}

/** Plans an import. Reads the file once if its times may be written with the day or the month first. */
export async function planOf(file: ImportFile, mapping: ImportMapping): Promise<ImportPlan> {
  const columns = new Map(file.tool === null ? guessedColumns(file.sample) : fieldsOf(file.tool.columns));
  for (const [field, name] of mapping.columns) {
    // A column is one field: what a person chooses, no guess keeps.
    for (const [other, taken] of columns) if (taken === name) columns.delete(other);
    if (name === '') columns.delete(field);
    else columns.set(field, name);
  }
  const times = await timesOf(file, columns.get('time'));
  const tool = file.tool;
  return {
    columns,
    zone: mapping.zone,
    first: mapping.first ?? times.first,
    times,
    onlyTicks: tool === null && (await hasOnlyTicks(file, columns.get('named'))),
    engineOf: (name) => {
      const chosen = mapping.engines.get(name);
      return chosen === undefined
        ? (tool?.engines?.(name) ?? proposedEngine(name, tool?.name ?? 'imported'))
        : engineChoice(chosen);
    },
    marketOf: (name, markets) => {
      const chosen = mapping.markets.get(name ?? '');
      return chosen === undefined ? proposedMarket(name, markets) : chosen === '' ? null : chosen;
    },
  };
}

function fieldsOf(columns: Readonly<Partial<Record<ImportField, string>>>): [ImportField, string][] {
  return Object.entries(columns) as [ImportField, string][];
}

async function timesOf(file: ImportFile, column: string | undefined): Promise<TimeFacts> {
  const facts = new TimeFacts();
  if (column === undefined) return facts;
  for (const record of file.sample) facts.add(valueAt(record, column));
  if (!facts.isUnsure) return facts;
  const all = new TimeFacts();
  for await (const row of file.rows()) if ('record' in row) all.add(valueAt(row.record, column));
  return all;
}

/** Whether a column says yes or nothing, and never no. Reads the file once if its first rows do. */
async function hasOnlyTicks(file: ImportFile, column: string | undefined): Promise<boolean> {
  if (column === undefined) return false;
  const isTick = (record: JsonObject) => {
    const cell = valueAt(record, column);
    return isNothing(cell) || namedIn(cell, []) === true;
  };
  const isBlank = (record: JsonObject) => isNothing(valueAt(record, column));
  if (!file.sample.some(isBlank) || !file.sample.every(isTick)) return false;
  for await (const row of file.rows()) if ('record' in row && !isTick(row.record)) return false;
  return true;
}

export interface ReadOptions {
  /** UTC milliseconds. */
  readonly now: number;
  /** The brand's own names, which the other tool's lists of brands are searched for. */
  readonly names: readonly string[];
  /** The brand's; left out, no row is refused for its market. */
  readonly markets?: readonly BrandMarket[];
}

/** A file's rows in its order, each whole or left out with a reason. Reads the file once, in bounded memory. */
export async function* readRows(
  file: ImportFile,
  plan: ImportPlan,
  { now, names, markets }: ReadOptions,
): AsyncGenerator<ImportRow | LeftOutRow, undefined> {
  const reader: RowReader = {
    plan,
    idPrefix: file.tool?.hasIds === true ? `${file.tool.id}:` : null,
    timeIn: timeReader(plan.zone, plan.first),
    latest: now + MOST_SKEW_MS,
    names: names.map((name) => name.toLowerCase()),
    isMarket: (name) => markets === undefined || plan.marketOf(name, markets) !== null,
  };
  for await (const row of file.rows())
    yield 'record' in row
      ? rowOf(row.record, row.row, reader)
      : { ...NOTHING_READ, row: row.row, reason: row.problem };
}

const NOTHING_READ = {
  question: null,
  engine: null,
  collectedAt: null,
  market: null,
  theirs: { named: null, position: null },
} as const;

interface RowReader {
  readonly plan: ImportPlan;
  /** Null if the file has no ids that name one answer each. */
  readonly idPrefix: string | null;
  readonly timeIn: TimeReader;
  readonly latest: number;
  readonly names: readonly string[];
  readonly isMarket: (name: string | null) => boolean;
}

function rowOf(record: JsonObject, row: number, reader: RowReader): ImportRow | LeftOutRow {
  const { columns, engineOf } = reader.plan;
  const cell = (field: ImportField): unknown => {
    const column = columns.get(field);
    return column === undefined ? undefined : valueAt(record, column);
  };
  const [question, answer, engine] = [
    textIn(cell('question')),
    textIn(cell('answer')),
    textIn(cell('engine')) ?? '',
  ];
  const time = isNothing(cell('time')) ? undefined : reader.timeIn(cell('time'));
  const theirs = theirsIn(cell, reader);
  const collectedAt = typeof time === 'number' ? time : null;
  const market = textIn(cell('market'))?.slice(0, LONGEST_NAME) ?? null;
  const leftOut = (reason: LeftOutReason): LeftOutRow => ({
    row,
    reason,
    question,
    engine,
    collectedAt,
    market,
    theirs,
  });
  if (engineOf(engine) === null) return leftOut('no_engine');
  if (question === null) return leftOut('no_question');
  if (answer === null) return leftOut('no_answer');
  if (question.length > LONGEST_QUESTION || answer.length > MAX_ANSWER_CHARACTERS) return leftOut('too_long');
  if (collectedAt === null)
    return leftOut(time === undefined ? 'no_time' : time === 'unsure' ? 'unsure_time' : 'bad_time');
  if (collectedAt > reader.latest) return leftOut('future_time');
  if (!reader.isMarket(market)) return leftOut('no_market');
  return {
    ...{ row, question, engine, collectedAt, market, answer, theirs },
    citations: columns.has('citations') ? citationsIn(cell('citations')) : null,
    searches: columns.has('searches') ? searchesIn(cell('searches')) : null,
    model: textIn(cell('model'))?.slice(0, LONGEST_MODEL) ?? null,
    externalId: idOf(reader.idPrefix, textIn(cell('id')), [question, collectedAt, market, answer]),
  };
}

/** The tool's id, or a hash of all that tells two answers apart: a day's answers to a question have the same time. */
function idOf(prefix: string | null, id: string | null, parts: readonly unknown[]): string {
  if (prefix !== null && id !== null && id.length <= LONGEST_ID) return `${prefix}${id}`;
  return `row:${hash('sha256', JSON.stringify([id, ...parts]), 'base64url')}`;
}

/** Positions alone are no marks: of an answer without one, they do not say whether the tool judged it. */
function theirsIn(
  cell: (field: ImportField) => unknown,
  { names, plan: { columns, onlyTicks } }: RowReader,
): TheirFigures {
  const position = positionIn(cell('position'), names);
  if (!columns.has('named')) return { named: null, position };
  const said = namedIn(cell('named'), names) ?? (position === null ? null : true);
  return { named: said ?? (onlyTicks && isNothing(cell('named')) ? false : null), position };
}
