import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { MARKS, type Mark } from './compared.ts';

/**
 * Answers to each prompt on each engine, by what they count as in a comparison. No counts are kept of these, so the answers of
 * the period are read, in the index answers_of_panel, with mentions by their primary key.
 */

/** What is counted of the brand itself. */
const OF_BRAND = ['answers', 'named', 'citedNotNamed', 'classified', 'negative'] as const satisfies Mark[];

/** What is counted of a competitor next to it. */
const OF_COMPETITOR = ['eitherNamed', 'ahead'] as const satisfies Mark[];

interface Cell {
  readonly engine: string;
  readonly promptId: number;
}

/** Answers in which the brand itself was looked for, and when the first of them came. */
export interface BrandPanel extends Cell, Readonly<Record<(typeof OF_BRAND)[number], number>> {
  readonly firstAt: number;
}

/** Answers in which a competitor was looked for too. */
export interface CompetitorPanel extends Cell, Readonly<Record<(typeof OF_COMPETITOR)[number], number>> {}

/** In how many answers a brand was looked for, and in how many it was named. */
export interface NamingPanel extends Cell {
  readonly trackedId: number;
  readonly answers: number;
  readonly named: number;
}

type PanelParameters = Readonly<Record<'brandId' | 'selfId' | 'from' | 'to', number>>;

/** @param selfId the tracked brand that is the brand itself */
export async function countBrandPanel(
  db: Database,
  brandId: number,
  selfId: number,
  { from, to }: Period,
): Promise<BrandPanel[]> {
  return await selectBrand(db, { brandId, selfId, from, to });
}

const sumsOf = (marks: readonly Mark[]) =>
  sql.join(marks.map((name) => sql`sum(case when ${MARKS[name]} then 1 else 0 end) as ${sql.ref(name)}`));

const selectBrand = statement<Tables, PanelParameters, BrandPanel>(
  'panel of a brand',
  ['brandId', 'selfId', 'from', 'to'],
  (db, { brandId, selfId, from, to }) => sql<BrandPanel>`
    select o.engine, o.prompt_id as "promptId", min(o.collected_at) as "firstAt", ${sumsOf(OF_BRAND)}
    from ${answersIn(brandId, from, to)}
      ${mentionOf(db, 't', brandId, sql`t.tracked_id = ${selfId}`)}
    group by o.engine, o.prompt_id`,
);

/** @param trackedId the competitor */
export async function countCompetitorPanel(
  db: Database,
  brandId: number,
  { selfId, trackedId }: { readonly selfId: number; readonly trackedId: number },
  { from, to }: Period,
): Promise<CompetitorPanel[]> {
  return await selectCompetitor(db, { brandId, selfId, trackedId, from, to });
}

const selectCompetitor = statement<Tables, PanelParameters & { readonly trackedId: number }, CompetitorPanel>(
  'panel of a competitor',
  ['brandId', 'selfId', 'trackedId', 'from', 'to'],
  (db, { brandId, selfId, trackedId, from, to }) => sql<CompetitorPanel>`
    select o.engine, o.prompt_id as "promptId", ${sumsOf(OF_COMPETITOR)}
    from ${answersIn(brandId, from, to)}
      ${mentionOf(db, 's', brandId, sql`s.tracked_id = ${selfId}`)}
      ${mentionOf(db, 't', brandId, sql`t.tracked_id = ${trackedId}`)}
    group by o.engine, o.prompt_id`,
);

/** Of every brand that is tracked now: about as much work as there are mentions. */
export async function countNamingPanel(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<NamingPanel[]> {
  return await selectNaming(db, { brandId, from, to });
}

// Answers of a group stand together before their mentions are read, and mentions of brands that are not tracked are left
// out of the groups rather than skipped one by one: on SQLite, which sorts what it groups, each saves an eighth.
const selectNaming = statement<Tables, Omit<PanelParameters, 'selfId'>, NamingPanel>(
  'panel by tracked brand',
  ['brandId', 'from', 'to'],
  (db, { brandId, from, to }) => sql<NamingPanel>`
    select engine, "promptId", "trackedId", answers, named
    from (select o.engine, o.prompt_id as "promptId", t.tracked_id as "trackedId", ${sumsOf(['answers', 'named'])}
      from (select * from ${answersIn(brandId, from, to)} order by prompt_id, engine) as o
        ${mentionOf(db, 't', brandId, sql`1 = 1`)}
      group by o.prompt_id, o.engine, t.tracked_id) as counted
    where "trackedId" in (select id from tracked_brands where brand_id = ${brandId} and retired_at is null)`,
);

function answersIn(brandId: number, from: number, to: number): RawBuilder<unknown> {
  return sql`(select id, engine, prompt_id, collected_at from answers
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}) as o`;
}

function mentionOf(
  db: Kysely<Tables>,
  alias: 's' | 't',
  brandId: number,
  which: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [brand, answer] = [sql.ref(`${alias}.brand_id`), sql.ref(`${alias}.answer_id`)];
  return capabilitiesOf(db).joinInOrder(
    'mentions',
    alias,
    sql`${brand} = ${brandId} and ${answer} = o.id and ${which}`,
  );
}

/** What answers cost, as far as their engines told. */
export interface ToldCost {
  readonly answers: number;
  readonly micros: number;
}

/** As many of the newest answers show what one costs now. */
const NEWEST = 100;

/** Of the newest answers of an engine before an instant, those that told what they cost. */
export async function toldCost(
  db: Database,
  brandId: number,
  engine: string,
  before: number,
): Promise<ToldCost> {
  const [row] = await selectCost(db, { brandId, engine, before });
  return { answers: row?.answers ?? 0, micros: Number(row?.micros ?? 0) };
}

const selectCost = statement<
  Tables,
  { readonly brandId: number; readonly engine: string; readonly before: number },
  { readonly answers: number; readonly micros: number | null }
>(
  'told cost of an engine',
  ['brandId', 'engine', 'before'],
  (db, { brandId, engine, before }) => sql`
    select count(*) as answers, sum(c.micros) as micros
    from (select id from answers where brand_id = ${brandId} and engine = ${engine} and collected_at < ${before}
      order by collected_at desc, id desc limit ${sql.lit(NEWEST)}) as a
      ${capabilitiesOf(db).joinInOrder('collections', 'c', sql`c.brand_id = ${brandId} and c.id = a.id`)}
    where c.micros is not null`,
);
