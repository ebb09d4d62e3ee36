import Type, { type Static } from 'typebox';
import { COMPARED_KINDS } from '../../domain/alerts/alert-rules.ts';
import { MEASURES } from '../../stats/alerts/gates.ts';
import { NOT_QUIET } from '../../stats/alerts/noise-days.ts';
import {
  count,
  flag,
  IntervalSchema,
  instant,
  named,
  nullable,
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

/** The lists of /planner. */

const ON_ENGINE = {
  engine: text('Engine slug. Engines are never pooled.'),
  engine_name: text('Display name of the engine.'),
};

const correlation = nullableShare(
  'How alike the answers to one prompt are, to 3 decimals: 0 if two of them agree no more often than answers to different ' +
    'prompts, 1 if a prompt always gets the same answer. Null where it cannot be known, and then taken as 0.',
);

const answersPerDay = Type.Number({
  minimum: 0,
  description:
    'Answers of a day that are in the denominator, to 1 decimal, since the first one in the window.',
});

const questionsPerDay = (description: string) =>
  Type.Number({
    minimum: 0,
    description: `${description} A prompt that is asked once a week counts as a seventh. To 3 decimals.`,
  });

const PlannedEngineSchema = named(
  'PlannedEngine',
  {
    ...ON_ENGINE,
    asked: flag('Whether the brand is asked on it.'),
    ...rateProperties,
    ...rangeProperties,
    prompts: count('Prompts with answers in the window.'),
    answers_per_day: answersPerDay,
    correlation,
    half_panel: nullable(
      IntervalSchema,
      'Where the rate would be for 95 of 100 ways to choose half of the prompts, to 3 decimals. Null below 4 prompts with ' +
        'answers, or where the rate is null.',
    ),
    usd_per_answer: nullableNumber('What one answer costs, in US dollars; null if it is not known.'),
    cost_source: nullableOneOf(
      ['collections', 'settings'],
      '`collections`: the mean cost of its newest 100 answers, as the engine reported it. `settings`: the estimate in the settings ' +
        'of this server, because none of them has a reported cost. Null if neither is known.',
    ),
    questions_per_day: questionsPerDay(
      'Questions asked of it a day: active prompts and their samples; 0 if it is not asked.',
    ),
    usd_per_month: nullableNumber('What these cost in 30 days, in US dollars; null where the price is.'),
  },
  'What a panel is like on one engine.',
);

/** Sizes of changes, in points, with the days until an alert. */
export const SIZES = [5, 10, 15, 20, 25, 30, 40, 50] as const;

const NOT_CALLED = ['too_few_answers', 'no_change_large_enough'] as const;

const points = (description: string) =>
  nullableNumber(`${description} In percentage points; null if none would be.`);

const PlannedChangeSchema = named(
  'PlannedChange',
  {
    ...ON_ENGINE,
    kind: oneOf(COMPARED_KINDS, 'The kind of finding.'),
    measure: oneOf(MEASURES, 'What is compared, as in /comparisons.'),
    brand: text('The tracked brand that it is about.'),
    ...rateProperties,
    ...rangeProperties,
    present: count('Answers that show what the kind counts.'),
    responses: count('Answers among which they are counted: the denominator.'),
    answers_per_day: answersPerDay,
    correlation,
    smallest_in_7_days: points(
      'The smallest change that an alert would report within 7 days, with 80% power.',
    ),
    smallest_in_28_days: points('The same within 28 days.'),
    days_until: readonlyList(
      Type.Object({
        points: Type.Integer({ description: 'The change, in percentage points.' }),
        days: nullableInteger(
          'Days; null if it would not be within 28, after which it is in both windows.',
          1,
        ),
      }),
      'After how many days changes of 5 to 50 points would be reported in 80 of 100 cases, as far as the share can change ' +
        'by as much.',
    ),
    not_called_because: nullableOneOf(
      NOT_CALLED,
      '`too_few_answers`: there is no rate, or a week has fewer than `min_sample_each_side` answers. ' +
        '`no_change_large_enough`: not even a change to 0%, or to 100%, would be reported. Null if some change would be.',
    ),
  },
  'Which changes of one measure on one engine would be reported, and when.',
);

/** Sizes of changes, in points, with the answers that they need. */
export const NEEDED_SIZES = [20, 10, 5] as const;

const NeedSchema = named(
  'PlannedNeed',
  {
    ...ON_ENGINE,
    points: Type.Integer({ description: 'The change of visibility, in points.' }),
    kind: oneOf(
      ['visibility_drop', 'visibility_rise'],
      'A drop, or a rise where the rate cannot fall by as much.',
    ),
    days_now: nullableInteger('Days until it is reported as things are; null if it is not within 28.', 1),
    answers_per_day: count('The answers a day with which it is reported within 7 days in 80 of 100 cases.'),
    prompts: count(
      'The prompts that are asked then: more than now if asking these more often is not enough.',
    ),
    times_a_day: Type.Number({
      minimum: 0,
      description: 'How often each is asked a day then, to 1 decimal.',
    }),
    min_delta_points: count(
      'The points that alerts must ask for: as set, or half the change if that is less. Many changes look smaller than they are.',
    ),
    rate_assumed: flag('Whether a rate of 50% was assumed, because there is none yet.'),
    usd_per_month: nullableNumber(
      'What the engine costs in 30 days then, in US dollars; null if its price is not known.',
    ),
  },
  'What an engine needs so that a change of a size is reported within 7 days.',
);

const smallest = (what: string) =>
  nullableNumber(
    `The smallest ${what} of the brand's visibility that is reported within 7 days; null if none would be.`,
  );

/** Why an engine's noise is unknown. */
export const NO_NOISE_FLOOR = ['too_few_answers', ...NOT_QUIET] as const;

const NoiseSchema = named(
  'PlannedNoise',
  {
    ...ON_ENGINE,
    noise_floor_points: nullableNumber(
      'The change of the rate by chance that 95 of 100 quarters like the last 91 days stay within, in points, to 1 decimal.',
    ),
    proposed_min_delta_points: nullableInteger(
      'The `min_delta_points` that fits: the floor, rounded up, but no less than what is told from noise.',
      1,
    ),
    chance_findings_per_month: nullableNumber(
      'Changes in 30 days with nothing happening that are as large as an alert asks for, over all `measures`, if the next quarter is like the last; ' +
        'null without any. Noise floors hold most of them back.',
    ),
    measures: count('Measures on the engine that may have an alert and whose past is known.'),
    measures_not_known: count('Those of which too few days are known, or of other questions.'),
    null_because: nullableOneOf(
      NO_NOISE_FLOOR,
      'Why there is no floor. `too_few_answers`: too few a week for an alert. `too_few_days`: fewer than 60 with answers since the last alert on naming. `panel_changed`: questions ' +
        'came or went in the 91 days.',
    ),
  },
  'What chance alone does to the rate on one engine.',
);

const WhatIfSchema = named(
  'WhatIf',
  {
    change: oneOf(
      WHAT_IFS,
      '`one_more_sample`: every prompt that is asked daily is asked once more a day. `ten_more_prompts`: ten more prompts of the same kind. ' +
        '`without_engine`: this engine is no longer asked; the others stay as they are.',
    ),
    ...ON_ENGINE,
    smallest_drop_now: smallest('drop'),
    smallest_drop_then: smallest('drop'),
    smallest_rise_now: smallest('rise'),
    smallest_rise_then: smallest('rise'),
    questions_per_day: questionsPerDay('Questions asked of this engine a day then.'),
    usd_per_month_now: nullableNumber(
      'What the whole panel costs in 30 days, or with `engine` what that engine does; null if a price is not known.',
    ),
    usd_per_month_then: nullableNumber('What it would cost then.'),
  },
  'What another panel could see on one engine, once both windows are filled, and what it would cost.',
);

const QUESTION = {
  question_id: text('Id of the question, as /questions gives it.'),
  question: text('The prompt, as it is asked.'),
};

/** A few answers to one question give no rate to plan with. */
const COUNTED = {
  present: count('Answers that named the brand.'),
  responses: count('Answers so far.'),
};

const AllocationSchema = named(
  'PlannedAnswers',
  {
    ...ON_ENGINE,
    ...QUESTION,
    answers: count('How many of the answers to spend on it.'),
    ...COUNTED,
  },
  'A question on one engine that should get more than one of the next answers.',
);

const SamplesSchema = named(
  'PlannedSamples',
  {
    ...QUESTION,
    samples_now: count('How often each engine is asked it a day.'),
    samples_then: count('How often it would best be asked.'),
  },
  'A question that should be asked more or less often.',
);

const UninformativeSchema = named(
  'PromptWithoutInformation',
  {
    ...QUESTION,
    always: oneOf(['named', 'not_named'], 'What all of its answers have in common.'),
    ...COUNTED,
    since: instant('The first instant of the days that were looked at.'),
  },
  'An active prompt with at least 60 answers, on all engines together, that all name the brand, or none of which does.',
);

const SimilarSchema = named(
  'SimilarPrompts',
  {
    ...QUESTION,
    other_id: text('Id of the other question.'),
    other: text('The other prompt.'),
    difference: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'How much of the disagreement between their answers, about which brands they name, is due to the prompts, to 3 ' +
        'decimals: 0 if asking the one is like asking the other again.',
    }),
  },
  'Two active prompts that are nearly the same question.',
);

