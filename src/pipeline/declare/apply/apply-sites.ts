import { isDeepStrictEqual } from 'node:util';
import { listSiteChoices, replaceSiteChoices } from '../../../storage/directory/brand/sites.ts';
import type { siteChoicesOf } from '../document/declared.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Replaces the site kinds chosen by a brand's owner. Missing sites return to their default kind. */
export async function applySites(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: ReturnType<typeof siteChoicesOf>,
): Promise<void> {
  if (declared === undefined) return;
  const sorted = declared.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  if (isDeepStrictEqual(await listSiteChoices(db, id), sorted)) return;
  await replaceSiteChoices(db, id, sorted);
  const shown = sorted.map(({ host, kind }) => `${host} is a ${kind}`).join(', ');
  record.changed('changed', 'sites', `${publicId}: ${shown || 'none'}`);
}
