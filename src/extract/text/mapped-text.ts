import type { Node } from 'mdast';
import type { Range } from './ranges.ts';

/** Replaces each character that cannot be part of a name. */
export const BLANK = '\uFFFC';

/** An intended line break, unlike one inside a paragraph. */
export const LINE_END = '\u2028';

/** Builds visible text, and records each UTF-16 unit's source range. */
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

  /** Adds text for a source range. */
  add(shown: string, { from, to }: Range): void {
    this.#text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) {
      this.#starts.push(from);
      this.#ends.push(to);
    }
  }

  /** Adds a source range unchanged, unit by unit. */
  addSource(source: string, from: number, to: number): void {
    this.#text += source.slice(from, to);
    for (let at = from; at < to; at += 1) {
      this.#starts.push(at);
      this.#ends.push(at + 1);
    }
  }

  /** Each unit's start and end in the source. */
  sourceMap(): { readonly starts: Uint32Array; readonly ends: Uint32Array } {
    return { starts: new Uint32Array(this.#starts), ends: new Uint32Array(this.#ends) };
  }
}

export function rangeOf(node: Node): Range {
  return { from: node.position?.start.offset ?? 0, to: node.position?.end.offset ?? 0 };
}
