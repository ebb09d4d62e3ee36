import { naming } from '../marks.ts';
import type { Panel } from '../panel.ts';
import type { Mentions } from '../segment.ts';

/**
 * Whom answers name: counts of what they cite or searched for are four, one for each number that `namingIn` gives, so that every
 * answer is in one of them.
 */
export const NAMINGS = 4;

/** Names the brand itself, and if nothing else is added, no competitor. */
export const BRAND = 1;
/** Names a competitor tracked now, and if nothing else is added, not the brand itself. */
export const RIVAL = 2;

/** Of each answer, 1 if it names the brand itself and 2 if it names a competitor tracked now, added up. */
export function namingIn({ self, competitors }: Panel, mentions: Mentions): Uint8Array {
  const [brand, rival] = [naming(mentions, [self]), naming(mentions, competitors)];
  for (let row = 0; row < brand.length; row++) {
    brand[row] = (brand[row] as number) | ((rival[row] as number) * RIVAL);
  }
  return brand;
}

/** The name of a counting whose counts depend on these brands. */
export function namedBy(name: string, { self, competitors }: Panel): string {
  return `${name} ${self} ${competitors.join(' ')}`;
}

/** How many answers there are in all, and how many of them name whom. */
export interface NamingCounts {
  readonly answers: number;
  /** Those that name the brand itself. */
  readonly named: number;
  /** Those that name a competitor tracked now. */
  readonly rivals: number;
  /** Those that name a competitor and not the brand itself. */
  readonly gaps: number;
}

export function namingCounts(count: (each: number) => number): NamingCounts {
  const [neither, named, gaps, both] = [count(0), count(1), count(2), count(3)];
  return { answers: neither + named + gaps + both, named: named + both, rivals: gaps + both, gaps };
}
