import { publicId } from '../../domain/access/public-id.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import { MOST_SHEET_LINKS, type OpenedSheet, type SheetLink } from '../../domain/sharing/sheet-link.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import {
  deleteSheetLink,
  findSheet,
  insertSheetLink,
  listSheetLinks,
} from '../../storage/directory/sheet-links.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inTransaction } from '../../storage/driver/in-transaction.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';
import type { ReportDeps } from './shared-reports.ts';

/** A brand's links for sheets, newest first. @throws SightlineError `no_such_brand` */
export async function sheetLinksOf(db: Database, of: OwnedBrand): Promise<SheetLink[]> {
  return await listSheetLinks(db, await ownedBrandId(db, of));
}

/**
 * Makes a link for sheets.
 *
 * @returns its token, which is available only here
 * @throws SightlineError `no_such_brand`, or `conflict`
 */
export async function addSheetLink(
  deps: ReportDeps,
  of: OwnedBrand,
  { days, ...given }: Pick<SheetLink, 'report' | 'query'> & { readonly days: number },
): Promise<string> {
  const token = mintToken('sheet', deps.random);
  const link = { ...given, id: publicId('sht', deps.random), until: deps.now() + days * DAY_MS };
  await inTransaction(deps.db, async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    if ((await listSheetLinks(db, brandId)).length >= MOST_SHEET_LINKS) {
      throw new SightlineError(
        'conflict',
        `A brand has at most ${MOST_SHEET_LINKS} links for sheets; end one first.`,
      );
    }
    await insertSheetLink(db, brandId, { ...link, hash: hashToken(token) });
    await auditOwned({ ...deps, db }, of, 'sheet.create', link.id, `${link.report} for ${days} days`);
  });
  return token;
}

/** Ends a link at once. @returns its report @throws SightlineError `no_such_brand`, or `not_found` */
export async function endSheetLink(deps: ReportDeps, of: OwnedBrand, id: string): Promise<string> {
  return await inTransaction(deps.db, async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    const report = await deleteSheetLink(db, brandId, id);
    if (report === null) throw new SightlineError('not_found', 'This brand has no such link for sheets.');
    await auditOwned({ ...deps, db }, of, 'sheet.end', id, report);
    return report;
  });
}

/** The token's link. Null for a wrong, ended, or expired token and for a deleted brand, without saying which. */
export async function sheetOf(db: Database, token: string, now: number): Promise<OpenedSheet | null> {
  return isToken('sheet', token) ? await findSheet(db, hashToken(token), now) : null;
}
