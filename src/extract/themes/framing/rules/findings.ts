import type { Range } from '../../../text/ranges.ts';
import type { Entity } from '../grammar/entities.ts';
import type { MarkedSentence } from '../grammar/marked-sentence.ts';

export type Direction = 'recommended' | 'negative';
export type CueFamily =
  | 'shortcoming'
  | 'pick'
  | 'scoped'
  | 'rejection'
  | 'deficit'
  | 'incident'
  | 'comparison';

/** A cue's meaning for its names. */
export interface Verdict {
  readonly family: CueFamily;
  readonly direction: Direction;
}

export const PICK: Verdict = { family: 'pick', direction: 'recommended' };
/** The verdict that a brand is good for one purpose. */
export const SCOPED: Verdict = { family: 'scoped', direction: 'recommended' };
export const REJECTION: Verdict = { family: 'rejection', direction: 'negative' };
export const DEFICIT: Verdict = { family: 'deficit', direction: 'negative' };
export const INCIDENT: Verdict = { family: 'incident', direction: 'negative' };

/** A cue in a block's visible text, with its names. */
export interface Finding extends Verdict, Range {
  readonly subjects: readonly Entity[];
  /** Whether it is a label or a conclusion of its own. */
  readonly isVerdict?: boolean;
}

/** A finding in a sentence, with its place in the block. */
export function findingIn(
  { text, range }: MarkedSentence,
  { family, direction }: Verdict,
  subjects: readonly Entity[],
  cue: Range,
): Finding {
  const blanks = /^\s*/.exec(text.slice(cue.from, cue.to))?.[0].length ?? 0;
  const from = cue.from + blanks + range.from;
  return { family, direction, subjects, from, to: cue.to + range.from };
}

/** One phrase that ranks some names above others. */
export function comparisonIn(
  sentence: MarkedSentence,
  better: readonly Entity[],
  worse: readonly Entity[],
  cue: Range,
): Finding[] {
  return [
    findingIn(sentence, { family: 'comparison', direction: 'recommended' }, better, cue),
    findingIn(sentence, { family: 'comparison', direction: 'negative' }, worse, cue),
  ];
}

export function overlaps(a: Range, b: Range): boolean {
  return a.from < b.to && a.to > b.from;
}

/** The findings without overlapping repeats with the same direction and brands. */
export function withoutRepeats(findings: readonly Finding[]): Finding[] {
  const kept: Finding[] = [];
  let open: Finding[] = [];
  for (const each of findings.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const brands = new Set(each.subjects.flatMap((subject) => subject.brands));
    if (brands.size === 0) continue;
    open = open.filter((other) => other.to > each.from);
    const isRepeat = open.some(
      (other) =>
        other.direction === each.direction &&
        other.from < each.to &&
        [...brands].every((brand) => other.subjects.some((subject) => subject.brands.includes(brand))),
    );
    if (isRepeat) continue;
    kept.push(each);
    open.push(each);
  }
  return kept;
}
