import Type from 'typebox';
import { ENGINE_SLUGS } from '../domain/engine.ts';
import { shareOf } from '../domain/rate.ts';
import { citesSite, siteOf } from '../domain/site.ts';
import { kindOf, SITE_KINDS, type SiteChoice, type SiteKind, tierOf } from '../domain/site-kinds.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { competitorsIn, enginesOf, type LookedAtSite, topPagesOf } from '../storage/answers/cited-sites.ts';
import { type CountedAnswers, countSites, type SiteCount } from '../storage/answers/sources.ts';
import { countVisibility, type VisibilityCount } from '../storage/answers/visibility.ts';
import type { SeenBrand } from '../storage/directory/brands.ts';
import { listSiteChoices } from '../storage/directory/sites.ts';
import type { Database } from '../storage/driver/database.ts';
import { lastsByAnswers } from './shape/lasting.ts';
import { defineReport, engineParameter } from './shape/report.ts';
import { count, named, nullableText, oneOf, readonlyList, text } from './shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';

/** The most sites that are listed of each kind, and the most pages of a site. */
const MOST_OF_KIND = 25;
const MOST_PAGES = 5;

const RecommendationSchema = named(
  'Recommendation',
  {
    kind: oneOf(
      SITE_KINDS,
      '`own_page`: a site of the brand. Any other site is a `community`, where members write, a `marketplace`, where ' +
        'sellers offer, or else a `listing`.',
    ),
    tier: Type.Integer({
      minimum: 1,
      maximum: SITE_KINDS.length,
      description: 'Sort order: 1 own page, 2 listing, 3 community, 4 marketplace.',
    }),
    site: text('The registrable site, such as `example.co.uk` of `www.example.co.uk`.'),
    pages: readonlyList(
      Type.Object({
        url: text('Address of the page, as in /pages.'),
        title: nullableText('Its title; null if no engine gave one.'),
      }),
      `Its pages that these answers cite, the most cited first: at least 1, at most ${MOST_PAGES}.`,
    ),
    answers: count(
      'Answers of the window that cite the site. For sites that are not own, only those that name a competitor and not ' +
        'the brand.',
    ),
    answers_naming_you: count('Of these, answers that name the brand: 0 unless the site is own.'),
    competitors_named: count('How many different competitors tracked now these answers name.'),
    engines: readonlyList(oneOf(ENGINE_SLUGS, 'Engine slug.'), 'The engines that gave these answers.'),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '`answers` as a fraction of `meta.total_answers`, to 3 decimals.',
    }),
  },
  'A site where being named, or named more, would be seen by the engines.',
);

/** GET /recommendations */
export const recommendations = defineReport({
  name: 'recommendations',
  summary: 'Which sites the engines read when they name competitors and not the brand.',
  description:
    'One row per site. `own_page`: own sites that are cited, as long as some of these answers do not name the brand. The ' +
    'others are gaps: sites that are cited in answers that name a competitor and not the brand. The sites of competitors ' +
    `are left out. Sorted by tier, then by answers, then by site; at most ${MOST_OF_KIND} of each kind.`,
  takesBrand: true,
  query: { ...windowQuery(30), engine: engineParameter },
  data: readonlyList(RecommendationSchema, 'One row per site.'),
  meta: {
    ...windowMeta,
    total_answers: count('All answers of the window, on the engines asked for.'),
    limit: Type.Integer({ description: 'How many sites of each kind are listed at most.' }),
  },
  columns: {
    rows: {
      none: 'No site is cited in answers that name a competitor and not the brand in this window.',
      columns: [
        { id: 'kind', label: 'Kind', kind: 'text', field: 'kind' },
        { id: 'tier', label: 'Tier', kind: 'count', field: 'tier', csvOnly: true },
        { id: 'site', label: 'Site', kind: 'text', field: 'site' },
        {
          id: 'answers',
          ...{ label: 'Answers', kind: 'count', field: 'answers' },
          behind: ({ site, kind }) => ({
            cites: citesSite(site),
            ...(kind === 'own_page' ? {} : { names: 'competitor', names_not: 'self' }),
          }),
        },
        {
          id: 'answers_naming_you',
          ...{ label: 'naming the brand', kind: 'count', field: 'answers_naming_you' },
          behind: ({ site, kind }) =>
            kind === 'own_page' ? { cites: citesSite(site), names: 'self' } : null,
        },
        { id: 'competitors_named', label: 'Competitors named', kind: 'count', field: 'competitors_named' },
        { id: 'engines', label: 'Engines', kind: 'list', of: 'engines', items: ({ engines }) => engines },
        { id: 'share', label: 'Share', kind: 'share', field: 'share' },
        { id: 'pages', label: 'Pages', kind: 'list', items: ({ pages }) => pages.map(({ url }) => url) },
      ],
    },
  },
  errors: [],
  lasts: lastsByAnswers,
  async run({ db, now, brand }, query) {
    const { period, meta } = windowOf(now, query);
    const counted = { brand, period, engine: query.engine ?? null };
    const found = await findSites(db, brand, counted);
    return {
      note:
        `Shares are fractions of all ${found.total} answers in the window, not of the answers that cite a site, and they ` +
        'do not add up: an answer may cite several sites. With few answers a share says little.',
      meta: { ...meta, total_answers: found.total, limit: MOST_OF_KIND },
      data: await rowsFor(db, counted, found),
    };
  },
});

