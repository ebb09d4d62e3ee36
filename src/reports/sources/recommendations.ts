import Type from 'typebox';
import { siteSubject, TODO_STATES, type TodoMark, todoIdOf } from '../../domain/alerts/todo.ts';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import { inEngineOrder } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { shareOf } from '../../domain/figures/rate.ts';
import { formatDay } from '../../domain/time/instant.ts';
import { dayOf, type Period } from '../../domain/time/period.ts';
import { belongsTo } from '../../domain/web/host.ts';
import { citesSite } from '../../domain/web/site.ts';
import { kindOf, SITE_KINDS, type SiteChoice, type SiteKind, tierOf } from '../../domain/web/site-kinds.ts';
import { type OwnedHost, ownedHostsOf, ownersAmong } from '../../domain/web/site-parts.ts';
import { countAnswers } from '../../panel/counts/answers.ts';
import {
  type CitedPart,
  type CitedParts,
  countCitedParts,
  type PartAnswers,
  type PartsOfSites,
} from '../../panel/counts/cited/cited-parts.ts';
import { firstCitedNamed } from '../../panel/counts/cited/cited-since.ts';
import { mostOf } from '../../panel/tally.ts';
import { type CitedPage, listMostCitedOf } from '../../storage/answers/lookups.ts';
import { listSiteChoices } from '../../storage/directory/brand/sites.ts';
import { listTodoMarks } from '../../storage/directory/brand/todo-marks.ts';
import { competitorsNamed } from '../measures/answers.ts';
import type { AnswersFilters } from '../shape/answers-filters.ts';
import { column } from '../shape/columns.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { count, engineSlug, named, nullableText, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { type SliceQuery, sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Maximum sites of each kind, and pages per site. */
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
    site: text('The registrable site, such as `example.co.uk` for `www.example.co.uk`.'),
    owned_hosts: readonlyList(
      Type.Object({
        host: text('With its subdomains.'),
        brand: text('Whose.'),
        role: oneOf(ROLES, 'Its role.'),
      }),
      "Tracked brands' domains on the site: `own_page` counts the brand's domains alone, other rows none.",
    ),
    pages: readonlyList(
      Type.Object({
        url: text("The page's address, as in /pages."),
        title: nullableText('Its title; null if no engine gave one.'),
      }),
      `Its pages that these answers cite most, 1 to ${MOST_PAGES}.`,
    ),
    answers: count(
      'Answers in the window that cite these hosts. For hosts that are not own, only answers that name a competitor and not the brand.',
    ),
    answers_naming_you: count('Answers among them that name the brand: 0 unless the site is own.'),
    competitors_named: count('How many competitors tracked now these answers name.'),
    competitors: readonlyList(
      Type.Object({ name: text('Its name.'), answers: count('How many such answers name it.') }),
      'These competitors, the most named first.',
    ),
    engines: readonlyList(engineSlug('Engine slug.'), 'The engines that gave these answers.'),
    share: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '`answers` as a fraction of `meta.total_answers`, to 3 decimals.',
    }),
    status: oneOf(TODO_STATES, 'Your progress with it, as noted in the dashboard.'),
    note: nullableText('The note with it.'),
    cited_since: nullableText(
      'The first UTC day on which an answer that names the brand cited these hosts, after `status` left `open` for `taken` or ' +
        "`done`, up to the window's end. Null without one.",
    ),
  },
  "A site where engines would see the brand's name, or see it more often.",
);

