import Type from 'typebox';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { NAMED_BRAND, ROLE_COLUMN } from '../dimensions/brand.ts';
import { ENGINE_METHOD } from '../dimensions/engine.ts';
import { MODEL } from '../dimensions/model.ts';
import { byMeta, byQuery, partsBy } from '../dimensions/split.ts';
import { measuredWindow, NO_ENGINE } from '../figures/tracked.ts';
import { CITED } from '../measures/cited.ts';
import { FRAMED } from '../measures/framed.ts';
import { comparedColumns, propertiesOf } from '../measures/measure.ts';
import { NAMED } from '../measures/named.ts';
import { RANKED } from '../measures/ranked.ts';
import { RANGE_NOTE } from '../shape/columns.ts';
import { comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { readerMeta, readerMetaOf, readerQuery } from '../shape/reader.ts';
import { defineReport } from '../shape/report.ts';
import { named, readonlyList } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfOne } from '../shape/slices.ts';
import { windowMeta, windowQuery } from '../shape/window.ts';

const ENGINE_MEASURES = [NAMED, CITED, RANKED] as const;
const BRAND_MEASURES = [...ENGINE_MEASURES, FRAMED] as const;

const EngineSchema = named(
  'Engine',
  {
    ...MODEL.properties,
    ...ENGINE_METHOD.properties,
    ...propertiesOf(ENGINE_MEASURES),
    compared: comparedField(propertiesOf(ENGINE_MEASURES)),
  },
  'How one engine answered. Engines are never averaged.',
);

const BrandVisibilitySchema = named(
  'BrandVisibility',
  {
    ...MODEL.properties,
    ...NAMED_BRAND.properties,
    ...propertiesOf(BRAND_MEASURES),
    compared: comparedField(propertiesOf(BRAND_MEASURES)),
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
  windowShares: ['visibility', 'overtaken', 'cited_not_named'],
  isOfOneMarket: true,
  query: { ...windowQuery(7), ...compareQuery, ...sliceQuery, ...readerQuery, ...byQuery([MODEL]) },
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
  meta: { ...windowMeta, ...comparedMeta, ...readerMeta, ...byMeta([MODEL]) },
  columns: {
    engines: {
      none: NO_ENGINE,
      columns: [
        ...ENGINE_METHOD.columns,
        ...MODEL.columns,
        ...comparedColumns(ENGINE_MEASURES, { of: [ENGINE_METHOD, MODEL] }),
      ],
    },
    brands: {
      title: "Pooled over all engines, each weighted by its answers: no engine's own share",
      none: 'No brand.',
      brief: () => [],
      columns: [
        ...NAMED_BRAND.columns,
        ROLE_COLUMN,
        ...MODEL.columns,
        ...comparedColumns(BRAND_MEASURES, { of: [NAMED_BRAND, MODEL] }),
      ],
    },
  },
  tableNote:
    `In parentheses: how far the rate may be off. ${RANGE_NOTE} With too few answers there is no rate, which is not zero. Engines ` +
    'are never averaged. /presence has each competitor on each engine.',
  errors: [],
  async run(context, query) {
    const window = await measuredWindow(context, query, BRAND_MEASURES);
    const answers = await answersOfOne(context, query, window.period);
    const itself = context.brand.tracked.filter(({ role }) => role === 'self');
    const engines = [];
    const brands = [];
    for (const part of await partsBy(context, answers, query, query.by && MODEL)) {
      const { of } = part;
      const counted = await window.count(part);
      for (const engine of counted.engines) {
        const fields = { ...of, ...ENGINE_METHOD.fields(engine) };
        engines.push(...counted.rows(engine, ENGINE_MEASURES, () => fields, itself));
      }
      brands.push(
        ...counted.rows(null, BRAND_MEASURES, (brand) => ({ ...of, ...NAMED_BRAND.fields(brand) })),
      );
    }
    const rows = window.withChanges<EngineRow | BrandRow, object>([...engines, ...brands]);
    return {
      note: NOTE,
      meta: {
        ...window.meta,
        ...(await readerMetaOf(context, [answers])),
        ...(query.by && { divided_by: query.by }),
      },
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
