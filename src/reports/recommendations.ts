import Type from 'typebox';
import { ROLES } from '../domain/answer-reading.ts';
import { ENGINE_SLUGS } from '../domain/engine.ts';
import { belongsTo } from '../domain/host.ts';
import { shareOf } from '../domain/rate.ts';
import { citesSite } from '../domain/site.ts';
import { kindOf, SITE_KINDS, type SiteChoice, type SiteKind, tierOf } from '../domain/site-kinds.ts';
import { type OwnedHost, ownedHostsOf, ownersAmong, partOf } from '../domain/site-parts.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { competitorsIn, enginesOf, type LookedAtSite, topPagesOf } from '../storage/answers/cited-sites.ts';
import { type CountedAnswers, countParts, countSites, type SiteCount } from '../storage/answers/sources.ts';
import { countVisibility, type VisibilityCount } from '../storage/answers/visibility.ts';
import type { SeenBrand } from '../storage/directory/brands.ts';
import { listSiteChoices } from '../storage/directory/sites.ts';
import type { Database } from '../storage/driver/database.ts';
import type { AnswersFilters } from './shape/answers-filters.ts';
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
      "`own_page`: the brand's own hosts on the site. The other hosts are a `community`, where members write, a " +
        '`marketplace`, where sellers offer, or else a `listing`.',
    ),
    tier: Type.Integer({
      minimum: 1,
      maximum: SITE_KINDS.length,
      description: 'Sort order: 1 own page, 2 listing, 3 community, 4 marketplace.',
    }),
    site: text('The registrable site, such as `example.co.uk` of `www.example.co.uk`.'),
    owned_hosts: readonlyList(
      Type.Object({
        host: text('With its subdomains.'),
        brand: text('Whose.'),
        role: oneOf(ROLES, 'Its role.'),
      }),
      'Domains of tracked brands on the site. `own_page` counts only those of the brand, any other row none of them.',
    ),
    pages: readonlyList(
      Type.Object({
        url: text('Address of the page, as in /pages.'),
        title: nullableText('Its title; null if no engine gave one.'),
      }),
      `Its pages that these answers cite, the most cited first: at least 1, at most ${MOST_PAGES}.`,
    ),
    answers: count(
      'Answers of the window that cite these hosts. For hosts that are not own, only those that name a competitor and ' +
        'not the brand.',
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
    'One row per site, or two if a part of it is own. `own_page`: own hosts that are cited, as long as some of these answers ' +
    'do not name the brand. The others are gaps: sites that are cited in answers that name a competitor and not the brand. ' +
    `The hosts of competitors are left out. Sorted by tier, then by answers, then by site; at most ${MOST_OF_KIND} of each kind.`,
  takesBrand: true,
  query: { ...windowQuery(30), engine: engineParameter },
  data: readonlyList(RecommendationSchema, 'One row per site, or part of one.'),
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
          id: 'owned_hosts',
          ...{ label: 'Owned hosts', kind: 'list', csvOnly: true },
          items: ({ owned_hosts: owned }) => owned.map(({ host, brand }) => `${host} (${brand})`),
        },
        { id: 'part', label: 'Part of it', kind: 'list', items: (row) => partInWords(row), none: 'all' },
        {
          id: 'answers',
          ...{ label: 'Answers', kind: 'count', field: 'answers' },
          behind: (row) => ({
            ...citedIn(row),
            ...(row.kind === 'own_page' ? {} : { names: 'competitor', names_not: 'self' }),
          }),
        },
        {
          id: 'answers_naming_you',
          ...{ label: 'naming the brand', kind: 'count', field: 'answers_naming_you' },
          behind: (row) => (row.kind === 'own_page' ? { ...citedIn(row), names: 'self' } : null),
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
      data: await rowsFor(db, counted, found, brand.tracked),
    };
  },
});

/** A row, as far as it says which part of a site it counts. */
interface CountedPart {
  readonly site: string;
  readonly kind: SiteKind;
  readonly owned_hosts: readonly OwnedHost[];
}

/** The domains on a site that a row counts, or else leaves out; none where it counts the whole site. */
function limitsOf({ site, kind, owned_hosts: owned }: CountedPart): readonly OwnedHost[] {
  if (kind !== 'own_page') return owned;
  const own = owned.filter(({ role }) => role === 'self');
  return own.some(({ host }) => belongsTo(site, [host])) ? [] : own;
}

function partInWords(row: CountedPart): string[] {
  return limitsOf(row).map(({ host, brand }) =>
    row.kind === 'own_page' ? `only ${host}` : `without ${host} (${brand})`,
  );
}

/** The filters that list the answers which cite what a row counts. */
function citedIn(row: CountedPart): AnswersFilters {
  const cites = citesSite(row.site);
  if (limitsOf(row).length === 0) return { cites };
  return { cites, cites_part: row.kind === 'own_page' ? 'self' : 'others' };
}

