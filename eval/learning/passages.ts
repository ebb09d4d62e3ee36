import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LanguageWords } from '../../src/extract/framing/learned/word-classes.ts';

/** A training passage, with the phrases that decide about each brand. */
export interface Passage {
  readonly language: string;
  readonly trade: string;
  readonly kind: string;
  readonly text: string;
  /** `+phrase` and `-phrase`, verbatim; none if nothing speaks for or against the brand. */
  readonly evidence: Readonly<Record<string, readonly string[]>>;
}

interface WrittenPassage {
  readonly l: string;
  readonly d: string;
  readonly k: string;
  readonly t: string;
  readonly e: Readonly<Record<string, readonly string[]>>;
}

export async function passagesIn(folder: string): Promise<Passage[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  return texts
    .flatMap((text) => text.split('\n').filter((line) => line.trim() !== ''))
    .map((line) => JSON.parse(line) as WrittenPassage)
    .map(({ l, d, k, t, e }) => ({ language: l, trade: d, kind: k, text: t, evidence: ofOneSide(t, e) }));
}

/**
 * Evidence in which a comparison frames one side only: if two brands' phrases overlap and point in opposite
 * directions, the brand named before them. `T is faster than U` praises T and says nothing reliable against
 * U. If both names follow, as in `prefer T to U`, it is the praised one.
 */
function ofOneSide(text: string, evidence: Passage['evidence']): Passage['evidence'] {
  const all = Object.entries(evidence).flatMap(([brand, phrases]) =>
    phrases.map((phrase) => ({
      brand,
      phrase,
      from: text.indexOf(phrase.slice(1)),
      name: text.indexOf(brand),
    })),
  );
  const isOtherSide = (brand: string, phrase: string) => {
    const own = all.find((each) => each.brand === brand && each.phrase === phrase);
    return all.some((other) => {
      if (!own || other.brand === brand || other.phrase[0] === phrase[0]) return false;
      const overlaps =
        own.from < other.from + other.phrase.length - 1 && other.from < own.from + phrase.length - 1;
      if (!overlaps) return false;
      const [isBefore, isOtherBefore] = [own.name < own.from, other.name < other.from];
      return isBefore === isOtherBefore ? phrase[0] === '-' : isOtherBefore;
    });
  };
  return Object.fromEntries(
    Object.entries(evidence).map(([brand, phrases]) => [
      brand,
      phrases.filter((phrase) => !isOtherSide(brand, phrase) && !BARE_COMPARISON.test(phrase)),
    ]),
  );
}

/** A phrase that only says that two are compared. */
const BARE_COMPARISON =
  /^-(?:unlike|compared (?:with|to)|than|instead of|over|rather than|not|ahead of|anders als|im vergleich zu|contrairement à|al contrario que|a diferencia de|a differenza di|ao contrário d[ao]|в отличие от|より|比)$/iu;

/** The word lists `words.<language>.txt`: a line per class, `class: entry, entry`. */
export async function wordsIn(folder: string): Promise<Record<string, LanguageWords>> {
  const files = (await readdir(folder)).filter((name) => /^words\..+\.txt$/.test(name)).sort();
  const lists = await Promise.all(
    files.map(
      async (name) => [name.split('.')[1] ?? '', await readFile(join(folder, name), 'utf8')] as const,
    ),
  );
  return Object.fromEntries(lists.map(([language, text]) => [language, classesOf(text)]));
}

function classesOf(text: string): LanguageWords {
  const lines = text.split('\n').filter((line) => line.includes(':') && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      const entries = line
        .slice(colon + 1)
        .split(/[,،、，]/)
        .map((entry) => entry.trim());
      return [line.slice(0, colon).trim(), [...new Set(entries.filter((entry) => entry !== ''))]];
    }),
  );
}
