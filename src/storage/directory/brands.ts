import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type BrandReach, reaches } from '../../domain/access/brand-reach.ts';
import type { Role } from '../../domain/answers/answer-reading.ts';
import type { NamedBrand } from '../../domain/brand/brand-choice.ts';
import type { BrandMarket } from '../../domain/brand/market.ts';
import { type ModelReader, modelReaderOf } from '../../domain/brand/reader.ts';
import { namesOf, type TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';
import { lockBrand, lockLiveBrand } from './brand/brand-lock.ts';
import { listMarkets } from './brand/markets.ts';
import { aliasesFrom, matchFrom } from './brand/names.ts';

/** A brand, with the columns for access checks and report envelopes. */
export interface BrandRow {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly configured: boolean;
  /** Equal versions mean equal data (brand-lock.ts). */
  readonly version: number;
}

/** Facts that a snapshot fixes. */
interface SnapshotColumns extends Pick<BrandRow, 'version'> {
  /** Current brands: the brand itself first, then by name. */
  readonly tracked: readonly TrackedBrand[];
  /** Active ones in order, then removed ones. */
  readonly markets: readonly BrandMarket[];
  /** The model that judges its answers; null for rules. */
  readonly reader: ModelReader | null;
  /** Whether any of its answers may have been imported. */
  readonly hasImports: boolean;
}

export interface BrandSnapshot extends BrandRow, SnapshotColumns {}

/** The brands that a caller may read: an organization's, or the subset that a key or user is limited to. */
interface BrandAccess {
  readonly organizationId: number;
  readonly brandIds: BrandReach;
}

/** A readable brand by public id. A foreign brand and a missing one are the same miss in one statement. */
export async function findReadableBrand(
  db: Database,
  access: BrandAccess,
  publicId: string,
): Promise<BrandRow | null> {
  const { organizationId, brandIds } = access;
  const [row] = (await capabilitiesOf(db).isDistributed(db))
    ? await findSpread(db, { organizationId, publicId })
    : await selectBrand(db, { organizationId, publicId });
  return row && reaches(brandIds, row.id) ? brandRowOf(row) : null;
}

interface BrandId {
  readonly organizationId: number;
  readonly publicId: string;
}

async function findSpread(db: Database, { organizationId, publicId }: BrandId): Promise<SelectedBrand[]> {
  return await selectEach(db, organizationId, await selectBrandId(db, { organizationId, publicId }));
}

const selectBrand = statement(
  'brand by public id',
  (db: Database, { organizationId, publicId }: { organizationId: number; publicId: string }) =>
    readableBrands(db, { organizationId, brandIds: null }).where('public_id', '=', publicId),
);

const selectBrandId = statement(
  'id of a brand by its public id',
  (db: Database, { organizationId, publicId }: { organizationId: number; publicId: string }) =>
    inDirectory(db, { organizationId, brandIds: null }).select('id').where('public_id', '=', publicId),
);

/** The first two readable brands, oldest first. */
export async function oldestReadableBrands(db: Database, access: BrandAccess): Promise<BrandRow[]> {
  return (await findOldest(db, access)).map(brandRowOf);
}

async function findOldest(db: Database, access: BrandAccess): Promise<SelectedBrand[]> {
  if (await capabilitiesOf(db).isDistributed(db)) return await findOldestSpread(db, access);
  if (access.brandIds === null) return await selectFirst(db, { organizationId: access.organizationId });
  return await readableBrands(db, access).orderBy('id').limit(FIRST).execute();
}

/** One result is the implied brand; two are ambiguous. */
const FIRST = 2;

const selectFirst = statement(
  'oldest brands',
  (db: Database, { organizationId }: { organizationId: number }) =>
    readableBrands(db, { organizationId, brandIds: null }).orderBy('id').limit(FIRST),
);

async function findOldestSpread(db: Database, access: BrandAccess): Promise<SelectedBrand[]> {
  const ids = await inDirectory(db, access).select('id').orderBy('id').limit(FIRST).execute();
  return await selectEach(db, access.organizationId, ids);
}

/**
 * Brands with their versions, each from its own machine. The directory comes from there too, so that a brand is as
 * new as its version: a version's cached reports must not have an older name.
 */
async function selectEach(
  db: Database,
  organizationId: number,
  ids: readonly { readonly id: number }[],
): Promise<SelectedBrand[]> {
  const rows: SelectedBrand[] = [];
  for (const { id } of ids) rows.push(...(await selectBrandById(db, { organizationId, id })));
  return rows;
}

const selectBrandById = statement(
  'brand by id',
  (db: Database, { organizationId, id }: { organizationId: number; id: number }) =>
    readableBrands(db, { organizationId, brandIds: null })
      .where('brands.id', '=', id)
      .where('brand_state.brand_id', '=', id),
);

function readableBrands(db: Database, access: BrandAccess) {
  return inDirectory(db, access)
    .innerJoin('brand_state', 'brand_state.brand_id', 'brands.id')
    .select(['id', 'organization_id', 'public_id', 'name', 'configured', 'version']);
}

/** Directory columns, without data on the brands' machines. */
function inDirectory(db: Database, access: BrandAccess) {
  const query = db
    .selectFrom('brands')
    .where('organization_id', '=', access.organizationId)
    .where('deleted_at', 'is', null);
  const { brandIds } = access;
  if (brandIds === null) return query;
  return query.where(isWithinReach('brands.id', brandIds));
}

function brandRowOf(row: SelectedBrand): BrandRow {
  const { id, public_id: publicId, name, configured, version } = row;
  return { id, publicId, name, configured: configured === 1, version };
}

interface SelectedBrand extends Pick<BrandRow, 'id' | 'name' | 'version'> {
  readonly organization_id: number;
  readonly public_id: string;
  readonly configured: number;
}

export interface ListedBrand extends Omit<BrandRow, 'version'> {
  readonly domain: string | null;
  readonly markets: readonly BrandMarket[];
  /** When a prospect ends; null for an ordinary brand. */
  readonly prospectUntil: number | null;
  readonly activePrompts: number;
  readonly lastCollectedAt: number | null;
}

/** Oldest first. */
export async function listReadableBrands(db: Database, access: BrandAccess): Promise<ListedBrand[]> {
  const rows = await inDirectory(db, access)
    .select(['id', 'public_id', 'name', 'configured', 'domain', 'prospect_until'])
    .orderBy('id')
    .execute();
  const listed: ListedBrand[] = [];
  for (const row of rows) {
    const [[activity], markets] = await Promise.all([
      selectActivity(db, { brandId: row.id }),
      listMarkets(db, row.id),
    ]);
    listed.push({
      id: row.id,
      publicId: row.public_id,
      name: row.name,
      configured: row.configured === 1,
      domain: row.domain,
      markets,
      prospectUntil: row.prospect_until,
      activePrompts: activity?.activePrompts ?? 0,
      lastCollectedAt: activity?.lastCollectedAt ?? null,
    });
  }
  return listed;
}

/** For one brand, whose rows are on one machine. The newest answer comes from the index answers_newest. */
const selectActivity = statement<
  Tables,
  { brandId: number },
  Pick<ListedBrand, 'activePrompts' | 'lastCollectedAt'>
>(
  'activity of a brand',
  (_db, { brandId }) => sql`
    select count(*) as "activePrompts", (select collected_at from answers where brand_id = ${brandId}
      order by collected_at desc limit 1) as "lastCollectedAt"
    from prompts where brand_id = ${brandId} and active = 1`,
);

/** An organization's live brands, and their active prompts in total, without those of prospects. */
export async function countWorkspace(
  db: Database,
  organizationId: number,
): Promise<{ brands: number; activePrompts: number }> {
  const brands = await inDirectory(db, { organizationId, brandIds: null })
    .select(['id', 'prospect_until'])
    .execute();
  const planned = brands.filter((each) => each.prospect_until === null);
  if (planned.length === 0) return { brands: brands.length, activePrompts: 0 };
  const { n } = await db
    .selectFrom('prompts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(
      'brand_id',
      'in',
      planned.map(({ id }) => id),
    )
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  return { brands: brands.length, activePrompts: n };
}

/** Current tracked brands: the brand itself first, then by name. */
export async function listTracked(db: Database, brandId: number): Promise<TrackedBrand[]> {
  return (await selectTracked(db, { brandId })).map(trackedBrandOf);
}

/** A brand with its version, tracked brands, and markets in a snapshot: they may have changed since the lookup. */
export async function readBrandSnapshot<Brand extends { readonly id: number }>(
  snapshot: Database,
  brand: Brand,
): Promise<Brand & SnapshotColumns> {
  const [rows, markets] = await Promise.all([
    selectSnapshot(snapshot, { brandId: brand.id }),
    listMarkets(snapshot, brand.id),
  ]);
  const { version, reader: name, reader_prompt: prompt, imports } = rows[0] ?? NO_STATE;
  const reader = modelReaderOf(name, prompt);
  return { ...brand, version, tracked: rows.map(trackedBrandOf), markets, reader, hasImports: imports > 0 };
}

const NO_STATE = { version: 0, reader: null, reader_prompt: null, imports: 0 };

function trackedBrandOf(row: SelectedTracked): TrackedBrand {
  return {
    id: row.id,
    role: row.role as Role,
    name: row.name,
    names: namesOf(row.name, matchFrom(row.match_options), aliasesFrom(row.aliases)),
    hosts: [row.domain, ...(JSON.parse(row.domains) as string[])].filter((host) => host !== null),
  };
}

const TRACKED = ['id', 'role', 'name', 'match_options', 'aliases', 'domain', 'domains'] as const;

type SelectedTracked = Pick<Selectable<Tables['tracked_brands']>, (typeof TRACKED)[number]>;

const trackedIn = (db: Database, { brandId }: { brandId: number }) =>
  db
    .selectFrom('tracked_brands')
    .select(TRACKED)
    .where('tracked_brands.brand_id', '=', brandId)
    .where('retired_at', 'is', null)
    .orderBy('role', 'desc')
    .orderBy('name');

const selectTracked = statement('tracked brands', trackedIn);

/** The brand itself is always tracked. */
const selectSnapshot = statement('brand as a snapshot has it', (db: Database, given: { brandId: number }) =>
  trackedIn(db, given)
    .innerJoin('brand_state', 'brand_state.brand_id', 'tracked_brands.brand_id')
    .select(['version', 'reader', 'reader_prompt'])
    .select(
      sql<number>`(select count(*) from (select 1 from imports where brand_id = ${given.brandId} limit 1) as i)`.as(
        'imports',
      ),
    )
    .where('brand_state.brand_id', '=', given.brandId),
);

/** Engine slugs. */
export async function listAskedEngines(db: Database, brandId: number): Promise<string[]> {
  const rows = await selectEngines(db, { brandId });
  return rows.map((row) => row.engine);
}

const selectEngines = statement('asked engines', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brand_engines').select('engine').where('brand_id', '=', brandId),
);

/** Whether another live brand uses the engine. */
export async function isAskedForOthers(db: Database, engine: string, brandId: number): Promise<boolean> {
  const row = await db
    .selectFrom('brand_engines as e')
    .innerJoin('brands as b', 'b.id', 'e.brand_id')
    .select('b.id')
    .where('e.engine', '=', engine)
    .where('b.id', '<>', brandId)
    .where('b.deleted_at', 'is', null)
    .where('b.configured', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks a live brand as deleted; its data stays unread. @returns whether it existed */
export async function deleteBrand(db: Database, publicId: string, now: number): Promise<boolean> {
  const id = await findWorkspace(db, publicId);
  // Of two concurrent deletions, the second finds it deleted.
  if (id === null || !(await lockLiveBrand(db, id))) return false;
  await db.updateTable('brands').set({ deleted_at: now }).where('id', '=', id).execute();
  return true;
}

/** Restores a deleted brand. @returns false if a purge has begun */
export async function restoreBrand(db: Database, brandId: number): Promise<boolean> {
  await lockBrand(db, brandId);
  const { numUpdatedRows } = await db
    .updateTable('brands')
    .set({ deleted_at: null })
    .where('id', '=', brandId)
    .where('purge_began_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countAnswers(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('answers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Live brands in one organization or all, within a caller's limit, oldest first. */
export async function listNamedBrands(
  db: Database,
  organizationId: number | null,
  reach: BrandReach = null,
): Promise<NamedBrand[]> {
  let query = db
    .selectFrom('brands')
    .select(['public_id as publicId', 'name'])
    .where('deleted_at', 'is', null)
    .orderBy('id');
  if (reach !== null) query = query.where(isWithinReach('id', reach));
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  return await query.execute();
}

/** The live ones among these, oldest first. */
export async function listBrandsById(db: Database, ids: readonly number[]): Promise<NamedBrand[]> {
  return await listNamedBrands(db, null, ids);
}

/** Deleted, unpurged brands in one organization or all, last deleted first. */
export async function listDeletedBrands(
  db: Database,
  organizationId: number | null,
): Promise<(NamedBrand & { readonly organizationId: number; readonly deletedAt: number })[]> {
  let query = db
    .selectFrom('brands')
    .select(['public_id as publicId', 'name', 'organization_id as organizationId', 'deleted_at as deletedAt'])
    .where('deleted_at', 'is not', null)
    .where('purge_began_at', 'is', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id');
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  return await query.$narrowType<{ deletedAt: number }>().execute();
}

/** Every live brand, oldest first. */
export async function listLiveBrands(
  db: Database,
): Promise<(Pick<BrandRow, 'id' | 'publicId'> & Pick<ListedBrand, 'prospectUntil'>)[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId', 'prospect_until as prospectUntil'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Every brand with data, including deleted ones, oldest first. */
export async function listEveryBrand(db: Database): Promise<Pick<BrandRow, 'id' | 'publicId'>[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId'])
    .where('purged_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** A live brand's internal id, for callers that may write to every brand. */
export async function findWorkspace(db: Database, publicId: string): Promise<number | null> {
  const row = await db
    .selectFrom('brands')
    .select('id')
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findLivePublicId(db: Database, brandId: number): Promise<string | null> {
  const row = await db
    .selectFrom('brands')
    .select('public_id as publicId')
    .where('id', '=', brandId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.publicId ?? null;
}

/** A brand that Sightline collects answers for. */
export interface CollectedBrand {
  readonly id: number;
  readonly organizationId: number;
  readonly samplesPerDay: number;
}

/** A brand's default samples per day. */
export async function findSamplesPerDay(db: Database, brandId: number): Promise<number> {
  const { samples } = await db
    .selectFrom('brands')
    .select('samples_per_day as samples')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();
  return samples;
}

/** Live brands with a finished setup but no prospects, oldest first. @param organizationId default: of all organizations */
export async function listCollectedBrands(db: Database, organizationId?: number): Promise<CollectedBrand[]> {
  const brands = collectedBrands(db).orderBy('id');
  const mine = organizationId === undefined ? brands : brands.where('organization_id', '=', organizationId);
  return await mine.execute();
}

/** One such brand; null if it is deleted, unfinished, or a prospect. */
export async function findCollectedBrand(db: Database, brandId: number): Promise<CollectedBrand | null> {
  return (await collectedBrands(db).where('id', '=', brandId).executeTakeFirst()) ?? null;
}

function collectedBrands(db: Database) {
  return db
    .selectFrom('brands')
    .select(['id', 'organization_id as organizationId', 'samples_per_day as samplesPerDay'])
    .where('deleted_at', 'is', null)
    .where('prospect_until', 'is', null)
    .where('configured', '=', 1);
}

/** SQL condition: the column's brand is in this list. An empty list matches none. */
export function isWithinReach(column: string, reach: readonly number[]): RawBuilder<boolean> {
  if (reach.length === 0) return sql<boolean>`1 = 0`;
  return sql<boolean>`${sql.ref(column)} in (${sql.join(reach)})`;
}
