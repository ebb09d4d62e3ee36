import { isDeepStrictEqual } from 'node:util';
import type { OwnTheme } from '../../../domain/brand/theme.ts';
import { listOwnThemes, replaceOwnThemes } from '../../../storage/directory/brand/themes.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Replaces a brand's own themes. Answers that a model read before have the earlier ones until it reads them again. */
export async function applyThemes(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly OwnTheme[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listOwnThemes(db, id);
  const sorted = declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isSame = isDeepStrictEqual(new Map(before.map(entryOf)), new Map(sorted.map(entryOf)));
  if (isSame) return;
  await replaceOwnThemes(db, id, sorted);
  const shown = sorted.map(({ name, words }) => `${name}: ${words.join(', ')}`).join('; ');
  record.changed('changed', 'themes', `${publicId}: ${shown || 'none'}`);
}

function entryOf({ name, words }: OwnTheme): [string, readonly string[]] {
  return [name, [...words]];
}
