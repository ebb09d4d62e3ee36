import type { AlertKind } from '../../domain/alerts/alert-rules.ts';
import type { Period } from '../../domain/time/period.ts';
import type { Database } from '../driver/database.ts';

/** A change that an alert reported. */
export interface Opening {
  readonly marketId: number;
  readonly engine: string;
  readonly kind: AlertKind;
  /** When it was found. */
  readonly at: number;
}

/** Changes reported in a period, oldest first. */
export async function listOpenings(db: Database, brandId: number, { from, to }: Period): Promise<Opening[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['market_id as marketId', 'kind', 'facts', 'created_at as at'])
    .where('brand_id', '=', brandId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();
  return rows.map(({ marketId, kind, facts, at }) => {
    const { engine } = JSON.parse(facts) as { readonly engine: string };
    return { marketId, engine, kind: kind as AlertKind, at };
  });
}
