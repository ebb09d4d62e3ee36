import { engineNameOf } from '../../domain/answers/engine.ts';
import { listCountries, type NamedCountry } from '../../domain/brand/country-names.ts';
import { reports } from '../../reports/index.ts';
import { brandsOfCaller } from '../../reports/run/caller-brands.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import { page } from '../markup/outcome.ts';
import { choiceFields } from '../parts/bar/choice-fields.ts';
import { emptyState } from '../parts/empty-state.ts';
import { shortAddress } from '../parts/table/web-page.ts';
import type { PageRoute } from '../route.ts';
import { addressOfPlace, NAVIGATION, placesFor } from '../visit/navigation.ts';
import type { Visit } from '../visit/visit.ts';
import { addressOfSite, siteLink } from './sources/site-links.ts';

/** Searches the dashboard's pages, brands, questions, sites, cited pages, and answers. */
export const findRoutes: readonly PageRoute[] = [
  { path: '/brands/:brand/find', who: 'viewer', get: findPage },
];

/** Results per kind. */
const MOST = 10;

/** Searched answers: the limit of /answers. */
const NEWEST_ANSWERS = 200;

/** What people look for under other words, by the page's path. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  alerts: 'alerts',
  events: 'events, notes',
  reports: 'client links, mail, PDF',
  setup: 'names, aliases, competitors, engines, markets, countries, languages',
  collecting: 'spending, failures, reader, rescan',
  logs: 'upload, crawlers, visits',
  import: 'upload, paste, CSV, other tools',
  '/settings/alerts': 'webhooks, notifications',
};

/** Letters that tell a country from a word. */
const LEAST_OF_COUNTRY = 3;

/** Excerpt characters before and after a match. */
const AROUND = 80;

async function findPage(visit: Visit) {
  const text = (visit.query.get('find') ?? '').trim();
  const found = text === '' ? null : await sectionsFor(visit, text);
  return page({
    title: `Find · ${visit.brand.name}`,
    figures: [reports.answers],
    main: html`<header class="page-head"><h1>Find</h1>
<p class="lead">Pages of the dashboard, brands, questions, cited sites and pages, and the texts of the ${NEWEST_ANSWERS} newest answers.</p></header>
<form class="filter-form" role="search">${choiceFields(visit)}
<div><label for="find">Words</label><input id="find" name="find" type="search" value="${text}"></div>
<button class="primary">Find</button></form>
${found}`,
  });
}

async function sectionsFor(visit: Visit, text: string): Promise<Content> {
  const has = (other: string) => other.toLowerCase().includes(text.toLowerCase());
  const [brands, questions, sites, pages, answers] = await Promise.all([
    brandsOfCaller(visit.db, visit.caller),
    visit.report(reports.questions),
    visit.figures(reports.sources, { compare: undefined }),
    visit.figures(reports.pages, { compare: undefined }),
    visit.figures(reports.answers, { limit: String(NEWEST_ANSWERS) }),
  ]);
  const places = NAVIGATION.flatMap((entry) =>
    placesFor(visit, entry, true).map((place) => ({ place, name: `${entry.label}: ${place.label}` })),
  );
  const isNamed = ({ name }: NamedCountry) =>
    text.length >= LEAST_OF_COUNTRY && name.toLowerCase().startsWith(text.toLowerCase());
  const countries = visit.mayEdit ? listCountries().filter(isNamed) : [];
  const sections = [
    sectionOf('Go to', [
      ...places
        .filter(({ name, place }) => has(name) || has(OTHER_WORDS[place.path] ?? ''))
        .map(({ place, name }) => html`<a href="${addressOfPlace(visit, place)}">${name}</a>`),
      ...countries.map(
        ({ name }) => html`<a href="${visit.to('setup')}#markets">Set up: Brand, the market ${name}</a>`,
      ),
    ]),
    sectionOf(
      'Brands',
      brands
        .filter(({ name }) => has(name))
        .map(
          ({ name, publicId }) =>
            html`<a href="/brands/${encodeURIComponent(publicId)}"><bdi>${name}</bdi></a>`,
        ),
    ),
    sectionOf(
      'Questions',
      questions.data
        .filter((row) => has(row.text))
        .map((row) => html`<a href="${visit.to(`questions/${row.id}`)}"><bdi>${row.text}</bdi></a>`),
    ),
    sectionOf(
      'Sites',
      sites.data.filter(({ domain }) => has(domain)).map(({ domain }) => siteLink(visit, domain)),
    ),
    sectionOf(
      'Cited pages',
      pages.data
        .filter(({ url, title }) => has(url) || has(title ?? ''))
        .map(
          (row) =>
            html`<a href="${addressOfSite(visit, row.site)}"><bdi>${shortAddress(row.url)}</bdi></a> <span class="muted">${row.answers_citing_it} answers</span>`,
        ),
    ),
    sectionOf(
      'Answers',
      answers.data
        .filter(({ answer }) => has(answer ?? ''))
        .map(
          ({ id, prompt, engine, answer }) =>
            html`<a href="${visit.to(`answers/${id}`)}"><bdi>${prompt}</bdi></a> <span class="muted">${engineNameOf(engine)}</span><p class="help"><bdi>${around(answer ?? '', text)}</bdi></p>`,
        ),
    ),
  ].filter((section) => section !== null);
  return sections.length > 0
    ? sections
    : emptyState(visit, html`Nothing here contains <bdi>“${text}”</bdi>.`);
}

function sectionOf(title: string, items: readonly Html[]): Html | null {
  if (items.length === 0) return null;
  const id = title.toLowerCase().replace(' ', '-');
  const more = items.length > MOST && html` <span class="muted">${MOST} of ${items.length}</span>`;
  return html`<section aria-labelledby="found-${id}"><h2 id="found-${id}">${title}${more}</h2>
<ul class="lines">${items.slice(0, MOST).map((item) => html`<li>${item}</li>`)}</ul></section>`;
}

function around(answer: string, text: string): string {
  const at = answer.toLowerCase().indexOf(text.toLowerCase());
  const [from, to] = [Math.max(0, at - AROUND), at + text.length + AROUND];
  const piece = answer.slice(from, to).toWellFormed().replace(/\s+/g, ' ');
  return `${from > 0 ? '… ' : ''}${piece}${to < answer.length ? ' …' : ''}`;
}
