import type { Scope } from '../../domain/access/api-key.ts';
import { SightlineError } from '../../domain/errors.ts';
import { canBeStored } from '../../domain/text.ts';
import { type BrandRow, findReadableBrand, oldestReadableBrands } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { onceIn } from '../../storage/driver/snapshot.ts';
import type { Caller } from '../shape/report.ts';

/** The checks that every request passes, for reports and actions: plan, scope, and brand. */

/** @throws SightlineError `no_subscription` or `api_not_on_plan` */
export function refuseWithoutPlan({ subscription }: Caller): void {
  if (subscription === null) {
    throw new SightlineError('no_subscription', 'This organization has never had a plan.');
  }
  if (!subscription.apiAccess) {
    throw new SightlineError('api_not_on_plan', "This organization's plan does not include the API.");
  }
}

/** @throws SightlineError `insufficient_scope` */
export function refuseWithoutScope({ scopes }: Caller, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new SightlineError('insufficient_scope', `This key lacks the scope \`${scope}\`.`);
}

/** The brands that a request may mean. */
interface Candidates {
  /** The brand named by `brand`, if the caller may read it. */
  readonly named: BrandRow | null;
  readonly isNamed: boolean;
  readonly oldest: BrandRow;
  readonly several: boolean;
}

/**
 * The brands that `brand` may mean. An id that the caller may not read takes the same two lookups and gets the same refusal, whether it
 * exists or not.
 *
 * @throws SightlineError `no_brand` if the caller may read none
 */
export async function candidatesFor(db: Database, caller: Caller, given: unknown): Promise<Candidates> {
  const id = typeof given === 'string' ? given : null;
  const named = id === null || !canBeStored(id) ? null : await readable(db, caller, id);
  if (named) return { named, isNamed: true, oldest: named, several: false };
  const [oldest, second] = await oldestReadableBrands(db, caller);
  if (!oldest) throw noBrand(caller);
  return { named: null, isNamed: id !== null, oldest, several: second !== undefined };
}

async function readable(
  db: Database,
  { organizationId, brandIds }: Caller,
  id: string,
): Promise<BrandRow | null> {
  const name = `readable brand ${JSON.stringify([organizationId, brandIds, id])}`;
  return await onceIn(db, name, () => findReadableBrand(db, { organizationId, brandIds }, id));
}

/** The brand that a request means. @throws SightlineError `no_such_brand` or `brand_required` */
export function chosen({ named, isNamed, oldest, several }: Candidates): BrandRow {
  if (isNamed && named === null) {
    throw noSuchBrand();
  }
  if (!isNamed && several) {
    throw new SightlineError(
      'brand_required',
      'This organization has several brands: pass `brand`, an id from /brands.',
    );
  }
  return named ?? oldest;
}

/** The brand itself. @throws SightlineError `brand_not_configured` */
export function configured(brand: BrandRow): BrandRow {
  if (brand.configured) return brand;
  throw new SightlineError(
    'brand_not_configured',
    "This brand's setup is not finished: finish it in the dashboard, or with `configured: true` in its apply file.",
  );
}

/** Missing brands and others' brands get one error, so a caller cannot tell which exist. */
export function noSuchBrand(): SightlineError {
  return new SightlineError(
    'no_such_brand',
    'This key may read no brand with that id: /brands lists the brands it may read.',
  );
}

function noBrand({ brandIds }: Caller): SightlineError {
  return new SightlineError(
    'no_brand',
    brandIds === null
      ? 'This organization has no brand: add one in the dashboard, or with `sightline apply`.'
      : "Somebody deleted the brand that this key is pinned to: use another brand's key.",
  );
}
