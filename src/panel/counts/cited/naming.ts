import { naming } from '../../marks.ts';
import type { Panel } from '../../panel.ts';
import type { Mentions } from '../../segment.ts';

/** Counts of citations and searches come in four, one per result of `namingIn`; every answer is in exactly one. */
export const NAMINGS = 4;

/** The answer names the brand itself. */
export const BRAND = 1;
/** The answer names a current competitor. */
export const COMPETITOR = 2;

/** For each answer, BRAND plus COMPETITOR as far as it names them. */
export function namingIn({ self, competitors }: Panel, mentions: Mentions): Uint8Array {
  const [brand, competitor] = [naming(mentions, [self]), naming(mentions, competitors)];
  for (let row = 0; row < brand.length; row++) {
    brand[row] = (brand[row] as number) | ((competitor[row] as number) * COMPETITOR);
  }
  return brand;
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

export function namingCounts(count: (each: number) => number): NamingCounts {
  const [neither, named, gaps, both] = [count(0), count(1), count(2), count(3)];
  return { answers: neither + named + gaps + both, named: named + both, competitors: gaps + both, gaps };
}
