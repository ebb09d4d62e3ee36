import type { Range } from '../text/ranges.ts';
import type { CueFamily, Direction } from './english-words.ts';
import type { Entity } from './marked-block.ts';

/** A cue at its place in a block's visible text, and the names it acts on. */
export interface Finding extends Range {
  readonly family: CueFamily;
  readonly direction: Direction;
  readonly subjects: readonly Entity[];
}

/** The place of a match's cue: of its group of that name, or all of it. */
export function cueOf(match: RegExpExecArray): Range {
  const cue = match.groups?.cue ?? match[0];
  const from = match.index + match[0].lastIndexOf(cue);
  return { from, to: from + cue.length };
}

/** The words of a match before the name that it ends with, without punctuation and articles. */
export function wordsBefore(match: RegExpExecArray, nameFrom: number): Range {
  const text = match[0].slice(0, Math.max(0, nameFrom - match.index));
  const lead =
    /^[\s,.:;–—]*(?:[\w-]+ ){0,3}(?=(?:the|our|my|your) )|^[\s,.:;–—]*/.exec(text)?.[0].length ?? 0;
  const words = text.replace(/(?:\s+(?:the|a|an|either|both|any))?\s*$/, '');
  return { from: match.index + lead, to: match.index + Math.max(lead + 1, words.length) };
}

/** Of findings that overlap, with the same brands and direction, only the first counts. */
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
