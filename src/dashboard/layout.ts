import { may } from '../domain/permissions.ts';
import { covers } from '../domain/user.ts';
import type { Task } from '../pipeline/tasks/tasks-of-brand.ts';
import type { Asset } from './assets.ts';
import { type Content, type Html, html } from './html.ts';
import { type Page, TABS, type Tab, type Theme } from './outcome.ts';
import { type Bar, bar, chosenWords } from './parts/bar.ts';
import { TASK_NAMES } from './parts/task-words.ts';
import { dateTimeText } from './parts/window-text.ts';
import { addressOf, parametersIn, type Visit, type VisitedBrand } from './visit.ts';

/** What every page has around it. */
export interface Frame {
  readonly style: Asset;
  readonly script: Asset;
  /** The theme that this browser chose; null for that of its system. */
  readonly theme: Theme | null;
  /** The other brands that a user may go to. */
  readonly brands: readonly Pick<VisitedBrand, 'id' | 'name'>[];
  readonly unreadAlerts: number;
  /** What the figures of the page are of, and what may be chosen. */
  readonly bar: Omit<Bar, 'downloads'>;
  /** What is being done for the brand because somebody started it. */
  readonly openTask: Task | null;
}

/** A whole page: what it says within the header and footer that every page has. */
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
<body>
<a class="skip" href="#main">Skip to content</a>
${header(visit, page, frame)}
<main id="main" tabindex="-1">
${chosenWords(visit, frame.bar)}
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
<a class="logo" href="${visit.viewer.kind === 'share' ? visit.base : '/'}">Sightline</a>
${visit.hasBrand && brandMenu(visit, frame.brands)}
${visit.hasBrand && tabs(visit, page.tab, frame.unreadAlerts)}
<div class="top-end">
${frame.openTask && runningTask(visit, frame.openTask)}
${visit.viewer.kind === 'user' && userMenu(visit)}
</div>
</div>
${bar(visit, { ...frame.bar, downloads: csvMenu(page.csv ?? []) })}
${visit.deps.isDemo && html`<p class="demo-note">Invented sample data: no brand, answer, or site on these pages is real.</p>`}
</header>`;
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
  const shown = Object.entries(TABS).filter(([tab]) => maySee(visit, tab as Tab));
  const items = shown.map(([tab]) => {
    const isCurrent = tab === current;
    const href = visit.to(tab === 'overview' ? '' : tab);
    const badge =
      tab === 'alerts' &&
      unread > 0 &&
      html` <span class="badge">${unread}<span class="unseen"> unread</span></span>`;
    return html`<li><a href="${href}"${isCurrent && html` aria-current="page"`}>${tabName(visit, tab as Tab)}${badge}</a></li>`;
  });
  return html`<nav class="tabs" aria-label="${visit.brand.name}"><ul>${items}</ul></nav>`;
}

/** Who reads a shared page has a summary to read, and nothing to share. */
export function tabName({ viewer }: Visit, tab: Tab): string {
  return tab === 'share' && viewer.kind === 'share' ? 'Summary' : TABS[tab];
}

/** The other pages of a brand that is not set up are refused. */
const BEFORE_SETUP: readonly Tab[] = ['overview', 'setup'];

function maySee(visit: Visit, tab: Tab): boolean {
  const { viewer, brand } = visit;
  if (viewer.kind === 'user') return brand.configured || BEFORE_SETUP.includes(tab);
  return visit.mayOpen(tab === 'overview' ? '' : tab);
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

function userMenu({ user, path }: Visit): Html {
  const links = [
    html`<a href="/brands">Brands</a>`,
    ...(covers(user.role, 'editor') ? [html`<a href="/keys">API keys</a>`] : []),
    html`<a href="/team">Team</a>`,
    ...(may(user, 'audit') ? [html`<a href="/audit">Audit log</a>`] : []),
    html`<a href="/settings/alerts">Alert settings</a>`,
    ...(covers(user.role, 'editor') ? [html`<a href="/delivery">Delivery of alerts</a>`] : []),
    html`<a href="/account">Account</a>`,
    html`<a href="/docs">API reference</a>`,
  ];
  const signOut = html`<form method="post" action="/sign-out"><input type="hidden" name="from" value="${path}"><button class="as-link">Sign out</button></form>`;
  return menu(html`<span class="user-name">${user.name}</span>`, [...links, signOut], 'You', 'end');
}

/** A list of links that opens below its label, also without a script. */
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

function footer({ now, path, query, client }: Visit, { figures }: Page, theme: Theme | null): Html {
  const back = addressOf(path, parametersIn(query));
  const choices = [
    ['', 'System'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ] as const;
  return html`<footer class="bottom">
${
  figures &&
  html`<p>Below 5 answers no rate is shown: too few is not zero. Failed collections are in no figure. Engines are
never averaged. As of ${dateTimeText(new Date(now))}.</p>`
}
<p class="printed">Printed from ${client.origin}</p>
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
