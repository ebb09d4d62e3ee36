import Type from 'typebox';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { type TrackedBefore, trackedBefore } from '../figures/tracked-comparison.ts';
import {
  figureProperties,
  figuresAndFramingOn,
  figuresOn,
  framingSchema,
  NO_ENGINE,
  sumsByEngine,
  sumsOf,
  type TrackedRates,
  trackedRates,
} from '../figures/tracked-counts.ts';
import { windowComparison, withChanges } from '../figures/window-comparison.ts';
import {
  filterName,
  RANGE,
  RANGE_BEFORE,
  RANGE_NOTE,
  RATE,
  REPEATS,
  REPEATS_BEFORE,
  rateAt,
} from '../shape/columns.ts';
import {
  CHANGE_COLUMNS,
  comparedField,
  comparedMeta,
  compareQuery,
  earlierEnds,
  FIGURES_BEFORE,
  FRAMING_BEFORE,
  ONLY_COMPARED,
} from '../shape/compared.ts';
import { defineReport } from '../shape/report.ts';
import { sampleDesigns } from '../shape/sample-design.ts';
import { named, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const EngineSchema = named(
  'Engine',
  {
    engine: text('Stable slug, as used by `?engine=`.'),
    name: text(
      'Display name. An engine asked by its API says so: "ChatGPT (API)" is not the app that people see.',
    ),
    collection_method: oneOf(['api', 'scraper', 'serp'], 'Collection method.'),
    ...figureProperties,
    compared: comparedField(figureProperties),
  },
  'How one engine answered. Engines are never averaged.',
);

const BrandVisibilitySchema = named(
  'BrandVisibility',
  {
    name: text('Brand name.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    ...figureProperties,
    framing: framingSchema,
    compared: comparedField({ ...figureProperties, framing: framingSchema }),
  },
  "One brand's figures, pooled over all engines.",
);

const NOTE =
  `A rate below ${MIN_SAMPLE} answers is null, which is not zero; the \`interval\` of any other says how far it may be off. ` +
  'Engines are never averaged; only `brands` pools them, each weighted by its answers.';

export const visibility = defineReport({
  name: 'visibility',
  summary: 'How often each engine named and cited the brand, and its competitors.',
  description:
    'One row per engine, never averaged, and one per brand, pooled over the engines. There is no single visibility ' +
    'score. Every rate comes with its counts and its 95% interval; below `min_sample` answers both are null.',
  takesBrand: true,
  countsMentions: true,
  isOfOneMarket: true,
  query: { ...windowQuery(7), ...compareQuery, ...sliceQuery },
  data: Type.Object({
    engines: readonlyList(
      EngineSchema,
      'Every engine that Sightline asks about the brand or that has answers in the window.',
    ),
    brands: readonlyList(
      BrandVisibilitySchema,
      'The brand itself, then its competitors by `present` descending and name.',
    ),
  }),
  meta: { ...windowMeta, ...comparedMeta },
  columns: {
    engines: {
      none: NO_ENGINE,
      columns: [
        { id: 'engine', label: 'Engine', kind: 'engine', field: 'engine' },
        { id: 'name', label: 'Name', kind: 'text', field: 'name', csvOnly: true },
        { id: 'collection_method', label: 'Method', kind: 'code', field: 'collection_method' },
        {
          id: 'rate',
          label: 'Named in',
          ...RATE,
          answerFilter: ({ engine }) => ({ engine, names: 'self' }),
          denominatorFilter: ({ engine }) => ({ engine }),
        },
        RANGE,
        REPEATS,
        {
          id: 'compared_rate',
          label: 'Before',
          ...rateAt('compared'),
          ...ONLY_COMPARED,
          answerFilter: (row) => ({ ...earlierEnds(row), engine: row.engine, names: 'self' }),
          denominatorFilter: (row) => ({ ...earlierEnds(row), engine: row.engine }),
        },
        RANGE_BEFORE,
        REPEATS_BEFORE,
        ...CHANGE_COLUMNS,
        ...FIGURES_BEFORE,
        {
          id: 'citations',
          label: 'Cited in',
          kind: 'count',
          field: 'citations',
          of: 'responses',
          answerFilter: ({ engine }) => ({ engine, cites_brand: 'self' }),
        },
        {
          id: 'avg_rank_when_named',
          label: 'Mean position',
          kind: 'position',
          field: 'avg_rank_when_named',
          decimals: 2,
          ranked: 'ranked_answers',
          answerFilter: ({ engine }) => ({ engine, names: 'self', ranked: 'true' }),
        },
      ],
    },
    brands: {
      title: "Pooled over all engines, each weighted by its answers: no engine's own share",
      none: 'No brand.',
      brief: () => [],
      columns: [
        { id: 'name', label: 'Brand', kind: 'text', field: 'name' },
        { id: 'role', label: 'Role', kind: 'text', field: 'role', csvOnly: true },
        {
          id: 'rate',
          label: 'Named in',
          ...RATE,
          answerFilter: (row) => ({ names: filterName(row) }),
          denominatorFilter: (row) => ({ looked_for: filterName(row) }),
        },
        RANGE,
        REPEATS,
        {
          id: 'compared_rate',
          label: 'Before',
          ...rateAt('compared'),
          ...ONLY_COMPARED,
          answerFilter: (row) => ({ ...earlierEnds(row), names: filterName(row) }),
          denominatorFilter: (row) => ({ ...earlierEnds(row), looked_for: filterName(row) }),
        },
        RANGE_BEFORE,
        REPEATS_BEFORE,
        ...CHANGE_COLUMNS,
        ...FIGURES_BEFORE,
        ...FRAMING_BEFORE,
        {
          id: 'citations',
          label: 'Cited in',
          kind: 'count',
          field: 'citations',
          of: 'responses',
          answerFilter: (row) => ({ cites_brand: filterName(row) }),
        },
        {
          id: 'avg_rank_when_named',
          label: 'Mean position',
          kind: 'position',
          field: 'avg_rank_when_named',
          decimals: 2,
          ranked: 'ranked_answers',
          answerFilter: (row) => ({ names: filterName(row), ranked: 'true' }),
        },
        {
          id: 'framing_recommended',
          label: 'Recommended',
          kind: 'count',
          field: 'framing.recommended',
          of: 'framing.classified',
          answerFilter: (row) => ({ names: filterName(row), framing: 'recommended' }),
        },
        {
          id: 'framing_negative',
          label: 'Negative',
          kind: 'count',
          field: 'framing.negative',
          of: 'framing.classified',
          answerFilter: (row) => ({ names: filterName(row), framing: 'negative' }),
        },
      ],
    },
  },
  tableNote:
    `In parentheses: how far the rate may be off. ${RANGE_NOTE} With too few answers there is no rate, which is not zero. Engines ` +
    'are never averaged. /presence has each competitor on each engine.',
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const answers = await answersOfOne(context, query, period);
    const counted = await trackedRates(context, answers, await sampleDesigns(context, 'named'));
    const comparison = await windowComparison(context, query);
    const before = await trackedBefore(comparison, answers, counted);
    const engines = engineRows(counted, before);
    const rows = withChanges<EngineRow | BrandRow, object>(comparison, [
      ...engines,
      ...brandRows(counted, before),
    ]);
    return {
      note: NOTE,
      meta: { ...meta, ...comparison?.meta },
      // Tests both together, then separates them.
      data: {
        engines: rows.slice(0, engines.length) as EngineRow[],
        brands: rows.slice(engines.length) as BrandRow[],
      },
    };
  },
});

type EngineRow = Type.Static<typeof EngineSchema>;
type BrandRow = Type.Static<typeof BrandVisibilitySchema>;

function engineRows(counted: TrackedRates, before: TrackedBefore) {
  const itself = counted.tracked.filter(({ role }) => role === 'self');
  return sumsByEngine({ ...counted, tracked: itself }).map(({ engine, brand, ...figured }) => {
    const figuresOf = figuresOn([engine]);
    return {
      row: {
        engine: engine.slug,
        name: engine.name,
        collection_method: engine.method,
        ...figuresOf(figured),
      },
      before: before(brand, engine.slug, figuresOf),
    };
  });
}

function brandRows({ tracked, engines, counts, sampleDesignOf }: TrackedRates, before: TrackedBefore) {
  const figuresOf = figuresAndFramingOn(engines);
  return sumsOf(tracked, counts).map(({ brand, sum }) => ({
    row: {
      name: brand.name,
      role: brand.role,
      ...figuresOf({ sum, sampleDesign: sampleDesignOf(brand.id, null) }),
    },
    before: before(brand, null, figuresOf),
  }));
}
