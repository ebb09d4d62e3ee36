import { isDeepStrictEqual } from 'node:util';
import type { OwnTheme } from '../../domain/theme.ts';
import { listOwnThemes, replaceOwnThemes } from '../../storage/directory/themes.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Makes these the themes that a brand adds. The list is whole. Answers are then due to be read again. */
export async function applyThemes(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  declared: readonly OwnTheme[] | undefined,
): Promise<void> {
  if (declared === undefined) return;
  const before = await listOwnThemes(db, id);
  const wanted = declared.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const isSame = isDeepStrictEqual(new Map(before.map(entryOf)), new Map(wanted.map(entryOf)));
  if (isSame) return;
  await replaceOwnThemes(db, id, wanted);
  const shown = wanted.map(({ name, words }) => `${name}: ${words.join(', ')}`).join('; ');
  record.changed('changed', 'themes', `${publicId}: ${shown || 'none'}`);
}

function entryOf({ name, words }: OwnTheme): [string, readonly string[]] {
  return [name, [...words]];
}
