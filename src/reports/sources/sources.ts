import Type from 'typebox';
import { siteSubject, TODO_STATES, todoIdOf } from '../../domain/alerts/todo.ts';
import type { ENGINE_SLUGS } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { bucketsOf } from '../../domain/time/buckets.ts';
import { formatDay, formatInstant } from '../../domain/time/instant.ts';
import { dayOf } from '../../domain/time/period.ts';
import { hostOf } from '../../domain/web/host.ts';
import { siteOf } from '../../domain/web/site.ts';
import { kindOf, SOURCE_KINDS, type SourceKind } from '../../domain/web/site-kinds.ts';
import { ownersAmong } from '../../domain/web/site-parts.ts';
import { countHostsByPrompt } from '../../panel/counts/by-prompt.ts';
import {
  countCompetitorsByHost,
  type HostCompetitorCount,
} from '../../panel/counts/cited/host-competitors.ts';
import { countHostWeeks } from '../../panel/counts/cited/host-weeks.ts';
import { countSources, type SourceCount } from '../../panel/counts/cited/sources.ts';
import { countTrend } from '../../panel/counts/trend.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listSiteChoices } from '../../storage/directory/brand/sites.ts';
import { listTodoMarks } from '../../storage/directory/brand/todo-marks.ts';
import { listPagesOfSites } from '../../storage/site/page-facts.ts';
import { DOMAIN, OWNERS_COLUMN, SITE_COLUMN } from '../dimensions/citation.ts';
import { citingBefore, nothingBeforeNote } from '../figures/citing-changes.ts';
import { NamingWhereCited, namingWhereCited } from '../figures/naming-where-cited.ts';
import { windowComparison, withChanges } from '../figures/window-comparison.ts';
import { competitorsNamed } from '../measures/answers.ts';
import { CITING, CITING_AND_NAMING, CITING_WITHOUT_YOU } from '../measures/citing.ts';
import { comparedColumns, figuresOf, propertiesOf } from '../measures/measure.ts';
import { CITED_RATE, citingRates, shareOnParameter } from '../shape/citing-rate.ts';
import { column, rateAt } from '../shape/columns.ts';
import { compareDaysQuery, comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { pageFactsRows } from '../shape/page-facts.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import {
  count,
  instant,
  named,
  nullable,
  nullableText,
  oneOf,
  ownersField,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { siteFrom } from '../shape/site.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

/** Maximum domains in the list, and weeks per domain. */
const MOST_SOURCES = 100;
const MOST_WEEKS = 26;

const MEASURES = [CITING, CITING_AND_NAMING, CITING_WITHOUT_YOU] as const;

/** The competitors named beside a site. */
const RivalsField = readonlyList(
  Type.Object({
    name: text('A competitor tracked now.'),
    answers: count('Answers citing the domain that name it.'),
    answers_without_you: count('Answers among them that do not name the brand.'),
  }),
  'The competitors in answers citing it, the most named first.',
);

const SourceSchema = named(
  'Source',
  {
    ...DOMAIN.properties,
    ...propertiesOf(MEASURES),
    site: text("The domain's registrable site."),
    kind: oneOf(
      SOURCE_KINDS,
      '`own_page`: it belongs to the brand. `competitor`: it belongs to a competitor tracked now, and not to the brand. ' +
        'Any other domain is a `community`, where members write, a `marketplace`, where sellers offer, or else a `listing`.',
    ),
    owners: ownersField,
    competitors: RivalsField,
    cited_in: CITED_RATE,
    naming: NamingWhereCited,
    pages_name: nullable(
      readonlyList(Type.String(), ''),
      'The tracked brands that its pages named when Sightline last fetched them. Null if it fetched none, or if names changed since.',
    ),
    status: oneOf(TODO_STATES, 'Your progress with it, as in /recommendations.'),
    status_since: nullableText('The UTC day when somebody last set it.'),
    note: nullableText('The note with it.'),
    weeks: Type.Optional(
      Type.Unsafe<readonly number[]>(
        Type.Array(Type.Integer({ minimum: 0 }), {
          description: 'Only with `weeks`: answers citing it in each week in `meta.weeks`.',
        }),
      ),
    ),
    compared: comparedField(propertiesOf(MEASURES)),
  },
  'A site that answers cited.',
);

const WITH_SHARE = { csvOnly: true, onlyWith: 'share_on' } as const;

const namedOf = <const Side extends 'cited' | 'elsewhere'>(side: Side, label: string) =>
  ({
    id: `naming_${side}`,
    label,
    kind: 'count',
    field: `naming.${side}.count`,
    of: `naming.${side}.of`,
    ...WITH_SHARE,
  }) as const;

/** One engine's share of answers that cite it. */
const CITED_IN = [
  { id: 'cited_in', label: 'Cited in', ...rateAt('cited_in'), none: '-', onlyWith: 'share_on' },
  {
    id: 'cited_in_design_effect',
    label: 'Answers for one',
    kind: 'position',
    field: 'cited_in.design_effect',
    decimals: 2,
    ...WITH_SHARE,
  },
] as const;

/** How often these name the brand, and the engine's others. */
const NAMING = [
  {
    id: 'naming_verdict',
    label: 'Naming it there',
    kind: 'code',
    field: 'naming.verdict',
    onlyWith: 'share_on',
    fullOnly: true,
  },
  namedOf('cited', 'Naming the brand where cited'),
  namedOf('elsewhere', 'Naming the brand elsewhere'),
  {
    id: 'naming_points',
    label: 'Difference',
    kind: 'points',
    field: 'naming.points',
    lower: 'naming.lower',
    upper: 'naming.upper',
    ...WITH_SHARE,
  },
] as const;

export const sources = defineReport({
  name: 'sources',
  summary: 'The sites that engines read, and whether they named the brand then.',
  description: `The window's ${MOST_SOURCES} most cited domains, sorted by the answers that cited them, then by domain.`,
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    ...compareQuery,
    ...compareDaysQuery,
    engine: engineParameter,
    share_on: shareOnParameter,
    ...sliceQuery,
    kind: Type.Optional(oneOf(SOURCE_KINDS, 'Only this kind of domain.')),
    site: Type.Optional(Type.String({ description: 'Only domains on this site.' })),
    status: Type.Optional(oneOf(TODO_STATES, 'Only with this status.')),
    weeks: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_WEEKS,
        description: 'Adds the answers citing each in so many UTC weeks.',
      }),
    ),
  },
  data: readonlyList(SourceSchema, 'One row per domain.'),
  meta: {
    ...windowMeta,
    ...comparedMeta,
    limit: Type.Integer({ description: 'The most domains listed.' }),
    share_on: Type.Optional(text('The engine of `cited_in` and `naming`.')),
    weeks: Type.Optional(
      readonlyList(
        Type.Object({
          start: instant('Its first instant.'),
          end: instant("Its last instant, or the window's."),
          answers: count('Answers in it.'),
        }),
        'Only with `weeks`: oldest first.',
      ),
    ),
  },
  columns: {
    rows: {
      none: 'No sources in this window.',
      columns: [
        ...DOMAIN.columns,
        ...CITED_IN,
        ...comparedColumns(MEASURES, { of: [DOMAIN] }),
        competitorsNamed('Competitors named'),
        {
          id: 'pages_name',
          label: 'Its pages name',
          kind: 'list',
          items: ({ pages_name: names }) => names ?? [],
          fullOnly: true,
        },
        ...NAMING,
        SITE_COLUMN,
        column('code', 'kind', 'Kind'),
        OWNERS_COLUMN,
        column('code', 'status', 'Status'),
        column('text', 'status_since', 'Status since', { csvOnly: true }),
        column('prose', 'note', 'Note', { none: '-', csvOnly: true }),
        {
          id: 'weeks',
          label: 'Answers by week',
          kind: 'list',
          csvOnly: true,
          onlyWith: 'weeks',
          items: ({ weeks = [] }) => weeks.map(String),
        },
      ],
    },
  },
  errors: [],
  check: ({ site }) => void (site === undefined || siteFrom(site)),
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const { kind, status } = query;
    const site = query.site === undefined ? null : siteFrom(query.site);
    const answers = await answersOfOne(context, query, period);
    const ownersOf = ownersAmong(brand.tracked);
    const [counts, choices, work] = await Promise.all([
      countSources(answers),
      listSiteChoices(db, brand.id),
      listTodoMarks(db, brand.id),
    ]);
    const kindOfSource = kindsBy(choices);
    const workOn = (host: string) => workOf(work, host, ownersOf(host));
    const matches = ({ host }: SourceCount) =>
      (site === null || siteOf(host) === site) &&
      (kind === undefined || kindOfSource(host, ownersOf(host)) === kind) &&
      (status === undefined || workOn(host).status === status);
    const rows = counts.filter(matches).sort(byAnswers).slice(0, MOST_SOURCES);
    const weeks = query.weeks === undefined ? null : await weeksOf(answers, query.weeks);
    const comparison = await windowComparison(context, query);
    const hosts = rows.map(({ host }) => host);
    const competitorsOn = competitorsByHost(await countCompetitorsByHost(answers, hosts), brand.tracked);
    const shareOn = query.share_on ?? query.engine;
    const onOne = await onOneEngine(context, { answers, counts, hosts }, shareOn);
    const pagesName = await namesOnPages(context, hosts);
    const before = await citingBefore(comparison, answers, hosts, {
      figuresIn,
      byPrompt: countHostsByPrompt,
    });
    return {
      note:
        `Counts are answers, not links. Lists at most ${MOST_SOURCES} domains, the most cited first.` +
        nothingBeforeNote(comparison, before),
      meta: {
        ...meta,
        ...comparison?.meta,
        limit: MOST_SOURCES,
        ...(shareOn && { share_on: shareOn }),
        ...(weeks && { weeks: weeks.weeks }),
      },
      data: withChanges(
        comparison,
        rows.map((counted) => ({
          row: {
            domain: counted.host,
            ...figuresOf(MEASURES, counted),
            site: siteOf(counted.host),
            kind: kindOfSource(counted.host, ownersOf(counted.host)),
            owners: ownersOf(counted.host).map(({ name }) => name),
            competitors: competitorsOn(counted.host),
            ...onOne(counted.host),
            pages_name: pagesName(counted.host),
            ...workOn(counted.host),
            ...(weeks && { weeks: weeks.of(counted.host) }),
          },
          before: before?.(counted.host) ?? null,
        })),
      ),
    };
  },
});

