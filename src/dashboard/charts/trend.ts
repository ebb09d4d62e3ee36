import { DAY_MS } from '../../domain/period.ts';
import { type Content, type Html, html } from '../html.ts';
import { bucketContent, buckets } from './buckets.ts';
import { daysText, dayText } from './days.ts';
import { figure, linked, plainTable } from './figure.ts';
import { placed, shortened } from './labels.ts';
import { across, answerStrip, bandOf, downIn, isAlone, lineOf, middleOf, TICKS } from './plot.ts';
import { rateText } from './rates.ts';
import type { LinkedPoint } from './spark.ts';

const PLOT = 200;
const STRIP_TOP = 214;
const STRIP = 18;
const HEIGHT = 252;

/** More points than this are drawn as a line alone: dots would touch. */
const MOST_DOTS = 60;

export interface TrendSeries {
  readonly name: string;
  readonly points: readonly LinkedPoint[];
}

/** Something that happened on a UTC day. */
export interface MarkedEvent {
  readonly day: string;
  readonly text: string;
}

export interface TrendFigure {
  readonly engine: string;
  readonly events?: readonly MarkedEvent[];
  /** The brand itself first, then competitors; all with the same days or weeks. */
  readonly series: readonly TrendSeries[];
}

/** How one engine named the brand, and competitors, over time. */
export function trendFigure({ engine, series, events = [] }: TrendFigure): Html {
  return figure({
    kind: 'trend',
    caption: trendCaption(engine, series),
    chart: chartOf(engine, series, events),
    table: tableOf(series),
  });
}

/** What the newest day or week with a rate says of the brand. */
function trendCaption(engine: string, [self]: readonly TrendSeries[]): string {
  const point = self?.points.findLast(({ rate }) => rate !== null);
  if (self === undefined || point === undefined) return withoutRate(engine, self?.points ?? []);
  const running = point.complete ? '' : ', which is not over yet';
  return `${engine} named ${self.name} in ${rateText(point)}, ${daysText(point.start, point.end)}${running}.`;
}

/** Each day or week may have too few answers, although all of them together have enough. */
function withoutRate(engine: string, points: readonly LinkedPoint[]): string {
  const answers = points.reduce((sum, { responses }) => sum + responses, 0);
  if (answers === 0) return `${engine} gave no answers in this window.`;
  const [{ start, end, min_sample: least } = { start: '', end: '', min_sample: 0 }] = points;
  const never = Date.parse(end) - Date.parse(start) > DAY_MS ? 'in no week' : 'on no day';
  return `${engine} gave ${answers} ${answers === 1 ? 'answer' : 'answers'} in this window, but ${never} the ${least} that a rate needs.`;
}

function chartOf(engine: string, series: readonly TrendSeries[], events: readonly MarkedEvent[]): Html {
  const [self] = series;
  const points = self?.points ?? [];
  const lines = series.map((each, index) => seriesOf(each, index)).reverse();
  const newest = points.findLastIndex(({ href }) => href !== null);
  return html`<div class="trend-area${series.length > 1 && ' several'}"><p class="readout" aria-hidden="true">${series.length > 1 && newest >= 0 && bucketContent(series, newest)}</p><svg width="100%" height="${HEIGHT}" role="group" aria-label="${engine}, over time">${gridOf()}${eventMarks(points, events)}${bandOf(points, PLOT)}${aloneRanges(points)}${lines}${answerStrip(points, STRIP_TOP, STRIP)}${daysOf(points)}${labelsOf(series)}${buckets({ series, height: STRIP_TOP + STRIP })}</svg>${series.length > 1 && keyOf(series)}</div>`;
}

function gridOf(): Html[] {
  const y = downIn(PLOT);
  return TICKS.map(
    (tick) =>
      html`<line class="grid" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/><text class="tick" x="-8" y="${y(tick) + 4}">${Math.round(100 * tick)}%</text>`,
  );
}

