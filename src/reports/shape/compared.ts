import Type, { type TProperties } from 'typebox';
import { CHANGE_GATES } from '../../domain/alerts/claim.ts';
import { outcomesText } from '../../domain/alerts/outcomes.ts';
import { type Rate, rateOf } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import type { AnswersFilters } from './answers-filters.ts';
import { columnOf, pointsAt } from './columns.ts';
import { INSTANT_FORM } from './report.ts';
import { count, flag, instant, named, nullable, nullableOneOf } from './schemas.ts';
import { type Compare, MOST_DAYS } from './window.ts';

export const compareQuery = {
  compare: Type.Optional(
    Type.Unsafe<Compare>({
      type: 'string',
      anyOf: [
        { enum: ['previous', 'year'] },
        { format: 'month' },
        { format: 'date' },
        { format: 'date-time' },
      ],
      description:
        "Adds each row's figures in an earlier, equally long window: `previous`, right before; `year`, from the same " +
        `date a year earlier; or from this instant on. With \`month\`, also a month: \`2026-09\`. ${INSTANT_FORM}`,
    }),
  ),
};

export const earlierWindowQuery = {
  compare: Type.Unsafe<Compare>({
    ...compareQuery.compare,
    default: 'previous',
    description: 'The earlier window, as in /visibility.',
  }),
};

/** The earlier window's length, for reports that can compare windows of different lengths, as alerts do. */
export const compareDaysQuery = {
  compare_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      description: "The earlier window's length, if different.",
    }),
  ),
};

/** The earlier window in `meta`, if there is one. */
export const comparedMeta = {
  compared: Type.Optional(
    Type.Object(
      {
        window_days: Type.Integer({ description: 'Its length in 24-hour days, rounded up.' }),
        from: instant('Its first instant.'),
        until: instant('Its last instant.'),
        min_delta_points: count('The percentage points that a change must reach.'),
        min_sample_each_side: count('The answers that each window needs, to questions answered in both.'),
      },
      { description: 'Only with `compare`: the earlier window, and the thresholds for changes.' },
    ),
  ),
};

const points = (description: string) => Type.Number({ description });

const differenceProperties = {
  points: points('Percentage points, this window minus the earlier one.'),
  lower: points("Its 95% interval's lower end."),
  upper: points('Upper end.'),
};

const sideSchema = (description: string) =>
  Type.Object({ count: count('The count.'), of: count('Its denominator.') }, { description });

const ChangeSchema = named(
  'WindowChange',
  {
    ...differenceProperties,
    with_same_mix: Type.Object(differenceProperties, {
      description: 'The change with equal weight for each question in both windows.',
    }),
    shared_prompts: count('Questions answered in both windows. Only answers to them count here.'),
    current: sideSchema("This window's side."),
    earlier: sideSchema("The earlier window's side."),
  },
  "How a figure differs from an earlier window's figure, over the questions answered in both.",
);

/** Why a change between two windows is no finding. */
const COMPARED_OUTCOMES = [...CHANGE_GATES, 'several_engines'] as const;

export const changeProperties = {
  from: instant("The earlier window's first instant."),
  until: instant('Its last instant.'),
  change: nullable(
    ChangeSchema,
    'The difference; null if either side has fewer than `min_sample` answers to questions in both windows.',
  ),
  exceeds_noise: flag(
    'Whether an alert would report this change and /claim supports it, all rows judged together: then it has no `gate`.',
  ),
  gate: nullableOneOf(
    COMPARED_OUTCOMES,
    `The reason why not: ${outcomesText(COMPARED_OUTCOMES)}. Null for none.`,
  ),
};

export type Changed = Type.Static<Type.TObject<typeof changeProperties>>;

/** The field with a row's earlier figures and their change. */
export const comparedField = <Properties extends TProperties>(properties: Properties) =>
  Type.Optional(
    Type.Object(
      { ...properties, ...changeProperties },
      { description: 'Only with `compare`: these figures in the earlier window, and the change.' },
    ),
  );

