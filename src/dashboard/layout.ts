import { may } from '../domain/access/permissions.ts';
import { covers } from '../domain/access/user.ts';
import type { User } from '../pipeline/accounts/sessions.ts';
import type { Task } from '../pipeline/tasks/tasks-of-brand.ts';
import type { Asset } from './assets.ts';
import { type Content, type Html, html } from './markup/html.ts';
import { KEYS, PANEL, type Page, REPORT, TABS, type Tab, type Theme } from './markup/outcome.ts';
import { bar, type ChosenBar, chosenWords } from './parts/bar/bar.ts';
import { TASK_NAMES } from './parts/words/task-words.ts';

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
}

/** A whole page, with header and footer. */
export function wholePage(visit: Visit, page: Page, frame: Frame): Html {
  const { style, script, theme } = frame;
  const isShared = visit.path.startsWith('/share/');
  return html`<!doctype html>
<html lang="en"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · Sightline</title>
<link rel="icon" href="data:,">
${isShared && html`<meta name="robots" content="noindex, nofollow">`}
${page.refreshSeconds !== undefined && html`<noscript><meta http-equiv="refresh" content="${page.refreshSeconds}"></noscript>`}
<link rel="stylesheet" href="${style.path}">
<script type="module" src="${script.path}"></script>
</head>
<body${sidePage(visit) !== undefined && html` class="has-side"`}>
<a class="skip" href="#main">Skip to content</a>
${header(visit, page, frame)}
${sideNav(visit)}
<main id="main" tabindex="-1">
${frame.noAnswers}
${page.main}
</main>
${footer(visit, page, theme)}
</body>
</html>
`;
}

function header(visit: Visit, page: Page, frame: Frame): Html {
  return html`<header class="top">
<div class="top-row">
<a class="logo" href="${visit.viewer.kind === 'link' ? visit.base : '/'}">Sightline</a>
${visit.hasBrand && brandMenu(visit, frame.brands)}
${sections(visit, page, frame)}
</div>
${bar(visit, { ...frame.bar, downloads: csvMenu(page.csv ?? []) })}
${chosenWords(visit, frame.bar)}
</header>`;
}

/** All navigation: a row on wide screens, a menu on phones. */
function sections(visit: Visit, page: Page, frame: Frame): Html {
  const { tab } = page;
  const unread =
    frame.unreadAlerts > 0 && html` <span class="badge" aria-hidden="true">${frame.unreadAlerts}</span>`;
  const here = tab === undefined ? 'Menu' : tabName(tab);
  return html`<button type="button" class="sections-open" popovertarget="sections">${here}${unread}</button>
<div id="sections" class="sections" popover>
${visit.hasBrand && tabs(visit, tab, frame.unreadAlerts)}
<div class="top-end">
${visit.deps.isDemo && html`<span class="sample" title="Invented: no brand, answer, or site on these pages is real.">Sample data</span>`}
${frame.openTask && runningTask(visit, frame.openTask)}
${visit.hasBrand && panelMenu(visit, tab)}
${visit.hasBrand && visit.viewer.kind === 'user' && visit.brand.configured && html`<span class="top-link"><a href="${visit.to('find')}" data-key="/">Find</a></span>`}
${visit.viewer.kind === 'user' && userMenu(visit)}
</div>
</div>`;
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
  );
}

const MOST_IN_MENU = 20;

function tabs(visit: Visit, current: Tab | undefined, unread: number): Html {
  const items = seen(visit, TABS).map((tab) => {
    const badge =
      tab === 'alerts' &&
      unread > 0 &&
      html` <span class="badge">${unread}<span class="unseen"> unread</span></span>`;
    return html`<li>${tabLink(visit, tab, current, badge)}</li>`;
  });
  return html`<nav class="tabs" aria-label="${visit.brand.name}"><ul>${items}</ul></nav>`;
}

function tabLink(visit: Visit, tab: Tab, current: Tab | undefined, badge: Content = null): Html {
  const href = visit.to(pageOf(visit, tab));
  const key = KEYS[tab];
  return html`<a href="${href}"${key !== undefined && html` data-key="${key}"`}${tab === current && html` aria-current="page"`}>${tabName(tab)}${badge}</a>`;
}

/** The panel's pages and the client reports. */
function panelMenu(visit: Visit, current: Tab | undefined): Content {
  const panel = seen(visit, PANEL);
  const isHere = panel.some((tab) => tab === current);
  return [
    panel.length > 0 &&
      menu(
        html`<span${isHere && html` class="here"`}>Panel</span>`,
        panel.map((tab) => tabLink(visit, tab, current)),
        'Questions and engines',
        'end',
      ),
    seen(visit, REPORT).map((tab) => html`<span class="top-link">${tabLink(visit, tab, current)}</span>`),
  ];
}

