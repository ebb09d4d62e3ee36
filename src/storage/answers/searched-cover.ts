import { DAY_MS, dayOf, type Period, SPANS } from '../../domain/period.ts';

/** One block of kept counts. */
export interface Block {
  readonly span: number;
  readonly block: number;
}

/** Shorter blocks have too few answers for their first queries to say anything. The index search_counts_most has these. */
const LONG_SPANS = SPANS.filter((span) => span >= 16);
const SHORTEST = LONG_SPANS[0] ?? 16;

/**
 * The most blocks of a cover: a window of 365 days needs 3 of 16 days and 3 of 64 on either side of the longest ones, of
 * which it has room for one.
 */
export const MOST_BLOCKS = 14;

/** The most days that are looked at one by one, because no longer block holds them yet. */
export const MOST_OPEN_DAYS = 4;

/** The days of a period that are not sealed. */
export function openDaysOf({ from, to }: Period, sealedDay: number): Block[] {
  const first = Math.max(dayOf(from), sealedDay);
  const end = Math.ceil(to / DAY_MS);
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({ span: 1, block: first + index }));
}

/**
 * Ways to cover the sealed days of a period with blocks, which may reach beyond it: by blocks of each length alone, and by the
 * longest that fit. Which is best depends on how the answers lie in them. They have blocks in common.
 */
export function coversOf({ from, to }: Period, sealedDay: number): Block[][] {
  const first = dayOf(from);
  const end = Math.min(Math.ceil(to / DAY_MS), sealedDay);
  return [...LONG_SPANS.map((span) => blocksIn(first, end, [span])), blocksIn(first, end, LONG_SPANS)].filter(
    (cover) => cover.length <= MOST_BLOCKS,
  );
}

function blocksIn(first: number, end: number, spans: readonly number[]): Block[] {
  const shortest = spans[0] ?? SHORTEST;
  const last = Math.ceil(end / shortest) * shortest;
  const blocks: Block[] = [];
  for (let day = Math.floor(first / shortest) * shortest; day < last; ) {
    const span = spans.findLast((each) => day % each === 0 && day + each <= last) ?? shortest;
    blocks.push({ span, block: day / span });
    day += span;
  }
  return blocks;
}

/** How many rows of a block have this many answers. */
export interface Level {
  readonly answers: number;
  readonly rows: number;
}

/** Up to which number of answers each block of a cover is left unread, and how many rows have more. */
export interface Thresholds {
  readonly answers: readonly number[];
  readonly rows: number;
}

/**
 * The thresholds that leave the fewest rows, as far as going down step by step finds them, so that whatever has at most
 * that many answers in every block has fewer than `least` in all of them.
 *
 * @param blocks for each block its levels, most answers first, from which on nothing is known of it; 0 ends a whole block
 * @returns null if the levels do not reach down far enough
 */
export function thresholdsFor(blocks: readonly (readonly Level[])[], least: number): Thresholds | null {
  const places = blocks.map(() => 0);
  const at = (index: number, place: number) => blocks[index]?.[place];
  const costOf = (index: number): number => {
    const [level, next] = [at(index, places[index] ?? 0), at(index, (places[index] ?? 0) + 1)];
    return level && next ? level.rows / (level.answers - next.answers) : Number.POSITIVE_INFINITY;
  };
  const sum = () => places.reduce((total, place, index) => total + (at(index, place)?.answers ?? 0), 0);
  let rows = 0;
  while (sum() >= least) {
    const costs = blocks.map((_, index) => costOf(index));
    const cheapest = Math.min(...costs);
    if (!Number.isFinite(cheapest)) return null;
    const index = costs.indexOf(cheapest);
    rows += at(index, places[index] ?? 0)?.rows ?? 0;
    places[index] = (places[index] ?? 0) + 1;
  }
  return { answers: places.map((place, index) => at(index, place)?.answers ?? 0), rows };
}
