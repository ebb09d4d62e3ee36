import type { Period } from '../../domain/time/period.ts';
import { type BrandEvent, listBrandEvents } from '../../storage/watch/brand-events.ts';
import type { ReportContext } from './report.ts';

export type { BrandEvent };

/** A brand's events in a period, newest first. */
export async function eventsIn(
  { db, brand, caller, panel }: Pick<ReportContext, 'db' | 'brand' | 'panel' | 'caller'>,
  period: Period,
): Promise<BrandEvent[]> {
  const { id: brandId, publicId } = brand;
  return await listBrandEvents(
    db,
    { brandId, publicId, organizationId: caller.organizationId, panel },
    period,
  );
}
