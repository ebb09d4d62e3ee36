import { isDeepStrictEqual } from 'node:util';
import { randomBase62 } from '../../../domain/access/base62.ts';
import { RESTORABLE_DAYS } from '../../../domain/access/deletion.ts';
import { brandIdFrom } from '../../../domain/access/public-id.ts';
import { type DeclaredFact, type Fact, factWords } from '../../../domain/brand/fact.ts';
import type { OwnTheme } from '../../../domain/brand/theme.ts';
import { takeIds } from '../../../storage/directory/brand/brand-lock.ts';
import {
  type BrandSettings,
  type DeclaredBrandRow,
  findBrandByName,
  findBrandByPublicId,
  insertBrand,
  replaceEngines,
  updateBrand,
} from '../../../storage/directory/brand/declare.ts';
import { deleteFacts, insertFacts, listFacts } from '../../../storage/directory/brand/facts.ts';
import { listSiteChoices, replaceSiteChoices } from '../../../storage/directory/brand/sites.ts';
import { listOwnThemes, replaceOwnThemes } from '../../../storage/directory/brand/themes.ts';
import { listAskedEngines } from '../../../storage/directory/brands.ts';
import {
  type DeclaredBrand,
  domainOf,
  factsOf,
  marketsOf,
  promptsOf,
  siteChoicesOf,
  valueOr,
} from '../document/declared.ts';
import { brandDocument } from '../document/document.ts';
import { brandChanges } from '../document/document-diff.ts';
import { addMarkets, applyMarkets } from './apply-markets.ts';
import { applyPrompts, leaveRemovedMarkets } from './apply-prompts.ts';
import { type AppliedBrand, type ApplyRun, conflict } from './apply-run.ts';
import { applyTracked } from './apply-tracked.ts';
import { noticeOrdinary } from './ordinary-names.ts';

/** Updates one brand: its settings, tracked brands, engines, and prompts. */
export async function applyBrand(
  run: ApplyRun,
  organizationId: number,
  declared: DeclaredBrand,
): Promise<void> {
  const known = await knownBrand(run, organizationId, declared);
  const before = known && (await brandDocument(run.db, known.publicId));
  const earlier = run.record.changes.length;
  const settings = settingsOf(declared, known);
  const brand = known
    ? await updated(run, known, settings)
    : await created(run, organizationId, declared.id ?? (await newBrandId(run, declared.name)), settings);
  run.record.reach(`brand ${brand.id}`, brand.publicId);
  if (settings.domain === null)
    run.record.notices.push(...noDomainNotices(brand.publicId, declared, settings));
  await (known ? applyMarkets : addMarkets)(run, brand, declared);
  // Before tracked brands, which then count the answers due for a rescan.
  await applyFacts(run, brand, factsOf(declared));
  await applyThemes(run, brand, declared.themes);
  const added = await applyTracked(run, brand, declared);
  await applyEngines(run, brand, declared.engines);
  await applySites(run, brand, siteChoicesOf(declared));
  await applyPrompts(run, brand, promptsOf(declared));
  if (marketsOf(declared)) await leaveRemovedMarkets(run, brand);
  await noticeOrdinary(run, brand, added);
  if (run.record.changes.length === earlier) return;
  run.record.values.set(brand.publicId, brandChanges(before, await brandDocument(run.db, brand.publicId)));
}

/** Notices for brands without a domain, except `configured: false`, which says so itself. */
function noDomainNotices(id: string, declared: DeclaredBrand, { configured }: BrandSettings): string[] {
  if (configured) return [`${id}: without a domain, Sightline cannot count answers that cite the brand`];
  if (declared.configured === false) return [];
  return [
    `${id} has no domain, so its setup is incomplete: it has no reports, and Sightline asks no engine; give it a domain`,
  ];
}

async function knownBrand(
  { db }: ApplyRun,
  organizationId: number,
  declared: DeclaredBrand,
): Promise<DeclaredBrandRow | null> {
  const named = await findBrandByName(db, organizationId, declared.name);
  if (declared.id === undefined) return named;
  const known = await findBrandByPublicId(db, declared.id);
  if (known && known.organizationId !== organizationId) {
    throw conflict(`another organization has the brand id ${declared.id}`);
  }
  if (known && known.deletedAt !== null) {
    throw conflict(
      `the brand ${declared.id} was deleted; \`sightline brand restore ${declared.id}\` restores it within ` +
        `${RESTORABLE_DAYS} days, or you can give the new one another id`,
    );
  }
  if (named && named.id !== known?.id) {
    throw conflict(`the brand ${declared.name} already has the id ${named.publicId}`);
  }
  return known;
}

