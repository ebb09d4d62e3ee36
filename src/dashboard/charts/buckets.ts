import { type Html, html } from '../html.ts';
import { daysText } from './days.ts';
import { across, type Point } from './plot.ts';
import { rateText } from './rates.ts';

interface Named {
  readonly name: string;
  readonly points: readonly (Point & { readonly href: string | null })[];
}

export interface Buckets {
  /** At least one, with the same days or weeks each. The first one's answers are linked to. */
  readonly series: readonly Named[];
  readonly height: number;
}

/**
 * A day or week as one link over the height of the chart, to the answers behind its figure, and with all its figures in
 * words for the read-out. Only the last one is a stop of the Tab key; the arrow keys go to the others, and each is in the
 * table of the figure too.
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

/** `Nov 9 to 15: Acme 12 of 56, 21% (13 to 34%); Beta …`, without the name where there is only one. */
export function bucketText(series: readonly Named[], index: number): string {
  const point = series[0]?.points[index];
  if (point === undefined) return '';
  const figures = series.flatMap(({ name, points }) => {
    const each = points[index];
    if (each === undefined) return [];
    return [series.length === 1 ? rateText(each) : `${name} ${rateText(each)}`];
  });
  const running = point.complete ? '' : ', not over yet';
  return `${daysText(point.start, point.end)}${running}: ${figures.join('; ')}`;
}
