import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../../../domain/brand/reader.ts';
import type { Period } from '../../../domain/time/period.ts';
import { capabilitiesOf } from '../../driver/capabilities.ts';
import type { Database } from '../../driver/database.ts';

/** A reader's framing of a mention; null if it could not be judged. @param alias of the mentions table */
export function framingBy(reader: Reader, alias: 't' | 'r'): RawBuilder<unknown> {
  const by = { rules: `${alias}.framing`, model: `${alias}.model_framing` };
  return reader === 'rules' ? sql.ref(by.rules) : sql`nullif(${sql.ref(by.model)}, 'both')`;
}

/**
 * The answers that a comparison may count, by two mentions in an answer: `t` for the compared brand and `s` for the brand itself (possibly
 * the same row). The one definition for counting panels and listing their answers.
 */
const MARKS = {
  answers: () => sql`1 = 1`,
  named: () => sql`t.mentioned = 1`,
  /** Cited a page on the tracked brand's own sites. */
  cited: () => sql`t.cited = 1`,
  citedNotNamed: () => sql`t.cited = 1 and t.mentioned = 0`,
  /** Framed it in a way that could be judged. */
  classified: (reader) => sql`${framingBy(reader, 't')} is not null`,
  negative: (reader) => sql`${framingBy(reader, 't')} = 'negative'`,
  bothNamed: () => sql`t.mentioned = 1 and s.mentioned = 1`,
  eitherNamed: () => sql`(t.mentioned = 1 or s.mentioned = 1)`,
  /** Named only the tracked brand of the two, or ranked it better. */
  ahead: () => sql`t.mentioned = 1 and (s.mentioned = 0 or t.rank < s.rank)`,
} satisfies Readonly<Record<string, (reader: Reader) => RawBuilder<unknown>>>;

export type Mark = keyof typeof MARKS;

/** Answers that count on one side of a comparison, within its engine and window. */
export interface ComparisonFilter {
  readonly engine: string;
  /** Undefined if the brand never had another. */
  readonly market?: number | undefined;
  readonly selfId: number;
  /** The compared tracked brand. */
  readonly trackedId: number;
  /** The other side's window: its answers must share the prompt. */
  readonly other: Period;
  readonly mark: Mark;
  readonly reader: Reader;
}

/**
 * SQL condition: the answer counts in a comparison. Finds the prompt's other answers by the index answers_of_prompt.
 */
export function isCompared(
  db: Database,
  brandId: number,
  { engine, market, selfId, trackedId, other, mark, reader }: ComparisonFilter,
  answer: { readonly id: RawBuilder<unknown>; readonly promptId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const lookedFor = (id: RawBuilder<unknown>) => sql`mentions as s, mentions as t
    where s.brand_id = ${brandId} and s.answer_id = ${id} and s.tracked_id = ${selfId}
      and t.brand_id = ${brandId} and t.answer_id = ${id} and t.tracked_id = ${trackedId}`;
  // Not a plain condition: planners might look the mention up in an index that does not start with the answer.
  const counts = sql`case when ${MARKS[mark](reader)} then 1 else 0 end = 1`;
  return sql`(select 1 from ${lookedFor(answer.id)} and ${counts} limit 1) is not null
    and (select 1 from answers as o ${capabilitiesOf(db).byIndex('answers_of_prompt')}
      where o.brand_id = ${brandId} and o.prompt_id = ${answer.promptId} and o.engine = ${engine}
        and ${isInMarket('o', market)} and o.collected_at >= ${other.from} and o.collected_at < ${other.to}
        and (select 1 from ${lookedFor(sql`o.id`)} limit 1) is not null
      limit 1) is not null`;
}

/** Answers to prompts that an engine also answered in another period while looking for these brands. */
export interface SharedPromptFilter {
  readonly engine: string;
  /** Undefined if the brand never had another. */
  readonly market?: number | undefined;
  /** Only answers by these models share prompts. */
  readonly models?: readonly (string | null)[] | undefined;
  readonly isImported?: boolean | undefined;
  readonly period: Period;
  readonly lookedFor: readonly number[];
}

/** SQL condition for such an answer. Finds the prompt's other answers by the index answers_of_prompt. */
export function isShared(
  db: Database,
  brandId: number,
  { engine, market, models, isImported, period, lookedFor }: SharedPromptFilter,
  promptId: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const looked = lookedFor.map(
    (id) => sql`(select 1 from mentions as m
      where m.brand_id = ${brandId} and m.answer_id = o.id and m.tracked_id = ${id} limit 1) is not null`,
  );
  const conditions = [
    sql`o.brand_id = ${brandId} and o.prompt_id = ${promptId} and o.engine = ${engine}`,
    sql`o.collected_at >= ${period.from} and o.collected_at < ${period.to}`,
    isInMarket('o', market),
    ...(models === undefined ? [] : [isByModel(db, brandId, models, sql`o.id`)]),
    ...(isImported === undefined ? [] : [isFromImport(brandId, isImported, sql`o.id`)]),
    ...looked,
  ];
  return sql`(select 1 from answers as o ${capabilitiesOf(db).byIndex('answers_of_prompt')}
    where ${sql.join(conditions, sql` and `)} limit 1) is not null`;
}

/** SQL condition for a market, if given. @param alias of the answers table */
export function isInMarket(alias: string, market: number | undefined): RawBuilder<unknown> {
  return market === undefined ? sql`true` : sql`${sql.ref(`${alias}.market_id`)} = ${market}`;
}

/** SQL condition for these models (not empty). null: the engine did not name one. */
export function isByModel(
  db: Database,
  brandId: number,
  models: readonly (string | null)[],
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { isOneOf, jsonTexts } = capabilitiesOf(db);
  const given = JSON.stringify(models.filter((model) => model !== null));
  const isNamed = isOneOf('c.model', sql`select given.value from ${jsonTexts(given, 'given')}`);
  const isWanted = models.includes(null) ? sql`(c.model is null or ${isNamed})` : isNamed;
  return sql`(select 1 from collections as c
    where c.brand_id = ${brandId} and c.id = ${id} and ${isWanted} limit 1) is not null`;
}

/** SQL condition: an import brought the answer, or Sightline asked. */
export function isFromImport(
  brandId: number,
  isImported: boolean,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const wanted = isImported ? sql`is not null` : sql`is null`;
  return sql`(select 1 from collections as c
    where c.brand_id = ${brandId} and c.id = ${id} and c.import_id ${wanted} limit 1) is not null`;
}