export const recommendations = defineReport({
  name: 'recommendations',
  summary: 'The sites that engines read when they name competitors and not the brand.',
  description:
    'One row per site, or two if you own a part. `own_page`: own hosts cited where some answers do not name the brand. ' +
    'The others are gaps: sites cited in answers that name a competitor and not the brand. ' +
    `Competitors' hosts do not count. At most ${MOST_OF_KIND} per kind, by tier, then by answers.`,
  takesBrand: true,
  isOfOneMarket: true,
  query: { ...windowQuery(), engine: engineParameter, ...sliceQuery },
  data: readonlyList(RecommendationSchema, 'One row per site or part.'),
  meta: {
    ...windowMeta,
    total_answers: count('All answers in the window, on all engines or on `engine`.'),
    limit: Type.Integer({ description: 'The most sites listed per kind.' }),
  },
  columns: {
    rows: {
      none: 'No answer in this window that names a competitor and not the brand cites a site.',
      columns: [
        column('code', 'kind', 'Kind'),
        column('count', 'tier', 'Tier', { csvOnly: true }),
        column('text', 'site', 'Site'),
        {
          id: 'owned_hosts',
          label: 'Owned hosts',
          kind: 'list',
          csvOnly: true,
          items: ({ owned_hosts: owned }) => owned.map(({ host, brand }) => `${host} (${brand})`),
        },
        { id: 'part', label: 'Part of it', kind: 'list', items: (row) => partInWords(row), none: 'all' },
        {
          id: 'answers',
          label: 'Answers',
          kind: 'count',
          field: 'answers',
          answerFilter: (row) => ({
            ...citedIn(row),
            ...(row.kind === 'own_page' ? {} : { names: 'competitor', names_not: 'self' }),
          }),
        },
        {
          id: 'answers_naming_you',
          label: 'naming the brand',
          kind: 'count',
          field: 'answers_naming_you',
          answerFilter: (row) => (row.kind === 'own_page' ? { ...citedIn(row), names: 'self' } : null),
        },
        column('count', 'competitors_named', 'How many competitors', { csvOnly: true }),
        competitorsNamed('Competitors named'),
        { id: 'engines', label: 'Engines', kind: 'list', of: 'engines', items: ({ engines }) => engines },
        column('share', 'share', 'Share'),
        column('code', 'status', 'Status'),
        column('prose', 'note', 'Note', { none: '-' }),
        column('text', 'cited_since', 'Cited with your name since', { none: '-' }),
        { id: 'pages', label: 'Pages', kind: 'list', items: ({ pages }) => pages.map(({ url }) => url) },
      ],
    },
  },
  errors: [],
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const answers = await answersOfOne(context, query, period);
    const [choices, work, byEngine, cited] = await Promise.all([
      listSiteChoices(db, brand.id),
      listTodoMarks(db, brand.id),
      countAnswers(answers),
      countCitedParts(answers, partsOfSites(brand.tracked)),
    ]);
    const total = byEngine.reduce((sum, row) => sum + row.answers, 0);
    const parts = await withProgress(context, query, period, listed(cited, choices), work);
    const pages = await listMostCitedOf(db, brand.id, await cited.pagesOf(parts, MOST_PAGES), MOST_PAGES);
    return {
      note: sharesNote(total),
      meta: { ...meta, total_answers: total, limit: MOST_OF_KIND },
      data: rowsFor(parts, pages, total, context),
    };
  },
});

/** Names the shares' denominators. */
function sharesNote(total: number): string {
  if (total === 0) return 'There are no answers in the window.';
  const all = total === 1 ? 'the only answer' : `all ${total} answers`;
  return (
    `Shares divide by ${all} in the window, not by the answers that cite a site, and they do not add up: an answer ` +
    'may cite several sites. With few answers a share says little.'
  );
}

/** A row's fields on its part of a site. */
interface CountedPart {
  readonly site: string;
  readonly kind: SiteKind;
  readonly owned_hosts: readonly OwnedHost[];
}

/** The domains on a site that a row counts or excludes; none if it counts the whole site. */
function limitsOf({ site, kind, owned_hosts: owned }: CountedPart): readonly OwnedHost[] {
  if (kind !== 'own_page') return owned;
  const own = owned.filter(({ role }) => role === 'self');
  return own.some(({ host }) => belongsTo(site, [host])) ? [] : own;
}

/** Whether a row counts or excludes the site's domains; none if it counts all. */
function partInWords(row: CountedPart): string[] {
  return limitsOf(row).map(({ host, brand }) =>
    row.kind === 'own_page' ? `only ${host}` : `without ${host} (${brand})`,
  );
}

/** The filters that list the answers citing a row's pages. */
export function citedIn(row: CountedPart): AnswersFilters {
  const cites = citesSite(row.site);
  if (limitsOf(row).length === 0) return { cites };
  return { cites, cites_part: row.kind === 'own_page' ? 'self' : 'others' };
}

