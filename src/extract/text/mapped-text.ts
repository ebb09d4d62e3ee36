import type { Node } from 'mdast';
import type { Range } from './ranges.ts';

/** Replaces each character that must not be read as part of a name. */
export const BLANK = '\uFFFC';

/** A line break that the author meant, unlike one inside a paragraph. */
export const LINE_END = '\u2028';

/** Visible text in the making: for each UTF-16 unit it records which part of the source it was read from. */
export class MappedText {
  #text = '';
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  get text(): string {
    return this.#text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** Adds text that stands for a stretch of the source. */
  add(shown: string, { from, to }: Range): void {
    this.#text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) {
      this.#starts.push(from);
      this.#ends.push(to);
    }
  }

  /** Adds a stretch of the source unchanged, unit by unit. */
  addSource(source: string, from: number, to: number): void {
    this.#text += source.slice(from, to);
    for (let at = from; at < to; at += 1) {
      this.#starts.push(at);
      this.#ends.push(at + 1);
    }
  }

  /** Where in the source each unit begins and ends. */
  sourceMap(): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
    return { starts: new Uint32Array(this.#starts), ends: new Uint32Array(this.#ends) };
  }
}

/** The stretch of the source that a node was parsed from. */
export function rangeOf(node: Node): Range {
  return { from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 };
}
