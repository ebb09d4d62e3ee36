import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../domain/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';

/** What an answer counts as by one of its mentions alone. @param alias of the table of mentions */
function marksBy(alias: 't' | 'm') {
  const [mentioned, cited] = [sql.ref(`${alias}.mentioned`), sql.ref(`${alias}.cited`)];
  const framing = sql.ref(`${alias}.framing`);
  return {
    named: sql`${mentioned} = 1`,
    /** Cited a page of the tracked brand's own sites. */
    cited: sql`${cited} = 1`,
    citedNotNamed: sql`${cited} = 1 and ${mentioned} = 0`,
    /** Framed it in a way that could be judged. */
    classified: sql`${framing} is not null`,
    negative: sql`${framing} = 'negative'`,
  };
}

/**
 * What a comparison may count an answer as, in terms of two of its mentions: `t` of the tracked brand that it is about, and
 * `s` of the brand itself, which may be the same row. The one definition for counting panels and for listing their answers.
 */
export const MARKS = {
  answers: sql`1 = 1`,
  ...marksBy('t'),
  bothNamed: sql`t.mentioned = 1 and s.mentioned = 1`,
  eitherNamed: sql`(t.mentioned = 1 or s.mentioned = 1)`,
  /** Named only the tracked brand of the two, or gave it the better of their two list positions. */
  ahead: sql`t.mentioned = 1 and (s.mentioned = 0 or t.rank < s.rank)`,
} satisfies Readonly<Record<string, RawBuilder<unknown>>>;

export type Mark = keyof typeof MARKS;

/** The answers on one side of a comparison that count as something, among the answers of its engine and window. */
export interface ComparedAnswers {
  readonly engine: string;
  /** Undefined where the brand never had another. */
  readonly market?: number | undefined;
  readonly selfId: number;
  /** The tracked brand that the comparison is about. */
  readonly trackedId: number;
  /** The window of the other side: an answer counts if its prompt was answered there too. */
  readonly other: Period;
  readonly mark: Mark;
}

/** The condition that an answer counts in a comparison. Its prompt's other answers come from the index answers_of_prompt. */
export function isCompared(
  db: Database,
  brandId: number,
  { engine, market, selfId, trackedId, other, mark }: ComparedAnswers,
  answer: { readonly id: RawBuilder<unknown>; readonly promptId: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const lookedFor = (id: RawBuilder<unknown>) => sql`mentions as s, mentions as t
    where s.brand_id = ${brandId} and s.answer_id = ${id} and s.tracked_id = ${selfId}
      and t.brand_id = ${brandId} and t.answer_id = ${id} and t.tracked_id = ${trackedId}`;
  // Not a plain condition, which would let a planner look the mention up in an index that is not by answer.
  const counts = sql`case when ${MARKS[mark]} then 1 else 0 end = 1`;
  return sql`(select 1 from ${lookedFor(answer.id)} and ${counts} limit 1) is not null
    and (select 1 from answers as o ${capabilitiesOf(db).byIndex('answers_of_prompt')}
      where o.brand_id = ${brandId} and o.prompt_id = ${answer.promptId} and o.engine = ${engine}
        and ${isInMarket('o', market)} and o.collected_at >= ${other.from} and o.collected_at < ${other.to}
        and (select 1 from ${lookedFor(sql`o.id`)} limit 1) is not null
      limit 1) is not null`;
}

/** The answers to prompts that an engine also answered in another period, there with these tracked brands looked for. */
export interface SharedWith {
  readonly engine: string;
  /** Undefined where the brand never had another. */
  readonly market?: number | undefined;
  /** The models of AnswersWanted: what is shared is shared within the answers that are wanted. */
  readonly models?: readonly (string | null)[] | undefined;
  readonly period: Period;
  readonly lookedFor: readonly number[];
}

/** The condition that an answer is one of them. The prompt's other answers come from the index answers_of_prompt. */
export function isShared(
  db: Database,
  brandId: number,
  { engine, market, models, period, lookedFor }: SharedWith,
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
    ...looked,
  ];
  return sql`(select 1 from answers as o ${capabilitiesOf(db).byIndex('answers_of_prompt')}
    where ${sql.join(conditions, sql` and `)} limit 1) is not null`;
}

/** The condition that an answer is from a market, if one is wanted. @param alias of the table of answers */
export function isInMarket(alias: string, market: number | undefined): RawBuilder<unknown> {
  return market === undefined ? sql`true` : sql`${sql.ref(`${alias}.market_id`)} = ${market}`;
}

/** The condition that an answer is by one of these models, of which there is one at least; null: the engine did not say which. */
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
