import { actions } from '../../../actions/index.ts';
import { engineNameOf } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import { hostOf } from '../../../domain/web/host.ts';
import { citesSite, hostOfSite, siteOf } from '../../../domain/web/site.ts';
import { reports } from '../../../reports/index.ts';
import type { EnvelopeOf } from '../../../reports/run/run-report.ts';
import type { AnswersFilters } from '../../../reports/shape/answers-filters.ts';
import { rateText } from '../../charts/rates.ts';
import { spark } from '../../charts/spark.ts';
import { type Html, html } from '../../markup/html.ts';
import { type Outcome, page, redirect } from '../../markup/outcome.ts';
import { type Refusal, refusalNote } from '../../parts/form/refusal.ts';
import { changeIn } from '../../parts/table/change.ts';
import { linkToAnswers, reportTable } from '../../parts/table/report-table.ts';
import { shortAddress, webPage } from '../../parts/table/web-page.ts';
import { missingOn, observedIn } from '../../parts/words/observed.ts';
import type { RecommendationRow, SourceRow } from '../../parts/words/rows.ts';
import { shortDay, windowText } from '../../parts/words/window-text.ts';
import type { PageRoute } from '../../route.ts';
import type { Visit } from '../../visit/visit.ts';
import { endOf, windowBetween } from '../../visit/window.ts';
import { TODO } from './advice.ts';
import { factsSection } from './page-facts.ts';
import { competitorLinks, onSite, pageLink, siteLink } from './site-links.ts';
import { saveSiteStatus, siteStatus } from './site-status.ts';
import { ownerText } from './sites.ts';

export const sitePageRoutes: readonly PageRoute[] = [
  {
    path: '/brands/:brand/sources/:site',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: async (visit) => await sitePage(visit),
    does: ['status'],
    post: async (visit, form) =>
      await saveSiteStatus(visit, form, pathOfSite(siteIn(visit)), (refusal) => sitePage(visit, refusal)),
  },
  {
    path: '/brands/:brand/page',
    who: 'viewer',
    whoPosts: 'editor',
    shared: 'sources',
    get: pageOfSite,
    does: ['fetch'],
    post: async (visit) => {
      const url = pageIn(visit);
      await visit.act(actions.fetch_pages, { urls: [url] });
      return redirect(visit.address('page', { url }));
    },
  },
];

const MOST_PAGES = 10;

function pathOfSite(site: string): string {
  return `sources/${encodeURIComponent(site)}`;
}

/** @throws SightlineError `not_found` for an invalid site */
function siteIn({ params }: Visit): string {
  const host = hostOfSite(params.site ?? '');
  if (host === null || siteOf(host) !== host) {
    throw new SightlineError('not_found', 'This is not a site’s address.');
  }
  return host;
}

/** One site: citations, brands named, pages, questions, and advice. */
async function sitePage(visit: Visit, refusal: Refusal | null = null): Promise<Outcome> {
  const site = siteIn(visit);
  const thing = { cites: citesSite(site), name: site };
  const hosts = await visit.figures(reports.sources, { site });
  const advised = await visit.figures(reports.recommendations);
  const advice = advised.data.filter((row) => row.site === site);
  return page({
    title: `${site} · ${visit.brand.name}`,
    figures: [reports.sources, reports.cited],
    ...(refusal && { status: refusal.status }),
    csv: [
      {
        label: 'Weeks',
        href: visit.to('csv/cited', { cites: thing.cites, by: 'week', window: weeksTo(visit) }),
      },
      { label: 'Questions', href: visit.to('csv/cited', { cites: thing.cites, by: 'question' }) },
      { label: 'Pages', href: visit.to('csv/pages', { site }) },
    ],
    main: html`<nav class="help" aria-label="Sites"><a href="${visit.to('sources')}">Sites</a></nav>
<header class="page-head"><h1><bdi>${site}</bdi></h1>
<p class="lead">${windowText(hosts.meta)}</p></header>
${refusalNote(refusal)}
${hosts.data.length > 0 && hostsSection(visit, hosts)}
${advice.map((row) => adviceSection(visit, advised, row))}
${await enginesSection(visit, thing)}
${await pagesSection(visit, site)}
${await questionsSection(visit, thing)}
${await newestSection(visit, thing)}`,
  });
}

