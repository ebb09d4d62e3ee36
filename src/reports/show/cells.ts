import { engineNameOf } from '../../domain/answers/engine.ts';
import { tenthsText } from '../../domain/figures/points.ts';
import type { Interval } from '../../domain/figures/proportion.ts';
import type { RateOfQuestions } from '../../domain/figures/rate.ts';
import { dollars } from '../../domain/figures/usd.ts';
import { minuteText } from '../../domain/time/instant.ts';
import { type AnyColumn, type AnyRow, valueAt } from '../shape/columns.ts';
import { codeWords } from './code-words.ts';

/** The one formatter for each column kind, for a person and for CSV. */

type Kind = AnyColumn['kind'];
type ColumnOf<K extends Kind> = Extract<AnyColumn, { kind: K }>;

/** Shown for an empty cell by default. */
const NOTHING = '-';

export function cellText(column: AnyColumn, row: AnyRow): string {
  switch (column.kind) {
    case 'count':
      return countText(column, row);
    case 'rate':
      return rateText(column, row);
    case 'range':
      return rangeText(column, row);
    case 'share':
      return shareText(column, row);
    case 'money':
      return moneyText(column, row);
    case 'points':
      return pointsText(column, row);
    case 'position':
      return positionText(column, row);
    case 'instant':
      return textAt(column, row, (at) => (column.day ? at.slice(0, 'yyyy-mm-dd'.length) : minuteText(at)));
    case 'code':
      return textAt(column, row, codeWords);
    case 'engine':
      return textAt(column, row, engineNameOf);
    case 'text':
    case 'prose':
    case 'link':
      return textAt(column, row, (text) => text);
    case 'flag':
      return flagText(valueAt(row, column.field));
    case 'list':
      return listText(column, row);
  }
}

function flagText(value: unknown): string {
  if (value === null) return NOTHING;
  return value === true ? 'yes' : 'no';
}

function countText({ field, of, none = NOTHING }: ColumnOf<'count'>, row: AnyRow): string {
  const count = numberAt(row, field);
  if (count === null) return none;
  const whole = of === undefined ? null : numberAt(row, of);
  return whole === null ? String(count) : `${count} of ${whole}`;
}

/** Intervals narrower than this many points get a decimal, which would be spurious in wider ones. */
const NARROW_POINTS = 5;

/**
 * `31 of 80, 39% (29 to 50%)`, or why there is no rate; a missing rate is never 0%. With its range: `12 of 56, 21% (13 to 34% for these
 * questions; 6 to 52% for questions like them)`.
 */
function rateText(column: ColumnOf<'rate'>, row: AnyRow): string {
  const { counts, percent, aside } = rateParts(column, row);
  if (percent === null && aside === '') return counts;
  if (percent === null) return `${counts} (${aside})`;
  const range = column.range === undefined ? null : (valueAt(row, column.range) as Interval | null);
  if (range === null) return `${counts}, ${percent} (${aside})`;
  return `${counts}, ${percent} (${aside} for these questions; ${ends(range)} for questions like them)`;
}

/** A rate's parts, for a page that places each separately. */
export interface RateParts {
  /** `31 of 80` */
  readonly counts: string;
  /** `39%`; null without a rate, which is not 0%. */
  readonly percent: string | null;
  /** The interval, `29 to 50%`, or why there is none. */
  readonly aside: string;
}

export function rateParts(column: ColumnOf<'rate'>, row: AnyRow): RateParts {
  const [count, of, rate] = [column.count, column.of, column.rate].map((path) => numberAt(row, path));
  // A record can lack one side.
  if (count === null) return { counts: column.none ?? NOTHING, percent: null, aside: '' };
  if (of === null) return { counts: `${count}`, percent: null, aside: 'a count' };
  const interval = valueAt(row, column.interval) as Interval | null;
  const counts = `${count} of ${of}`;
  if (rate === null || rate === undefined) return { counts, percent: null, aside: reasonFor(column, row) };
  // From the counts: a rate is already rounded to 3 decimals, and 0.495 for 135 of 273 would become 50%.
  const share = of ? (count ?? 0) / of : rate;
  if (interval === null) {
    const aside = column.withoutInterval ?? 'too few answers for an interval';
    return { counts, percent: `${percent(share, 0)}%`, aside };
  }
  const decimals = decimalsOf(interval);
  return { counts, percent: `${percent(share, decimals)}%`, aside: ends(interval, decimals) };
}

function decimalsOf({ lower, upper }: Interval): 0 | 1 {
  return 100 * (upper - lower) < NARROW_POINTS ? 1 : 0;
}

function ends({ lower, upper }: Interval, decimals: 0 | 1 = decimalsOf({ lower, upper })): string {
  return `${percent(lower, decimals)} to ${percent(upper, decimals)}%`;
}

