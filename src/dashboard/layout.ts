import type { Task } from '../pipeline/tasks/tasks-of-brand.ts';
import type { Asset } from './assets.ts';
import { type Content, type Html, html, insertedAfter } from './markup/html.ts';
import type { Page, Theme } from './markup/outcome.ts';
import { bar } from './parts/bar/bar.ts';
import { type ChosenBar, chosenWords } from './parts/bar/chosen-bar.ts';
import { datedLink } from './parts/bar/copy-menu.ts';
import { TASK_NAMES } from './parts/words/task-words.ts';
import {
  addressOfPlace,
  ENTRIES,
  type Entry,
  NAVIGATION,
  type Place,
  placesFor,
  SET_UP,
  type Standpoint,
  standpointOf,
  YOU,
} from './visit/navigation.ts';
import { addressOf, parametersIn, type Visit, type VisitedBrand } from './visit/visit.ts';

/** The frame around every page. */
export interface Frame {
  readonly style: Asset;
  readonly script: Asset;
  /** This browser's theme; null for the system's. */
  readonly theme: Theme | null;
  /** Other brands that the user can access. */
  readonly brands: readonly Pick<VisitedBrand, 'id' | 'name'>[];
  readonly unreadAlerts: number;
  /** The bar's filters and their values. */
  readonly bar: ChosenBar;
  /** Nearby choices if the current one has no answers. */
  readonly noAnswers: Html | null;
  /** A running task for the brand. */
  readonly openTask: Task | null;
  /** Whether the brand's answers show ads or products. */
  readonly hasCards: boolean;
}

