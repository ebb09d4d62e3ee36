import type { Html } from './html.ts';

/** A part of a chart that stretches to the available width, with text beside it. */
export interface Piece {
  /** SVG with horizontal positions in percent. */
  readonly svg: Html;
  /** In pixels, like the gutters. */
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** Text in the left and right gutters. */
  readonly name?: string;
  readonly text?: string;
}

/** A table as plain text. */
export interface Sheet {
  readonly heads: readonly { readonly label: string; readonly isFigure: boolean }[];
  readonly rows: readonly (readonly string[])[];
}

/** A chart or table that readers can copy from its page. */
export interface Drawing {
  /** A sentence or a few words. */
  readonly title: string;
  readonly drawn: { readonly pieces: readonly Piece[] } | { readonly sheet: Sheet };
  /** A link to its answers' count; null if its own figures state the count. */
  readonly answers: number | null;
  /** The figures' window; null for the page's. ISO 8601 */
  readonly window: { readonly from: string; readonly until: string } | null;
}

/** A page's charts and tables, by names that are stable between requests. */
export class Drawings {
  readonly #all = new Map<string, Drawing>();

  /** @returns the element id on this page */
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