/** The site's part that a host belongs to. Competitors' hosts are in neither: they cannot name the brand. */
function partsOfSites(tracked: readonly TrackedBrand[]): PartsOfSites {
  const ownersOf = ownersAmong(tracked);
  return {
    name: JSON.stringify(tracked.map(({ role, hosts }) => [role, hosts])),
    of: (host) => {
      const owners = ownersOf(host);
      if (owners.length === 0) return 'others';
      return owners.some(({ role }) => role === 'self') ? 'own' : null;
    },
  };
}

interface ListedPart extends CitedPart, PartAnswers {
  readonly kind: SiteKind;
}

function listed({ parts, answersOf }: CitedParts, choices: readonly SiteChoice[]): ListedPart[] {
  const advised = parts.filter(({ answers, named }) => answers > named);
  const byKind = Map.groupBy(advised, ({ part, site, hosts }) =>
    part === 'own' ? 'own_page' : kindOf(site, hosts, choices),
  );
  return SITE_KINDS.flatMap((kind) =>
    mostOf(byKind.get(kind) ?? [], MOST_OF_KIND, ({ answers }) => answers)
      .sort((a, b) => b.answers - a.answers || (a.site < b.site ? -1 : 1))
      .slice(0, MOST_OF_KIND)
      .map((each) => ({ ...each, ...answersOf(each), kind })),
  );
}

interface WorkedPart extends ListedPart {
  readonly work: TodoMark | undefined;
  /** When an answer that names the brand first cited it since the work began; null if none did, or it did not begin. */
  readonly citedAt: number | null;
}

/** Each part's work status, and its result up to the end of the window, which can begin later than the work. */
async function withProgress(
  context: ReportContext,
  query: SliceQuery,
  { to }: Period,
  parts: readonly ListedPart[],
  work: ReadonlyMap<string, TodoMark>,
): Promise<WorkedPart[]> {
  const workOf = ({ site, part }: ListedPart) => work.get(todoIdOf('site', siteSubject(site, part)));
  const begun = parts.flatMap((part) => {
    const since = workOf(part)?.begunAt ?? null;
    return since === null || since >= to ? [] : [{ number: part.number, since }];
  });
  const citedAt = new Map<number, number | null>();
  if (begun.length > 0) {
    const answers = await answersOfOne(context, query, {
      from: Math.min(...begun.map(({ since }) => since)),
      to,
    });
    const found = await firstCitedNamed(answers, partsOfSites(context.brand.tracked), begun);
    for (const [place, { number }] of begun.entries()) citedAt.set(number, found[place] ?? null);
  }
  return parts.map((part) => ({ ...part, work: workOf(part), citedAt: citedAt.get(part.number) ?? null }));
}

function rowsFor(
  parts: readonly WorkedPart[],
  pages: readonly (readonly CitedPage[])[],
  total: number,
  { brand: { tracked }, panel }: ReportContext,
) {
  const nameOf = new Map(tracked.map(({ id, name }) => [id, name]));
  const competitorsIn = (counts: readonly number[]) =>
    counts
      .map((answers, place) => ({ name: nameOf.get(panel.competitors[place] ?? 0) ?? '', answers }))
      .filter(({ answers }) => answers > 0)
      .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
  return parts.flatMap(
    ({ site, kind, answers, named: alsoYou, competitors: counts, engines, work, citedAt }, place) => {
      const competitors = competitorsIn(counts);
      const row = {
        kind,
        tier: tierOf(kind),
        site,
        owned_hosts: ownedHostsOf(site, tracked),
        pages: (pages[place] ?? []).map(({ url, title }) => ({ url, title })),
        answers,
        answers_naming_you: alsoYou,
        competitors_named: competitors.length,
        competitors,
        engines: inEngineOrder(engines),
        share: shareOf(answers, total),
        status: work?.state ?? 'open',
        note: work?.note || null,
        cited_since: citedAt === null ? null : formatDay(dayOf(citedAt)),
      };
      // Leaves out a site with nothing to show.
      return row.pages.length === 0 ? [] : [row];
    },
  );
}