/** The site's hosts, with brands named and work status. */
function hostsSection(visit: Visit, hosts: EnvelopeOf<typeof reports.sources>): Html {
  const isJudged = hosts.data.some(({ compared }) => compared && compared.gate !== 'several_engines');
  const cell = (
    id: 'answers_citing_it' | 'answers_where_you_were_named' | 'answers_citing_you_without_naming_you',
    row: SourceRow,
  ) =>
    html`<a class="figure-link" href="${linkToAnswers(visit, reports.sources, hosts, id, row)}">${row[id]}</a>`;
  return html`<section aria-label="Hosts"><table class="cards"><caption class="unseen">The site’s hosts</caption>
<thead><tr><th scope="col">Host</th><th scope="col" class="figure">Answers citing it</th>${hosts.meta.compared && html`<th scope="col" class="figure">${isJudged ? 'Change' : 'Before'}</th>`}<th scope="col" class="figure">and naming you</th><th scope="col" class="figure">and not</th><th scope="col">Competitors named</th><th scope="col">Status</th></tr></thead>
<tbody>${hosts.data.map(
    (row) => html`<tr><th scope="row"><bdi>${row.domain}</bdi> ${ownerText(row)}</th>
<td class="figure" data-label="Answers citing it">${cell('answers_citing_it', row)}</td>
${hosts.meta.compared && html`<td class="figure" data-label="${isJudged ? 'Change' : 'Before'}">${isJudged ? changeIn(row.compared) : (row.compared?.answers_citing_it ?? html`<small class="muted">no answers then</small>`)}</td>`}
<td class="figure" data-label="and naming you">${cell('answers_where_you_were_named', row)}</td>
<td class="figure" data-label="and not">${cell('answers_citing_you_without_naming_you', row)}</td>
<td data-label="Competitors named">${competitorLinks(visit, hosts.meta, row.competitors, { cites: row.domain })}</td>
<td data-label="Status">${row.kind === 'competitor' ? html`<span class="few">theirs</span>` : siteStatus(visit, `sources/${encodeURIComponent(row.site)}`, { ...row, part: row.kind === 'own_page' ? 'own' : 'others' })}</td></tr>
`,
  )}</tbody></table></section>`;
}

/** Advice, and the expected effect. */
function adviceSection(
  visit: Visit,
  { meta }: EnvelopeOf<typeof reports.recommendations>,
  row: RecommendationRow,
): Html {
  const isOwn = row.kind === 'own_page';
  const filters = isOwn ? onSite(row.site) : { ...onSite(row.site), names_not: 'self' };
  const without = visit.answers({ ...filters, ...(isOwn ? {} : { names: 'competitor' }) }, meta);
  return html`<section class="note"><p>${isOwn ? html`<b>Yours.</b>` : html`<b>${row.answers} answers cite it and name a competitor, not you</b> (<a href="${without}">read them</a>):`} ${competitorLinks(visit, meta, row.competitors, filters)}</p>
<p>${TODO[row.kind].todo}</p>
<p><a href="${visit.to('work-list')}">Where to be named</a></p></section>`;
}

async function pagesSection(visit: Visit, site: string): Promise<Html | null> {
  const found = await visit.figures(reports.pages, { site });
  if (found.data.length === 0) return null;
  return html`<section aria-labelledby="its-pages"><div class="section-head"><h2 id="its-pages">Its pages</h2>${found.data.length > MOST_PAGES && html`<a href="${visit.to('pages', { site })}">All ${found.data.length}</a>`}</div>
<table class="cards"><caption class="unseen">The site’s cited pages</caption>
<thead><tr><th scope="col">Page</th><th scope="col" class="figure">Answers citing it</th><th scope="col" class="figure">and naming you</th><th scope="col" class="figure">and naming competitors</th><th scope="col"><span class="unseen">More</span></th></tr></thead>
<tbody>${found.data.slice(0, MOST_PAGES).map(
    (row) => html`<tr><th scope="row">${webPage(row)}</th>
<td class="figure" data-label="Answers citing it"><a class="figure-link" href="${linkToAnswers(visit, reports.pages, found, 'answers_citing_it', row)}">${row.answers_citing_it}</a></td>
<td class="figure" data-label="and naming you">${row.answers_where_you_were_named}</td>
<td class="figure" data-label="and naming competitors">${row.answers_naming_competitors}</td>
<td>${pageLink(visit, row.url)}</td></tr>
`,
  )}</tbody></table></section>`;
}

/** @throws SightlineError `not_found` for an invalid page address */
function pageIn({ query }: Visit): string {
  const url = query.get('url') ?? '';
  if (!/^https?:/i.test(url) || hostOf(url) === null) {
    throw new SightlineError('not_found', 'This is not a page’s address.');
  }
  return url;
}

/** One cited page. */
async function pageOfSite(visit: Visit): Promise<Outcome> {
  const url = visit.query.get('url') ?? '';
  if (url === '') return redirect(visit.address('pages'));
  const site = siteOf(hostOf(pageIn(visit)) ?? '');
  const found = await visit.figures(reports.pages, { site });
  const row = found.data.find((each) => each.url === url);
  const thing = { cites: url, name: 'this page' };
  return page({
    title: `${shortAddress(url)} · ${visit.brand.name}`,
    figures: [reports.cited],
    csv: [
      { label: 'Weeks', href: visit.to('csv/cited', { cites: url, by: 'week', window: weeksTo(visit) }) },
      { label: 'Questions', href: visit.to('csv/cited', { cites: url, by: 'question' }) },
    ],
    main: html`<nav class="help" aria-label="Sites"><a href="${visit.to('sources')}">Sites</a> · ${siteLink(visit, site)}</nav>
<header class="page-head"><h1>${webPage({ url, title: row?.title ?? null })}</h1>
<p class="lead">${windowText(found.meta)}</p></header>
${await factsSection(visit, url)}
${await enginesSection(visit, thing)}
${await questionsSection(visit, thing)}
${await newestSection(visit, thing)}`,
  });
}

