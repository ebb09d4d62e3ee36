import Type from 'typebox';
import { siteOf } from '../domain/site.ts';
import { kindOf, SOURCE_KINDS, type SourceKind } from '../domain/site-kinds.ts';
import { ownersAmong } from '../domain/site-parts.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countSources, type SourceCount } from '../panel/counts/sources.ts';
import { listSiteChoices } from '../storage/directory/sites.ts';
import type { Database } from '../storage/driver/database.ts';
import { lastsByAnswers } from './shape/lasting.ts';
import { defineReport, engineParameter } from './shape/report.ts';
import { count, named, oneOf, ownersField, readonlyList, text } from './shape/schemas.ts';
import { windowMeta, windowOf, windowQuery } from './shape/window.ts';

/** The most domains that are listed. */
const MOST_SOURCES = 100;

const SourceSchema = named(
  'Source',
  {
    domain: text('Normalized host: `www.` and bare forms are one row; other subdomains are separate.'),
    answers_citing_it: count('Answers in the window that cited the domain.'),
    answers_where_you_were_named: count('Of those, answers that also named the brand.'),
    answers_citing_you_without_naming_you: count(
      'Of those, answers that did not name the brand, whoever owns the domain.',
    ),
    site: text('The registrable site that the domain is a part of.'),
    kind: oneOf(
      SOURCE_KINDS,
      '`own_page`: it belongs to the brand. `competitor`: it belongs to a competitor tracked now, and not to the brand. ' +
        'Any other domain is a `community`, where members write, a `marketplace`, where sellers offer, or else a `listing`.',
    ),
    owners: ownersField,
  },
  'A site that answers cited.',
);

/** GET /sources */
export const sources = defineReport({
  name: 'sources',
  summary: 'Which sites the engines read, and whether they named the brand when they did.',
  description: `The ${MOST_SOURCES} most cited domains of the window, sorted by the answers that cited them, then by domain.`,
  takesBrand: true,
  query: {
    ...windowQuery(30),
    engine: engineParameter,
    kind: Type.Optional(oneOf(SOURCE_KINDS, 'Only domains of this kind.')),
  },
  data: readonlyList(SourceSchema, 'One row per domain.'),
  meta: {
    ...windowMeta,
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
        { id: 'kind', label: 'Kind', kind: 'text', field: 'kind' },
        { id: 'owners', label: 'Owners', kind: 'list', items: ({ owners }) => owners, csvOnly: true },
      ],
    },
  },
  errors: [],
  lasts: lastsByAnswers,
  async run({ db, now, brand, panel }, query) {
    const { period, meta } = windowOf(now, query);
    const { engine, kind } = query;
    const ownersOf = ownersAmong(brand.tracked);
    const [counts, kindOfSource] = await Promise.all([
      countSources({ panel, period, only: { engine } }),
      kindsFor(db, brand.id),
    ]);
    const isWanted = ({ host }: SourceCount) =>
      kind === undefined || kindOfSource(host, ownersOf(host)) === kind;
    const rows = counts.filter(isWanted).sort(byAnswers);
    return {
      note: `Counts are answers, not links. At most ${MOST_SOURCES} domains are listed, the most cited first.`,
      meta: { ...meta, limit: MOST_SOURCES },
      data: rows.slice(0, MOST_SOURCES).map(({ host, answers, named }) => ({
        domain: host,
        answers_citing_it: answers,
        answers_where_you_were_named: named,
        answers_citing_you_without_naming_you: answers - named,
        site: siteOf(host),
        kind: kindOfSource(host, ownersOf(host)),
        owners: ownersOf(host).map(({ name }) => name),
      })),
    };
  },
});

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
