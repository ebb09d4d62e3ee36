import { isDeepStrictEqual } from 'node:util';
import {
  activeMarkets,
  type BrandMarket,
  isSameMarket,
  marketName,
  marketWords,
} from '../../../domain/brand/market.ts';
import {
  countAnswersIn,
  isMarketUsed,
  listMarkets,
  type StoredMarket,
  saveMarkets,
} from '../../../storage/directory/brand/markets.ts';
import { type DeclaredBrand, type MarketRequest, marketsOf } from '../document/declared.ts';
import { type AppliedBrand, type ApplyRun, conflict } from './apply-run.ts';

/** Adds a new brand's declared markets, or one without place and language. */
export async function addMarkets(
  { db, now }: ApplyRun,
  { id }: AppliedBrand,
  declared: DeclaredBrand,
): Promise<void> {
  const anywhere = { locationCode: null, languageCode: null, name: undefined, active: true };
  await saveMarkets(db, id, placed(named([], marketsOf(declared) ?? [anywhere], new Map())), now);
}

/**
 * Replaces a brand's list of markets. Missing ones become inactive and keep their answers. Codes identify a market,
 * so other codes make another market, unless nothing was asked in it yet.
 */
export async function applyMarkets(
  run: ApplyRun,
  brand: AppliedBrand,
  declared: DeclaredBrand,
): Promise<void> {
  const requests = marketsOf(declared);
  if (requests === undefined) return;
  const known = await listMarkets(run.db, brand.id);
  if (declared.market !== undefined) refuseLoss(brand, activeMarkets(known));
  const markets = named(known, requests, await idsOf(run, brand, known, requests));
  await refuseTakenName(run, brand, known, markets);
  const ids = new Set(markets.map(({ id }) => id));
  const left = known.filter(({ id }) => !ids.has(id)).map((market) => ({ ...market, active: false }));
  const before = placed(known);
  const after = placed([...markets, ...left].sort((one, other) => Number(other.active) - Number(one.active)));
  if (isDeepStrictEqual(before, after)) return;
  const changed = after.filter((market) => !before.some((each) => isDeepStrictEqual(each, market)));
  await saveMarkets(run.db, brand.id, changed, run.now);
  const words = activeMarkets(after).map((market) => `${market.name} (${marketWords(market)})`);
  run.record.changed('changed', 'markets', `${brand.publicId}: ${words.join('; ')}`);
  const asked = new Set(activeMarkets(after).map(({ id }) => id));
  for (const market of activeMarkets(known))
    if (!asked.has(market.id)) await noticeRemoved(run, brand, market);
}

/** A file with one `market` must not silently remove several. */
function refuseLoss({ publicId }: AppliedBrand, active: readonly BrandMarket[]): void {
  if (active.length < 2) return;
  const names = active.map(({ name }) => name).join(', ');
  throw conflict(`${publicId} has several markets (${names}); declare them all with \`markets\``);
}

/**
 * Ids of the declared markets, in list order: first a market with the same codes, then an unused one, then a new one.
 */
async function idsOf(
  { db }: ApplyRun,
  { id: brandId }: AppliedBrand,
  known: readonly BrandMarket[],
  wanted: readonly MarketRequest[],
): Promise<Map<MarketRequest, number>> {
  const ids = new Map<MarketRequest, number>();
  for (const each of wanted) {
    const same = known.find((market) => isSameMarket(market, each));
    if (same) ids.set(each, same.id);
  }
  const left = known.filter(({ id }) => ![...ids.values()].includes(id));
  for (const each of wanted.filter((market) => !ids.has(market))) {
    const isUsed = await Promise.all(left.map(({ id }) => isMarketUsed(db, brandId, id)));
    const free = left.filter((_, index) => isUsed[index] === false);
    const reused = free.find(({ name }) => name === each.name) ?? free[0];
    if (reused === undefined) break;
    ids.set(each, reused.id);
    left.splice(left.indexOf(reused), 1);
  }
  return ids;
}

/**
 * Declared markets with ids and names. A market without a name in the file keeps its own, unless its codes change.
 */
function named(
  known: readonly BrandMarket[],
  wanted: readonly MarketRequest[],
  ids: ReadonlyMap<MarketRequest, number>,
): BrandMarket[] {
  let last = Math.max(0, ...known.map(({ id }) => id));
  const numbered = wanted.map((each) => ({ ...each, id: ids.get(each) ?? ++last }));
  const byId = new Map(known.map((market) => [market.id, market]));
  const usedNames = new Set(numbered.map(({ name }) => name).filter((name) => name !== undefined));
  const requestedIds = new Set(numbered.map(({ id }) => id));
  for (const { id, name } of known) if (!requestedIds.has(id)) usedNames.add(name);
  return numbered.map(({ id, locationCode, languageCode, name, active }) => {
    const before = byId.get(id);
    const codes = { locationCode, languageCode };
    const standing = before && isSameMarket(before, codes) ? before.name : undefined;
    const chosen = name ?? freeName(standing ?? marketName(codes), usedNames);
    usedNames.add(chosen);
    return { id, name: chosen, ...codes, active };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}

/** A removed market keeps its name, which still selects its answers. */
async function refuseTakenName(
  { db }: ApplyRun,
  { id: brandId, publicId }: AppliedBrand,
  known: readonly BrandMarket[],
  markets: readonly BrandMarket[],
): Promise<void> {
  const ids = new Set(markets.map(({ id }) => id));
  const names = new Set(markets.map(({ name }) => name));
  const other = known.find(({ id, name }) => !ids.has(id) && names.has(name));
  if (other === undefined) return;
  const answers = await countAnswersIn(db, brandId, other.id);
  const of = `${other.name} of ${publicId} is ${marketWords(other)} and keeps its ${answers.toLocaleString('en-US')} answers`;
  throw conflict(`the market ${of}; give the new one another name`);
}

function placed(markets: readonly BrandMarket[]): StoredMarket[] {
  return markets.map((market, position) => ({ ...market, position }));
}

async function noticeRemoved(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  market: BrandMarket,
): Promise<void> {
  const answers = await countAnswersIn(db, id, market.id);
  if (answers === 0) return;
  const count = answers.toLocaleString('en-US');
  record.notices.push(
    `${publicId}: Sightline no longer asks in the market ${market.name} (${marketWords(market)}); its ${count} answers stay there, ` +
      `and reports show them with \`market=${market.name}\` only`,
  );
}
