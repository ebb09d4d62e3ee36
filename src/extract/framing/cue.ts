import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import type { Block } from '../text/blocks.ts';
import { withoutTrailingMarks } from '../text/citation-marks.ts';
import type { Range } from '../text/ranges.ts';

export type Direction = 'recommended' | 'negative';

/** A cue's meaning for its names. */
export interface Verdict {
  readonly family: 'pick' | 'scoped' | 'rejection';
  readonly direction: Direction;
}

export const PICK: Verdict = { family: 'pick', direction: 'recommended' };
/** The verdict that a brand is good for one purpose. */
export const SCOPED: Verdict = { family: 'scoped', direction: 'recommended' };
export const REJECTION: Verdict = { family: 'rejection', direction: 'negative' };

/** A phrase that frames a brand. Its range is in the block's visible text. */
export interface Cue extends Verdict, Range {
  readonly brand: TrackedBrand;
  readonly block: Block;
  /** A hedge in its sentence, which decides nothing. */
  readonly hedge: string | null;
}

/** A name's tracked brands. */
export interface Subject {
  readonly brands: readonly TrackedBrand[];
}

/** A cue for each brand of some names. */
export function cuesFor(
  names: readonly Subject[],
  verdict: Verdict,
  block: Block,
  { from, to }: Range,
): Cue[] {
  const { family, direction } = verdict;
  const brands = new Set(names.flatMap((name) => name.brands));
  return [...brands].map((brand) => ({ brand, family, direction, block, from, to, hedge: null }));
}

export function wordsIn(text: string, { from, to }: Range): Range {
  const label = withoutTrailingMarks(text.slice(from, to));
  const lead = /^[^\p{L}\p{N}]*/u.exec(label)?.[0].length ?? 0;
  const trail = /[^\p{L}\p{N}]*$/u.exec(label)?.[0].length ?? 0;
  return lead === label.length ? { from, to } : { from: from + lead, to: from + label.length - trail };
}

/** A block's cues in text order, without overlapping repeats with the same direction and brand. */
export function withoutRepeats(cues: readonly Cue[]): Cue[] {
  const kept: Cue[] = [];
  for (const cue of cues.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const isRepeat = kept.some(
      (other) => other.brand === cue.brand && other.direction === cue.direction && other.to > cue.from,
    );
    if (!isRepeat) kept.push(cue);
  }
  return kept;
}
