/** Lengths of time in milliseconds; days are those of UTC, which all have the same length. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

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

/** The length of a period in days of 24 hours, rounded up. */
export function daysIn({ from, to }: Period): number {
  return Math.ceil((to - from) / DAY_MS);
}

/** A calendar month of UTC, `2026-10`. It is written as one. */
export function monthPeriod(month: string): Period {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1), to: Date.UTC(year, number) };
}

/** The calendar month of UTC so many months before. */
export function monthBefore(month: string, months: number): string {
  const at = new Date(monthPeriod(month).from);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months))
    .toISOString()
    .slice(0, 'yyyy-mm'.length);
}

/** The same date and time of day in the year before; of February 29 that of the 28th. */
export function yearBefore(at: number): number {
  const date = new Date(at);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  // A date that there is not becomes one of the next month.
  return date.getUTCDate() === new Date(at).getUTCDate() ? date.getTime() : date.getTime() - DAY_MS;
}

/**
 * Counts are kept for blocks of 1, 4, 16, 64 and 256 whole UTC days, each aligned to a multiple of its own span since
 * 1970-01-01, so that any window is a few blocks (docs/performance.md has the measurements).
 */
export const SPANS = [1, 4, 16, 64, 256] as const;

/** A quarter of a UTC day. */
export const QUARTER = 0.25;

/**
 * Mentions are counted in quarters of days too: without them, the raw rows of up to half a day are most of what a short window
 * of a large brand costs.
 */
export const MENTION_SPANS = [QUARTER, ...SPANS] as const;

/**
 * What is counted on each engine apart has about as many rows as there are raw ones in a day, so it is kept for blocks of
 * these lengths only.
 */
export const ENGINE_SPANS = [4, 64] as const;

/** Counts by engine and prompt have about as many rows in a day as there are answers: fewer lengths, so that sealing costs less. */
export const QUESTION_SPANS = [QUARTER, 2, 16, 128] as const;

/**
 * Counts by prompt of every tracked brand have several times as many rows in a day as there are answers. They are of sealed days
 * only, so that storing an answer writes none of them.
 */
export const PANEL_SPANS = [4, 32, 256] as const;

/** Pages are counted in blocks of this many days only: there are too many of them for the longer and shorter ones. */
export const PAGE_SPAN = 16;

/**
 * Blocks of up to a day, or the shortest that a table has, are open: each answer is counted in them when it is stored. Longer
 * ones hold the answers of sealed days only (storage/answers/sealing.ts), because an answer is in all of their lengths.
 */
const LONGEST_OPEN = 1;

/** The sealed day of a brand that has no sealed days, and of what is kept in open blocks only. */
export const NOTHING_SEALED = 0;

/** The lengths of open blocks among these, which are ascending. */
export function openSpans(spans: readonly number[]): readonly number[] {
  return spans.filter((span, index) => index === 0 || span <= LONGEST_OPEN);
}

/** The longer ones. */
export function sealedSpans(spans: readonly number[]): readonly number[] {
  return spans.slice(openSpans(spans).length);
}

/** The block of `span` days that the instant falls in. */
export function blockOf(at: number, span: number): number {
  return Math.floor(at / (span * DAY_MS));
}

/** The UTC day of an instant, in whole days since 1970-01-01. */
export function dayOf(at: number): number {
  return blockOf(at, 1);
}

/** The part of a UTC day that a period has, where it does not have all of it. */
export interface PartDay extends Period {
  /** The first instant of the day. */
  readonly start: number;
}

/** The days that a period begins or ends within: at most two. */
export function partDaysOf({ from, to }: Period): PartDay[] {
  const days = [from, to].filter((at) => at % DAY_MS !== 0).map(dayOf);
  return [...new Set(days)].map((day) => {
    const start = day * DAY_MS;
    return { start, from: Math.max(from, start), to: Math.min(to, start + DAY_MS) };
  });
}

/** Whether a part's counts are added or subtracted. */
export type Sign = 1 | -1;

/** A run of neighboring blocks of one span, both ends included. Block b covers days [b * span, (b + 1) * span). */
export interface BlockRun {
  readonly span: number;
  readonly first: number;
  readonly last: number;
  readonly sign: Sign;
}

