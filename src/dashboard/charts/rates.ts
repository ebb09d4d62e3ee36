import type { Interval } from '../../domain/figures/proportion.ts';
import type { RangeFields } from '../../domain/figures/rate.ts';
import { RANGE, RATE } from '../../reports/shape/columns.ts';
import { cellText, type RateParts, rateParts } from '../../reports/show/cells.ts';

/** A rate from a report: rows of /visibility, /presence, and /trend, and comparison sides. One-question rates have no range. */
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

/** `12 of 56, 21% (13 to 34%)`, with any question range. */
export function rateText(figure: RateFigure): string {
  return cellText(COLUMN, { ...figure });
}

/** The parts of that text. */
export function partsOf(figure: RateFigure): RateParts {
  return rateParts(COLUMN, { ...figure });
}

/** `6 to 52%` for similar questions, or `any in 3 of 12 questions`; null for a rate about one question. */
export function rangeText(figure: RateFigure): string | null {
  return (figure.questions?.asked ?? 0) === 0 ? null : cellText(RANGE, { ...figure });
}
