import type { RandomBytes } from '../../domain/access/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { dayOf } from '../../domain/time/period.ts';
import { lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import {
  addCrawls,
  addVisits,
  type CrawlCount,
  findCountedPages,
  type VisitCount,
} from '../../storage/traffic/add-counts.ts';
import { type GivenFile, saveGivenFile } from '../../storage/traffic/given-files.ts';
import { addLogLines, findLogDays, type LogDay, saveLogDays } from '../../storage/traffic/log-days.ts';
import type { Crawl, Visit } from '../../traffic/counted.ts';
import type { LogDetail } from '../../traffic/log-detail.ts';
import { identityOf } from './line-identity.ts';

export interface CountDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export type Counted = { readonly crawl: Crawl } | { readonly visit: Visit };

/** A line that counts, unless it did before. */
export interface CountingLine {
  /** UTC milliseconds. */
  readonly at: number;
  /** What tells it from the others of its file (line-identity.ts). */
  readonly name: string;
  readonly counted: Counted;
}

/** Lines of a file, and what they add to it. */
export interface TrafficBatch extends Pick<GivenFile, 'lines' | 'unread'>, Pick<LogDetail, 'elsewhere'> {
  readonly format: string | null;
  readonly unreadFirst: readonly string[];
  /** The bits of the hours with a line of the site, by day (traffic/observed.ts). */
  readonly hours: ReadonlyMap<number, number>;
  readonly counting: readonly CountingLine[];
}

/** Pages with counts of their own on one day; the others count together, as the page ''. */
export const MOST_PAGES_PER_DAY = 10_000;

const SALT_BYTES = 16;
const MOST_UNREAD_KEPT = 3;

/**
 * Stores a batch in one transaction: its days, the identities of its lines, the counts of those that are new, and the
 * progress of its file. After a kill, a batch is stored whole or not at all, and storing it again counts nothing twice.
 *
 * @param fileOf the file's state, read under the brand's lock
 * @returns its new state
 * @throws SightlineError `no_such_brand` if the brand was deleted meanwhile
 */
export async function countBatch(
  deps: CountDeps,
  brandId: number,
  batch: TrafficBatch,
  fileOf: (db: Database) => Promise<GivenFile>,
): Promise<GivenFile> {
  return await inTransaction(deps.db, async (db) => {
    if (!(await lockLiveBrand(db, brandId)))
      throw new SightlineError('no_such_brand', 'The brand was deleted.');
    const days = await daysOf({ ...deps, db }, brandId, batch);
    const open = batch.counting.filter(({ at }) => days.get(dayOf(at))?.salt !== null);
    const lines = await newLines(db, brandId, open, days);
    const pages = await addCounts(db, brandId, lines, days);
    await saveOpenDays({ ...deps, db }, brandId, days, { hours: batch.hours, pages });
    const crawls = lines.filter(({ counted }) => 'crawl' in counted).length;
    const added = { crawls, visits: lines.length - crawls };
    const left = { repeated: open.length - lines.length, closed: batch.counting.length - open.length };
    const file = withBatch(await fileOf(db), batch, { ...added, ...left });
    await saveGivenFile(db, brandId, file);
    return file;
  });
}

/** The batch's days, with a salt for new ones. */
async function daysOf(
  { db, random }: CountDeps,
  brandId: number,
  { hours }: TrafficBatch,
): Promise<ReadonlyMap<number, LogDay>> {
  const known = await findLogDays(db, brandId, [...hours.keys()]);
  const fresh = (day: number): LogDay => {
    return { day, hours: 0, pages: 0, salt: Buffer.from(random(SALT_BYTES)).toString('base64url') };
  };
  return new Map([...hours.keys()].map((day) => [day, known.get(day) ?? fresh(day)]));
}

/** Those lines that did not count before. */
async function newLines(
  db: Database,
  brandId: number,
  lines: readonly CountingLine[],
  days: ReadonlyMap<number, LogDay>,
): Promise<CountingLine[]> {
  if (lines.length === 0) return [];
  const identities = lines.map(({ at, name }) => {
    const day = dayOf(at);
    return { day, line: identityOf(name, days.get(day)?.salt ?? '') };
  });
  const added = await addLogLines(db, brandId, identities);
  const isNew = new Set(added.map(({ day, line }) => `${day} ${line}`));
  return lines.filter((_, at) => isNew.delete(`${identities[at]?.day} ${identities[at]?.line}`));
}

/** Adds lines to the counts. @returns each day's number of pages that are new */
async function addCounts(
  db: Database,
  brandId: number,
  lines: readonly CountingLine[],
  days: ReadonlyMap<number, LogDay>,
): Promise<ReadonlyMap<number, number>> {
  if (lines.length === 0) return new Map();
  const wanted = new Map(lines.map((line) => [`${dayOf(line.at)} ${pageOf(line)}`, line]));
  const asked = [...wanted.values()].map((line) => ({ day: dayOf(line.at), page: pageOf(line) }));
  const known = new Set(
    (await findCountedPages(db, brandId, asked)).map(({ day, page }) => `${day} ${page}`),
  );
  const fresh = new Map<number, number>();
  for (const { day, page } of asked) {
    const pages = (days.get(day)?.pages ?? 0) + (fresh.get(day) ?? 0);
    if (known.has(`${day} ${page}`) || pages >= MOST_PAGES_PER_DAY) continue;
    known.add(`${day} ${page}`);
    fresh.set(day, (fresh.get(day) ?? 0) + 1);
  }
  const pageFor = (line: CountingLine) => {
    const page = pageOf(line);
    return known.has(`${dayOf(line.at)} ${page}`) ? page : '';
  };
  await addCrawls(db, brandId, crawlCounts(lines, pageFor));
  await addVisits(db, brandId, visitCounts(lines, pageFor));
  return fresh;
}

function pageOf({ counted }: CountingLine): string {
  return ('crawl' in counted ? counted.crawl : counted.visit).page;
}

function crawlCounts(lines: readonly CountingLine[], pageFor: (line: CountingLine) => string): CrawlCount[] {
  const all = lines.flatMap((line) =>
    'crawl' in line.counted ? [{ ...line.counted.crawl, day: dayOf(line.at), page: pageFor(line) }] : [],
  );
  return Array.from(alike(all), ([each, requests]) => ({ ...each, requests }));
}

function visitCounts(lines: readonly CountingLine[], pageFor: (line: CountingLine) => string): VisitCount[] {
  const all = lines.flatMap((line) =>
    'visit' in line.counted ? [{ ...line.counted.visit, day: dayOf(line.at), page: pageFor(line) }] : [],
  );
  return Array.from(alike(all), ([each, visits]) => ({ ...each, visits }));
}

/** Equal ones once, with their number. All have their fields in one order. */
function alike<T extends object>(all: readonly T[]): MapIterator<[T, number]> {
  const groups = new Map<string, [T, number]>();
  for (const each of all) {
    const key = Object.values(each).join('\n');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each, 1]);
    else group[1] += 1;
  }
  return groups.values();
}

