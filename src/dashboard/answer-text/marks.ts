import type { MappedText } from '../../extract/text/mapped-text.ts';
import type { Range } from '../../extract/text/ranges.ts';

/** Kinds of marks. Each has its own text and color. */
export type MarkKind =
  | 'self'
  | 'competitor'
  | 'refused'
  | 'recommended'
  | 'negative'
  | 'hedged'
  | 'citation'
  | 'quoted';

/** A marked stretch of an answer, in UTF-16 offsets. Marks may overlap. */
export interface Mark extends Range {
  readonly kind: MarkKind;
  /** Link target: letters, digits, and hyphens. */
  readonly id?: string;
  /** Description and reason. */
  readonly title?: string;
  /** Text after the mark, for example a list position. The mark must end in text, not in markup. */
  readonly badge?: string;
}

/** Shown text under one set of marks. */
export interface Segment {
  readonly text: string;
  readonly marks: readonly Mark[];
  /** Marks that begin or end here. */
  readonly begun: readonly Mark[];
  readonly ended: readonly Mark[];
}

/** Splits an answer's texts, in source order, where marks begin and end. */
export class Marker {
  readonly #marks: readonly Mark[];
  #next = 0;
  /** Marks that reach into later texts. */
  #open: Mark[] = [];
  readonly #begun = new Set<Mark>();

  constructor(marks: readonly Mark[]) {
    this.#marks = marks.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from || b.to - a.to);
  }

  /** @param shift answer offset minus map offset @param text shown text, as long as the mapped text */
  segmentsOf(mapped: MappedText, shift: number, text: string): Segment[] {
    if (this.#marks.length === 0) return [{ text, marks: [], begun: [], ended: [] }];
    const { starts, ends } = mapped.sourceMap();
    const last = ends.at(-1);
    if (last === undefined) return [];
    const here = this.#marksUpTo((starts[0] ?? 0) + shift, last + shift);
    const places = here.flatMap((mark) => placeIn(mark, starts, ends, shift, text));
    return this.#segments(text, places, last + shift);
  }

  /** Marks that overlap a source range. */
  #marksUpTo(from: number, to: number): readonly Mark[] {
    for (let mark = this.#marks[this.#next]; mark && mark.from < to; mark = this.#marks[this.#next]) {
      this.#open.push(mark);
      this.#next += 1;
    }
    this.#open = this.#open.filter((mark) => mark.to > from);
    return this.#open;
  }

  #segments(text: string, places: readonly Place[], end: number): Segment[] {
    const cuts = [...new Set([0, text.length, ...places.flatMap(({ from, to }) => [from, to])])];
    cuts.sort((a, b) => a - b);
    const beginning = Map.groupBy(places, ({ from }) => from);
    let current: Place[] = [];
    return cuts.slice(0, -1).map((from, index) => {
      const to = cuts[index + 1] ?? text.length;
      current = [...current.filter((place) => place.to > from), ...(beginning.get(from) ?? [])];
      const marks = current.map(({ mark }) => mark);
      const begun = marks.filter((mark) => !this.#begun.has(mark));
      for (const mark of begun) this.#begun.add(mark);
      const ended = current.filter((place) => place.to === to && place.mark.to <= end);
      return { text: text.slice(from, to), marks, begun, ended: ended.map(({ mark }) => mark) };
    });
  }
}

interface Place extends Range {
  readonly mark: Mark;
}

/** A mark's range in shown text; empty if it covers only markup. Never splits a character. */
function placeIn(mark: Mark, starts: Uint32Array, ends: Uint32Array, shift: number, text: string): Place[] {
  let from = firstAbove(ends, mark.from - shift);
  let to = firstAbove(starts, mark.to - shift - 1);
  if (isLowSurrogate(text, from)) from -= 1;
  if (isLowSurrogate(text, to)) to += 1;
  return from < to ? [{ mark, from, to }] : [];
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}

/** Index of the first ascending number above a limit. */
function firstAbove(numbers: Uint32Array, limit: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
