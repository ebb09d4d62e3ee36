import { SERVER } from '../../domain/access/audit.ts';
import { publicId } from '../../domain/access/public-id.ts';
import type { FrozenFigures, ReportedAnswers, ReportLook } from '../../domain/sharing/shared-report.ts';
import { findEdition, findFrozenReport, insertSharedReport } from '../../storage/directory/shared-reports.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand } from '../owned-brand.ts';
import type { ReportDeps } from './shared-reports.ts';

/** A frozen report for other days than its own, to mail. */
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
  deps: Omit<ReportDeps, 'actor'>,
  of: OwnedBrand,
  { brandId, reportId, look, logo, answers, freeze }: EditionRequest,
): Promise<Edition> {
  const stored = async () => {
    const id = await findEdition(deps.db, brandId, reportId, answers);
    return id === null ? null : await findFrozenReport(deps.db, brandId, id);
  };
  const found = await stored();
  if (found !== null) return found;
  const frozen = await freeze();
  const id = publicId('rpt', deps.random);
  await deps.db.transaction().execute(async (db) => {
    await lockOwnedBrand(db, of);
    if ((await findEdition(db, brandId, reportId, answers)) !== null) return;
    await insertSharedReport(db, brandId, id, { look, answers, frozen, logo, editionOf: reportId });
    await auditOwned({ ...deps, db, actor: SERVER }, of, 'report.edition', id, look.title);
  });
  return (await stored()) ?? { ...look, id: null, frozen };
}
