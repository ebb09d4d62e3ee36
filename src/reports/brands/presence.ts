import { ROLES } from '../../domain/answers/answer-reading.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { type TrackedBefore, trackedBefore } from '../figures/tracked-comparison.ts';
import {
  BY_ENGINE,
  figureProperties,
  figuresAndFramingOn,
  framingSchema,
  NO_ENGINE,
  sumsByEngine,
  type TrackedRates,
  trackedRates,
} from '../figures/tracked-counts.ts';
import { windowComparison, withChanges } from '../figures/window-comparison.ts';
import {
  filterBrand,
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
import { defineReport, engineParameter } from '../shape/report.ts';
import { sampleDesigns } from '../shape/sample-design.ts';
import { named, oneOf, readonlyList, text } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersByTag, byTagQuery, type SliceOf, TAG_COLUMN, tagProperties } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const PresenceSchema = named(
  'Presence',
  {
    ...tagProperties,
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text("The engine's display name."),
    brand: text("The tracked brand's name."),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    ...figureProperties,
    framing: framingSchema,
    compared: comparedField({ ...figureProperties, framing: framingSchema }),
  },
  "One tracked brand's figures on one engine.",
);

export const presence = defineReport({
  name: 'presence',
  summary: 'How often each engine named and cited each tracked brand.',
  description:
    'One row per engine and tracked brand: every engine that Sightline asks about the brand or that has answers in the ' +
    'window, and on each the brand itself, then its competitors by `present` descending and name. The figures match ' +
    '/visibility, which lists engines only for the brand itself and pools competitors over the engines.',
  takesBrand: true,
  countsMentions: true,
  query: { ...windowQuery(30), ...compareQuery, engine: engineParameter, ...sliceQuery, ...byTagQuery },
  data: readonlyList(PresenceSchema, 'One row per engine and tracked brand.'),
  meta: { ...windowMeta, ...comparedMeta },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...BY_ENGINE,
        TAG_COLUMN,
        { id: 'role', label: 'Role', kind: 'text', field: 'role', csvOnly: true },
        {
          id: 'rate',
          label: 'Named in',
          ...RATE,
          answerFilter: (row) => ({ engine: row.engine, names: filterBrand(row) }),
          denominatorFilter: (row) => ({ engine: row.engine, looked_for: filterBrand(row) }),
        },
        RANGE,
        REPEATS,
        {
          id: 'compared_rate',
          label: 'Before',
          ...rateAt('compared'),
          ...ONLY_COMPARED,
          answerFilter: (row) => ({ ...earlierEnds(row), engine: row.engine, names: filterBrand(row) }),
          denominatorFilter: (row) => ({
            ...earlierEnds(row),
            engine: row.engine,
            looked_for: filterBrand(row),
          }),
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
          answerFilter: (row) => ({ engine: row.engine, cites_brand: filterBrand(row) }),
        },
        {
          id: 'avg_rank_when_named',
          label: 'Mean position',
          kind: 'position',
          field: 'avg_rank_when_named',
          decimals: 2,
          ranked: 'ranked_answers',
          answerFilter: (row) => ({ engine: row.engine, names: filterBrand(row), ranked: 'true' }),
        },
        {
          id: 'framing_recommended',
          label: 'Recommended',
          kind: 'count',
          field: 'framing.recommended',
          of: 'framing.classified',
          answerFilter: (row) => ({ engine: row.engine, names: filterBrand(row), framing: 'recommended' }),
        },
        {
          id: 'framing_negative',
          label: 'Negative',
          kind: 'count',
          field: 'framing.negative',
          of: 'framing.classified',
          answerFilter: (row) => ({ engine: row.engine, names: filterBrand(row), framing: 'negative' }),
        },
      ],
    },
  },
  tableNote:
    `In parentheses: how far the rate may be off. ${RANGE_NOTE} With too few answers there is no rate, which is not zero. Compare ` +
    'brands on one engine, and never average engines. Recommended and Negative count answers with judged framing.',
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const comparison = await windowComparison(context, query);
    const designs = await sampleDesigns(context, 'named');
    const rows: ReturnType<typeof rowsOf> = [];
    for (const { answers, of } of await answersByTag(context, query, period)) {
      const counted = await trackedRates(context, answers, designs);
      rows.push(...rowsOf(counted, of, await trackedBefore(comparison, answers, counted)));
    }
    return {
      note:
        `A rate below ${MIN_SAMPLE} answers is null, which is not zero. \`responses\` counts the answers in which ` +
        'Sightline looked for the brand. Compare brands on one engine, and never average engines.',
      meta: { ...meta, ...comparison?.meta },
      data: withChanges(comparison, rows),
    };
  },
});

function rowsOf(counted: TrackedRates, of: SliceOf, before: TrackedBefore) {
  return sumsByEngine(counted).map(({ engine, brand, ...figured }) => {
    const figuresOf = figuresAndFramingOn([engine]);
    return {
      row: {
        ...of,
        engine: engine.slug,
        engine_name: engine.name,
        brand: brand.name,
        role: brand.role,
        ...figuresOf(figured),
      },
      before: before(brand, engine.slug, figuresOf),
    };
  });
}