/** An engine's share of answers citing each host, and how often these name the brand. */
async function onOneEngine(
  context: ReportContext,
  {
    answers,
    counts: known,
    hosts,
  }: {
    readonly answers: CountedAnswers;
    readonly counts: readonly SourceCount[];
    readonly hosts: readonly string[];
  },
  engine: (typeof ENGINE_SLUGS)[number] | undefined,
) {
  if (engine === undefined) return () => ({ cited_in: null, naming: null });
  const own = { ...answers, only: { ...answers.only, engine } };
  const { rateFor } = await citingRates(context, own);
  const ofEngine = answers.only.engine === engine ? known : await countSources(own);
  const counts = new Map(ofEngine.map(({ host, answers: citing }) => [host, citing]));
  const naming = await namingWhereCited(context, own, hosts);
  return (host: string) => ({ cited_in: rateFor(counts.get(host) ?? 0), naming: naming(host) });
}

/** The tracked brands on each host's fetched pages. */
async function namesOnPages({ db, brand: { id, tracked } }: ReportContext, hosts: readonly string[]) {
  const pages = await listPagesOfSites(db, id, [...new Set(hosts.map(siteOf))]);
  const byHost = Map.groupBy(pages, ({ url }) => hostOf(url) ?? '');
  const rowOf = pageFactsRows(tracked);
  return (host: string): string[] | null => {
    const facts = (byHost.get(host) ?? []).map((page) => rowOf(page));
    const known = facts.filter(({ names_you: you }) => you !== null);
    if (known.length === 0) return null;
    const isOn = ({ role, name }: TrackedBrand) =>
      known.some((page) => (role === 'self' ? page.names_you : page.names_competitors?.includes(name)));
    return tracked.filter(isOn).map(({ name }) => name);
  };
}

