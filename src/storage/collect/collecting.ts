import { sql } from 'kysely';
import type { Outcome } from '../../domain/answer-reading.ts';
import { DAY_MS } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import { MOST_LOOKED_UP } from './jobs.ts';

/** What the page about collecting reads: how a brand's collections went, and what its organization spent. */

/** The newest answer of a brand on each engine, by the index answers_newest_of_engine. */
export async function newestAnswers(
  db: Database,
  brandId: number,
  engines: readonly string[],
): Promise<Map<string, number>> {
  const newest = new Map<string, number>();
  for (const engine of engines) {
    const row = await db
      .selectFrom('answers')
      .select('collected_at as at')
      .where('brand_id', '=', brandId)
      .where('engine', '=', engine)
      .orderBy('collected_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row) newest.set(engine, row.at);
  }
  return newest;
}

/** Failed collections of one engine that ended alike. */
export interface FailureCount {
  readonly engine: string;
  readonly outcome: Outcome;
  /** The code; null for an imported one that has none. */
  readonly detail: string | null;
  readonly collections: number;
  readonly lastAt: number;
}

/** A brand's failed collections since an instant, by the index collections_failed. */
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

/** The last failed collection of a brand on an engine; null if there is none. */
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

/** Written out, not bound: SQLite finds the index collections_failed, which is of these alone, only so. */
function isFailed(table: 'c' | 'collections') {
  return sql<boolean>`${sql.ref(`${table}.outcome`)} in ('error', 'timeout')`;
}

function failedCollections(db: Database, brandId: number) {
  return db.selectFrom('collections as c').where('c.brand_id', '=', brandId).where(isFailed('c'));
}

/** How many of these questions were collected, by engine and outcome. */
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

/** How many collections of a brand there were on a UTC day (whole days since 1970). */
export interface CollectedDay {
  readonly day: number;
  readonly answers: number;
  readonly failed: number;
}

/** The days since an instant on which a brand was asked for, newest first. */
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

/** What an organization asked and spent on one UTC day (whole days since 1970). */
export interface SpentDay {
  readonly day: number;
  readonly calls: number;
  readonly micros: number;
}

/** The days of a range, both ends included, on which an organization asked something. */
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
