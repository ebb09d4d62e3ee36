import { at } from '../../bytes.ts';
import type { Panel } from '../../panel.ts';
import { brandOf, isNamed } from '../../scan.ts';
import type { Mentions } from '../../segment.ts';
import { byName, numbered } from '../../tally.ts';

/** Names the brand itself, and current competitors by their places. */
export interface Naming {
  readonly isBrand: boolean;
  readonly competitors: readonly number[];
}

/** What an answer names, by its row. */
export function namingIn({ self, competitors }: Panel, mentions: Mentions): (row: number) => Naming {
  const own = brandOf(mentions, self).cell;
  const others = competitors.map((id, place) => ({ place, cell: brandOf(mentions, id).cell }));
  return (row) => {
    const named: number[] = [];
    for (const { place, cell } of others) if (isNamed(at(cell, row))) named.push(place);
    return { isBrand: isNamed(at(own, row)), competitors: named };
  };
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

/** Each answer is in one of these counts. */
const NAMINGS = numbered(['neither', 'brand', 'gap', 'both']);
export const NAMING_COUNTS = Object.keys(NAMINGS).length;

/** The count for an answer. */
export function namingCountOf({ isBrand, competitors }: Naming): number {
  if (competitors.length === 0) return isBrand ? NAMINGS.brand : NAMINGS.neither;
  return isBrand ? NAMINGS.both : NAMINGS.gap;
}

export function namingCounts(count: (each: number) => number): NamingCounts {
  const { neither, brand, gap, both } = byName(NAMINGS, count);
  return { answers: neither + brand + gap + both, named: brand + both, competitors: gap + both, gaps: gap };
}
