import { DAY_MS } from '../../domain/time/period.ts';
import { type Content, type Html, html } from '../markup/html.ts';
import { buckets } from './buckets.ts';
import { daysText, dayText } from './days.ts';
import { type CopyMenu, figure, linked, plainTable } from './figure.ts';
import { placed, shortened } from './labels.ts';
import { type MissingDays, missingDays } from './missing.ts';
import {
  across,
  answerStrip,
  bandOf,
  bucketOf,
  downIn,
  isAlone,
  lineOf,
  middleOf,
  placeOf,
  rangeOf,
  TICKS,
  type TimeRange,
} from './plot.ts';
import { rateText } from './rates.ts';
import type { LinkedPoint } from './spark.ts';

const STRIP_GAP = 14;
const STRIP = 18;
/** Space below the plot for the strip and the dates. */
const BELOW = 52;

/** With more points than this, dots would touch. */
const MOST_DOTS = 60;

export interface TrendSeries {
  readonly name: string;
  /** Color index, if it differs from the series' position; 0 is the brand itself. */
  readonly look?: number;
  readonly points: readonly LinkedPoint[];
}

/** What a mark stands for: a triangle, a number in a circle, or a letter in a diamond. */
export type MarkKind = 'alert' | 'event' | 'outside';

/** An event with its sign in the list below the chart. */
export interface TrendMark {
  /** A UTC day, or an instant. */
  readonly at: string;
  readonly sign: string;
  readonly text: string;
  readonly kind: MarkKind;
}

export interface TrendFigure {
  readonly engine: string;
  /** Caption, if not the newest day or week. */
  readonly caption?: Content;
  readonly marks?: readonly TrendMark[];
  /** The brand itself first, then competitors; all with the same days or weeks. */
  readonly series: readonly TrendSeries[];
  /** Plot height in pixels. */
  readonly height?: number;
  /** Shaded time range. */
  readonly shade?: TimeRange | null;
  /** Hatched time ranges, of which nothing is known. */
  readonly missing?: MissingDays | null;
}

/** One engine's naming rates for the brand and its competitors over time. */
export function trendFigure(parts: TrendFigure, copyMenu: CopyMenu): Html {
  const { engine, series } = parts;
  return figure({
    kind: 'trend',
    caption: parts.caption ?? trendCaption(engine, series),
    chart: trendChart(parts),
    table: trendTable(series),
    copyMenu,
  });
}

/** The brand's newest rate, in words. */
export function trendCaption(engine: string, [self]: readonly TrendSeries[]): string {
  const point = self?.points.findLast(({ rate }) => rate !== null);
  if (self === undefined || point === undefined) return withoutRate(engine, self?.points ?? []);
  const running = point.complete ? '' : ' (not over yet)';
  return `${engine} named ${self.name} in ${rateText(point)}, ${daysText(point.start, point.end)}${running}.`;
}

/** The series' time range; null without points. */
export function extentOf([self]: readonly TrendSeries[]): {
  readonly window: { readonly from: string; readonly until: string } | null;
} {
  const [first, last] = [self?.points[0], self?.points.at(-1)];
  return { window: first && last ? { from: first.start, until: last.end } : null };
}

/** Each day or week may have too few answers even if the total is enough. */
function withoutRate(engine: string, points: readonly LinkedPoint[]): string {
  const answers = points.reduce((sum, { responses }) => sum + responses, 0);
  if (answers === 0) return `${engine} gave no answers in this window.`;
  const [{ start, end, min_sample: least } = { start: '', end: '', min_sample: 0 }] = points;
  const never = Date.parse(end) - Date.parse(start) > DAY_MS ? 'in no week' : 'on no day';
  return `${engine} gave ${answers} ${answers === 1 ? 'answer' : 'answers'} in this window, but ${never} the ${least} that a rate needs.`;
}

/** The drawing alone, for a grid of charts. */
export function trendChart(parts: TrendFigure): Html {
  const { series } = parts;
  return html`<div class="trend-area${series.length > 1 && ' several'}"><p class="readout" aria-hidden="true"></p>${drawn(parts)}${series.length > 1 && keyOf(series)}</div>`;
}

function drawn({
  engine,
  series,
  marks = [],
  height = 200,
  shade = null,
  missing = null,
}: TrendFigure): Html {
  const [self] = series;
  const points = self?.points ?? [];
  const lines = series.map((each, index) => seriesOf(each, index, height)).reverse();
  const top = height + STRIP_GAP;
  const on = (...kinds: readonly MarkKind[]) => marks.filter(({ kind }) => kinds.includes(kind));
  return html`<svg width="100%" height="${height + BELOW}" role="group" aria-label="${engine}, over time">${missing && missingDays(points, missing, height)}${shade && shadeOf(points, shade, height)}${gridOf(height)}${marksOf(points, on('alert', 'event'), height)}${bandOf(points, height)}${aloneRanges(points, height)}${lines}${marksOf(points, on('outside'), height)}${answerStrip(points, top, STRIP)}${daysOf(points, height)}${labelsOf(series, height)}${buckets({ series, height: top + STRIP })}</svg>`;
}

