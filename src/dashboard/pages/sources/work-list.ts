import {
  LONGEST_NOTE,
  RECOMMENDATION_STATUSES,
  type RecommendationStatus,
} from '../../../domain/recommendation.ts';
import { SITE_KINDS, type SiteKind } from '../../../domain/site-kinds.ts';
import { setRecommendation } from '../../../pipeline/declare/recommendations.ts';
import { associationInWords, thatStandOut } from '../../../reports/association.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, page, redirect } from '../../outcome.ts';
import { type Option, optionList } from '../../parts/field.ts';
import { nothing } from '../../parts/nothing.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/refusal.ts';
import { reportTable } from '../../parts/report-table.ts';
import type { RecommendationRow } from '../../parts/rows.ts';
import { webPage } from '../../parts/web-page.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit.ts';
import { areaNav } from './area.ts';

export const workListRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/work-list',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: async (visit) => await workList(visit),
    does: ['status'],
    post: setStatus,
  },
];

/** What to do about the sites of a kind. */
const TODO: Readonly<Record<SiteKind, { readonly title: string; readonly todo: string }>> = {
  own_page: {
    title: 'Your own pages',
    todo: 'Engines read these sites of yours, and not every answer that cites them names you. Say in the first lines of these pages who you are and what you offer.',
  },
  listing: {
    title: 'Sites to be listed on',
    todo: 'The answers counted here cite these sites and name a competitor, but not you. Ask their editors to list or review you, beginning with the pages named here.',
  },
  community: {
    title: 'Communities to take part in',
    todo: 'The answers counted here cite what members write on these sites and name a competitor, but not you. Answer questions where you can help, and say who you are.',
  },
  marketplace: {
    title: 'Marketplaces to offer on',
    todo: 'The answers counted here cite these shops and name a competitor, but not you. Offer your product there, or complete its entry.',
  },
};

/** The sites on which to be named, as a list of work: the sites of each kind with their pages, and what to do there. */
async function workList(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const found = await visit.figures(reports.recommendations);
  return page({
    title: `Where to be named · ${visit.brand.name}`,
    tab: 'sources',
    figures: [reports.recommendations],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'Where to be named', href: visit.to('csv/recommendations') }],
    main: html`<header class="page-head">
<h1>Where to be named</h1>
<p class="lead">${windowText(found.meta)} · ${found.meta.total_answers} answers</p>
</header>
${refusalNote(refusal)}
${areaNav(visit, 'work-list')}
${
  found.data.length === 0
    ? nothing(visit, reports.recommendations.columns.rows.none, {
        text: 'See the sites that are cited',
        page: 'sources',
      })
    : SITE_KINDS.map((kind) => tier(visit, found, kind))
}
${found.data.length > 0 && html`<p class="help">${noteUnder(reports.recommendations, found)}</p>`}`,
  });
}

function tier(visit: Visit, found: EnvelopeOf<typeof reports.recommendations>, kind: SiteKind): Html | null {
  const rows = found.data.filter((row) => row.kind === kind);
  if (rows.length === 0) return null;
  const { title, todo } = TODO[kind];
  const isOwn = kind === 'own_page';
  return html`<section class="todo" aria-labelledby="tier-${kind}">
<h2 id="tier-${kind}">${title}</h2>
<p>${todo}</p>
${reportTable(visit, reports.recommendations, found, {
  caption: title,
  rows,
  without: [
    ...(['kind', 'pages', 'stands_out', 'note', 'cited_since'] as const),
    ...(isOwn ? [] : (['answers_naming_you'] as const)),
  ],
  instead: {
    site: siteCell,
    status: (row) => statusCell(visit, row),
  },
  more: {
    label: 'Pages',
    cell: (row) =>
      html`<ul class="page-list">${row.pages.map((each) => html`<li>${webPage(each)}</li>`)}</ul>`,
  },
})}
</section>`;
}

const STATUS_NAMES: Readonly<Record<RecommendationStatus, string>> = {
  open: 'Open',
  asked: 'Asked',
  done: 'Done',
  ignored: 'Ignored',
};
const STATUS_OPTIONS = RECOMMENDATION_STATUSES.map((status): Option => [status, STATUS_NAMES[status]]);

/** The site, and what goes with being cited there: on which engines it stands out, and on which it cannot be told from chance. */
function siteCell({ site, associations }: RecommendationRow): Html {
  const standing = thatStandOut(associations);
  const others = associations.filter((each) => !standing.includes(each));
  const engines = others.map(({ engine_name: engine }) => engine).join(', ');
  return html`<bdi>${site}</bdi>${standing.map((each) => html` <small>${associationInWords(each)}</small>`)}${
    others.length > 0 &&
    html` <small>whether you are named more where it is cited is not told from chance on ${engines}</small>`
  }`;
}

/** How far the work on a site is, and what came of it. */
function statusCell(visit: Visit, row: RecommendationRow): Html {
  const { status, note, cited_since: since } = row;
  return html`${visit.mayEdit ? statusForm(visit, row) : STATUS_NAMES[status]}
${note !== null && html`<small><bdi>${note}</bdi></small>`}
${since !== null && html`<small>cited with your name since ${since}</small>`}`;
}

/** The status of a row, which opens a form to change it and its note. */
function statusForm(visit: Visit, { site, kind, status, note }: RecommendationRow): Html {
  return html`<details class="row-menu" name="row"><summary>${STATUS_NAMES[status]}<span class="unseen"> at ${site}: change</span></summary>
<form method="post" action="${visit.address('work-list')}"><input type="hidden" name="do" value="status"><input type="hidden" name="site" value="${site}">
${kind === 'own_page' && html`<input type="hidden" name="part" value="own">`}<label>Status <select name="status">${optionList(STATUS_OPTIONS, status)}</select></label>
<label>Note <input name="note" value="${note ?? ''}" maxlength="${LONGEST_NOTE}" autocomplete="off"></label>
<button>Save</button></form></details>`;
}

async function setStatus(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const { db, now } = visit.deps;
  const [site, status, note] = ['site', 'status', 'note'].map((name) => form.get(name) ?? '') as [
    string,
    string,
    string,
  ];
  const part = form.get('part') === 'own' ? 'own' : 'others';
  try {
    await setRecommendation({ db, now, actor: visit.user.id }, visit.brand.id, { site, part, status, note });
  } catch (error) {
    return await workList(visit, refusalOf(error));
  }
  return redirect(visit.address('work-list'));
}
