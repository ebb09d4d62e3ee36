import type { Framing, Said } from '../../domain/answer-reading.ts';
import { MOST_THEMES, type OwnTheme } from '../../domain/theme.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { FramingReading } from '../framing/framing.ts';
import { joinedAfter } from '../framing/grammar/joined-names.ts';
import type { MarkedBlock } from '../framing/grammar/marked-block.ts';
import { type ScoredRemark, scoreThat } from '../framing/learned/judge.ts';
import type { Model } from '../framing/learned/model.ts';
import { BLAME, classNumbers, PRAISE } from '../framing/learned/word-classes.ts';
import type { Direction } from '../framing/readers/findings.ts';
import { type SaidSentence, saidAbout } from '../framing/said.ts';
import { isInside, type Range, within } from '../text/ranges.ts';
import { ThemeLexicon, type ThemePhrase } from './theme-lexicon.ts';
import { UNSPACED, WORDS } from './words/index.ts';

/** So many sentences about one brand count. No answer has more to say. */
const MOST_SENTENCES = 100;

/** Words that nearly every English sentence has one of, and sentences of other languages have not. */
const ENGLISH =
  /(?<![\p{L}])(?:the|is|and|for|of|with|that|its?|we|was|has|have|are|from|you|your|this|not|than|by|they)(?![\p{L}])/u;

/** The words of themes by language: ours, and those that the brand added. A language is read when its first answer comes. */
export class ThemeLexicons {
  readonly #own: readonly OwnTheme[];
  readonly #known = new Map<string, ThemeLexicon>();

  constructor(own: readonly OwnTheme[] = []) {
    this.#own = own;
  }

  /** Null in a language without words. A short text that may have been taken for English, without any English word, is read in every other one. */
  phrasesIn(text: string, language: string): ThemePhrase[] | null {
    const code = language.slice(0, 2);
    if (WORDS[code] === undefined) return null;
    const found = this.#of(code).in(text);
    if (code !== 'en' || found.length > 0 || ENGLISH.test(text)) return found;
    const others = Object.keys(WORDS).map((other) => this.#of(other).in(text));
    return others.reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most), found);
  }

  #of(code: string): ThemeLexicon {
    const lexicon =
      this.#known.get(code) ?? new ThemeLexicon(WORDS[code] ?? {}, this.#own, !UNSPACED.has(code));
    this.#known.set(code, lexicon);
    return lexicon;
  }
}

function lengthOf(phrases: readonly ThemePhrase[]): number {
  return phrases.reduce((sum, { from, to }) => sum + to - from, 0);
}

/**
 * What an answer says of a brand by theme: the sentences in which the reader decided, by the themes of their words or as `other`; those in which
 * words of a theme stand with words of praise or blame, and the learned reader leans the same way; and those that state a property, which name a
 * theme and judge nothing. Where it cannot be told which of two verdicts is about a theme, the sentence is left out.
 */
export function themesSaid(
  brand: TrackedBrand,
  framing: FramingReading,
  lexicons: ThemeLexicons,
  model: Model,
): Said[] {
  const said = saidAbout(framing).slice(0, MOST_SENTENCES);
  return said.flatMap(({ block, range, cues, scored }) => {
    const phrases = scored && phrasesIn(scored, lexicons);
    if (!phrases) return [];
    const { from, to } = block.sourceOf(range.from, range.to);
    const themes =
      cues.length > 0 ? verdictsOn(scored, cues, phrases) : statedOf(brand, scored, phrases, model);
    return themes.map(([theme, how]): Said => ({ theme, framing: how, from, to }));
  });
}

/** The words of themes in a sentence, placed in its block; null in a language without any. What the answer does not state itself is left out. */
function phrasesIn({ read }: ScoredRemark, lexicons: ThemeLexicons): ThemePhrase[] | null {
  const { marked, range } = read.remark;
  const found = lexicons
    .phrasesIn(textOf(marked, range), read.language)
    ?.map((each) => ({ ...each, from: each.from + range.from, to: each.to + range.from }))
    .filter(({ from }) => !isInside(read.surely, from));
  return found ?? null;
}

/** A sentence in small letters in which only tracked names are replaced: German writes its nouns like names. */
function textOf({ block, text, entities }: MarkedBlock, { from, to }: Range): string {
  let shown = text.slice(from, to);
  for (const each of within(entities, { from, to })) {
    const name = block.text.slice(each.from, each.to).toLowerCase();
    if (each.brands.length === 0 && name.length === each.to - each.from)
      shown = shown.slice(0, each.from - from) + name + shown.slice(each.to - from);
  }
  return shown;
}

type Verdict = readonly [theme: string, framing: Framing];

