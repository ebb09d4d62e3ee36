import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { BRAND, ROLE_COLUMN } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { byQuery } from '../dimensions/split.ts';
import { TAG } from '../dimensions/tag.ts';
import { NO_ENGINE, rowsByEngine } from '../figures/tracked.ts';
import { CITED } from '../measures/cited.ts';
import { FIRST } from '../measures/first.ts';
import { FRAMED } from '../measures/framed.ts';
import { comparedColumns, propertiesOf } from '../measures/measure.ts';
import { NAMED } from '../measures/named.ts';
import { RANKED } from '../measures/ranked.ts';
import { RANGE_NOTE } from '../shape/columns.ts';
import { comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { readerMeta, readerMetaOf, readerQuery } from '../shape/reader.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { named, readonlyList } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { windowMeta, windowQuery } from '../shape/window.ts';

const MEASURES = [NAMED, CITED, RANKED, FIRST, FRAMED] as const;

const PresenceSchema = named(
  'Presence',
  {
    ...MARKET.properties,
    ...TAG.properties,
    ...ENGINE.properties,
    ...BRAND.properties,
    ...propertiesOf(MEASURES),
    compared: comparedField(propertiesOf(MEASURES)),
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
  windowShares: ['visibility', 'overtaken', 'cited_not_named'],
  query: {
    ...windowQuery(),
    ...compareQuery,
    engine: engineParameter,
    ...sliceQuery,
    ...readerQuery,
    ...byQuery([TAG]),
  },
  data: readonlyList(PresenceSchema, 'One row per engine and tracked brand.'),
  meta: { ...windowMeta, ...comparedMeta, ...readerMeta },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...ENGINE.columns,
        ...BRAND.columns,
        ...MARKET.columns,
        ...TAG.columns,
        ROLE_COLUMN,
        ...comparedColumns(MEASURES, { of: [ENGINE, BRAND, MARKET, TAG] }),
      ],
    },
  },
  tableNote:
    `In parentheses: how far the rate may be off. ${RANGE_NOTE} With too few answers there is no rate, which is not zero. Compare ` +
    'brands on one engine, and never average engines. Recommended and Negative count answers with judged framing.',
  errors: [],
  async run(context, query) {
    const by = { split: TAG, brandFields: BRAND.fields };
    const { meta, data, answers } = await rowsByEngine(context, query, MEASURES, by);
    return {
      meta: { ...meta, ...(await readerMetaOf(context, answers)) },
      data,
      note:
        `A rate below ${MIN_SAMPLE} answers is null, which is not zero. \`responses\` counts the answers in which ` +
        'Sightline looked for the brand. Compare brands on one engine, and never average engines.',
    };
  },
});
