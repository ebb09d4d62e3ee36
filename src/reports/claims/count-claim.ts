import { type Claim, isOfOneFigure } from '../../domain/claim.ts';
import { ENGINES } from '../../domain/engine.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { Thresholds } from '../../stats/gates.ts';
import {
  areReadAlike,
  countClaimed,
  countClaimedVoice,
  listClaimedRanks,
} from '../../storage/answers/claimed.ts';
import { countPairs, countPairVoice } from '../../storage/answers/claimed-pairs.ts';
import type { CountedBrand } from '../../storage/answers/parts.ts';
import { countRanks } from '../../storage/answers/ranks.ts';
import { countVisibility } from '../../storage/answers/visibility.ts';
import { countVoice } from '../../storage/answers/voice.ts';
import type { Database } from '../../storage/driver/database.ts';
import { countChange, countShareChange } from './count-change.ts';
import { countPositionLevel, countRateLevel, countShareLevel } from './count-level.ts';
import { countPair, countSharePair, type PairRow } from './count-pair.ts';
import { type CountedClaim, isRate } from './counted-claim.ts';

/** The brand whose claims are counted, and what they are held to. */
export interface ClaimContext {
  readonly db: Database;
  readonly workspace: CountedBrand;
  /** The brands tracked now, the brand itself first. */
  readonly tracked: readonly TrackedBrand[];
  /** The engines that the brand is asked on. */
  readonly asked: readonly string[];
  readonly thresholds: Thresholds;
}

/** Counts what a claim is about, on its engine or on each one apart. */
export async function countClaim(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  if (isOfOneFigure(claim)) return await countLevels(context, claim);
  return claim.versus === null ? await countChanges(context, claim) : await countPairsOf(context, claim);
}

/** The engine of a claim, or every one that is asked or has answered, in registry order. */
function enginesOf(
  { asked }: ClaimContext,
  { engine }: Claim,
  rows: readonly { readonly engine: string }[],
): string[] {
  if (engine !== null) return [engine];
  const listed = new Set([...asked, ...rows.map((row) => row.engine)]);
  return ENGINES.map(({ slug }) => slug).filter((slug) => listed.has(slug));
}

function brandOf({ tracked }: ClaimContext, name: string): TrackedBrand {
  const brand = tracked.find((each) => each.name === name);
  if (brand === undefined) throw new Error('a claim names a brand that is not tracked');
  return brand;
}

async function countChanges(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { db, workspace, thresholds } = context;
  const { baseline } = claim;
  if (baseline === null) throw new Error('a claim about a change has no window to compare with');
  const brand = brandOf(context, claim.brand);
  const change = {
    claim,
    baseline,
    brand,
    thresholds,
    readAlike: await areReadAlike(db, workspace.id, claim),
  };
  if (claim.measure === 'share') {
    const rows = await countClaimedVoice(db, workspace, brand.id, claim);
    return enginesOf(context, claim, rows).map((engine) =>
      countShareChange(change, engine, on(engine, rows)),
    );
  }
  const rows = await countClaimed(db, workspace, brand.id, claim);
  const ranks = claim.measure === 'position' ? await listClaimedRanks(db, workspace, brand.id, claim) : [];
  return enginesOf(context, claim, rows).map((engine) =>
    countChange(change, engine, on(engine, rows), on(engine, ranks)),
  );
}

async function countPairsOf(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { db, workspace, thresholds } = context;
  const [brand, other] = [brandOf(context, claim.brand), brandOf(context, claim.versus ?? '')];
  const pair = { claim, brand, other, thresholds };
  if (claim.measure === 'share') {
    const rows = await countPairVoice(db, workspace.id, [brand.id, other.id], claim);
    return enginesOf(context, claim, rows).map((engine) => countSharePair(pair, engine, on(engine, rows)));
  }
  const rows =
    (await namedTogether(context, claim, brand, other)) ??
    (await countPairs(db, workspace.id, [brand.id, other.id], claim));
  return enginesOf(context, claim, rows).map((engine) => countPair(pair, engine, on(engine, rows)[0]));
}

/**
 * How often a competitor and the brand itself are named together, from the counts of /competitors, whatever the window. Null where
 * these do not say it: of other measures and pairs, and where the competitor was not looked for in every answer.
 */
async function namedTogether(
  { db, workspace }: ClaimContext,
  claim: Claim,
  brand: TrackedBrand,
  other: TrackedBrand,
): Promise<PairRow[] | null> {
  const self = [brand, other].find(({ role }) => role === 'self');
  if (claim.measure !== 'named' || self === undefined) return null;
  const rows = await countRanks(db, workspace, claim.window, claim.engine);
  const engines = new Set(rows.map(({ engine }) => engine));
  const pairs = [...engines].map((engine) => {
    const sum = (id: number, name: 'answers' | 'named' | 'withoutYou') =>
      on(engine, rows).reduce((total, row) => total + (row.trackedId === id ? row[name] : 0), 0);
    const rival = self === brand ? other : brand;
    return {
      engine,
      isWhole: sum(self.id, 'answers') === sum(rival.id, 'answers'),
      answers: sum(self.id, 'answers'),
      named: sum(brand.id, 'named'),
      otherNamed: sum(other.id, 'named'),
      bothNamed: sum(rival.id, 'named') - sum(rival.id, 'withoutYou'),
    };
  });
  const wanted = pairs.filter(({ engine }) => claim.engine === null || engine === claim.engine);
  return wanted.every(({ isWhole }) => isWhole) ? wanted : null;
}

async function countLevels(context: ClaimContext, claim: Claim): Promise<CountedClaim[]> {
  const { db, workspace, tracked, thresholds } = context;
  const { measure, window } = claim;
  const brand = brandOf(context, claim.brand);
  const level = { claim, brand, thresholds };
  const ofBrand = <Row extends { readonly trackedId: number }>(rows: readonly Row[]) =>
    rows.filter(({ trackedId }) => trackedId === brand.id);
  if (isRate(measure)) {
    const rows = ofBrand(await countVisibility(db, workspace, window));
    return enginesOf(context, claim, rows).map((engine) =>
      countRateLevel(level, measure, engine, on(engine, rows)[0]),
    );
  }
  if (measure === 'position') {
    const rows = ofBrand(await countRanks(db, workspace, window, claim.engine));
    return enginesOf(context, claim, rows).map((engine) =>
      countPositionLevel(level, engine, on(engine, rows)),
    );
  }
  const rows = ofBrand(await countVoice(db, workspace, tracked[0]?.id ?? 0, window, claim.engine));
  const ids = tracked.map(({ id }) => id);
  const named = (await countVisibility(db, workspace, window)).filter(({ trackedId }) =>
    ids.includes(trackedId),
  );
  return enginesOf(context, claim, rows).map((engine) =>
    countShareLevel(level, engine, on(engine, rows)[0], on(engine, named)),
  );
}

function on<Row extends { readonly engine: string }>(engine: string, rows: readonly Row[]): Row[] {
  return rows.filter((row) => row.engine === engine);
}
