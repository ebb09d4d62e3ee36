import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { dollars, usdOf } from '../../../domain/figures/usd.ts';
import { type EnteredKey, engineProviders, enteredKeys } from '../../../pipeline/collect/keys/engine-keys.ts';
import type { KeyTestResult } from '../../../pipeline/collect/keys/try-key.ts';
import { READER_PROVIDERS } from '../../../pipeline/judge/choose-reader.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, type Page, page, redirect } from '../../markup/outcome.ts';
import { limitsOf } from '../../parts/form/limits.ts';
import { doneNote, type Refusal, refusalNote, refusalOf } from '../../parts/form/refusal.ts';
import { dateText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { addressOf, type Visit } from '../../visit/visit.ts';

/** Provider keys for the whole installation. */
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
    throw new SightlineError('conflict', 'The demo asks no engine and takes no keys: its data is invented.');
  const provider = form.get('provider') ?? '';
  switch (form.get('do')) {
    case 'save':
      await visit.act(actions.enter_engine_key, { provider, key: form.get('key') ?? '' });
      return redirect(addressOf('/engine-keys', { saved: provider }));
    case 'remove':
      await visit.act(actions.remove_engine_key, { provider });
      return redirect(addressOf('/engine-keys', { removed: provider }));
    default: {
      const { result } = (await visit.act(actions.try_engine_key, { provider })).data;
      return await keysPage(visit, { ...(result && { tried: result }) });
    }
  }
}

interface PageState {
  /** The provider whose form was refused. */
  readonly provider?: string | null;
  readonly tried?: KeyTestResult;
  readonly refusal?: Refusal;
}

/** A provider with its engines. */
interface Row {
  readonly slug: string;
  readonly name: string;
  readonly keyHelp: string;
  readonly needsKey: boolean;
  /** Display name, and estimated cost per answer in millionths of a dollar. */
  readonly engines: readonly { readonly name: string; readonly micros: number | null }[];
  readonly isReady: boolean;
  /** The key's environment variable. */
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
  return engineProviders().map(({ slug, name, keyHelp, engines, needsKey = true }) => ({
    slug,
    name,
    keyHelp,
    needsKey,
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

async function keysPage(visit: Visit, { provider, tried, refusal }: PageState): Promise<Page> {
  const rows = await rowsOf(visit);
  const named = (parameter: string) => rows.find(({ slug }) => slug === visit.query.get(parameter))?.name;
  const isQuiet = refusal === undefined && tried === undefined;
  const [saved, removed] = [named('saved'), named('removed')];
  return page({
    title: 'Engine keys',
    status: refusal?.status ?? 200,
    main: html`<header class="page-head">
<h1>Engine keys</h1>
<p class="lead">Sightline asks an engine as soon as you enter its provider’s key here, for every organization on this server. It stores keys encrypted and never shows them again.</p>
</header>
${refusalNote(refusal ?? null)}
${tried && triedNote(tried)}
${isQuiet && saved !== undefined && doneNote(`Saved the ${saved} key. Try it to see whether it works.`)}
${isQuiet && removed !== undefined && doneNote(`Removed the ${removed} key.`)}
<table class="cards ledger">
<caption class="unseen">Engine providers and their keys</caption>
<thead><tr><th scope="col">Provider</th><th scope="col">Engines, with the estimated cost of an answer</th><th scope="col">Key</th><th scope="col"><span class="unseen">Change</span></th></tr></thead>
<tbody>
${rows.map((row) => providerRow(row, { isOpen: row.slug === provider }))}
</tbody>
</table>
<p class="help">A key in the environment takes precedence over a key entered here. Trying a key asks one of the provider’s engines one short question. A key of ${READER_PROVIDERS.filter(({ isOwn }) => !isOwn).map(({ name }, index) => html`${index > 0 && ', '}${name}`)} also lets a model <a href="/docs/reader.md">read what answers say</a>; an organization chooses it under Engines and keys of any brand.</p>`,
  });
}

function triedNote({ engine, advice, latencyMs, usd }: KeyTestResult): Html {
  const seconds = (latencyMs / 1000).toFixed(1);
  const name = engineNameOf(engine);
  if (advice === null)
    return html`<div class="note" role="status"><p><b class="verdict clear">✓ Works:</b> ${name} answered in ${seconds} s, for about ${dollars(usd)}.</p></div>`;
  return html`<div class="note error" role="alert"><p>${name} did not answer, after ${seconds} s. ${advice}</p></div>`;
}

function providerRow(row: Row, { isOpen }: { readonly isOpen: boolean }): Html {
  const { name, engines } = row;
  return html`<tr><th scope="row" data-label="Provider">${name}</th><td data-label="Engines, with the estimated cost of an answer"><span>${engines.map(
    (engine, index) =>
      html`${index > 0 && ', '}${engine.name}${engine.micros !== null && html` <small class="muted">${dollars(usdOf(engine.micros))}</small>`}`,
  )}</span></td><td data-label="Key">${stateOf(row)}</td><td class="wide">${rowActions(row, isOpen)}</td></tr>
`;
}

function stateOf({ isSet, isReady, needsKey, entered, variable }: Row): Content {
  const by =
    entered &&
    html`Entered on ${dateText(new Date(entered.setAt))} by <bdi>${entered.setByEmail ?? entered.setBy}</bdi>`;
  if (isSet)
    return html`From the environment ${variable !== null && html`<small><code>${variable}</code></small>`}${by && html` <small class="counts">${by}, not used</small>`}`;
  if (by === undefined) return html`<span class="muted">${needsKey ? 'None' : 'Not needed'}</span>`;
  if (isReady) return by;
  return html`<b class="verdict few">Cannot be opened</b> <small class="counts">${by}, encrypted with another secret key. Enter it again.</small>`;
}

function rowActions({ slug, name, keyHelp, isReady, entered, engines }: Row, isOpen: boolean): Html {
  const field = `key-${slug}`;
  const cost = dollars(usdOf(Math.min(...engines.map(({ micros }) => micros ?? Number.POSITIVE_INFINITY))));
  const provider = html`<input type="hidden" name="provider" value="${slug}">`;
  const unseen = html`<span class="unseen"> ${name}</span>`;
  return html`<div class="row-actions">
<details class="row-menu" name="row"${isOpen && html` open`}><summary>${entered ? 'Replace' : 'Enter'}${unseen}</summary><form method="post" action="/engine-keys">${provider}
<label for="${field}">Key of ${name}</label><input id="${field}" name="key" type="password"${limitsOf(actions.enter_engine_key.input.key)} autocomplete="off" spellcheck="false">
<p class="help">Needs ${keyHelp}.</p>
<button class="primary" name="do" value="save">Save</button></form></details>
${isReady && html`<form method="post" action="/engine-keys">${provider}<button class="as-link" name="do" value="try">Try, about ${cost}${unseen}</button></form>`}
${
  entered &&
  html`<details class="row-menu" name="row"><summary>Remove${unseen}</summary><form method="post" action="/engine-keys">${provider}
<p>Sightline then stops asking its engines, unless the environment has a key. Answers stay.</p>
<button class="danger" name="do" value="remove">Remove the key</button></form></details>`
}
</div>`;
}
