import { dollars } from '../../domain/figures/usd.ts';
import { BRAND } from '../dimensions/brand.ts';
import { ENGINE } from '../dimensions/engine.ts';
import { column, RANGE, RATE, REPEATS, type Tables } from '../shape/columns.ts';
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
      column('flag', 'asked', 'Asked', { csvOnly: true }),
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
      column('count', 'prompts', 'Questions', { fullOnly: true }),
      REPEATS,
      column('count', 'answers_per_day', 'Answers a day'),
      column('count', 'correlation', 'Answer likeness', { fullOnly: true }),
      column('money', 'usd_per_answer', 'Cost per answer'),
      column('code', 'cost_source', 'Known from', { fullOnly: true }),
      column('count', 'questions_per_day', 'Questions a day', { csvOnly: true }),
      column('money', 'usd_per_month', 'In 30 days'),
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
      column('text', 'measure', 'Measure', { csvOnly: true }),
      { ...BRAND.columns[0], csvOnly: true },
      { id: 'rate', label: 'Share now', ...RATE },
      { ...RANGE, csvOnly: true },
      REPEATS,
      column('count', 'answers_per_day', 'Answers a day', { csvOnly: true }),
      column('count', 'correlation', 'Answer likeness', { csvOnly: true }),
      column('count', 'smallest_in_7_days', 'Points in 7 days', { none: NONE_SMALLEST }),
      column('count', 'smallest_in_28_days', 'in 28 days', { none: NONE_SMALLEST }),
      ...SIZES.map((size) => daysColumn(size)),
      column('text', 'not_called_because', 'Because', { csvOnly: true }),
    ],
  },
  needs: {
    title: 'Answers needed to detect a change by 20, 10, or 5 points within 7 days',
    none: 'There is no engine to ask, and none has answered in this window.',
    grouped: true,
    columns: [
      ...ON_ENGINE,
      column('count', 'points', 'Points'),
      { id: 'kind', label: 'Change', kind: 'list', items: ({ kind }) => [KIND_WORDS[kind]] },
      column('count', 'days_now', 'Days now', { none: 'longer' }),
      column('count', 'answers_per_day', 'Answers a day'),
      column('count', 'prompts', 'Questions'),
      column('count', 'times_a_day', 'Times a day'),
      column('count', 'min_delta_points', 'Alerts from'),
      column('flag', 'rate_assumed', 'Rate assumed', { csvOnly: true }),
      column('money', 'usd_per_month', 'In 30 days'),
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
      column('count', 'smallest_drop_now', 'Drop now', { csvOnly: true }),
      column('count', 'smallest_drop_then', 'Drop then', { csvOnly: true }),
      {
        id: 'rise',
        label: 'Rise, in points',
        kind: 'list',
        whole: true,
        items: (row) => [thenText(row.smallest_rise_now, row.smallest_rise_then)],
      },
      column('count', 'smallest_rise_now', 'Rise now', { csvOnly: true }),
      column('count', 'smallest_rise_then', 'Rise then', { csvOnly: true }),
      column('count', 'questions_per_day', 'Questions a day then'),
      column('money', 'usd_per_month_now', 'In 30 days', { csvOnly: true }),
      column('money', 'usd_per_month_then', 'In 30 days then', { csvOnly: true }),
    ],
  },
} as const satisfies Tables<Plan>;
