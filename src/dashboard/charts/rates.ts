import type { Interval } from '../../domain/proportion.ts';
import { RATE } from '../../reports/shape/columns.ts';
import { cellText, type RateParts, rateParts } from '../../reports/show/cells.ts';

/** A rate as reports give it: rows of /visibility, /presence, and /trend, and the sides of a comparison. */
export interface RateFigure {
  readonly present: number;
  readonly responses: number;
  /** Null below the floor. */
  readonly rate: number | null;
  readonly min_sample: number;
  readonly interval: Interval | null;
}

const COLUMN = { id: 'rate', label: '', ...RATE } as const;

/** `12 of 56, 21% (13 to 34%)` */
export function rateText(figure: RateFigure): string {
  return cellText(COLUMN, { ...figure });
}

/** The same in its parts. */
export function partsOf(figure: RateFigure): RateParts {
  return rateParts(COLUMN, { ...figure });
}
