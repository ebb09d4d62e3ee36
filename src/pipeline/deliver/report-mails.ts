import type { AuditAction } from '../../domain/access/audit.ts';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import type { EndpointFormat } from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  MOST_REPORT_MAILS,
  nextReportAt,
  type ReportPace,
  reportedDays,
} from '../../domain/sharing/report-mail.ts';
import type {
  Block,
  FrozenFigures,
  FrozenReport,
  ReportedAnswers,
  ReportLook,
} from '../../domain/sharing/shared-report.ts';
import { deleteEndpoint, insertEndpoint } from '../../storage/delivery/endpoints.ts';
import { findReportMail, listReportMails, type ReportMail } from '../../storage/delivery/report-mails.ts';
import { insertAudit, lastAudit } from '../../storage/directory/access/audit.ts';
import { findLivePublicId } from '../../storage/directory/brands.ts';
import { findOrganizationOfBrand } from '../../storage/directory/organizations.ts';
import { findFrozenReport } from '../../storage/directory/shared-reports.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { type Edition, editionOf } from '../declare/report-editions.ts';
import type { ReportDeps } from '../declare/shared-reports.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';
import type { ChatText } from './chat-text.ts';
import { sealedSecret } from './secrets.ts';
import type { Mail, Senders } from './senders.ts';
import { stopLinkOf } from './stop-link.ts';
import { targetOf } from './target.ts';

export type { ReportMail };

/** Composes report mails; the reports themselves live in another folder. */
export interface ReportComposer {
  /**
   * The figures of these days.
   *
   * @param brand public id
   * @throws SightlineError as its reports do
   */
  readonly freeze: (brand: string, answers: ReportedAnswers) => Promise<FrozenFigures>;
  /** @param link to the report for readers with an account; null without a dashboard address */
  readonly words: (edition: Edition, link: string | null, stop: string | null) => ReportWords;
}

export interface ReportWords {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly chat: Omit<ChatText, 'link'>;
}

/** A report for its recipient: whichever it takes. */
export interface ComposedReport {
  readonly mail: Mail;
  readonly chat: ChatText;
}

export interface ReportMailDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly senders: Senders;
  readonly composer: ReportComposer;
}

/**
 * Sends a report to an address: a mail, or a message to a chat.
 *
 * @returns the address as it is stored
 * @throws SightlineError `invalid_argument`, `conflict`, `no_such_brand`, or `not_found`
 */
export async function addReportMail(
  deps: ReportDeps & Pick<Senders, 'secretKey'>,
  of: OwnedBrand,
  report: string,
  given: GivenRecipient,
): Promise<string> {
  const { now } = deps;
  const { address, format, url } = recipientOf(given);
  const id = publicId('rml', deps.random);
  const secret = url === null ? null : await sealedSecret(id, url.href, deps);
  await inTransaction(deps.db, async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    if ((await findFrozenReport(db, brandId, report)) === null)
      throw new SightlineError('not_found', 'This brand has no such report with figures.');
    if ((await listReportMails(db, brandId, report)).length >= MOST_REPORT_MAILS)
      throw new SightlineError('conflict', `A report goes to at most ${MOST_REPORT_MAILS} addresses.`);
    await refuseStopped({ ...deps, db }, of, { address, isWantedAgain: given.isWantedAgain });
    const kind = url === null ? 'report' : 'report_post';
    const made = { id, organizationId: of.organizationId, brandId, kind, format, address, secret } as const;
    const first = { id: report, firstAt: nextReportAt(given.pace, now()) };
    const { pace } = given;
    if (!(await insertEndpoint(db, { ...made, pace, report: first, createdAt: now() })))
      throw new SightlineError('conflict', `This report goes to ${address} already.`);
    await auditOwned({ ...deps, db }, of, 'report.mail', report, `${given.pace} to ${address}`);
  });
  return address;
}

interface GivenRecipient {
  readonly address: string;
  /** Of a chat; default: as the address suggests. */
  readonly format?: EndpointFormat | undefined;
  readonly pace: ReportPace;
  readonly isWantedAgain: boolean;
}

/** Where it may send is checked again at each sending. @throws SightlineError `invalid_argument` */
function recipientOf({ address, format }: GivenRecipient) {
  const target = targetOf(address, format);
  if (target.format === 'standard')
    throw new SightlineError('invalid_argument', 'A report goes to an email address, Slack, or Teams.');
  if (target.url?.protocol === 'http:')
    throw new SightlineError(
      'invalid_argument',
      'Use https://: over http://, others can read reports on their way.',
    );
  return target;
}

