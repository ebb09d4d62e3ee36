import { actions } from '../../../actions/index.ts';
import { covers } from '../../../domain/access/user.ts';
import { type EndpointState, endpointsOf, NO_MAIL } from '../../../pipeline/deliver/endpoints.ts';
import { NO_SECRET_KEY } from '../../../pipeline/deliver/secrets.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Page, page } from '../../markup/outcome.ts';
import { checkField, type Option, selectField, textField } from '../../parts/form/field.ts';
import { optionsOf } from '../../parts/form/limits.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { doneNote, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { type ScopeOption, scopeOptions } from '../../parts/form/scope-options.ts';
import { breakable } from '../../parts/table/web-page.ts';
import type { Times } from '../../visit/times.ts';

import type { Visit } from '../../visit/visit.ts';

interface PageState {
  /** A new secret, shown only once. */
  readonly made?: MadeSecret;
  /** A test's outcome; `failure` is null if it arrived. */
  readonly tested?: { readonly address: string; readonly failure: string | null };
  readonly refusal?: Refusal;
  readonly form?: URLSearchParams;
  /** Whether the address has unsubscribed. */
  readonly isStopped?: boolean;
}

interface MadeSecret {
  readonly address: string;
  readonly secret: string;
}

const DONE: ReadonlyMap<string, string> = new Map([
  ['add', 'This address now receives alerts. Send a test to see whether they arrive.'],
  ['resume', 'Sending the pending alerts.'],
  ['remove', 'This address receives nothing more.'],
]);

