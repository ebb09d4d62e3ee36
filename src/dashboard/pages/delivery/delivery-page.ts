import { covers } from '../../../domain/user.ts';
import {
  type EndpointState,
  endpointsOf,
  NO_MAIL,
  NO_SECRET_KEY,
} from '../../../pipeline/deliver/endpoints.ts';
import { oldSignsUntil } from '../../../pipeline/deliver/secrets.ts';
import { type Html, html } from '../../html.ts';
import { type Page, page } from '../../outcome.ts';
import { checkField, type Option, optionList, selectField, textField } from '../../parts/field.ts';
import { type Reach, reachesOf } from '../../parts/reaches.ts';
import { doneNote, type Refusal, refusalNote } from '../../parts/refusal.ts';
import { shownOnce } from '../../parts/shown-once.ts';
import type { Times } from '../../times.ts';

import type { Visit } from '../../visit.ts';

interface Shown {
  /** A secret that was made, which is shown this once. */
  readonly made?: MadeSecret;
  /** What became of a test; `failure` is null if it was sent. */
  readonly tested?: { readonly address: string; readonly failure: string | null };
  readonly refusal?: Refusal;
  readonly form?: URLSearchParams;
  /** Whether it was refused because whoever gets mail at the address stopped it. */
  readonly isStopped?: boolean;
}

interface MadeSecret {
  readonly address: string;
  readonly secret: string;
  /** Of a replaced secret: until when the old one also signs; null if it no longer does. */
  readonly oldSignsUntil?: number | null;
}

const DONE: ReadonlyMap<string, string> = new Map([
  ['add', 'Alerts are sent to this address from now on. Send a test to see whether they arrive.'],
  ['resume', 'What waits is being sent.'],
  ['remove', 'Nothing more is sent there.'],
]);

