import { sql } from 'kysely';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import { type Period, QUESTION_SPANS } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { MARKS, type Mark } from './compared.ts';
import { answersOf, mentionOf } from './panel-answers.ts';
import { type CountedBrand, PART_NAMES, type PartParameters, partParameters, perPart } from './parts.ts';

/**
 * Answers to each prompt on each engine, by what they count as in a comparison. Counts are kept of the brand itself alone. Where
 * these do not say it, the answers of the period are read, in the index answers_of_panel, with mentions by their primary key.
 */

/** What is counted of the brand itself. */
const OF_BRAND = ['answers', 'named', 'citedNotNamed', 'classified', 'negative'] as const satisfies Mark[];

/** What is counted of a competitor next to it. */
const OF_COMPETITOR = ['eitherNamed', 'ahead'] as const satisfies Mark[];

interface Cell {
  readonly engine: string;
  readonly promptId: number;
}

/** Answers in which the brand itself was looked for, as it is in every answer. */
export interface BrandPanel extends Cell, Readonly<Record<(typeof OF_BRAND)[number], number>> {}

/** Answers in which a competitor was looked for too. */
export interface CompetitorPanel extends Cell, Readonly<Record<(typeof OF_COMPETITOR)[number], number>> {}

/** In how many answers a brand was looked for, and in how many it was named. */
export interface NamingPanel extends Cell {
  readonly trackedId: number;
  readonly answers: number;
  readonly named: number;
}

type PanelParameters = Readonly<Record<'brandId' | 'selfId' | 'from' | 'to', number>>;

/**
 * From the counts of /definitions, whatever the period, or where these leave out answers in which some brand that is tracked now
 * was not looked for, from the answers themselves.
 *
 * @param selfId the tracked brand that is the brand itself
 * @param expected how many answers there are in the period
 */
export async function countBrandPanel(
  db: Database,
  brand: CountedBrand,
  selfId: number,
  period: Period,
  expected: number,
): Promise<BrandPanel[]> {
  const { from, to } = period;
  const given = { brandId: brand.id, selfId, from, to };
  const parts = partParameters(period, brand, QUESTION_SPANS);
  const counted = await selectBlocks(db, { ...parts, ...given });
  const isComplete = counted.reduce((sum, { answers }) => sum + answers, 0) === expected;
  return isComplete ? counted : await selectBrand(db, given);
}

const flag = (name: Mark) => sql`case when ${MARKS[name]} then 1 else 0 end`;

const sumsOf = (marks: readonly Mark[]) =>
  sql.join(marks.map((name) => sql`sum(${flag(name)}) as ${sql.ref(name)}`));

const selectBrand = statement<Tables, PanelParameters, BrandPanel>(
  'panel of a brand',
  ['brandId', 'selfId', 'from', 'to'],
  (db, { brandId, selfId, from, to }) => sql<BrandPanel>`
    select o.engine, o.prompt_id as "promptId", ${sumsOf(OF_BRAND)}
    from (${answersOf({ brandId, from, to })}) as o
      ${mentionOf(db, 't', brandId, sql`t.tracked_id = ${selfId}`)}
    group by o.engine, o.prompt_id`,
);

/** Blocks of days by the primary key of definition_counts, edges from answers and their mentions. */
const selectBlocks = statement<Tables, PartParameters & PanelParameters, BrandPanel>(
  'panel of a brand from blocks',
  ['brandId', 'selfId', ...PART_NAMES],
  (db, given) => {
    const { brandId, selfId } = given;
    const parts = perPart(
      given,
      ({ from, to, sign }) => sql`
        select o.engine, o.prompt_id, ${sign} as sign, ${sql.join(OF_BRAND.map((name) => sql`${flag(name)} as ${sql.ref(name)}`))}
        from (${answersOf({ brandId, from, to })}) as o
          ${mentionOf(db, 't', brandId, sql`t.tracked_id = ${selfId}`)}`,
      ({ span, first, last, sign }) => sql`
        select engine, prompt_id, ${sign} as sign, answers, named, cited_not_named as "citedNotNamed", classified, negative
        from definition_counts
        where brand_id = ${brandId} and span = ${span} and block between ${first} and ${last}`,
    );
    const sums = OF_BRAND.map((name) => sql`sum(sign * ${sql.ref(name)}) as ${sql.ref(name)}`);
    return sql<BrandPanel>`
      select engine, prompt_id as "promptId", ${sql.join(sums)}
      from (${parts}) as part
      group by prompt_id, engine
      having sum(sign * answers) > 0`;
  },
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
    from (${answersOf({ brandId, from, to })}) as o
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
      from (select * from (${answersOf({ brandId, from, to })}) as o order by prompt_id, engine) as o
        ${mentionOf(db, 't', brandId)}
      group by o.prompt_id, o.engine, t.tracked_id) as counted
    where "trackedId" in (select id from tracked_brands where brand_id = ${brandId} and retired_at is null)`,
);

/** What is known of an engine beside its prompts. */
export interface EngineFacts {
  readonly engine: string;
  /** When the first answer of the period came; null if there is none. */
  readonly firstAt: number | null;
  /** Of the newest answers before the end of the period, how many say what they cost, and what that was. */
  readonly told: number;
  readonly micros: number | null;
}

/** As many of the newest answers show what one costs now. */
const NEWEST = 100;

/** Every engine that this version knows, in one statement: a few seeks in the index of its newest answers for each. */
export async function listEngineFacts(
  db: Database,
  { brandId, marketId }: { readonly brandId: number; readonly marketId: number },
  { from, to }: Period,
): Promise<EngineFacts[]> {
  return await selectFacts(db, { brandId, marketId, from, to });
}

const selectFacts = statement<Tables, Omit<PanelParameters, 'selfId'> & { marketId: number }, EngineFacts>(
  'facts of engines',
  ['brandId', 'marketId', 'from', 'to'],
  (db, { brandId, marketId, from, to }) => {
    const facts = ENGINE_SLUGS.map((slug) => {
      const own = sql`from answers where brand_id = ${brandId} and engine = ${sql.lit(slug)} and collected_at < ${to}`;
      return sql`
        select ${sql.lit(slug)} as engine, (select min(collected_at) ${own}
            and collected_at >= ${from} and market_id = ${marketId}) as "firstAt",
          count(*) as told, sum(c.micros) as micros
        from (select id ${own} order by collected_at desc, id desc limit ${sql.lit(NEWEST)}) as a
          ${capabilitiesOf(db).joinInOrder('collections', 'c', sql`c.brand_id = ${brandId} and c.id = a.id`)}
        where c.micros is not null`;
    });
    return sql<EngineFacts>`${sql.join(facts, sql` union all `)}`;
  },
);
