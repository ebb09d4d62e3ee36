import { type Engine, engineOf, inEngineOrder } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { pairBrandsByPrompt } from '../../panel/counts/spreads/brands-by-prompt.ts';
import { countVisibility, type VisibilityCount } from '../../panel/counts/visibility.ts';
import type { CountedAnswers } from '../../panel/panel.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { type AnswersPart, partsBy, type Split } from '../dimensions/split.ts';
import type { FiguresOf } from '../measures/measure.ts';
import { type Place, type TrackedCount, type TrackedMeasure, total } from '../measures/tracked-measure.ts';
import type { ReportContext } from '../shape/report.ts';
import { type SampleDesignOf, type SampleDesigns, sampleDesigns } from '../shape/sample-design.ts';
import type { SliceQuery } from '../shape/slice.ts';
import { answersOfEach } from '../shape/slices.ts';
import { type WindowQuery, windowOf } from '../shape/window.ts';
import {
  type ComparedRow,
  comparedAnswers,
  type FigureChange,
  rateChange,
  type WindowComparison,
  windowComparison,
  withChanges,
} from './window-comparison.ts';

/** Which engines a report lists for each tracked brand, and the counts behind its order. */
export interface TrackedCounts {
  /** The brands tracked now: the brand itself first, then by name. */
  readonly tracked: readonly TrackedBrand[];
  /** Slugs of the engines that the brand uses. */
  readonly asked: readonly string[];
  readonly engines: readonly Engine[];
  readonly counts: readonly VisibilityCount[];
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

/** Every engine that the brand uses or has answers from, in registry order, even without answers. @param engine lists only this one */
export function listedEngines(
  asked: readonly string[],
  answering: readonly string[],
  engine?: string,
): Engine[] {
  const listed = inEngineOrder([...asked, ...answering]);
  return listed.filter((slug) => engine === undefined || slug === engine).map(engineOf);
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

/** Sorts rows that are in name order: itself first, then its competitors by a count descending and name. */
export function selfFirst<Row>(rows: readonly Row[], countOf: (row: Row) => number): Row[] {
  const [self, ...competitors] = rows;
  // The sort is stable, so names stay in order.
  return self === undefined ? [] : [self, ...competitors.sort((a, b) => countOf(b) - countOf(a))];
}

/** A report's windows, in which measures of tracked brands are counted. */
interface MeasuredWindow {
  readonly context: ReportContext;
  readonly measures: readonly TrackedMeasure[];
  readonly designs: SampleDesigns;
  readonly comparison: WindowComparison | null;
}

/**
 * Counts measures for a report on tracked brands, such as /presence, and their earlier figures if its query has `compare`. The
 * first measure with a rate has the ranges and the changes.
 */
export async function measuredWindow(
  context: ReportContext,
  query: WindowQuery,
  measures: readonly TrackedMeasure[],
) {
  const { period, meta } = windowOf(context.now, query);
  const rate = measures.find((measure) => measure.rate)?.rate ?? 'named';
  const comparison = await windowComparison(context, query);
  const window = { context, measures, designs: await sampleDesigns(context, rate), comparison };
  return {
    period,
    meta: { ...meta, ...comparison?.meta },
    count: async (part: Omit<AnswersPart<unknown>, 'of'>) => await measuredPart(window, part),
    /** Tests all changes together. */
    withChanges: <Row extends object, Figures extends object>(rows: readonly ComparedRow<Row, Figures>[]) =>
      withChanges(comparison, rows),
  };
}

/** A report's rows by market, split, engine, and tracked brand, with their earlier figures; its `meta`, and its answers. */
export async function rowsByEngine<
  const Of extends readonly TrackedMeasure[],
  By extends Split,
  Fields extends object,
>(
  context: ReportContext,
  query: WindowQuery &
    SliceQuery & { readonly engine?: string | undefined; readonly by?: By['by'] | undefined },
  measures: Of,
  { split, brandFields }: { readonly split: By; readonly brandFields: (brand: TrackedBrand) => Fields },
) {
  const window = await measuredWindow(context, query, measures);
  const rows = [];
  const markets = await answersOfEach(context, query, window.period);
  for (const { market, answers } of markets) {
    for (const part of await partsBy(context, answers, query, query.by && split)) {
      const { engines, rows: rowsOn } = await window.count(part);
      for (const engine of engines) {
        const fields = { market: market.name, ...part.of, ...ENGINE.fields(engine.slug) };
        rows.push(...rowsOn(engine, measures, (brand) => ({ ...fields, ...brandFields(brand) })));
      }
    }
  }
  return {
    meta: window.meta,
    data: window.withChanges(rows),
    answers: markets.map(({ answers }) => answers),
  };
}

/** Some answers' figures. */
async function measuredPart(
  { context, measures, designs, comparison }: MeasuredWindow,
  { answers, onlyAnswering }: Omit<AnswersPart<unknown>, 'of'>,
) {
  const [listed, sampleDesignOf] = await Promise.all([trackedCounts(context, answers), designs.of(answers)]);
  const { tracked, counts } = listed;
  const countsOf = countsByBrand(counts);
  const figures = await countMeasures(measures, answers, counts);
  const engines = onlyAnswering
    ? listedEngines([], answeringEngines(tracked, counts), answers.only.engine)
    : listed.engines;
  const changes = await changesOfBrands(comparison, answers, { tracked, engines, designs });
  const before = changes && { ...changes, figures: await countMeasures(measures, changes.answers) };
  return {
    engines,
    /**
     * A row for each tracked brand: the brand itself, then its competitors by `present` descending and name.
     *
     * @param engine null for all engines together
     */
    rows<const Of extends readonly TrackedMeasure[], Fields extends object>(
      engine: Engine | null,
      rowMeasures: Of,
      fieldsOf: (brand: TrackedBrand) => Fields,
      brands = tracked,
    ): ComparedRow<Fields & FiguresOf<Of>, FiguresOf<Of>>[] {
      const slug = engine?.slug ?? null;
      const named = ({ id }: TrackedBrand) => total(countsOf({ trackedId: id, engine: slug }), 'present');
      return selfFirst(brands, named).map((brand) => {
        const of = { trackedId: brand.id, engine: slug };
        const placeBy = (designOf: SampleDesignOf): Place => ({
          engines: engine === null ? engines : [engine],
          sampleDesign: designOf(brand.id, slug),
        });
        return {
          row: { ...fieldsOf(brand), ...figures(rowMeasures, of, placeBy(sampleDesignOf)) },
          before: before && {
            figures: before.figures(rowMeasures, of, placeBy(before.sampleDesignOf)),
            judged: before.changeOf(brand, slug),
          },
        };
      });
    },
  };
}

/** Finds a brand's counts on an engine or, for null, on all. */
function countsByBrand<Count extends TrackedCount>(counts: readonly Count[]) {
  const byBrand = Map.groupBy(counts, ({ trackedId }) => trackedId);
  return ({ trackedId, engine }: MeasuredBrand): readonly Count[] => {
    const own = byBrand.get(trackedId) ?? [];
    return engine === null ? own : own.filter((each) => each.engine === engine);
  };
}

interface MeasuredBrand {
  readonly trackedId: number;
  readonly engine: string | null;
}

/** Counts what these measures need, each count once, and makes their figures. @param known counts that need no counting */
async function countMeasures(
  measures: readonly TrackedMeasure[],
  answers: CountedAnswers,
  known?: readonly VisibilityCount[],
) {
  const found = new Map<TrackedMeasure['counted'], (of: MeasuredBrand) => readonly TrackedCount[]>();
  if (known) found.set(countVisibility, countsByBrand(known));
  for (const { counted } of measures) {
    if (!found.has(counted)) found.set(counted, countsByBrand(await counted(answers)));
  }
  return <const Of extends readonly TrackedMeasure[]>(
    measured: Of,
    of: MeasuredBrand,
    place: Place,
  ): FiguresOf<Of> =>
    Object.assign(
      {},
      ...measured.map(({ counted, figures }) => figures(found.get(counted)?.(of) as never, place as never)),
    );
}

/** How tracked brands' rates changed since an earlier window. */
interface ChangesOfBrands {
  /** The earlier window's answers. */
  readonly answers: CountedAnswers;
  readonly sampleDesignOf: SampleDesignOf;
  /** On one engine or, for null, on all. */
  readonly changeOf: (brand: TrackedBrand, engine: string | null) => FigureChange;
}

/** @param current the current window's answers */
async function changesOfBrands(
  comparison: WindowComparison | null,
  current: CountedAnswers,
  {
    tracked,
    engines,
    designs,
  }: {
    readonly tracked: readonly TrackedBrand[];
    readonly engines: readonly Engine[];
    readonly designs: SampleDesigns;
  },
): Promise<ChangesOfBrands | null> {
  if (comparison === null) return null;
  const slugs = engines.map(({ slug }) => slug);
  const answers = await comparedAnswers(comparison, current, slugs, {
    ofFraming: designs.rate === 'recommended_of_judged',
  });
  const ids = tracked.map(({ id }) => id);
  const pairsOf = await pairBrandsByPrompt([current, answers.earlier], ids, designs.rate);
  return {
    answers: answers.earlier,
    sampleDesignOf: await designs.of(answers.earlier),
    changeOf: ({ id }, engine) => {
      return rateChange(answers, { engine, trackedId: id }, pairsOf(id, engine), (row) => row);
    },
  };
}
