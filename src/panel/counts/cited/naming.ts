import type { Column } from '../../bytes.ts';
import type { Panel } from '../../panel.ts';
import { brandOf, isNamed, type Rows } from '../../scan.ts';
import { byName } from '../../tally.ts';

/** What a segment's selected answers name. */
export interface Naming {
  /** By row: NAMES_BRAND, NAMES_COMPETITOR, both, or neither. Also neither for other answers. */
  readonly names: Uint8Array;
  /** The current competitors' cells. */
  readonly competitors: readonly Column[];
}

export const NAMES_BRAND = 1;
export const NAMES_COMPETITOR = 2;

export function namingIn(
  { self, competitors }: Panel,
  { data: { mentions }, rows }: Rows<'mentions'>,
): Naming {
  const names = new Uint8Array(mentions.n);
  const others = competitors.map((id) => brandOf(mentions, id).cell);
  mark(names, rows, brandOf(mentions, self).cell, NAMES_BRAND);
  for (const cells of others) mark(names, rows, cells, NAMES_COMPETITOR);
  return { names, competitors: others };
}

function mark(names: Uint8Array, rows: Uint32Array, cells: Column, bit: number): void {
  for (const row of rows) {
    if (isNamed(cells[row] ?? 0)) names[row] = (names[row] ?? 0) | bit;
  }
}

/** A query name that depends on these brands. */
export function namedBy(name: string, { self, competitors }: Panel): string {
  return `${name} ${self} ${competitors.join(' ')}`;
}

/** All answers, and those that name the brand, competitors, or only competitors. */
export interface NamingCounts {
  readonly answers: number;
  readonly named: number;
  readonly competitors: number;
  /** Answers that name a competitor but not the brand itself. */
  readonly gaps: number;
}

/** Each answer is in one of these counts, by what it names. */
const NAMINGS = {
  neither: 0,
  brand: NAMES_BRAND,
  gap: NAMES_COMPETITOR,
  both: NAMES_BRAND | NAMES_COMPETITOR,
} as const;
export const NAMING_COUNTS = Object.keys(NAMINGS).length;

export function namingCounts(count: (each: number) => number): NamingCounts {
  const { neither, brand, gap, both } = byName(NAMINGS, count);
  return { answers: neither + brand + gap + both, named: brand + both, competitors: gap + both, gaps: gap };
}
