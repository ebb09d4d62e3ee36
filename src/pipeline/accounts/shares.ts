import { isPublicId, publicId } from '../../domain/access/public-id.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import {
  PAGES_BESIDE_REPORT,
  SHARE_DAYS,
  SHARED_PAGES,
  type Share,
  type SharedPage,
} from '../../domain/sharing/share-link.ts';
import { givenNameOf, LONGEST_NAME } from '../../domain/text.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { findClientReport } from '../../storage/directory/brand/client-reports.ts';
import {
  countLiveShares,
  endShare,
  findShare,
  insertShare,
  type ListedShare,
  listShares,
} from '../../storage/directory/shares.ts';
import type { Database } from '../../storage/driver/database.ts';
import { auditOwned, lockOwnedBrand, type OwnedBrand, ownedBrandId } from '../owned-brand.ts';
import type { ActingDeps } from './users.ts';

export type { ListedShare, Share };

export interface ShareRequest {
  readonly name: string;
  readonly pages: readonly string[];
  /** Public id of a client report: the link opens it and `pages`, which may be empty. */
  readonly report?: string;
  /** Fixed days in URL form; default: readers choose. */
  readonly window?: string;
  /** Lifetime in days. */
  readonly days: number;
}

/** A new link. Its token is available only here. */
export interface CreatedShare {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

const MOST_LIVE = 100;
/** Ended links stay listed as a record. */
const MOST_LISTED = 200;

/**
 * Creates a read-only link to a brand's pages.
 *
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `conflict`
 */
export async function createShare(
  deps: ActingDeps,
  of: OwnedBrand,
  request: ShareRequest,
): Promise<CreatedShare> {
  const [name, pages, days] = [nameOf(request), pagesOf(request), daysOf(request)];
  const [id, token, now] = [publicId('shr', deps.random), mintToken('share', deps.random), deps.now()];
  const expiresAt = now + days * DAY_MS;
  await deps.db.transaction().execute(async (db) => {
    const brandId = await lockOwnedBrand(db, of);
    if ((await countLiveShares(db, brandId, now)) >= MOST_LIVE) throw tooMany();
    const report = request.report ?? null;
    if (report !== null && (await findClientReport(db, brandId, report)) === null) throw noReport();
    const window = request.window ?? null;
    const made = { publicId: id, brandId, name, pages, report, window, hash: hashToken(token) };
    await insertShare(db, { ...made, createdBy: deps.actor, createdAt: now, expiresAt });
    await auditOwned(
      { ...deps, db },
      of,
      'share.create',
      id,
      `${name}: ${pages.join(', ')}${report === null ? '' : ` ${report}`}, for ${days} days`,
    );
  });
  return { id, token, expiresAt };
}

/** A brand's links, including ended ones, newest first. @throws SightlineError `no_such_brand` */
export async function sharesOf(db: Database, of: OwnedBrand): Promise<ListedShare[]> {
  return await listShares(db, await ownedBrandId(db, of), MOST_LISTED);
}

/** Ends a brand's link at once; idempotent. @throws SightlineError `no_such_brand` */
export async function revokeShare(deps: ActingDeps, of: OwnedBrand, id: string): Promise<void> {
  if (!isPublicId('shr', id)) return;
  await deps.db.transaction().execute(async (db) => {
    const name = await endShare(db, await ownedBrandId(db, of), id, deps.now());
    if (name !== null) await auditOwned({ ...deps, db }, of, 'share.revoke', id, name);
  });
}

/** The token's share. Null for a wrong, revoked, or expired token and for a deleted brand, without saying which. */
export async function shareOf(db: Database, token: string, now: number): Promise<Share | null> {
  return isToken('share', token) ? await findShare(db, hashToken(token), now) : null;
}

function nameOf({ name }: ShareRequest): string {
  const given = givenNameOf(name);
  if (given !== null) return given;
  throw new SightlineError(
    'invalid_argument',
    `Give the link a name with 1 to ${LONGEST_NAME} characters, such as your client’s name.`,
  );
}

function pagesOf({ pages, report }: ShareRequest): SharedPage[] {
  const offered: readonly SharedPage[] = report === undefined ? SHARED_PAGES : PAGES_BESIDE_REPORT;
  const unknown = pages.find((page) => !offered.some((each) => each === page));
  if (unknown !== undefined) {
    throw new SightlineError('invalid_argument', `There is no page "${unknown}" to share.`);
  }
  if (report !== undefined) return ['report', ...offered.filter((page) => pages.includes(page))];
  if (pages.length === 0) throw new SightlineError('invalid_argument', 'Choose at least one page to share.');
  return offered.filter((page) => pages.includes(page));
}

function daysOf({ days }: ShareRequest): number {
  if (Number.isInteger(days) && days >= 1 && days <= SHARE_DAYS.most) return days;
  throw new SightlineError(
    'invalid_argument',
    `A link works for 1 to ${SHARE_DAYS.most} days; give a whole number.`,
  );
}

function noReport(): SightlineError {
  return new SightlineError('not_found', 'This brand has no such report for a client.');
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has ${MOST_LIVE} links that work; revoke one first.`);
}
