import { promptBrandReader } from '../../extract/names/branded-prompts.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';

/** The first of some questions that names the brand or a competitor, with whom it names; null for none. */
export async function namingQuestion(
  db: Database,
  brandId: number,
  questions: readonly string[],
): Promise<{ readonly question: string; readonly whom: 'the brand' | 'a competitor' } | null> {
  const whom = promptBrandReader(await listTracked(db, brandId));
  const question = questions.find((each) => whom(each) !== 'none');
  if (question === undefined) return null;
  return { question, whom: whom(question) === 'self' ? 'the brand' : 'a competitor' };
}
