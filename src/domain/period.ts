export const DAY_MS = 86_400_000;

/** An interval of UTC milliseconds: `from` included, `to` excluded. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

/**
 * The rolling window of `days`: (now - days * 24 h, now], exact to the millisecond.
 * Written half open on the other side because times are whole milliseconds.
 */
export function periodOf(now: number, days: number): Period {
  return { from: now - days * DAY_MS + 1, to: now + 1 };
}

/**
 * Counts are kept for blocks of 1, 4, 16 and 64 whole UTC days, each aligned to a multiple of its own span
 * since 1970-01-01. Any window is then at most six blocks of each of the short spans and a few long ones:
 * 365 days read about 15 blocks instead of 365 (docs/performance.md has the measurements).
 */
export const SPANS = [1, 4, 16, 64] as const;

/** A run of neighbouring blocks of one span, both ends included. Block b covers days [b * span, (b + 1) * span). */
export interface BlockRun {
  readonly span: number;
  readonly first: number;
  readonly last: number;
}

/** The block of `span` days that the instant falls in. */
export function blockOf(at: number, span: number): number {
  return Math.floor(at / (span * DAY_MS));
}

/** A window split into what whole-day counts cover and the ragged edges that only raw rows can tell. */
export interface Parts {
  readonly edges: readonly Period[];
  readonly runs: readonly BlockRun[];
}

/** Splits a period so that edges and runs together cover it exactly once. The edges add up to at most two days. */
export function partsOf(period: Period): Parts {
  const firstDay = Math.ceil(period.from / DAY_MS);
  const endDay = Math.floor(period.to / DAY_MS);
  if (firstDay >= endDay) return { edges: [period], runs: [] };
  const edges = [
    { from: period.from, to: firstDay * DAY_MS },
    { from: endDay * DAY_MS, to: period.to },
  ].filter((edge) => edge.from < edge.to);
  return { edges, runs: runsOf(firstDay, endDay, 0) };
}

/** Covers the days [first, end) with the fewest blocks, taking level `level` of SPANS at the ends. */
function runsOf(first: number, end: number, level: number): BlockRun[] {
  const span = SPANS[level] ?? 1;
  const parent = SPANS[level + 1];
  const inner = parent === undefined ? end : Math.ceil(first / parent) * parent;
  const innerEnd = parent === undefined ? end : Math.floor(end / parent) * parent;
  if (inner >= innerEnd) return runOf(first, end, span);
  return [...runOf(first, inner, span), ...runsOf(inner, innerEnd, level + 1), ...runOf(innerEnd, end, span)];
}

function runOf(firstDay: number, endDay: number, span: number): BlockRun[] {
  return firstDay === endDay ? [] : [{ span, first: firstDay / span, last: endDay / span - 1 }];
}