/** A line through each day or week with an event, which says what happened. */
function eventMarks(points: readonly LinkedPoint[], events: readonly MarkedEvent[]): (Html | null)[] {
  return points.map(({ start, end }, index) => {
    const own = events.filter(
      ({ day }) => day >= start.slice(0, day.length) && day <= end.slice(0, day.length),
    );
    if (own.length === 0) return null;
    const x = across(middleOf(index, points.length));
    const text = own.map(({ day, text: what }) => `${day} ${what}`).join('; ');
    return html`<g class="event"><title>${text}</title><line x1="${x}" x2="${x}" y1="0" y2="${PLOT}"/><circle cx="${x}" cy="0" r="4"/></g>`;
  });
}

/** The class that gives a series its color, its dashes, and its mark; there are eight. */
function seriesClass(index: number): string {
  return index === 0 ? 'self' : `s${((index - 1) % 7) + 1}`;
}

function seriesOf({ points }: TrendSeries, index: number): Html {
  const y = downIn(PLOT);
  const last = points.findLastIndex(({ rate }) => rate !== null);
  const marks = points.map(({ rate, responses }, at) => {
    const x = across(middleOf(at, points.length));
    if (rate === null) {
      const isHollow = index === 0 && responses > 0;
      return isHollow && html`<circle class="hollow" cx="${x}" cy="${PLOT + 7}" r="3"/>`;
    }
    const isShown = at === last || isAlone(points, at) || (index === 0 && points.length <= MOST_DOTS);
    return isShown && html`<circle class="dot" cx="${x}" cy="${y(rate)}" r="${at === last ? 4 : 2.5}"/>`;
  });
  return html`<g class="series ${seriesClass(index)}">${lineOf(points, PLOT)}${marks}</g>`;
}

/** The intervals of the brand itself that its band does not show. */
function aloneRanges(points: readonly LinkedPoint[]): (Html | null)[] {
  const y = downIn(PLOT);
  return points.map(({ interval }, at) => {
    if (interval === null || !isAlone(points, at)) return null;
    const x = across(middleOf(at, points.length));
    return html`<line class="interval" x1="${x}" x2="${x}" y1="${y(interval.lower)}" y2="${y(interval.upper)}"/>`;
  });
}

/** At most this many dates fit under a chart on a phone. */
const MOST_DATES = 5;

function daysOf(points: readonly LinkedPoint[]): Html[] {
  const step = Math.max(1, Math.ceil(points.length / MOST_DATES));
  // From the newest backwards, so that the end of the axis has a date.
  return points.flatMap(({ start }, index) =>
    (points.length - 1 - index) % step === 0
      ? [
          html`<text class="date" x="${across(middleOf(index, points.length))}" y="${HEIGHT - 4}">${dayText(start)}</text>`,
        ]
      : [],
  );
}

const LINE = 16;
const MOST_CHARACTERS = 18;

/** The names, each beside the end of its line. */
function labelsOf(series: readonly TrendSeries[]): Html | null {
  if (series.length < 2) return null;
  const y = downIn(PLOT);
  const ends = series.flatMap(({ name, points }, index) => {
    const rate = points.findLast((point) => point.rate !== null)?.rate;
    return rate === undefined || rate === null ? [] : [{ name, index, at: y(rate) }];
  });
  const heights = placed(ends, LINE, PLOT);
  const texts = ends.map(
    ({ name, index }, place) =>
      html`<text class="label ${seriesClass(index)}" x="100%" dx="10" y="${(heights[place] ?? 0) + 4}">${shortened(name, MOST_CHARACTERS)}</text>`,
  );
  return html`<g class="labels" aria-hidden="true">${texts}</g>`;
}

/** The same on phones, where there is no room beside the lines, and for lines that have no end to stand at. */
function keyOf(series: readonly TrendSeries[]): Html {
  const items = series.map(
    ({ name }, index) =>
      html`<li><svg width="28" height="10" aria-hidden="true"><g class="series ${seriesClass(index)}"><line class="line" x1="0" x2="28" y1="5" y2="5"/></g></svg>${name}</li>`,
  );
  return html`<ul class="chart-key">${items}</ul>`;
}

function tableOf(series: readonly TrendSeries[]): Html {
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
