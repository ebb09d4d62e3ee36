import type { SharedPage } from '../../src/domain/sharing/shared-report.ts';
import { createReport, linkReport, type ReportDeps } from '../../src/pipeline/declare/shared-reports.ts';
import type { OwnedBrand } from '../../src/pipeline/owned-brand.ts';

/** A new live report with its link. @returns its public id, and the link's token */
export async function liveLink(
  deps: ReportDeps,
  of: OwnedBrand,
  { pages, days = 30 }: { readonly pages: readonly SharedPage[]; readonly days?: number },
) {
  const id = await createReport(deps, of, { title: 'For the client', window: null });
  return { id, token: await linkReport(deps, of, id, { pages, days }) };
}
