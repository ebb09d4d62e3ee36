import { type Html, html } from '../markup/html.ts';
import { daysText } from './days.ts';
import { isolated } from './labels.ts';
import { across, type Point } from './plot.ts';
import { rateText } from './rates.ts';

interface Named {
  readonly name: string;
  readonly points: readonly (Point & { readonly href: string | null })[];
}

export interface Buckets {
  /** At least one series; all with the same days or weeks. Links lead to the first one's answers. */
  readonly series: readonly Named[];
  readonly height: number;
}

/**
 * Each day or week as one full-height link to its answers, with all figures in its label for the read-out. Only the last is a Tab stop;
 * arrow keys reach the others, and the figure's table lists them too.
 */
export function buckets({ series, height }: Buckets): (Html | null)[] {
  const points = series[0]?.points ?? [];
  const wide = across(1 / points.length);
  const stop = points.findLastIndex(({ href }) => href !== null);
  return points.map(({ href }, index) => {
    if (href === null) return null;
    const isStop = index === stop;
    return html`<a class="bucket" href="${href}" aria-label="${bucketText(series, index)}"${isStop ? null : TAKEN_OUT}><rect class="hit" x="${across(index / points.length)}" y="0" width="${wide}" height="${height}"/></a>`;
  });
}

const TAKEN_OUT = html` tabindex="-1"`;

/** `Nov 9 to 15: Acme 12 of 56, 21% (13 to 34%); Beta …`, without the name for a single series. */
function bucketText(series: readonly Named[], index: number): string {
  const figures = figuresAt(series, index).map(({ name, text }) =>
    series.length === 1 ? text : `${isolated(name)} ${text}`,
  );
  return `${bucketDays(series, index)}: ${figures.join('; ')}`;
}

function figuresAt(series: readonly Named[], index: number): { name: string; text: string }[] {
  return series.flatMap(({ name, points }) => {
    const point = points[index];
    return point === undefined ? [] : [{ name, text: rateText(point) }];
  });
}

function bucketDays([first]: readonly Named[], index: number): string {
  const point = first?.points[index];
  if (point === undefined) return '';
  return `${daysText(point.start, point.end)}${point.complete ? '' : ', not over yet'}`;
}