/** Notes on the work on a host's part of its site; none for competitors' hosts. */
function workOf(
  work: Awaited<ReturnType<typeof listTodoMarks>>,
  host: string,
  owners: readonly TrackedBrand[],
): Pick<Type.Static<typeof SourceSchema>, 'status' | 'status_since' | 'note'> {
  const isOwn = owners.some(({ role }) => role === 'self');
  if (!isOwn && owners.length > 0) return { status: 'open', status_since: null, note: null };
  const found = work.get(todoIdOf('site', siteSubject(siteOf(host), isOwn ? 'own' : 'others')));
  return {
    status: found?.state ?? 'open',
    status_since: found === undefined ? null : formatDay(dayOf(found.changedAt)),
    note: found?.note || null,
  };
}

/** The competitors named in answers citing a host, the most named first. */
function competitorsByHost(counts: readonly HostCompetitorCount[], tracked: readonly TrackedBrand[]) {
  const byHost = Map.groupBy(counts, ({ host }) => host);
  const nameOf = new Map(tracked.map(({ id, name }) => [id, name]));
  return (host: string) =>
    (byHost.get(host) ?? [])
      .map(({ trackedId, answers, withoutSelf }) => ({
        name: nameOf.get(trackedId) ?? '',
        answers,
        answers_without_you: withoutSelf,
      }))
      .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
}

