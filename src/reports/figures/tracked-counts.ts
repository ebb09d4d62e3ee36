import Type from 'typebox';
import { ENGINES, type Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { meanOf, rateOf, type SampleDesign } from '../../domain/figures/rate.ts';
import { countVisibility, type VisibilityCount } from '../../panel/counts/visibility.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import type { ReportContext } from '../shape/report.ts';
import type { SampleDesignOf, SampleDesigns } from '../shape/sample-design.ts';
import { citationsCount, count, rangeProperties, rankProperties, rateProperties } from '../shape/schemas.ts';
import { MARKET_COLUMN } from '../shape/slices.ts';

/**
 * Counts that /visibility, /presence, and /sentiment share: how often each engine named and cited each tracked brand. One source keeps
 * their figures equal.
 */
export interface TrackedCounts {
  /** The brands tracked now: the brand itself first, then by name. */
  readonly tracked: readonly TrackedBrand[];
  /** Slugs of the engines that the brand uses. */
  readonly asked: readonly string[];
  /** The listed engines, in registry order. */
  readonly engines: readonly Engine[];
  readonly counts: readonly VisibilityCount[];
}

/** Counts with their rates' sample designs. */
export interface TrackedRates extends TrackedCounts {
  readonly sampleDesignOf: SampleDesignOf;
  readonly sampleDesigns: SampleDesigns;
}

/** Counts answers. With an engine filter, lists no other engine. */
export async function trackedCounts(
  { db, brand: { id, tracked } }: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
): Promise<TrackedCounts> {
  const { engine } = answers.only;
  const [asked, counts] = await Promise.all([listAskedEngines(db, id), countVisibility(answers)]);
  return { tracked, asked, engines: listedEngines(asked, answeringEngines(tracked, counts), engine), counts };
}

/** Counts for a report with rates. */
export async function trackedRates(
  context: Pick<ReportContext, 'db' | 'brand'>,
  answers: CountedAnswers,
  designs: SampleDesigns,
): Promise<TrackedRates> {
  const [counts, sampleDesignOf] = await Promise.all([trackedCounts(context, answers), designs.of(answers)]);
  return { ...counts, sampleDesignOf, sampleDesigns: designs };
}

/** Every engine that the brand uses or has answers from, in registry order, even without answers. @param engine lists only this one */
export function listedEngines(
  asked: readonly string[],
  answering: readonly string[],
  engine?: string,
): Engine[] {
  const listed = new Set([...asked, ...answering]);
  return ENGINES.filter(({ slug }) => listed.has(slug) && (engine === undefined || slug === engine));
}

/** Engines with answers. Sightline looked for the brand itself in all these answers. */
export function answeringEngines(
  tracked: readonly TrackedBrand[],
  counts: readonly { readonly engine: string; readonly trackedId: number; readonly responses: number }[],
): string[] {
  const selfId = tracked.find((brand) => brand.role === 'self')?.id;
  return counts.filter((row) => row.trackedId === selfId && row.responses > 0).map((row) => row.engine);
}

/** Replaces rows if there is no engine to list. */
export const NO_ENGINE = 'There is no engine to ask, and none has answered in this window.';

/** The first columns of a row per engine and tracked brand. */
export const BY_ENGINE = [
  { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
  { id: 'engine_name', label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
  { id: 'brand', label: 'Brand', kind: 'text', field: 'brand' },
  MARKET_COLUMN,
] as const;

/** Sorts rows that are in name order: itself first, then its competitors by a count descending and name. */
export function selfFirst<Row>(rows: readonly Row[], countOf: (row: Row) => number): Row[] {
  const [self, ...competitors] = rows;
  // The sort is stable, so names stay in order.
  return self === undefined ? [] : [self, ...competitors.sort((a, b) => countOf(b) - countOf(a))];
}

/** A tracked brand with its counts on one engine or several. */
export interface TrackedSum {
  readonly brand: TrackedBrand;
  readonly sum: Sums;
}

/** Counts with their rate's sample design. */
export interface TrackedFigures extends TrackedSum {
  readonly sampleDesign: SampleDesign;
}

/** Each tracked brand's counts: itself first, then its competitors by `present` descending and name. */
export function sumsOf(tracked: readonly TrackedBrand[], counts: readonly VisibilityCount[]): TrackedSum[] {
  const rows = tracked.map((brand) => ({ brand, sum: { ...NOTHING } }));
  const sums = new Map(rows.map(({ brand, sum }) => [brand.id, sum]));
  for (const row of counts) {
    const sum = sums.get(row.trackedId);
    if (sum) add(sum, row);
  }
  return selfFirst(rows, ({ sum }) => sum.present);
}

/** Each tracked brand's counts per listed engine. */
export function sumsByEngine({ tracked, engines, counts, sampleDesignOf }: TrackedRates): (TrackedFigures & {
  readonly engine: Engine;
})[] {
  return engines.flatMap((engine) => {
    const own = counts.filter((row) => row.engine === engine.slug);
    return sumsOf(tracked, own).map((each) => ({
      engine,
      ...each,
      sampleDesign: sampleDesignOf(each.brand.id, engine.slug),
    }));
  });
}

export type FigureInput = Pick<TrackedFigures, 'sum' | 'sampleDesign'>;

export const figureProperties = {
  ...rateProperties,
  ...rangeProperties,
  citations: citationsCount,
  ...rankProperties,
};

/** @param engines the figures' engines */
export function figuresOn(engines: readonly Engine[]) {
  const mayCite = engines.length === 0 || engines.some(({ citesNothing }) => !citesNothing);
  return ({ sum, sampleDesign }: FigureInput) => ({
    ...rateOf(sum.present, sum.responses, sampleDesign),
    citations: mayCite ? sum.cited : null,
    avg_rank_when_named: meanOf(sum.rankSum, sum.ranked),
    ranked_answers: sum.ranked,
  });
}

export const framingCounts = {
  classified: count('Mentions with judged framing: the denominator of the two below.'),
  recommended: count('Mentions framed as a recommendation.'),
  negative: count('Mentions framed negatively.'),
};

export const framingSchema = Type.Object(framingCounts, {
  description: 'Counts of cue phrases, not a tone grade.',
});

export function framingOf({ classified, recommended, negative }: Sums) {
  return { classified, recommended, negative };
}

export function figuresAndFramingOn(engines: readonly Engine[]) {
  const figuresOf = figuresOn(engines);
  return (figured: FigureInput) => ({ ...figuresOf(figured), framing: framingOf(figured.sum) });
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
