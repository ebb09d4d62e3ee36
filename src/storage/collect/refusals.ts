import type { Database } from '../driver/database.ts';

/** A question that an engine refused, with the engine's code for why. */
export interface Refusal {
  readonly engine: string;
  readonly detail: string;
  /** What makes it the same question: a hash of its prompt. */
  readonly question: string;
  readonly now: number;
}

/** Notes that an engine refused a question; of one that it refused before with this code, nothing new is noted. */
export async function noteRefusal(db: Database, refusal: Refusal): Promise<void> {
  const { engine, detail, question, now } = refusal;
  await db
    .insertInto('refusals')
    .values({ engine, detail, question, refused_at: now })
    .onConflict((conflict) => conflict.columns(['engine', 'detail', 'question']).doNothing())
    .execute();
}

/** How many different questions an engine refused with this code since it last answered one. */
export async function countRefused(db: Database, engine: string, detail: string): Promise<number> {
  const { questions } = await db
    .selectFrom('refusals')
    .select((eb) => eb.fn.countAll<number>().as('questions'))
    .where('engine', '=', engine)
    .where('detail', '=', detail)
    .executeTakeFirstOrThrow();
  return questions;
}

/** Forgets what an engine refused: it has answered. */
export async function forgetRefusals(db: Database, engine: string): Promise<void> {
  await db.deleteFrom('refusals').where('engine', '=', engine).execute();
}

/** Forgets what every engine refused: the operator has acted. */
export async function forgetAllRefusals(db: Database): Promise<void> {
  await db.deleteFrom('refusals').execute();
}
