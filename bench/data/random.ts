import type { RandomBytes } from '../../src/domain/access/base62.ts';
import { generator } from '../../src/stats/distributions/generator.ts';

/** Uniform numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/**
 * The same numbers for the same seed (stats/distributions/generator.ts), so that every run measures the same
 * data.
 */
export function seeded(seed: number): Random {
  return generator(seed);
}

/** Bytes from a generator, for code that needs a source of randomness. Nothing here has to be secret. */
export function bytesFrom(random: Random): RandomBytes {
  return (size) => Uint8Array.from({ length: size }, () => Math.floor(random() * 256));
}

export function oneOf<T>(list: readonly T[], random: Random): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('cannot choose from an empty list');
  return item;
}

/**
 * Draws an index below `size` with a long tail: index k is proportional to 1 / (k + 1) (Zipf's law), like
 * citations over sites.
 */
export function zipf(size: number, random: Random): () => number {
  const reached: number[] = [];
  let sum = 0;
  for (let rank = 1; rank <= size; rank += 1) {
    sum += 1 / rank;
    reached.push(sum);
  }
  return () => firstAbove(reached, random() * sum);
}

function firstAbove(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