/** The weeks up to a window's end, and how many answers cited a host in each. */
async function weeksOf(answers: CountedAnswers, weeks: number) {
  const until = answers.period.to - 1;
  const buckets = bucketsOf(until, 7 * weeks, 'week').slice(-weeks);
  const whole = { ...answers, period: { from: buckets[0]?.from ?? until, to: answers.period.to } };
  const [counts, days] = [await countHostWeeks(whole), await countTrend(whole, 'week')];
  const byHost = Map.groupBy(counts, ({ host }) => host);
  const { self } = answers.panel;
  return {
    weeks: buckets.map(({ firstDay, from, to }) => ({
      start: formatInstant(from),
      end: formatInstant(to - 1),
      answers: days
        .filter((each) => each.firstDay === firstDay && each.trackedId === self)
        .reduce((sum, { responses }) => sum + responses, 0),
    })),
    of: (host: string) => {
      const own = new Map(byHost.get(host)?.map((each) => [each.firstDay, each.answers]));
      return buckets.map(({ firstDay }) => own.get(firstDay) ?? 0);
    },
  };
}

async function figuresIn(answers: CountedAnswers) {
  const known = new Map((await countSources(answers)).map((each) => [each.host, each]));
  return (host: string) => figuresOf(MEASURES, known.get(host) ?? { answers: 0, named: 0, gaps: 0 });
}

/** The most cited first, then by host. */
function byAnswers(a: SourceCount, b: SourceCount): number {
  return b.answers - a.answers || (a.host < b.host ? -1 : 1);
}

function kindsBy(
  choices: Parameters<typeof kindOf>[2],
): (host: string, owners: readonly TrackedBrand[]) => SourceKind {
  return (host, owners) => {
    if (owners.some(({ role }) => role === 'self')) return 'own_page';
    return owners.length > 0 ? 'competitor' : kindOf(siteOf(host), [host], choices);
  };
}
