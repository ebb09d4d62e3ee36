import { isDeepStrictEqual } from 'node:util';
import { listSiteChoices, replaceSiteChoices } from '../../storage/directory/sites.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';
import type { siteChoicesOf } from './declared.ts';

/** Makes these the kinds that the owner of a brand chose for sites. The list is whole; what is missing is as it was found. */
export async function applySites(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: ReturnType<typeof siteChoicesOf>,
): Promise<void> {
  if (declared === undefined) return;
  const wanted = declared.toSorted((a, b) => (a.host < b.host ? -1 : 1));
  if (isDeepStrictEqual(await listSiteChoices(db, id), wanted)) return;
  await replaceSiteChoices(db, id, wanted);
  const shown = wanted.map(({ host, kind }) => `${host} is a ${kind}`).join(', ');
  record.changed('changed', 'sites', `${publicId}: ${shown || 'none'}`);
}
