import { sql } from 'kysely';
import type { FactVerdict } from '../../domain/fact.ts';
import type { Period } from '../../domain/period.ts';
import type { Database } from '../driver/database.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';

/** What an answer says of a fact. */
interface SaidOfFact {
  readonly factId: number;
  readonly verdict: FactVerdict;
}

/** What the answers of a window say of these facts, by the id of the answer, by the index fact_readings_by_time. Answers that say the same share it. */
export async function listSaidOfFacts(
  db: Database,
  brandId: number,
  { from, to }: Period,
): Promise<Map<number, SaidOfFact[]>> {
  const rows = await db
    .selectFrom('fact_readings')
    .select(['answer_id', 'fact_id', 'verdict'])
    .where('brand_id', '=', brandId)
    .where('collected_at', '>=', from)
    .where('collected_at', '<', to)
    .execute();
  const shared = new Map<string, Map<number, SaidOfFact>>();
  const said = new Map<number, SaidOfFact[]>();
  for (const { answer_id: answerId, fact_id: factId, verdict } of rows) {
    const alike = shared.get(verdict) ?? new Map<number, SaidOfFact>();
    shared.set(verdict, alike);
    const one = alike.get(factId) ?? { factId, verdict: verdict as FactVerdict };
    alike.set(factId, one);
    const own = said.get(answerId);
    if (own === undefined) said.set(answerId, [one]);
    else own.push(one);
  }
  return said;
}

/** A reading of a fact by its keys. */
export interface FactInAnswer {
  readonly answerId: number;
  readonly factId: number;
}

/** A sentence about a fact, and where it stands. */
export interface FactSentence extends FactInAnswer {
  readonly sentence: string | null;
  readonly engine: string;
  readonly question: string;
  readonly publicId: string;
  readonly collectedAt: number;
  /** The pages that the answer cites, in the engine's order. */
  readonly pages: readonly string[];
}

/** The sentences of some readings, in their order. */
export async function factSentences(
  db: Database,
  brandId: number,
  wanted: readonly FactInAnswer[],
): Promise<FactSentence[]> {
  const ids = [...new Set(wanted.map(({ answerId }) => answerId))];
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
  return wanted.flatMap((each) => {
    const row = byKey.get(keyOf(each));
    return row ? [{ ...row, pages: (cited.get(each.answerId) ?? []).map(({ url }) => url) }] : [];
  });
}

function keyOf({ answerId, factId }: FactInAnswer): string {
  return `${answerId} ${factId}`;
}
