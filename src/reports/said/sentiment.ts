import { LEAST_LABELS } from '../../domain/answers/label.ts';
import { MIN_SAMPLE } from '../../domain/figures/rate.ts';
import { listLabels } from '../../storage/answers/labels.ts';
import { BRAND_OR_YOU, YOU_COLUMN } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { byQuery } from '../dimensions/split.ts';
import { TAG } from '../dimensions/tag.ts';
import { NO_ENGINE, rowsByEngine } from '../figures/tracked.ts';
import { comparedColumns, propertiesOf } from '../measures/measure.ts';
import { FRAMED_OTHERWISE, NAMED_COUNT, RECOMMENDED } from '../measures/recommended.ts';
import { columnOf, RANGE_NOTE } from '../shape/columns.ts';
import { comparedField, comparedMeta, compareQuery } from '../shape/compared.ts';
import { readerMeta, readerMetaOf, readerNote, readerQuery } from '../shape/reader.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { named, readonlyList } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { windowMeta, windowQuery } from '../shape/window.ts';
import {
  CorrectedSchema,
  calibrationFigures,
  calibrationMeta,
  checkedNames,
  correctedBy,
} from './calibration.ts';

const MEASURES = [NAMED_COUNT, RECOMMENDED, FRAMED_OTHERWISE] as const;

const SentimentSchema = named(
  'BrandSentiment',
  {
    ...MARKET.properties,
    ...TAG.properties,
    ...ENGINE.properties,
    ...BRAND_OR_YOU.properties,
    ...propertiesOf(MEASURES),
    corrected: CorrectedSchema,
    compared: comparedField(propertiesOf(MEASURES)),
  },
  'How one engine framed one tracked brand.',
);

const CORRECTED_COLUMNS = [
  columnOf('share', 'corrected', 'corrected.share', 'Corrected', {
    interval: 'corrected.interval',
    none: 'not calibrated yet',
  }),
  columnOf('count', 'corrected_labels', 'corrected.labels', 'Labels', { csvOnly: true }),
  columnOf('count', 'labels_to_halve', 'corrected.labels_to_halve', 'Labels to halve the interval', {
    csvOnly: true,
  }),
] as const;

export const sentiment = defineReport({
  name: 'sentiment',
  summary: 'How each engine framed each tracked brand: recommended, neutral, or negative.',
  description:
    'One row per engine and tracked brand, in /presence order. Counts verdicts, not a tone grade: only mentions with ' +
    'judged framing are in the `recommended_share` denominator.',
  takesBrand: true,
  windowShares: ['negative_framing'],
  countsMentions: true,
  query: {
    ...windowQuery(),
    ...compareQuery,
    engine: engineParameter,
    ...sliceQuery,
    ...readerQuery,
    ...byQuery([TAG]),
  },
  data: readonlyList(SentimentSchema, 'One row per engine and tracked brand.'),
  meta: { ...windowMeta, ...comparedMeta, ...readerMeta, ...calibrationMeta },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...ENGINE.columns,
        ...BRAND_OR_YOU.columns,
        ...MARKET.columns,
        ...TAG.columns,
        { ...YOU_COLUMN, csvOnly: true },
        ...comparedColumns(MEASURES, { of: [ENGINE, BRAND_OR_YOU, MARKET, TAG] }),
        ...CORRECTED_COLUMNS,
      ],
    },
  },
  tableNote:
    'Recommended divides by the mentions with judged framing; with too few there is no share, which is ' +
    `not zero. Other mentions are in Named in only. ${RANGE_NOTE}`,
  errors: [],
  async run(context, query) {
    const by = { split: TAG, brandFields: BRAND_OR_YOU.fields };
    const { meta, data, answers } = await rowsByEngine(context, query, MEASURES, by);
    const { reader } = await readerMetaOf(context, answers);
    const labels = reader.others === 0 ? await listLabels(context.db, context.brand.id) : [];
    const names = checkedNames(labels, modelOf(reader));
    const [corrected, calibration] = [correctedBy(names), calibrationFigures(names)];
    const languageOf = new Map(context.brand.markets.map((market) => [market.name, market.languageCode]));
    return {
      meta: { ...meta, reader, calibration },
      data: data.map((row) => ({ ...row, corrected: corrected(row, languageOf.get(row.market) ?? null) })),
      note:
        `\`recommended_share\` is null below ${MIN_SAMPLE} classified mentions, which is not zero. Mentions without ` +
        `judged framing are in \`answers_naming_them\` and in no other count. ${readerNote(reader)} ${calibrationNote(calibration, reader.others === 0)}`,
    };
  },
});

function modelOf({ name, prompt }: { readonly name: string; readonly prompt: string | null }) {
  return prompt === null ? null : { name, prompt };
}

function calibrationNote(calibration: { readonly labels: number } | null, isOne: boolean): string {
  if (!isOne) return 'Shares are corrected only where one model with one prompt has read the window.';
  return calibration === null
    ? `Its shares are not calibrated yet: label at least ${LEAST_LABELS} random names on the page Accuracy.`
    : `\`corrected\` allows for its errors on ${calibration.labels} random labels.`;
}
