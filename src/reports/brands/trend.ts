import Type from 'typebox';
import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { designEffectOf, MIN_SAMPLE, rateOf, shownRange } from '../../domain/figures/rate.ts';
import { BUCKET_UNITS, type Bucket, bucketsOf } from '../../domain/time/buckets.ts';
import { dayOf, daysIn } from '../../domain/time/period.ts';
import { countTrendSpreads, type TrendSpreads } from '../../panel/counts/spreads/trend-spreads.ts';
import { countTrend, type TrendCount } from '../../panel/counts/trend.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { BRAND, ROLE_COLUMN } from '../dimensions/brand.ts';
import { BUCKET } from '../dimensions/bucket.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { MARKET } from '../dimensions/market.ts';
import { MODEL } from '../dimensions/model.ts';
import { byMeta, partsBy } from '../dimensions/split.ts';
import { answeringEngines, listedEngines, NO_ENGINE } from '../figures/tracked.ts';
import { CITED } from '../measures/cited.ts';
import { measureColumns } from '../measures/measure.ts';
import { NAMED_ALONE } from '../measures/named.ts';
import { designEffects } from '../shape/design-effects.ts';
import { defineReport, engineParameter, type ReportContext } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import { named, oneOf, readonlyList } from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach } from '../shape/slices.ts';
import { windowMeta, windowMetaOf, windowOf, windowQuery } from '../shape/window.ts';

const TrendSchema = named(
  'TrendBucket',
  {
    ...MARKET.properties,
    ...MODEL.properties,
    ...ENGINE.properties,
    ...BRAND.properties,
    ...BUCKET.properties,
    ...NAMED_ALONE.properties,
    ...CITED.properties,
  },
  "One tracked brand's figures on one engine in a day or week. Days and weeks do not overlap.",
);

export const trend = defineReport({
  name: 'trend',
  summary: 'How often each engine named each tracked brand, by day or week.',
  description:
    'One row per engine, tracked brand, and UTC day, or week from Monday: engines as in /presence, the brand itself and ' +
    'then its competitors by name, oldest first. A day or week without answers has a row too, with a null rate. Only the ' +
    'last one may be incomplete. A day is too short for `range_of_questions`, which is null there. A year by day is a long ' +
    'list: ask for one engine, or by week. By model, engines without answers by it have no rows.',
  takesBrand: true,
  countsMentions: true,
  windowShares: ['visibility', 'overtaken'],
  query: {
    by: Type.Unsafe<'day' | 'week' | 'model'>({
      ...oneOf(
        [...BUCKET_UNITS, MODEL.by],
        'UTC days, or UTC weeks from Monday; `model`: weeks, for each model that served answers.',
      ),
      default: 'day',
    }),
    ...windowQuery(),
    days: {
      ...windowQuery().days,
      description:
        'The last `days` UTC days, including the `until` day; by default, 28 finished ones. A window with `from` has all its days; by week, every week ' +
        'with such a day counts from its Monday.',
    },
    engine: engineParameter,
    ...sliceQuery,
  },
  data: readonlyList(TrendSchema, 'One row per engine, tracked brand, and day or week.'),
  meta: {
    ...windowMeta,
    window_days: Type.Integer({
      description: 'The UTC days that you asked for. By week, the window may begin earlier.',
    }),
    ...byMeta([MODEL]),
  },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...ENGINE.columns,
        ...BRAND.columns,
        ...MARKET.columns,
        ROLE_COLUMN,
        ...MODEL.columns,
        ...BUCKET.columns,
        ...measureColumns([NAMED_ALONE, CITED], { of: [ENGINE, BRAND, MARKET, MODEL, BUCKET] }),
      ],
    },
  },
  tableNote:
    'In parentheses: how far the rate may be off. With too few answers there is no rate, which is not zero. Neighboring ' +
    'rows differ by chance as well; `sightline comparisons` shows which changes exceed noise.',
  errors: [],
  async run(context, query) {
    const { db, now, brand } = context;
    const { from, to } = windowOf(now, query).period;
    const until = to - 1;
    const days = query.days ?? dayOf(until) - dayOf(from) + 1;
    const split = query.by === 'model' ? MODEL : undefined;
    const unit = query.by === 'model' ? 'week' : query.by;
    const buckets = bucketsOf(until, days, unit);
    const period = { from: buckets[0]?.from ?? until, to };
    const { tracked } = brand;
    const asked = await listAskedEngines(db, brand.id);
    const branded = unit === 'week' ? await namingPrompts(context) : null;
    const ids = tracked.map(({ id }) => id);
    const effectsIn = designEffects(context);
    const rows: Awaited<ReturnType<typeof rowsOf>>[] = [];
    for (const { market, answers: whole } of await answersOfEach(context, query, period)) {
      for (const { answers, of, onlyAnswering } of await partsBy(context, whole, query, split)) {
        const counts = await countTrend(answers, unit);
        const spreads = branded && (await countTrendSpreads(answers, ids, branded));
        const listed = listedEngines(
          onlyAnswering ? [] : asked,
          answeringEngines(tracked, counts),
          query.engine,
        );
        const effects = await effectsIn(answers.only);
        const fields = { market: market.name, ...of };
        const counted = { panel: context.panel, counts, spreads, effects };
        rows.push(await rowsOf(fields, listed, tracked, buckets, counted));
      }
    }
    return {
      note:
        `A rate below ${MIN_SAMPLE} answers is null, which is not zero: leave a gap there. Neighboring rows differ by ` +
        'chance as well; only /alerts and /comparisons say whether a change exceeds noise.',
      meta: { ...windowMetaOf(period, days), ...(split && { divided_by: split.by }) },
      data: rows.flat(),
    };
  },
});

