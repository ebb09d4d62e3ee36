import { dollars } from '../../domain/figures/usd.ts';
import { BRAND } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { RANGE, RATE, REPEATS, type Tables } from '../shape/columns.ts';
import { type Plan, SIZES } from './planner-schema.ts';

const KIND_WORDS = {
  visibility_drop: 'drop',
  visibility_rise: 'rise',
  engine_blackout: 'blackout',
  competitor_overtook: 'competitor ranks ahead',
  cited_not_named: 'cited, not named',
  negative_framing: 'framed negatively',
} as const;

const WHAT_IF_WORDS = {
  one_more_sample: 'every question once more a day',
  ten_more_prompts: 'ten more questions',
} as const;

const ON_ENGINE = [...ENGINE.columns] as const;

const NONE_SMALLEST = 'none';

type WhatIfRow = Plan['what_ifs'][number];

/** The bill covers the whole panel. */
function whatIfText({
  change,
  engine_name,
  usd_per_month_now: now,
  usd_per_month_then: then,
}: WhatIfRow): string {
  const what = change === 'without_engine' ? `without ${engine_name}` : WHAT_IF_WORDS[change];
  return now === null || then === null ? what : `${what}: ${dollars(now)} in 30 days, then ${dollars(then)}`;
}

/** Two sizes: `24, then 19.5`. */
function thenText(now: number | null, then: number | null): string {
  return `${now ?? NONE_SMALLEST}, then ${then ?? NONE_SMALLEST}`;
}

/** The change sizes that fit on a screen. */
const ON_SCREEN: ReadonlySet<number> = new Set([10, 15, 20, 30]);

/** Days until a change this large raises an alert; nothing if the share cannot change by so much. */
function daysColumn<Size extends number>(size: Size) {
  const label = size === Math.min(...ON_SCREEN) ? `Days until ${size} points` : `${size} points`;
  return {
    id: `days_until_${size}_points` as const,
    label,
    kind: 'list' as const,
    whole: true as const,
    ...(ON_SCREEN.has(size) ? {} : { csvOnly: true as const }),
    items: ({ days_until }: Plan['changes'][number]) =>
      days_until.flatMap(({ points, days }) =>
        points === size ? [days === null ? 'longer' : String(days)] : [],
      ),
  };
}

