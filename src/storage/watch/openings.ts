import { type AlertKind, type ComparedKind, isComparedKind } from '../../domain/alerts/alert-rules.ts';
import type { Period } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';

/** A change that an alert reported. */
export interface Opening {
  readonly marketId: number;
  readonly engine: string;
  readonly kind: ComparedKind;
  /** When it was found. */
  readonly at: number;
}

/** Changes reported in a period, oldest first. */
export async function listOpenings(db: Database, brandId: number, period: Period): Promise<Opening[]> {
  const alerts = await listReported(db, brandId, period);
  return alerts.flatMap(({ marketId, kind, facts, at }) =>
    isComparedKind(kind) ? [{ marketId, engine: facts.engine, kind, at }] : [],
  );
}

/** A slow change that an alert reported. */
export interface DriftAlert extends Omit<Opening, 'kind'> {
  readonly direction: 1 | -1;
}

/** Slow changes reported in a period, oldest first. */
export async function listDrifts(db: Database, brandId: number, period: Period): Promise<DriftAlert[]> {
  const alerts = await listReported(db, brandId, period);
  return alerts.flatMap(({ marketId, kind, facts, at }) =>
    kind === 'visibility_drift'
      ? [{ marketId, engine: facts.engine, at, direction: facts.change.points > 0 ? 1 : -1 }]
      : [],
  );
}

async function listReported(db: Database, brandId: number, { from, to }: Period) {
  const rows = await db
    .selectFrom('alerts')
    .select(['market_id as marketId', 'kind', 'facts', 'created_at as at'])
    .where('brand_id', '=', brandId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();
  return rows.map(({ kind, facts, ...row }) => ({
    ...row,
    kind: kind as AlertKind,
    facts: JSON.parse(facts) as { readonly engine: string; readonly change: { readonly points: number } },
  }));
}
