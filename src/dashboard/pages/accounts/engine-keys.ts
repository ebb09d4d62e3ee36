import { engineNameOf } from '../../../domain/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/usd.ts';
import {
  type EngineKeyDeps,
  type EnteredKey,
  enterEngineKey,
  enteredKeys,
  noteTry,
  PROVIDERS,
  providerOf,
  removeEngineKey,
} from '../../../pipeline/collect/engine-keys.ts';
import type { TriedKey } from '../../../pipeline/collect/try-key.ts';
import { type Content, type Html, html } from '../../html.ts';
import { type Outcome, type Page, page, redirect } from '../../outcome.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/refusal.ts';
import { dateText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { actingDeps } from './account-deps.ts';

/** The keys with which engines are asked, of the whole installation. */
export const engineKeyRoutes: readonly PageRoute[] = [
  {
    path: '/engine-keys',
    who: 'operator',
    get: (visit) => keysPage(visit, {}),
    does: ['save', 'try', 'remove'],
    post: async (visit, form) => {
      try {
        return await change(visit, form);
      } catch (error) {
        return await keysPage(visit, { refusal: refusalOf(error), provider: form.get('provider') });
      }
    },
  },
];

async function change(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  if (visit.deps.isDemo)
    throw new SightlineError('conflict', 'The demo asks no engine: its data is invented, and takes no keys.');
  const provider = providerOf(form.get('provider') ?? '');
  switch (form.get('do')) {
    case 'save':
      await enterEngineKey(keyDeps(visit), provider.slug, form.get('key') ?? '');
      return redirect(`/engine-keys?saved=${provider.slug}`);
    case 'remove':
      await removeEngineKey(keyDeps(visit), provider.slug);
      return redirect(`/engine-keys?removed=${provider.slug}`);
    default:
      await noteTry(keyDeps(visit), provider);
      return await keysPage(visit, { tried: await visit.deps.engineKeys.tryKey(provider.slug) });
  }
}

function keyDeps(visit: Visit): EngineKeyDeps {
  return { ...actingDeps(visit), secretKey: visit.deps.engineKeys.secretKey };
}

interface Shown {
  /** Whose form was refused. */
  readonly provider?: string | null;
  readonly tried?: TriedKey;
  readonly refusal?: Refusal;
}

/** A provider, and what its key lets be asked. */
interface Row {
  readonly slug: string;
  readonly name: string;
  readonly keyHelp: string;
  /** Named as everywhere, with the estimated cost of an answer in millionths of a dollar. */
  readonly engines: readonly { readonly name: string; readonly micros: number | null }[];
  readonly isReady: boolean;
  /** Of the key, in the environment. */
  readonly variable: string | null;
  readonly isSet: boolean;
  readonly entered: EnteredKey | undefined;
}

async function rowsOf(visit: Visit): Promise<Row[]> {
  const { ready, disabled } = await visit.deps.engines(visit.db);
  const entered = await enteredKeys(visit.deps.db);
  const known = new Map([
    ...ready.map(
      ({ adapter, micros, keyVariable: variable }) => [adapter.slug, { micros, variable }] as const,
    ),
    ...disabled.map(({ engine, micros, missing: variable }) => [engine, { micros, variable }] as const),
  ]);
  return PROVIDERS.map(({ slug, name, keyHelp, engines }) => ({
    slug,
    name,
    keyHelp,
    engines: engines.map((engine) => ({
      name: engineNameOf(engine),
      micros: known.get(engine)?.micros ?? null,
    })),
    isReady: ready.some(({ adapter }) => adapter.provider.slug === slug),
    variable: engines.map((engine) => known.get(engine)?.variable).find(Boolean) ?? null,
    isSet: visit.deps.engineKeys.inEnvironment.has(slug),
    entered: entered.get(slug),
  }));
}

async function keysPage(visit: Visit, { provider, tried, refusal }: Shown): Promise<Page> {
  const rows = await rowsOf(visit);
  const named = (parameter: string) => rows.find(({ slug }) => slug === visit.query.get(parameter))?.name;
  const isQuiet = refusal === undefined && tried === undefined;
  const [saved, removed] = [named('saved'), named('removed')];
  return page({
    title: 'Engine keys',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Engine keys</h1>
<p class="lead">An engine is asked as soon as its provider’s key is here, for every organization of this server. Keys are stored encrypted and never shown again.</p>
</header>
${refusalNote(refusal ?? null)}
${tried && triedNote(tried)}
${isQuiet && saved !== undefined && doneNote(`The key of ${saved} is saved. Try it to see whether it works.`)}
${isQuiet && removed !== undefined && doneNote(`The key of ${removed} is removed.`)}
<table class="cards ledger">
<caption class="unseen">Providers of engines and their keys</caption>
<thead><tr><th scope="col">Provider</th><th scope="col">Engines, an answer about</th><th scope="col">Key</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>
${rows.map((row) => providerRow(row, { isOpen: row.slug === provider }))}
</tbody>
</table>
<p class="help">A key in the environment is used before one that was entered here. Trying asks one engine of the provider one short question.</p>`,
  });
}

function triedNote({ engine, advice, latencyMs, usd }: TriedKey): Html {
  const seconds = (latencyMs / 1000).toFixed(1);
  const name = engineNameOf(engine);
  if (advice === null)
    return html`<div class="note" role="status"><p><b class="verdict told">✓ Works:</b> ${name} answered in ${seconds} s, for about ${dollars(usd)}.</p></div>`;
  return html`<div class="note error" role="alert"><p>${name} did not answer, after ${seconds} s. ${advice}</p></div>`;
}

function providerRow(row: Row, { isOpen }: { readonly isOpen: boolean }): Html {
  const { name, engines } = row;
  return html`<tr><th scope="row" data-label="Provider">${name}</th><td data-label="Engines, an answer about"><span>${engines.map(
    (engine, index) =>
      html`${index > 0 && ', '}${engine.name}${engine.micros !== null && html` <small class="muted">${dollars(usdOf(engine.micros))}</small>`}`,
  )}</span></td><td data-label="Key">${stateOf(row)}</td><td class="wide">${actions(row, isOpen)}</td></tr>
`;
}

function stateOf({ isSet, isReady, entered, variable }: Row): Content {
  const by =
    entered &&
    html`Entered on ${dateText(new Date(entered.setAt))} by <bdi>${entered.setByEmail ?? entered.setBy}</bdi>`;
  if (isSet)
    return html`From the environment ${variable !== null && html`<small><code>${variable}</code></small>`}${by && html` <small class="counts">${by}, not used</small>`}`;
  if (by === undefined) return html`<span class="muted">None</span>`;
  if (isReady) return by;
  return html`<b class="verdict few">Cannot be opened</b> <small class="counts">${by}, under another secret key. Enter it again.</small>`;
}

function actions({ slug, name, keyHelp, isReady, entered, engines }: Row, isOpen: boolean): Html {
  const field = `key-${slug}`;
  const cost = dollars(usdOf(Math.min(...engines.map(({ micros }) => micros ?? Number.POSITIVE_INFINITY))));
  const provider = html`<input type="hidden" name="provider" value="${slug}">`;
  const unseen = html`<span class="unseen"> ${name}</span>`;
  return html`<div class="row-actions">
<details class="row-menu" name="row"${isOpen && html` open`}><summary>${entered ? 'Replace' : 'Enter'}${unseen}</summary><form method="post" action="/engine-keys">${provider}
<label for="${field}">Key of ${name}</label><input id="${field}" name="key" type="password" required autocomplete="off" spellcheck="false">
<p class="help">Needs ${keyHelp}.</p>
<button class="primary" name="do" value="save">Save</button></form></details>
${isReady && html`<form method="post" action="/engine-keys">${provider}<button class="as-link" name="do" value="try">Try, about ${cost}${unseen}</button></form>`}
${
  entered &&
  html`<details class="row-menu" name="row"><summary>Remove${unseen}</summary><form method="post" action="/engine-keys">${provider}
<p>Its engines are not asked from then on, unless the environment has a key. Answers stay.</p>
<button class="danger" name="do" value="remove">Remove the key</button></form></details>`
}
</div>`;
}
