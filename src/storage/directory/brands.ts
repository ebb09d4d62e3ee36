import { type Selectable, sql } from 'kysely';
import type { Role } from '../../domain/answer-reading.ts';
import type { NamedBrand } from '../../domain/brand-choice.ts';
import { type BrandReach, reaches } from '../../domain/brand-reach.ts';
import type { BrandMarket } from '../../domain/market.ts';
import { namesOf, type TrackedBrand } from '../../domain/tracked-brand.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { inBatchesOn } from '../driver/in-batches.ts';
import { jsonOf } from '../driver/json-rows.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { lockBrand, lockLiveBrand } from './heads.ts';
import { listMarkets } from './markets.ts';
import { aliasesFrom, matchFrom } from './names.ts';
import { withinReach } from './user-brands.ts';

/** A brand workspace, as far as access and envelopes need it. */
export interface BrandRow {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
  readonly configured: boolean;
  /** Who sees the same version sees the same data (heads.ts). */
  readonly version: number;
}

/** What a snapshot has of a brand. */
interface BrandHead extends Pick<BrandRow, 'version'> {
  /** The brands looked for in its answers, not the retired ones: the brand itself first, then by name. */
  readonly tracked: readonly TrackedBrand[];
  /** The active ones in their order, then those that were removed. */
  readonly markets: readonly BrandMarket[];
}

/** A brand as a snapshot has it. */
export interface SeenBrand extends BrandRow, BrandHead {}

/** Which brands a caller may read: those of an organization, or of those the ones that a key or a user is limited to. */
interface BrandAccess {
  readonly organizationId: number;
  readonly brandIds: BrandReach;
}

/**
 * The brand with this public id, if the caller may read it. A brand of another organization and one that does not
 * exist are the same miss of one statement.
 */
export async function findReadableBrand(
  db: Database,
  access: BrandAccess,
  publicId: string,
): Promise<BrandRow | null> {
  const row = await findBrand(db, { organizationId: access.organizationId, publicId });
  return row && reaches(access.brandIds, row.id) ? brandRowOf(row) : null;
}

/** A brand by whose it is and its public id. */
interface BrandId {
  readonly organizationId: number;
  readonly publicId: string;
}

/** What requests look up at once is one statement. */
const findBrand = inBatchesOn(async (db: Database, asked: readonly BrandId[]) => {
  const wanted = new Map(asked.map((id) => [pairOf(id), id]));
  const rows = await findBrands(db, [...wanted.values()]);
  const found = new Map(
    rows.map((row) => [pairOf({ organizationId: row.organization_id, publicId: row.public_id }), row]),
  );
  return asked.map((id) => found.get(pairOf(id)) ?? null);
});

function pairOf({ organizationId, publicId }: BrandId): string {
  return `${organizationId} ${publicId}`;
}

