import type { Selectable } from 'kysely';
import type { ChatFormat } from '../../domain/alerts/endpoint.ts';
import type { ReportPace } from '../../domain/sharing/report-mail.ts';
import { dayOf } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** A recurring mail, or message to a chat, with a client report: an endpoint that gets the report instead of alerts. */
export interface ReportMail {
  readonly internalId: number;
  /** `rml_…` */
  readonly id: string;
  readonly brandId: number;
  /** The report's public id. */
  readonly report: string;
  /** Null: by mail. */
  readonly format: ChatFormat | null;
  /** Shortened for a chat. */
  readonly address: string;
  /** Encrypted address of a chat; null for mail. */
  readonly secret: string | null;
  readonly pace: ReportPace;
  /** The next or current sending day: UTC days since 1970. */
  readonly day: number;
  /** Its instant. */
  readonly mailAt: number;
  readonly dueAt: number;
  /** Consecutive failures. */
  readonly failures: number;
  /** Null if it was sent since. */
  readonly lastFailure: string | null;
  readonly lastSentAt: number | null;
}

/** A report's recipients, oldest first. */
export async function listReportMails(db: Database, brandId: number, report: string): Promise<ReportMail[]> {
  const rows = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('report', '=', report)
    .orderBy('id')
    .execute();
  return rows.map(reportMailFrom);
}

export async function findReportMail(db: Database, publicId: string): Promise<ReportMail | null> {
  const row = await db
    .selectFrom('endpoints')
    .selectAll()
    .where('public_id', '=', publicId)
    .where('report', '!=', '')
    .executeTakeFirst();
  return row ? reportMailFrom(row) : null;
}

export async function deleteMailsOfReport(db: Database, brandId: number, report: string): Promise<void> {
  await db.deleteFrom('endpoints').where('brand_id', '=', brandId).where('report', '=', report).execute();
}

export function reportMailFrom(row: Selectable<Tables['endpoints']>): ReportMail {
  const mailAt = row.mail_at ?? 0;
  return {
    internalId: row.id,
    id: row.public_id,
    brandId: row.brand_id ?? 0,
    report: row.report,
    format: row.format as ChatFormat | null,
    address: row.address,
    secret: row.secret,
    pace: row.pace as ReportPace,
    day: dayOf(mailAt),
    mailAt,
    dueAt: row.next_at ?? 0,
    failures: row.failures,
    lastFailure: (row.last_failure_at ?? 0) > (row.last_sent_at ?? 0) ? row.last_failure : null,
    lastSentAt: row.last_sent_at,
  };
}