/** Low charts show every other gridline. */
function gridOf(height: number): Html[] {
  const y = downIn(height);
  return TICKS.filter((tick) => height >= 160 || (2 * tick) % 1 === 0).map(
    (tick) =>
      html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="-8" y="${y(tick) + 4}">${Math.round(100 * tick)}%</text>`,
  );
}

function shadeOf(points: readonly LinkedPoint[], range: TimeRange, height: number): Html {
  return html`<rect class="shade"${rangeOf(points, range)} y="0" height="${height}"/>`;
}

/** A line per time below its sign; simultaneous events share one, and so do changes from outside in one day or week. */
function marksOf(
  points: readonly LinkedPoint[],
  marks: readonly TrendMark[],
  height: number,
): (Html | null)[] {
  const together = Map.groupBy(marks, ({ at, kind }) => (kind === 'outside' ? bucketOf(points, at) : at));
  return [...together.values()].map((own) => {
    const [first] = own;
    const place = placeOf(points, first?.at ?? '');
    if (place === null || first === undefined) return null;
    const x = across(place);
    const text = own.map((mark) => `${mark.at.slice(0, 10)} ${mark.text}`).join('; ');
    const { kind } = first;
    const sign = own.length > 1 && kind !== 'alert' ? `${first.sign}+` : first.sign;
    return html`<g class="event${STYLES[kind]}"><title>${text}</title><line x1="${x}" x2="${x}" y1="0" y2="${height}"/>${SHAPES[kind](x)}<text class="sign" x="${x}" y="${kind === 'outside' ? 13 : -4}" aria-hidden="true">${sign}</text></g>`;
  });
}

const STYLES: Readonly<Record<MarkKind, string>> = {
  alert: ' alert-mark',
  event: '',
  outside: ' outside-mark',
};

const SHAPES: Readonly<Record<MarkKind, (x: string) => Html | null>> = {
  alert: () => null,
  event: (x) => html`<circle cx="${x}" cy="-8" r="8"/>`,
  // Below the others, which may have the same day.
  outside: (x) => html`<svg x="${x}" y="9" width="1" height="1"><path d="M0-10 10 0 0 10-10 0Z"/></svg>`,
};

/** A series' class for color, dashes, and mark; there are eight. */
export function seriesClass(index: number): string {
  return index === 0 ? 'self' : `s${((index - 1) % 7) + 1}`;
}

function seriesOf({ points, look = 0 }: TrendSeries, index: number, height: number): Html {
  const y = downIn(height);
  const last = points.findLastIndex(({ rate }) => rate !== null);
  const marks = points.map(({ rate, responses }, at) => {
    const x = across(middleOf(at, points.length));
    if (rate === null) {
      const isHollow = index === 0 && responses > 0;
      return isHollow && html`<circle class="hollow" cx="${x}" cy="${height + 7}" r="3"/>`;
    }
    const isShown = at === last || isAlone(points, at) || (index === 0 && points.length <= MOST_DOTS);
    return isShown && html`<circle class="dot" cx="${x}" cy="${y(rate)}" r="${at === last ? 4 : 2.5}"/>`;
  });
  return html`<g class="series ${seriesClass(look || index)}">${lineOf(points, height)}${marks}</g>`;
}

/** The brand's intervals outside the band. */
function aloneRanges(points: readonly LinkedPoint[], height: number): (Html | null)[] {
  const y = downIn(height);
  return points.map(({ interval }, at) => {
    if (interval === null || !isAlone(points, at)) return null;
    const x = across(middleOf(at, points.length));
    return html`<line class="interval" x1="${x}" x2="${x}" y1="${y(interval.lower)}" y2="${y(interval.upper)}"/>`;
  });
}

/** At most this many dates fit on a phone. */
const MOST_DATES = 5;

function daysOf(points: readonly LinkedPoint[], height: number): Html[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_DATES));
  // Newest first, so that the axis ends with a date.
  return points.flatMap(({ start }, index) =>
    (points.length - 1 - index) % step === 0
      ? [
          html`<text class="date" x="${across(middleOf(index, points.length))}" y="${height + BELOW - 4}">${dayText(start)}</text>`,
        ]
      : [],
  );
}

const LINE = 16;

/** Labels at the line ends. */
function labelsOf(series: readonly TrendSeries[], height: number): Html | null {
  if (series.length < 2) return null;
  const y = downIn(height);
  const ends = series.flatMap(({ name, points, look = 0 }, index) => {
    const rate = points.findLast((point) => point.rate !== null)?.rate;
    return rate === undefined || rate === null ? [] : [{ name, index: look || index, at: y(rate) }];
  });
  const heights = placed(ends, LINE, height);
  const texts = ends.map(
    ({ name, index }, place) =>
      html`<text class="label ${seriesClass(index)}" x="100%" dx="10" y="${(heights[place] ?? 0) + 4}">${shortened(name, height >= 160 ? 18 : 15)}</text>`,
  );
  return html`<g class="labels" aria-hidden="true">${texts}</g>`;
}

/** A legend for phones, where labels do not fit, and for lines without an end. */
function keyOf(series: readonly TrendSeries[]): Html {
  const items = series.map(
    ({ name, look = 0 }, index) =>
      html`<li><svg width="28" height="10" aria-hidden="true"><g class="series ${seriesClass(look || index)}"><line class="line" x1="0" x2="28" y1="5" y2="5"/></g></svg>${name}</li>`,
  );
  return html`<ul class="chart-key">${items}</ul>`;
}

/** The chart's figures, newest first. */
export function trendTable(series: readonly TrendSeries[]): Html {
  const points = series[0]?.points ?? [];
  const rows = points.map((point, index): Content[] => [
    `${daysText(point.start, point.end)}${point.complete ? '' : ' (not over yet)'}`,
    ...series.map((each) => {
      const at = each.points[index];
      return at && linked(at.href, rateText(at));
    }),
  ]);
  return plainTable(['Days', ...series.map(({ name }) => name)], rows.reverse());
}
