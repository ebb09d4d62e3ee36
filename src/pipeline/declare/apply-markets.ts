import { isDeepStrictEqual } from 'node:util';
import {
  activeMarkets,
  type BrandMarket,
  isSameMarket,
  marketName,
  marketWords,
} from '../../domain/market.ts';
import {
  countAnswersIn,
  isMarketUsed,
  listMarkets,
  type StoredMarket,
  saveMarkets,
} from '../../storage/directory/markets.ts';
import { type AppliedBrand, type ApplyRun, conflict } from './apply-run.ts';
import { type DeclaredBrand, marketsOf, type WantedMarket } from './declared.ts';

/** Gives a new brand the markets that a file declares, or else one without a place and a language. */
export async function addMarkets(
  { db, now }: ApplyRun,
  { id }: AppliedBrand,
  declared: DeclaredBrand,
): Promise<void> {
  const anywhere = { locationCode: null, languageCode: null, name: undefined, active: true };
  await saveMarkets(db, id, placed(named([], marketsOf(declared) ?? [anywhere], new Map())), now);
}

/**
 * Makes these the markets of a brand. The list is whole: one that is missing from it is removed, as one that is inactive in it, and keeps its
 * answers. A market is its codes, so other codes are another market; only one in which nothing was asked yet may get others.
 */
export async function applyMarkets(
  run: ApplyRun,
  brand: AppliedBrand,
  declared: DeclaredBrand,
): Promise<void> {
  const wanted = marketsOf(declared);
  if (wanted === undefined) return;
  const known = await listMarkets(run.db, brand.id);
  if (declared.market !== undefined) refuseLoss(brand, activeMarkets(known));
  const markets = named(known, wanted, await idsOf(run, brand, known, wanted));
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

/** A file of one market, as all were once, must not remove the others without a word. */
function refuseLoss({ publicId }: AppliedBrand, active: readonly BrandMarket[]): void {
  if (active.length < 2) return;
  const names = active.map(({ name }) => name).join(', ');
  throw conflict(`${publicId} has several markets (${names}); declare them all with \`markets\``);
}

/** The ids of the markets that are declared, by their place in the list: those that have these codes, then unused ones, then new ones. */
async function idsOf(
  { db }: ApplyRun,
  { id: brandId }: AppliedBrand,
  known: readonly BrandMarket[],
  wanted: readonly WantedMarket[],
): Promise<Map<WantedMarket, number>> {
  const ids = new Map<WantedMarket, number>();
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

/** What is declared, with ids and names. A market keeps its name where the file gives none, unless it gets other codes. */
function named(
  known: readonly BrandMarket[],
  wanted: readonly WantedMarket[],
  ids: ReadonlyMap<WantedMarket, number>,
): BrandMarket[] {
  let last = Math.max(0, ...known.map(({ id }) => id));
  const numbered = wanted.map((each) => ({ ...each, id: ids.get(each) ?? ++last }));
  const byId = new Map(known.map((market) => [market.id, market]));
  const taken = new Set(numbered.map(({ name }) => name).filter((name) => name !== undefined));
  const wantedIds = new Set(numbered.map(({ id }) => id));
  for (const { id, name } of known) if (!wantedIds.has(id)) taken.add(name);
  return numbered.map(({ id, locationCode, languageCode, name, active }) => {
    const before = byId.get(id);
    const codes = { locationCode, languageCode };
    const standing = before && isSameMarket(before, codes) ? before.name : undefined;
    const chosen = name ?? freeName(standing ?? marketName(codes), taken);
    taken.add(chosen);
    return { id, name: chosen, ...codes, active };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name}-${number}`;
    if (!taken.has(free)) return free;
  }
}

/** A removed market keeps its name, because its answers are still asked for by it. */
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
    `${publicId}: nothing is asked in the market ${market.name} (${marketWords(market)}) any more; its ${count} answers stay there, ` +
      `and reports show them with \`market=${market.name}\` only`,
  );
}
