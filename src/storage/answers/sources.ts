import { type RawBuilder, sql } from 'kysely';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { ENGINE_SPANS, type Period } from '../../domain/period.ts';
import type { SitePart } from '../../domain/site-parts.ts';
import type { Database } from '../driver/database.ts';
import { unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { isGap } from './counts.ts';
import { isInPart } from './in-part.ts';
import { type CountedBrand, PART_NAMES, type PartParameters, partParameters, perPart } from './parts.ts';

/** Which of a brand's answers are counted. */
export interface CountedAnswers {
  readonly brand: CountedBrand;
  readonly period: Period;
  /** Only those of this engine; null for all. */
  readonly engine: string | null;
}

/** Answers in a window that cited a host, and how many of them named the brand itself. */
export interface SourceCount {
  readonly host: string;
  readonly answers: number;
  readonly named: number;
}

/**
 * The most cited hosts, most cited first, then by host: whole-day blocks from source_counts by its primary key, the edges
 * from the index citations_of_edge.
 */
export async function countSources(
  db: Database,
  { brand, period, engine }: CountedAnswers,
  limit: number,
): Promise<SourceCount[]> {
  const given = { brandId: brand.id, limit };
  return engine === null
    ? await selectPooled(db, { ...given, ...partParameters(period, brand) })
    : await selectOfEngine(db, { ...given, ...partParameters(period, brand, ENGINE_SPANS), engine });
}

type OfEngine = Readonly<Record<string, number | string>>;

/** A condition on the engine of a raw row. All engines are named, so that an index that begins with them can be used. */
export function onEngine(engine: string | undefined): RawBuilder<unknown> {
  return engine === undefined
    ? sql`engine in (${sql.join(ENGINE_SLUGS.map((slug) => sql.lit(slug)))})`
    : sql`engine = ${engine}`;
}

const selectPooled = statement<Tables, PartParameters, SourceCount>(
  'sources',
  ['brandId', 'limit', ...PART_NAMES],
  (_db, given) => mostCited(given, undefined),
);

const selectOfEngine = statement<Tables, OfEngine, SourceCount>(
  'sources of an engine',
  ['brandId', 'limit', 'engine', ...PART_NAMES],
  (_db, given) => mostCited(given as unknown as PartParameters, given.engine as string),
);

function mostCited(given: PartParameters, engine: string | undefined) {
  const { brandId } = given;
  const parts = perPart(
    given,
    ({ from, to, sign }) => sql`
      select host, ${sign} as sign, 1 as answers, named from citations
      where brand_id = ${brandId} and ${onEngine(engine)} and collected_at >= ${from} and collected_at < ${to}
        and first_of_page = 1 and first_of_host = 1`,
    ({ span, first, last, sign }) => sql`
      select host, ${sign} as sign, answers, named from source_counts
      where brand_id = ${brandId} and span = ${span} and engine = ${engine ?? ''} and block between ${first} and ${last}`,
  );
  return sql<SourceCount>`
    select host, sum(sign * answers) as answers, sum(sign * named) as named
    from (${parts}) as part
    group by host
    having sum(sign * answers) > 0
    order by sum(sign * answers) desc, host
    limit ${given.limit}`;
}

/** A part of a site, by its place in a list of several. */
export interface PartCount extends Omit<SiteCount, 'site' | 'host'> {
  readonly place: number;
}

/**
 * The same of parts of sites, from raw rows: counts are kept of hosts and of whole sites, and an answer that cites two hosts is
 * one. There are few such sites, because a brand must have declared a subdomain of each.
 */
export async function countParts(
  db: Database,
  { brand: { id: brandId }, period, engine }: CountedAnswers,
  parts: readonly { readonly site: string; readonly part: SitePart }[],
): Promise<PartCount[]> {
  if (parts.length === 0) return [];
  const counted = parts.map(
    ({ site, part }, place) => sql<PartCount>`
      select cast(${place} as integer) as place, count(*) as answers, coalesce(sum(named), 0) as named,
        coalesce(sum(gap), 0) as gaps
      from (select max(named) as named, max(${isGap}) as gap from citations
        where brand_id = ${brandId} and site = ${site} and first_of_page = 1 and ${isInPart(sql`host`, part)}
          and collected_at >= ${period.from} and collected_at < ${period.to} and ${onEngine(engine ?? undefined)}
        group by answer_id) as answered`,
  );
  const { rows } = await sql<PartCount>`${unionAll(counted)}`.execute(db);
  return rows;
}

/** A host in a window, as a part of its site: summed over the hosts of a site, its counts are answers that cite the site. */
export interface SiteCount {
  readonly site: string;
  readonly host: string;
  readonly answers: number;
  /** Of these, those that named the brand itself. */
  readonly named: number;
  /** Those that named a competitor and not the brand itself. */
  readonly gaps: number;
}

/** Every host that is cited in a window, by the same paths. */
export async function countSites(
  db: Database,
  { brand, period, engine }: CountedAnswers,
): Promise<SiteCount[]> {
  const given = { brandId: brand.id };
  return engine === null
    ? await selectSites(db, { ...given, ...partParameters(period, brand) })
    : await selectSitesOfEngine(db, { ...given, ...partParameters(period, brand, ENGINE_SPANS), engine });
}

const selectSites = statement<Tables, PartParameters, SiteCount>(
  'sites',
  ['brandId', ...PART_NAMES],
  (_db, given) => bySite(given, undefined),
);

const selectSitesOfEngine = statement<Tables, OfEngine, SiteCount>(
  'sites of an engine',
  ['brandId', 'engine', ...PART_NAMES],
  (_db, given) => bySite(given as unknown as PartParameters, given.engine as string),
);

function bySite(given: PartParameters, engine: string | undefined) {
  const { brandId } = given;
  const parts = perPart(
    given,
    ({ from, to, sign }) => sql`
      select site, host, ${sign} as sign, 1 as cited, first_of_site as answers, first_of_site * named as named,
        first_of_site * ${isGap} as gaps
      from citations
      where brand_id = ${brandId} and ${onEngine(engine)} and collected_at >= ${from} and collected_at < ${to}
        and first_of_page = 1 and first_of_host = 1`,
    ({ span, first, last, sign }) => sql`
      select site, host, ${sign} as sign, answers as cited, site_answers as answers, site_named as named,
        site_gaps as gaps
      from source_counts
      where brand_id = ${brandId} and span = ${span} and engine = ${engine ?? ''} and block between ${first} and ${last}`,
  );
  return sql<SiteCount>`
    select site, host, sum(sign * answers) as answers, sum(sign * named) as named, sum(sign * gaps) as gaps
    from (${parts}) as part
    group by site, host
    having sum(sign * cited) > 0`;
}
