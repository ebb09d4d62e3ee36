import { type Html, html } from '../markup/html.ts';

const HEIGHT = 24;
const WIDTH = 6;
const GAP = 2;

/** Weekly counts as small bars; the tallest fills the row. @param name subject, for screen readers */
export function weekBars(name: string, counts: readonly number[]): Html {
  const most = Math.max(1, ...counts);
  const bars = counts.map((count, week) => {
    const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * HEIGHT));
    return html`<rect class="part${count === 0 && ' none'}" x="${week * (WIDTH + GAP)}" y="${HEIGHT - height}" width="${WIDTH}" height="${height}"/>`;
  });
  const label = `${name}, by week: ${counts.join(', ')}`;
  return html`<svg class="week-bars" width="${counts.length * (WIDTH + GAP)}" height="${HEIGHT}" role="img" aria-label="${label}">${bars}</svg>`;
}
