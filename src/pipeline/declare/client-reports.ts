import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  BLOCK_KINDS,
  type Block,
  type FrozenFigures,
  REPORT_LIMITS,
  type ReportedAnswers,
  type ReportLook,
} from '../../domain/sharing/client-report.ts';
import { colorOf, contrastWithWhite, LEAST_CONTRAST } from '../../domain/sharing/color.ts';
import { storableText } from '../../domain/text.ts';
import { dayOf } from '../../domain/time/period.ts';
import { deleteMailsOfReport } from '../../storage/delivery/report-mails.ts';
import { takeIds } from '../../storage/directory/brand/brand-lock.ts';
import {
  type ClientReport,
  countClientReports,
  deleteClientReport,
  findClientReport,
  insertClientReport,
  type ListedReport,
  listClientReports,
  type ReportChange,
  updateClientReport,
} from '../../storage/directory/brand/client-reports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';

export type { ClientReport, ListedReport };

/** The actor is a user's id, or a word such as `server`. */
export interface ClientReportDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly actor: string;
}

/** A brand's reports, newest first. @throws SightlineError `no_such_brand` */
export async function clientReportsOf(db: Database, of: OwnedBrand): Promise<ListedReport[]> {
  return await listClientReports(db, await ownedBrandId(db, of));
}

/** A brand's report. @throws SightlineError `no_such_brand`, or `not_found` */
export async function clientReportOf(db: Database, of: OwnedBrand, id: string): Promise<ClientReport> {
  const brandId = await ownedBrandId(db, of);
  const report = isPublicId('rpt', id) ? await findClientReport(db, brandId, id) : null;
  if (report === null) throw noReport();
  return report;
}

/**
 * Stores a new report with its figures.
 *
 * @returns its id
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function createClientReport(
  deps: ClientReportDeps,
  of: OwnedBrand,
  report: { readonly look: ReportLook; readonly answers: ReportedAnswers; readonly frozen: FrozenFigures },
): Promise<string> {
  const look = checkedLook(report.look);
  const id = publicId('rpt', deps.random);
  await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    if ((await countClientReports(db, brandId)) >= REPORT_LIMITS.reports) throw tooMany();
    const made = { id, internalId: await takeIds(db, brandId, 1), frozen: report.frozen };
    const by = { createdBy: deps.actor, createdAt: deps.now() };
    await insertClientReport(db, brandId, { ...made, ...look, ...report.answers, ...by });
    await auditOwned({ ...deps, db }, of, 'report.create', id, look.title);
  });
  return id;
}

/**
 * Changes a report's look and comments; its figures stay.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `not_found`
 */
export async function changeClientReport(
  deps: ClientReportDeps,
  of: OwnedBrand,
  id: string,
  change: Pick<ReportChange, 'look' | 'logo'>,
): Promise<void> {
  const look = change.look && checkedLook(change.look);
  await write(deps, of, id, 'report.change', async (db, brandId) => {
    const changed = { ...change, ...(look && { look }), at: deps.now() };
    return await updateClientReport(db, brandId, id, changed);
  });
}

/** Replaces a report's figures. @throws SightlineError `no_such_brand`, or `not_found` */
export async function replaceFigures(
  deps: ClientReportDeps,
  of: OwnedBrand,
  id: string,
  figures: NonNullable<ReportChange['figures']>,
): Promise<void> {
  await write(deps, of, id, 'report.figures', async (db, brandId) => {
    return await updateClientReport(db, brandId, id, { figures, at: deps.now() });
  });
}

/** Deletes a report, with its links and mails. @throws SightlineError `no_such_brand`, or `not_found` */
export async function removeClientReport(deps: ClientReportDeps, of: OwnedBrand, id: string): Promise<void> {
  await write(deps, of, id, 'report.delete', async (db, brandId) => {
    await deleteMailsOfReport(db, brandId, id);
    return await deleteClientReport(db, brandId, id);
  });
}

/** @param work returns the audit detail; null if there is no such report */
async function write(
  deps: ClientReportDeps,
  of: OwnedBrand,
  id: string,
  action: AuditAction,
  work: (db: Database, brandId: number) => Promise<string | null>,
): Promise<void> {
  await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const detail = isPublicId('rpt', id) ? await work(db, brandId) : null;
    if (detail === null) throw noReport();
    await auditOwned({ ...deps, db }, of, action, id, detail);
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
  const named = lineOf(title, 'title', REPORT_LIMITS.title);
  if (named === '') throw invalid('Give the report a title.');
  return {
    title: named,
    color,
    blocks: checkedBlocks(blocks),
    preparedBy: lineOf(preparedBy, 'name of the author', REPORT_LIMITS.preparedBy),
  };
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
    heading: lineOf(heading, 'heading', REPORT_LIMITS.heading),
    comment: textOf(comment, 'comment', REPORT_LIMITS.comment),
  }));
}

function lineOf(text: string, what: string, most: number): string {
  return textOf(text.replace(/[\s\p{C}]+/gu, ' '), what, most);
}

function textOf(text: string, what: string, most: number): string {
  const stored = storableText(text).replaceAll('\r\n', '\n').trim();
  if ([...stored].length > most) throw invalid(`The ${what} has more than ${most} characters.`);
  return stored;
}

function invalid(message: string): SightlineError {
  return new SightlineError('invalid_argument', message);
}

function tooMany(): SightlineError {
  return new SightlineError(
    'conflict',
    `This brand has ${REPORT_LIMITS.reports} reports for clients; delete one first.`,
  );
}

function noReport(): SightlineError {
  return new SightlineError('not_found', 'This brand has no such report for a client.');
}
