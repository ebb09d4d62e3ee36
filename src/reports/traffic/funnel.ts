import Type from 'typebox';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { DAY_MS, dayOf, type Period } from '../../domain/time/period.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listSitemaps, type StoredSitemap } from '../../storage/site/sitemaps.ts';
import { loggedPage } from '../../traffic/logged-page.ts';
import { PAGE } from '../dimensions/citation.ts';
import { CITING } from '../measures/citing.ts';
import { figuresOf, measureColumns } from '../measures/measure.ts';
import { CITED_RATE, citingRates, shareOnParameter } from '../shape/citing-rate.ts';
import { rateAt } from '../shape/columns.ts';
import { type MarketQuery, oneMarket } from '../shape/markets.ts';
import { defineReport, engineParameter, limitParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  flag,
  instant,
  named,
  nullable,
  nullableInstant,
  nullableInteger,
  nullableOneOf,
  nullableText,
  oneOf,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';
import { engineDays } from './engine-days.ts';
import { FAULTS, faultsOf } from './faults.ts';
import { firstDays } from './first-days.ts';
import { citedPages, type OwnPage, ownPages } from './funnel-pages.ts';
import { givenPages, givenPagesMeta } from './given-figures.ts';
import { isWhole, logMeta, logWindow } from './log-window.ts';

const STATES = [
  'crawled_not_cited',
  'cited_not_crawled',
  'cited_not_visited',
  'not_crawled_not_cited',
] as const;
type State = (typeof STATES)[number];

const ofLog = (what: string) =>
  nullableInteger(
    `${what} Null if the log has nothing of the page’s host in the window, or if logs are counted without some of the address’s parameters.`,
  );

const FunnelSchema = named(
  'FunnelPage',
  {
    page: text('The page, without scheme.'),
    url: text("The page's address."),
    crawls_search: ofLog('Verified requests by crawlers for search.'),
    crawls_user: ofLog('Verified requests for a person who asked.'),
    crawls_training: ofLog('Verified requests for training.'),
    refused: ofLog('Verified requests of any purpose that the site refused.'),
    spoofed: ofLog('Requests under a crawler’s name from another address, in no count here.'),
    unverifiable: ofLog('Requests that no address proves, in no count here.'),
    ...CITING.properties,
    cited: CITED_RATE,
    visits: ofLog('Visits that AI products led to, without paid ones.'),
    paid: ofLog('Visits by paid links.'),
    bing_citations: nullableInteger(
      'Citations in AI answers of Bing and Copilot by a file of Bing’s, on the days in `meta`. Null: unavailable, or not returned.',
    ),
    search_console_impressions: nullableInteger(
      'Impressions by a file of Search Console’s, on the days in `meta`: its address was anywhere in an AI answer of Google’s, seen or ' +
        'not. Null: unavailable, or not returned.',
    ),
    first_crawl: nullableText(
      'The UTC day of the first verified request in the whole log; null without any.',
    ),
    first_citation: nullableText('The UTC day of the first answer ever that cites it, on any engine.'),
    first_visit: nullableText('The UTC day of the first visit in the whole log.'),
    lag_days: nullableInteger(
      'Days from the first verified request to the first citation, which came after it. Null if the citation came before, or if ' +
        'an earlier request or citation may be unknown: nothing was observed on the day before.',
    ),
    state: nullableOneOf(
      STATES,
      'In this window. `crawled_not_cited` needs answers on every day with questions, the others at least a part of each ' +
        "day's log (`meta.days`). Not crawled: no verified or unverifiable request. `not_crawled_not_cited`: a page in the sitemap " +
        'of which both are known.',
    ),
    faults: nullable(
      readonlyList(oneOf(FAULTS, 'A fault.'), ''),
      'Faults when Sightline fetched it: `status`: no success; `noindex`; `robots`: robots.txt keeps AI crawlers out. Null if never fetched.',
    ),
    status: nullableInteger('Its HTTP status then.'),
    fetched_at: nullableInstant('When.'),
    listed_at: nullableInstant("When the site's sitemap listed it. Null if that is not known."),
  },
  "One of the brand's own pages: what read it, cited it, and visited it. Three instruments, never divided by each other.",
);

type Row = Type.Static<typeof FunnelSchema>;

export const funnel = defineReport({
  name: 'funnel',
  summary: "The brand's own pages: read by crawlers, cited in answers, visited by people.",
  description:
    'Crawls and visits are of the site’s log, citations of answers to your questions: no count is a share of another.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    state: Type.Optional(oneOf(STATES, 'Only this state.')),
    engine: engineParameter,
    share_on: shareOnParameter,
    ...sliceQuery,
    limit: limitParameter('pages'),
  },
  data: readonlyList(
    FunnelSchema,
    'Pages that answers cite, that a verified crawler opened or was refused, that a visit opened, that Sightline fetched, or that a ' +
      'sitemap or an engine’s file names. The most cited first.',
  ),
  meta: {
    ...windowMeta,
    ...logMeta,
    ...givenPagesMeta,
    sitemap: nullable(
      Type.Object({
        read_at: instant('When it was read; of several, the oldest.'),
        pages: count('Own pages that it listed.'),
        elsewhere: count('Other addresses that it listed, which count nowhere.'),
        whole: flag(
          'False if files of it could not be read, or a limit was reached: other pages may be in it.',
        ),
      }),
      'The sitemaps of the brand’s hosts. Null if none was read.',
    ),
    answers: count('Answers in the window that could cite a page. Of 0, nothing is known of citations.'),
    pages: Type.Object(
      {
        all: count('All pages.'),
        never_cited: count('Pages that no answer in the window cites.'),
        ...Object.fromEntries(STATES.map((state) => [state, count('In this state.')] as const)),
      } as { all: Type.TInteger; never_cited: Type.TInteger } & Record<State, Type.TInteger>,
      { description: 'How many pages there are, before `state` and `limit`.' },
    ),
  },
  columns: {
    rows: {
      none: 'No page of the brand’s own in answers, log, files, sitemap, or fetched pages.',
      columns: [
        { id: 'page', label: 'Page', kind: 'text', field: 'page' },
        { id: 'url', label: 'Address', kind: 'link', field: 'url', csvOnly: true },
        { id: 'crawls_search', label: 'Read: search', kind: 'count', field: 'crawls_search' },
        { id: 'crawls_user', label: 'Read: user', kind: 'count', field: 'crawls_user' },
        { id: 'crawls_training', label: 'Read: training', kind: 'count', field: 'crawls_training' },
        { id: 'refused', label: 'Refused', kind: 'count', field: 'refused', whereVaried: true },
        { id: 'spoofed', label: 'Spoofed', kind: 'count', field: 'spoofed', fullOnly: true },
        { id: 'unverifiable', label: 'Unverifiable', kind: 'count', field: 'unverifiable', fullOnly: true },
        ...measureColumns([CITING], { of: [PAGE] }),
        {
          id: 'cited',
          label: 'Share',
          ...rateAt('cited'),
          none: '-',
          answerFilter: ({ url }) => ({ cites: url }),
          denominatorFilter: () => ({}),
        },
        {
          id: 'cited_design_effect',
          label: 'Answers for one',
          kind: 'position',
          field: 'cited.design_effect',
          decimals: 2,
          csvOnly: true,
        },
        { id: 'visits', label: 'Visits', kind: 'count', field: 'visits' },
        { id: 'paid', label: 'Paid visits', kind: 'count', field: 'paid', whereVaried: true },
        {
          id: 'bing_citations',
          label: 'Bing citations',
          kind: 'count',
          field: 'bing_citations',
          whereVaried: true,
        },
        {
          id: 'search_console_impressions',
          label: 'AI impressions, Google',
          kind: 'count',
          field: 'search_console_impressions',
          whereVaried: true,
        },
        { id: 'first_crawl', label: 'First read', kind: 'text', field: 'first_crawl' },
        { id: 'first_citation', label: 'First cited', kind: 'text', field: 'first_citation' },
        { id: 'first_visit', label: 'First visited', kind: 'text', field: 'first_visit', fullOnly: true },
        { id: 'lag_days', label: 'Days between', kind: 'count', field: 'lag_days' },
        { id: 'state', label: 'State', kind: 'code', field: 'state' },
        { id: 'faults', label: 'Faults', kind: 'list', items: ({ faults }) => faults ?? [] },
        { id: 'status', label: 'Status', kind: 'count', field: 'status', csvOnly: true },
        { id: 'fetched_at', label: 'Fetched', kind: 'instant', field: 'fetched_at', csvOnly: true },
        { id: 'listed_at', label: 'In the sitemap', kind: 'instant', field: 'listed_at', csvOnly: true },
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const log = await logWindow(context, period);
    const answers = await answersOfOne(context, query, period);
    const { responses } = await citingRates(context, answers);
    const shareOf = await sharesOn(context, answers, query.share_on);
    const known = {
      log: isWhole(log),
      answers: responses >= MIN_SAMPLE && (await hasAnswersDaily(context, query, period)),
      // What a sitemap lists today need not have been there long ago. It is read once a week.
      listedBefore: period.to + WEEK_MS,
    };
    const given = await givenPages(context, log.days);
    const sitemaps = await listSitemaps(context.db, context.brand.id);
    const all = (await ownPages(context, answers, { log, given: given.pages, sitemaps }))
      .map((each) => ({ ...each, state: stateOf(each, known) }))
      .sort(mostFirst);
    const listed = all
      .filter(({ state }) => query.state === undefined || state === query.state)
      .slice(0, query.limit);
    const firsts = await firstDays(context, listed);
    return {
      note: [
        'Crawls are verified ones. What came after something need not come from it.',
        listed.some(({ page }) => loggedPage(page) !== page) ? OTHER_PARAMETERS : '',
        log.note,
      ]
        .filter((each) => each !== '')
        .join(' ')
        .trim(),
      meta: {
        ...{ ...meta, days: log.meta, given: given.meta, sitemap: sitemapMeta(sitemaps) },
        ...{ answers: responses, pages: totalsOf(all) },
      },
      data: listed.map((each) => ({
        ...rowOf(each),
        cited: shareOf(each),
        ...given.figuresOf(each.page),
        ...firsts(each),
      })),
    };
  },
});

/** Each page's share of an engine's answers; null without the engine, unless only one answered. */
async function sharesOn(context: ReportContext, answers: CountedAnswers, engine: string | undefined) {
  const own = engine === undefined ? answers : { ...answers, only: { ...answers.only, engine } };
  const { rateFor } = await citingRates(context, own);
  const cited = engine === undefined ? null : await citedPages(context, own);
  return ({ page, citing }: OwnPage) => rateFor(cited === null ? citing : (cited.get(page)?.answers ?? 0));
}

const WEEK_MS = 7 * DAY_MS;

const OTHER_PARAMETERS =
  'Logs are counted without parameters that may say who asked: crawls and visits of a page whose address has others are unknown.';

/** Whether some engine answered on every day on which any was asked, so that no citation is missing for a day. */
async function hasAnswersDaily(
  context: ReportContext,
  query: MarketQuery & { readonly engine?: string | undefined },
  period: Period,
): Promise<boolean> {
  const market = oneMarket(context.brand, query).name;
  const engines = await engineDays(context, { engine: query.engine, market }, period);
  // Today's first answers may come after its first failure.
  const isOver = (day: number) => day < dayOf(context.now);
  const failed = new Set(
    engines.flatMap(({ days }) =>
      [...days].flatMap(([day, { answered }]) => (answered === 0 && isOver(day) ? [day] : [])),
    ),
  );
  return [...failed].every((day) => engines.some(({ days }) => (days.get(day)?.answered ?? 0) > 0));
}

/** A state says that something is missing, so its instrument must have observed each day, the log at least partly. */
function stateOf(
  { citing, crawls, visits, listedAt }: OwnPage,
  known: { readonly log: boolean; readonly answers: boolean; readonly listedBefore: number },
): State | null {
  if (crawls === null) return null;
  const isUncrawled = known.log && crawls.verified + crawls.unverifiable === 0;
  if (citing > 0) {
    if (isUncrawled) return 'cited_not_crawled';
    return known.log && visits !== null && visits.visits + visits.paid === 0 ? 'cited_not_visited' : null;
  }
  if (!known.answers) return null;
  if (crawls.served > 0) return 'crawled_not_cited';
  return isUncrawled && listedAt !== null && listedAt < known.listedBefore ? 'not_crawled_not_cited' : null;
}

function sitemapMeta(sitemaps: readonly StoredSitemap[]) {
  if (sitemaps.length === 0) return null;
  return {
    read_at: formatInstant(Math.min(...sitemaps.map(({ fetchedAt }) => fetchedAt))),
    pages: sitemaps.reduce((sum, { pages }) => sum + pages.length, 0),
    elsewhere: sitemaps.reduce((sum, each) => sum + each.elsewhere, 0),
    whole: sitemaps.every(({ isWhole }) => isWhole),
  };
}

function mostFirst(one: OwnPage, other: OwnPage): number {
  return (
    other.citing - one.citing ||
    (other.crawls?.verified ?? 0) - (one.crawls?.verified ?? 0) ||
    (other.visits?.visits ?? 0) - (one.visits?.visits ?? 0) ||
    (one.page < other.page ? -1 : 1)
  );
}

function totalsOf(pages: readonly { readonly state: State | null; readonly citing: number }[]) {
  const inState = (wanted: State) => pages.filter(({ state }) => state === wanted).length;
  const states = Object.fromEntries(STATES.map((state) => [state, inState(state)])) as Record<State, number>;
  return { all: pages.length, never_cited: pages.filter(({ citing }) => citing === 0).length, ...states };
}

type Undated = Omit<
  Row,
  | 'cited'
  | 'bing_citations'
  | 'search_console_impressions'
  | 'first_crawl'
  | 'first_citation'
  | 'first_visit'
  | 'lag_days'
>;

function rowOf({
  page,
  url,
  crawls,
  visits,
  citing,
  facts,
  listedAt,
  state,
}: OwnPage & Pick<Row, 'state'>): Undated {
  return {
    page,
    url,
    crawls_search: crawls?.search ?? null,
    crawls_user: crawls?.user ?? null,
    crawls_training: crawls?.training ?? null,
    refused: crawls?.refused ?? null,
    spoofed: crawls?.spoofed ?? null,
    unverifiable: crawls?.unverifiable ?? null,
    ...figuresOf([CITING], { answers: citing, named: 0 }),
    visits: visits?.visits ?? null,
    paid: visits?.paid ?? null,
    state,
    ...faultsOf(facts),
    listed_at: listedAt === null ? null : formatInstant(listedAt),
  };
}
