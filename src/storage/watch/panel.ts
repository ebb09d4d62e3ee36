import { sql } from 'kysely';
import type { Windows } from '../../domain/alert-rules.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/**
 * Integer counts of the answers to one prompt in one of two windows, on one engine and for one tracked brand. Only answers
 * in which both the brand itself and the tracked brand were looked for count.
 */
export interface PanelCount {
  readonly engine: string;
  readonly promptId: number;
  /** 1: the current window. 0: the baseline. */
  readonly current: 0 | 1;
  readonly trackedId: number;
  readonly answers: number;
  /** Answers that named the tracked brand. */
  readonly named: number;
  /** Answers that named it and the brand itself. */
  readonly bothNamed: number;
  /** Answers that named at least one of the two. */
  readonly eitherNamed: number;
  /** Answers that named only it of the two, or gave it the better of their two list positions. */
  readonly ahead: number;
  /** Answers that cited a page of its own sites, and how many of them did not name it. */
  readonly cited: number;
  readonly citedNotNamed: number;
  /** Mentions whose framing could be judged, and how many of them were negative. */
  readonly classified: number;
  readonly negative: number;
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

const selectCounts = statement<Tables, PanelParameters, PanelCount>(
  'panel',
  ['brandId', 'selfId', 'currentFrom', 'currentTo', 'baselineFrom', 'baselineTo'],
  (db, { brandId, selfId, currentFrom, currentTo, baselineFrom, baselineTo }) => {
    const { joinInOrder } = capabilitiesOf(db);
    const answersOf = (side: 0 | 1, from: number, to: number) => sql`
      select id, engine, prompt_id, ${sql.lit(side)} as current from answers
      where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`;
    return sql<PanelCount>`
      select o.engine, o.prompt_id as "promptId", o.current, t.tracked_id as "trackedId",
        count(*) as answers, sum(t.mentioned) as named, sum(t.mentioned * s.mentioned) as "bothNamed",
        sum(case when t.mentioned = 1 or s.mentioned = 1 then 1 else 0 end) as "eitherNamed",
        sum(case when t.mentioned = 1 and (s.mentioned = 0 or t.rank < s.rank) then 1 else 0 end) as ahead,
        sum(t.cited) as cited, sum(t.cited * (1 - t.mentioned)) as "citedNotNamed",
        sum(case when t.framing is null then 0 else 1 end) as classified,
        sum(case when t.framing = 'negative' then 1 else 0 end) as negative
      from (${answersOf(1, currentFrom, currentTo)} union all ${answersOf(0, baselineFrom, baselineTo)}) as o
        ${joinInOrder('mentions', 's', sql`s.brand_id = ${brandId} and s.answer_id = o.id and s.tracked_id = ${selfId}`)}
        ${joinInOrder('mentions', 't', sql`t.brand_id = ${brandId} and t.answer_id = o.id`)}
      group by o.engine, o.prompt_id, o.current, t.tracked_id`;
  },
);