export const windowProperties = { from: changeProperties.from, until: changeProperties.until };

/**
 * The "before" beside a change, like with like: the earlier answers to questions answered in both windows, as the change counts them. Null
 * without a change: then nothing is compared.
 */
export function beforeOf(
  compared: { readonly change: Changed['change']; readonly design_effect?: number | null } | undefined,
): Rate | null {
  const earlier = compared?.change?.earlier;
  return earlier ? rateOf(earlier.count, earlier.of, { designEffect: compared.design_effect ?? null }) : null;
}

/** The rows whose change exceeds noise, each with its "before". */
export function apartRows<
  Row extends { readonly compared?: Parameters<typeof beforeOf>[0] & { readonly exceeds_noise: boolean } },
>(rows: readonly Row[]) {
  return rows.flatMap((row) => {
    const before = row.compared?.exceeds_noise === true && beforeOf(row.compared);
    return before ? [{ ...row, compared: before }] : [];
  });
}

/** The filters that choose those answers. @param window that of the row @param compared that of its change */
export function sharedQuestions(window: Ends, compared: Ends): AnswersFilters {
  return { ...earlierEnds({ compared }), shared_from: window.from, shared_until: window.until };
}

interface Ends {
  readonly from: string;
  readonly until: string;
}

/** A record's earlier window as /answers filters. */
export function earlierEnds({
  compared,
}: {
  readonly compared?: { readonly from: string; readonly until: string } | undefined;
}): AnswersFilters {
  return compared ? { from: compared.from, until: compared.until } : {};
}

export function endsOf({ from, to }: Period): { readonly from: string; readonly until: string } {
  return { from: formatInstant(from), until: formatInstant(to - 1) };
}

export function comparedMetaOf(
  period: Period,
  least: { readonly minDeltaPoints: number; readonly answers: number },
) {
  return {
    window_days: daysIn(period),
    ...endsOf(period),
    min_delta_points: least.minDeltaPoints,
    min_sample_each_side: least.answers,
  };
}

/** Marks columns that need `compare`. */
export const ONLY_COMPARED = { onlyWith: 'compared' } as const;

const ONLY_CSV = { ...ONLY_COMPARED, csvOnly: true } as const;

export const ENDS_BEFORE = [
  columnOf('instant', 'compared_from', 'compared.from', 'Before from', ONLY_CSV),
  columnOf('instant', 'compared_until', 'compared.until', 'Before until', ONLY_CSV),
] as const;

export const CHANGE_COLUMNS = [
  pointsAt('compared_change', 'compared.change', 'Points (95%)', { onlyWith: 'compared' }),
  columnOf('text', 'compared_gate', 'compared.gate', 'Held back by', {
    none: 'exceeds noise',
    onlyWith: 'compared',
  }),
  columnOf('flag', 'compared_exceeds_noise', 'compared.exceeds_noise', 'Exceeds noise', ONLY_CSV),
  pointsAt(
    'compared_change_with_same_mix',
    'compared.change.with_same_mix',
    'Points with the same mix',
    ONLY_CSV,
  ),
  columnOf(
    'count',
    'compared_change_shared_prompts',
    'compared.change.shared_prompts',
    'Shared questions',
    ONLY_CSV,
  ),
  columnOf('count', 'compared_change_current_count', 'compared.change.current.count', 'Compared', ONLY_CSV),
  columnOf('count', 'compared_change_current_of', 'compared.change.current.of', 'Compared of', ONLY_CSV),
  columnOf(
    'count',
    'compared_change_earlier_count',
    'compared.change.earlier.count',
    'Before: compared',
    ONLY_CSV,
  ),
  columnOf(
    'count',
    'compared_change_earlier_of',
    'compared.change.earlier.of',
    'Before: compared of',
    ONLY_CSV,
  ),
  ...ENDS_BEFORE,
] as const;
