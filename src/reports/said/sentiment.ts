import type Type from 'typebox';
import { MIN_SAMPLE, rateOf } from '../../domain/figures/rate.ts';
import { type TrackedBefore, trackedBefore } from '../figures/tracked-comparison.ts';
import {
  BY_ENGINE,
  type FigureInput,
  framingCounts,
  framingOf,
  NO_ENGINE,
  sumsByEngine,
  type TrackedRates,
  trackedRates,
} from '../figures/tracked-counts.ts';
import { windowComparison, withChanges } from '../figures/window-comparison.ts';
import { filterName, RANGE, RANGE_BEFORE, RANGE_NOTE, REPEATS, REPEATS_BEFORE } from '../shape/columns.ts';
import {
  CHANGE_COLUMNS,
  comparedField,
  comparedMeta,
  compareQuery,
  earlierEnds,
  numberBefore,
  ONLY_COMPARED,
} from '../shape/compared.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { sampleDesigns } from '../shape/sample-design.ts';
import {
  count,
  flag,
  named,
  nullableShare,
  rangeProperties,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersByTag, byTagQuery, type SliceOf, TAG_COLUMN, tagProperties } from '../shape/slices.ts';
import { windowMeta, windowOf, windowQuery } from '../shape/window.ts';

const sentimentProperties = {
  answers_naming_them: count('Answers that named it. Not the denominator: see `classified`.'),
  classified: count(
    'Answers among them with judged framing: the denominator. Bare list entries and cues in both directions have none.',
  ),
  recommended: framingCounts.recommended,
  negative: framingCounts.negative,
  neutral: count('Mentions framed neither way: `classified` - `recommended` - `negative`.'),
  recommended_share: nullableShare(
    '`recommended / classified` to 3 decimals. Null below `min_sample` classified mentions: not enough yet, never zero.',
  ),
  min_sample: rateProperties.min_sample,
  interval: rateProperties.interval,
  ...rangeProperties,
};

const SentimentSchema = named(
  'BrandSentiment',
  {
    ...tagProperties,
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text("The engine's display name."),
    brand: text("The tracked brand's name."),
    is_you: flag('Whether it is the brand itself and not a competitor.'),
    ...sentimentProperties,
    compared: comparedField(sentimentProperties),
  },
  'How one engine framed one tracked brand.',
);

export const sentiment = defineReport({
  name: 'sentiment',
  summary: 'How each engine framed each tracked brand: recommended, neutral, or negative.',
  description:
    'One row per engine and tracked brand, in /presence order. Counts cue phrases, not a tone grade: only mentions with ' +
    'judged framing are in the `recommended_share` denominator.',
  takesBrand: true,
  countsMentions: true,
  query: { ...windowQuery(30), ...compareQuery, engine: engineParameter, ...sliceQuery, ...byTagQuery },
  data: readonlyList(SentimentSchema, 'One row per engine and tracked brand.'),
  meta: { ...windowMeta, ...comparedMeta },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...BY_ENGINE,
        TAG_COLUMN,
        { id: 'is_you', label: 'You', kind: 'flag', field: 'is_you', csvOnly: true },
        {
          id: 'answers_naming_them',
          label: 'Named in',
          kind: 'count',
          field: 'answers_naming_them',
          answerFilter: (row) => naming(row),
        },
        {
          id: 'recommended_share',
          label: 'Recommended',
          kind: 'rate',
          count: 'recommended',
          of: 'classified',
          rate: 'recommended_share',
          interval: 'interval',
          floor: 'min_sample',
          answerFilter: (row) => ({ ...naming(row), framing: 'recommended' }),
          denominatorFilter: (row) => ({ ...naming(row), framing: 'any' }),
        },
        RANGE,
        REPEATS,
        {
          id: 'compared_recommended_share',
          label: 'Before',
          kind: 'rate',
          count: 'compared.recommended',
          of: 'compared.classified',
          rate: 'compared.recommended_share',
          interval: 'compared.interval',
          floor: 'compared.min_sample',
          ...ONLY_COMPARED,
          answerFilter: (row) => ({ ...earlierEnds(row), ...naming(row), framing: 'recommended' }),
          denominatorFilter: (row) => ({ ...earlierEnds(row), ...naming(row), framing: 'any' }),
        },
        RANGE_BEFORE,
        REPEATS_BEFORE,
        ...CHANGE_COLUMNS,
        numberBefore('answers_naming_them', 'answers_naming_them', 'named in'),
        numberBefore('neutral', 'neutral', 'neutral'),
        numberBefore('negative', 'negative', 'negative'),
        {
          id: 'neutral',
          label: 'Neutral',
          kind: 'count',
          field: 'neutral',
          answerFilter: (row) => ({ ...naming(row), framing: 'neutral' }),
        },
        {
          id: 'negative',
          label: 'Negative',
          kind: 'count',
          field: 'negative',
          answerFilter: (row) => ({ ...naming(row), framing: 'negative' }),
        },
      ],
    },
  },
  tableNote:
    'Recommended divides by the mentions with judged framing; with too few there is no share, which is ' +
    `not zero. Other mentions are in Named in only. ${RANGE_NOTE}`,
  errors: [],
  async run(context, query) {
    const { period, meta } = windowOf(context.now, query);
    const comparison = await windowComparison(context, query);
    const designs = await sampleDesigns(context, 'recommended_of_judged');
    const rows: ReturnType<typeof rowsOf> = [];
    for (const { answers, of } of await answersByTag(context, query, period)) {
      const counted = await trackedRates(context, answers, designs);
      rows.push(...rowsOf(counted, of, await trackedBefore(comparison, answers, counted)));
    }
    return {
      note:
        `\`recommended_share\` is null below ${MIN_SAMPLE} classified mentions, which is not zero. Mentions without ` +
        'judged framing are in `answers_naming_them` and in no other count. The reader misses some recommendations.',
      meta: { ...meta, ...comparison?.meta },
      data: withChanges(comparison, rows),
    };
  },
});

function sentimentOf({ sum, sampleDesign }: FigureInput) {
  const framing = framingOf(sum);
  const made = rateOf(framing.recommended, framing.classified, sampleDesign);
  const { rate, min_sample, interval, range_of_questions, questions, design_effect } = made;
  return {
    answers_naming_them: sum.present,
    ...framing,
    neutral: Math.max(0, framing.classified - framing.recommended - framing.negative),
    recommended_share: rate,
    min_sample,
    interval,
    range_of_questions,
    questions,
    design_effect,
  };
}

function naming({ engine, is_you, brand }: Type.Static<typeof SentimentSchema>) {
  return { engine, names: filterName({ role: is_you ? 'self' : 'competitor', name: brand }) };
}

function rowsOf(counted: TrackedRates, of: SliceOf, before: TrackedBefore) {
  return sumsByEngine(counted).map(({ engine, brand, ...figured }) => ({
    row: {
      ...of,
      engine: engine.slug,
      engine_name: engine.name,
      brand: brand.name,
      is_you: brand.role === 'self',
      ...sentimentOf(figured),
    },
    before: before(brand, engine.slug, sentimentOf),
  }));
}
