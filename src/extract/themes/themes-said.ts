import type { Framing, Said } from '../../domain/answers/answer-reading.ts';
import { MOST_THEMES } from '../../domain/brand/theme.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { FramingReading } from '../framing/framing.ts';
import { joinedAfter } from '../framing/grammar/joined-names.ts';
import type { ScoredRemark } from '../framing/learned/judge.ts';
import type { Model } from '../framing/learned/model.ts';
import type { Direction } from '../framing/readers/findings.ts';
import { type SaidSentence, saidAbout } from '../framing/said.ts';
import { isInside, within } from '../text/ranges.ts';
import { clauseAt, isParted } from './clauses.ts';
import { isFooter } from './footers.ts';
import { directionOf } from './theme-direction.ts';
import type { FoundTheme, ThemeReader } from './themes-in.ts';

/** So many sentences about one brand count. No answer has more to say. */
const MOST_SENTENCES = 100;

/**
 * What an answer says of a brand by theme: the sentences in which the reader decided, by the themes that they speak of or as `other`; and those
 * that speak of a theme in a direction that is clear from their words, or that state a property and judge nothing. Where it cannot be told which of
 * two verdicts is about a theme, the sentence is left out.
 */
export function themesSaid(
  brand: TrackedBrand,
  framing: FramingReading,
  reader: ThemeReader,
  model: Model,
): Said[] {
  const said = saidAbout(framing).slice(0, MOST_SENTENCES);
  return said.flatMap(({ block, range, cues, scored }) => {
    const found = scored && reader.themesIn(scored.read);
    if (!found || (cues.length === 0 && isFooterOf(scored))) return [];
    const { from, to } = block.sourceOf(range.from, range.to);
    const stated = found.filter((each) => !isInside(scored.read.surely, each.from));
    const themes =
      cues.length > 0 ? verdictsOn(scored, cues, stated, model) : statedOf(brand, scored, stated, model);
    return themes.map(([theme, how]): Said => ({ theme, framing: how, from, to }));
  });
}

/** Whether a sentence that names no brand only says that prices change, or where to check them. */
function isFooterOf({ read: { remark } }: ScoredRemark): boolean {
  const { marked, range } = remark;
  const isNamed = within(marked.entities, range).some(({ brands }) => brands.length > 0);
  return !isNamed && isFooter(marked.block.text.slice(range.from, range.to));
}

const OTHER = 'other';

type Verdict = readonly [theme: string, framing: Framing];

/** The surest themes of a sentence in which the reader decided, each with the direction that its clause has. */
function verdictsOn(
  scored: ScoredRemark,
  cues: SaidSentence['cues'],
  themes: readonly FoundTheme[],
  model: Model,
): Verdict[] {
  const directions = new Set(cues.map(({ direction }) => direction));
  const named = themes.filter(({ theme }) => theme !== OTHER);
  if (named.length === 0 && themes.length > 0)
    return directions.size === 1 ? [[OTHER, only(directions)]] : [];
  const isOfOne = directions.size === 1 && !hasOthers(scored) && !isParted(scored.read);
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

/** The surest themes of a sentence, each with its framing at the first place where it has one, in the order of the text. */
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
function hasOthers({ read: { remark } }: ScoredRemark): boolean {
  const named = within(remark.marked.entities, remark.range).flatMap(({ brands }) => brands);
  return new Set([...named, remark.brand]).size > 1;
}

/** The surest themes of a sentence in which the reader did not decide. */
function statedOf(
  brand: TrackedBrand,
  scored: ScoredRemark,
  themes: readonly FoundTheme[],
  model: Model,
): Verdict[] {
  const own = themes.filter(({ theme, from }) => theme !== OTHER && isSaidOf(brand, scored, from));
  return firstThemes(own, ({ from }) => directionOf(scored, clauseAt(scored.read, from), model));
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
