import type { OwnTheme } from '../../domain/brand/theme.ts';
import { isInside, type Range, within } from '../text/ranges.ts';
import { commaParts } from './clauses.ts';
import { shiftedBy } from './framing/grammar/joined-names.ts';
import type { MarkedBlock } from './framing/grammar/marked-block.ts';
import type { ParsedSentence } from './framing/learned/features.ts';
import type { ThemeSentence } from './theme-features.ts';
import { ThemeLexicon, type ThemePhrase } from './theme-lexicon.ts';
import type { ScoredTheme } from './theme-model.ts';
import { trainedThemes } from './trained-themes.ts';
import { UNSPACED, WORDS } from './words/index.ts';

/** A sentence's theme, with its strongest word's start in the block. */
export interface FoundTheme {
  readonly theme: string;
  readonly from: number;
}

/**
 * Finds themes in sentences: a brand's own by their words, built-in ones by a classifier with theme words among its
 * features.
 */
export class ThemeReader {
  readonly #own: readonly OwnTheme[];
  readonly #lexicons = new Map<string, ThemeLexicon>();

  constructor(own: readonly OwnTheme[] = []) {
    this.#own = own;
  }

  /**
   * A sentence's themes: the brand's own first, then built-in ones, most certain first; `other` if it certainly has
   * none. Null in a language without theme words.
   */
  themesIn(read: ParsedSentence): FoundTheme[] | null {
    const code = read.language.slice(0, 2);
    if (WORDS[code] === undefined) return null;
    const sentence = themeSentenceOf(read);
    const { from: start } = read.sentence.range;
    const own = this.#ownOf(code)
      .in(sentence.text)
      .map((each) => shiftedBy(each, -start));
    const ours = foundIn([read, ...commaParts(read)]).filter(({ from }) => !isInside(own, from));
    return [...own, ...ours].map(({ theme, from }) => ({ theme, from }));
  }

  #ownOf(code: string): ThemeLexicon {
    const lexicon = this.#lexicons.get(code) ?? new ThemeLexicon({}, this.#own, !UNSPACED.has(code));
    this.#lexicons.set(code, lexicon);
    return lexicon;
  }
}

/** The themes in a sentence and its parts, most certain first: a part has fewer subjects, so its themes are clearer. */
function foundIn(parts: readonly ParsedSentence[]): ScoredTheme[] {
  const found = parts.flatMap((part) =>
    trainedThemes()
      .themesOf(themeSentenceOf(part))
      .map((each) => ({ ...each, from: each.from + part.sentence.range.from })),
  );
  const isOther = found.filter(({ theme }) => theme === 'other').length === parts.length;
  return found.filter(({ theme }) => theme !== 'other' || isOther).sort((a, b) => b.above - a.above);
}

/** The inputs for a sentence's themes and directions. */
export function themeSentenceOf({
  sentence,
  language,
  tokens,
  states,
  contexts,
}: ParsedSentence): ThemeSentence {
  const text = textOfThemes(sentence.marked, sentence.range);
  return { text, phrases: phrasesIn(text, language.slice(0, 2)), tokens, states, contexts };
}

const ours = new Map<string, ThemeLexicon>();

/** A language's built-in lexicon, built at its first sentence. */
function builtInLexicon(code: string): ThemeLexicon {
  const lexicon = ours.get(code) ?? new ThemeLexicon(WORDS[code] ?? {}, [], !UNSPACED.has(code));
  ours.set(code, lexicon);
  return lexicon;
}

/** Words in nearly every English sentence, and in none of other languages. */
const ENGLISH =
  /(?<![\p{L}])(?:the|is|and|for|of|with|that|its?|we|was|has|have|are|from|you|your|this|not|than|by|they)(?![\p{L}])/u;

/**
 * The theme words in a sentence. A short text without English words or theme words may not be English, so this tries
 * every other language.
 */
export function phrasesIn(text: string, code: string): ThemePhrase[] {
  const found = builtInLexicon(code).in(text);
  if (code !== 'en' || found.length > 0 || ENGLISH.test(text)) return found;
  const others = Object.keys(WORDS).map((other) => builtInLexicon(other).in(text));
  return others.reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most), found);
}

function lengthOf(phrases: readonly ThemePhrase[]): number {
  return phrases.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** A sentence in lower case with marks only for tracked names: German capitalizes all nouns. */
function textOfThemes({ block, text, entities }: MarkedBlock, { from, to }: Range): string {
  let shown = text.slice(from, to);
  for (const each of within(entities, { from, to })) {
    const name = block.text.slice(each.from, each.to).toLowerCase();
    if (each.brands.length === 0 && name.length === each.to - each.from)
      shown = shown.slice(0, each.from - from) + name + shown.slice(each.to - from);
  }
  return shown;
}