/** A whole page, with header and footer. */
export function wholePage(visit: Visit, page: Page, frame: Frame): Html {
  const { style, script, theme } = frame;
  const isShared = visit.path.startsWith('/share/');
  const here = standpointOf(visit);
  return html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Sightline</title>
<link rel="icon" href="data:,">
${isShared && html`<meta name="robots" content="noindex, nofollow">`}
${page.goesTo !== undefined && html`<meta http-equiv="refresh" content="0; url=${page.goesTo}">`}
${page.refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}"></noscript>`}
<link rel="stylesheet" href="${style.path}">
<script type="module" src="${script.path}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
${header(visit, page, frame, here)}
<main id="main" tabindex="-1">
${frame.noAnswers}
${insertedAfter(page.main, '</header>', tabs(visit, frame, here))}
</main>
${footer(visit, page, frame)}
</body>
</html>
`;
}

function header(visit: Visit, page: Page, frame: Frame, here: Standpoint | null): Html {
  return html`<header class="top">
<div class="top-row">
<a class="logo" href="${visit.viewer.kind === 'link' ? visit.base : '/'}">Sightline</a>
${visit.hasBrand && brandMenu(visit, frame.brands)}
${navigation(visit, page, frame, here)}
</div>
${bar(visit, frame.bar)}
${chosenWords(visit, frame.bar)}
</header>`;
}

/** All navigation: a row on wide screens, a menu on phones. */
function navigation(visit: Visit, page: Page, frame: Frame, here: Standpoint | null): Html {
  const { hasBrand, viewer } = visit;
  const unread =
    frame.unreadAlerts > 0 && html` <span class="badge" aria-hidden="true">${frame.unreadAlerts}</span>`;
  const name = here?.place.label ?? page.title.split(' · ', 1)[0];
  return html`<button type="button" class="sections-open" popovertarget="sections">${name}${unread}</button>
<div id="sections" class="sections" popover>
${hasBrand && entries(visit, frame, here)}
<div class="top-end">
${visit.deps.isDemo && html`<span class="sample" title="Invented: no brand, answer, or site on these pages is real.">Sample data</span>`}
${frame.openTask && runningTask(visit, frame.openTask)}
${hasBrand && viewer.kind === 'user' && visit.brand.configured && html`<a class="top-link" href="${visit.to('find')}" data-key="/">Find <kbd aria-hidden="true">/</kbd></a>`}
${shareMenu(visit, page, frame.bar)}
${hasBrand && entryMenu(visit, SET_UP, here, 'Set up')}
${viewer.kind === 'user' && userMenu(visit, here)}
</div>
</div>`;
}

/** Each leads to its first page that the viewer may open. */
function entries(visit: Visit, frame: Frame, here: Standpoint | null): Html {
  const items = ENTRIES.map((entry) => {
    const [first] = placesFor(visit, entry, frame.hasCards);
    if (first === undefined) return null;
    const unread = first.path === 'alerts' ? frame.unreadAlerts : 0;
    const badge =
      unread > 0 && html` <span class="badge">${unread}<span class="unseen"> unread</span></span>`;
    const isPage = here?.isPlace && here.place === first;
    return html`<li><a href="${addressOfPlace(visit, first)}"${entry === here?.entry && html` aria-current="${isPage ? 'page' : 'true'}"`}>${entry.label}${badge}</a></li>`;
  });
  return html`<nav class="tabs" aria-label="${visit.brand.name}"><ul>${items}</ul></nav>`;
}

/** An entry's pages, under the title of each. */
function tabs(visit: Visit, { hasCards }: Frame, here: Standpoint | null): Html | null {
  if (!here?.isPlace) return null;
  const places = placesFor(visit, here.entry, hasCards);
  if (places.length < 2) return null;
  return html`
<nav class="area" aria-label="Pages of ${here.entry.label}"><ul>${places.map((place) => html`<li>${placeLink(visit, place, here)}</li>`)}</ul></nav>`;
}

function placeLink(visit: Visit, place: Place, here: Standpoint | null): Html {
  const current = place === here?.place && html` aria-current="${here.isPlace ? 'page' : 'true'}"`;
  return html`<a href="${addressOfPlace(visit, place)}"${current}>${place.label}</a>`;
}

/** The page's figures, to take along. */
function shareMenu(visit: Visit, { csv = [] }: Page, { offered }: ChosenBar): Html | null {
  const files = csv.filter(({ href }) => href !== null);
  const items = [
    ...files.map(({ label, href }) => html`<a href="${href}" download>${label} (CSV)</a>`),
    ...(offered.window ? [html`<a href="${datedLink(visit)}" data-copy-link>Link with these dates</a>`] : []),
  ];
  return items.length === 0 ? null : menu('Share', items, 'This page', 'end');
}

function runningTask(visit: Visit, { kind, publicId, done, total }: Task): Html {
  const share = total === null || total === 0 ? '' : ` ${Math.floor((100 * Math.min(done, total)) / total)}%`;
  return html`<a class="running-task" href="${visit.to(`tasks/${publicId}`)}">${TASK_NAMES[kind]}…${share}</a>`;
}

function brandMenu(visit: Visit, brands: Frame['brands']): Html {
  const { name, id } = visit.brand;
  const others = brands.filter((brand) => brand.id !== id);
  if (visit.viewer.kind !== 'user') return html`<span class="brand-name">${name}</span>`;
  return menu(
    html`<span class="brand-name">${name}</span>`,
    [
      ...others
        .slice(0, MOST_IN_MENU)
        .map((brand) => html`<a href="/brands/${encodeURIComponent(brand.id)}">${brand.name}</a>`),
      html`<a href="/brands">All brands</a>`,
    ],
    'Brand',
    'start',
  );
}

const MOST_IN_MENU = 20;

/** A menu of an entry's pages; null if the viewer may open none. */
function entryMenu(
  visit: Visit,
  entry: Entry,
  here: Standpoint | null,
  name: string,
  more: readonly Html[] = [],
): Html | null {
  const places = placesFor(visit, entry, false);
  if (places.length === 0) return null;
  return menu(
    html`<span${entry === here?.entry && html` class="here"`}>${name}</span>`,
    [...places.map((place) => placeLink(visit, place, here)), ...more],
    null,
    'end',
  );
}

function userMenu(visit: Visit, here: Standpoint | null): Html | null {
  const { user, path } = visit;
  const signOut = html`<form method="post" action="/sign-out"><input type="hidden" name="from" value="${path}"><button class="as-link">Sign out</button></form>`;
  return entryMenu(visit, YOU, here, user.name, [html`<a href="/docs">Documentation</a>`, signOut]);
}

/** A dropdown list of links. Works without a script. */
function menu(label: Content, items: readonly Content[], name: string | null, side: 'start' | 'end'): Html {
  return html`<details class="menu menu-${side}" name="menu">
<summary>${name && html`<span class="unseen">${name}: </span>`}${label}</summary>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>
</details>`;
}

function footer(visit: Visit, { figures }: Page, { theme, hasCards }: Frame): Html {
  const { now, path, query, client } = visit;
  const back = addressOf(path, parametersIn(query));
  const choices = [
    ['', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ] as const;
  return html`<footer class="bottom">
${
  figures &&
  html`<p>Fewer than 5 answers give no rate: too few is not zero. Failed collections do not count. Engines are
never averaged. As of ${visit.times.of(now)}.</p>`
}
<p class="printed">Printed from ${client.origin}</p>
${visit.hasBrand && keyList(visit, hasCards)}
<form class="themes" method="post" action="/theme">
<input type="hidden" name="back" value="${back}">
<span id="theme-label">Theme</span>
${choices.map(
  ([value, label]) =>
    html`<button name="theme" value="${value}" aria-describedby="theme-label" aria-pressed="${String((theme ?? '') === value)}">${label}</button>`,
)}
</form>
</footer>`;
}

/** Keyboard shortcuts, which need the script. */
function keyList(visit: Visit, hasCards: boolean): Html {
  const places = NAVIGATION.flatMap((entry) => placesFor(visit, entry, hasCards));
  const go = places.flatMap((place) =>
    place.key === undefined
      ? []
      : html`<dt><kbd>g</kbd> <kbd>${place.key}</kbd></dt><dd><a class="plain" href="${addressOfPlace(visit, place)}" data-key="${place.key}">${place.label}</a></dd>`,
  );
  return html`<button type="button" class="as-link" popovertarget="keys">Keyboard shortcuts</button>
<div id="keys" class="keys" popover><h2>Keyboard shortcuts</h2><dl>${visit.viewer.kind === 'user' && html`<dt><kbd>/</kbd></dt><dd>Find</dd>`}${go}<dt><kbd>?</kbd></dt><dd>This list</dd><dt><kbd>Esc</kbd></dt><dd>Close a menu or dialog</dd></dl></div>`;
}
