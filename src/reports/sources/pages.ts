import Type from 'typebox';
import { hostOf } from '../../domain/web/host.ts';
import { siteOf } from '../../domain/web/site.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { countPagesByPrompt } from '../../panel/counts/by-prompt.ts';
import { countGivenPages, countPages, type PageCount } from '../../panel/counts/cited/pages.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listMostCited } from '../../storage/answers/lookups.ts';
import { findPages } from '../../storage/site/page-facts.ts';
import {
  citingChanges,
  type FigureChange,
  hasAnswersBefore,
  nothingBeforeNote,
  type WindowComparison,
  windowComparison,
  withChanges,
} from '../figures/window-comparison.ts';
import {
  CHANGE_COLUMNS,
  comparedField,
  comparedMeta,
  compareQuery,
  earlierEnds,
  numberBefore,
  ONLY_COMPARED,
} from '../shape/compared.ts';
import { PageFactsSchema, pageFactsRow } from '../shape/page-facts.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { count, named, nullable, nullableText, ownersField, readonlyList, text } from '../shape/schemas.ts';
import { siteFrom } from '../shape/site.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Maximum pages in the list. */
const MOST_PAGES = 100;

const pageCounts = {
  answers_citing_it: count('Answers in the window that cited the page.'),
  answers_where_you_were_named: count('Answers among them that also named the brand.'),
  answers_citing_you_without_naming_you: count(
    "Answers among them that did not name the brand. As in /sources, regardless of the page's owner.",
  ),
  answers_naming_competitors: count('Answers among them that named a competitor tracked now.'),
};

const PageSchema = named(
  'Page',
  {
    url: text("The page's address, without tracking parameters and fragment."),
    title: nullableText('The first title that an engine gave for it; null if none did.'),
    domain: text('Its normalized host, as in /sources.'),
    site: text("The host's registrable site."),
    owners: ownersField,
    ...pageCounts,
    page_facts: nullable(PageFactsSchema, 'Facts from fetching it; null if Sightline never did.'),
    compared: comparedField(pageCounts),
  },
  'A page that answers cited.',
);

