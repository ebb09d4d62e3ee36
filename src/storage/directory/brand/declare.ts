import type { Updateable } from 'kysely';
import type { Role } from '../../../domain/answers/answer-reading.ts';
import type { Alias, MatchChoices } from '../../../domain/brand/tracked-brand.ts';
import type { Database } from '../../driver/database.ts';
import { insertAll } from '../../driver/insert-all.ts';
import type { Tables } from '../../driver/schema/schema.ts';
import { insertBrandState, takeIds, withBrandLock } from './brand-lock.ts';
import { aliasesFrom, aliasesJson, matchFrom, matchJson } from './names.ts';

/** Reads and writes for `apply`. */

export interface BrandSettings {
  readonly name: string;
  readonly domain: string | null;
  readonly configured: boolean;
  /** Samples per prompt, engine, and day, 1 to 5. */
  readonly samplesPerDay: number;
}

export interface DeclaredBrandRow extends BrandSettings {
  readonly id: number;
  readonly publicId: string;
  readonly organizationId: number;
  /** Null if live. */
  readonly deletedAt: number | null;
}

const brandColumns = [
  'id',
  'public_id as publicId',
  'organization_id as organizationId',
  'name',
  'domain',
  'configured',
  'samples_per_day as samplesPerDay',
  'deleted_at as deletedAt',
] as const;

/** A brand in any organization, even a deleted one. */
export async function findBrandByPublicId(db: Database, publicId: string): Promise<DeclaredBrandRow | null> {
  const row = await db
    .selectFrom('brands')
    .select(brandColumns)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ? brandOf(row) : null;
}

/** An organization's live brand with this name; the oldest if there are several. */
export async function findBrandByName(
  db: Database,
  organizationId: number,
  name: string,
): Promise<DeclaredBrandRow | null> {
  const row = await db
    .selectFrom('brands')
    .select(brandColumns)
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst();
  return row ? brandOf(row) : null;
}

function brandOf<Row extends { configured: number }>(row: Row) {
  return { ...row, configured: row.configured === 1 };
}

export async function insertBrand(
  db: Database,
  brand: BrandSettings & { publicId: string; organizationId: number; createdAt: number },
): Promise<number> {
  const { id } = await db
    .insertInto('brands')
    .values({
      ...settingColumns(brand),
      public_id: brand.publicId,
      organization_id: brand.organizationId,
      created_at: brand.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertBrandState(db, id);
  return id;
}

export async function updateBrand(db: Database, id: number, settings: BrandSettings): Promise<void> {
  await withBrandLock(db, id, (transaction) =>
    transaction.updateTable('brands').set(settingColumns(settings)).where('id', '=', id).execute(),
  );
}

function settingColumns(settings: BrandSettings) {
  return {
    name: settings.name,
    domain: settings.domain,
    configured: settings.configured ? 1 : 0,
    samples_per_day: settings.samplesPerDay,
  };
}

export interface TrackedSettings {
  readonly role: Role;
  readonly name: string;
  readonly match: MatchChoices;
  readonly aliases: readonly Alias[];
  /** Normalized host. */
  readonly domain: string | null;
  /** Normalized hosts of its other sites. */
  readonly domains: readonly string[];
}

export interface DeclaredTracked extends TrackedSettings {
  readonly id: number;
  readonly retired: boolean;
}

/** Includes retired brands. */
export async function listAllTracked(db: Database, brandId: number): Promise<DeclaredTracked[]> {
  const rows = await db
    .selectFrom('tracked_brands')
    .select(['id', 'role', 'name', 'match_options', 'aliases', 'domain', 'domains', 'retired_at'])
    .where('brand_id', '=', brandId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    role: row.role as Role,
    name: row.name,
    match: matchFrom(row.match_options),
    aliases: aliasesFrom(row.aliases),
    domain: row.domain,
    domains: JSON.parse(row.domains) as string[],
    retired: row.retired_at !== null,
  }));
}

export async function insertTracked(db: Database, brandId: number, settings: TrackedSettings): Promise<void> {
  const id = await takeIds(db, brandId, 1);
  await db
    .insertInto('tracked_brands')
    .values({ brand_id: brandId, id, role: settings.role, retired_at: null, ...trackedColumns(settings) })
    .execute();
}

/** Changes a tracked brand; restores it if retired. */
export async function updateTracked(
  db: Database,
  brandId: number,
  id: number,
  settings: TrackedSettings,
): Promise<void> {
  await changeTracked(db, brandId, id, { ...trackedColumns(settings), retired_at: null });
}

/** Retires a competitor; its history stays. */
export async function retireTracked(db: Database, brandId: number, id: number, now: number): Promise<void> {
  await changeTracked(db, brandId, id, { retired_at: now });
}

async function changeTracked(
  db: Database,
  brandId: number,
  id: number,
  columns: Updateable<Tables['tracked_brands']>,
): Promise<void> {
  await withBrandLock(db, brandId, (transaction) =>
    transaction
      .updateTable('tracked_brands')
      .set(columns)
      .where('brand_id', '=', brandId)
      .where('id', '=', id)
      .execute(),
  );
}

/** Answers that name a tracked brand. */
export async function countNaming(db: Database, brandId: number, trackedId: number): Promise<number> {
  const { n } = await db
    .selectFrom('mentions')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('tracked_id', '=', trackedId)
    .where('mentioned', '=', 1)
    .executeTakeFirstOrThrow();
  return n;
}

function trackedColumns(settings: TrackedSettings) {
  return {
    name: settings.name,
    match_options: matchJson(settings.match),
    aliases: aliasesJson(settings.aliases),
    domain: settings.domain,
    domains: JSON.stringify(settings.domains),
  };
}

export async function replaceEngines(
  db: Database,
  brandId: number,
  engines: readonly string[],
): Promise<void> {
  const rows = engines.map((engine) => ({ brand_id: brandId, engine }));
  await withBrandLock(db, brandId, async (transaction) => {
    await transaction.deleteFrom('brand_engines').where('brand_id', '=', brandId).execute();
    await insertAll(transaction, 'brand_engines', rows);
  });
}
