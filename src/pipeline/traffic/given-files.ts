import { hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { SightlineError } from '../../domain/errors.ts';
import { parseDay } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import { takeIds } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import {
  addGivenFigures,
  countGivenFigures,
  deleteFiguresOfDays,
  deleteFiguresOfWindow,
} from '../../storage/traffic/given-figures.ts';
import { type GivenFile, saveGivenFile } from '../../storage/traffic/given-files.ts';
import type { GivenDetail } from '../../traffic/given/given-detail.ts';
import {
  type Cells,
  type Days,
  GIVEN_KINDS,
  type GivenKind,
  type GivenTable,
} from '../../traffic/given/given-table.ts';
import { looksGiven, readGiven } from '../../traffic/given/read-given.ts';
import { liveBrandId } from '../owned-brand.ts';
import { decodedFile } from '../site/charset.ts';
import { ownHosts } from './count-log.ts';
import { shownName } from './log-files.ts';

/** Files with figures of engines and services: shown as they would be read, then stored. */

export { type Days, GIVEN_KINDS, type GivenFile, type GivenTable };

const MOST_BYTES = 8 * 1024 * 1024;
/** What a file is recognized by. */
const BEGINNING = 64 * 1024;

/** A file whose beginning was looked at. */
export interface Recognized {
  readonly isGiven: boolean;
  /** All of it. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Tells a file with an engine's figures from a log, which may be of any size. */
export async function recognized(chunks: AsyncIterable<Uint8Array>): Promise<Recognized> {
  const rest = chunks[Symbol.asyncIterator]();
  const begin: Uint8Array[] = [];
  let size = 0;
  let isOver = false;
  while (size < BEGINNING && !isOver) {
    const { value, done } = await rest.next();
    isOver = done === true;
    if (isOver) break;
    begin.push(value);
    size += value.length;
  }
  const head = Buffer.concat(begin);
  const all = async function* () {
    try {
      if (head.length > 0) yield head;
      for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  };
  const beginning = head.subarray(0, BEGINNING);
  return {
    isGiven:
      archiveIn(head) !== null || looksGiven(decodedFile(beginning, head.length <= BEGINNING && isOver)),
    chunks: all(),
  };
}

/** What to do with a file that is no table: an Excel file, which may be an archive too, or an archive. Null for any other. */
function archiveIn(file: Uint8Array): string | null {
  const begin = Buffer.from(file.subarray(0, BEGINNING)).toString('latin1');
  const isArchive = begin.startsWith('PK\u0003\u0004');
  if (begin.startsWith(OLD_EXCEL) || (isArchive && IN_EXCEL.test(begin)))
    return 'This is an Excel file. Choose CSV where you export it (in Search Console: Export, then Download CSV), or save its sheet as CSV.';
  return isArchive
    ? 'This is a ZIP archive. Unpack it and choose one of its files: of Search Console, the one of pages (Pages.csv) or of days (Chart.csv).'
    : null;
}

const OLD_EXCEL = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1';
const IN_EXCEL = /\[Content_Types\]\.xml|xl\/(?:workbook|worksheets)/;

/** What a person says of a file, besides its columns. */
export interface GivenWords {
  /** Null: by its columns. */
  readonly kind: GivenKind | null;
  readonly mapping: readonly string[];
  /** What it covers, if it names no days. */
  readonly days: Days | null;
}

/** @throws SightlineError `invalid_argument` for another word */
export function givenKindOf(word: string): GivenKind {
  const kind = GIVEN_KINDS.find((each) => each === word);
  if (kind !== undefined) return kind;
  throw new SightlineError(
    'invalid_argument',
    `“${word}” is no kind of file. The kinds are ${GIVEN_KINDS.join(', ')}.`,
  );
}

/** A window as a person says it, `2026-11-01` to `2026-11-28`; null if nothing is said. @throws SightlineError `invalid_argument` for anything else */
export function givenDaysOf(first: string | undefined, last: string | undefined): Days | null {
  if (!first && !last) return null;
  const [from, until] = [first, last].map((text) => parseDay(text?.trim() ?? ''));
  if (from !== null && from !== undefined && until !== null && until !== undefined)
    return { first: dayOf(from), last: dayOf(until) };
  throw new SightlineError(
    'invalid_argument',
    'Say the first and the last day that the file covers, as 2026-11-20.',
  );
}

/** A file as it would be stored, and its hash. */
export interface ReadFile {
  readonly table: GivenTable;
  readonly digest: string;
}

/**
 * Reads a file without storing anything.
 *
 * @throws SightlineError `invalid_file` with a sentence for people; `conflict` for a brand without a website
 */
export async function readGivenFile(
  { db, now }: { readonly db: Database; readonly now: () => number },
  brand: string,
  chunks: AsyncIterable<Uint8Array>,
  words: GivenWords,
): Promise<ReadFile> {
  const bytes = await wholeFile(chunks);
  const site = await ownHosts(db, await liveBrandId(db, brand));
  const table = await readGiven(decodedFile(bytes), { ...words, ...site, today: dayOf(now()), turn });
  return { table, digest: hash('sha256', bytes, 'hex') };
}

async function wholeFile(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of chunks) {
    pieces.push(piece);
    size += piece.length;
    if (size > MOST_BYTES) throw refused(`The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Split it.`);
  }
  const file = Buffer.concat(pieces);
  const archive = archiveIn(file);
  if (archive !== null) throw refused(archive);
  return file;
}

function refused(why: string): SightlineError {
  return new SightlineError('invalid_file', `${why} Nothing was stored.`);
}

export interface NewFigures {
  readonly name: string;
  /** A person's name, and the id that is audited. */
  readonly by: string;
  readonly actor: string;
  readonly file: ReadFile;
}

interface GivenDeps {
  readonly db: Database;
  readonly now: () => number;
}

/**
 * Stores a read file in one transaction, in place of what files of its kind had of its days, or of the same window.
 *
 * @throws SightlineError `invalid_file` if nobody says which days it covers
 */
export async function storeGivenFile(
  { db, now }: GivenDeps,
  brand: { readonly id: number; readonly publicId: string; readonly organizationId: number },
  { name, by, actor, file: { table, digest } }: NewFigures,
): Promise<GivenFile> {
  const { days, rows, columns, unused, leftOut, isDaily, assumed } = table;
  if (days === null) throw refused('The file does not say which days it covers. Say the first and the last.');
  return await inTransaction(db, async (transaction) => {
    const id = await takeIds(transaction, brand.id, 1);
    const replace = isDaily ? deleteFiguresOfDays : deleteFiguresOfWindow;
    await replace(transaction, brand.id, table.kind, days);
    const detail = { columns, unused, leftOut, isDaily, assumed } satisfies GivenDetail;
    const file: GivenFile = {
      ...{ id, kind: table.kind, name: shownName(name), digest, givenBy: by, givenAt: now() },
      ...{ firstDay: days.first, lastDay: days.last, lines: table.lines, counted: rows.length, unread: 0 },
      detail: JSON.stringify(detail),
    };
    await saveGivenFile(transaction, brand.id, file);
    await addGivenFigures(
      transaction,
      brand.id,
      id,
      rows.map((row) => ({ ...row, figures: known(row.figures) })),
    );
    const entry = { at: now(), organizationId: brand.organizationId, actor, subject: brand.publicId };
    await insertAudit(transaction, {
      ...entry,
      action: 'brand.figures',
      detail: `${file.name} (${file.kind})`,
    });
    return file;
  });
}

function known(figures: Cells): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([field, value]) => (value === null ? [] : [[field, value]])),
  );
}

