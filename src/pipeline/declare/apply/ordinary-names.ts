import { likelyLanguages, ordinaryLanguagesOf } from '../../../extract/names/words/ordinary-languages.ts';
import { listMarkets } from '../../../storage/directory/brand/markets.ts';
import { listSomeQuestions } from '../../../storage/directory/brand/prompts.ts';
import { listTracked } from '../../../storage/directory/brands.ts';
import type { AppliedBrand, ApplyRun } from './apply-run.ts';

/** Reports new names that are ordinary words, unless the file chose match options for them. */
export async function noticeOrdinary(
  { db, record }: ApplyRun,
  { id, publicId }: AppliedBrand,
  added: ReadonlySet<string>,
): Promise<void> {
  if (added.size === 0) return;
  const [tracked, markets] = await Promise.all([listTracked(db, id), listMarkets(db, id)]);
  const languages = likelyLanguages(markets, await listSomeQuestions(db, id));
  const names = tracked
    .flatMap((brand) => brand.names)
    .filter(({ text, caseSensitive }) => added.has(text) && caseSensitive === null)
    .filter((name) => ordinaryLanguagesOf(name, languages).length > 0);
  const texts = [...new Set(names.map(({ text }) => text))];
  if (texts.length > 0) record.notices.push(`${publicId}: ${noticeOf(texts)}`);
}

function noticeOf(names: readonly string[]): string {
  const quoted = new Intl.ListFormat('en-US').format(names.map((name) => `“${name}”`));
  const [are, their, them] =
    names.length === 1
      ? ['is also an ordinary word', 'its', 'it']
      : ['are also ordinary words', 'their', 'them'];
  return (
    `${quoted} ${are}, so ${their} counts are lower bounds: a lower-case use, or a use that may mean the word, ` +
    `does not count. If answers write ${them} in lower case, have any capitals match. If answers also mean other ` +
    `things by ${them}, have only these capitals match, or add longer names`
  );
}
