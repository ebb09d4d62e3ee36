import { engineNameOf } from '../../../domain/answers/engine.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/table-view.ts';
import { partInWords } from '../../../reports/sources/recommendations.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { choices } from '../../parts/form/choices.ts';
import { type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { KIND_CHOICES, kindWord } from '../../parts/form/site-kinds.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { webPage } from '../../parts/table/web-page.ts';
import type { RecommendationRow } from '../../parts/words/rows.ts';
import { windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { TODO } from './advice.ts';
import { competitorLinks, onSite, siteLink } from './site-links.ts';
import { STATUS_CHOICES, saveSiteStatus, siteStatus } from './site-status.ts';

export const workListRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/work-list',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: async (visit) => await workList(visit),
    does: ['status'],
    post: async (visit, form) =>
      await saveSiteStatus(visit, form, 'work-list', (refusal) => workList(visit, refusal)),
  },
];

type Found = EnvelopeOf<typeof reports.recommendations>;

/** The work list, largest effect first. */
async function workList(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const found = await visit.figures(reports.recommendations);
  const [kind, status] = [visit.query.get('kind'), visit.query.get('status')];
  const shown = found.data
    .filter((row) => (kind ? row.kind === kind : true) && (status ? row.status === status : true))
    .toSorted((a, b) => b.answers - a.answers);
  const own = shown.filter((row) => row.kind === 'own_page');
  const others = shown.filter((row) => row.kind !== 'own_page');
  return page({
    title: `Where to be named · ${visit.brand.name}`,
    figures: [reports.recommendations],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'Where to be named', href: visit.to('csv/recommendations') }],
    main: html`<header class="page-head">
<h1>Where to be named</h1>
<p class="lead">Sites cited in answers that name a competitor but not ${visit.brand.name}, most answers first. ${windowText(found.meta)} · ${found.meta.total_answers.toLocaleString('en-US')} answers</p>
</header>
${refusalNote(refusal)}
<div class="filters">
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES.filter(({ value }) => value !== 'competitor') })}
${choices(visit, { name: 'status', label: 'Status', all: 'All', of: STATUS_CHOICES })}
</div>
${
  found.data.length === 0
    ? emptyState(visit, reports.recommendations.columns.rows.none, {
        text: 'See the cited sites',
        page: 'sources',
      })
    : shown.length === 0 &&
      html`<p class="empty">No such site. <a href="${here(visit, { kind: null, status: null })}">Show all</a></p>`
}
${others.length > 0 && section(visit, found, { rows: others, title: 'Where a competitor is named and you are not', help: advice(others) })}
${own.length > 0 && section(visit, found, { rows: own, title: TODO.own_page.title, help: html`<p>${TODO.own_page.todo}</p>`, isOwn: true })}
${found.data.length > 0 && html`<p class="help">${noteUnder(reports.recommendations, found)}</p>`}`,
  });
}

/** Advice by kind of these sites. */
function advice(rows: readonly RecommendationRow[]): Html {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return html`<details><summary>Advice</summary><dl class="tests">${kinds.map((kind) => html`<div><dt>${TODO[kind].title}</dt><dd>${TODO[kind].todo}</dd></div>`)}</dl></details>`;
}

interface Section {
  readonly rows: readonly RecommendationRow[];
  readonly title: string;
  readonly help: Html;
  readonly isOwn?: true;
}

function section(visit: Visit, found: Found, { rows, title, help, isOwn }: Section): Html {
  const id = isOwn ? 'own' : 'others';
  return html`<section class="todo" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${help}
${reportTable(visit, reports.recommendations, found, {
  caption: title,
  rows,
  without: [
    ...(['kind', 'pages', 'note', 'cited_since', 'share', 'part'] as const),
    ...(isOwn ? [] : (['answers_naming_you'] as const)),
  ],
  instead: {
    site: (row) =>
      html`${siteLink(visit, row.site)} ${!isOwn && html`<span class="chip">${kindWord(row.kind)}</span>`}${partNote(row)}`,
    engines: ({ engines }) => html`<small>${engines.map(engineNameOf).join(', ')}</small>`,
    competitors: (row) =>
      competitorLinks(visit, found.meta, row.competitors, {
        ...onSite(row.site),
        ...(isOwn ? {} : { names_not: 'self' }),
      }),
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

/** The counted part of the site; null for the whole site. */
function partNote(row: RecommendationRow): Html | null {
  const parts = partInWords(row);
  return parts.length === 0 ? null : html` <small>${parts.join(', ')}</small>`;
}

/** Work status and result. */
function statusCell(visit: Visit, row: RecommendationRow): Html {
  const { site, kind, status, note, cited_since: since } = row;
  const part = kind === 'own_page' ? 'own' : 'others';
  return html`${siteStatus(visit, 'work-list', { site, part, status, note })}
${since !== null && html`<small>cited with your name since ${since}</small>`}`;
}
