import { sql } from 'kysely';
import { FACT_VERDICTS, type FactVerdict } from '../../domain/brand/fact.ts';
import type { Period } from '../../domain/time/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';

/** Answers by the fact they speak about and their verdict. */
type SaidOfFacts = Record<FactVerdict, { readonly answerIds: number[]; readonly factIds: number[] }>;

/**
 * A window's verdicts on facts, by the index fact_readings_by_time. Lists, because a row each takes three times as
 * long.
 */
export async function listSaidOfFacts(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<SaidOfFacts> {
  const { jsonList } = capabilitiesOf(db);
  const lists = FACT_VERDICTS.flatMap((verdict) =>
    (['answer_id', 'fact_id'] as const).map(
      (column) => sql`${jsonList(column, sql`verdict = ${verdict}`)} as ${sql.ref(`${verdict}_${column}`)}`,
    ),
  );
  const { rows } = await sql<Record<string, string>>`select ${sql.join(lists)} from fact_readings
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to}`.execute(db);
  const idsIn = (name: string) => JSON.parse(rows[0]?.[name] ?? '[]') as number[];
  const said = FACT_VERDICTS.map((verdict) => [
    verdict,
    { answerIds: idsIn(`${verdict}_answer_id`), factIds: idsIn(`${verdict}_fact_id`) },
  ]);
  return Object.fromEntries(said) as SaidOfFacts;
}

/** A fact reading's key. */
export interface FactInAnswer {
  readonly answerId: number;
  readonly factId: number;
}

/** A sentence about a fact, and its answer. */
interface FactSentence extends FactInAnswer {
  readonly sentence: string | null;
  readonly engine: string;
  readonly question: string;
  readonly publicId: string;
  readonly collectedAt: number;
  /** Cited pages, in the engine's order. */
  readonly pages: readonly string[];
}

/** Sentences of some readings, in order. */
export async function factSentences(
  db: Database,
  brandId: number,
  readings: readonly FactInAnswer[],
): Promise<FactSentence[]> {
  const ids = [...new Set(readings.map(({ answerId }) => answerId))];
  if (ids.length === 0) return [];
  const { rows } = await sql<Omit<FactSentence, 'pages'>>`
    select f.answer_id as "answerId", f.fact_id as "factId", f.sentence, a.engine, a.public_id as "publicId",
      a.collected_at as "collectedAt", p.text as question
    from fact_readings f
      join answers a on a.brand_id = ${brandId} and a.id = f.answer_id
      join prompts p on p.brand_id = ${brandId} and p.id = a.prompt_id
    where f.brand_id = ${brandId} and f.answer_id in (${sql.join(ids)})`.execute(db);
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  const cited = Map.groupBy(
    await rowsOfAnswers(db, brandId, ids, 'citations', ['url']),
    ({ answer_id: id }) => id,
  );
  return readings.flatMap((each) => {
    const row = byKey.get(keyOf(each));
    return row ? [{ ...row, pages: (cited.get(each.answerId) ?? []).map(({ url }) => url) }] : [];
  });
}

function keyOf({ answerId, factId }: FactInAnswer): string {
  return `${answerId} ${factId}`;
}
