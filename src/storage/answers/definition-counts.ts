import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AnswersCounted } from '../../domain/definition-figures.ts';
import { DAY_MS, type Period, partDaysOf, QUESTION_SPANS } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { bigint, unionAll } from '../driver/fragments.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';
import { answersByRules } from './definition-rows.ts';
import { type CountedBrand, isOfRun, PART_NAMES, partParameters, perEdge, runsAsRows } from './parts.ts';

/** Those of one engine. */
export interface EngineAnswers extends AnswersCounted {
  readonly engine: string;
}

/** The columns of definition_counts that are added up, by what they count. */
const COLUMNS = {
  ...{ answers: 'answers', named: 'named', occurrences: 'occurrences', cited: 'cited' },
  ...{ namingAny: 'naming_any', namings: 'namings', allOccurrences: 'all_occurrences' },
} as const;

const COUNTS = [...(Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]), 'prompts', 'promptsNamed'] as const;
const REPEATS = ['in', 'out'] as const;

type Counts = Readonly<Record<(typeof COUNTS)[number], number>>;

/** Of the prompts of an engine with the brand's name, or of those without it: every count with repeats, and without them. */
type Row = Readonly<{ engine: string; branded: number }> &
  Readonly<Record<`${keyof Counts}_${(typeof REPEATS)[number]}`, number>>;

/**
 * Counts a brand's answers in a period by engine, in one statement and so on one snapshot: blocks of days from
 * definition_counts by its primary key, the edges from answers and their mentions. Prompts are added up there too: a large
 * brand has thousands of rows of these, which take longer to hand over than to count.
 *
 * @param branded the prompts that contain the brand's own name
 */
export async function countByRules(
  db: Database,
  brand: CountedBrand,
  period: Period,
  branded: ReadonlySet<number>,
): Promise<EngineAnswers[]> {
  const parts = { ...partParameters(period, brand, QUESTION_SPANS), ...partDayParameters(period) };
  const rows = await selectCounts(db, { ...parts, brandId: brand.id, branded: JSON.stringify([...branded]) });
  return rows.flatMap((row) =>
    REPEATS.map((repeats) => {
      const counts = Object.fromEntries(COUNTS.map((name) => [name, row[`${name}_${repeats}`]])) as Counts;
      return { engine: row.engine, repeats, isBranded: row.branded === 1, ...counts };
    }),
  );
}

/** The days that a window begins and ends within, as parameters. An unneeded one is empty. */
const PART_DAYS: readonly number[] = [0, 1];
const PART_DAY_NAMES = PART_DAYS.flatMap((index) => [`dayStart${index}`, `dayFrom${index}`, `dayTo${index}`]);

function partDayParameters(period: Period): Readonly<Record<string, number>> {
  const days = partDaysOf(period);
  const values = PART_DAYS.flatMap((index) => {
    const { start, from, to } = days[index] ?? { start: 0, from: 0, to: 0 };
    return [start, from, to];
  });
  return Object.fromEntries(PART_DAY_NAMES.map((name, index) => [name, values[index] ?? 0]));
}

type Given = Readonly<Record<string, number | string>> & Readonly<{ brandId: number; branded: string }>;

const selectCounts = statement<Tables, Given, Row>(
  'definitions',
  ['brandId', 'branded', ...PART_NAMES, ...PART_DAY_NAMES],
  (db, given) => {
    const branded = capabilitiesOf(db).jsonTexts(given.branded, 'branded');
    return sql<Row>`
      with ${runsAsRows(given)}, moved (repeated, sign) as (values (0, 1), (1, -1))
      select engine, branded, ${sql.join(REPEATS.flatMap(countedWith))}
      from (select prompt_id, engine, ${sql.join(REPEATS.flatMap(summedWith))},
          case when prompt_id in (select cast(value as integer) from ${branded}) then 1 else 0 end as branded
        from (${rowsOf(db, given)}) as part
        group by prompt_id, engine
        having sum(answers) > 0) as prompts
      group by engine, branded`;
  },
);

