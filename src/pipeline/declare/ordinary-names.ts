import { likelyLanguages, ordinaryLanguagesOf } from '../../extract/names/lower-bounds.ts';
import { listTracked } from '../../storage/directory/brands.ts';
import { findLanguages } from '../../storage/directory/prompts.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Notes which of the names that are new are ordinary words, as far as nobody chose yet what to do about it. */
export async function noticeOrdinary(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  added: ReadonlySet<string>,
): Promise<void> {
  if (added.size === 0) return;
  const [tracked, { code, questions }] = await Promise.all([listTracked(db, id), findLanguages(db, id)]);
  const languages = likelyLanguages(code, questions);
  const names = tracked
    .flatMap((brand) => brand.names)
    .filter(({ text, caseSensitive }) => added.has(text) && caseSensitive === null)
    .filter((name) => ordinaryLanguagesOf(name, languages).length > 0);
  const texts = [...new Set(names.map(({ text }) => text))];
  if (texts.length > 0) record.notices.push(`${publicId}: ${noticeOf(texts)}`);
}

function noticeOf(names: readonly string[]): string {
  const [are, them] = names.length === 1 ? ['is an ordinary word', 'it'] : ['are ordinary words', 'them'];
  return (
    `${new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`))} ${are} too, so what is counted of ${them} is a ` +
    'lower bound: neither lower case counts, nor a place where only the word may be meant; if answers write a name in lower ' +
    'case, let any capitals count (`case_sensitive: false`); if they also mean other things by it, require its exact ' +
    'capitals (`case_sensitive: true`), or give longer names as aliases'
  );
}