/** The first themes of a sentence in which the reader decided, each with the direction that its clause has. */
function verdictsOn(
  scored: ScoredRemark,
  cues: SaidSentence['cues'],
  phrases: readonly ThemePhrase[],
): Verdict[] {
  const directions = new Set(cues.map(({ direction }) => direction));
  if (phrases.length === 0) return directions.size === 1 ? [['other', only(directions)]] : [];
  const isOfOne = directions.size === 1 && !hasOthers(scored) && !isParted(scored);
  return firstThemes(phrases, (phrase) => {
    if (isOfOne) return only(directions);
    const clause = clauseAt(scored, phrase.from);
    const own = cues.filter(
      ({ from, to }) => clauseAt(scored, from) === clause && clauseAt(scored, to - 1) === clause,
    );
    const found =
      own.length > 0 ? new Set(own.map(({ direction }) => direction)) : polarIn(scored, clause, phrases);
    return found.size === 1 && directions.has(only(found)) ? only(found) : null;
  });
}

/** The first themes of a sentence, each with what is found of its first phrase that has something. */
function firstThemes(
  phrases: readonly ThemePhrase[],
  framingOf: (phrase: ThemePhrase) => Framing | null,
): Verdict[] {
  const found = new Map<string, Framing>();
  for (const phrase of phrases) {
    const framing = found.has(phrase.theme) ? null : framingOf(phrase);
    if (framing !== null) found.set(phrase.theme, framing);
  }
  return [...found].slice(0, MOST_THEMES);
}

function only(directions: ReadonlySet<Direction>): Direction {
  return [...directions][0] as Direction;
}

/** The number of the clause that a place of a sentence is in. */
function clauseAt({ read: { tokens, edges } }: ScoredRemark, at: number): number {
  const index = tokens.findIndex(({ to }) => to > at);
  return edges[index === -1 ? tokens.length : index] ?? 0;
}

/** Whether a sentence has clauses that may say opposite things. */
function isParted({ read: { edges } }: ScoredRemark): boolean {
  return (edges.at(-1) ?? 0) > 0;
}

/** Whether a sentence names several tracked brands. */
function hasOthers({ read: { remark } }: ScoredRemark): boolean {
  const named = within(remark.marked.entities, remark.range).flatMap(({ brands }) => brands);
  return new Set([...named, remark.brand]).size > 1;
}

/** Words that praise wherever they stand. Others that can, as in `supports`, more often only say what there is. */
const PRAISING = new Set([...PRAISE].filter((each) => !classNumbers('goodverb', 'goodthing').has(each)));
/** The state of a word behind `too` (framing/learned/surroundings.ts), which turns praise and not blame. */
const TOO = 2;

/**
 * In which directions the words of a clause, or of the whole sentence, judge; both where one is negated, weakened, or over. Those that are part of a
 * phrase that does not judge count for nothing: `customer support`.
 */
function polarIn(
  { read: { tokens, edges, states } }: ScoredRemark,
  clause: number | null,
  phrases: readonly ThemePhrase[],
): Set<Direction> {
  const found = new Set<Direction>();
  for (const [at, { classes, from, to }] of tokens.entries()) {
    if (clause !== null && edges[at] !== clause) continue;
    if (phrases.some((phrase) => !phrase.judges && phrase.from <= from && phrase.to >= to)) continue;
    const state = states[at] ?? 0;
    const [praises, blames] = [PRAISING, BLAME].map((set) => classes.some((each) => set.has(each)));
    if (praises || (blames && (state & ~TOO) !== 0)) found.add('recommended');
    if (blames || (praises && state !== 0)) found.add('negative');
  }
  return found;
}

/** The first themes of a sentence in which the reader did not decide: of a clause that judges, or as properties. */
function statedOf(
  brand: TrackedBrand,
  scored: ScoredRemark,
  phrases: readonly ThemePhrase[],
  { thresholds }: Model,
): Verdict[] {
  const leans = (direction: Direction, counts: 'against' | 'againstCue') =>
    scored.scores[direction] >= scoreThat(counts, thresholds[direction]);
  const own = phrases.filter(({ from }) => isSaidOf(brand, scored, from));
  const polar = polarIn(scored, null, phrases);
  if (polar.size > 1) return [];
  if (polar.size === 1) {
    const direction = only(polar);
    const isSure = leans(direction, 'against') && !leans(oppositeOf(direction), 'against');
    return isSure && !isParted(scored) ? firstThemes(own, () => direction) : [];
  }
  const judges = phrases.some((each) => each.judges);
  if (judges || leans('recommended', 'againstCue') || leans('negative', 'againstCue')) return [];
  return firstThemes(own, () => 'neutral');
}

function oppositeOf(direction: Direction): Direction {
  return direction === 'recommended' ? 'negative' : 'recommended';
}

/** Whether what stands at a place of a sentence is said of a brand: it is the first that the sentence names, or none is named. */
function isSaidOf(brand: TrackedBrand, { read: { remark } }: ScoredRemark, at: number): boolean {
  const { marked, range } = remark;
  const named = within(marked.entities, range);
  const tracked = named.filter(({ brands }) => brands.length > 0);
  const before = tracked.filter(({ from }) => from < at);
  const [first] = before.length > 0 ? before : tracked;
  if (first === undefined) return true;
  return joinedAfter(marked.text, named, named.indexOf(first)).some(({ brands }) => brands.includes(brand));
}