async function findBrands(db: Database, wanted: readonly BrandId[]): Promise<SelectedBrand[]> {
  if (await capabilitiesOf(db).isSpread(db)) {
    return (await Promise.all(wanted.map((id) => findSpread(db, id)))).flat();
  }
  if (wanted.length > 1) {
    const pairs = wanted.map(({ organizationId, publicId }) => [organizationId, publicId]);
    return await selectBrands(db, { json: jsonOf(pairs) });
  }
  return (await Promise.all(wanted.map((id) => selectBrand(db, { ...id })))).flat();
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

const selectBrands = statement<Tables, { json: string }, SelectedBrand>(
  'brands by public id',
  (db, { json }) => {
    const { jsonRows, joinInOrder } = capabilitiesOf(db);
    const isWanted = sql`b.organization_id = cast(given.value ->> 0 as integer)
      and b.public_id = given.value ->> 1 and b.deleted_at is null`;
    return sql`
      select b.id, b.organization_id, b.public_id, b.name, b.configured, h.version
      from ${jsonRows(json, 'given')} ${joinInOrder('brands', 'b', isWanted)}
        ${joinInOrder('brand_heads', 'h', sql`h.brand_id = b.id`)}`;
  },
);

/** The first two brands that the caller may read, oldest first. What requests look up at once is one statement. */
export const oldestReadableBrands: (db: Database, access: BrandAccess) => Promise<BrandRow[]> = inBatchesOn(
  async (db: Database, asked: readonly BrandAccess[]) => {
    const wanted = [...new Map(asked.map((access) => [textOf(access), access])).values()];
    const rows = await findOldest(db, wanted);
    const found = new Map(wanted.map((access, index) => [textOf(access), rows[index] ?? []]));
    return asked.map((access) => (found.get(textOf(access)) ?? []).map(brandRowOf));
  },
);

function textOf({ organizationId, brandIds }: BrandAccess): string {
  return `${organizationId} ${brandIds}`;
}

/** For each, in their order. */
async function findOldest(db: Database, wanted: readonly BrandAccess[]): Promise<SelectedBrand[][]> {
  if (await capabilitiesOf(db).isSpread(db)) {
    return await Promise.all(wanted.map((access) => findOldestSpread(db, access)));
  }
  // A row for each brand of a limit: none finds none.
  const given = wanted.flatMap(({ organizationId, brandIds }, index) =>
    (brandIds ?? [null]).map((brandId) => [index, organizationId, brandId] as const),
  );
  const [[, organizationId, brandId] = [0, 0, null]] = given;
  if (given.length === 0) return wanted.map(() => []);
  if (wanted.length === 1 && given.length === 1) {
    return [
      await (brandId === null
        ? selectFirst(db, { organizationId })
        : selectPinned(db, { organizationId, brandId })),
    ];
  }
  const rows = Map.groupBy(await selectOldest(db, { json: JSON.stringify(given) }), ({ asked }) => asked);
  return wanted.map((_, index) => rows.get(index) ?? []);
}

/** How many are looked up: one is the brand that is meant; with two, none is. */
const FIRST = 2;

const selectFirst = statement(
  'oldest brands',
  (db: Database, { organizationId }: { organizationId: number }) =>
    readableBrands(db, { organizationId, brandIds: null }).orderBy('id').limit(FIRST),
);

const selectPinned = statement(
  'pinned brand',
  (db: Database, { organizationId, brandId }: { organizationId: number; brandId: number }) =>
    readableBrands(db, { organizationId, brandIds: null }).where('brands.id', '=', brandId),
);

const selectOldest = statement<Tables, { json: string }, SelectedBrand & { readonly asked: number }>(
  'oldest brands of several',
  (db, { json }) => {
    const { jsonRows, joinInOrder } = capabilitiesOf(db);
    const isReadable = sql`b.organization_id = cast(given.value ->> 1 as integer) and b.deleted_at is null
      and (given.value ->> 2 is null or b.id = cast(given.value ->> 2 as integer))`;
    return sql`
      select first.*, h.version
      from (
        select cast(given.value ->> 0 as integer) as asked, b.id, b.organization_id, b.public_id, b.name, b.configured,
          row_number() over (partition by given.value ->> 0 order by b.id) as place
        from ${jsonRows(json, 'given')} ${joinInOrder('brands', 'b', isReadable)}
      ) as first
        ${joinInOrder('brand_heads', 'h', sql`h.brand_id = first.id`)}
      where first.place <= ${sql.lit(FIRST)} order by first.asked, first.id`;
  },
);

async function findOldestSpread(db: Database, access: BrandAccess): Promise<SelectedBrand[]> {
  const ids = await inDirectory(db, access).select('id').orderBy('id').limit(FIRST).execute();
  return await selectEach(db, access.organizationId, ids);
}

/**
 * Brands with their versions, each from the machine that it is on. The directory is there too, so that a brand is as new as its
 * version: what is kept of a version must not have the name from before.
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
      .where('brand_heads.brand_id', '=', id),
);

function readableBrands(db: Database, access: BrandAccess) {
  return inDirectory(db, access)
    .innerJoin('brand_heads', 'brand_heads.brand_id', 'brands.id')
    .select(['id', 'organization_id', 'public_id', 'name', 'configured', 'version']);
}

/** In the directory, without what is on the machines of brands. */
function inDirectory(db: Database, access: BrandAccess) {
  const query = db
    .selectFrom('brands')
    .where('organization_id', '=', access.organizationId)
    .where('deleted_at', 'is', null);
  const { brandIds } = access;
  if (brandIds === null) return query;
  return query.where(withinReach('brands.id', brandIds));
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

/** A brand as /brands lists it. */
export interface ListedBrand extends Omit<BrandRow, 'version'> {
  readonly domain: string | null;
  readonly markets: readonly BrandMarket[];
  readonly activePrompts: number;
  readonly lastCollectedAt: number | null;
}

/** Every brand the caller may read, oldest first. */
export async function listReadableBrands(db: Database, access: BrandAccess): Promise<ListedBrand[]> {
  const rows = await inDirectory(db, access)
    .select(['id', 'public_id', 'name', 'configured', 'domain'])
    .orderBy('id')
    .execute();
  const listed: ListedBrand[] = [];
  for (const row of rows) {
    const [[activity], markets] = await Promise.all([
      selectActivity(db, { brandId: row.id }),
      listMarkets(db, row.id),
    ]);
    listed.push({
      ...{ id: row.id, publicId: row.public_id, name: row.name, configured: row.configured === 1 },
      domain: row.domain,
      markets,
      activePrompts: activity?.activePrompts ?? 0,
      lastCollectedAt: activity?.lastCollectedAt ?? null,
    });
  }
  return listed;
}

/** One brand's, whose rows are on one machine of a cluster. The newest answer comes from the index answers_newest. */
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

/** Live brands of an organization and the active prompts of all of them together. */
export async function countWorkspace(
  db: Database,
  organizationId: number,
): Promise<{ brands: number; activePrompts: number }> {
  const brands = await inDirectory(db, { organizationId, brandIds: null }).select('id').execute();
  if (brands.length === 0) return { brands: 0, activePrompts: 0 };
  const { n } = await db
    .selectFrom('prompts')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(
      'brand_id',
      'in',
      brands.map(({ id }) => id),
    )
    .where('active', '=', 1)
    .executeTakeFirstOrThrow();
  return { brands: brands.length, activePrompts: n };
}

/** Brands looked for in this workspace's answers, not the retired ones: the brand itself first, then by name. */
export async function listTracked(db: Database, brandId: number): Promise<TrackedBrand[]> {
  return (await selectTracked(db, { brandId })).map(trackedBrandOf);
}

/**
 * A brand with its head, what it tracks, and its markets as a snapshot has them: since it was looked up, answers may have been
 * stored, and competitors added.
 */
export async function asSeen<Brand extends { readonly id: number }>(
  snapshot: Database,
  brand: Brand,
): Promise<Brand & BrandHead> {
  const [rows, markets] = await Promise.all([
    selectSeen(snapshot, { brandId: brand.id }),
    listMarkets(snapshot, brand.id),
  ]);
  const { version } = rows[0] ?? { version: 0 };
  return { ...brand, version, tracked: rows.map(trackedBrandOf), markets };
}

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
const selectSeen = statement('brand as a snapshot has it', (db: Database, given: { brandId: number }) =>
  trackedIn(db, given)
    .innerJoin('brand_heads', 'brand_heads.brand_id', 'tracked_brands.brand_id')
    .select('version')
    .where('brand_heads.brand_id', '=', given.brandId),
);

/** Slugs of the engines a brand is asked on. */
export async function listAskedEngines(db: Database, brandId: number): Promise<string[]> {
  const rows = await selectEngines(db, { brandId });
  return rows.map((row) => row.engine);
}

const selectEngines = statement('asked engines', (db: Database, { brandId }: { brandId: number }) =>
  db.selectFrom('brand_engines').select('engine').where('brand_id', '=', brandId),
);

/** Whether an engine is asked for another live brand too. */
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

/** Marks a live brand deleted. Its data stays, and nothing reads it. Returns whether there was one. */
export async function deleteBrand(db: Database, publicId: string, now: number): Promise<boolean> {
  const id = await findWorkspace(db, publicId);
  // The second finds it deleted, where two delete it at once.
  if (id === null || !(await lockLiveBrand(db, id))) return false;
  await db.updateTable('brands').set({ deleted_at: now }).where('id', '=', id).execute();
  return true;
}

/** Makes a deleted brand live again. Returns whether it has what it had, and not even some of it has been removed. */
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

/** How many answers a brand has. */
export async function countAnswers(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('answers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return n;
}

/** The live brands of one organization, or of all, as far as somebody reaches them; oldest first. */
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
  if (reach !== null) query = query.where(withinReach('id', reach));
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  return await query.execute();
}

/** The live ones of these brands, oldest first. */
export async function listBrandsById(db: Database, ids: readonly number[]): Promise<NamedBrand[]> {
  return await listNamedBrands(db, null, ids);
}

/** The deleted brands of one organization, or of all, that have what they had, those last deleted first. */
export async function listDeletedBrands(
  db: Database,
  organizationId: number | null,
): Promise<(NamedBrand & { readonly deletedAt: number })[]> {
  let query = db
    .selectFrom('brands')
    .select(['public_id as publicId', 'name', 'deleted_at as deletedAt'])
    .where('deleted_at', 'is not', null)
    .where('purge_began_at', 'is', null)
    .orderBy('deleted_at', 'desc')
    .orderBy('id');
  if (organizationId !== null) query = query.where('organization_id', '=', organizationId);
  return await query.$narrowType<{ deletedAt: number }>().execute();
}

/** Every live brand, of whatever organization, oldest first. */
export async function listLiveBrands(db: Database): Promise<Pick<BrandRow, 'id' | 'publicId'>[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** Every brand that has something, also those that are deleted, oldest first. */
export async function listEveryBrand(db: Database): Promise<Pick<BrandRow, 'id' | 'publicId'>[]> {
  return await db
    .selectFrom('brands')
    .select(['id', 'public_id as publicId'])
    .where('purged_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The internal id of a live brand by its public id, for callers that may write to every brand. */
export async function findWorkspace(db: Database, publicId: string): Promise<number | null> {
  const row = await db
    .selectFrom('brands')
    .select('id')
    .where('public_id', '=', publicId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The public id of a live brand. */
export async function findLivePublicId(db: Database, brandId: number): Promise<string | null> {
  const row = await db
    .selectFrom('brands')
    .select('public_id as publicId')
    .where('id', '=', brandId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.publicId ?? null;
}

/** A brand that engines are asked for. */
export interface CollectedBrand {
  readonly id: number;
  readonly organizationId: number;
  readonly samplesPerDay: number;
}

/** How often a day a brand's prompts are asked, unless one says otherwise. */
export async function findSamplesPerDay(db: Database, brandId: number): Promise<number> {
  const { samples } = await db
    .selectFrom('brands')
    .select('samples_per_day as samples')
    .where('id', '=', brandId)
    .executeTakeFirstOrThrow();
  return samples;
}

/** Every live brand whose setup was finished, oldest first. */
export async function listCollectedBrands(db: Database): Promise<CollectedBrand[]> {
  return await collectedBrands(db).orderBy('id').execute();
}

/** The same of one brand; null when it is gone or unfinished. */
export async function findCollectedBrand(db: Database, brandId: number): Promise<CollectedBrand | null> {
  return (await collectedBrands(db).where('id', '=', brandId).executeTakeFirst()) ?? null;
}

function collectedBrands(db: Database) {
  return db
    .selectFrom('brands')
    .select(['id', 'organization_id as organizationId', 'samples_per_day as samplesPerDay'])
    .where('deleted_at', 'is', null)
    .where('configured', '=', 1);
}
