import { fillLater } from './fill-later.ts';

/** Counts of mentions in quarters of days: in visibility_counts, under the span 0. */
export const quarters = (): string[] => [fillLater('visibility_quarters', 'brand_heads')];
