import { engineNameOf } from '../../../domain/engine.ts';
import { associationInWords, thatStandOut } from '../../../reports/association.ts';
import { reports } from '../../../reports/index.ts';
import { partInWords } from '../../../reports/recommendations.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { noteUnder } from '../../../reports/show/shown.ts';
import { type Html, html } from '../../html.ts';
import { type Outcome, page, redirect } from '../../outcome.ts';
import { choices } from '../../parts/choices.ts';
import { nothing } from '../../parts/nothing.ts';
import { type Refusal, refusalNote, refusalOf } from '../../parts/refusal.ts';
import { reportTable } from '../../parts/report-table.ts';
import type { RecommendationRow } from '../../parts/rows.ts';
import { KIND_CHOICES, kindWord } from '../../parts/site-kinds.ts';
import { webPage } from '../../parts/web-page.ts';
import { windowText } from '../../parts/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit.ts';
import { TODO } from './advice.ts';
import { areaNav } from './area.ts';
import { onSite, rivalLinks, siteLink } from './site-links.ts';
import { STATUS_CHOICES, setSiteStatus, siteStatus } from './site-status.ts';

export const workListRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/work-list',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: async (visit) => await workList(visit),
    does: ['status'],
    post: async (visit, form) => {
      try {
        await setSiteStatus(visit, form);
      } catch (error) {
        return await workList(visit, refusalOf(error));
      }
      return redirect(visit.address('work-list'));
    },
  },
];

type Found = EnvelopeOf<typeof reports.recommendations>;

/** The sites on which to be named, as a list of work: first those whose answers it would change most. */
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
    tab: 'sources',
    figures: [reports.recommendations],
    ...(refusal && { status: refusal.status }),
    csv: [{ label: 'Where to be named', href: visit.to('csv/recommendations') }],
    main: html`<header class="page-head">
<h1>Where to be named</h1>
<p class="lead">Sites in answers that name a competitor and not ${visit.brand.name}: first those in the most of them. ${windowText(found.meta)} · ${found.meta.total_answers} answers</p>
</header>
${refusalNote(refusal)}
${areaNav(visit, 'work-list')}
<div class="filters">
${choices(visit, { name: 'kind', label: 'Kind', all: 'All', of: KIND_CHOICES.filter(({ value }) => value !== 'competitor') })}
${choices(visit, { name: 'status', label: 'Status', all: 'All', of: STATUS_CHOICES })}
</div>
${
  found.data.length === 0
    ? nothing(visit, reports.recommendations.columns.rows.none, {
        text: 'See the sites that are cited',
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

/** What to do on each kind of these sites. */
function advice(rows: readonly RecommendationRow[]): Html {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  return html`<details><summary>What to do there</summary><dl class="tests">${kinds.map((kind) => html`<div><dt>${TODO[kind].title}</dt><dd>${TODO[kind].todo}</dd></div>`)}</dl></details>`;
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
    ...(['kind', 'pages', 'stands_out', 'note', 'cited_since', 'share', 'part'] as const),
    ...(isOwn ? [] : (['answers_naming_you'] as const)),
  ],
  instead: {
    site: (row) =>
      html`${siteLink(visit, row.site)} ${!isOwn && html`<span class="chip">${kindWord(row.kind)}</span>`}${partNote(row)}${thatStandOut(row.associations).map((each) => html` <small>${associationInWords(each)}</small>`)}`,
    engines: ({ engines }) => html`<small>${engines.map(engineNameOf).join(', ')}</small>`,
    competitors: (row) =>
      rivalLinks(visit, found.meta, row.competitors, {
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

/** Which part of its site a row counts, where that is not all of it. */
function partNote(row: RecommendationRow): Html | null {
  const parts = partInWords(row);
  return parts.length === 0 ? null : html` <small>${parts.join(', ')}</small>`;
}

/** How far the work on a site is, and what came of it. */
function statusCell(visit: Visit, row: RecommendationRow): Html {
  const { site, kind, status, note, cited_since: since } = row;
  const part = kind === 'own_page' ? 'own' : 'others';
  return html`${siteStatus(visit, 'work-list', { site, part, status, note })}
${since !== null && html`<small>cited with your name since ${since}</small>`}`;
}
