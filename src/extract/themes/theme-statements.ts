import type { Framing, Said } from '../../domain/answers/answer-reading.ts';
import { MOST_THEMES } from '../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { isInside, within } from '../text/ranges.ts';
import { clauseAt, hasSeveralClauses } from './clauses.ts';
import { isFooter } from './footers.ts';
import { type FramedSentence, framedSentences } from './framing/framed-sentences.ts';
import type { FramingReading } from './framing/framing.ts';
import { joinedAfter } from './framing/grammar/joined-names.ts';
import type { ScoredSentence } from './framing/learned/combine-cues.ts';
import type { Model } from './framing/learned/model.ts';
import type { Direction } from './framing/rules/findings.ts';
import { directionOf } from './theme-direction.ts';
import type { FoundTheme, ThemeReader } from './theme-reader.ts';

/** The most sentences that count for one brand. No answer has more to say. */
const MOST_SENTENCES = 100;

/**
 * An answer's statements about a brand, by theme: sentences with a verdict, under their themes or `other`; and
 * sentences whose words give a theme a clear direction, or state a property without judging. Leaves out a sentence if
 * its theme may have either of two verdicts.
 */
export function themeStatements(
  brand: TrackedBrand,
  framing: FramingReading,
  reader: ThemeReader,
  model: Model,
): Said[] {
  const said = framedSentences(framing).slice(0, MOST_SENTENCES);
  return said.flatMap(({ block, range, cues, scored }) => {
    const found = scored && reader.themesIn(scored.read);
    if (!found || (cues.length === 0 && isFooterOf(scored))) return [];
    const { from, to } = block.sourceOf(range.from, range.to);
    const stated = found.filter((each) => !isInside(scored.read.surely, each.from));
    const themes =
      cues.length > 0 ? verdictsOn(scored, cues, stated, model) : statedThemes(brand, scored, stated, model);
    return themes.map(([theme, how]): Said => ({ theme, framing: how, from, to }));
  });
}

/** Whether a sentence without brand names only says that prices change, or where to check them. */
function isFooterOf({ read: { sentence } }: ScoredSentence): boolean {
  const { marked, range } = sentence;
  const isNamed = within(marked.entities, range).some(({ brands }) => brands.length > 0);
  return !isNamed && isFooter(marked.block.text.slice(range.from, range.to));
}

const OTHER = 'other';

type Verdict = readonly [theme: string, framing: Framing];

/** The most certain themes of a sentence with a verdict, each with its clause's direction. */
function verdictsOn(
  scored: ScoredSentence,
  cues: FramedSentence['cues'],
  themes: readonly FoundTheme[],
  model: Model,
): Verdict[] {
  const directions = new Set(cues.map(({ direction }) => direction));
  const named = themes.filter(({ theme }) => theme !== OTHER);
  if (named.length === 0 && themes.length > 0)
    return directions.size === 1 ? [[OTHER, only(directions)]] : [];
  const isOfOne = directions.size === 1 && !hasOthers(scored) && !hasSeveralClauses(scored.read);
  return firstThemes(named, ({ from: place }) => {
    if (isOfOne) return only(directions);
    const clause = clauseAt(scored.read, place);
    const own = cues.filter(
      ({ from, to }) => clauseAt(scored.read, from) === clause && clauseAt(scored.read, to - 1) === clause,
    );
    const found = new Set(own.map(({ direction }) => direction));
    if (found.size === 0) return directionOf(scored, clause, model);
    return found.size === 1 ? only(found) : null;
  });
}

/** A sentence's most certain themes, each with the framing at its first place that has one, in text order. */
function firstThemes(
  themes: readonly FoundTheme[],
  framingOf: (theme: FoundTheme) => Framing | null,
): Verdict[] {
  const found = new Map<string, { theme: string; framing: Framing; from: number }>();
  for (const each of themes) {
    if (found.has(each.theme)) continue;
    const framing = framingOf(each);
    if (framing !== null) found.set(each.theme, { ...each, framing });
    if (found.size === MOST_THEMES) break;
  }
  return [...found.values()]
    .sort((a, b) => a.from - b.from)
    .map(({ theme, framing }): Verdict => [theme, framing]);
}

function only(directions: ReadonlySet<Direction>): Direction {
  return [...directions][0] as Direction;
}

/** Whether a sentence names several tracked brands. */
function hasOthers({ read: { sentence } }: ScoredSentence): boolean {
  const named = within(sentence.marked.entities, sentence.range).flatMap(({ brands }) => brands);
  return new Set([...named, sentence.brand]).size > 1;
}

/** The most certain themes of a sentence without a verdict. */
function statedThemes(
  brand: TrackedBrand,
  scored: ScoredSentence,
  themes: readonly FoundTheme[],
  model: Model,
): Verdict[] {
  const own = themes.filter(({ theme, from }) => theme !== OTHER && concernsBrand(brand, scored, from));
  return firstThemes(own, ({ from }) => directionOf(scored, clauseAt(scored.read, from), model));
}

/** Whether the text at a place concerns a brand: it is the sentence's first name, or the sentence has none. */
function concernsBrand(brand: TrackedBrand, { read: { sentence } }: ScoredSentence, at: number): boolean {
  const { marked, range } = sentence;
  const named = within(marked.entities, range);
  const tracked = named.filter(({ brands }) => brands.length > 0);
  const before = tracked.filter(({ from }) => from < at);
  const [first] = before.length > 0 ? before : tracked;
  if (first === undefined) return true;
  return joinedAfter(marked.text, named, named.indexOf(first)).some(({ brands }) => brands.includes(brand));
}
