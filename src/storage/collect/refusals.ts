import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

/** A question that an engine refused, with the engine's code for why. */
export interface Refusal {
  readonly engine: string;
  readonly detail: string;
  /** Whose question it is. */
  readonly brandId: number;
  /** What makes it the same question of a brand: a hash of its prompt. */
  readonly question: string;
  readonly now: number;
}

/** Notes that an engine refused a question; of one that it refused before with this code, nothing new is noted. */
export async function noteRefusal(db: Database, refusal: Refusal): Promise<void> {
  const { engine, detail, brandId, now } = refusal;
  const question = `${brandId} ${refusal.question}`;
  await db
    .insertInto('refusals')
    .values({ engine, detail, question, refused_at: now })
    .onConflict((conflict) => conflict.columns(['engine', 'detail', 'question']).doNothing())
    .execute();
}

/** The different questions that an engine refused with this code since it last answered one, and of how many brands. */
export async function countRefused(
  db: Database,
  engine: string,
  detail: string,
): Promise<{ questions: number; brands: number }> {
  const rows = await db
    .selectFrom('refusals')
    .select('question')
    .where('engine', '=', engine)
    .where('detail', '=', detail)
    .execute();
  const brands = new Set(rows.map(({ question }) => question.split(' ')[0]));
  return { questions: rows.length, brands: brands.size };
}

/** Forgets what an engine refused: it has answered. */
export async function forgetRefusals(db: Database, engine: string): Promise<void> {
  await deleteRefusals(db, { engine });
}

const deleteRefusals = statement('forget refusals', (db: Database, { engine }: { engine: string }) =>
  db.deleteFrom('refusals').where('engine', '=', engine),
);

/** Forgets what every engine refused: the operator has acted. */
export async function forgetAllRefusals(db: Database): Promise<void> {
  await db.deleteFrom('refusals').execute();
}