/** A market's counts, and its engines' repeats. By day there are no spreads. */
interface Counted extends Pick<ReportContext, 'panel'> {
  readonly counts: readonly TrendCount[];
  readonly spreads: TrendSpreads | null;
  readonly effects: DesignEffects;
}

async function rowsOf(
  of: { readonly market: string; readonly model?: string },
  engines: readonly Engine[],
  tracked: readonly TrackedBrand[],
  buckets: readonly Bucket[],
  { panel, counts, spreads, effects }: Counted,
) {
  const byEngine = Map.groupBy(counts, (row) => row.engine);
  const times = buckets.map((bucket) => ({
    firstDay: bucket.firstDay,
    days: daysIn(bucket),
    fields: BUCKET.fields(bucket),
  }));
  const rowsOn = (engine: Engine, brand: TrackedBrand, ofBrand: readonly TrendCount[]) => {
    const { slug } = engine;
    const byDay = new Map(ofBrand.map((row) => [row.firstDay, row]));
    return times.map(({ firstDay, days, fields }) => {
      const row = byDay.get(firstDay);
      const designEffect = effects(slug, brand.id, days);
      const rate = rateOf(row?.present ?? 0, row?.responses ?? 0, { designEffect });
      const questions = rate.rate === null ? undefined : spreads?.(brand.id, slug, firstDay);
      return {
        ...of,
        ...ENGINE.fields(slug),
        ...BRAND.fields(brand),
        ...fields,
        ...rate,
        range_of_questions: questions === undefined ? null : shownRange({ questions, designEffect }),
        design_effect: designEffectOf(designEffect),
        ...CITED.figures(row ? [row] : [], { engines: [engine] }),
      };
    });
  };
  const rows: ReturnType<typeof rowsOn>[] = [];
  for (const engine of engines) {
    const byBrand = Map.groupBy(byEngine.get(engine.slug) ?? [], (row) => row.trackedId);
    for (const brand of tracked) {
      rows.push(rowsOn(engine, brand, byBrand.get(brand.id) ?? []));
      await panel.breathe();
    }
  }
  return rows.flat();
}
