import { ENGINE_SLUGS } from '../../../domain/answers/engine.ts';
import { FAR_TO } from '../../../domain/answers/repeats.ts';
import { dayOf, type Period } from '../../../domain/time/period.ts';
import { at } from '../../bytes.ts';
import type { CountedAnswers, Panel, Slice } from '../../panel.ts';
import { brandOf, cachedOver, eachSegment, isLooked, isNamed, type Rows } from '../../scan.ts';
import { KeyNumbers, Memo, Tally } from '../../tally.ts';

/**
 * Pairs of answers to one prompt on one engine in one market in which a tracked brand was looked for, by distance in
 * days, and how many disagree about naming it.
 */
export interface RepeatCount {
  readonly engine: string;
  readonly trackedId: number;
  /** Answers outside breaks. */
  readonly answers: number;
  /** Days from the first to the last answer. */
  readonly days: number;
  /** By distance in days, from 0 (same day) to 28. */
  readonly pairs: readonly number[];
  readonly disagreements: readonly number[];
}

/** Ranges of days per engine whose answers form no pairs, and across which no pairs form. */
export type Breaks = (engine: string) => readonly Period[];

/**
 * Counts pairs for these tracked brands.
 *
 * One day with k answers, x naming the brand, gives k (k - 1) / 2 pairs, x (k - x) disagreeing; two days give k k'
 * pairs, x k' + k x' - 2 x x' disagreeing. So answers are counted by day first.
 *
 * @param answers whole days, in some or all markets
 */
export async function countRepeats(
  { panel, period, markets }: Pick<CountedAnswers, 'panel' | 'period'> & Pick<Slice, 'markets'>,
  brands: readonly number[],
  breaksOn: Breaks,
): Promise<RepeatCount[]> {
  const answers = { panel, period, only: { markets } };
  const breaks = ENGINE_SLUGS.map((engine) => `${engine} ${breaksOn(engine).map(daysOf)}`);
  const name = `repeats ${brands.join(' ')} in ${markets ? [...markets].join(' ') : 'all'} but ${breaks.join()}`;
  const tally = await cachedOver(
    answers,
    name,
    () => emptyOf(panel),
    () => pairsWithin(answers, brands, breaksOn),
  );
  const distances = Array.from({ length: FAR_TO + 1 }, (_, distance) => distance);
  return tally.map(([engine, trackedId], count) => ({
    engine: panel.names.engines.at(engine),
    trackedId,
    answers: count(ANSWERS),
    days: count(DAYS),
    pairs: distances.map((distance) => count(PAIRS + distance)),
    disagreements: distances.map((distance) => count(DISAGREEMENTS + distance)),
  }));
}

function daysOf({ from, to }: Period): string {
  return `${dayOf(from)}-${dayOf(to)}`;
}

/** Answers, days, then pairs and disagreements by distance. */
const [ANSWERS, DAYS, PAIRS] = [0, 1, 2];
const DISAGREEMENTS = PAIRS + FAR_TO + 1;
const WIDTH = DISAGREEMENTS + FAR_TO + 1;

type ByBrand = Tally<[engine: number, trackedId: number]>;

function emptyOf({ names }: Panel): ByBrand {
  return new Tally(WIDTH, names.keysOf(['engine', 'brand']));
}

async function pairsWithin(
  answers: CountedAnswers,
  brands: readonly number[],
  breaksOn: Breaks,
): Promise<ByBrand> {
  const series = new Map<string, Series>();
  await eachSegment(answers, ['mentions'], (rows) => addDays(series, rows, brands));
  const tally = emptyOf(answers.panel);
  const spans = new Map<number, { first: number; last: number }>();
  const breaks = new Memo((engine) => {
    return breaksOn(answers.panel.names.engines.at(engine)).map(
      ({ from, to }): Break => ({ from: dayOf(from), to: dayOf(to) }),
    );
  });
  for (const { engine, trackedId, days } of series.values()) {
    for (const run of runsBetween(days, breaks.of(engine))) {
      const group = tally.groupOf([engine, trackedId]);
      addPairs(tally, group, run);
      const [from, to] = [run[0]?.day ?? 0, run.at(-1)?.day ?? 0];
      const span = spans.get(group) ?? { first: from, last: to };
      spans.set(group, { first: Math.min(span.first, from), last: Math.max(span.last, to) });
    }
    await answers.panel.breathe();
  }
  for (const [group, { first, last }] of spans) tally.add(group, DAYS, last - first + 1);
  return tally;
}

interface DayCount {
  readonly day: number;
  looked: number;
  named: number;
}

/** The answers to one prompt on one engine in one market that looked for a brand, by day. */
interface Series {
  readonly engine: number;
  readonly trackedId: number;
  readonly days: DayCount[];
}

/** Answers come in time order. */
function addDays(
  all: Map<string, Series>,
  { data: { mentions }, rows }: Rows<'mentions'>,
  brands: readonly number[],
): void {
  const { at: times, engine, prompt, market } = mentions;
  for (const trackedId of brands) {
    const cells = brandOf(mentions, trackedId).cell;
    const own = new Tally<[engine: number, prompt: number, market: number]>(0, new KeyNumbers(3));
    const series: Series[] = [];
    for (const row of rows) {
      const cell = at(cells, row);
      if (!isLooked(cell)) continue;
      const group = own.groupOf([at(engine, row), at(prompt, row), at(market, row)]);
      series[group] ??= seriesOf(all, own.keyOf(group), trackedId);
      const day = dayOf(at(times, row));
      const { days } = series[group];
      let last = days.at(-1);
      if (last?.day !== day) {
        last = { day, looked: 0, named: 0 };
        days.push(last);
      }
      last.looked += 1;
      if (isNamed(cell)) last.named += 1;
    }
  }
}

function seriesOf(all: Map<string, Series>, asked: readonly number[], trackedId: number): Series {
  const [engine = 0] = asked;
  const key = `${trackedId} ${asked.join(' ')}`;
  const series = all.get(key) ?? { engine, trackedId, days: [] };
  all.set(key, series);
  return series;
}

/** First and last day, the last one exclusive. */
interface Break {
  readonly from: number;
  readonly to: number;
}

/** The runs of days outside and between breaks. */
function runsBetween(days: readonly DayCount[], breaks: readonly Break[]): DayCount[][] {
  const outside = days.filter(({ day }) => !breaks.some(({ from, to }) => from <= day && day < to));
  const edges = breaks.flatMap(({ from, to }) => [from, to]);
  return [...Map.groupBy(outside, ({ day }) => edges.filter((edge) => edge <= day).length).values()];
}

function addPairs(tally: ByBrand, group: number, run: readonly DayCount[]): void {
  run.forEach(({ day, looked, named }, place) => {
    tally.add(group, ANSWERS, looked);
    tally.add(group, PAIRS, (looked * (looked - 1)) / 2);
    tally.add(group, DISAGREEMENTS, named * (looked - named));
    for (let next = place + 1; next < run.length; next++) {
      const later = run[next];
      if (later === undefined || later.day - day > FAR_TO) break;
      const distance = later.day - day;
      tally.add(group, PAIRS + distance, looked * later.looked);
      const disagreeing = named * later.looked + looked * later.named - 2 * named * later.named;
      tally.add(group, DISAGREEMENTS + distance, disagreeing);
    }
  });
}
