import { type BucketUnit, bucketAt } from '../domain/time/buckets.ts';
import { at } from './bytes.ts';
import type { Rows } from './scan.ts';

/** A day's or week's answers, by its first day. */
interface BucketRows {
  readonly firstDay: number;
  readonly rows: Uint32Array;
}

export function bucketsIn({ data: { mentions }, rows }: Rows<'mentions'>, unit: BucketUnit): BucketRows[] {
  const buckets: BucketRows[] = [];
  let from = 0;
  while (from < rows.length) {
    const { firstDay, to } = bucketAt(at(mentions.at, at(rows, from)), unit);
    let until = from + 1;
    while (until < rows.length && at(mentions.at, at(rows, until)) < to) until++;
    buckets.push({ firstDay, rows: rows.subarray(from, until) });
    from = until;
  }
  return buckets;
}