export const PlanSchema = Type.Object({
  engines: readonlyList(PlannedEngineSchema, 'Every engine that is asked or has answers in the window.'),
  changes: readonlyList(PlannedChangeSchema, 'By engine and kind of finding.'),
  needs: readonlyList(NeedSchema, 'By engine, for changes of 20, 10, and 5 points.'),
  noise: readonlyList(NoiseSchema, 'By engine, from the 91 UTC days before the last one.'),
  what_ifs: readonlyList(WhatIfSchema, 'For every engine that is asked.'),
  allocation: readonlyList(
    AllocationSchema,
    'Where the next `answers` tell most, most first. Every other question gets one on every engine that is asked.',
  ),
  samples: readonlyList(
    SamplesSchema,
    'The same as samples per day of each prompt, which is what can be declared: the questions that would be asked more or ' +
      'less often if a day had `answers` answers. `sightline planner --apply` writes it as an apply file. Empty with `engine`, ' +
      'because all engines are asked a prompt equally often.',
  ),
  prompts_without_information: readonlyList(UninformativeSchema, 'Prompts that could be asked less often.'),
  similar_prompts: readonlyList(
    SimilarSchema,
    'Only with `similar=1`: pairs that are more alike than usual in this panel; at most 20, the most alike first.',
  ),
});