/** A stretch of time, mostly shorter than a day, which only raw rows can count. */
export interface Edge extends Period {
  readonly sign: Sign;
}

/** What to add and what to subtract to count a period exactly. */
export interface Parts {
  readonly edges: readonly Edge[];
  readonly runs: readonly BlockRun[];
}

/**
 * Splits a period into blocks of some lengths and edges. Counts are integers, so what is counted too much can be subtracted again
 * exactly: the start moves to the nearest boundary, earlier or later, and the end to the next later one, because the
 * days after a window that ends now are still empty and cost nothing to subtract. Days that are not sealed are read in open
 * blocks.
 *
 * @param spans the lengths of the blocks that are kept, ascending
 * @param sealedDay the first day that the longer ones do not hold
 * @returns at most two edges, and at most two runs of each span but one of the longest
 */
export function partsOf(period: Period, spans: readonly number[], sealedDay: number): Parts {
  const shortest = spans[0] ?? 1;
  const length = shortest * DAY_MS;
  const first = Math.round(period.from / length);
  const end = Math.ceil(period.to / length);
  return {
    edges: [...edgeBetween(period.from, first * length), ...edgeBetween(end * length, period.to)],
    runs: runsOf(first * shortest, end * shortest, spans, sealedDay).runs,
  };
}

/** The same of counts that hold sealed days only: later ones belong to the edges, which may then be longer than a day. */
export function sealedPartsOf(period: Period, spans: readonly number[], sealedDay: number): Parts {
  const [shortest = 1] = spans;
  const length = shortest * DAY_MS;
  const held = Math.floor(sealedDay / shortest);
  const [first, end] = [period.from, period.to].map((at) => Math.min(Math.round(at / length), held)) as [
    number,
    number,
  ];
  if (first >= end) return { edges: [{ ...period, sign: 1 }], runs: [] };
  return {
    edges: [...edgeBetween(period.from, first * length), ...edgeBetween(end * length, period.to)],
    runs: runsOf(first * shortest, end * shortest, spans, sealedDay).runs,
  };
}

/** What lies between two instants, added where they are in order and subtracted where they are not. */
function edgeBetween(from: number, to: number): Edge[] {
  if (from === to) return [];
  return [from < to ? { from, to, sign: 1 } : { from: to, to: from, sign: -1 }];
}

interface Runs {
  readonly runs: readonly BlockRun[];
  readonly blocks: number;
}

/** The cheapest way to the days [first, end): all in blocks of the shortest span, or a step to the next. */
function runsOf(first: number, end: number, spans: readonly number[], sealedDay: number): Runs {
  const [span = 1, parent = 0] = spans;
  const direct = { runs: runBetween(first, end, span), blocks: (end - first) / span };
  if (parent === 0) return direct;
  const isLastOpen = openSpans(spans).length === 1;
  // The longer blocks hold whole blocks of this span only, so that each of these is either in them or not.
  const sealed = isLastOpen ? Math.floor(sealedDay / span) * span : Number.POSITIVE_INFINITY;
  const nearest = Math.round(first / parent) * parent;
  if (nearest >= sealed) return direct;
  const longEnd = Math.min(end, sealed);
  const after = Math.ceil(longEnd / parent) * parent;
  const beyond = runsOf(nearest, after, spans.slice(1), isLastOpen ? Number.POSITIVE_INFINITY : sealedDay);
  // What the longer blocks hold too much, or what they do not hold yet.
  const rest = runBetween(Math.min(after, sealed), end, span);
  const blocks = beyond.blocks + (Math.abs(nearest - first) + Math.max(0, end - sealed)) / span;
  if (direct.blocks <= blocks) return direct;
  return { runs: [...runBetween(first, nearest, span), ...beyond.runs, ...rest], blocks };
}

function runBetween(fromDay: number, toDay: number, span: number): BlockRun[] {
  if (fromDay === toDay) return [];
  const [low, high, sign] = fromDay < toDay ? [fromDay, toDay, 1 as const] : [toDay, fromDay, -1 as const];
  return [{ span, first: low / span, last: high / span - 1, sign }];
}