async function saveOpenDays(
  { db, now }: CountDeps,
  brandId: number,
  days: ReadonlyMap<number, LogDay>,
  {
    hours,
    pages,
  }: { readonly hours: ReadonlyMap<number, number>; readonly pages: ReadonlyMap<number, number> },
): Promise<void> {
  const open = [...days.values()].filter(({ salt }) => salt !== null);
  const changed = open.map((day) => ({
    ...day,
    hours: day.hours | (hours.get(day.day) ?? 0),
    pages: day.pages + (pages.get(day.day) ?? 0),
  }));
  if (changed.length > 0) await saveLogDays(db, brandId, changed, now());
}

type Added = Pick<LogDetail, 'crawls' | 'visits' | 'repeated' | 'closed'>;

function withBatch(file: GivenFile, batch: TrafficBatch, added: Added): GivenFile {
  const detail = JSON.parse(file.detail) as LogDetail;
  const days = [...batch.hours.keys(), ...[file.firstDay, file.lastDay].filter((day) => day !== null)];
  return {
    ...file,
    firstDay: days.length === 0 ? null : Math.min(...days),
    lastDay: days.length === 0 ? null : Math.max(...days),
    lines: file.lines + batch.lines,
    unread: file.unread + batch.unread,
    counted: file.counted + added.crawls + added.visits,
    detail: JSON.stringify({
      ...detail,
      format: batch.format ?? detail.format,
      unreadFirst: [...new Set([...detail.unreadFirst, ...batch.unreadFirst])].slice(0, MOST_UNREAD_KEPT),
      crawls: detail.crawls + added.crawls,
      visits: detail.visits + added.visits,
      repeated: detail.repeated + added.repeated,
      closed: detail.closed + added.closed,
      elsewhere: detail.elsewhere + batch.elsewhere,
    } satisfies LogDetail),
  };
}