/** An unsubscribed address gets no mail until an admin says that its owner asked for it. */
async function refuseStopped(
  { db, now, actor }: { readonly db: Database; readonly now: () => number; readonly actor: string },
  { organizationId }: OwnedBrand,
  { address, isWantedAgain }: { readonly address: string; readonly isWantedAgain: boolean },
): Promise<void> {
  const actions: AuditAction[] = ['report.unsubscribe', 'report.again'];
  if ((await lastAudit(db, { organizationId, actions, detail: address })) !== 'report.unsubscribe') return;
  if (!isWantedAgain) {
    throw new SightlineError(
      'conflict',
      `${address} has unsubscribed from this organization's reports. If its owner has asked for them again, an admin can confirm that.`,
    );
  }
  const entry = { at: now(), organizationId, actor, action: 'report.again', subject: null } as const;
  await insertAudit(db, { ...entry, detail: address });
}

/** A report's mail addresses. @throws SightlineError `no_such_brand` */
export async function mailsOfReport(db: Database, of: OwnedBrand, report: string): Promise<ReportMail[]> {
  return await listReportMails(db, await ownedBrandId(db, of), report);
}

/** Stops mailing a brand's report to an address. @returns it; null if it gets none @throws SightlineError `no_such_brand` */
export async function removeReportMail(
  deps: Omit<ReportDeps, 'random'>,
  of: OwnedBrand,
  id: string,
): Promise<string | null> {
  const mail = isPublicId('rml', id) ? await findReportMail(deps.db, id) : null;
  if (mail?.brandId !== (await ownedBrandId(deps.db, of))) return null;
  await endReportMail(deps, id, 'report.mail-end');
  return mail.address;
}

/** Stops a mail, for any caller. */
export async function endReportMail(
  { db, now, actor }: Omit<ReportDeps, 'random'>,
  id: string,
  action: AuditAction,
): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const mail = await findReportMail(transaction, id);
    if (mail === null || !(await deleteEndpoint(transaction, mail))) return;
    const brand = await findLivePublicId(transaction, mail.brandId);
    const owner = brand === null ? null : await findOrganizationOfBrand(transaction, brand);
    const entry = { at: now(), organizationId: owner?.id ?? null, actor, action, subject: mail.report };
    await insertAudit(transaction, { ...entry, detail: mail.address });
  });
}

/**
 * A report's message, with the figures of its days.
 *
 * @throws SightlineError `not_found` if the report or its brand is gone, or as its reports do
 */
export async function composeReport(
  { db, now, random, senders, composer }: ReportMailDeps,
  { id, brandId, report: reportId, address, pace, day }: ReportMail,
): Promise<ComposedReport> {
  const brand = await findLivePublicId(db, brandId);
  const report = await findFrozenReport(db, brandId, reportId);
  const owner = brand === null ? null : await findOrganizationOfBrand(db, brand);
  if (brand === null || report === null || owner === null) {
    throw new SightlineError('not_found', 'There is no such report anymore.');
  }
  const answers = { ...answersOf(report), ...reportedDays(pace, day) };
  const edition = await editionOf(
    { db, now, random },
    { organizationId: owner.id, brand },
    {
      brandId,
      reportId,
      answers,
      look: lookOf(report),
      logo: report.logo,
      freeze: () => composer.freeze(brand, answers),
    },
  );
  const stopLink = await stopLinkOf(id, senders);
  const link =
    senders.publicUrl === null
      ? null
      : `${senders.publicUrl}/brands/${brand}/reports/${edition.id ?? reportId}`;
  const { chat, ...words } = composer.words(edition, link, stopLink?.url ?? null);
  const messageId = `<${reportId}-${day}.${id}@sightline.invalid>`;
  return { mail: { to: address, ...words, messageId, stopLink, at: now() }, chat: { ...chat, link } };
}

/** Always compares, because the first line is about changes. */
function answersOf({ compare, only }: FrozenReport): Pick<ReportedAnswers, 'compare' | 'only'> {
  return { compare: compare === 'off' ? 'previous' : compare, only };
}

/** A report's look, without comments about other figures. */
function lookOf({ title, preparedBy, color, blocks }: FrozenReport): ReportLook {
  const plainBlocks = blocks.map(
    (block): Block => (block.kind === 'text' ? block : { ...block, heading: '', comment: '' }),
  );
  return { title, preparedBy, color, blocks: plainBlocks };
}
