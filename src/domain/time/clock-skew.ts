/**
 * The largest clock difference between servers on one store. After one server's lease ends, others wait this much
 * longer, because their clocks may be ahead.
 */
export const MOST_SKEW_MS = 60_000;
