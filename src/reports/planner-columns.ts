import type { Static } from 'typebox';
import type { PlanSchema } from './planner-schema.ts';
import { RATE, type Tables } from './shape/columns.ts';

type Plan = Static<typeof PlanSchema>;

const KIND_WORDS = {
  visibility_drop: 'drop',
  visibility_rise: 'rise',
  engine_blackout: 'blackout',
  competitor_overtook: 'competitor ahead',
  cited_not_named: 'cited, not named',
  negative_framing: 'framed negatively',
} as const;

const WHAT_IF_WORDS = {
  one_more_sample: 'every prompt once more a day',
  ten_more_prompts: 'ten more prompts',
  without_engine: 'without this engine',
} as const;

const ON_ENGINE = [
  { label: 'Engine', kind: 'engine', field: 'engine' },
  { label: 'Engine name', kind: 'text', field: 'engine_name', csvOnly: true },
] as const;

const QUESTION = [
  { label: 'Question', kind: 'text', field: 'question' },
  { label: 'Id', kind: 'text', field: 'question_id', csvOnly: true },
] as const;

const NONE_SMALLEST = 'none';

/** What a person sees of a plan. */
export const plannerColumns: Tables<Plan> = {
  engines: {
    none: 'No engine is asked, and none has answered in this window.',
    columns: [
      ...ON_ENGINE,
      { label: 'Asked', kind: 'flag', field: 'asked', csvOnly: true },
      {
        ...{ label: 'Named in', ...RATE },
        behind: ({ engine }) => ({ engine, names: 'self' }),
        among: ({ engine }) => ({ engine }),
      },
      { label: 'Prompts', kind: 'count', field: 'prompts' },
      { label: 'Answers a day', kind: 'count', field: 'answers_per_day' },
      { label: 'Correlation within a prompt', kind: 'count', field: 'correlation' },
      {
        ...{ label: 'With a random half of the prompts', kind: 'list', name: 'half_panel' },
        items: ({ half_panel: half }) =>
          half === null ? [] : [`${Math.round(100 * half.lower)} to ${Math.round(100 * half.upper)}%`],
      },
      { label: 'Half, lower end', kind: 'count', field: 'half_panel.lower', csvOnly: true },
      { label: 'Half, upper end', kind: 'count', field: 'half_panel.upper', csvOnly: true },
      { label: 'An answer', kind: 'money', field: 'usd_per_answer' },
      { label: 'Price from', kind: 'text', field: 'cost_source' },
      { label: 'Questions a day', kind: 'count', field: 'questions_per_day', csvOnly: true },
      { label: 'In 30 days', kind: 'money', field: 'usd_per_month' },
    ],
  },
  changes: {
    none: 'No engine is asked, and none has answered in this window.',
    columns: [
      ...ON_ENGINE,
      { label: 'Change', kind: 'list', name: 'kind', items: ({ kind }) => [KIND_WORDS[kind]] },
      { label: 'Measure', kind: 'text', field: 'measure', csvOnly: true },
      { label: 'Brand', kind: 'text', field: 'brand', csvOnly: true },
      { label: 'Share now', ...RATE },
      { label: 'Points seen in 7 days', kind: 'count', field: 'smallest_in_7_days', none: NONE_SMALLEST },
      { label: 'in 28 days', kind: 'count', field: 'smallest_in_28_days', none: NONE_SMALLEST },
      {
        ...{ label: 'Days until seen', kind: 'list', name: 'days_until', none: 'never' },
        items: ({ days_until: sizes }) =>
          sizes.flatMap(({ points, days }) => (days === null ? [] : [`${points} points: ${days}`])),
      },
      { label: 'Because', kind: 'text', field: 'not_called_because', csvOnly: true },
    ],
  },
  what_ifs: {
    none: 'No engine is asked.',
    columns: [
      { label: 'What if', kind: 'list', name: 'change', items: ({ change }) => [WHAT_IF_WORDS[change]] },
      ...ON_ENGINE,
      { label: 'Drop seen in 7 days', kind: 'count', field: 'smallest_drop_now', none: NONE_SMALLEST },
      { label: 'then', kind: 'count', field: 'smallest_drop_then', none: NONE_SMALLEST },
      { label: 'Rise seen in 7 days', kind: 'count', field: 'smallest_rise_now', none: NONE_SMALLEST },
      { label: 'then', kind: 'count', field: 'smallest_rise_then', none: NONE_SMALLEST },
      { label: 'Questions a day', kind: 'count', field: 'questions_per_day', csvOnly: true },
      { label: 'In 30 days', kind: 'money', field: 'usd_per_month_now' },
      { label: 'then', kind: 'money', field: 'usd_per_month_then' },
    ],
  },
  allocation: {
    none: 'No question gets more than one answer: there are too few to give more, nothing is asked, or a price is not known.',
    columns: [
      ...QUESTION,
      ...ON_ENGINE,
      { label: 'Answers', kind: 'count', field: 'answers' },
      {
        ...{ label: 'Named in', kind: 'count', field: 'present', of: 'responses' },
        behind: (row) => ({ engine: row.engine, prompt: row.question_id, names: 'self' }),
      },
    ],
  },
  samples: {
    none: 'No question would be asked more or less often.',
    columns: [
      ...QUESTION,
      { label: 'Times a day', kind: 'count', field: 'samples_now' },
      { label: 'then', kind: 'count', field: 'samples_then' },
    ],
  },
  prompts_without_information: {
    none: 'No prompt has 60 answers that are all alike.',
    columns: [
      ...QUESTION,
      {
        label: 'Always',
        kind: 'list',
        name: 'always',
        items: (row) => [row.always === 'named' ? 'named' : 'not named'],
      },
      { label: 'Named in', kind: 'count', field: 'present', of: 'responses' },
      { label: 'Since', kind: 'instant', field: 'since', day: true },
    ],
  },
  similar_prompts: {
    none: 'No two prompts are listed as nearly the same question. They are looked for only with similar=1.',
    columns: [
      ...QUESTION,
      { label: 'is nearly', kind: 'text', field: 'other' },
      { label: 'Other id', kind: 'text', field: 'other_id', csvOnly: true },
      { label: 'Difference', kind: 'count', field: 'difference' },
    ],
  },
};