/** What came of such files since. */
export interface Standing {
  /** Whether later files replaced all of its rows. */
  readonly isReplaced: boolean;
  /** Files whose window overlaps its own without being the same: no figure is in both. */
  readonly overlaps: readonly string[];
}

/** By file. Logs have none. */
export async function filesStanding(
  db: Database,
  brand: string,
  files: readonly GivenFile[],
): Promise<ReadonlyMap<number, Standing>> {
  const given = files.filter(({ kind }) => GIVEN_KINDS.some((each) => each === kind));
  const left = await countGivenFigures(
    db,
    await liveBrandId(db, brand),
    given.map(({ id }) => id),
  );
  const isReplaced = (file: GivenFile) => file.counted > 0 && !left.has(file.id);
  const windows = given.filter((file) => !isReplaced(file) && !givenDetailOf(file).isDaily);
  return new Map(
    given.map((file) => {
      const overlaps = windows.includes(file) ? windows.filter((other) => overlap(file, other)) : [];
      return [file.id, { isReplaced: isReplaced(file), overlaps: overlaps.map(({ name }) => name) }];
    }),
  );
}

export function givenDetailOf({ detail }: Pick<GivenFile, 'detail'>): GivenDetail {
  return JSON.parse(detail) as GivenDetail;
}

function overlap(one: GivenFile, other: GivenFile): boolean {
  if (one.kind !== other.kind || one.firstDay === null || other.firstDay === null) return false;
  if (one.firstDay === other.firstDay && one.lastDay === other.lastDay) return false;
  return one.firstDay <= (other.lastDay ?? 0) && other.firstDay <= (one.lastDay ?? 0);
}
