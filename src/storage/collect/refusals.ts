import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';

export interface Refusal {
  readonly engine: string;
  readonly detail: string;
  readonly brandId: number;
  /** A hash of its prompt. */
  readonly question: string;
}

/** Records a refusal; the same question and code count once. */
export async function noteRefusal(db: Database, refusal: Refusal): Promise<void> {
  const { engine, detail, brandId } = refusal;
  const question = `${brandId} ${refusal.question}`;
  await db
    .insertInto('refusals')
    .values({ engine, detail, question })
    .onConflict((conflict) => conflict.columns(['engine', 'detail', 'question']).doNothing())
    .execute();
}

/** Distinct questions, and brands, that an engine refused with this code since its last answer. */
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

/** Call it when the engine has answered. */
export async function forgetRefusals(db: Database, engine: string): Promise<void> {
  await deleteRefusals(db, { engine });
}

const deleteRefusals = statement('forget refusals', (db: Database, { engine }: { engine: string }) =>
  db.deleteFrom('refusals').where('engine', '=', engine),
);

/** Call it when the operator has acted. */
export async function forgetAllRefusals(db: Database): Promise<void> {
  await db.deleteFrom('refusals').execute();
}
