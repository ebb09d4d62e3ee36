import { SightlineError } from '../../../domain/errors.ts';
import { SHARE_DAYS, SHARED_PAGES, type SharedPage } from '../../../domain/sharing/share-link.ts';
import { createShare, revokeShare, sharesOf } from '../../../pipeline/accounts/shares.ts';
import { reports } from '../../../reports/index.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { page, redirect } from '../../markup/outcome.ts';
import { linkTable, newLink, sharedPageName } from '../../parts/form/share-links.ts';
import { shortDays, windowLabel } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { resolvedWindow, windowBetween } from '../../visit/window.ts';

export const shareRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/share',
    who: 'editor',
    get: (visit) => sharePage(visit),
    post: makeLink,
  },
  { path: '/brands/:brand/share/:share/revoke', who: 'editor', post: endLink },
];

/** Refused input and the error. */
interface Refused {
  readonly name: string;
  readonly pages: readonly string[];
  readonly days: string;
  readonly dates: string;
  readonly message: string;
}

interface PageState {
  /** The new link, shown only once. */
  readonly made?: string;
  readonly refused?: Refused;
}

async function sharePage(visit: Visit, { made, refused }: PageState = {}) {
  const all = (await sharesOf(visit.db, sharedBrand(visit))).filter(({ report }) => report === null);
  return page({
    title: `Links for clients · ${visit.brand.name}`,
    tab: 'reports',
    // Takes a window alone: the one that a new link begins with.
    figures: [reports.events],
    ...(refused && { status: 400 }),
    main: html`${made && newLink(made, 'the pages that you chose')}${refused && html`<p class="note error" role="alert">${refused.message}</p>`}
<header class="page-head">
<p class="crumb not-printed"><a href="${visit.to('reports')}">Reports</a></p>
<h1>Links for clients</h1>
<p class="lead">Anyone with the link sees your chosen pages about ${visit.brand.name} without signing in, until it expires or you
revoke it. It shows no settings, keys, costs, or other brands, and tells search engines not to list it.</p>
</header>
${linkForm(visit, refused)}
${linkTable(visit, all, 'share')}`,
  });
}

const DEFAULT_PAGES: readonly string[] = ['overview', 'competitors', 'sources'];

function linkForm(visit: Visit, refused: Refused | undefined): Html {
  const chosen = refused?.pages ?? DEFAULT_PAGES;
  return html`<form method="post" action="${visit.address('share')}" class="link-form">
<div class="field"><label for="link-name">Name</label>
<input id="link-name" name="name" required maxlength="100" autocomplete="off" value="${refused?.name}" aria-describedby="link-name-help">
<p class="help" id="link-name-help">For example the client’s name.</p></div>
<fieldset class="field"><legend>Pages</legend>${SHARED_PAGES.map(
    (each) =>
      html`<label class="check"><input type="checkbox" name="pages" value="${each}"${chosen.includes(each) && html` checked`}>${pageName(each)}</label>`,
  )}</fieldset>
<div class="field"><label for="link-days">Days until it expires</label>
<input id="link-days" name="days" type="number" min="1" max="${SHARE_DAYS.most}" required value="${refused?.days ?? SHARE_DAYS.default}"></div>
${daysField(visit, refused?.dates)}
<p class="field"><button class="primary">Create link</button></p>
</form>`;
}

/** Behaviors of a link's days, starting from the bar's window. */
const DATES = ['moves', 'stays', 'chosen'] as const;

function daysField(visit: Visit, given = 'moves'): Html {
  const { period } = resolvedWindow(visit.window, visit.now);
  const label = windowLabel(visit.choice.window);
  const words: Readonly<Record<(typeof DATES)[number], string>> = {
    moves: `${label}, moving with the days`,
    stays: `${shortDays(period, 0)}, fixed`,
    chosen: 'Readers choose the days',
  };
  const offered = DATES.filter((each) => each !== 'moves' || label !== null);
  const chosen = offered.find((each) => each === given) ?? offered[0];
  return html`<fieldset class="field"><legend>Days of its figures</legend>${offered.map(
    (each) =>
      html`<label class="check"><input type="radio" name="dates" value="${each}"${each === chosen && html` checked`}>${words[each]}</label>`,
  )}<p class="help">To offer other days, choose them in the bar above. Days are in UTC.</p></fieldset>`;
}

/** A new link's window, as a query parameter. */
function windowFor(visit: Visit, dates: string): { readonly window?: string } {
  if (dates === 'chosen') return {};
  const { from, until } = resolvedWindow(visit.window, visit.now).meta.window;
  return { window: dates === 'stays' ? windowBetween(from, until) : visit.choice.window };
}

function pageName(each: SharedPage): Content {
  const hints: Partial<Record<SharedPage, string>> = {
    answers:
      'full texts of answers and questions, also behind figures on other pages, and quotes under Competitors',
    competitors: 'figures; quotes only with Answers',
    sources:
      'sites, pages, and engine searches, which may repeat words from a question; question texts only with Questions',
    said: 'figures by theme, and your facts; quotes only with Answers',
    questions: 'texts of your questions, also under Searches',
    alerts: 'changes and their figures',
  };
  const hint = hints[each];
  return html`${sharedPageName(each)}${hint && html` <small class="muted">${hint}</small>`}`;
}

/** Renders the new link directly, because no address or table may hold it. */
async function makeLink(visit: Visit, form: URLSearchParams) {
  const [name, pages, days] = [form.get('name') ?? '', form.getAll('pages'), form.get('days') ?? ''];
  const dates = form.get('dates') ?? '';
  try {
    const request = {
      name,
      pages,
      ...windowFor(visit, dates),
      days: /^\d{1,9}$/.test(days) ? Number(days) : Number.NaN,
    };
    const { token } = await createShare(acting(visit), sharedBrand(visit), request);
    return await sharePage(visit, { made: `${visit.client.origin}/share/${token}` });
  } catch (error) {
    if (!(error instanceof SightlineError) || !FORM_ERRORS.includes(error.code)) throw error;
    return await sharePage(visit, { refused: { name, pages, days, dates, message: error.message } });
  }
}

const FORM_ERRORS: readonly string[] = ['invalid_argument', 'conflict'];

async function endLink(visit: Visit) {
  await revokeShare(acting(visit), sharedBrand(visit), visit.params.share ?? '');
  return redirect(visit.address('share'));
}

function acting({ deps, user }: Visit) {
  return { db: deps.db, now: deps.now, random: deps.random, actor: user.id };
}

function sharedBrand({ caller, brand }: Visit) {
  return { organizationId: caller.organizationId, brand: brand.id };
}
