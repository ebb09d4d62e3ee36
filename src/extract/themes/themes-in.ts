import type { OwnTheme } from '../../domain/brand/theme.ts';
import { movedBy } from '../framing/grammar/joined-names.ts';
import type { MarkedBlock } from '../framing/grammar/marked-block.ts';
import type { ReadRemark } from '../framing/learned/features.ts';
import { isInside, type Range, within } from '../text/ranges.ts';
import { partsOf } from './clauses.ts';
import type { ThemeSentence } from './theme-features.ts';
import { ThemeLexicon, type ThemePhrase } from './theme-lexicon.ts';
import type { ScoredTheme } from './theme-model.ts';
import { trainedThemes } from './trained-themes.ts';
import { UNSPACED, WORDS } from './words/index.ts';

/** A theme that a sentence speaks of, and where the word begins that tells most, in its block. */
export interface FoundTheme {
  readonly theme: string;
  readonly from: number;
}

/** Finds themes in sentences: a brand's own by their words, ours by a classifier to which words of themes are features. */
export class ThemeReader {
  readonly #own: readonly OwnTheme[];
  readonly #lexicons = new Map<string, ThemeLexicon>();

  constructor(own: readonly OwnTheme[] = []) {
    this.#own = own;
  }

  /** What a sentence speaks of: the brand's own themes first, then ours, the surest first; `other` if it is surely of none. Null in a language without words of themes. */
  themesIn(read: ReadRemark): FoundTheme[] | null {
    const code = read.language.slice(0, 2);
    if (WORDS[code] === undefined) return null;
    const sentence = themeSentenceOf(read);
    const { from: start } = read.remark.range;
    const own = this.#ownOf(code)
      .in(sentence.text)
      .map((each) => movedBy(each, -start));
    const ours = foundIn([read, ...partsOf(read)]).filter(({ from }) => !isInside(own, from));
    return [...own, ...ours].map(({ theme, from }) => ({ theme, from }));
  }

  #ownOf(code: string): ThemeLexicon {
    const lexicon = this.#lexicons.get(code) ?? new ThemeLexicon({}, this.#own, !UNSPACED.has(code));
    this.#lexicons.set(code, lexicon);
    return lexicon;
  }
}

/** The themes of a sentence and of its parts, the surest first: a part is of fewer things, so its themes are clearer. */
function foundIn(parts: readonly ReadRemark[]): ScoredTheme[] {
  const found = parts.flatMap((part) =>
    trainedThemes()
      .themesOf(themeSentenceOf(part))
      .map((each) => ({ ...each, from: each.from + part.remark.range.from })),
  );
  const isOther = found.filter(({ theme }) => theme === 'other').length === parts.length;
  return found.filter(({ theme }) => theme !== 'other' || isOther).sort((a, b) => b.above - a.above);
}

/** What themes and directions of a sentence are read from. */
export function themeSentenceOf({
  remark,
  language,
  tokens,
  states,
  surroundings,
}: ReadRemark): ThemeSentence {
  const text = textOfThemes(remark.marked, remark.range);
  return { text, phrases: phrasesIn(text, language.slice(0, 2)), tokens, states, surroundings };
}

const ours = new Map<string, ThemeLexicon>();

/** Our words in a language, arranged when its first sentence comes. */
function oursOf(code: string): ThemeLexicon {
  const lexicon = ours.get(code) ?? new ThemeLexicon(WORDS[code] ?? {}, [], !UNSPACED.has(code));
  ours.set(code, lexicon);
  return lexicon;
}

/** Words that nearly every English sentence has one of, and sentences of other languages have not. */
const ENGLISH =
  /(?<![\p{L}])(?:the|is|and|for|of|with|that|its?|we|was|has|have|are|from|you|your|this|not|than|by|they)(?![\p{L}])/u;

/** Words of themes in a sentence. A short text that may have been taken for English, without any English word or word of a theme, is read in every other language. */
export function phrasesIn(text: string, code: string): ThemePhrase[] {
  const found = oursOf(code).in(text);
  if (code !== 'en' || found.length > 0 || ENGLISH.test(text)) return found;
  const others = Object.keys(WORDS).map((other) => oursOf(other).in(text));
  return others.reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most), found);
}

function lengthOf(phrases: readonly ThemePhrase[]): number {
  return phrases.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** A sentence in small letters in which only tracked names are marked: German writes its nouns like names. */
function textOfThemes({ block, text, entities }: MarkedBlock, { from, to }: Range): string {
  let shown = text.slice(from, to);
  for (const each of within(entities, { from, to })) {
    const name = block.text.slice(each.from, each.to).toLowerCase();
    if (each.brands.length === 0 && name.length === each.to - each.from)
      shown = shown.slice(0, each.from - from) + name + shown.slice(each.to - from);
  }
  return shown;
}
