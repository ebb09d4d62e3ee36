/**
 * How far the clocks of servers on one store may be apart. Whatever one server holds until an instant, another one leaves alone for so
 * much longer, because it may be there already.
 */
export const MOST_SKEW_MS = 60_000;
