import { SERVER } from '../../domain/access/audit.ts';
import { publicId } from '../../domain/access/public-id.ts';
import type { FrozenFigures, ReportedAnswers, ReportLook } from '../../domain/sharing/client-report.ts';
import { takeIds } from '../../storage/directory/brand/brand-lock.ts';
import {
  findClientReport,
  findEdition,
  insertClientReport,
} from '../../storage/directory/brand/client-reports.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand } from '../owned-brand.ts';
import type { ClientReportDeps } from './client-reports.ts';

/** A report for other days than its own, to mail. */
export interface Edition extends ReportLook {
  /** Public id of the stored report; null if not stored. */
  readonly id: string | null;
  readonly frozen: FrozenFigures;
}

export interface EditionRequest {
  readonly brandId: number;
  /** Public id of the original report. */
  readonly reportId: string;
  readonly look: ReportLook;
  readonly logo: string | null;
  readonly answers: ReportedAnswers;
  readonly freeze: () => Promise<FrozenFigures>;
}

/** The edition of these days, stored or new. One edition serves all addresses. */
export async function editionOf(
  deps: Omit<ClientReportDeps, 'actor'>,
  of: OwnedBrand,
  { brandId, reportId, look, logo, answers, freeze }: EditionRequest,
): Promise<Edition> {
  const stored = await storedEdition(deps, { brandId, reportId, answers });
  if (stored !== null) return stored;
  const frozen = await freeze();
  const id = publicId('rpt', deps.random);
  await deps.db.transaction().execute(async (db) => {
    await lockOwnedBrand(db, of);
    if ((await findEdition(db, brandId, reportId, answers)) !== null) return;
    const made = { id, internalId: await takeIds(db, brandId, 1), frozen, logo, editionOf: reportId };
    const by = { createdBy: SERVER, createdAt: deps.now() };
    await insertClientReport(db, brandId, { ...made, ...look, ...answers, ...by });
    await auditOwned({ ...deps, db, actor: SERVER }, of, 'report.edition', id, look.title);
  });
  return (await storedEdition(deps, { brandId, reportId, answers })) ?? { ...look, id: null, frozen };
}

async function storedEdition(
  { db }: Pick<ClientReportDeps, 'db'>,
  { brandId, reportId, answers }: Pick<EditionRequest, 'brandId' | 'reportId' | 'answers'>,
): Promise<Edition | null> {
  const id = await findEdition(db, brandId, reportId, answers);
  return id === null ? null : await findClientReport(db, brandId, id);
}
