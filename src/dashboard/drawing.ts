import type { Html } from './html.ts';

/** A part of a chart as wide as its place, with what stands beside it. */
export interface Piece {
  /** SVG whose places across are in percent. */
  readonly svg: Html;
  /** In pixels, as are the gutters left and right of it. */
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** What stands in the left gutter, and in the right one. */
  readonly name?: string;
  readonly text?: string;
}

/** A table as plain text. */
export interface Sheet {
  readonly heads: readonly { readonly label: string; readonly isFigure: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** A chart or a table that can be taken from its page. */
export interface Drawing {
  /** What it says, in a sentence or a few words. */
  readonly title: string;
  readonly drawn: { readonly pieces: readonly Piece[] } | { readonly sheet: Sheet };
  /** The answers that it counts; null where its own figures say how many. */
  readonly answers: number | null;
  /** The window of its figures; null for that of the page. ISO 8601 */
  readonly window: { readonly from: string; readonly until: string } | null;
}

/** What was drawn on a page, by names that are the same whenever the page is drawn. */
export class Drawings {
  readonly #all = new Map<string, Drawing>();

  /** @returns its name on this page, which is that of an element too */
  add(name: string, drawing: Drawing): string {
    let own = name;
    for (let count = 2; this.#all.has(own); count += 1) own = `${name}-${count}`;
    this.#all.set(own, drawing);
    return own;
  }

  named(name: string): Drawing | undefined {
    return this.#all.get(name);
  }
}
