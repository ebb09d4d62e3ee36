import { hash } from 'node:crypto';
import { covers } from '../../../domain/access/user.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { HOUR_MS } from '../../../domain/time/period.ts';
import { secondsLeft, windowAt } from '../../../domain/time/quota-window.ts';
import {
  createEndpoint,
  type EndpointDeps,
  endpointNamed,
  remove,
  resume,
  rotateSecret,
  sendTest,
} from '../../../pipeline/deliver/endpoints.ts';
import type { Outcome as Sent } from '../../../pipeline/deliver/senders.ts';
import { MailWasStopped } from '../../../pipeline/deliver/stopped-mail.ts';
import { type Outcome, redirect } from '../../markup/outcome.ts';
import { refusalOf } from '../../parts/form/refusal.ts';
import { scopeOptions } from '../../parts/form/scope-options.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { deliveryPage } from './delivery-page.ts';

/** The organization's alert delivery. */
export const deliveryRoutes: readonly PageRoute[] = [
  {
    path: '/delivery',
    who: 'editor',
    get: (visit) => deliveryPage(visit, {}),
    does: ['add', 'rotate', 'test', 'resume', 'remove'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        const isStopped = error instanceof MailWasStopped;
        return await deliveryPage(visit, { refusal: refusalOf(error), form, isStopped });
      }
    },
  },
];

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const acting = actingDeps(visit);
  const what = form.get('do');
  if (what === 'add') return await add(visit, acting, form);
  const { organization, brandIds } = visit.user;
  const own = organization?.internalId ?? null;
  const endpoint = await endpointNamed(acting.db, form.get('endpoint') ?? '', own, brandIds);
  if (what === 'rotate') {
    const rotated = await rotateSecret(acting, endpoint, form.get('overlap') ?? undefined);
    return await deliveryPage(visit, { made: { ...endpoint, ...rotated } });
  }
  if (what === 'test') {
    await refuseMoreTests(visit, endpoint.address);
    const outcome = await sendTest(acting, endpoint, new AbortController().signal);
    return await deliveryPage(visit, { tested: { address: endpoint.address, failure: failureOf(outcome) } });
  }
  if (what === 'resume') await resume(acting, endpoint);
  else if (what === 'remove') await remove(acting, endpoint);
  return redirect(`/delivery?done=${what}`);
}

/** Tests per address and hour: its owner may not have asked for any. */
const MOST_TESTS = 5;

/** @throws SightlineError `rate_limited` */
async function refuseMoreTests({ deps, now }: Visit, address: string): Promise<void> {
  const window = windowAt(now, HOUR_MS);
  const tests = await deps.failures.add(`test ${hash('sha256', address, 'hex')}`, window, 1);
  if (tests <= MOST_TESTS) return;
  throw new SightlineError(
    'rate_limited',
    `At most ${MOST_TESTS} tests an hour are sent to an address. Try again later.`,
    { retryAfterSeconds: secondsLeft(window, now) },
  );
}

function failureOf(outcome: Sent): string | null {
  return outcome.kind === 'failed' ? outcome.detail : null;
}

function actingDeps({ deps, now, user }: Visit): EndpointDeps {
  return { db: deps.db, random: deps.random, now: () => now, senders: deps.senders, actor: user.id };
}

async function add(visit: Visit, acting: EndpointDeps, form: URLSearchParams): Promise<Outcome> {
  const reach = (await scopeOptions(visit)).find(({ value }) => value === form.get('reach'));
  if (!reach) throw new SightlineError('invalid_argument', 'Choose whose alerts to send from the list.');
  const { organization, brand } = reach;
  const pace = form.get('pace') === 'at_once' ? 'at_once' : 'daily';
  const address = (form.get('address') ?? '').trim();
  // The consent box is for the address it named, not for another.
  const isWantedAgain = covers(visit.user.role, 'admin') && form.get('again') === address;
  const request = { address, organization, brand, pace, isWantedAgain } as const;
  const { address: to, secret } = await createEndpoint(acting, request);
  if (secret === null) return redirect('/delivery?done=add');
  return await deliveryPage(visit, { made: { address: to, secret } });
}
