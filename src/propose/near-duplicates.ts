import { fold } from '../extract/text/fold.ts';

/** Two questions are duplicates if they share this part of their words. */
const LEAST_OVERLAP = 0.8;

/** Words without effect on a question, in the languages of question-words.ts. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the of for to in on with and or is are do does how what which best top ' +
    'der die das ein eine fur mit und oder ist sind wie was welche welches beste bestes bester besten ' +
    'le la les un une des de du pour avec et ou est sont comment quel quelle meilleur meilleurs meilleure meilleures ' +
    'el los las una para con y o es son como cual mejor mejores il lo gli di per e che miglior migliore migliori ' +
    'os as um uma com melhor melhores het een van voor en of hoe wat welke jak co dla z i w na czy najlepszy najlepsza najlepsze najlepsi'
  ).split(' '),
);

function contentWords(text: string): ReadonlySet<string> {
  const words = fold(text).text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !STOP_WORDS.has(word));
  return new Set((telling.length > 0 ? telling : words).map(stemOf));
}

/** `agencies`, `agency`; `tools`, `tool`. Other collisions do no harm. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|y)$/, 'i').replace(/(?:es|en|s|e|n)$/, '') : word;
}

/** Groups questions that ask the same; the first in each group represents it. */
export function groupDuplicates<Each extends { readonly text: string }>(
  all: readonly Each[],
): (readonly [Each, ...Each[]])[] {
  const groups: { readonly words: ReadonlySet<string>; readonly members: [Each, ...Each[]] }[] = [];
  for (const each of all) {
    const words = contentWords(each.text);
    const group = groups.find((known) => areAlike(known.words, words));
    if (group === undefined) groups.push({ words, members: [each] });
    else group.members.push(each);
  }
  return groups.map(({ members }) => members);
}

/** Tells whether a question repeats one of many. Compares only those that share a rare word. */
export function duplicateFinder(texts: readonly string[]): (text: string) => boolean {
  const having = new Map<string, ReadonlySet<string>[]>();
  for (const words of texts.map(contentWords)) {
    for (const word of words) {
      const others = having.get(word);
      if (others === undefined) having.set(word, [words]);
      else others.push(words);
    }
  }
  return (text) => {
    const words = contentWords(text);
    const mayLack = Math.floor((1 - LEAST_OVERLAP) * words.size);
    return [...words]
      .map((word) => having.get(word) ?? [])
      .sort((one, other) => one.length - other.length)
      .slice(0, mayLack + 1)
      .some((some) => some.some((each) => areAlike(each, words)));
  };
}

/** The question that a person means by these words: the most alike one, with the same text before others. Null if none is a duplicate. */
export function questionMeant<Each extends { readonly text: string }>(
  text: string,
  all: readonly Each[],
): Each | null {
  const typed = fold(text.trim()).text;
  const same = all.find((each) => fold(each.text.trim()).text === typed);
  if (same !== undefined) return same;
  const words = contentWords(text);
  const overlaps = all.map((each) => ({ each, overlap: overlapOf(contentWords(each.text), words) }));
  const [best] = overlaps.sort((one, other) => other.overlap - one.overlap);
  return best !== undefined && best.overlap >= LEAST_OVERLAP ? best.each : null;
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (Math.min(one.size, other.size) < LEAST_OVERLAP * Math.max(one.size, other.size)) return false;
  return overlapOf(one, other) >= LEAST_OVERLAP;
}

/** The part of all their words that both have; 0 without words. */
function overlapOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}
