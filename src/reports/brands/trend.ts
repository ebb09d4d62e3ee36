import Type from 'typebox';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import type { Engine } from '../../domain/answers/engine.ts';
import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { designEffectOf, MIN_SAMPLE, rateOf, shownRange } from '../../domain/figures/rate.ts';
import { BUCKET_UNITS, type Bucket, bucketsOf } from '../../domain/time/buckets.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { dayOf, daysIn } from '../../domain/time/period.ts';
import { countTrendSpreads, type TrendSpreads } from '../../panel/counts/spreads/trend-spreads.ts';
import { countTrend, type TrendCount } from '../../panel/counts/trend.ts';
import type { DesignEffects } from '../../stats/rates/design-effect.ts';
import { listAskedEngines } from '../../storage/directory/brands.ts';
import { answeringEngines, BY_ENGINE, listedEngines, NO_ENGINE } from '../figures/tracked-counts.ts';
import { filterBrand, RANGE_ALONE, RATE, REPEATS } from '../shape/columns.ts';
import { designEffects } from '../shape/design-effects.ts';
import { defineReport, engineParameter } from '../shape/report.ts';
import { namingPrompts } from '../shape/sample-design.ts';
import {
  citationsCount,
  flag,
  instant,
  named,
  oneOf,
  rangeProperties,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import { sliceQuery } from '../shape/slice.ts';
import { answersOfEach, sliceProperties } from '../shape/slices.ts';
import { windowMeta, windowMetaOf, windowOf, windowQuery } from '../shape/window.ts';

const TrendSchema = named(
  'TrendBucket',
  {
    ...sliceProperties,
    engine: text('Engine slug. Engines are never pooled.'),
    engine_name: text("The engine's display name."),
    brand: text("The tracked brand's name."),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    start: instant("The day's or week's first instant."),
    end: instant(
      'The last instant that counts: when the day or week ends, or `until` if it was still running. /answers takes both ' +
        'unchanged, as `from` and `until`.',
    ),
    complete: flag('Whether the whole day or week counts. Only the last one may be incomplete.'),
    ...rateProperties,
    range_of_questions: rangeProperties.range_of_questions,
    ...repeatProperties,
    citations: citationsCount,
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
    'list: ask for one engine, or by week.',
  takesBrand: true,
  countsMentions: true,
  query: {
    by: Type.Unsafe<'day' | 'week'>({
      ...oneOf(BUCKET_UNITS, 'UTC days, or UTC weeks from Monday.'),
      default: 'day',
    }),
    ...windowQuery(30),
    days: {
      ...windowQuery(30).days,
      description:
        'The last `days` UTC days, including the `until` day. A window with `from` has all its days; by week, every week ' +
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
  },
  columns: {
    rows: {
      none: NO_ENGINE,
      columns: [
        ...BY_ENGINE,
        { id: 'role', label: 'Role', kind: 'text', field: 'role', csvOnly: true },
        { id: 'start', label: 'From', kind: 'instant', field: 'start', day: true },
        { id: 'end', label: 'Until', kind: 'instant', field: 'end', csvOnly: true },
        { id: 'complete', label: 'Complete', kind: 'flag', field: 'complete' },
        {
          id: 'rate',
          label: 'Named in',
          ...RATE,
          answerFilter: (row) => ({ ...within(row), names: filterBrand(row) }),
          denominatorFilter: (row) => ({ ...within(row), looked_for: filterBrand(row) }),
        },
        RANGE_ALONE,
        REPEATS,
        {
          id: 'citations',
          label: 'Cited in',
          kind: 'count',
          field: 'citations',
          of: 'responses',
          answerFilter: (row) => ({ ...within(row), cites_brand: filterBrand(row) }),
        },
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
    const buckets = bucketsOf(until, days, query.by);
    const period = { from: buckets[0]?.from ?? until, to };
    const { tracked } = brand;
    const asked = await listAskedEngines(db, brand.id);
    const branded = query.by === 'week' ? await namingPrompts(context) : null;
    const ids = tracked.map(({ id }) => id);
    const effectsIn = designEffects(context);
    const rows: ReturnType<typeof rowsOf> = [];
    for (const { market, answers } of await answersOfEach(context, query, period)) {
      const counts = await countTrend(answers, query.by);
      const spreads = branded && (await countTrendSpreads(answers, ids, branded));
      const engines = listedEngines(asked, answeringEngines(tracked, counts), query.engine);
      const effects = await effectsIn(answers.only);
      rows.push(...rowsOf(market.name, engines, tracked, buckets, { counts, spreads, effects }));
    }
    return {
      note:
        `A rate below ${MIN_SAMPLE} answers is null, which is not zero: leave a gap there. Neighboring rows differ by ` +
        'chance as well; only /alerts and /comparisons say whether a change exceeds noise.',
      meta: windowMetaOf(period, days),
      data: rows,
    };
  },
});

/** A market's counts, and its engines' repeats. By day there are no spreads. */
interface Counted {
  readonly counts: readonly TrendCount[];
  readonly spreads: TrendSpreads | null;
  readonly effects: DesignEffects;
}

function rowsOf(
  market: string,
  engines: readonly Engine[],
  tracked: readonly TrackedBrand[],
  buckets: readonly Bucket[],
  { counts, spreads, effects }: Counted,
) {
  const byEngine = Map.groupBy(counts, (row) => row.engine);
  const times = buckets.map(({ firstDay, from, to, isComplete }) => ({
    firstDay,
    start: formatInstant(from),
    end: formatInstant(to - 1),
    complete: isComplete,
    days: daysIn({ from, to }),
  }));
  return engines.flatMap(({ slug, name, citesNothing }) => {
    const byBrand = Map.groupBy(byEngine.get(slug) ?? [], (row) => row.trackedId);
    return tracked.flatMap((brand) => {
      const byDay = new Map(byBrand.get(brand.id)?.map((row) => [row.firstDay, row]));
      return times.map(({ firstDay, start, end, complete, days }) => {
        const row = byDay.get(firstDay);
        const designEffect = effects(slug, brand.id, days);
        const rate = rateOf(row?.present ?? 0, row?.responses ?? 0, { designEffect });
        const questions = rate.rate === null ? undefined : spreads?.(brand.id, slug, firstDay);
        return {
          market,
          engine: slug,
          engine_name: name,
          brand: brand.name,
          role: brand.role,
          start,
          end,
          complete,
          ...rate,
          range_of_questions: questions === undefined ? null : shownRange({ questions, designEffect }),
          design_effect: designEffectOf(designEffect),
          citations: citesNothing ? null : (row?.cited ?? 0),
        };
      });
    });
  });
}

type Row = Type.Static<typeof TrendSchema>;

function within({ engine, start, end }: Row) {
  return { engine, from: start, until: end };
}
