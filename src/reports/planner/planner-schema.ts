import Type, { type Static } from 'typebox';
import { ALERT_KINDS } from '../../domain/alerts/alert-rules.ts';
import { MEASURES } from '../../stats/alerts/gates.ts';
import {
  count,
  flag,
  named,
  nullableInteger,
  nullableNumber,
  nullableOneOf,
  nullableShare,
  nullableText,
  oneOf,
  rangeProperties,
  rateProperties,
  readonlyList,
  text,
} from '../shape/schemas.ts';
import { WHAT_IFS } from './panel-plan.ts';

const ON_ENGINE = {
  engine: text('Engine slug. Engines are never pooled.'),
  engine_name: text("The engine's display name."),
};

const correlation = nullableShare(
  'How alike the answers to one question are, to 3 decimals: 0 if two answers agree no more often than answers to different ' +
    'questions, 1 if a question always gets the same answer. Null if unknown; the plan then assumes 0.',
);

const answersPerDay = Type.Number({
  minimum: 0,
  description: 'Answers a day in the denominator, to 1 decimal, since the first one in the window.',
});

const questionsPerDay = (description: string) =>
  Type.Number({
    minimum: 0,
    description: `${description} A weekly question counts as a seventh. To 3 decimals.`,
  });

const PlannedEngineSchema = named(
  'PlannedEngine',
  {
    ...ON_ENGINE,
    asked: flag('Whether Sightline asks this engine for the brand.'),
    ...rateProperties,
    ...rangeProperties,
    prompts: count('Questions with answers in the window.'),
    answers_per_day: answersPerDay,
    correlation,
    usd_per_answer: nullableNumber('Cost per answer, in US dollars; null if unknown.'),
    cost_source: nullableOneOf(
      ['collections', 'settings'],
      '`collections`: the mean cost that the engine reported for its newest 100 answers. `settings`: the estimate in this ' +
        "server's settings, because no answer has a reported cost. Null without either.",
    ),
    questions_per_day: questionsPerDay(
      'Questions a day to this engine: one for each sample of an active question; 0 if Sightline does not ask it.',
    ),
    usd_per_month: nullableNumber('Their cost in 30 days, in US dollars; null without a price.'),
  },
  'Your panel on one engine.',
);

/** Change sizes in points; each gets the days until an alert. */
export const SIZES = [5, 10, 15, 20, 25, 30, 40, 50] as const;

const NOT_CALLED = ['too_few_answers', 'no_change_large_enough'] as const;

const points = (description: string) =>
  nullableNumber(`${description} In percentage points; null if none would be.`);

const PlannedChangeSchema = named(
  'PlannedChange',
  {
    ...ON_ENGINE,
    kind: oneOf(ALERT_KINDS, "The finding's kind."),
    measure: oneOf(MEASURES, 'The compared share, as in /comparisons.'),
    brand: text('The tracked brand in question.'),
    ...rateProperties,
    ...rangeProperties,
    present: count('Answers that the kind counts.'),
    responses: count('The denominator: all answers that could have counted.'),
    answers_per_day: answersPerDay,
    correlation,
    smallest_in_7_days: points(
      'The smallest change that an alert would report within 7 days, with 80% power.',
    ),
    smallest_in_28_days: points(
      'The smallest change that an alert would report within 28 days, with 80% power.',
    ),
    days_until: readonlyList(
      Type.Object({
        points: Type.Integer({ description: 'The change, in percentage points.' }),
        days: nullableInteger('Days; null if more than 28, after which both windows contain the change.', 1),
      }),
      'Days until an alert would report changes by 5 to 50 points in 80% of cases, as far as the share can change by as much.',
    ),
    not_called_because: nullableOneOf(
      NOT_CALLED,
      '`too_few_answers`: there is no rate, or a week has fewer than `min_sample_each_side` answers. ' +
        '`no_change_large_enough`: an alert would not report even a change to 0% or to 100%. Null if it would report some change.',
    ),
  },
  'The changes in one measure on one engine that an alert would report, and when.',
);

/** Change sizes in points; each gets the answers that it needs. */
export const NEEDED_SIZES = [20, 10, 5] as const;

const NeedSchema = named(
  'PlannedNeed',
  {
    ...ON_ENGINE,
    points: Type.Integer({ description: 'The change in visibility, in points.' }),
    kind: oneOf(
      ['visibility_drop', 'visibility_rise'],
      'A drop, or a rise where the rate cannot fall by as much.',
    ),
    days_now: nullableInteger('Days until an alert reports it with your panel now; null if more than 28.', 1),
    answers_per_day: count('Answers a day with which an alert reports it within 7 days in 80% of cases.'),
    prompts: count('Questions to ask: more than now if asking these more often is not enough.'),
    times_a_day: Type.Number({
      minimum: 0,
      description: 'Times a day to ask each, to 1 decimal.',
    }),
    min_delta_points: count(
      'The `min_delta_points` that alerts need: as set, or half the change if less. Many changes look smaller than they are.',
    ),
    rate_assumed: flag('True: there is no rate yet, so this assumes 50%.'),
    usd_per_month: nullableNumber(
      "The engine's cost in 30 days then, in US dollars; null if its price is unknown.",
    ),
  },
  'The answers that an engine needs so that an alert reports this change within 7 days.',
);

const smallest = (what: string) =>
  nullableNumber(
    `The smallest ${what} in the brand's visibility that an alert would report within 7 days; null for none.`,
  );

const WhatIfSchema = named(
  'WhatIf',
  {
    change: oneOf(
      WHAT_IFS,
      '`one_more_sample`: every daily question once more a day. `ten_more_prompts`: ten more similar questions. ' +
        '`without_engine`: stop asking this engine and leave the others as they are.',
    ),
    ...ON_ENGINE,
    smallest_drop_now: smallest('drop'),
    smallest_drop_then: smallest('drop'),
    smallest_rise_now: smallest('rise'),
    smallest_rise_then: smallest('rise'),
    questions_per_day: questionsPerDay('Questions a day to this engine then.'),
    usd_per_month_now: nullableNumber(
      "The whole panel's cost in 30 days, or the engine's with `engine`; null if a price is unknown.",
    ),
    usd_per_month_then: nullableNumber('The cost then.'),
  },
  'The changes that another panel could detect on one engine, once it fills both windows, and its cost.',
);

export const PlanSchema = Type.Object({
  engines: readonlyList(
    PlannedEngineSchema,
    'Every engine that Sightline asks or that has answers in the window.',
  ),
  changes: readonlyList(PlannedChangeSchema, 'By engine and kind.'),
  needs: readonlyList(NeedSchema, 'By engine, for changes by 20, 10, and 5 points.'),
  what_ifs: readonlyList(WhatIfSchema, 'For every engine that Sightline asks.'),
});

/** The plan as readers get it. */
export type Plan = Static<typeof PlanSchema>;

export const planMeta = {
  power: Type.Number({
    description: 'A change counts as reported if an alert reports it in this share of cases.',
  }),
  min_delta_points: count('The points that a change must reach, as in /me.'),
  min_sample_each_side: count('The answers that both windows must have, as in /me.'),
  usd_per_month: nullableNumber(
    'The cost in 30 days, in US dollars, for all questions or only those to `engine`; null if a price is unknown.',
  ),
  cost_source: nullableOneOf(
    ['collections', 'settings', 'both'],
    "The prices' source; null if one is unknown.",
  ),
  versus: nullableText('The competitor that `competitor_overtook` is about.'),
};