type Repeats = (typeof REPEATS)[number];

/** What the answers to a prompt come to with those that repeat another, or without them. */
function summedWith(repeats: Repeats): RawBuilder<unknown>[] {
  const which = repeats === 'in' ? sql`` : sql` filter (where repeated = 0)`;
  return Object.entries(COLUMNS).map(
    ([name, column]) => sql`sum(${sql.ref(column)})${which} as ${sql.ref(`${name}_${repeats}`)}`,
  );
}

/** The same of all prompts. Where no prompt has an answer that counts, there is nothing to add up. */
function countedWith(repeats: Repeats): RawBuilder<unknown>[] {
  const ref = (name: keyof Counts) => sql.ref(`${name}_${repeats}`);
  const withAny = (name: keyof Counts) => sql`count(case when ${ref(name)} > 0 then 1 end)`;
  const sums = (Object.keys(COLUMNS) as (keyof typeof COLUMNS)[]).map(
    (name) => sql`coalesce(sum(${ref(name)}), 0) as ${ref(name)}`,
  );
  return [
    ...sums,
    sql`${withAny('answers')} as ${ref('prompts')}`,
    sql`${withAny('named')} as ${ref('promptsNamed')}`,
  ];
}

/**
 * A row for each block of an engine and a prompt, and for each answer at an edge, with its sign. Of one join PostgreSQL expects thousands
 * of rows, and adds them up by hash; of a query for each run it expects few, and sorts them. An answer that repeats one outside of
 * the window, and none in it, moves from those that repeat another to the others.
 */
function rowsOf(db: Kysely<Tables>, given: Given): RawBuilder<unknown> {
  const { brandId } = given;
  const signed = (sign: RawBuilder<unknown>) =>
    sql.join(Object.values(COLUMNS).map((column) => sql`${sign} * ${sql.ref(column)} as ${sql.ref(column)}`));
  const capabilities = capabilitiesOf(db);
  const ofEdges = perEdge(given, ({ from, to, sign }) => {
    const where = sql`brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`;
    return sql`
      select engine, prompt_id, repeated, ${signed(sign)}
      from (select 1 as answers, answered.*
        from (${answersByRules('answers', { brandId, where }, capabilities)}) as answered) as one`;
  });
  const firstInWindow = (index: number) => {
    const where = isFirstInWindowOnly(given, index);
    return sql`
      select engine, prompt_id, moved.repeated, ${signed(sql`moved.sign`)}
      from (select 1 as answers, answered.*
        from (${answersByRules('answers', { brandId, where }, capabilities)}) as answered) as one cross join moved`;
  };
  return sql`
    select engine, prompt_id, repeated, ${signed(sql`sign`)}
    from runs join definition_counts on ${isOfRun(brandId, 'definition_counts')}
    union all ${ofEdges}
    union all ${unionAll(PART_DAYS.map((index) => firstInWindow(index)))}`;
}

/**
 * The first answers that the window has of a day, of those to a prompt on an engine, if the day has an earlier one outside of it. By
 * the counts of days they are repeats.
 */
function isFirstInWindowOnly(given: Given, index: number): RawBuilder<unknown> {
  const [start, from, to] = ['dayStart', 'dayFrom', 'dayTo'].map((name) => given[`${name}${index}`]);
  const within = sql`brand_id = ${given.brandId} and collected_at >= ${from} and collected_at < ${to}`;
  const outside = sql`brand_id = ${given.brandId} and collected_at >= ${start} and collected_at < ${bigint(start)} + ${sql.lit(DAY_MS)}
    and not (collected_at >= ${from} and collected_at < ${to})`;
  const firsts = (where: RawBuilder<unknown>) => sql`
    (select engine, prompt_id, min(id) as id from answers where ${where} group by engine, prompt_id)`;
  return sql`${within} and answer_id in (
    select f.id from ${firsts(within)} as f join ${firsts(outside)} as o
      on o.engine = f.engine and o.prompt_id = f.prompt_id and o.id < f.id)`;
}
