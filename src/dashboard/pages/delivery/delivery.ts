import { hash } from 'node:crypto';
import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { HOUR_MS } from '../../../domain/time/period.ts';
import { secondsLeft, windowAt } from '../../../domain/time/quota-window.ts';
import { endpointNamed, sendTest } from '../../../pipeline/deliver/endpoints.ts';
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
  const what = form.get('do') ?? '';
  const endpoint = form.get('endpoint') ?? '';
  switch (what) {
    case 'add':
      return await add(visit, form);
    case 'test':
      return await test(visit, endpoint);
    case 'rotate':
      return await deliveryPage(visit, {
        made: (await visit.act(actions.rotate_endpoint_secret, { endpoint })).data,
      });
    default:
      await visit.act(actions[what === 'resume' ? 'resume_endpoint' : 'remove_endpoint'], { endpoint });
      return redirect(`/delivery?done=${what}`);
  }
}

/** Sends a test before it is noted: no transaction waits for a network. */
async function test(visit: Visit, id: string): Promise<Outcome> {
  const { deps, now, reach } = visit;
  const endpoint = await endpointNamed(deps.db, id, reach);
  await refuseMoreTests(visit, endpoint.address);
  const outcome = await sendTest({ ...deps, now: () => now }, endpoint, new AbortController().signal);
  await visit.act(actions.note_endpoint_test, { endpoint: id, arrived: outcome.kind !== 'failed' });
  const failure = outcome.kind === 'failed' ? outcome.detail : null;
  return await deliveryPage(visit, { tested: { address: endpoint.address, failure } });
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

async function add(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const reach = (await scopeOptions(visit)).find(({ value }) => value === form.get('reach'));
  if (!reach) throw new SightlineError('invalid_argument', 'Choose whose alerts to send from the list.');
  const { organization, brand } = reach;
  const address = (form.get('address') ?? '').trim();
  const { data } = await visit.act(actions.add_endpoint, {
    address,
    organization,
    ...(brand && { brand }),
    ...(form.get('format') && { format: form.get('format') }),
    pace: form.get('pace') ?? 'daily',
    // The consent box is for the address it named, not for another.
    again: form.get('again') === address,
  });
  if (data.secret === null) return redirect('/delivery?done=add');
  return await deliveryPage(visit, { made: { ...data, secret: data.secret } });
}
