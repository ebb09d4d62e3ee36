import { isDeepStrictEqual } from 'node:util';
import { type DeclaredFact, type Fact, factWords } from '../../domain/fact.ts';
import { deleteFacts, insertFacts, listFacts } from '../../storage/directory/facts.ts';
import { takeIds } from '../../storage/directory/heads.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/**
 * Makes these the facts of a brand. The list is whole. A fact that is changed becomes another one, so that nothing that was read of it
 * before counts.
 */
export async function applyFacts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly DeclaredFact[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listFacts(db, id);
  const gone = before.filter((fact) => !declared.some((each) => isSame(fact, each)));
  const added = declared.filter((each) => !before.some((fact) => isSame(fact, each)));
  if (gone.length === 0 && added.length === 0) return;
  const firstId = await takeIds(db, id, added.length);
  if (gone.length > 0)
    await deleteFacts(
      db,
      id,
      gone.map((fact) => fact.id),
    );
  await insertFacts(db, id, firstId, added);
  const shown = declared.map(({ name, value }) => `${name}: ${factWords(value)}`).join('; ');
  record.changed('changed', 'facts', `${publicId}: ${shown || 'none'}`);
}

function isSame({ id: _, ...fact }: Fact, declared: DeclaredFact): boolean {
  return isDeepStrictEqual(fact, declared);
}