/** `6 to 52%` or, without a range, `any in 3 of 12 questions`: how many have any answer that counts. */
function rangeText(column: ColumnOf<'range'>, row: AnyRow): string {
  const range = valueAt(row, column.range) as Interval | null;
  if (range !== null) return ends(range);
  if (column.questions === undefined) return NOTHING;
  const questions = valueAt(row, column.questions) as RateOfQuestions['questions'] | null;
  return questions === null || questions.asked === 0
    ? NOTHING
    : `any in ${questions.naming} of ${questions.asked} question${questions.asked === 1 ? '' : 's'}`;
}

function reasonFor({ floor }: ColumnOf<'rate'>, row: AnyRow): string {
  return floor === null ? 'no rate' : `below ${numberAt(row, floor)}, no rate yet`;
}

function percent(share: number, decimals: number): string {
  return (100 * share).toFixed(decimals);
}

function shareText({ field, interval: at, none = NOTHING }: ColumnOf<'share'>, row: AnyRow): string {
  const share = numberAt(row, field);
  if (share === null) return none;
  const interval = at === undefined ? null : (valueAt(row, at) as Interval | null);
  if (interval === null) return `${percent(share, 1)}%`;
  return `${percent(share, decimalsOf(interval))}% (${ends(interval)})`;
}

function moneyText({ field }: ColumnOf<'money'>, row: AnyRow): string {
  const usd = numberAt(row, field);
  return usd === null ? NOTHING : dollars(usd);
}

function pointsText({ field, lower, upper }: ColumnOf<'points'>, row: AnyRow): string {
  const [points, from, to] = [field, lower, upper].map((path) => pointsAt(row, path));
  return points === undefined ? NOTHING : `${points} (${from} to ${to})`;
}

function pointsAt(row: AnyRow, path: string): string | undefined {
  const points = numberAt(row, path);
  return points === null || points === undefined ? undefined : tenthsText(points);
}

function positionText({ field, ranked, decimals }: ColumnOf<'position'>, row: AnyRow): string {
  const position = numberAt(row, field)?.toFixed(decimals);
  if (position === undefined) return NOTHING;
  return ranked === undefined ? position : `${position} (${numberAt(row, ranked)} ranked)`;
}

function listText({ items, of, none = NOTHING }: ColumnOf<'list'>, row: AnyRow): string {
  const shown = of === 'engines' ? items(row).map(engineNameOf) : items(row);
  return shown.join(', ') || none;
}

function textAt(
  { field, none = NOTHING }: { readonly field: string; readonly none?: string },
  row: AnyRow,
  shown: (text: string) => string,
): string {
  const text = valueAt(row, field);
  return typeof text === 'string' ? shown(text) : none;
}

function numberAt(row: AnyRow, path: string): number | null {
  return valueAt(row, path) as number | null;
}

/** One CSV value in a record, under a stable name. */
export interface Field {
  readonly name: string;
  readonly valueIn: (row: AnyRow) => string | number | boolean | null;
}

/** A column's CSV fields: the counts beside a rate, and both ends of its interval. */
export function fieldsOf(column: AnyColumn): Field[] {
  switch (column.kind) {
    case 'rate':
      return [
        ...fieldsAt([column.count, column.of, column.rate]),
        ...endsOf(column.interval),
        ...fieldsAt(column.floor === null ? [] : [column.floor]),
      ];
    case 'range':
      return [
        ...endsOf(column.range),
        ...fieldsAt(QUESTIONS.flatMap((each) => (column.questions ? [`${column.questions}.${each}`] : []))),
      ];
    case 'share':
      return [...fieldsAt([column.field]), ...(column.interval === undefined ? [] : endsOf(column.interval))];
    case 'points':
      return fieldsAt([column.field, column.lower, column.upper]);
    case 'count':
      return fieldsAt(column.of === undefined ? [column.field] : [column.field, column.of]);
    case 'position':
      return fieldsAt(column.ranked === undefined ? [column.field] : [column.field, column.ranked]);
    case 'list':
      return [{ name: column.id, valueIn: (row) => column.items(row).join('; ') || null }];
    default:
      return fieldsAt([column.field]);
  }
}

const QUESTIONS = ['asked', 'naming', 'branded'];

function endsOf(interval: string): Field[] {
  return fieldsAt([`${interval}.lower`, `${interval}.upper`]);
}

function fieldsAt(paths: readonly string[]): Field[] {
  return paths.map((path) => ({
    name: path.replaceAll('.', '_'),
    valueIn: (row) => valueAt(row, path) as ReturnType<Field['valueIn']>,
  }));
}
