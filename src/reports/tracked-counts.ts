import Type from 'typebox';
import { ENGINES, type Engine } from '../domain/engine.ts';
import { type AmongQuestions, meanOf, rateOf } from '../domain/rate.ts';
import type { TrackedBrand } from '../domain/tracked-brand.ts';
import { countVisibility, type VisibilityCount } from '../panel/counts/visibility.ts';
import type { CountedAnswers } from '../panel/panel.ts';
import { listAskedEngines } from '../storage/directory/brands.ts';
import type { Among, AmongOf } from './shape/among.ts';
import type { ReportContext } from './shape/report.ts';
import { citationsCount, count, rangeProperties, rankProperties, rateProperties } from './shape/schemas.ts';
import { MARKET_COLUMN } from './shape/slices.ts';

/**
 * What /visibility, /presence, and /sentiment share: how often each engine named and cited each tracked brand. So the same
 * figure is the same in all of them.
 */
export interface TrackedCounts {
  /** The brands tracked now: the brand itself first, then by name. */
  readonly tracked: readonly TrackedBrand[];
  /** The slugs of the engines that the brand is asked on. */
  readonly asked: readonly string[];
  /** The engines that are listed, in registry order. */
  readonly engines: readonly Engine[];
  readonly counts: readonly VisibilityCount[];
}

/** The same with what rates of them are made with, and those of other answers. */
export interface TrackedRates extends TrackedCounts {
  readonly amongOf: AmongOf;
  readonly among: Among;
}

/** Counts answers. If they are of one engine, no other is listed. */
export async function trackedCounts(
  { db, brand: { id, tracked } }: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
): Promise<TrackedCounts> {
  const { engine } = answers.only;
  const [asked, counts] = await Promise.all([listAskedEngines(db, id), countVisibility(answers)]);
  return { tracked, asked, engines: listedEngines(asked, answeringEngines(tracked, counts), engine), counts };
}

/** The same for a report of their rates. */
export async function trackedRates(
  context: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  among: Among,
): Promise<TrackedRates> {
  const [counts, amongOf] = await Promise.all([trackedCounts(context, answers), among.of(answers)]);
  return { ...counts, amongOf, among };
}

/**
 * Every engine that the brand is asked on or has answers from, in registry order. None is dropped for being empty.
 *
 * @param engine the only one that is listed; every one if it is left out
 */
export function listedEngines(
  asked: readonly string[],
  answering: readonly string[],
  engine?: string,
): Engine[] {
  const listed = new Set([...asked, ...answering]);
  return ENGINES.filter(({ slug }) => listed.has(slug) && (engine === undefined || slug === engine));
}

/** The engines with answers, in all of which the brand itself was looked for. */
export function answeringEngines(
  tracked: readonly TrackedBrand[],
  counts: readonly { readonly engine: string; readonly trackedId: number; readonly responses: number }[],
): string[] {
  const selfId = tracked.find((brand) => brand.role === 'self')?.id;
  return counts.filter((row) => row.trackedId === selfId && row.responses > 0).map((row) => row.engine);
}

/** Stands for the rows where there is no engine to list. */
export const NO_ENGINE = 'No engine is asked, and none has answered in this window.';

/** The first columns of a row per engine and tracked brand. */
export const BY_ENGINE = [
  { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
  { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
  { id: 'brand', label: 'Brand', kind: 'text', field: 'brand' },
  MARKET_COLUMN,
] as const;

/** Rows of the tracked brands, itself first and the others by name: itself first, then its competitors by a count descending and name. */
export function selfFirst<Row>(rows: readonly Row[], countOf: (row: Row) => number): Row[] {
  const [self, ...competitors] = rows;
  // They are by name, and the sort is stable.
  return self === undefined ? [] : [self, ...competitors.sort((a, b) => countOf(b) - countOf(a))];
}

/** A tracked brand with what it comes to, on one engine or several. */
export interface TrackedSum {
  readonly brand: TrackedBrand;
  readonly sum: Sums;
}

/** The same with what is known of the answers that its rate is made of. */
export interface TrackedFigures extends TrackedSum {
  readonly among: AmongQuestions;
}

/** What each tracked brand comes to: itself first, then its competitors by `present` descending and name. */
export function sumsOf(tracked: readonly TrackedBrand[], counts: readonly VisibilityCount[]): TrackedSum[] {
  const rows = tracked.map((brand) => ({ brand, sum: { ...NOTHING } }));
  const sums = new Map(rows.map(({ brand, sum }) => [brand.id, sum]));
  for (const row of counts) {
    const sum = sums.get(row.trackedId);
    if (sum) add(sum, row);
  }
  return selfFirst(rows, ({ sum }) => sum.present);
}

/** The same on every listed engine, engine by engine. */
export function sumsByEngine({ tracked, engines, counts, amongOf }: TrackedRates): (TrackedFigures & {
  readonly engine: Engine;
})[] {
  return engines.flatMap((engine) => {
    const own = counts.filter((row) => row.engine === engine.slug);
    return sumsOf(tracked, own).map((each) => ({
      engine,
      ...each,
      among: amongOf(each.brand.id, engine.slug),
    }));
  });
}

/** What figures are made of. */
export type Figured = Pick<TrackedFigures, 'sum' | 'among'>;

export const figureProperties = {
  ...rateProperties,
  ...rangeProperties,
  citations: citationsCount,
  ...rankProperties,
};

export function figuresOf({ sum, among }: Figured) {
  return {
    ...rateOf(sum.present, sum.responses, among),
    citations: sum.cited,
    avg_rank_when_named: meanOf(sum.rankSum, sum.ranked),
    ranked_answers: sum.ranked,
  };
}

export const framingCounts = {
  classified: count('Mentions whose framing could be judged: the denominator of the two below.'),
  recommended: count('Mentions framed as a recommendation.'),
  negative: count('Mentions framed negatively.'),
};

export const framingSchema = Type.Object(framingCounts, {
  description: 'Counts of cue phrases, not a tone grade.',
});

export function framingOf({ classified, recommended, negative }: Sums) {
  return { classified, recommended, negative };
}

export function figuresAndFraming(figured: Figured) {
  return { ...figuresOf(figured), framing: framingOf(figured.sum) };
}

const COUNTED = [
  'responses',
  'present',
  'cited',
  'ranked',
  'rankSum',
  'classified',
  'recommended',
  'negative',
] as const;

export type Sums = Readonly<Record<(typeof COUNTED)[number], number>>;

const NOTHING = Object.fromEntries(COUNTED.map((name) => [name, 0])) as Sums;

function add(sum: { -readonly [name in keyof Sums]: number }, row: VisibilityCount): void {
  for (const name of COUNTED) sum[name] += row[name];
}
