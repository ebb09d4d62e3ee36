import { type Selectable, type SqlBool, sql } from 'kysely';
import type { AlertKind, Gate, Windows } from '../../domain/alerts/alert-rules.ts';
import type { Role } from '../../domain/answers/answer-reading.ts';
import type { Reader } from '../../domain/brand/reader.ts';
import type { Period } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema/schema.ts';

/** A difference of proportions, current - baseline, and its 95% interval, from -1 to 1. */
export interface StoredDifference {
  readonly change: number;
  readonly lower: number;
  readonly upper: number;
}

export interface ComparedSide {
  readonly events: number;
  readonly trials: number;
  /** Trials on any prompt, not only shared ones. */
  readonly total: number;
  /** Answers per independent answer; null if unknown. */
  readonly designEffect: number | null;
}

/** One evaluation's finding for one kind on one engine. */
export interface Comparison {
  readonly evaluatedAt: number;
  /** The brand's market. */
  readonly marketId: number;
  readonly engine: string;
  readonly kind: AlertKind;
  readonly trackedId: number;
  readonly windows: Windows;
  readonly current: ComparedSide;
  readonly baseline: ComparedSide;
  readonly sharedPrompts: number;
  /** Of the raw counts; null if a side has no answers. */
  readonly difference: StoredDifference | null;
  /** With equal weights per prompt in both windows. */
  readonly sameMix: StoredDifference | null;
  readonly answersNeeded: number | null;
  readonly minDeltaPoints: number;
  readonly minSampleEachSide: number;
  /** In percentage points; null if none, or if nothing depended on it. */
  readonly noiseFloor: number | null;
  /** Whose framing it compares. */
  readonly reader: Reader;
  /** Why it was held back; null if raised. */
  readonly gate: Gate | null;
  /** Public id of the raised alert, or of the gate's reason. */
  readonly alert: string | null;
}

/** What is stored as JSON. */
type Found = Omit<
  Comparison,
  'evaluatedAt' | 'marketId' | 'engine' | 'kind' | 'trackedId' | 'gate' | 'alert'
>;

export async function insertComparisons(
  db: Database,
  brandId: number,
  rows: readonly (Comparison & { readonly id: number; readonly publicId: string })[],
): Promise<void> {
  await insertAll(
    db,
    'comparisons',
    rows.map(({ id, publicId, marketId, evaluatedAt, engine, kind, trackedId, gate, alert, ...found }) => ({
      ...{ brand_id: brandId, id, public_id: publicId, market_id: marketId, evaluated_at: evaluatedAt },
      ...{ engine, kind, tracked_id: trackedId, found: JSON.stringify(found satisfies Found), gate, alert },
    })),
  );
}

export interface ComparisonRow extends Comparison {
  readonly publicId: string;
  /** The compared brand's name and role. */
  readonly brand: string;
  readonly role: Role;
}

/** A position in a brand's comparisons, newest first. */
export interface ComparisonPosition {
  readonly evaluatedAt: number;
  readonly id: number;
}

/** A comparison's position; null if the brand has none with this public id. */
export async function findComparisonPosition(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<ComparisonPosition | null> {
  const row = await db
    .selectFrom('comparisons')
    .select(['evaluated_at as evaluatedAt', 'id'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ?? null;
}

interface ComparisonQuery {
  readonly period: Period;
  readonly limit: number;
  readonly marketId: number;
  readonly engine: string | undefined;
  readonly kind: AlertKind | undefined;
  readonly raised: boolean | undefined;
  /** Only comparisons after this position. */
  readonly after: ComparisonPosition | null;
}

/** Newest first by (evaluated_at, id), with the index comparisons_newest. */
export async function listComparisons(
  db: Database,
  brandId: number,
  { period, limit, marketId, engine, kind, raised, after }: ComparisonQuery,
): Promise<ComparisonRow[]> {
  let select = db
    .selectFrom('comparisons as c')
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'c.brand_id').onRef('t.id', '=', 'c.tracked_id'),
    )
    .selectAll('c')
    .select(['t.name', 't.role'])
    .where('c.brand_id', '=', brandId)
    .where('c.market_id', '=', marketId)
    .where('c.evaluated_at', '>=', period.from)
    .where('c.evaluated_at', '<', period.to)
    .orderBy('c.evaluated_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(limit);
  if (engine !== undefined) select = select.where('c.engine', '=', engine);
  if (kind !== undefined) select = select.where('c.kind', '=', kind);
  if (raised !== undefined) select = select.where('c.gate', raised ? 'is' : 'is not', null);
  if (after !== null) {
    select = select.where(sql<SqlBool>`(c.evaluated_at, c.id) < (${after.evaluatedAt}, ${after.id})`);
  }
  const rows = await select.execute();
  return rows.map((row) => ({
    ...comparisonOf(row),
    publicId: row.public_id,
    brand: row.name,
    role: row.role as Role,
  }));
}

/** Null if the brand has none with this public id. */
export async function findComparison(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<Comparison | null> {
  const row = await db
    .selectFrom('comparisons')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  return row ? comparisonOf(row) : null;
}

/** All comparisons from one evaluation in a market, in order. */
export async function listComparisonsAt(
  db: Database,
  brandId: number,
  { evaluatedAt, marketId }: { readonly evaluatedAt: number; readonly marketId: number },
): Promise<Comparison[]> {
  const rows = await db
    .selectFrom('comparisons')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('evaluated_at', '=', evaluatedAt)
    .where('market_id', '=', marketId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(comparisonOf);
}

function comparisonOf(row: Selectable<Tables['comparisons']>): Comparison {
  return {
    evaluatedAt: row.evaluated_at,
    marketId: row.market_id,
    engine: row.engine,
    kind: row.kind as AlertKind,
    trackedId: row.tracked_id,
    ...(JSON.parse(row.found) as Found),
    gate: row.gate as Gate | null,
    alert: row.alert,
  };
}
