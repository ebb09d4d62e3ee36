import { sql } from 'kysely';
import type { Windows } from '../../domain/alert-rules.ts';
import type { Period } from '../../domain/period.ts';
import { MARKS, type Mark } from '../answers/compared.ts';
import { answersOfTwo, mentionOf } from '../answers/panel-answers.ts';
import type { Database } from '../driver/database.ts';
import type { Tables } from '../driver/schema.ts';
import { statement } from '../driver/statement.ts';

/**
 * Integer counts of an engine's answers to one prompt in one of two windows, for one tracked brand, by what they count as.
 * Only answers in which both the brand itself and the tracked brand were looked for count.
 */
export interface PanelCount extends Readonly<Record<Mark, number>> {
  readonly promptId: number;
  /** 1: the current window. 0: the baseline. */
  readonly current: 0 | 1;
  readonly trackedId: number;
}

/** The engines that have answers of a brand in a period, in any order. */
export async function listAnswering(db: Database, brandId: number, { from, to }: Period): Promise<string[]> {
  const rows = await selectEngines(db, { brandId, from, to });
  return rows.map(({ engine }) => engine);
}

const selectEngines = statement<Tables, { brandId: number; from: number; to: number }, { engine: string }>(
  'engines of a panel',
  ['brandId', 'from', 'to'],
  (db, { brandId, from, to }) =>
    db
      .selectFrom('answers')
      .select('engine')
      .distinct()
      .where('brand_id', '=', brandId)
      .where('collected_at', '>=', from)
      .where('collected_at', '<', to),
);

/** Whose answers are counted: a brand's, of one engine. */
export interface PanelOf {
  readonly brandId: number;
  /** The tracked brand that is the brand itself. */
  readonly selfId: number;
  readonly engine: string;
}

/**
 * Counts answers in two windows by prompt, in one statement and so on one snapshot. The answers come from the index answers_of_panel,
 * what they say from the primary key of mentions. Of one engine at a time, because SQLite sorts what it groups: 190,000 mentions
 * of six engines took 25 MB, and longer.
 */
export async function countPanel(
  db: Database,
  of: PanelOf,
  { current, baseline }: Windows,
): Promise<PanelCount[]> {
  return await selectCounts(db, {
    ...of,
    currentFrom: current.from,
    currentTo: current.to,
    baselineFrom: baseline.from,
    baselineTo: baseline.to,
  });
}

type PanelParameters = { readonly engine: string } & Readonly<
  Record<'brandId' | 'selfId' | 'currentFrom' | 'currentTo' | 'baselineFrom' | 'baselineTo', number>
>;

const counts = Object.entries(MARKS).map(
  ([name, mark]) => sql`sum(case when ${mark} then 1 else 0 end) as ${sql.ref(name)}`,
);

const selectCounts = statement<Tables, PanelParameters, PanelCount>(
  'panel',
  ['brandId', 'selfId', 'engine', 'currentFrom', 'currentTo', 'baselineFrom', 'baselineTo'],
  (db, { brandId, selfId, engine, currentFrom, currentTo, baselineFrom, baselineTo }) => {
    const now = { brandId, engine, from: currentFrom, to: currentTo };
    const before = { brandId, engine, from: baselineFrom, to: baselineTo };
    return sql<PanelCount>`
      select o.prompt_id as "promptId", o.current, t.tracked_id as "trackedId", ${sql.join(counts)}
      from ${answersOfTwo(now, before)}
        ${mentionOf(db, 's', brandId, sql`s.tracked_id = ${selfId}`)}
        ${mentionOf(db, 't', brandId)}
      group by o.prompt_id, o.current, t.tracked_id`;
  },
);
