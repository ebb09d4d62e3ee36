import { sql } from 'kysely';
import type { Windows } from '../../domain/alert-rules.ts';
import { MARKS, type Mark } from '../answers/compared.ts';
import { answersOfTwo, mentionOf } from '../answers/panel-answers.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/**
 * Integer counts of the answers to one prompt in one of two windows, on one engine and for one tracked brand, by what
 * they count as. Only answers in which both the brand itself and the tracked brand were looked for count.
 */
export interface PanelCount extends Readonly<Record<Mark, number>> {
  readonly engine: string;
  readonly promptId: number;
  /** 1: the current window. 0: the baseline. */
  readonly current: 0 | 1;
  readonly trackedId: number;
}

/**
 * Counts a brand's answers in two windows by prompt, in one statement and so on one snapshot. The answers come from the
 * index answers_of_panel, what they say from the primary key of mentions.
 *
 * @param selfId the tracked brand that is the brand itself
 */
export async function countPanel(
  db: Database,
  brandId: number,
  selfId: number,
  { current, baseline }: Windows,
): Promise<PanelCount[]> {
  return await selectCounts(db, {
    brandId,
    selfId,
    currentFrom: current.from,
    currentTo: current.to,
    baselineFrom: baseline.from,
    baselineTo: baseline.to,
  });
}

type PanelParameters = Readonly<
  Record<'brandId' | 'selfId' | 'currentFrom' | 'currentTo' | 'baselineFrom' | 'baselineTo', number>
>;

const counts = Object.entries(MARKS).map(
  ([name, mark]) => sql`sum(case when ${mark} then 1 else 0 end) as ${sql.ref(name)}`,
);

const selectCounts = statement<Tables, PanelParameters, PanelCount>(
  'panel',
  ['brandId', 'selfId', 'currentFrom', 'currentTo', 'baselineFrom', 'baselineTo'],
  (db, { brandId, selfId, currentFrom, currentTo, baselineFrom, baselineTo }) => {
    return sql<PanelCount>`
      select o.engine, o.prompt_id as "promptId", o.current, t.tracked_id as "trackedId",
        ${sql.join(counts)}
      from ${answersOfTwo({ brandId, from: currentFrom, to: currentTo }, { brandId, from: baselineFrom, to: baselineTo })}
        ${mentionOf(db, 's', brandId, sql`s.tracked_id = ${selfId}`)}
        ${mentionOf(db, 't', brandId)}
      group by o.engine, o.prompt_id, o.current, t.tracked_id`;
  },
);
