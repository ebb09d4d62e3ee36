import { isDeepStrictEqual } from 'node:util';
import { type DeclaredFact, type Fact, factWords } from '../../../domain/brand/fact.ts';
import { takeIds } from '../../../storage/directory/brand/brand-lock.ts';
import { deleteFacts, insertFacts, listFacts } from '../../../storage/directory/brand/facts.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Replaces a brand's list of facts. A changed fact becomes a new one, so earlier readings no longer count. */
export async function applyFacts(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly DeclaredFact[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listFacts(db, id);
  const removed = before.filter((fact) => !declared.some((each) => isSame(fact, each)));
  const added = declared.filter((each) => !before.some((fact) => isSame(fact, each)));
  if (removed.length === 0 && added.length === 0) return;
  const firstId = await takeIds(db, id, added.length);
  if (removed.length > 0)
    await deleteFacts(
      db,
      id,
      removed.map((fact) => fact.id),
    );
  await insertFacts(db, id, firstId, added);
  const shown = declared.map(({ name, value }) => `${name}: ${factWords(value)}`).join('; ');
  record.changed('changed', 'facts', `${publicId}: ${shown || 'none'}`);
}

function isSame({ id: _, ...fact }: Fact, declared: DeclaredFact): boolean {
  return isDeepStrictEqual(fact, declared);
}