function seen<Each extends Tab>(visit: Visit, tabs: Readonly<Record<Each, string>>): Each[] {
  return (Object.keys(tabs) as Each[]).filter((tab) => maySee(visit, tab));
}

function tabName(tab: Tab): string {
  return { ...TABS, ...PANEL, ...REPORT }[tab];
}

/** Pages that work before a brand's setup. */
const BEFORE_SETUP: readonly Tab[] = ['overview', 'setup'];

function maySee(visit: Visit, tab: Tab): boolean {
  const { viewer, brand } = visit;
  if (tab === 'import' && !visit.mayEdit) return false;
  if (viewer.kind === 'user') return brand.configured || BEFORE_SETUP.includes(tab);
  return visit.mayOpen(pageOf(visit, tab));
}

/** A tab's page. A link may have one of the pages under Sites without the other. */
function pageOf(visit: Visit, tab: Tab): string {
  if (tab === 'overview') return '';
  return tab === 'sources' && !visit.mayOpen(tab) ? 'your-pages' : tab;
}

function csvMenu(all: NonNullable<Page['csv']>): Html | null {
  const csv = all.filter(({ href }) => href !== null);
  const [only] = csv;
  if (!only) return null;
  if (csv.length === 1) return html`<a class="download" href="${only.href}" download>CSV</a>`;
  return menu(
    html`CSV`,
    csv.map(({ label, href }) => html`<a href="${href}" download>${label}</a>`),
    'Downloads',
    'end',
  );
}

/** Pages for a user and their organization. */
const SIDE: readonly {
  readonly path: string;
  readonly label: string;
  readonly isFor: (user: User) => boolean;
}[] = [
  { path: '/keys', label: 'API keys', isFor: ({ role }) => covers(role, 'editor') },
  { path: '/engine-keys', label: 'Engine keys', isFor: (user) => may(user, 'engineKeys') },
  { path: '/team', label: 'Team', isFor: () => true },
  { path: '/audit', label: 'Audit log', isFor: (user) => may(user, 'audit') },
  { path: '/settings/alerts', label: 'Alert settings', isFor: () => true },
  { path: '/delivery', label: 'Alert delivery', isFor: ({ role }) => covers(role, 'editor') },
  { path: '/account', label: 'Account', isFor: () => true },
];

/** The current one. */
export function sidePage({ path, viewer }: Pick<Visit, 'path' | 'viewer'>): string | undefined {
  if (viewer.kind !== 'user') return undefined;
  return SIDE.find((side) => path === side.path || path.startsWith(`${side.path}/`))?.path;
}

function sideLinks(visit: Visit): Html[] {
  const current = sidePage(visit);
  return SIDE.filter(({ isFor }) => isFor(visit.user)).map(
    ({ path, label }) =>
      html`<a href="${path}"${path === current && html` aria-current="page"`}>${label}</a>`,
  );
}

/** A side menu. */
function sideNav(visit: Visit): Html | null {
  if (sidePage(visit) === undefined) return null;
  return html`<nav class="side" aria-label="You and your organization"><ul>${sideLinks(visit).map((link) => html`<li>${link}</li>`)}</ul></nav>`;
}

function userMenu(visit: Visit): Html {
  const { user, path } = visit;
  const links = [
    html`<a href="/brands">Brands</a>`,
    ...sideLinks(visit),
    html`<a href="/docs">Documentation</a>`,
  ];
  const signOut = html`<form method="post" action="/sign-out"><input type="hidden" name="from" value="${path}"><button class="as-link">Sign out</button></form>`;
  return menu(html`<span class="user-name">${user.name}</span>`, [...links, signOut], 'You', 'end');
}

/** A dropdown list of links. Works without a script. */
function menu(
  label: Content,
  items: readonly Content[],
  name: string,
  side: 'start' | 'end' = 'start',
): Html {
  return html`<details class="menu menu-${side}" name="menu">
<summary><span class="unseen">${name}: </span>${label}</summary>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>
</details>`;
}

function footer(visit: Visit, { figures }: Page, theme: Theme | null): Html {
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
${visit.hasBrand && keyList(visit)}
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
function keyList(visit: Visit): Html {
  const tabs = (Object.keys(KEYS) as Tab[]).filter((tab) => maySee(visit, tab));
  const go = tabs.map((tab) => html`<dt><kbd>g</kbd> <kbd>${KEYS[tab]}</kbd></dt><dd>${tabName(tab)}</dd>`);
  return html`<button type="button" class="as-link" popovertarget="keys">Keyboard shortcuts</button>
<div id="keys" class="keys" popover><h2>Keyboard shortcuts</h2><dl>${visit.viewer.kind === 'user' && html`<dt><kbd>/</kbd></dt><dd>Find</dd>`}${go}<dt><kbd>?</kbd></dt><dd>This list</dd><dt><kbd>Esc</kbd></dt><dd>Close a menu or dialog</dd></dl></div>`;
}
