import type { ReportPace } from '../../domain/sharing/report-mail.ts';
import type { Database } from '../driver/database.ts';

/** A recurring mail with a client report to one address. */
export interface ReportMail {
  /** `rml_…` */
  readonly id: string;
  readonly brandId: number;
  /** The report's public id. */
  readonly report: string;
  readonly address: string;
  readonly pace: ReportPace;
  /** The next or current sending day: UTC days since 1970. */
  readonly day: number;
  readonly dueAt: number;
  /** Consecutive failures. */
  readonly failures: number;
  readonly lastFailure: string | null;
  readonly lastSentAt: number | null;
}

const COLUMNS = [
  ...(['public_id as id', 'brand_id as brandId', 'report', 'address', 'pace', 'day'] as const),
  ...(['due_at as dueAt', 'failures', 'last_failure as lastFailure', 'last_sent_at as lastSentAt'] as const),
] as const;

/** @returns false if the address already receives the report */
export async function insertReportMail(
  db: Database,
  {
    id,
    brandId,
    report,
    address,
    pace,
    day,
    dueAt,
  }: Omit<ReportMail, 'failures' | 'lastFailure' | 'lastSentAt'>,
): Promise<boolean> {
  const row = await db
    .insertInto('report_mails')
    .values({
      public_id: id,
      brand_id: brandId,
      report,
      address,
      pace,
      day,
      due_at: dueAt,
      failures: 0,
      last_failure: null,
      last_sent_at: null,
      lease_until: null,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'report', 'address']).doNothing())
    .returning('public_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A report's recipients, oldest first. */
export async function listReportMails(db: Database, brandId: number, report: string): Promise<ReportMail[]> {
  return await db
    .selectFrom('report_mails')
    .select(COLUMNS)
    .where('brand_id', '=', brandId)
    .where('report', '=', report)
    .orderBy('report_mails.id')
    .execute();
}

export async function findReportMail(db: Database, publicId: string): Promise<ReportMail | null> {
  const row = await db
    .selectFrom('report_mails')
    .select(COLUMNS)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns whether it existed */
export async function deleteReportMail(db: Database, publicId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('report_mails')
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteMailsOfReport(db: Database, brandId: number, report: string): Promise<void> {
  await db.deleteFrom('report_mails').where('brand_id', '=', brandId).where('report', '=', report).execute();
}

/** Whether a live brand's report is due. */
export async function hasDueReport(db: Database, now: number): Promise<boolean> {
  return (await dueReports(db, now).executeTakeFirst()) !== undefined;
}

/** Leases the report that has waited longest, until `until`; null if none is due. */
export async function claimReportMail(
  db: Database,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<ReportMail | null> {
  const due = await dueReports(db, now).executeTakeFirst();
  if (due === undefined) return null;
  const row = await db
    .updateTable('report_mails')
    .set({ lease_until: until })
    .where('public_id', '=', due.id)
    // The first sender wins.
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .returning(COLUMNS)
    .executeTakeFirst();
  return row ?? null;
}

function dueReports(db: Database, now: number) {
  return db
    .selectFrom('report_mails as m')
    .innerJoin('brands as b', 'b.id', 'm.brand_id')
    .select('m.public_id as id')
    .where('m.due_at', '<=', now)
    .where('b.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('m.lease_until', 'is', null), eb('m.lease_until', '<=', now)]))
    .orderBy('m.due_at')
    .limit(1);
}

/** Records an attempt's outcome, and the next one. */
export async function noteReportMail(
  db: Database,
  publicId: string,
  next: Pick<ReportMail, 'day' | 'dueAt' | 'failures'> & {
    readonly lastFailure: string | null;
    readonly sentAt: number | null;
  },
): Promise<void> {
  const { day, dueAt, failures, lastFailure, sentAt } = next;
  await db
    .updateTable('report_mails')
    .set({ day, due_at: dueAt, failures, last_failure: lastFailure, lease_until: null })
    .set(sentAt === null ? {} : { last_sent_at: sentAt })
    .where('public_id', '=', publicId)
    .execute();
}
