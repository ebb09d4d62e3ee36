import Type from 'typebox';
import { hostOf } from '../../domain/web/host.ts';
import { siteOf } from '../../domain/web/site.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { countPagesByPrompt } from '../../panel/counts/by-prompt.ts';
import { countGivenPages, countPages } from '../../panel/counts/cited/pages.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listMostCited } from '../../storage/answers/lookups.ts';
import { findPages } from '../../storage/site/page-facts.ts';
import { OWNERS_COLUMN, PAGE, SITE_COLUMN } from '../dimensions/citation.ts';
import { citingBefore, nothingBeforeNote } from '../figures/citing-changes.ts';
import { windowComparison, withChanges } from '../figures/window-comparison.ts';
import {
  CITING,
  CITING_AND_NAMING,
  CITING_AND_NAMING_COMPETITORS,
  CITING_WITHOUT_YOU,
} from '../measures/citing.ts';
import { comparedColumns, figuresOf, propertiesOf } from '../measures/measure.ts';
import { column } from '../shape/columns.ts';
import { comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { PageFactsSchema, pageFactsRows } from '../shape/page-facts.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { named, nullable, ownersField, readonlyList, text } from '../shape/schemas.ts';
import { siteFrom } from '../shape/site.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const MOST_PAGES = 100;

const MEASURES = [CITING, CITING_AND_NAMING, CITING_AND_NAMING_COMPETITORS, CITING_WITHOUT_YOU] as const;

const PageSchema = named(
  'Page',
  {
    ...PAGE.properties,
    domain: text('Its normalized host, as in /sources.'),
    site: text("The host's registrable site."),
    owners: ownersField,
    ...propertiesOf(MEASURES),
    page_facts: nullable(PageFactsSchema, 'Facts from fetching it; null if Sightline never did.'),
    compared: comparedField(propertiesOf(MEASURES)),
  },
  'A page that answers cited.',
);

/** A fact from fetching the page. Only CSV has it. */
function pageFact<const Name extends string, const Kind extends string>(
  name: Name,
  label: string,
  kind: Kind,
) {
  return {
    id: `page_facts_${name}`,
    label,
    kind,
    field: `page_facts.${name}`,
    csvOnly: true,
  } as const;
}

function pageFactList<const Name extends 'noindex_for' | 'names_competitors' | 'crawlers_kept_out'>(
  name: Name,
  label: string,
) {
  return {
    id: `page_facts_${name}`,
    label,
    kind: 'list',
    csvOnly: true,
    items: ({ page_facts: facts }: Pick<PageRow, 'page_facts'>): readonly string[] => facts?.[name] ?? [],
  } as const;
}

type PageRow = Type.Static<typeof PageSchema>;

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
    ...windowQuery(),
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
        ...PAGE.columns,
        column('text', 'domain', 'Domain', { csvOnly: true }),
        SITE_COLUMN,
        OWNERS_COLUMN,
        ...comparedColumns(MEASURES, { of: [PAGE] }),
        pageFact('fetched_at', 'Fetched', 'instant'),
        pageFact('reachable', 'Reachable', 'flag'),
        pageFact('status', 'Status', 'count'),
        pageFact('problem', 'Not read', 'text'),
        pageFact('leads_to', 'Leads to', 'link'),
        pageFact('title', 'Own title', 'text'),
        pageFact('type', 'Type', 'text'),
        pageFact('canonical', 'Stands for', 'link'),
        pageFact('published', 'Published', 'text'),
        pageFact('changed', 'Changed', 'text'),
        pageFact('noindex', 'Asks not to be indexed', 'flag'),
        pageFactList('noindex_for', 'Asks not to be indexed by'),
        pageFact('names_you', 'Names the brand', 'flag'),
        pageFactList('names_competitors', 'Names competitors'),
        pageFactList('crawlers_kept_out', 'Crawlers kept out'),
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
    const isOnHost = (host: string) => site === null || siteOf(host) === site;
    const counts = await countPages(answers, { isOnHost, limit: MOST_PAGES });
    const rows = await listMostCited(db, brand.id, counts, MOST_PAGES);
    const fetched = await findPages(
      db,
      brand.id,
      rows.map(({ url }) => url),
    );
    const rowOf = pageFactsRows(brand.tracked);
    const factsOf = (url: string) => {
      const page = fetched.get(url);
      return page === undefined ? null : rowOf(page);
    };
    const comparison = await windowComparison(context, query);
    const ids = rows.map(({ pageId }) => pageId);
    const before = await citingBefore(comparison, answers, ids, {
      figuresIn: (earlier) => figuresIn(earlier, ids),
      byPrompt: countPagesByPrompt,
    });
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
              ...figuresOf(MEASURES, counted),
            },
            before: before?.(pageId) ?? null,
          };
        }),
      ),
    };
  },
});

async function figuresIn(answers: CountedAnswers, ids: readonly number[]) {
  const known = new Map((await countGivenPages(answers, ids)).map((each) => [each.pageId, each]));
  return (page: number) => figuresOf(MEASURES, known.get(page) ?? NOTHING);
}

const NOTHING = { answers: 0, named: 0, competitors: 0, gaps: 0 };
