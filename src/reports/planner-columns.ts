import { dollars } from '../domain/usd.ts';
import { type Plan, SIZES } from './planner-schema.ts';
import { RATE, type Tables } from './shape/columns.ts';

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

type WhatIfRow = Plan['what_ifs'][number];

/** With the bill, which is that of the whole panel. */
function whatIfText({
  change,
  engine_name,
  usd_per_month_now: now,
  usd_per_month_then: then,
}: WhatIfRow): string {
  const what = change === 'without_engine' ? `without ${engine_name}` : WHAT_IF_WORDS[change];
  return now === null || then === null ? what : `${what}: ${dollars(now)} in 30 days, then ${dollars(then)}`;
}

/** Of two sizes of changes: `24, then 19.5`. */
function thenText(now: number | null, then: number | null): string {
  return `${now ?? NONE_SMALLEST}, then ${then ?? NONE_SMALLEST}`;
}

/** Of the sizes of changes, those that a screen has room for. */
const ON_SCREEN: ReadonlySet<number> = new Set([10, 15, 20, 30]);

/** The days until a change of one size is reported; nothing where the share cannot change by so much. */
function daysColumn(size: number) {
  const label = size === Math.min(...ON_SCREEN) ? `Days until ${size} points` : `${size} points`;
  return {
    ...{ label, kind: 'list' as const, name: `days_until_${size}_points`, whole: true as const },
    ...(ON_SCREEN.has(size) ? {} : { csvOnly: true as const }),
    items: ({ days_until }: Plan['changes'][number]) =>
      days_until.flatMap(({ points, days }) =>
        points === size ? [days === null ? 'never' : String(days)] : [],
      ),
  };
}

/** What a person sees of a plan. */
export const plannerColumns: Tables<Plan> = {
  engines: {
    title: 'What the panel is like',
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
      { label: 'Correlation in a prompt', kind: 'count', field: 'correlation' },
      {
        ...{ label: 'On half the prompts', kind: 'list', name: 'half_panel' },
        items: ({ half_panel: half }) =>
          half === null ? [] : [`${Math.round(100 * half.lower)} to ${Math.round(100 * half.upper)}%`],
      },
      { label: 'Half, lower end', kind: 'count', field: 'half_panel.lower', csvOnly: true },
      { label: 'Half, upper end', kind: 'count', field: 'half_panel.upper', csvOnly: true },
      { label: 'Cost of an answer', kind: 'money', field: 'usd_per_answer' },
      { label: 'Known from', kind: 'text', field: 'cost_source' },
      { label: 'Questions a day', kind: 'count', field: 'questions_per_day', csvOnly: true },
      { label: 'In 30 days', kind: 'money', field: 'usd_per_month' },
    ],
  },
  changes: {
    title: 'The smallest change that is reported within 7 and 28 days, and the days until larger ones are',
    none: 'No engine is asked, and none has answered in this window.',
    grouped: true,
    columns: [
      ...ON_ENGINE,
      { label: 'Change', kind: 'list', name: 'kind', items: ({ kind }) => [KIND_WORDS[kind]] },
      { label: 'Measure', kind: 'text', field: 'measure', csvOnly: true },
      { label: 'Brand', kind: 'text', field: 'brand', csvOnly: true },
      { label: 'Share now', ...RATE },
      { label: 'Points in 7 days', kind: 'count', field: 'smallest_in_7_days', none: NONE_SMALLEST },
      { label: 'in 28 days', kind: 'count', field: 'smallest_in_28_days', none: NONE_SMALLEST },
      ...SIZES.map(daysColumn),
      { label: 'Because', kind: 'text', field: 'not_called_because', csvOnly: true },
    ],
  },
  what_ifs: {
    title: 'The smallest change that another panel would see within 7 days',
    none: 'No engine is asked.',
    grouped: true,
    columns: [
      { label: 'What if', kind: 'list', name: 'change', items: (row) => [whatIfText(row)] },
      ...ON_ENGINE,
      {
        ...{ label: 'Drop, in points', kind: 'list', name: 'drop', whole: true },
        items: (row) => [thenText(row.smallest_drop_now, row.smallest_drop_then)],
      },
      { label: 'Drop now', kind: 'count', field: 'smallest_drop_now', csvOnly: true },
      { label: 'Drop then', kind: 'count', field: 'smallest_drop_then', csvOnly: true },
      {
        ...{ label: 'Rise, in points', kind: 'list', name: 'rise', whole: true },
        items: (row) => [thenText(row.smallest_rise_now, row.smallest_rise_then)],
      },
      { label: 'Rise now', kind: 'count', field: 'smallest_rise_now', csvOnly: true },
      { label: 'Rise then', kind: 'count', field: 'smallest_rise_then', csvOnly: true },
      { label: 'Questions a day then', kind: 'count', field: 'questions_per_day' },
      { label: 'In 30 days', kind: 'money', field: 'usd_per_month_now', csvOnly: true },
      { label: 'In 30 days then', kind: 'money', field: 'usd_per_month_then', csvOnly: true },
    ],
  },
  allocation: {
    title: 'Where the next answers tell most',
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
    title: 'The same as times a day for each prompt, as it can be declared',
    none: 'No question would be asked more or less often.',
    columns: [
      ...QUESTION,
      { label: 'Times a day', kind: 'count', field: 'samples_now' },
      { label: 'then', kind: 'count', field: 'samples_then' },
    ],
  },
  prompts_without_information: {
    title: 'Prompts that always get the same answer',
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
    title: 'Prompts that are nearly the same question',
    none: 'No two prompts are listed as nearly the same question. They are looked for only with similar=1.',
    columns: [
      ...QUESTION,
      { label: 'is nearly', kind: 'text', field: 'other' },
      { label: 'Other id', kind: 'text', field: 'other_id', csvOnly: true },
      { label: 'Difference', kind: 'count', field: 'difference' },
    ],
  },
};