/** Sparkline days: 13 weeks. */
const WEEKS_DAYS = '91';
const MOST_LISTED = 10;
const MOST_ANSWERS = 3;

/** These weeks up to the window's end, as a query parameter. */
function weeksTo({ window, now }: Visit): string {
  return windowBetween(`${WEEKS_DAYS}d`, endOf(window, now));
}

/** A cited site or page: its `cites` filter and its name. */
interface CitedThing {
  readonly cites: string;
  readonly name: string;
}

/** Each engine's citation rate and weekly trend. */
async function enginesSection(visit: Visit, { cites, name }: CitedThing): Promise<Html> {
  const now = await visit.figures(reports.cited, { cites });
  const weeks = await visit.figures(reports.cited, {
    cites,
    by: 'week',
    days: WEEKS_DAYS,
    month: undefined,
    from: undefined,
  });
  if (now.data.every(({ present }) => present === 0)) {
    return html`<p class="empty">No answer cites ${name} in this window.</p>`;
  }
  const observed = await observedIn(visit, weeks.meta.window);
  return html`<section aria-labelledby="by-engine"><h2 id="by-engine">Cited, by engine</h2>
<p class="help">Share of the engine’s answers. Below each: 13 weeks with 95% intervals and their numbers of answers. Weeks with fewer than 5 have no rate. Hatched: not observed.</p>
<ul class="multiples">${now.data.map((row) => {
    const filters = { engine: row.engine, cites };
    const points = weeks.data
      .filter(({ engine }) => engine === row.engine)
      .map((week) => {
        const [start, end] = [week.start ?? '', week.end ?? ''];
        const href = week.present === 0 ? null : visit.answers({ ...filters, from: start, until: end });
        return { ...week, start, end, href };
      });
    return html`<li><h3>${row.engine_name}</h3>
<p><a class="figure-link" href="${visit.answers(filters, now.meta)}">${rateText(row)}</a></p>
<p class="help">${row.present > 0 && html`names you in <a class="figure-link" href="${visit.answers({ ...filters, names: 'self' }, now.meta)}">${row.answers_where_you_were_named} of ${row.present}</a>; ${competitorLinks(visit, now.meta, row.competitors, filters)}`}</p>
${points.some(({ responses }) => responses > 0) && spark({ name: row.engine_name, points, missing: missingOn(visit, observed, row.engine) })}</li>`;
  })}</ul></section>`;
}

async function questionsSection(visit: Visit, { cites }: CitedThing): Promise<Html | null> {
  if (!visit.mayOpen('questions')) return null;
  const found = await visit.figures(reports.cited, { cites, by: 'question' });
  if (found.data.length === 0) return null;
  return html`<section aria-labelledby="questions"><h2 id="questions">Questions whose answers cite it</h2>
${reportTable(visit, reports.cited, found, {
  caption: 'Questions whose answers cite it, by engine',
  rows: found.data.toSorted((a, b) => b.present - a.present).slice(0, MOST_LISTED),
  instead: {
    question: ({ question }) =>
      question &&
      html`<a class="plain" href="${visit.to(`questions/${question.id}`)}"><bdi>${question.text}</bdi></a>`,
    competitors: ({ engine, question, competitors }) =>
      competitorLinks(visit, found.meta, competitors, {
        cites,
        engine,
        ...(question && { prompt: question.id }),
      }),
  },
})}
${found.data.length > MOST_LISTED && html`<p class="help">And ${found.data.length - MOST_LISTED} more, in the CSV.</p>`}</section>`;
}

async function newestSection(visit: Visit, { cites }: CitedThing): Promise<Html | null> {
  if (!visit.mayOpen('answers')) return null;
  const { data, meta } = await visit.figures(reports.answers, { cites, limit: String(MOST_ANSWERS) });
  if (data.length === 0) return null;
  const filters: AnswersFilters = { cites };
  return html`<section aria-labelledby="newest"><div class="section-head"><h2 id="newest">Newest answers that cite it</h2><a href="${visit.answers(filters, meta)}">All</a></div>
<div class="said-columns one">${data.map(({ id, prompt, engine, collected_at: at, mentions }) => {
    const named = mentions.filter(({ mentioned }) => mentioned);
    const isNamed = named.some(({ role }) => role === 'self');
    return html`<blockquote class="quote"><p><a class="figure-link" href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a></p>
<footer>${engineNameOf(engine)} · ${shortDay(at)} ${named.map(({ brand, rank, role }) => html`<span class="chip${role === 'self' && ' self'}"><bdi>${brand}</bdi>${rank !== null && ` #${rank}`}</span> `)}${!isNamed && html`<span class="chip not-you">you: not named</span>`}</footer></blockquote>`;
  })}</div></section>`;
}
