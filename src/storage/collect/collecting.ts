import { sql } from 'kysely';
import type { Outcome } from '../../domain/answers/answer-reading.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';
import { MOST_LOOKED_UP } from './jobs.ts';

/** Data for the collection page: a brand's collections, and its organization's spending. */

/** One engine's failures with the same outcome and detail. */
export interface FailureCount {
  readonly engine: string;
  readonly outcome: Outcome;
  /** The code; null for an import without one. */
  readonly detail: string | null;
  readonly collections: number;
  readonly lastAt: number;
}

/** A brand's failures since an instant, by the index collections_failed. */
export async function countFailures(db: Database, brandId: number, since: number): Promise<FailureCount[]> {
  const rows = await failedCollections(db, brandId)
    .select(['c.engine', 'c.outcome', 'c.detail'])
    .select((eb) => [eb.fn.countAll<number>().as('collections'), eb.fn.max('c.collected_at').as('lastAt')])
    .where('c.collected_at', '>=', since)
    .groupBy(['c.engine', 'c.outcome', 'c.detail'])
    .orderBy('c.engine')
    .orderBy('collections', 'desc')
    .orderBy('c.detail')
    .execute();
  return rows.map((row) => ({ ...row, outcome: row.outcome as Outcome }));
}

interface LastFailure {
  readonly outcome: Outcome;
  readonly detail: string | null;
  readonly collectedAt: number;
}

/** Null if there is none. */
export async function lastFailure(
  db: Database,
  brandId: number,
  engine: string,
): Promise<LastFailure | null> {
  const row = await failedCollections(db, brandId)
    .select(['c.outcome', 'c.detail', 'c.collected_at as collectedAt'])
    .where('c.engine', '=', engine)
    .orderBy('c.collected_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { ...row, outcome: row.outcome as Outcome } : null;
}

/** A literal, not a parameter: otherwise SQLite does not use the partial index collections_failed. */
function isFailed(table: 'c' | 'collections') {
  return sql<boolean>`${sql.ref(`${table}.outcome`)} in ('error', 'timeout')`;
}

function failedCollections(db: Database, brandId: number) {
  return db.selectFrom('collections as c').where('c.brand_id', '=', brandId).where(isFailed('c'));
}

export async function countCollected(
  db: Database,
  brandId: number,
  identities: readonly string[],
): Promise<{ engine: string; outcome: Outcome; questions: number }[]> {
  const counts = new Map<string, { engine: string; outcome: Outcome; questions: number }>();
  for (let at = 0; at < identities.length; at += MOST_LOOKED_UP) {
    const rows = await db
      .selectFrom('collections')
      .select(['engine', 'outcome', (eb) => eb.fn.countAll<number>().as('questions')])
      .where('brand_id', '=', brandId)
      .where('identity', 'in', identities.slice(at, at + MOST_LOOKED_UP))
      .groupBy(['engine', 'outcome'])
      .execute();
    for (const { engine, outcome, questions } of rows) {
      const key = `${engine} ${outcome}`;
      const before = counts.get(key)?.questions ?? 0;
      counts.set(key, { engine, outcome: outcome as Outcome, questions: before + questions });
    }
  }
  return [...counts.values()];
}

/** A brand's collections on a UTC day (days since 1970). */
export interface CollectedDay {
  readonly day: number;
  readonly answers: number;
  readonly failed: number;
}

/** Days with collections since an instant, newest first. */
export async function listCollectedDays(
  db: Database,
  brandId: number,
  since: number,
): Promise<CollectedDay[]> {
  const perDay = (table: 'answers' | 'collections') =>
    db
      .selectFrom(table)
      .select([sql<number>`collected_at / ${sql.lit(DAY_MS)}`.as('day')])
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('brand_id', '=', brandId)
      .where('collected_at', '>=', since)
      .groupBy('day');
  const answers = await perDay('answers').execute();
  const failed = await perDay('collections').where(isFailed('collections')).execute();
  const failedOn = new Map(failed.map(({ day, n }) => [day, n]));
  const answersOn = new Map(answers.map(({ day, n }) => [day, n]));
  const days = [...new Set([...answersOn.keys(), ...failedOn.keys()])].sort((one, other) => other - one);
  return days.map((day) => ({ day, answers: answersOn.get(day) ?? 0, failed: failedOn.get(day) ?? 0 }));
}

/** An organization's calls and spending on a UTC day (days since 1970). */
export interface SpentDay {
  readonly day: number;
  readonly calls: number;
  readonly micros: number;
}

/** Days with calls in a range, inclusive. */
export async function listSpending(
  db: Database,
  organizationId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<SpentDay[]> {
  return await db
    .selectFrom('spending')
    .select(['day', 'calls', 'micros'])
    .where('organization_id', '=', organizationId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day')
    .execute();
}
