import { type Html, html } from '../markup/html.ts';
import { dayText } from './days.ts';
import { missingPattern } from './missing.ts';

/** A day's count; null for a day of which nothing is known. */
export interface DayCount {
  /** `2026-11-20` */
  readonly day: string;
  readonly count: number | null;
  readonly isPartly: boolean;
}

const HEIGHT = 48;

/** Counts by day as bars; the tallest fills the height. A missing day is hatched, a partly observed one hollow. @param id unique on the page */
export function dayBars(id: string, name: string, days: readonly DayCount[]): Html {
  const most = Math.max(1, ...days.map(({ count }) => count ?? 0));
  const bars = days.map(({ count, isPartly }, place) => {
    const x = `${(100 * (place + 0.1)) / days.length}%`;
    const width = `${80 / days.length}%`;
    if (count === null)
      return html`<rect x="${x}" y="0" width="${width}" height="${HEIGHT}" fill="url(#${id})"/>`;
    const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
    const kind = `part${count === 0 ? ' none' : isPartly ? ' partly' : ''}`;
    return html`<rect class="${kind}" x="${x}" y="${HEIGHT - height}" width="${width}" height="${height}"/>`;
  });
  return html`<svg class="day-bars" width="100%" height="${HEIGHT}" role="img" aria-label="${label(name, days)}">${missingPattern(id)}${bars}</svg>`;
}

function label(name: string, days: readonly DayCount[]): string {
  const each = days.map(
    ({ day, count, isPartly }) =>
      `${dayText(day)} ${count ?? 'not observed'}${isPartly ? ' (partly observed)' : ''}`,
  );
  return `${name}, by day: ${each.join(', ')}`;
}

/** Days as text: `Nov 7, 8`; at most five, then their number. */
export function someDays(days: readonly string[]): string {
  if (days.length > 5) return `${days.length} days`;
  const texts = days.map((day) => dayText(day));
  // The month only where it is another one.
  return texts
    .map((text, place) =>
      text.split(' ')[0] === texts[place - 1]?.split(' ')[0] ? text.split(' ')[1] : text,
    )
    .join(', ');
}
