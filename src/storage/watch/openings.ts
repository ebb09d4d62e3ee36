import { type AlertKind, type ComparedKind, isComparedKind } from '../../domain/alert-rules.ts';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';

/** A change that an alert told of. */
export interface Opening {
  readonly marketId: number;
  readonly engine: string;
  readonly kind: ComparedKind;
  /** When it was found. */
  readonly at: number;
}

/** The changes of a brand that alerts of a period told of, oldest first. */
export async function listOpenings(db: Database, brandId: number, { from, to }: Period): Promise<Opening[]> {
  const rows = await db
    .selectFrom('alerts')
    .select(['market_id as marketId', 'kind', 'facts', 'created_at as at'])
    .where('brand_id', '=', brandId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .orderBy('created_at')
    .execute();
  return rows.flatMap(({ marketId, kind, facts, at }) => {
    if (!isComparedKind(kind as AlertKind)) return [];
    const { engine } = JSON.parse(facts) as { readonly engine: string };
    return [{ marketId, engine, kind: kind as ComparedKind, at }];
  });
}