export const pages = defineReport({
  name: 'pages',
  summary: 'The pages that engines read, and the brands that they named then.',
  description:
    `The ${MOST_PAGES} most cited pages in the window, sorted by the answers that cited them, then by URL. Addresses that ` +
    'differ only in scheme, `www.`, tracking parameters, fragment, trailing slashes, or percent-encoding are one page. ' +
    "`page_facts` has a fetched page's facts.",
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    ...compareQuery,
    site: Type.Optional(
      Type.String({ description: 'Only pages on this site, subdomains included: `example.org`.' }),
    ),
    engine: engineParameter,
    ...sliceQuery,
  },
  data: readonlyList(PageSchema, 'One row per page.'),
  meta: {
    ...windowMeta,
    ...comparedMeta,
    limit: Type.Integer({ description: 'The most pages listed.' }),
  },
  columns: {
    rows: {
      none: 'No pages in this window.',
      columns: [
        { id: 'url', label: 'Page', kind: 'link', field: 'url' },
        { id: 'title', label: 'Title', kind: 'text', field: 'title', none: '-' },
        { id: 'domain', label: 'Domain', kind: 'text', field: 'domain', csvOnly: true },
        { id: 'site', label: 'Site', kind: 'text', field: 'site', csvOnly: true },
        { id: 'owners', label: 'Owners', kind: 'list', items: ({ owners }) => owners, csvOnly: true },
        {
          id: 'answers_citing_it',
          label: 'Answers citing it',
          kind: 'count',
          field: 'answers_citing_it',
          answerFilter: ({ url }) => ({ cites: url }),
        },
        {
          id: 'compared_answers_citing_it',
          label: 'Before',
          kind: 'count',
          field: 'compared.answers_citing_it',
          ...ONLY_COMPARED,
          answerFilter: (row) => ({ ...earlierEnds(row), cites: row.url }),
        },
        ...CHANGE_COLUMNS,
        numberBefore('answers_where_you_were_named', 'answers_where_you_were_named', 'and naming the brand'),
        numberBefore(
          'answers_citing_you_without_naming_you',
          'answers_citing_you_without_naming_you',
          'and not naming it',
        ),
        numberBefore('answers_naming_competitors', 'answers_naming_competitors', 'and naming competitors'),
        {
          id: 'answers_where_you_were_named',
          label: 'and naming the brand',
          kind: 'count',
          field: 'answers_where_you_were_named',
          answerFilter: ({ url }) => ({ cites: url, names: 'self' }),
        },
        {
          id: 'answers_citing_you_without_naming_you',
          label: 'and not naming it',
          kind: 'count',
          field: 'answers_citing_you_without_naming_you',
          answerFilter: ({ url }) => ({ cites: url, names_not: 'self' }),
        },
        {
          id: 'answers_naming_competitors',
          label: 'and naming competitors',
          kind: 'count',
          field: 'answers_naming_competitors',
          answerFilter: ({ url }) => ({ cites: url, names: 'competitor' }),
        },
        {
          id: 'page_facts_fetched_at',
          label: 'Fetched',
          kind: 'instant',
          field: 'page_facts.fetched_at',
          csvOnly: true,
        },
        {
          id: 'page_facts_reachable',
          label: 'Reachable',
          kind: 'flag',
          field: 'page_facts.reachable',
          csvOnly: true,
        },
        {
          id: 'page_facts_status',
          label: 'Status',
          kind: 'count',
          field: 'page_facts.status',
          csvOnly: true,
        },
        {
          id: 'page_facts_problem',
          label: 'Not read',
          kind: 'text',
          field: 'page_facts.problem',
          csvOnly: true,
        },
        {
          id: 'page_facts_leads_to',
          label: 'Leads to',
          kind: 'link',
          field: 'page_facts.leads_to',
          csvOnly: true,
        },
        {
          id: 'page_facts_title',
          label: 'Own title',
          kind: 'text',
          field: 'page_facts.title',
          csvOnly: true,
        },
        { id: 'page_facts_type', label: 'Type', kind: 'text', field: 'page_facts.type', csvOnly: true },
        {
          id: 'page_facts_canonical',
          label: 'Stands for',
          kind: 'link',
          field: 'page_facts.canonical',
          csvOnly: true,
        },
        {
          id: 'page_facts_published',
          label: 'Published',
          kind: 'text',
          field: 'page_facts.published',
          csvOnly: true,
        },
        {
          id: 'page_facts_changed',
          label: 'Changed',
          kind: 'text',
          field: 'page_facts.changed',
          csvOnly: true,
        },
        {
          id: 'page_facts_noindex',
          label: 'Asks not to be indexed',
          kind: 'flag',
          csvOnly: true,
          field: 'page_facts.noindex',
        },
        {
          id: 'page_facts_noindex_for',
          label: 'Asks not to be indexed by',
          kind: 'list',
          csvOnly: true,
          items: ({ page_facts: facts }) => facts?.noindex_for ?? [],
        },
        {
          id: 'page_facts_names_you',
          label: 'Names the brand',
          kind: 'flag',
          csvOnly: true,
          field: 'page_facts.names_you',
        },
        {
          id: 'page_facts_names_competitors',
          label: 'Names competitors',
          kind: 'list',
          csvOnly: true,
          items: ({ page_facts: facts }) => facts?.names_competitors ?? [],
        },
        {
          id: 'page_facts_crawlers_kept_out',
          label: 'Crawlers kept out',
          kind: 'list',
          csvOnly: true,
          items: ({ page_facts: facts }) => facts?.crawlers_kept_out ?? [],
        },
      ],
    },
  },
  errors: [],
  check: ({ site }) => void (site === undefined || siteFrom(site)),
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const site = query.site === undefined ? null : siteFrom(query.site);
    const ownersOf = ownersAmong(brand.tracked);
    const answers = await answersOfOne(context, query, period);
    const counts = await countPages(answers, { site, limit: MOST_PAGES });
    const rows = await listMostCited(db, brand.id, counts, MOST_PAGES);
    const fetched = await findPages(
      db,
      brand.id,
      rows.map(({ url }) => url),
    );
    const factsOf = (url: string) => {
      const page = fetched.get(url);
      return page === undefined ? null : pageFactsRow(page, brand.tracked);
    };
    const comparison = await windowComparison(context, query);
    const before = await pagesBefore(comparison, answers, rows);
    return {
      note:
        `Counts are answers, not links. Lists at most ${MOST_PAGES} pages, the most cited first.` +
        nothingBeforeNote(comparison, before),
      meta: { ...meta, ...comparison?.meta, limit: MOST_PAGES },
      data: withChanges(
        comparison,
        rows.map((counted) => {
          const { url, title, pageId } = counted;
          const domain = hostOf(url) ?? url;
          const owners = ownersOf(domain).map(({ name }) => name);
          return {
            row: {
              url,
              title,
              domain,
              site: siteOf(domain),
              owners,
              page_facts: factsOf(url),
              ...countsOf(counted),
            },
            before: before?.(pageId) ?? null,
          };
        }),
      ),
    };
  },
});

function countsOf({ answers, named: naming, competitors }: Omit<PageCount, 'pageId'>) {
  return {
    answers_citing_it: answers,
    answers_where_you_were_named: naming,
    answers_citing_you_without_naming_you: answers - naming,
    answers_naming_competitors: competitors,
  };
}

const NOTHING = { answers: 0, named: 0, competitors: 0 };

/** Each listed page's earlier figures, and how its citation share changed; null if the earlier window has no answers. */
async function pagesBefore(
  comparison: WindowComparison | null,
  answers: CountedAnswers,
  rows: readonly PageCount[],
): Promise<
  | ((page: number) => {
      readonly figures: ReturnType<typeof countsOf>;
      readonly judged: FigureChange | null;
    })
  | null
> {
  if (comparison === null || !(await hasAnswersBefore(comparison, answers))) return null;
  const earlier = { ...answers, period: comparison.earlier };
  const pages = rows.map(({ pageId }) => pageId);
  const counts = await countGivenPages(earlier, pages);
  const known = new Map(counts.map((each) => [each.pageId, each]));
  const changes = await citingChanges(comparison, answers, pages, countPagesByPrompt);
  return (page) => ({ figures: countsOf(known.get(page) ?? NOTHING), judged: changes?.(page) ?? null });
}
