import { type Kysely, type RawBuilder, sql } from 'kysely';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Tables } from '../driver/schema.ts';

/** Raw rows by prompt: answers come from the index answers_of_panel, what they say from the primary key of mentions. */

/** Whose answers, and of which time. Values, or what stands for them in a statement. */
export interface PanelAnswers {
  readonly brandId: number;
  readonly from: number;
  readonly to: number;
  /** Null for each; without it, the statement is not about one. */
  readonly engine?: string | null;
}

/** The answers, as rows of id, engine, prompt_id, and of what else is to stand beside them. */
export function answersOf(
  { brandId, from, to, engine }: PanelAnswers,
  beside: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const ofEngine = engine === undefined ? sql`` : sql`and engine = coalesce(${engine}, engine)`;
  return sql`select id, engine, prompt_id ${beside} from answers
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} ${ofEngine}`;
}

/** Those of two windows, as o: o.current is 1 for the window that is compared, and 0 for the earlier one. */
export function answersOfTwo(current: PanelAnswers, baseline: PanelAnswers): RawBuilder<unknown> {
  return sql`(${answersOf(current, sql`, 1 as current`)} union all ${answersOf(baseline, sql`, 0 as current`)}) as o`;
}

/** Joins the mentions in the answer o that a condition selects. */
export function mentionOf(
  db: Kysely<Tables>,
  alias: 'm' | 's' | 't',
  brandId: number,
  which: RawBuilder<unknown> = sql`1 = 1`,
): RawBuilder<unknown> {
  const [brand, answer] = [sql.ref(`${alias}.brand_id`), sql.ref(`${alias}.answer_id`)];
  return capabilitiesOf(db).joinInOrder(
    'mentions',
    alias,
    sql`${brand} = ${brandId} and ${answer} = o.id and ${which}`,
  );
}
