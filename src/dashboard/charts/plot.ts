import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { DAY_MS } from '../../domain/time/period.ts';
import { type Html, html } from '../markup/html.ts';
import type { RateFigure } from './rates.ts';

/**
 * Chart geometry. Horizontal positions are percentages, so a chart stretches while its text keeps its size; vertical positions are pixels.
 * Rate axes always run from 0 to 100%.
 */

/** Horizontal position: `28.6%`. */
export function across(share: number): string {
  return `${rounded(100 * share)}%`;
}

/** Gridlines for rates. */
export const TICKS: readonly number[] = [0, 0.25, 0.5, 0.75, 1];

/** Two decimals: finer than a screen pixel. */
export function rounded(value: number): number {
  return Math.round(100 * value) / 100;
}

/** One day or week in a series. */
export interface Point extends RateFigure {
  readonly start: string;
  readonly end: string;
  /** Whether the day or week is over. Only the last may be incomplete. */
  readonly complete: boolean;
}

/** A bucket's middle, 0 to 1. */
export function middleOf(index: number, count: number): number {
  return (index + 0.5) / count;
}

/** A day without a time is its middle. */
function timeOf(at: string): number {
  return Date.parse(at) + (at.length === 10 ? DAY_MS / 2 : 0);
}

/** Which day or week an instant is in; -1 outside the chart. */
export function bucketOf(points: readonly Point[], at: string): number {
  const time = timeOf(at);
  return points.findIndex(({ start, end }) => Date.parse(start) <= time && time <= Date.parse(end));
}

/** An instant's position, 0 to 1; null outside the chart. */
export function placeOf(points: readonly Point[], at: string): number | null {
  const time = timeOf(at);
  const index = bucketOf(points, at);
  const point = points[index];
  if (point === undefined) return null;
  const [start, end] = [Date.parse(point.start), Date.parse(point.end)];
  return (index + (time - start) / (end - start + 1)) / points.length;
}

/** Both instants included. */
export interface TimeRange {
  readonly from: string;
  readonly until: string;
}

/** A range's place, as attributes of a rectangle; beyond the chart, it ends with it. */
export function rangeOf(points: readonly Point[], { from, until }: TimeRange): Html {
  const [left, right] = [placeOf(points, from) ?? 0, placeOf(points, until) ?? 1];
  return html` x="${across(left)}" width="${across(Math.max(0, right - left))}"`;
}

/** Vertical position in pixels; 100% is at the top. */
export function downIn(height: number): (rate: number) => number {
  const scale = scaleLinear().domain([0, 1]).range([height, 0]);
  return (rate) => rounded(scale(rate));
}

interface Known {
  readonly index: number;
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Points with a rate; null makes a gap in the line. */
function knownOf(points: readonly Point[]): (Known | null)[] {
  return points.map(({ rate, interval }, index) =>
    rate === null ? null : { index, rate, lower: interval?.lower ?? rate, upper: interval?.upper ?? rate },
  );
}

/** Whether a point has a rate and neither neighbor does, so that no line shows it. */
export function isAlone(points: readonly Point[], index: number): boolean {
  const isKnown = (at: number) => (points[at]?.rate ?? null) !== null;
  return isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1);
}

const WIDTH = 100;

/** Series shapes in a nonuniformly stretched box; put nothing here whose shape matters. */
function stretched(height: number, paths: readonly (Html | null)[]): Html {
  return html`<svg viewBox="0 0 ${WIDTH} ${height}" width="100%" height="${height}" preserveAspectRatio="none">${paths}</svg>`;
}

const isThere = (at: Known | null) => at !== null;

/** A series line, dashed toward an incomplete day or week. */
export function lineOf(points: readonly Point[], height: number): Html {
  const known = knownOf(points);
  const y = downIn(height);
  const drawn = line<Known | null>(acrossIn(points.length), (at) => y(at?.rate ?? 0))
    .defined(isThere)
    .digits(2);
  const isRunning = points.at(-1)?.complete === false;
  const rest = isRunning && known.at(-2) && known.at(-1) ? known.slice(-2) : [];
  return stretched(height, [
    pathIf(drawn(isRunning ? known.slice(0, -1) : known), 'line'),
    pathIf(drawn(rest), 'line running'),
  ]);
}

/** A series' interval band. */
export function bandOf(points: readonly Point[], height: number): Html {
  const y = downIn(height);
  const drawn = area<Known | null>(
    acrossIn(points.length),
    (at) => y(at?.lower ?? 0),
    (at) => y(at?.upper ?? 0),
  )
    .defined(isThere)
    .digits(2);
  return stretched(height, [pathIf(drawn(knownOf(points)), 'band')]);
}

function acrossIn(count: number): (at: Known | null) => number {
  return (at) => WIDTH * middleOf(at?.index ?? 0, count);
}

function pathIf(path: string | null, name: string): Html | null {
  return path ? html`<path class="${name}" d="${path}"/>` : null;
}

/** Answers per bucket as bars. An incomplete one is an outline. */
export function answerStrip(points: readonly Point[], top: number, height: number): Html[] {
  const most = Math.max(1, ...points.map(({ responses }) => responses));
  const tall = scaleLinear().domain([0, most]).range([0, height]);
  const wide = Math.min(0.5 / points.length, 0.025);
  return points.flatMap(({ responses, complete }, index) => {
    if (responses === 0) return [];
    // At least one pixel: few answers are not zero.
    const bar = Math.max(1, rounded(tall(responses)));
    const left = across(middleOf(index, points.length) - wide / 2);
    const name = complete ? 'answers' : 'answers running';
    return [
      html`<rect class="${name}" x="${left}" y="${rounded(top + height - bar)}" width="${across(wide)}" height="${bar}"/>`,
    ];
  });
}
