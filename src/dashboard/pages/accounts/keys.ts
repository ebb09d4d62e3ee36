import { actions } from '../../../actions/index.ts';
import { SCOPES, type Scope } from '../../../domain/access/api-key.ts';
import { API_PREFIX } from '../../../domain/access/api-prefix.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { DAY_MS } from '../../../domain/time/period.ts';
import { type CreatedKey, keysIn, type ListedKey } from '../../../pipeline/declare/keys.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { type Option, selectField, textField } from '../../parts/form/field.ts';
import { oneTimeSecret } from '../../parts/form/one-time-secret.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import { type ScopeOption, scopeOptions } from '../../parts/form/scope-options.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';

/** The organization's API keys. */
export const keyRoutes: readonly PageRoute[] = [
  {
    path: '/keys',
    who: 'editor',
    // Another store has the times of last use.
    isOutsideSnapshot: true,
    get: (visit) => keysPage(visit, {}),
    does: ['create', 'rotate', 'revoke', 'end'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await keysPage(visit, { refusal: refusalOf(error), form });
      }
    },
  },
];

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  if (form.get('do') === 'create') return await create(visit, form);
  const key = form.get('key') ?? '';
  if (form.get('do') !== 'rotate') {
    await visit.act(actions.revoke_key, { key });
    return redirect(`/keys?done=${form.get('do')}`);
  }
  const { data: made } = await visit.act(actions.rotate_key, { key });
  return await keysPage(visit, { made, isReplacement: true });
}

async function create(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const reach = (await scopeOptions(visit)).find(({ value }) => value === form.get('reach'));
  if (!reach)
    throw new SightlineError('invalid_argument', 'Choose from the list which brands the key reads.');
  const days = expiriesIn(visit).find(([value]) => value === form.get('expires'))?.[0] ?? '';
  const name = form.get('name')?.trim();
  const { data: made } = await visit.act(actions.create_key, {
    organization: reach.organization,
    scopes: ['read', ...form.getAll('scope')],
    ...(reach.brand && { brand: reach.brand }),
    ...(name && { name }),
    ...(days && { expires: new Date(visit.now + Number(days) * DAY_MS).toISOString() }),
  });
  return await keysPage(visit, { made });
}

