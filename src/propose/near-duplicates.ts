import { fold } from '../extract/text/fold.ts';

/** Two questions that share as many of their words are one. */
const ALIKE = 0.8;

/** Words that change nothing about what is asked, in the languages of question-words.ts. */
const EMPTY: ReadonlySet<string> = new Set(
  (
    'a an the of for to in on with and or is are do does how what which best top ' +
    'der die das ein eine fur mit und oder ist sind wie was welche welches beste besten ' +
    'le la les un une des de du pour avec et ou est sont comment quel quelle meilleur meilleurs ' +
    'el los las una para con y o es son como cual mejor mejores il lo gli di per e che miglior migliori ' +
    'os as um uma com melhor melhores het een van voor en of hoe wat welke jak co dla z i w na czy najlepszy'
  ).split(' '),
);

/** What a question says, as a set of words without their endings. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = fold(text).text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => !EMPTY.has(word));
  return new Set((telling.length > 0 ? telling : words).map(stemOf));
}

/** `agencies`, `agency`; `tools`, `tool`. What else it makes equal is no loss: both would be asked of the same thing. */
function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|y)$/, 'i').replace(/(?:es|en|s|e|n)$/, '') : word;
}

/** The first of each group of questions that ask the same, with the others behind it. */
export function foldAlike<Each extends { readonly text: string }>(
  all: readonly Each[],
): (readonly [Each, ...Each[]])[] {
  const groups: { readonly words: ReadonlySet<string>; readonly members: [Each, ...Each[]] }[] = [];
  for (const each of all) {
    const words = wordsOf(each.text);
    const group = groups.find((known) => areAlike(known.words, words));
    if (group === undefined) groups.push({ words, members: [each] });
    else group.members.push(each);
  }
  return groups.map(({ members }) => members);
}

/** What tells whether a question asks the same as one of many. Only those that share a rare word with it are compared. */
export function alikeTo(texts: readonly string[]): (text: string) => boolean {
  const having = new Map<string, ReadonlySet<string>[]>();
  for (const words of texts.map(wordsOf)) {
    for (const word of words) {
      const others = having.get(word);
      if (others === undefined) having.set(word, [words]);
      else others.push(words);
    }
  }
  return (text) => {
    const words = wordsOf(text);
    const mayLack = Math.floor((1 - ALIKE) * words.size);
    return [...words]
      .map((word) => having.get(word) ?? [])
      .sort((one, other) => one.length - other.length)
      .slice(0, mayLack + 1)
      .some((some) => some.some((each) => areAlike(each, words)));
  };
}

function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (Math.min(one.size, other.size) < ALIKE * Math.max(one.size, other.size)) return false;
  const shared = one.intersection(other).size;
  return shared >= ALIKE * (one.size + other.size - shared);
}