export const plannerColumns = {
  engines: {
    title: 'Your panel by engine',
    none: 'There is no engine to ask, and none has answered in this window.',
    columns: [
      ...ON_ENGINE,
      { id: 'asked', label: 'Asked', kind: 'flag', field: 'asked', csvOnly: true },
      {
        id: 'rate',
        label: 'Named in',
        ...RATE,
        range: RANGE.range,
        fullOnly: true,
        answerFilter: ({ engine }) => ({ engine, names: 'self' }),
        denominatorFilter: ({ engine }) => ({ engine }),
      },
      { ...RANGE, csvOnly: true },
      { id: 'prompts', label: 'Questions', kind: 'count', field: 'prompts', fullOnly: true },
      REPEATS,
      { id: 'answers_per_day', label: 'Answers a day', kind: 'count', field: 'answers_per_day' },
      {
        id: 'correlation',
        label: 'Answer likeness',
        kind: 'count',
        field: 'correlation',
        fullOnly: true,
      },
      { id: 'usd_per_answer', label: 'Cost per answer', kind: 'money', field: 'usd_per_answer' },
      { id: 'cost_source', label: 'Known from', kind: 'code', field: 'cost_source', fullOnly: true },
      {
        id: 'questions_per_day',
        label: 'Questions a day',
        kind: 'count',
        field: 'questions_per_day',
        csvOnly: true,
      },
      { id: 'usd_per_month', label: 'In 30 days', kind: 'money', field: 'usd_per_month' },
    ],
  },
  changes: {
    title:
      'The smallest change that alerts report within 7 and 28 days, and the days until they report larger ones',
    none: 'There is no engine to ask, and none has answered in this window.',
    brief: (rows) => rows.filter(({ kind }) => kind === 'visibility_drop'),
    grouped: true,
    columns: [
      ...ON_ENGINE,
      { id: 'kind', label: 'Change', kind: 'list', items: ({ kind }) => [KIND_WORDS[kind]] },
      { id: 'measure', label: 'Measure', kind: 'text', field: 'measure', csvOnly: true },
      { ...BRAND.columns[0], csvOnly: true },
      { id: 'rate', label: 'Share now', ...RATE },
      { ...RANGE, csvOnly: true },
      REPEATS,
      {
        id: 'answers_per_day',
        label: 'Answers a day',
        kind: 'count',
        field: 'answers_per_day',
        csvOnly: true,
      },
      {
        id: 'correlation',
        label: 'Answer likeness',
        kind: 'count',
        field: 'correlation',
        csvOnly: true,
      },
      {
        id: 'smallest_in_7_days',
        label: 'Points in 7 days',
        kind: 'count',
        field: 'smallest_in_7_days',
        none: NONE_SMALLEST,
      },
      {
        id: 'smallest_in_28_days',
        label: 'in 28 days',
        kind: 'count',
        field: 'smallest_in_28_days',
        none: NONE_SMALLEST,
      },
      ...SIZES.map((size) => daysColumn(size)),
      {
        id: 'not_called_because',
        label: 'Because',
        kind: 'text',
        field: 'not_called_because',
        csvOnly: true,
      },
    ],
  },
  needs: {
    title: 'Answers needed to detect a change by 20, 10, or 5 points within 7 days',
    none: 'There is no engine to ask, and none has answered in this window.',
    grouped: true,
    columns: [
      ...ON_ENGINE,
      { id: 'points', label: 'Points', kind: 'count', field: 'points' },
      { id: 'kind', label: 'Change', kind: 'list', items: ({ kind }) => [KIND_WORDS[kind]] },
      { id: 'days_now', label: 'Days now', kind: 'count', field: 'days_now', none: 'longer' },
      { id: 'answers_per_day', label: 'Answers a day', kind: 'count', field: 'answers_per_day' },
      { id: 'prompts', label: 'Questions', kind: 'count', field: 'prompts' },
      { id: 'times_a_day', label: 'Times a day', kind: 'count', field: 'times_a_day' },
      { id: 'min_delta_points', label: 'Alerts from', kind: 'count', field: 'min_delta_points' },
      { id: 'rate_assumed', label: 'Rate assumed', kind: 'flag', field: 'rate_assumed', csvOnly: true },
      { id: 'usd_per_month', label: 'In 30 days', kind: 'money', field: 'usd_per_month' },
    ],
  },
  what_ifs: {
    brief: () => [],
    title: 'The smallest change that another panel would detect within 7 days',
    none: 'There is no engine or no question to ask.',
    grouped: true,
    columns: [
      { id: 'change', label: 'What if', kind: 'list', items: (row) => [whatIfText(row)] },
      ...ON_ENGINE,
      {
        id: 'drop',
        label: 'Drop, in points',
        kind: 'list',
        whole: true,
        items: (row) => [thenText(row.smallest_drop_now, row.smallest_drop_then)],
      },
      {
        id: 'smallest_drop_now',
        label: 'Drop now',
        kind: 'count',
        field: 'smallest_drop_now',
        csvOnly: true,
      },
      {
        id: 'smallest_drop_then',
        label: 'Drop then',
        kind: 'count',
        field: 'smallest_drop_then',
        csvOnly: true,
      },
      {
        id: 'rise',
        label: 'Rise, in points',
        kind: 'list',
        whole: true,
        items: (row) => [thenText(row.smallest_rise_now, row.smallest_rise_then)],
      },
      {
        id: 'smallest_rise_now',
        label: 'Rise now',
        kind: 'count',
        field: 'smallest_rise_now',
        csvOnly: true,
      },
      {
        id: 'smallest_rise_then',
        label: 'Rise then',
        kind: 'count',
        field: 'smallest_rise_then',
        csvOnly: true,
      },
      { id: 'questions_per_day', label: 'Questions a day then', kind: 'count', field: 'questions_per_day' },
      {
        id: 'usd_per_month_now',
        label: 'In 30 days',
        kind: 'money',
        field: 'usd_per_month_now',
        csvOnly: true,
      },
      {
        id: 'usd_per_month_then',
        label: 'In 30 days then',
        kind: 'money',
        field: 'usd_per_month_then',
        csvOnly: true,
      },
    ],
  },
} as const satisfies Tables<Plan>;