/** A site, or a part of one, that may be listed. */
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
    sites: listed(await countedIn(db, counted, citedSites(hosts, tracked)), choices),
    total: sumFor(self?.id, 'responses'),
    engines: ENGINE_SLUGS.filter((slug) => asked.some(({ engine }) => engine === slug)),
    competitors: competitors.map(({ id }) => ({ id, answers: sumFor(id, 'present') })),
  };
}

/** What of a site is cited and may be listed: the brand's own hosts, or those that no tracked brand declared. */
interface CitedSite extends LookedAtSite {
  readonly rows: readonly SiteCount[];
}

/** Every site once for its own hosts and once for those of nobody. The hosts of competitors cannot name the brand. */
function citedSites(hosts: readonly SiteCount[], tracked: readonly TrackedBrand[]): CitedSite[] {
  const ownersOf = ownersAmong(tracked);
  const self = tracked.filter(({ role }) => role === 'self');
  return [...Map.groupBy(hosts, ({ site }) => site)].flatMap(([site, rows]) => {
    const whose = ({ host }: SiteCount) => {
      const owners = ownersOf(host);
      return owners.length === 0 ? 'others' : owners.some(({ role }) => role === 'self') ? 'own' : 'theirs';
    };
    const { own = [], others = [] } = Object.groupBy(rows, whose);
    const parts = [
      { site, all: true, rows: own, part: own.length === rows.length ? undefined : partOf(site, self, true) },
      {
        ...{ site, all: false, rows: others },
        part: others.length === rows.length ? undefined : partOf(site, tracked, false),
      },
    ];
    return parts.filter((each) => each.rows.length > 0);
  });
}

type CountedSite = CitedSite & Pick<SiteCount, 'answers' | 'named' | 'gaps'>;

/** Summed over all hosts of a site, counts are answers; over some of them, an answer that cites two would count twice. */
async function countedIn(
  db: Database,
  counted: CountedAnswers,
  sites: readonly CitedSite[],
): Promise<CountedSite[]> {
  const parts = sites.flatMap(({ site, part }) => (part === undefined ? [] : [{ site, part }]));
  const counts = await countParts(db, counted, parts);
  const ofPart = new Map(counts.map(({ place, ...count }) => [parts[place]?.part, count]));
  return sites.map((site) => {
    const sum = (of: 'answers' | 'named' | 'gaps') => site.rows.reduce((total, row) => total + row[of], 0);
    const whole = () => ({ answers: sum('answers'), named: sum('named'), gaps: sum('gaps') });
    return { ...site, ...((site.part && ofPart.get(site.part)) ?? whole()) };
  });
}

/** What is listed, in order. */
function listed(counted: readonly CountedSite[], choices: readonly SiteChoice[]): FoundSite[] {
  const sites = counted.flatMap(({ site, part, all, rows, answers, named: naming, gaps }): FoundSite[] => {
    if (all) return answers > naming ? [{ site, part, all, kind: 'own_page', answers, named: naming }] : [];
    if (gaps === 0) return [];
    const names = rows.map(({ host }) => host);
    return [{ site, part, all, kind: kindOf(site, names, choices), answers: gaps, named: 0 }];
  });
  return SITE_KINDS.flatMap((kind) =>
    sites
      .filter((each) => each.kind === kind)
      .sort((a, b) => b.answers - a.answers || (a.site < b.site ? -1 : 1))
      .slice(0, MOST_OF_KIND),
  );
}

async function rowsFor(
  db: Database,
  counted: CountedAnswers,
  { sites, total, engines, competitors }: Found,
  tracked: readonly TrackedBrand[],
) {
  const [pages, onEngines, naming] = await Promise.all([
    topPagesOf(db, counted, sites, MOST_PAGES),
    enginesOf(db, counted, sites, engines),
    competitorsIn(db, counted, sites, { competitors, answers: total }),
  ]);
  const [pagesAt, enginesAt, namingAt] = [
    Map.groupBy(pages, ({ place }) => place),
    Map.groupBy(onEngines, ({ place }) => place),
    Map.groupBy(naming, ({ place }) => place),
  ];
  return sites.flatMap(({ site, kind, answers, named: alsoYou }, place) => {
    const found = new Set(enginesAt.get(place)?.map(({ engine }) => engine));
    const row = {
      kind,
      tier: tierOf(kind),
      site,
      owned_hosts: ownedHostsOf(site, tracked),
      pages: (pagesAt.get(place) ?? []).map(({ url, title }) => ({ url, title })),
      answers,
      answers_naming_you: alsoYou,
      competitors_named: new Set(namingAt.get(place)?.map(({ id }) => id)).size,
      engines: engines.filter((engine) => found.has(engine)),
      share: shareOf(answers, total),
    };
    // A site with nothing to point at is left out.
    return row.pages.length === 0 ? [] : [row];
  });
}