/** The plan as readers get it. */
export type Plan = Static<typeof PlanSchema>;

export const NO_ALLOCATION = [
  'nothing_asked',
  'fewer_answers_than_questions',
  'ceiling_too_low',
  'price_unknown',
] as const;

export const planMeta = {
  power: Type.Number({ description: 'In which share of cases a change that counts as reported is.' }),
  min_delta_points: count('The points that a change must reach, as in /me.'),
  min_sample_each_side: count('The answers that both windows must have, as in /me.'),
  usd_per_month: nullableNumber(
    'What all questions cost in 30 days, in US dollars, or with `engine` those asked of it; null if a price is not known.',
  ),
  cost_source: nullableOneOf(
    ['collections', 'settings', 'both'],
    'Where the prices of the engines asked are from; null if one is not known.',
  ),
  allocation: Type.Object(
    {
      answers: count('The answers that are spent: at most as many as were asked about.'),
      least_answers: count('One for each question on each engine that is asked.'),
      usd: nullableNumber('What these answers cost, in US dollars; null if a price is not known.'),
      null_because: nullableOneOf(
        NO_ALLOCATION,
        'Why nothing is allocated: no engine is asked or no prompt is active; `answers` is below `least_answers`; one each ' +
          'costs more than `cents`; or `cents` was given and a price is not known.',
      ),
    },
    { description: 'About the next answers.' },
  ),
  samples: Type.Object(
    {
      questions_per_day: questionsPerDay(
        'The questions of a day with these samples, on all engines; 0 if nothing is allocated, and with `engine`.',
      ),
      usd_per_month: nullableNumber(
        'What they cost in 30 days, in US dollars; null if a price is not known.',
      ),
    },
    { description: 'About the samples.' },
  ),
  similar_pairs: nullableInteger('How many pairs are nearly the same question; null without `similar=1`.'),
  typical_difference: nullableShare(
    'The median `difference` of all pairs of prompts with 20 answers; null without `similar=1` or such a pair.',
  ),
  versus: nullableText('The competitor that `competitor_overtook` is about.'),
};
