import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import { colorOf, contrastWithWhite, LEAST_CONTRAST } from '../../domain/sharing/color.ts';
import {
  BLOCK_KINDS,
  type Block,
  type FrozenReport,
  type ListedReport,
  REPORT_LIMITS,
  type ReportedAnswers,
  type ReportLink,
  type ReportLook,
  SHARED_PAGES,
  type SharedPage,
  type SharedReport,
} from '../../domain/sharing/shared-report.ts';
import { storableText } from '../../domain/text.ts';
import { DAY_MS, dayOf } from '../../domain/time/period.ts';
import { deleteMailsOfReport } from '../../storage/delivery/report-mails.ts';
import {
  countSharedReports,
  deleteSharedReport,
  findFrozenReport,
  findLink,
  findSharedReport,
  insertSharedReport,
  listSharedReports,
  type NewReport,
  type ReportChange,
  updateSharedReport,
} from '../../storage/directory/shared-reports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';

export type { FrozenReport, ListedReport, ReportLink, SharedReport };

/** The actor is a user's id, or a word such as `server`. */
export interface ReportDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly actor: string;
}

/** A brand's reports, newest first. @throws SightlineError `no_such_brand` */
export async function reportsOf(db: Database, of: OwnedBrand): Promise<ListedReport[]> {
  return await listSharedReports(db, await ownedBrandId(db, of));
}

/** A brand's report. @throws SightlineError `no_such_brand`, or `not_found` */
export async function reportOf(db: Database, of: OwnedBrand, id: string): Promise<SharedReport> {
  return await storedReport(db, await ownedBrandId(db, of), id);
}

/**
 * Stores a new report, live or with its figures.
 *
 * @returns its id
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function createReport(deps: ReportDeps, of: OwnedBrand, given: NewReport): Promise<string> {
  const report =
    'look' in given
      ? { ...given, look: checkedLook(given.look) }
      : { ...given, title: checkedTitle(given.title) };
  const id = publicId('rpt', deps.random);
  await inTransaction(deps.db, async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    if ((await countSharedReports(db, brandId)) >= REPORT_LIMITS.reports) throw tooMany();
    const title = await insertSharedReport(db, brandId, id, report);
    await auditOwned({ ...deps, db }, of, 'report.create', id, title);
  });
  return id;
}

/**
 * Changes a frozen report's look, logo, or figures.
 *
 * @returns its title
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `not_found`
 */
export async function changeReport(
  deps: ReportDeps,
  of: OwnedBrand,
  id: string,
  change: Omit<ReportChange, 'link'>,
): Promise<string> {
  const look = change.look && checkedLook(change.look);
  return await write(
    deps,
    of,
    id,
    change.figures ? 'report.figures' : 'report.change',
    async (db, brandId) => {
      if ((await findFrozenReport(db, brandId, id)) === null) return null;
      return await updateSharedReport(db, brandId, id, { ...change, ...(look && { look }) });
    },
  );
}

/** Deletes a report, with its link and mails. @returns its title @throws SightlineError `no_such_brand`, or `not_found` */
export async function removeReport(deps: ReportDeps, of: OwnedBrand, id: string): Promise<string> {
  return await write(deps, of, id, 'report.delete', async (db, brandId) => {
    await deleteMailsOfReport(db, brandId, id);
    return await deleteSharedReport(db, brandId, id);
  });
}

/**
 * Makes a report's link, which replaces an older one.
 *
 * @param given the live pages that it opens, and its lifetime in days
 * @returns its token, which is available only here
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `not_found`
 */
export async function linkReport(
  deps: ReportDeps,
  of: OwnedBrand,
  id: string,
  given: { readonly pages: readonly SharedPage[]; readonly days: number },
): Promise<string> {
  const { days } = given;
  const pages = SHARED_PAGES.filter((page) => given.pages.includes(page));
  const token = mintToken('share', deps.random);
  await write(deps, of, id, 'report.link', async (db, brandId) => {
    const { frozen } = await storedReport(db, brandId, id);
    if (frozen === null && pages.length === 0) throw invalid('Choose at least one page to share.');
    const link = { hash: hashToken(token), until: deps.now() + days * DAY_MS, pages };
    const title = await updateSharedReport(db, brandId, id, { link });
    return `${title}: ${['report', ...pages].slice(frozen === null ? 1 : 0).join(', ')}, for ${days} days`;
  });
  return token;
}

