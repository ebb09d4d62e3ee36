import { hashOf } from './tokens.ts';

/** Scripts of single languages among those with word lists, with the deciding share of letters. */
const SCRIPTS: readonly (readonly [string, RegExp, number])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 0.08],
  ['ko', /\p{Script=Hangul}/gu, 0.2],
  ['zh', /\p{Script=Han}/gu, 0.2],
  ['ar', /\p{Script=Arabic}/gu, 0.2],
  ['he', /\p{Script=Hebrew}/gu, 0.2],
  ['hi', /\p{Script=Devanagari}/gu, 0.2],
  ['th', /\p{Script=Thai}/gu, 0.2],
  ['el', /\p{Script=Greek}/gu, 0.2],
];

/** More text doesn't make the language clearer. */
export const SAMPLE = 1500;

/** The number of weights per language. Letter groups with equal hashes share one. */
export const LETTER_GROUPS = 1 << 12;

/** Languages that letter groups identify, with a signed byte per group. */
export type LetterWeights = ReadonlyMap<string, Int8Array>;

/** A text's language code by its script; otherwise by its letter groups. English without letters. */
export function detectLanguage(text: string, weights: LetterWeights): string {
  const sample = text.slice(0, SAMPLE).toLowerCase();
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  for (const [language, script, share] of SCRIPTS) {
    if ((sample.match(script)?.length ?? 0) > letters * share) return language;
  }
  if ((sample.match(/\p{Script=Cyrillic}/gu)?.length ?? 0) > letters * 0.2)
    return /[іїєґ]/.test(sample) && !/[ыэъё]/.test(sample) ? 'uk' : 'ru';
  return byLetters(sample, weights);
}

/** Letters that English texts rarely have. */
const FOREIGN = /[àáâãäåæçèéêëìíîïñòóôõöøœùúûüýßąćęłńśźżčďěňřšťůžğış¿¡]/u;
const ENGLISH = /\b(?:the|and|is|are|for|with|of|it)\b/;

function byLetters(sample: string, weights: LetterWeights): string {
  const found = letterGroups(sample);
  const groups = Uint16Array.from(found.keys());
  const counts = Uint16Array.from(found.values());
  const isForeign = FOREIGN.test(sample) && !ENGLISH.test(sample);
  let best = 'en';
  let most = isForeign ? Number.NEGATIVE_INFINITY : 0;
  for (const [language, own] of weights) {
    if (isForeign && language === 'en') continue;
    let sum = 0;
    for (let at = 0; at < groups.length; at += 1) sum += (counts[at] ?? 0) * (own[groups[at] ?? 0] ?? 0);
    if (sum > most) [best, most] = [language, sum];
  }
  return best;
}

/** Whole short words and every three letters in a word, with their counts. */
export function letterGroups(sample: string): Map<number, number> {
  const groups = new Map<number, number>();
  const add = (group: string) => {
    const number = hashOf(group) & (LETTER_GROUPS - 1);
    groups.set(number, (groups.get(number) ?? 0) + 1);
  };
  for (const [word] of sample.matchAll(/[\p{L}\p{M}']+/gu)) {
    if (word.length <= 5) add(`<${word}>`);
    const padded = ` ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) add(padded.slice(at, at + 3));
  }
  return groups;
}
