import Type from 'typebox';
import { siteOf } from '../domain/site.ts';
import { kindOf, SOURCE_KINDS, type SourceKind } from '../domain/site-kinds.ts';
import { ownersAmong } from '../domain/site-parts.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countHostsByPrompt } from '../panel/counts/by-prompt.ts';
import { countSources, type SourceCount } from '../panel/counts/sources.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { listSiteChoices } from '../storage/directory/sites.ts';
import type { Database } from '../storage/driver/database.ts';
import {
  CHANGE_COLUMNS,
  comparedField,
  comparedMeta,
  compareQuery,
  earlierEnds,
  numberBefore,
  ONLY_COMPARED,
} from './shape/compared.ts';
import { lastsByAnswers } from './shape/lasting.ts';
import { defineReport, engineParameter } from './shape/report.ts';
import { count, named, oneOf, ownersField, readonlyList, text } from './shape/schemas.ts';
import { sliceQuery } from './shape/slice.ts';
import { answersOfOne } from './shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';
import {
  citingChanges,
  type Judgeable,
  type WindowComparison,
  windowComparison,
  withChanges,
} from './window-comparison.ts';

/** The most domains that are listed. */
const MOST_SOURCES = 100;

const sourceCounts = {
  answers_citing_it: count('Answers in the window that cited the domain.'),
  answers_where_you_were_named: count('Of those, answers that also named the brand.'),
  answers_citing_you_without_naming_you: count(
    'Of those, answers that did not name the brand, whoever owns the domain.',
  ),
};

const SourceSchema = named(
  'Source',
  {
    domain: text('Normalized host: `www.` and bare forms are one row; other subdomains are separate.'),
    ...sourceCounts,
    site: text('The registrable site that the domain is a part of.'),
    kind: oneOf(
      SOURCE_KINDS,
      '`own_page`: it belongs to the brand. `competitor`: it belongs to a competitor tracked now, and not to the brand. ' +
        'Any other domain is a `community`, where members write, a `marketplace`, where sellers offer, or else a `listing`.',
    ),
    owners: ownersField,
    compared: comparedField(sourceCounts),
  },
  'A site that answers cited.',
);

/** GET /sources */
export const sources = defineReport({
  name: 'sources',
  summary: 'Which sites the engines read, and whether they named the brand when they did.',
  description: `The ${MOST_SOURCES} most cited domains of the window, sorted by the answers that cited them, then by domain.`,
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(30),
    ...compareQuery,
    engine: engineParameter,
    ...sliceQuery,
    kind: Type.Optional(oneOf(SOURCE_KINDS, 'Only domains of this kind.')),
  },
  data: readonlyList(SourceSchema, 'One row per domain.'),
  meta: {
    ...windowMeta,
    ...comparedMeta,
    limit: Type.Integer({ description: 'How many domains are listed at most.' }),
  },
  columns: {
    rows: {
      none: 'No sources in this window.',
      columns: [
        { id: 'domain', label: 'Domain', kind: 'text', field: 'domain' },
        {
          id: 'answers_citing_it',
          ...{ label: 'Answers citing it', kind: 'count', field: 'answers_citing_it' },
          behind: ({ domain }) => ({ cites: domain }),
        },
        {
          id: 'compared_answers_citing_it',
          ...{ label: 'Before', kind: 'count', field: 'compared.answers_citing_it', ...ONLY_COMPARED },
          behind: (row) => ({ ...earlierEnds(row), cites: row.domain }),
        },
        ...CHANGE_COLUMNS,
        numberBefore('answers_where_you_were_named', 'answers_where_you_were_named', 'and naming the brand'),
        numberBefore(
          'answers_citing_you_without_naming_you',
          'answers_citing_you_without_naming_you',
          'and not naming it',
        ),
        {
          id: 'answers_where_you_were_named',
          ...{ label: 'and naming the brand', kind: 'count', field: 'answers_where_you_were_named' },
          behind: ({ domain }) => ({ cites: domain, names: 'self' }),
        },
        {
          id: 'answers_citing_you_without_naming_you',
          ...{ label: 'and not naming it', kind: 'count', field: 'answers_citing_you_without_naming_you' },
          behind: ({ domain }) => ({ cites: domain, names_not: 'self' }),
        },
        { id: 'site', label: 'Site', kind: 'text', field: 'site', csvOnly: true },
        { id: 'kind', label: 'Kind', kind: 'code', field: 'kind' },
        { id: 'owners', label: 'Owners', kind: 'list', items: ({ owners }) => owners, csvOnly: true },
      ],
    },
  },
  errors: [],
  lasts: lastsByAnswers,
  async run(context, query) {
    const { db, now, brand } = context;
    const { period, meta } = windowOf(now, query);
    const { kind } = query;
    const answers = await answersOfOne(context, query, period);
    const ownersOf = ownersAmong(brand.tracked);
    const [counts, kindOfSource] = await Promise.all([countSources(answers), kindsFor(db, brand.id)]);
    const isWanted = ({ host }: SourceCount) =>
      kind === undefined || kindOfSource(host, ownersOf(host)) === kind;
    const rows = counts.filter(isWanted).sort(byAnswers).slice(0, MOST_SOURCES);
    const comparison = await windowComparison(context, query);
    const before = await sourcesBefore(comparison, answers, rows);
    return {
      note: `Counts are answers, not links. At most ${MOST_SOURCES} domains are listed, the most cited first.`,
      meta: { ...meta, ...comparison?.meta, limit: MOST_SOURCES },
      data: withChanges(
        comparison,
        rows.map((counted) => ({
          row: {
            domain: counted.host,
            ...countsOf(counted),
            site: siteOf(counted.host),
            kind: kindOfSource(counted.host, ownersOf(counted.host)),
            owners: ownersOf(counted.host).map(({ name }) => name),
          },
          before: before(counted.host),
        })),
      ),
    };
  },
});

function countsOf({ answers, named }: Pick<SourceCount, 'answers' | 'named'>) {
  return {
    answers_citing_it: answers,
    answers_where_you_were_named: named,
    answers_citing_you_without_naming_you: answers - named,
  };
}

/** What each listed host was in the earlier window, and how the share of answers citing it changed. */
async function sourcesBefore(
  comparison: WindowComparison | null,
  answers: CountedAnswers,
  rows: readonly SourceCount[],
): Promise<
  (
    host: string,
  ) => { readonly figures: ReturnType<typeof countsOf>; readonly judged: Judgeable | null } | null
> {
  if (comparison === null) return () => null;
  const counts = await countSources({ ...answers, period: comparison.earlier });
  const known = new Map(counts.map((each) => [each.host, each]));
  const hosts = rows.map(({ host }) => host);
  const changes = await citingChanges(comparison, answers, hosts, countHostsByPrompt);
  return (host) => ({
    figures: countsOf(known.get(host) ?? { answers: 0, named: 0 }),
    judged: changes?.(host) ?? null,
  });
}

/** The most cited first, then by host. */
function byAnswers(a: SourceCount, b: SourceCount): number {
  return b.answers - a.answers || (a.host < b.host ? -1 : 1);
}

/** What each host is to a brand, given whose it is. */
async function kindsFor(
  db: Database,
  brandId: number,
): Promise<(host: string, owners: readonly TrackedBrand[]) => SourceKind> {
  const choices = await listSiteChoices(db, brandId);
  return (host, owners) => {
    if (owners.some(({ role }) => role === 'self')) return 'own_page';
    return owners.length > 0 ? 'competitor' : kindOf(siteOf(host), [host], choices);
  };
}