/**
 * Ends a report's link at once.
 *
 * @returns the report's title; null if it has no link
 * @throws SightlineError `no_such_brand`, or `not_found`
 */
export async function revokeLink(deps: ReportDeps, of: OwnedBrand, id: string): Promise<string | null> {
  if ((await reportOf(deps.db, of, id)).linkUntil === null) return null;
  return await write(deps, of, id, 'report.revoke', (db, brandId) =>
    updateSharedReport(db, brandId, id, { link: null }),
  );
}

/** The token's link. Null for a wrong, revoked, or expired token and for a deleted brand, without saying which. */
export async function linkOf(db: Database, token: string, now: number): Promise<ReportLink | null> {
  return isToken('share', token) ? await findLink(db, hashToken(token), now) : null;
}

async function storedReport(db: Database, brandId: number, id: string): Promise<SharedReport> {
  const report = isPublicId('rpt', id) ? await findSharedReport(db, brandId, id) : null;
  if (report === null) throw noReport();
  return report;
}

/** @param work returns the audit detail; null if there is no such report @returns the detail */
async function write(
  deps: ReportDeps,
  of: OwnedBrand,
  id: string,
  action: AuditAction,
  work: (db: Database, brandId: number) => Promise<string | null>,
): Promise<string> {
  return await inTransaction(deps.db, async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const detail = isPublicId('rpt', id) ? await work(db, brandId) : null;
    if (detail === null) throw noReport();
    await auditOwned({ ...deps, db }, of, action, id, detail);
    return detail;
  });
}

/**
 * Accepts past days in order, at most a year: figures of past days change only with their answers.
 *
 * @throws SightlineError `invalid_argument`
 */
export function refuseDays({ firstDay, lastDay }: ReportedAnswers, now: number): void {
  if (firstDay > lastDay) throw invalid('The first day is later than the last.');
  if (lastDay >= dayOf(now)) throw invalid('The last day has to be over, in UTC: give yesterday or earlier.');
}

function checkedLook({ title, preparedBy, color: given, blocks }: ReportLook): ReportLook {
  const color = colorOf(given);
  if (color === null) throw invalid('Give a color as # and six hexadecimal digits, such as #1f4fd8.');
  const contrast = contrastWithWhite(color);
  if (contrast < LEAST_CONTRAST) {
    throw invalid(
      `${color} is hard to read on white: its contrast is ${contrast.toFixed(1)} to 1, and text needs ${LEAST_CONTRAST}. Choose a darker one.`,
    );
  }
  return {
    title: checkedTitle(title),
    color,
    blocks: checkedBlocks(blocks),
    preparedBy: lineOf(preparedBy),
  };
}

function checkedTitle(given: string): string {
  const title = lineOf(given);
  if (title === '') throw invalid('Give the report a title.');
  return title;
}

/** Requires each block of figures once, in any order, with texts between them. */
function checkedBlocks(blocks: readonly Block[]): Block[] {
  const kinds = blocks.map(({ kind }) => kind);
  const texts = kinds.filter((kind) => kind === 'text').length;
  if (texts > REPORT_LIMITS.texts) throw invalid(`A report has at most ${REPORT_LIMITS.texts} texts.`);
  if (BLOCK_KINDS.some((kind) => kinds.filter((each) => each === kind).length !== 1)) {
    throw invalid('The form does not have each block once. Load the page again.');
  }
  return blocks.map(({ kind, shown, heading, comment }) => ({
    kind,
    shown,
    heading: lineOf(heading),
    comment: textOf(comment),
  }));
}

function lineOf(text: string): string {
  return textOf(text.replace(/[\s\p{C}]+/gu, ' '));
}

function textOf(text: string): string {
  return storableText(text).replaceAll('\r\n', '\n').trim();
}

function invalid(message: string): SightlineError {
  return new SightlineError('invalid_argument', message);
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has ${REPORT_LIMITS.reports} reports; delete one first.`);
}

function noReport(): SightlineError {
  return new SightlineError('not_found', 'This brand has no such report.');
}
