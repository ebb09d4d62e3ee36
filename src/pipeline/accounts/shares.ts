import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import { DAY_MS } from '../../domain/period.ts';
import { isPublicId, publicId } from '../../domain/public-id.ts';
import {
  hashShareToken,
  isShareToken,
  mintShareToken,
  SHARE_DAYS,
  SHARED_PAGES,
  type Share,
  type SharedPage,
} from '../../domain/share-link.ts';
import { storableText } from '../../domain/text.ts';
import { lockLiveBrand } from '../../storage/directory/brands.ts';
import {
  countLiveShares,
  endShare,
  findShare,
  insertShare,
  type ListedShare,
  listShares,
} from '../../storage/directory/shares.ts';
import type { Database } from '../../storage/driver/database.ts';

export interface ShareDeps {
  readonly db: Database;
  /** UTC milliseconds. */
  readonly now: number;
  readonly random: RandomBytes;
}

export interface ShareRequest {
  /** Internal id of the brand. */
  readonly brandId: number;
  readonly name: string;
  readonly pages: readonly string[];
  /** For how many days it works. */
  readonly days: number;
  /** Who made it, as others are to read it. */
  readonly createdBy: string | null;
}

/** A new link. This is the only time that its token is known. */
export interface CreatedShare {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: number;
}

const LONGEST_NAME = 100;
const MOST_LIVE = 100;
/** Ended links stay in the list as a record. */
const MOST_LISTED = 200;

/** Creates a read-only link to pages of a brand. @throws SightlineError `invalid_argument`, `not_found`, or `conflict` */
export async function createShare(deps: ShareDeps, request: ShareRequest): Promise<CreatedShare> {
  const [name, pages, days] = [nameOf(request), pagesOf(request), daysOf(request)];
  const token = mintShareToken(deps.random);
  const share = {
    ...{ publicId: publicId('shr', deps.random), brandId: request.brandId, name, pages },
    ...{ hash: hashShareToken(token), createdBy: request.createdBy },
    ...{ createdAt: deps.now, expiresAt: deps.now + days * DAY_MS },
  };
  await deps.db.transaction().execute(async (db) => {
    if (!(await lockLiveBrand(db, request.brandId)))
      throw new SightlineError('not_found', 'This brand was deleted.');
    if ((await countLiveShares(db, request.brandId, deps.now)) >= MOST_LIVE) throw tooMany();
    await insertShare(db, share);
  });
  return { id: share.publicId, token, expiresAt: share.expiresAt };
}

/** The links of a brand, ended ones too, newest first. */
export async function sharesOf(db: Database, brandId: number): Promise<ListedShare[]> {
  return await listShares(db, brandId, MOST_LISTED);
}

/** Ends a link of a brand at once; repeating it does no harm. */
export async function revokeShare(
  deps: Omit<ShareDeps, 'random'>,
  brandId: number,
  id: string,
): Promise<void> {
  if (!isPublicId('shr', id)) return;
  await endShare(deps.db, brandId, id, deps.now);
}

/**
 * What a token opens now. Null for a wrong, revoked, or expired one and for a deleted brand: which of them it is, nobody
 * without the link is told.
 */
export async function shareOf(db: Database, token: string, now: number): Promise<Share | null> {
  return isShareToken(token) ? await findShare(db, hashShareToken(token), now) : null;
}

function nameOf({ name }: ShareRequest): string {
  const trimmed = storableText(name).trim();
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME) return trimmed;
  throw new SightlineError(
    'invalid_argument',
    `Give the link a name of 1 to ${LONGEST_NAME} characters, such as the client that it is for.`,
  );
}

function pagesOf({ pages }: ShareRequest): SharedPage[] {
  const unknown = pages.find((page) => !SHARED_PAGES.some((each) => each === page));
  if (unknown !== undefined)
    throw new SightlineError('invalid_argument', `There is no page "${unknown}" to share.`);
  if (pages.length === 0) throw new SightlineError('invalid_argument', 'Choose at least one page to share.');
  return SHARED_PAGES.filter((page) => pages.includes(page));
}

function daysOf({ days }: ShareRequest): number {
  if (Number.isInteger(days) && days >= 1 && days <= SHARE_DAYS.most) return days;
  throw new SightlineError(
    'invalid_argument',
    `A link works for 1 to ${SHARE_DAYS.most} days; give a whole number.`,
  );
}

function tooMany(): SightlineError {
  return new SightlineError('conflict', `This brand has ${MOST_LIVE} links that work; revoke one first.`);
}
