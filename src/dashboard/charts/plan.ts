import { scaleLinear } from 'd3-scale';
import { type Html, html } from '../html.ts';
import { figure, plainTable } from './figure.ts';
import { across, rounded } from './plot.ts';

const PLOT = 180;
const HEIGHT = 216;

/** The days of a baseline: a change that is not reported by then never is. */
const MOST_DAYS = 28;
const MOST_POINTS = 50;
const WEEKS = [0, 7, 14, 21, 28];
const POINTS = [0, 10, 20, 30, 40, 50];

/** After how many days changes of one kind are reported. */
export interface PlanCurve {
  /** `Drop` */
  readonly name: string;
  /** By size, smallest first. Null where it is not reported within 28 days. */
  readonly points: readonly { readonly points: number; readonly days: number | null }[];
  /** In points; null if none is. */
  readonly within7Days: number | null;
  readonly within28Days: number | null;
}

export interface PlanFigure {
  readonly engine: string;
  readonly curves: readonly PlanCurve[];
}

/** Days against points: how large a change must be to be reported, and how long that takes. */
export function planFigure({ engine, curves }: PlanFigure): Html {
  return figure({
    kind: 'plan',
    caption: captionOf(curves),
    chart: html`<div class="trend-area several"><svg width="100%" height="${HEIGHT}" role="img" aria-label="${engine}: days until a change is reported, by its size in points">${gridOf()}${curves.map(curveOf)}${labelsOf(curves)}</svg>${keyOf(curves)}</div>`,
    table: tableOf(curves),
  });
}

function captionOf(curves: readonly PlanCurve[]): string {
  const within = (points: number | null) => (points === null ? 'none' : String(points));
  const sizes = curves.map(
    ({ name, within7Days, within28Days }) =>
      `${name.toLowerCase()} ${within(within7Days)} and ${within(within28Days)}`,
  );
  return `The smallest changes that are reported within 7 and 28 days, in points: ${sizes.join('; ')}.`;
}

const x = (points: number) => across(points / MOST_POINTS);

function y(days: number): number {
  return rounded(scaleLinear().domain([0, MOST_DAYS]).range([PLOT, 0])(days));
}

function gridOf(): Html[] {
  return [
    ...WEEKS.map(
      (days) =>
        html`<line class="grid" x1="0" x2="100%" y1="${y(days)}" y2="${y(days)}"/><text class="tick" x="-8" y="${y(days) + 4}">${days}</text>`,
    ),
    ...POINTS.map((points) => html`<text class="date" x="${x(points)}" y="${PLOT + 16}">${points}</text>`),
    html`<text class="date" x="50%" y="${HEIGHT - 4}">points of change; on the left, days until it is reported</text>`,
  ];
}

/** The sizes that are reported, with the smallest one that is, if it is known. */
function drawn({ points, within28Days }: PlanCurve): { readonly points: number; readonly days: number }[] {
  const known = points.flatMap(({ points: size, days }) => (days === null ? [] : [{ points: size, days }]));
  const isBefore = within28Days !== null && within28Days < (known[0]?.points ?? Number.POSITIVE_INFINITY);
  return isBefore ? [{ points: within28Days, days: MOST_DAYS }, ...known] : known;
}

function seriesClass(index: number): string {
  return index === 0 ? 'self' : `s${index}`;
}

function curveOf(curve: PlanCurve, index: number): Html {
  const places = drawn(curve);
  const lines = places.slice(1).map((to, at) => {
    const from = places[at];
    return (
      from &&
      html`<line class="line" x1="${x(from.points)}" x2="${x(to.points)}" y1="${y(from.days)}" y2="${y(to.days)}"/>`
    );
  });
  const dots = places.map(
    ({ points, days }) => html`<circle class="dot" cx="${x(points)}" cy="${y(days)}" r="2.5"/>`,
  );
  return html`<g class="series ${seriesClass(index)}">${lines}${dots}</g>`;
}

const LINE = 16;

/** The names, in the corner that no curve reaches. */
function labelsOf(curves: readonly PlanCurve[]): Html {
  const texts = curves.map(
    ({ name }, index) =>
      html`<text class="label ${seriesClass(index)}" x="100%" dx="10" y="${12 + LINE * index}">${name}</text>`,
  );
  return html`<g class="labels" aria-hidden="true">${texts}</g>`;
}

/** The same on phones, where there is no room beside the curves. */
function keyOf(curves: readonly PlanCurve[]): Html {
  const items = curves.map(
    ({ name }, index) =>
      html`<li><svg width="28" height="10" aria-hidden="true"><g class="series ${seriesClass(index)}"><line class="line" x1="0" x2="28" y1="5" y2="5"/></g></svg>${name}</li>`,
  );
  return html`<ul class="chart-key">${items}</ul>`;
}

function tableOf(curves: readonly PlanCurve[]): Html {
  const sizes = [...new Set(curves.flatMap(({ points }) => points.map((each) => each.points)))];
  const daysOf = (curve: PlanCurve, size: number) => {
    const found = curve.points.find(({ points }) => points === size);
    if (found === undefined) return 'not possible';
    return found.days === null ? 'not in 28 days' : `${found.days} days`;
  };
  return plainTable(
    ['Change', ...curves.map(({ name }) => name)],
    sizes
      .toSorted((a, b) => a - b)
      .map((size) => [`${size} points`, ...curves.map((curve) => daysOf(curve, size))]),
  );
}