async function updated(
  { db, record }: ApplyRun,
  known: DeclaredBrandRow,
  settings: BrandSettings,
): Promise<AppliedBrand> {
  if (!isDeepStrictEqual(settings, settingsOnly(known))) {
    await updateBrand(db, known.id, settings);
    record.changed('changed', 'brand', known.publicId);
  }
  return known;
}

async function created(
  { db, now, record }: ApplyRun,
  organizationId: number,
  publicId: string,
  settings: BrandSettings,
): Promise<AppliedBrand> {
  const id = await insertBrand(db, { ...settings, publicId, organizationId, createdAt: now });
  record.changed('created', 'brand', publicId);
  return { id, publicId };
}

/**
 * An id from the name, if free. A limited user always gets an id with a random part, which reveals nothing about
 * other organizations' ids.
 */
async function newBrandId({ db, random, declaredBrandIds, scope }: ApplyRun, name: string): Promise<string> {
  const fromName = brandIdFrom(name);
  const isFree =
    scope === null &&
    fromName !== null &&
    !declaredBrandIds.has(fromName) &&
    !(await findBrandByPublicId(db, fromName));
  return isFree ? fromName : `${fromName?.slice(0, 30) ?? 'brand'}-${randomBase62(8, random).toLowerCase()}`;
}

/** Settings from the file; absent ones keep their value, null for a new brand. */
function settingsOf(declared: DeclaredBrand, known: DeclaredBrandRow | null): BrandSettings {
  const domain = valueOr(domainOf(declared), known?.domain ?? null);
  return {
    name: declared.name,
    domain,
    configured:
      declared.configured ?? (known === null || known.domain === null ? domain !== null : known.configured),
    samplesPerDay: declared.samples_per_day ?? known?.samplesPerDay ?? 1,
  };
}

function settingsOnly(row: DeclaredBrandRow): BrandSettings {
  const { name, domain, configured, samplesPerDay } = row;
  return { name, domain, configured, samplesPerDay };
}

async function applyEngines(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  engines: DeclaredBrand['engines'],
): Promise<void> {
  if (engines === undefined) return;
  const before = new Set(await listAskedEngines(db, id));
  if (isDeepStrictEqual(before, new Set(engines))) return;
  await replaceEngines(db, id, engines);
  record.changed('changed', 'engines', `${publicId}: ${engines.join(', ') || 'none'}`);
}

/** Replaces the site kinds chosen by a brand's owner. Missing sites return to their default kind. */
async function applySites(
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

/** Replaces a brand's list of facts. A changed fact becomes a new one, so earlier readings no longer count. */
async function applyFacts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly DeclaredFact[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listFacts(db, id);
  const removed = before.filter((fact) => !declared.some((each) => isSame(fact, each)));
  const added = declared.filter((each) => !before.some((fact) => isSame(fact, each)));
  if (removed.length === 0 && added.length === 0) return;
  const firstId = await takeIds(db, id, added.length);
  if (removed.length > 0)
    await deleteFacts(
      db,
      id,
      removed.map((fact) => fact.id),
    );
  await insertFacts(db, id, firstId, added);
  const shown = declared.map(({ name, value }) => `${name}: ${factWords(value)}`).join('; ');
  record.changed('changed', 'facts', `${publicId}: ${shown || 'none'}`);
}

function isSame({ id: _, ...fact }: Fact, declared: DeclaredFact): boolean {
  return isDeepStrictEqual(fact, declared);
}

/** Replaces a brand's own themes. Answers that a model read before have the earlier ones until it reads them again. */
async function applyThemes(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly OwnTheme[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listOwnThemes(db, id);
  const sorted = declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isSame = isDeepStrictEqual(new Map(before.map(entryOf)), new Map(sorted.map(entryOf)));
  if (isSame) return;
  await replaceOwnThemes(db, id, sorted);
  const shown = sorted.map(({ name, words }) => `${name}: ${words.join(', ')}`).join('; ');
  record.changed('changed', 'themes', `${publicId}: ${shown || 'none'}`);
}

function entryOf({ name, words }: OwnTheme): [string, readonly string[]] {
  return [name, [...words]];
}
