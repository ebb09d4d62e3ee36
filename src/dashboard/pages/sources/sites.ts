import { actions } from '../../../actions/index.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { hostOfSite, siteOf } from '../../../domain/web/site.ts';
import { SOURCE_KINDS } from '../../../domain/web/site-kinds.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import { besideOthers } from '../../charts/beside.ts';
import { partsOf } from '../../charts/rates.ts';
import { type Content, type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { emptyState } from '../../parts/empty-state.ts';
import { choices } from '../../parts/form/choices.ts';
import { markTodo, TODO_BUTTONS } from '../../parts/form/mark-todo.ts';
import { formOutcome, type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { KIND_CHOICES, kindWord } from '../../parts/form/site-kinds.ts';
import { reportTable } from '../../parts/table/report-table.ts';
import { sortingOf } from '../../parts/table/sorting.ts';
import { breakable } from '../../parts/table/web-page.ts';
import type { SourceRow } from '../../parts/words/rows.ts';
import { shortDay, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import { here, type Visit } from '../../visit/visit.ts';
import { type ShareEngine, shareEngine } from './share-engine.ts';
import { citedPagesOf, siteSection, workWords } from './site-section.ts';

export const siteRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/sources',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: async (visit) => await sitesPage(visit),
    does: ['mark', 'fetch'],
    post: async (visit, form) => await act(visit, form),
  },
];

/** Rows before "more sites". */
const MOST_SHOWN = 8;

type Sources = EnvelopeOf<typeof reports.sources>;

/** Cited sites: which to ask, and whether it matters. */
async function sitesPage(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const engine = await shareEngine(visit);
  const share = engine === null ? {} : { share_on: engine.slug };
  const sources = await visit.figures(reports.sources, { ...share, compare: undefined });
  const kind = SOURCE_KINDS.find((each) => each === visit.query.get('kind'));
  const first = firstToAsk(sources.data);
  const open = siteIn(visit) ?? (kind === undefined ? first?.site : null) ?? null;
  return page({
    title: `Sites · ${visit.brand.name}`,
    figures: [reports.recommendations],
    ...(refusal && { status: refusal.status }),
    csv: [
      { label: 'Sites', href: visit.to('csv/sources', { ...share, kind }) },
      { label: 'Pages', href: visit.to('csv/pages') },
    ],
    main: html`<header class="page-head">
<h1>${headline(sources.data, first)}</h1>
<p class="lead">${windowText(sources.meta)}</p>
</header>
${refusalNote(refusal)}
${
  engine === null || sources.data.length === 0
    ? emptyState(visit, 'No answer cites a site in this window. Not every engine reports its sources.', {
        text: 'Go to Engines and keys',
        page: 'collecting',
      })
    : await table(visit, sources, engine)
}
${open !== null && (await siteSection(visit, sources, { site: open, engine: engine?.name ?? '' }))}`,
  });
}

/** The address's site; null for none. @throws SightlineError `not_found` for what is no site */
function siteIn({ query }: Visit): string | null {
  const asked = query.get('site');
  if (!asked) return null;
  const host = hostOfSite(asked);
  if (host === null) throw new SightlineError('not_found', 'This is not a site’s address.');
  return siteOf(host);
}

/** The site in most answers without the brand, that nobody has taken on. */
function firstToAsk(rows: readonly SourceRow[]): SourceRow | undefined {
  return rows
    .filter(({ kind, status }) => kind !== 'own_page' && kind !== 'competitor' && status === 'open')
    .filter((row) => row.answers_without_you > 0)
    .toSorted((one, other) => other.answers_without_you - one.answers_without_you)[0];
}

function headline(rows: readonly SourceRow[], first: SourceRow | undefined): Content {
  if (rows.length === 0) return 'No site is cited yet';
  if (first === undefined)
    return `Answers cite ${rows.length} ${rows.length === 1 ? 'site' : 'sites'}; none is left to ask.`;
  const count = first.answers_without_you;
  return count === 1
    ? html`1 answer cites ${breakable(first.domain)}, names a competitor, and not you.`
    : html`${count.toLocaleString('en-US')} answers cite ${breakable(first.domain)}, name a competitor, and not you.`;
}

/** The filters of the table, by the address's `kind`. */
const FILTERS: readonly {
  readonly value: string;
  readonly label: string;
  readonly has: (row: SourceRow) => boolean;
}[] = [
  { value: '', label: 'All', has: () => true },
  ...KIND_CHOICES.map(({ value, label }) => ({
    value,
    label,
    has: ({ kind }: SourceRow) => kind === value,
  })),
  { value: 'worked', label: 'Worked on', has: ({ status }) => status !== 'open' },
];

async function table(visit: Visit, sources: Sources, engine: ShareEngine): Promise<Html> {
  const chosen = FILTERS.find(({ value }) => value === (visit.query.get('kind') ?? '')) ?? FILTERS[0];
  const of = FILTERS.map(({ value, label, has }) => ({
    ...{ value, label },
    count: sources.data.filter(has).length,
  })).filter(({ value, count }) => count > 0 || value === chosen?.value);
  const found = sources.data.filter((row) => chosen?.has(row));
  const sorting = sortingOf(visit, reports.sources.columns.rows.columns, found);
  const rows = visit.query.has('all') ? sorting.rows : sorting.rows.slice(0, MOST_SHOWN);
  const { data: advised } = await visit.figures(reports.recommendations);
  const since = new Map(advised.map(({ site, kind, cited_since: day }) => [`${site} ${kind}`, day]));
  const hasFetched = sources.data.some(({ pages_name: names }) => names !== null);
  return html`<div class="filters">${choices(visit, { name: 'kind', label: 'Sites', of, chosen: chosen?.value ?? '' })}${engine.chips}</div>
<section aria-label="Sites">
${reportTable(visit, reports.sources, sources, {
  caption: 'The sites that answers cite',
  rows,
  sorting,
  without: [
    ...(['answers_where_you_were_named', 'answers_citing_you_without_naming_you', 'competitors'] as const),
    'kind',
    ...(hasFetched ? [] : (['pages_name'] as const)),
  ],
  labels: {
    domain: 'Site',
    cited_in: `Cited in, ${engine.name}: 0 to 100%`,
    answers_citing_it: 'Answers, all engines',
    answers_without_you: 'name a competitor, not you',
    pages_name: 'Its pages name',
    naming_verdict: `${engine.name} names you where it cites the site`,
    status: 'Your work',
  },
  instead: {
    domain: (row) => siteCell(visit, row),
    cited_in: (row) => shareCell(visit, sources, engine, row),
    pages_name: ({ pages_name: names }) =>
      names === null
        ? html`<small class="muted">not read</small>`
        : html`<small><bdi>${names.length === 0 ? 'no tracked brand' : names.join(', ')}</bdi></small>`,
    naming_verdict: namingWords,
    status: (row) => workCell(visit, row, since.get(`${row.site} ${row.kind}`) ?? null),
  },
})}
<p class="help">More and less often: beyond chance, against answers to the same questions that do not cite the site; no proof of an effect. ${rows.length < found.length && html`<a href="${here(visit, { all: '1' })}">${found.length - rows.length} more ${found.length - rows.length === 1 ? 'site' : 'sites'}</a>`}</p>
</section>`;
}

function siteCell(visit: Visit, { domain, site, kind, owners }: SourceRow): Html {
  const whose = kind === 'competitor' ? `${owners.join(', ')}’s` : kindWord(kind).toLowerCase();
  return html`<a class="plain" href="${here(visit, { site })}#site">${breakable(domain)}</a> <small>${whose}</small>`;
}

/** A share as its percentage and a dot with its interval. Below the floor: its counts. */
function shareCell(visit: Visit, { meta }: Sources, engine: ShareEngine, row: SourceRow): Html {
  const { cited_in: figure, domain } = row;
  if (figure === null) return html`–`;
  const { counts, percent, aside } = partsOf(figure);
  const href = figure.present === 0 ? null : visit.answers({ engine: engine.slug, cites: domain }, meta);
  const text = html`<b>${percent ?? counts}</b>`;
  return html`<span class="share">${href === null ? text : html`<a class="figure-link" href="${href}" title="${counts}, ${aside}">${text}</a>`}${besideOthers({ name: `${domain} on ${engine.name}`, own: figure, rivals: [], ahead: [] })}</span>`;
}

const VERDICTS = {
  more: html`<b class="verdict rose">▲ more often</b>`,
  less: html`<b class="verdict fell">▼ less often</b>`,
} as const;

function namingWords({ naming }: SourceRow): Content {
  const verdict = naming?.verdict ?? null;
  if (verdict === null) return html`<small class="muted">too few to tell</small>`;
  if (verdict !== 'as_often') return VERDICTS[verdict];
  return html`<small class="muted">as often</small>`;
}

/** How far somebody is with a site. @param since when an answer that cites it first named the brand after that */
function workCell(visit: Visit, row: SourceRow, since: string | null): Content {
  const { kind, site, status, status_since: day, note } = row;
  if (kind === 'own_page' || kind === 'competitor')
    return html`<small class="muted">${kind === 'own_page' ? 'yours' : 'theirs'}</small>`;
  const words =
    status === 'open' && visit.mayEdit
      ? html`<a href="${here(visit, { site })}#site">${TODO_BUTTONS.taken}<span class="unseen"> ${site}</span></a>`
      : workWords(status, day);
  return html`${words}${since !== null && html` <small>names you since ${shortDay(since)}</small>`}${note !== null && html` <small><bdi>${note}</bdi></small>`}`;
}

/** Marks a site, or reads its pages. */
async function act(visit: Visit, form: URLSearchParams): Promise<Outcome> {
  const site = form.get('site') ?? '';
  const back = () => redirect(`${visit.address('sources', { site, on: visit.query.get('on') })}#site`);
  const refused = (refusal: Refusal) => sitesPage(visit, refusal);
  if (form.get('do') === 'fetch') {
    const { data } = await citedPagesOf(visit, site);
    return await formOutcome(
      visit.act(actions.fetch_pages, { urls: data.map(({ url }) => url) }),
      back,
      refused,
    );
  }
  return await formOutcome(markTodo(visit, form, { kind: 'site', subject: site }), back, refused);
}
