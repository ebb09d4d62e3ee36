import type { EndpointKind } from '../../domain/alerts/endpoint.ts';
import type { Database } from '../driver/database.ts';

/** Delivery over all organizations: for metrics, never for API requests. */

/** Endpoints with the same kind and state. */
interface EndpointCount {
  readonly kind: EndpointKind;
  readonly state: 'working' | 'failing' | 'paused';
  readonly endpoints: number;
}

export async function countEndpoints(db: Database): Promise<EndpointCount[]> {
  const rows = await db
    .selectFrom('endpoints')
    .select((eb) => [
      'kind',
      eb
        .case()
        .when('paused_at', 'is not', null)
        .then('paused')
        .when('failures', '>', 0)
        .then('failing')
        .else('working')
        .end()
        .as('state'),
      eb.fn.countAll<number>().as('endpoints'),
    ])
    .where('removed_at', 'is', null)
    .groupBy(['kind', 'state'])
    .execute();
  return rows as EndpointCount[];
}

/** Queued alerts for one endpoint kind. */
interface WaitingAlerts {
  readonly kind: EndpointKind;
  /** Whether delivery is paused until somebody acts. */
  readonly isPaused: boolean;
  readonly alerts: number;
  /** When the oldest was queued. */
  readonly firstAt: number;
}

/**
 * Reads only queued alerts (index deliveries_waiting) for brands with endpoints, brand by brand: a statement over all
 * brands would go to every machine in a distributed store.
 */
export async function countWaitingAlerts(db: Database): Promise<WaitingAlerts[]> {
  const waitedFor = new Map((await listWaitedFor(db)).map((endpoint) => [endpoint.id, endpoint]));
  const sums = new Map<string, WaitingAlerts>();
  const organizations = [...new Set([...waitedFor.values()].map(({ organizationId }) => organizationId))];
  for (const brandId of await listLiveBrands(db, organizations)) {
    for (const { endpointId, alerts, firstAt } of await countWaitingOf(db, brandId)) {
      const endpoint = waitedFor.get(endpointId);
      if (endpoint === undefined) continue;
      const { kind, isPaused } = endpoint;
      const sum = sums.get(`${kind} ${isPaused}`) ?? { kind, isPaused, alerts: 0, firstAt };
      const added = { alerts: sum.alerts + alerts, firstAt: Math.min(sum.firstAt, firstAt) };
      sums.set(`${kind} ${isPaused}`, { ...sum, ...added });
    }
  }
  return [...sums.values()];
}

async function listWaitedFor(db: Database) {
  const rows = await db
    .selectFrom('endpoints')
    .select(['id', 'kind', 'organization_id as organizationId', 'paused_at as pausedAt'])
    .where('due_at', 'is not', null)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ pausedAt, ...row }) => ({
    ...row,
    kind: row.kind as EndpointKind,
    isPaused: pausedAt !== null,
  }));
}

async function listLiveBrands(db: Database, organizationIds: readonly number[]): Promise<number[]> {
  if (organizationIds.length === 0) return [];
  const rows = await db
    .selectFrom('brands')
    .select('id')
    .where('organization_id', 'in', organizationIds)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function countWaitingOf(db: Database, brandId: number) {
  return await db
    .selectFrom('deliveries')
    .select((eb) => [
      'endpoint_id as endpointId',
      eb.fn.countAll<number>().as('alerts'),
      eb.fn.min('found_at').as('firstAt'),
    ])
    .where('brand_id', '=', brandId)
    .where('sent_at', 'is', null)
    .groupBy('endpoint_id')
    .execute();
}
