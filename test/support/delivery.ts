import { EVERYTHING } from '../../src/domain/access/brand-reach.ts';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import { type Attempt, deliverNext } from '../../src/pipeline/deliver/deliver.ts';
import {
  createEndpoint,
  type EndpointRequest,
  type EndpointState,
  endpointNamed,
  endpointsOf,
} from '../../src/pipeline/deliver/endpoints.ts';
import { posterTo } from '../../src/pipeline/deliver/poster.ts';
import {
  failed,
  type Mail,
  type Outcome,
  type PostRequest,
  type Senders,
} from '../../src/pipeline/deliver/senders.ts';
import { queueAlerts } from '../../src/storage/delivery/deliveries.ts';
import { takeIds } from '../../src/storage/directory/brand/brand-lock.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { insertAlerts } from '../../src/storage/watch/alerts.ts';
import { ACME_BRAND, acmeFile, Clock, pipelineOn, random } from './world.ts';

export const HOOK = 'https://hooks.example/in';
export const SECRET_KEY = 'a key of at least thirty-two characters';

export const SENT: Outcome = { kind: 'sent' };
export const FAILED = failed('It answered 500.');

/** A webhook's requests. */
export interface Posted {
  readonly url: string;
  readonly id: string;
  readonly signatures: readonly string[];
  readonly headers: PostRequest['headers'];
  readonly body: string;
}

/** Acme with two brands, another organization, and scripted senders that record their messages. */
export async function deliveryWorld(store: Store, clock = new Clock()) {
  const pipeline = pipelineOn(store, clock);
  const second = { ...ACME_BRAND, id: 'second', name: 'Second' };
  const other = { name: 'Other Inc', plan: { name: 'growth' }, brands: [{ ...ACME_BRAND, id: 'other' }] };
  await pipeline.apply(acmeFile([ACME_BRAND, second]));
  await pipeline.apply({ organizations: [other] });
  const posted: Posted[] = [];
  const mails: Mail[] = [];
  const answers = {
    post: async (_posted: Posted): Promise<Outcome> => SENT,
    mail: async (_mail: Mail): Promise<Outcome> => SENT,
  };
  const { refusalOf } = posterTo({ resolve: async () => [], allows: proxiesOf(''), allowsSome: false });
  const senders: Senders = {
    poster: {
      refusalOf,
      post: async ({ url, headers, body }) => {
        const signatures = headers['webhook-signature']?.split(' ') ?? [];
        const each = { url, headers, body, signatures, id: headers['webhook-id'] ?? '' };
        posted.push(each);
        return await answers.post(each);
      },
    },
    secretKey: async () => SECRET_KEY,
    mailer: async (mail) => {
      mails.push(mail);
      return await answers.mail(mail);
    },
    publicUrl: 'https://sightline.example',
  };
  const acting = { db: store.main, now: clock.now, random, senders, actor: 'test' };
  const attempts: Attempt[] = [];
  const stop = new AbortController();
  const sending = { ...acting, stop: stop.signal, onAttempt: (attempt: Attempt) => attempts.push(attempt) };
  const state = async (id: string): Promise<EndpointState | undefined> =>
    (await endpointsOf(store.main, EVERYTHING)).find((each) => each.id === id);
  return {
    store,
    clock,
    pipeline,
    posted,
    mails,
    answers,
    senders,
    acting,
    sending,
    attempts,
    stop,
    state,
    add: (fields: Partial<EndpointRequest> = {}) =>
      createEndpoint(acting, { address: HOOK, organization: 'Acme Inc', ...fields }),
    named: (id: string) => endpointNamed(store.main, id),
    raise: (count = 1, brand = 'acme') => raiseAlerts(store, { count, brand, at: clock.at }),
    /** Sends until nothing is due. */
    deliver: async () => {
      while (await deliverNext(sending));
    },
    idsPosted: () => posted.map(({ id }) => id),
  };
}

let raised = 0;

interface RaisedAlerts {
  readonly count: number;
  readonly brand: string;
  /** The evaluation's instant. */
  readonly at: number;
  /** When the evaluation ran, if later. */
  readonly now?: number;
}

/** Stores alerts as an evaluation does. @returns their ids, in order */
export async function raiseAlerts(
  { main }: Store,
  { count, brand, at, now = at }: RaisedAlerts,
): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `alr_${String(raised + index).padStart(12, '0')}`);
  raised += count;
  await main.transaction().execute(async (db) => {
    const { id: brandId, organization_id: organizationId } = await db
      .selectFrom('brands')
      .select(['id', 'organization_id'])
      .where('public_id', '=', brand)
      .executeTakeFirstOrThrow();
    const first = await takeIds(db, brandId, count);
    const alerts = ids.map((publicId, index) => ({
      id: first + index,
      publicId,
      marketId: 1,
      createdAt: at,
      changeId: 'chg_000000000001',
      kind: 'visibility_drop' as const,
      title: `${brand} falls ${publicId}`,
      detail: 'Named in 2 of 70.',
      facts: { engine: 'chatgpt' },
    }));
    await insertAlerts(db, brandId, alerts);
    await queueAlerts(db, { brandId, organizationId, at, now, alertIds: alerts.map(({ id }) => id) });
  });
  return ids;
}
