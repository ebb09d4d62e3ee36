import { ownSlugOf } from '../../domain/answers/engine.ts';
import type { BrandMarket } from '../../domain/brand/market.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Source } from '../../exchange/bytes.ts';
import { headOf, unpacked } from '../../exchange/bytes.ts';
import { BESIDE, columnsOf, objectIn, valueAt } from '../../exchange/json-records.ts';
import { type ImportMapping, importMappingOf, mappingEntries } from '../../exchange/mapping.ts';
import { type ImportFile, openFile } from '../../exchange/open-file.ts';
import { type ImportPlan, planOf, type ReadOptions, readRows } from '../../exchange/read-rows.ts';
import {
  IMPORT_FIELDS,
  type ImportField,
  type ImportRow,
  isLeftOut,
  type LeftOutRow,
} from '../../exchange/rows.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { liveBrandId } from '../owned-brand.ts';
import type { ImportRecord } from './import-line.ts';
import type { ImportSource } from './import-records.ts';
import type { ImportItem, OtherRow } from './ingest.ts';
import { linesOf } from './lines.ts';

/** A file to import, in any format, as the lines that one import stores. */
export interface OpenedImport extends Pick<ImportSource, 'tool' | 'mapping'> {
  /** @param brand the public id of another tool's file's brand; our own lines name theirs */
  readonly items: (db: Database, brand: string, now: number) => Promise<AsyncIterable<ImportItem>>;
  readonly isOwn: boolean;
}

export const OWN_FORMAT =
  'our own format has one JSON object per line, such as ' +
  '{"brand":"acme","engine":"…","prompt":"…","collected_at":"2026-11-20T08:00:00Z","answer":"…"} ' +
  '(docs/files.md has every field)';

/** The tool of our own lines. */
const OWN_TOOL = 'sightline';
const OWN_HEAD_BYTES = 64 * 1024;

/** Another tool's file, with what a person said of it and what follows from both. */
export interface MappedFile {
  readonly file: ImportFile;
  readonly plan: ImportPlan;
  readonly mapping: ImportMapping;
}

/** @param entries as `importMappingOf` takes them @throws SightlineError `invalid_file`, or `invalid_argument` for an entry */
export async function openMapped(source: Source, entries: readonly string[]): Promise<MappedFile> {
  const mapping = importMappingOf(entries);
  const file = await openFile(source);
  return { file, plan: await planOf(file, mapping), mapping };
}

/**
 * Opens a file by what it holds: our own lines (docs/files.md), or another tool's rows with what a person said of
 * them.
 *
 * @param entries as `importMappingOf` takes them; with any, it is another tool's file
 * @throws SightlineError `invalid_file` for a file that cannot be read, or `invalid_argument` if it does not say what is what
 */
export async function openImport(source: Source, entries: readonly string[]): Promise<OpenedImport> {
  const isOwn = await hasOwnLines(source, entries);
  return importOf(source, isOwn ? null : await openMapped(source, entries));
}

/** The import of a file that is open. @param mapped null for our own lines @throws SightlineError as `openImport` */
export function importOf(source: Source, mapped: MappedFile | null): OpenedImport {
  if (mapped === null)
    return { tool: OWN_TOOL, mapping: '[]', isOwn: true, items: async () => linesOf(unpacked(source)) };
  const { file, plan, mapping } = mapped;
  refuseUnclear(file, plan, mapping);
  return {
    tool: file.tool?.id ?? 'table',
    mapping: JSON.stringify(mappingEntries(mapping)),
    isOwn: false,
    items: async (db, brand, now) => {
      const { markets, ...options } = await readOptionsOf(db, await liveBrandId(db, brand), now);
      return itemsOf(readRows(file, plan, { ...options, markets }), { brand, plan, markets });
    },
  };
}

/** What a brand is when its rows are read. */
export async function readOptionsOf(
  db: Database,
  brandId: number,
  now: number,
): Promise<Required<ReadOptions>> {
  const tracked = await listTracked(db, brandId);
  const names = tracked.find(({ role }) => role === 'self')?.names.map(({ text }) => text) ?? [];
  return { now, names, markets: await listMarkets(db, brandId) };
}