export async function deliveryPage(visit: Visit, shown: PageState): Promise<Page> {
  const { made, tested, refusal, form, isStopped = false } = shown;
  const { db, query } = visit;
  const endpoints = await endpointsOf(db, visit.reach);
  const reaches = await scopeOptions(visit);
  const isQuiet = made === undefined && refusal === undefined && tested === undefined;
  return page({
    title: 'Who receives alerts',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Who receives alerts</h1>
<p class="lead">Send each new alert to people by email, Slack, or Teams, and to programs by webhook. <a href="/settings/alerts">Which changes become alerts</a></p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(query.get('done') ?? ''))}
${tested && testNote(tested)}
${made && madeNote(made)}
${addForm(visit, reaches, { form: refusal && form?.get('do') === 'add' ? form : undefined, isStopped })}
${
  endpoints.length === 0
    ? html`<p class="empty">Nobody receives alerts yet. You find them in the dashboard and the API.</p>`
    : endpointTable(endpoints, visit)
}`,
  });
}

function testNote({ address, failure }: NonNullable<PageState['tested']>): Html {
  if (failure === null) {
    return html`<div class="note" role="status"><p>Sent a test to <bdi>${address}</bdi>.</p></div>`;
  }
  return html`<div class="note error" role="alert"><p>The test to <bdi>${address}</bdi> failed. ${failure}</p></div>`;
}

function madeNote({ address, secret }: MadeSecret): Html {
  return oneTimeSecret(
    `Signing secret for ${address}`,
    [{ label: 'Secret', text: secret }],
    html`Copy it now: Sightline does not show it again. It signs every message, so the receiver can verify the sender.`,
  );
}

/** '' leaves the format to the address's host. */
const FORMAT_CHOICES: readonly Option[] = [
  ['', 'As the address suggests'],
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
  ['standard', 'Signed JSON for programs'],
];

const PACE_WORDS = { daily: 'At most once a day', at_once: 'Immediately' };

interface Typed {
  readonly form: URLSearchParams | undefined;
  readonly isStopped: boolean;
}

function addForm({ deps, user }: Visit, reaches: readonly ScopeOption[], { form, isStopped }: Typed): Html {
  const text = (name: string) => form?.get(name) ?? '';
  const choices = reaches.map(({ value, label }): Option => [value, label]);
  const { mailer, secretKey } = deps.senders;
  const { address, pace } = actions.add_endpoint.input;
  return html`<details class="adding"${form && html` open`}><summary class="button">Add an address</summary>
<form method="post" action="/delivery" class="boxed">
<input type="hidden" name="do" value="add">
${mailer === null && html`<p class="help">${NO_MAIL}</p>`}
${secretKey === null && html`<p class="help">${NO_SECRET_KEY}</p>`}
${textField({ name: 'address', label: 'Address', value: text('address'), help: 'An email address, or the URL of a webhook, also of Slack or Teams.', of: address })}
${selectField({ name: 'format', label: 'Webhook format', choices: FORMAT_CHOICES, value: text('format') })}
${selectField({ name: 'reach', label: 'Alerts for', choices, value: text('reach') })}
${selectField({ name: 'pace', label: 'Email frequency', choices: optionsOf(pace, PACE_WORDS), value: text('pace') || 'daily', help: 'Webhooks receive each alert at once.' })}
${isStopped && covers(user.role, 'admin') && resubscribeField(text('address').trim())}
<p class="actions"><button class="primary">Add it</button></p>
</form>
</details>`;
}

/** Names the address, because the user may type another one before resubmitting. */
function resubscribeField(address: string): Html {
  const label = html`The owner of <bdi>${address}</bdi> asked for these emails again. The audit log records that you confirmed it.`;
  return html`<div class="field">${checkField('again', address, label, false)}</div>`;
}

function endpointTable(endpoints: readonly EndpointState[], visit: Visit): Html {
  return html`<table class="cards ledger">
<caption class="unseen">Alert addresses, oldest first</caption>
<thead><tr><th scope="col">Address</th><th scope="col">Alerts of</th><th scope="col">State</th><th scope="col">Last sent</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>
${endpoints.map((endpoint) => endpointRow(endpoint, visit))}
</tbody>
</table>`;
}

function endpointRow(endpoint: EndpointState, visit: Visit): Html {
  const { format, address, organization, brand, pace, lastSentAt } = endpoint;
  const how =
    format !== null
      ? FORMAT_NAMES[format]
      : pace === 'daily'
        ? 'Email, at most once a day'
        : 'Email, at once';
  return html`<tr><th scope="row" data-label="Address">${breakable(address)} <small>${how}</small></th><td data-label="Alerts of"><bdi>${
    brand?.name ?? `All brands of ${organization}`
  }</bdi></td><td data-label="State"><span>${stateText(endpoint, visit.times)}</span></td><td data-label="Last sent">${
    lastSentAt === null ? 'Not yet' : visit.times.of(lastSentAt)
  }</td><td class="wide">${endpointActions(endpoint)}</td></tr>
`;
}

const FORMAT_NAMES = { standard: 'Webhook', slack: 'Slack', teams: 'Microsoft Teams' };

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
  const at = endpoint.mailAt === null ? '' : html` The next email goes out on ${times.of(endpoint.mailAt)}.`;
  return html`${state}.${waits}${at}`;
}

function endpointActions(endpoint: EndpointState): Html {
  const { id, format, address, failures, pausedAt } = endpoint;
  const of = html`<span class="unseen"> ${address}</span>`;
  return html`<div class="row-actions">
${(failures > 0 || pausedAt !== null) && actionForm(id, 'resume', html`<button class="as-link">Send again now<span class="unseen"> to ${address}</span></button>`)}
${actionForm(id, 'test', html`<button class="as-link">Send a test<span class="unseen"> to ${address}</span></button>`)}
${
  format === 'standard' &&
  html`<details class="row-menu" name="row"><summary>Replace secret<span class="unseen"> of ${address}</span></summary>${actionForm(
    id,
    'rotate',
    html`<p>Makes a new secret and shows it once. The old one stops signing at once; messages that the receiver refuses meanwhile are sent again, for 3 days.</p><button>Replace the secret</button>`,
  )}</details>`
}
<details class="row-menu" name="row"><summary>Remove${of}</summary>${actionForm(
    id,
    'remove',
    html`<p>This also cancels its pending alerts.</p><button class="danger">Remove it</button>`,
  )}</details>
</div>`;
}

function actionForm(id: string, what: string, content: Html): Html {
  return html`<form method="post" action="/delivery"><input type="hidden" name="do" value="${what}"><input type="hidden" name="endpoint" value="${id}">${content}</form>`;
}