/** Where alerts are sent, how that is going, and the forms to change it. */
export async function deliveryPage(visit: Visit, shown: Shown): Promise<Page> {
  const { made, tested, refusal, form, isStopped = false } = shown;
  const { db, user, query } = visit;
  const endpoints = await endpointsOf(db, user.organization?.internalId ?? null, user.brandIds);
  const reaches = await reachesOf(visit);
  const isQuiet = made === undefined && refusal === undefined && tested === undefined;
  return page({
    title: 'Delivery of alerts',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Delivery of alerts</h1>
<p class="lead">Each new alert can go to people by mail and to programs by webhook. Which changes become alerts is set in the <a href="/settings/alerts">alert settings</a>.</p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(query.get('done') ?? ''))}
${tested && testNote(tested)}
${made && madeNote(made, visit.times)}
${addForm(visit, reaches, { form: refusal && form?.get('do') === 'add' ? form : undefined, isStopped })}
${
  endpoints.length === 0
    ? html`<p class="empty">Alerts are not sent anywhere yet. They are in the dashboard, and in the API.</p>`
    : endpointTable(endpoints, visit)
}`,
  });
}

function testNote({ address, failure }: NonNullable<Shown['tested']>): Html {
  if (failure === null) {
    return html`<div class="note" role="status"><p>A test was sent to <bdi>${address}</bdi>.</p></div>`;
  }
  return html`<div class="note error" role="alert"><p>The test was not sent to <bdi>${address}</bdi>. ${failure}</p></div>`;
}

function madeNote({ address, secret, oldSignsUntil }: MadeSecret, times: Times): Html {
  return shownOnce(
    `Signing secret for ${address}`,
    [{ label: 'Secret', text: secret }],
    html`Copy it now: it is not shown again. Every message is signed with it, so that the receiver can tell that it came from here. ${
      oldSignsUntil !== undefined &&
      (oldSignsUntil === null
        ? 'The old secret signs nothing more.'
        : html`Messages also have a signature by the old secret until ${times.of(oldSignsUntil)}.`)
    }`,
  );
}

const PACES: readonly Option[] = [
  ['daily', 'At most once a day'],
  ['at_once', 'As soon as there is an alert'],
];

interface Typed {
  readonly form: URLSearchParams | undefined;
  readonly isStopped: boolean;
}

function addForm({ deps, user }: Visit, reaches: readonly Reach[], { form, isStopped }: Typed): Html {
  const text = (name: string) => form?.get(name) ?? '';
  const choices = reaches.map(({ value, label }): Option => [value, label]);
  const { mailer, secretKey } = deps.senders;
  return html`<details class="adding"${form && html` open`}><summary class="button">Add an address</summary>
<form method="post" action="/delivery" class="boxed">
<input type="hidden" name="do" value="add">
${mailer === null && html`<p class="help">${NO_MAIL}</p>`}
${secretKey === null && html`<p class="help">${NO_SECRET_KEY}</p>`}
${textField({ name: 'address', label: 'Address', value: text('address'), help: 'An email address, or the URL of a webhook.', isRequired: true })}
${selectField({ name: 'reach', label: 'Alerts of', choices, value: text('reach') })}
${selectField({ name: 'pace', label: 'Mail goes', choices: PACES, value: text('pace'), help: 'A webhook gets each alert at once.' })}
${isStopped && covers(user.role, 'admin') && wantedAgainField(text('address').trim())}
<p class="actions"><button class="primary">Add it</button></p>
</form>
</details>`;
}

/** Names the address, because another one may be typed before the form is sent again. */
function wantedAgainField(address: string): Html {
  const label = html`The owner of <bdi>${address}</bdi> asked for these emails again. The audit log will say that you confirmed it.`;
  return html`<div class="field">${checkField('again', address, label, false)}</div>`;
}

function endpointTable(endpoints: readonly EndpointState[], visit: Visit): Html {
  return html`<table class="cards ledger">
<caption class="unseen">Where alerts are sent, oldest first</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Alerts of</th><th scope="col">State</th><th scope="col">Last sent</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>
${endpoints.map((endpoint) => endpointRow(endpoint, visit))}
</tbody>
</table>`;
}

function endpointRow(endpoint: EndpointState, visit: Visit): Html {
  const { kind, address, organization, brand, pace, lastSentAt } = endpoint;
  const how =
    kind === 'webhook' ? 'Webhook' : pace === 'daily' ? 'Mail, at most once a day' : 'Mail, at once';
  return html`<tr><th scope="row" data-label="Address"><bdi>${address}</bdi> <small>${how}</small></th><td data-label="Alerts of"><bdi>${
    brand?.name ?? `All brands of ${organization}`
  }</bdi></td><td data-label="State"><span>${stateText(endpoint, visit.times)}</span></td><td data-label="Last sent">${
    lastSentAt === null ? 'Not yet' : visit.times.of(lastSentAt)
  }</td><td class="wide">${endpointActions(endpoint, visit)}</td></tr>
`;
}

function stateText(endpoint: EndpointState, times: Times): Html {
  const { pausedAt, pausedFor, failures, lastFailure, waiting, dueAt, lastSentAt } = endpoint;
  const waits = waiting > 0 && ` ${waiting === 1 ? '1 alert waits.' : `${waiting} alerts wait.`}`;
  if (pausedAt !== null) {
    const why = pausedFor === 'gone' ? 'it is gone' : 'it failed for 3 days';
    return html`<strong>Paused</strong> on ${times.of(pausedAt)}, because ${why}. ${lastFailure}${waits}`;
  }
  if (failures > 0) {
    const next = dueAt === null ? '' : html` Next try: ${times.of(dueAt)}.`;
    return html`<strong>Failing.</strong> ${lastFailure}${next}${waits}`;
  }
  const state = lastSentAt === null ? 'Ready' : 'Works';
  if (waiting === 0) return html`${state}`;
  const at = endpoint.mailAt === null ? '' : html` The next mail goes on ${times.of(endpoint.mailAt)}.`;
  return html`${state}.${waits}${at}`;
}

const NO_OVERLAP: Option = ['0', 'No longer'];
const OVERLAPS: readonly Option[] = [
  ['24', 'For a day'],
  ['168', 'For a week'],
  ['720', 'For 30 days'],
  NO_OVERLAP,
];

function rotateForm(endpoint: EndpointState, { now, times }: Visit): Html {
  const overlap = `overlap-${endpoint.id}`;
  const until = oldSignsUntil(endpoint, now);
  return actionForm(
    endpoint.id,
    'rotate',
    html`<p>Makes a new secret and shows it once.${
      until !== null &&
      html` The secret before this one also signs until ${times.of(until)}. Until then, replacing ends both at once.`
    }</p>
<label for="${overlap}">The old one also signs</label><select id="${overlap}" name="overlap">${optionList(until === null ? OVERLAPS : [NO_OVERLAP])}</select>
<button>Replace the secret</button>`,
  );
}

function endpointActions(endpoint: EndpointState, visit: Visit): Html {
  const { id, kind, address, failures, pausedAt } = endpoint;
  const of = html`<span class="unseen"> ${address}</span>`;
  return html`<div class="row-actions">
${(failures > 0 || pausedAt !== null) && actionForm(id, 'resume', html`<button class="as-link">Send again now<span class="unseen"> to ${address}</span></button>`)}
${actionForm(id, 'test', html`<button class="as-link">Send a test<span class="unseen"> to ${address}</span></button>`)}
${
  kind === 'webhook' &&
  html`<details class="row-menu" name="row"><summary>Replace secret<span class="unseen"> of ${address}</span></summary>${rotateForm(endpoint, visit)}</details>`
}
<details class="row-menu" name="row"><summary>Remove${of}</summary>${actionForm(
    id,
    'remove',
    html`<p>Nothing more is sent there, and what waits is not sent.</p><button class="danger">Remove it</button>`,
  )}</details>
</div>`;
}

function actionForm(id: string, what: string, content: Html): Html {
  return html`<form method="post" action="/delivery"><input type="hidden" name="do" value="${what}"><input type="hidden" name="endpoint" value="${id}">${content}</form>`;
}