/**
 * Whether the first lines have our own field for the time of an answer, which no other tool's rows have.
 *
 * @param entries with any, a person says that it is another tool's file
 */
export async function hasOwnLines(source: Source, entries: readonly string[]): Promise<boolean> {
  if (entries.length > 0) return false;
  const head = await headOf(source, OWN_HEAD_BYTES);
  const lines = head.toString('utf8').split('\n', 20);
  return (
    lines.every((line) => line.trim() === '') ||
    lines.some((line) => {
      const record = line.trimStart().startsWith('{') ? objectIn(line) : null;
      return record !== null && 'prompt' in record && 'collected_at' in record;
    })
  );
}

/** What every row needs, and only a person can say. */
function refuseUnclear(
  file: ImportFile,
  { columns, times, first }: ImportPlan,
  mapping: ImportMapping,
): void {
  const missing = (['question', 'time', 'engine'] as const).filter(
    (field) => !columns.has(field) && !(field === 'engine' && mapping.engines.has('')),
  );
  if (missing.length > 0) {
    const hint = missing.includes('engine') ? ', or for a file of one engine, engine:=chatgpt_app' : '';
    throw unclear(
      `No column is surely the ${missing.join(', nor the ')}. Map it, as in ${missing[0]}=COLUMN${hint}. ${columnsIn(file)}; the fields are ${IMPORT_FIELDS.join(', ')}.`,
    );
  }
  for (const [field, column] of mapping.columns)
    if (!hasColumn(file, field, column))
      throw unclear(`The file has no column ${JSON.stringify(column)} for ${field}. ${columnsIn(file)}.`);
  if (times.isUnsure && first === null)
    throw unclear('Its dates may begin with the day or the month. Say which: first=day or first=month.');
}

function columnsIn({ sample }: ImportFile): string {
  return `The columns are ${[...new Set(sample.flatMap((row) => columnsOf(row)))].slice(0, 30).join(', ')}`;
}

/** Whether a file has a column that a person named. In JSON, objects may lack what they have nothing for. */
function hasColumn({ sample, format }: ImportFile, field: ImportField, column: string): boolean {
  const isOptional = !['question', 'engine', 'time', 'answer'].includes(field);
  if (column === '' || sample.length === 0 || (isOptional && format.startsWith('JSON'))) return true;
  const isThere = (path: string) => sample.some((row) => valueAt(row, path) !== undefined);
  return sample.some((row) => Object.hasOwn(row, column)) || column.split(BESIDE).every(isThere);
}

function unclear(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}

interface RowsOf {
  readonly brand: string;
  readonly plan: ImportPlan;
  readonly markets: readonly BrandMarket[];
}

async function* itemsOf(
  rows: AsyncIterable<ImportRow | LeftOutRow>,
  of: RowsOf,
): AsyncGenerator<ImportItem, undefined> {
  for await (const row of rows) {
    const engine = engineIn(row.engine ?? '', of.plan);
    const other: OtherRow = {
      row: row.row,
      reason: isLeftOut(row) ? row.reason : null,
      question: row.question,
      engine: engine ?? row.engine,
      collectedAt: row.collectedAt,
      ...row.theirs,
    };
    if (isLeftOut(row)) yield { number: row.row, leftOut: other };
    else if (engine === null) yield { number: row.row, leftOut: { ...other, reason: 'no_engine' } };
    else yield { number: row.row, text: JSON.stringify(lineOf(row, engine, of)), row: other };
  }
}

function engineIn(name: string, { engineOf }: ImportPlan): string | null {
  const choice = engineOf(name);
  if (choice === null) return null;
  return 'slug' in choice ? choice.slug : ownSlugOf(choice.own);
}

/** The row as our own line, so that it is checked, read, and stored as any other. */
function lineOf(row: ImportRow, engine: string, { brand, plan, markets }: RowsOf): ImportRecord {
  return {
    brand,
    engine,
    prompt: row.question,
    collected_at: formatInstant(row.collectedAt),
    answer: row.answer,
    market: plan.marketOf(row.market, markets),
    external_id: row.externalId,
    model: row.model,
    ...(row.citations && { citations: row.citations.map((each) => ({ ...each })) }),
    ...(row.searches && { searches: [...row.searches] }),
  };
}