/** A site that may be listed. */
interface FoundSite extends LookedAtSite {
  readonly kind: SiteKind;
  readonly answers: number;
  readonly named: number;
}

interface Found {
  readonly sites: readonly FoundSite[];
  readonly total: number;
  readonly engines: readonly string[];
  readonly competitors: readonly { readonly id: number; readonly answers: number }[];
}

async function findSites(db: Database, { tracked }: SeenBrand, counted: CountedAnswers): Promise<Found> {
  const [choices, counts, hosts] = await Promise.all([
    listSiteChoices(db, counted.brand.id),
    countVisibility(db, counted.brand, counted.period),
    countSites(db, counted),
  ]);
  const [self, ...competitors] = tracked;
  const asked = counts.filter(({ engine }) => counted.engine === null || engine === counted.engine);
  const sumFor = (id: number | undefined, of: 'responses' | 'present') =>
    asked
      .filter(({ trackedId }) => trackedId === id)
      .reduce((sum: number, row: VisibilityCount) => sum + row[of], 0);
  return {
    sites: sitesIn(hosts, { self, competitors, choices }),
    total: sumFor(self?.id, 'responses'),
    engines: ENGINE_SLUGS.filter((slug) => asked.some(({ engine }) => engine === slug)),
    competitors: competitors.map(({ id }) => ({ id, answers: sumFor(id, 'present') })),
  };
}

interface Owners {
  readonly self: TrackedBrand | undefined;
  readonly competitors: readonly TrackedBrand[];
  readonly choices: readonly SiteChoice[];
}

/** What is listed, in order. A site belongs to whoever owns one of its hosts; a competitor's own cannot name the brand. */
function sitesIn(hosts: readonly SiteCount[], { self, competitors, choices }: Owners): FoundSite[] {
  const own = new Set(self?.hosts.map(siteOf));
  const theirs = new Set(competitors.flatMap((each) => each.hosts.map(siteOf)));
  const sites = [...Map.groupBy(hosts, ({ site }) => site)].flatMap(([site, rows]): FoundSite[] => {
    const sum = (of: 'answers' | 'named' | 'gaps') => rows.reduce((total, row) => total + row[of], 0);
    const names = rows.map(({ host }) => host);
    if (own.has(site)) {
      const [answers, naming] = [sum('answers'), sum('named')];
      return answers > naming ? [{ site, all: true, kind: 'own_page', answers, named: naming }] : [];
    }
    const gaps = theirs.has(site) ? 0 : sum('gaps');
    const kind = gaps === 0 ? 'listing' : kindOf(site, names, choices);
    return gaps === 0 ? [] : [{ site, all: false, kind, answers: gaps, named: 0 }];
  });
  return SITE_KINDS.flatMap((kind) =>
    sites
      .filter((each) => each.kind === kind)
      .sort((a, b) => b.answers - a.answers || (a.site < b.site ? -1 : 1))
      .slice(0, MOST_OF_KIND),
  );
}

async function rowsFor(db: Database, counted: CountedAnswers, { sites, total, engines, competitors }: Found) {
  const [pages, onEngines, naming] = await Promise.all([
    topPagesOf(db, counted, sites, MOST_PAGES),
    enginesOf(db, counted, sites, engines),
    competitorsIn(db, counted, sites, { competitors, answers: total }),
  ]);
  const [pagesBy, enginesBy, namingBy] = [
    Map.groupBy(pages, ({ site }) => site),
    Map.groupBy(onEngines, ({ site }) => site),
    Map.groupBy(naming, ({ site }) => site),
  ];
  // A site with nothing to point at is left out.
  const listed = sites.filter(({ site }) => pagesBy.has(site));
  return listed.map(({ site, kind, answers, named: alsoYou }) => {
    const found = new Set(enginesBy.get(site)?.map(({ engine }) => engine));
    return {
      kind,
      tier: tierOf(kind),
      site,
      pages: (pagesBy.get(site) ?? []).map(({ url, title }) => ({ url, title })),
      answers,
      answers_naming_you: alsoYou,
      competitors_named: new Set(namingBy.get(site)?.map(({ id }) => id)).size,
      engines: engines.filter((engine) => found.has(engine)),
      share: shareOf(answers, total),
    };
  });
}
