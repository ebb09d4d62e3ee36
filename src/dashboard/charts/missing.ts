import { type Html, html } from '../markup/html.ts';
import { daysText } from './days.ts';
import { type Point, rangeOf, type TimeRange } from './plot.ts';

/** Days of which nothing is known, in a chart. */
export interface MissingDays {
  /** For the hatching, unique on the page. */
  readonly id: string;
  readonly days: readonly TimeRange[];
}

/** Hatching for what nobody observed: `fill="url(#id)"`. @param id unique on the page */
export function missingPattern(id: string): Html {
  return html`<defs><pattern id="${id}" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="missing-ground" width="5" height="5"/><rect class="missing-line" width="1.5" height="5"/></pattern></defs>`;
}

/** Missing days within a chart over time, hatched; null without any. */
export function missingDays(
  points: readonly Point[],
  { id, days }: MissingDays,
  height: number,
): Html | null {
  const [first, last] = [points[0]?.start ?? '', points.at(-1)?.end ?? ''];
  const inside = days.filter(({ from, until }) => first <= until && from <= last);
  if (inside.length === 0) return null;
  return html`${missingPattern(id)}${inside.map((range) => html`<rect${rangeOf(points, range)} y="0" height="${height}" fill="url(#${id})"><title>Not observed: ${daysText(range.from, range.until)}</title></rect>`)}`;
}