const EXPIRIES: readonly Option[] = [
  ['', 'Never'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
];

/** Expiry choices up to the operator's limit, then the limit itself. */
export function expiriesIn({ deps: { maxKeyDays } }: Visit): Option[] {
  if (maxKeyDays === null) return [...EXPIRIES];
  const shorter = EXPIRIES.filter(([days]) => days !== '' && Number(days) < maxKeyDays);
  return [...shorter, [String(maxKeyDays), `In ${maxKeyDays} ${maxKeyDays === 1 ? 'day' : 'days'}`]];
}

const SCOPE_WORDS: Readonly<Record<Scope, string>> = {
  read: 'Read reports',
  'prompts:write': 'Change questions',
  'brands:write': 'Change brands',
};

const DONE = new Map([
  ['revoke', 'The key is revoked.'],
  ['end', 'The connection has ended.'],
]);

interface PageState {
  /** A new key, shown only once. */
  readonly made?: CreatedKey;
  /** Whether it replaced another one. */
  readonly isReplacement?: boolean;
  readonly refusal?: Refusal;
  readonly form?: URLSearchParams;
}

async function keysPage(visit: Visit, { made, isReplacement, refusal, form }: PageState): Promise<Page> {
  const keys = await keysIn(visit.deps.db, visit.reach);
  const live = keys.filter((key) => isLive(key, visit.now));
  const ended = keys.filter((key) => !isLive(key, visit.now));
  const connections = live.filter(({ isConnection }) => isConnection);
  const active = live.filter(({ isConnection }) => !isConnection);
  const uses = await visit.deps.lastUses(keys.map(({ id }) => id));
  const reaches = await scopeOptions(visit);
  const shown = {
    uses,
    names: new Map(reaches.flatMap(({ brand, name }) => (brand ? [[brand, name]] : []))),
  };
  const isQuiet = made === undefined && refusal === undefined;
  return page({
    title: 'API keys',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>API keys</h1>
<p class="lead">For the <a href="/docs/api">API</a>, BI tools, and assistants. A key belongs to the organization, not to a person.</p>
</header>
${refusalNote(refusal ?? null)}
${isQuiet && doneNote(DONE.get(visit.query.get('done') ?? ''))}
${made && madeNote(visit, made, isReplacement)}
${createForm(visit, reaches, refusal ? form : undefined)}
${
  active.length === 0
    ? html`<p class="empty">You have no active key. Create one for each program that reads reports, so that you can revoke each by itself.</p>`
    : keyTable(visit, 'Active keys', active, shown)
}
${connectionsSection(visit, connections, shown)}
${ended.length > 0 && html`<details><summary>${ended.length === 1 ? '1 ended key' : `${ended.length} ended keys`}</summary>${keyTable(visit, 'Ended keys', ended, shown)}</details>`}`,
  });
}

function madeNote(
  { client }: Visit,
  { key, id, brand }: CreatedKey,
  isReplacement: boolean | undefined,
): Html {
  const path = brand === null ? '/me' : '/visibility?days=30';
  return oneTimeSecret(
    'Your new key',
    [
      { label: 'Key', text: key },
      { label: 'Try it', text: `curl -s -H 'X-API-Key: ${key}' '${client.origin}${API_PREFIX}${path}'` },
    ],
    html`Copy it now: Sightline stores only its hash and cannot show key <code>${id}</code> again. ${
      isReplacement && 'The old key no longer works.'
    }`,
  );
}

function createForm(visit: Visit, reaches: readonly ScopeOption[], form: URLSearchParams | undefined): Html {
  const text = (name: string) => form?.get(name) ?? '';
  return html`<details class="adding"${form && html` open`}><summary class="button">Create a key</summary>
<form method="post" action="/keys" class="boxed">
<input type="hidden" name="do" value="create">
${textField({ name: 'name', label: 'Name', value: text('name'), help: 'The program that uses it, for example.', of: actions.create_key.input.name })}
${reachField(reaches, text('reach'))}
${permissionsField(form?.getAll('scope') ?? [])}
${selectField({ name: 'expires', label: 'Expires', choices: expiriesIn(visit), value: text('expires') })}
<p class="actions"><button class="primary">Create the key</button></p>
</form>
</details>`;
}

export function reachField(reaches: readonly Pick<ScopeOption, 'value' | 'label'>[], value: string): Html {
  const choices = reaches.map(({ value, label }): Option => [value, label]);
  return selectField({ name: 'reach', label: 'Brands it reads', choices, value, isRequired: true });
}

export function permissionsField(chosen: readonly string[]): Html {
  return html`<fieldset class="field"><legend>Permissions</legend>
${SCOPES.map(
  (scope) => html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${
    (scope === 'read' || chosen.includes(scope)) && html` checked`
  }${scope === 'read' && html` disabled`}>${SCOPE_WORDS[scope]} <code>${scope}</code></label>
`,
)}</fieldset>`;
}

/** Assistants connected by OAuth, if this server offers that. */
function connectionsSection(visit: Visit, connections: readonly ListedKey[], known: Known): Html | null {
  const { oauth } = visit.deps;
  if (oauth === null && connections.length === 0) return null;
  return html`<section>
<h2>Connected assistants</h2>
${oauth && html`<p>To connect Claude, ChatGPT, or another assistant, give it the address <code>${oauth.audience}</code> (<a href="/docs/mcp">how</a>). A connection ends when the person who allowed it loses access.</p>`}
${connections.length > 0 && keyTable(visit, 'Connected assistants', connections, known, 'Assistant')}
</section>`;
}

function keyTable(
  visit: Visit,
  caption: string,
  keys: readonly ListedKey[],
  known: Known,
  noun = 'Key',
): Html {
  return html`<table class="cards ledger">
<caption class="unseen">${caption}, oldest first</caption>
<thead><tr><th scope="col">${noun}</th><th scope="col">Reads</th><th scope="col">May</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Ends</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>
${keys.map((key) => keyRow(visit, key, known, noun))}
</tbody>
</table>`;
}

/** Facts about keys from other tables. */
interface Known {
  readonly uses: ReadonlyMap<string, number>;
  /** Brand names by id. A deleted brand has only its id. */
  readonly names: ReadonlyMap<string, string>;
}

function keyRow({ now, times }: Visit, key: ListedKey, { uses, names }: Known, noun: string): Html {
  const usedAt = uses.get(key.id);
  return html`<tr><th scope="row" data-label="${noun}"><bdi>${key.name ?? 'Without a name'}</bdi> <small><code>${key.hint}</code></small></th><td data-label="Reads"><bdi>${
    key.brand === null ? `All brands of ${key.organization}` : (names.get(key.brand) ?? key.brand)
  }</bdi></td><td data-label="May">${key.scopes.join(', ')}</td><td data-label="Created">${dateText(new Date(key.createdAt))}${makerText(key)}</td><td data-label="Last used">${
    usedAt === undefined ? 'Not yet' : times.of(usedAt)
  }</td><td data-label="Ends">${endText(key, now)}</td><td class="wide">${isLive(key, now) && keyActions(key)}</td></tr>
`;
}

function isLive({ revokedAt, expiresAt }: ListedKey, now: number): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

function makerText({ madeBy, isMakerDisabled }: ListedKey): Html | null {
  if (madeBy === null) return null;
  return html` by <bdi>${madeBy}</bdi>${isMakerDisabled && ' (disabled)'}`;
}

function endText({ revokedAt, expiresAt }: ListedKey, now: number): string {
  if (revokedAt !== null) return `Revoked on ${dateText(new Date(revokedAt))}`;
  if (expiresAt === null) return 'Never';
  return `${expiresAt <= now ? 'Expired on ' : ''}${dateText(new Date(expiresAt))}`;
}

function keyActions(key: ListedKey): Html {
  const name = html`<span class="unseen"> ${key.name ?? key.hint}</span>`;
  if (key.isConnection) {
    return html`<div class="row-actions"><details class="row-menu" name="row"><summary>End${name}</summary><form method="post" action="/keys"><input type="hidden" name="do" value="end"><input type="hidden" name="key" value="${key.id}">
<p>The assistant stops reading at once. To connect it again, a person must allow it.</p>
<button class="danger">End the connection</button></form></details></div>`;
  }
  return html`<div class="row-actions">
<details class="row-menu" name="row"><summary>Replace${name}</summary><form method="post" action="/keys"><input type="hidden" name="do" value="rotate"><input type="hidden" name="key" value="${key.id}">
<p>Makes a new key with the same name, permissions, and expiry. Programs that use the old one stop working at once.</p>
<button>Replace the key</button></form></details>
<details class="row-menu" name="row"><summary>Revoke${name}</summary><form method="post" action="/keys"><input type="hidden" name="do" value="revoke"><input type="hidden" name="key" value="${key.id}">
<p>Programs that use it stop working at once. You cannot restore a revoked key.</p>
<button class="danger">Revoke the key</button></form></details>
</div>`;
}
