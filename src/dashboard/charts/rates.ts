import type { Interval } from '../../domain/proportion.ts';
import type { RangeFields } from '../../domain/rate.ts';
import { RANGE, RATE } from '../../reports/shape/columns.ts';
import { cellText, type RateParts, rateParts } from '../../reports/show/cells.ts';

/** A rate as reports give it: rows of /visibility, /presence, and /trend, and the sides of a comparison, which are of one question or have no range. */
export interface RateFigure extends Partial<Omit<RangeFields, 'questions'>> {
  readonly questions?: RangeFields['questions'] | null;
  readonly present: number;
  readonly responses: number;
  /** Null below the floor. */
  readonly rate: number | null;
  readonly min_sample: number;
  readonly interval: Interval | null;
}

const COLUMN = { id: 'rate', label: '', ...RATE, range: RANGE.range } as const;

/** `12 of 56, 21% (13 to 34%)`, with its range of questions if it has one. */
export function rateText(figure: RateFigure): string {
  return cellText(COLUMN, { ...figure });
}

/** The same in its parts. */
export function partsOf(figure: RateFigure): RateParts {
  return rateParts(COLUMN, { ...figure });
}

/** `6 to 52%` for questions like those asked, or `3 of 12 ever`; null of a rate that is not about several. */
export function rangeText(figure: RateFigure): string | null {
  return (figure.questions?.asked ?? 0) === 0 ? null : cellText(RANGE, { ...figure });
}
