import type { Framing, Said } from '../../domain/answer-reading.ts';
import { MOST_THEMES } from '../../domain/theme.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import type { FramingReading } from '../framing/framing.ts';
import type { Entity } from '../framing/grammar/entities.ts';
import { joinedAfter } from '../framing/grammar/joined-names.ts';
import type { ScoredRemark } from '../framing/learned/judge.ts';
import type { Model } from '../framing/learned/model.ts';
import { POLAR } from '../framing/learned/word-classes.ts';
import type { Direction } from '../framing/readers/findings.ts';
import { type SaidSentence, saidAbout } from '../framing/said.ts';
import { isInside, within } from '../text/ranges.ts';
import { type OwnWords, ThemeLexicon, type ThemePhrase } from './theme-lexicon.ts';
import { UNSPACED, WORDS } from './words/index.ts';

/** So many sentences about one brand count. No answer has more to say. */
const MOST_SENTENCES = 100;

/** The words of themes by language: ours, and those that the brand added. A language is read when its first answer comes. */
export class ThemeLexicons {
  readonly #own: readonly OwnWords[];
  readonly #known = new Map<string, ThemeLexicon>();

  constructor(own: readonly OwnWords[] = []) {
    this.#own = own;
  }

  /** Null in a language without words. */
  of(language: string): ThemeLexicon | null {
    const code = language.slice(0, 2);
    const words = WORDS[code];
    if (words === undefined) return null;
    const lexicon = this.#known.get(code) ?? new ThemeLexicon(words, this.#own, !UNSPACED.has(code));
    this.#known.set(code, lexicon);
    return lexicon;
  }
}

/**
 * What an answer says of a brand by theme: the sentences in which the reader decided, by the themes of their words or as `other`, and those that
 * state a property, which name a theme and judge nothing. Where it cannot be told which of two verdicts is about a theme, the sentence is
 * left out.
 */
export function themesSaid(
  brand: TrackedBrand,
  framing: FramingReading,
  lexicons: ThemeLexicons,
  model: Model,
): Said[] {
  const said = saidAbout(framing).slice(0, MOST_SENTENCES);
  return said.flatMap(({ block, range, cues, scored }) => {
    const lexicon = scored && lexicons.of(scored.read.language);
    if (!scored || !lexicon) return [];
    const { from, to } = block.sourceOf(range.from, range.to);
    const phrases = phrasesIn(scored, lexicon);
    const themes =
      cues.length > 0 ? verdictsOn(scored, cues, phrases) : propertiesIn(brand, scored, phrases, model);
    return themes.map(([theme, how]): Said => ({ theme, framing: how, from, to }));
  });
}

/** The words of themes in a sentence, placed in its block. What the answer does not state itself is left out. */
function phrasesIn({ read }: ScoredRemark, lexicon: ThemeLexicon): ThemePhrase[] {
  const { marked, range } = read.remark;
  return lexicon
    .in(marked.text.slice(range.from, range.to))
    .map((each) => ({ ...each, from: each.from + range.from, to: each.to + range.from }))
    .filter(({ from }) => !isInside(read.surely, from));
}

type Verdict = readonly [theme: string, framing: Framing];

/** The first themes of a sentence in which the reader decided, each with the direction of the cues in its clause. */
function verdictsOn(
  scored: ScoredRemark,
  cues: SaidSentence['cues'],
  phrases: readonly ThemePhrase[],
): Verdict[] {
  const clauses = new Map<number, Set<Direction>>();
  for (const cue of cues) {
    const clause = clauseAt(scored, cue.from);
    clauses.set(clause, (clauses.get(clause) ?? new Set()).add(cue.direction));
  }
  const directions = new Set(cues.map(({ direction }) => direction));
  if (phrases.length === 0) return directions.size === 1 ? [['other', only(directions)]] : [];
  const isOfOne = directions.size === 1 && !hasOthers(scored) && !isParted(scored);
  const found = new Map<string, Framing>();
  for (const { theme, from } of phrases) {
    const own = isOfOne ? directions : clauses.get(clauseAt(scored, from));
    if (own?.size === 1 && !found.has(theme)) found.set(theme, only(own));
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

/** The first themes of a sentence that judges nothing: it has no word of praise or blame, and the learned reader leans to neither. */
function propertiesIn(
  brand: TrackedBrand,
  scored: ScoredRemark,
  phrases: readonly ThemePhrase[],
  { thresholds }: Model,
): Verdict[] {
  const { read, scores } = scored;
  const leans = (['recommended', 'negative'] as const).some(
    (direction) => scores[direction] >= thresholds[direction].against,
  );
  const judges =
    phrases.some((each) => each.judges) ||
    read.tokens.some(({ classes }) => classes.some((each) => POLAR.has(each)));
  if (leans || judges) return [];
  const own = phrases.filter(({ from }) => isSaidOf(brand, scored, from));
  return [...new Set(own.map(({ theme }) => theme))]
    .slice(0, MOST_THEMES)
    .map((theme): Verdict => [theme, 'neutral']);
}

/** Whether what stands at a place of a sentence is said of a brand: it is the first that the sentence names, or none is named. */
function isSaidOf(brand: TrackedBrand, { read: { remark } }: ScoredRemark, at: number): boolean {
  const { marked, range } = remark;
  const named = within(marked.entities, range);
  const tracked = named.filter(({ brands }) => brands.length > 0);
  if (tracked.length === 0) return true;
  const before = tracked.filter(({ from }) => from < at);
  return subjectsOf(marked.text, named, before.length > 0 ? before : tracked).some(({ brands }) =>
    brands.includes(brand),
  );
}

function subjectsOf(text: string, named: readonly Entity[], from: readonly Entity[]): Entity[] {
  const [first] = from;
  return first === undefined ? [] : joinedAfter(text, named, named.indexOf(first));
}
