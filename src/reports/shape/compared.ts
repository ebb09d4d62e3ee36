import Type, { type TProperties } from 'typebox';
import { CHANGE_GATES } from '../../domain/alerts/claim.ts';
import { outcomesText } from '../../domain/alerts/outcomes.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { daysIn, type Period } from '../../domain/time/period.ts';
import type { AnswersFilters } from './answers-filters.ts';
import { INSTANT_FORM } from './report.ts';
import { count, flag, instant, named, nullable, nullableOneOf } from './schemas.ts';
import { type Compare, MOST_DAYS } from './window.ts';

/** Parameter for reports that can compare two windows. */
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

/** Parameter for reports that always compare. */
export const earlierWindowQuery = {
  compare: Type.Unsafe<Compare>({
    ...compareQuery.compare,
    default: 'previous',
    description: 'The earlier, equally long window, as in /visibility.',
  }),
};

/** The earlier window's length, for reports that can compare windows of different lengths, as alerts do. */
export const compareDaysQuery = {
  compare_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_DAYS,
      description: "The earlier window's length, if different: 28 as in alerts.",
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

/** A row's comparison fields. */
export type Changed = Type.Static<Type.TObject<typeof changeProperties>>;

/** The field with a row's earlier figures and their change. */
export const comparedField = <Properties extends TProperties>(properties: Properties) =>
  Type.Optional(
    Type.Object(
      { ...properties, ...changeProperties },
      { description: 'Only with `compare`: these figures in the earlier window, and the change.' },
    ),
  );

/** A row's earlier window. */
export const windowProperties = { from: changeProperties.from, until: changeProperties.until };

/** A record's earlier window as /answers filters. */
export function earlierEnds({
  compared,
}: {
  readonly compared?: { readonly from: string; readonly until: string } | undefined;
}): AnswersFilters {
  return compared ? { from: compared.from, until: compared.until } : {};
}

/** A period's two ends as records have them. */
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

/** Columns for the earlier window's ends. */
export const ENDS_BEFORE = [
  {
    id: 'compared_from',
    label: 'Before from',
    kind: 'instant',
    field: 'compared.from',
    onlyWith: 'compared',
    csvOnly: true,
  },
  {
    id: 'compared_until',
    label: 'Before until',
    kind: 'instant',
    field: 'compared.until',
    onlyWith: 'compared',
    csvOnly: true,
  },
] as const;

function changeCount<const Id extends string, const Field extends string>(
  id: Id,
  field: Field,
  label: string,
) {
  return {
    id: `compared_change_${id}`,
    label,
    kind: 'count',
    field: `compared.change.${field}`,
    csvOnly: true,
    ...ONLY_COMPARED,
  } as const;
}

/** Columns for a change. */
export const CHANGE_COLUMNS = [
  {
    id: 'compared_change',
    label: 'Points (95%)',
    kind: 'points',
    field: 'compared.change.points',
    lower: 'compared.change.lower',
    upper: 'compared.change.upper',
    onlyWith: 'compared',
  },
  {
    id: 'compared_gate',
    label: 'Held back by',
    kind: 'text',
    field: 'compared.gate',
    none: 'exceeds noise',
    onlyWith: 'compared',
  },
  {
    id: 'compared_exceeds_noise',
    label: 'Exceeds noise',
    kind: 'flag',
    field: 'compared.exceeds_noise',
    onlyWith: 'compared',
    csvOnly: true,
  },
  {
    id: 'compared_change_with_same_mix',
    label: 'Points with the same mix',
    kind: 'points',
    field: 'compared.change.with_same_mix.points',
    lower: 'compared.change.with_same_mix.lower',
    upper: 'compared.change.with_same_mix.upper',
    onlyWith: 'compared',
    csvOnly: true,
  },
  changeCount('shared_prompts', 'shared_prompts', 'Shared questions'),
  changeCount('current_count', 'current.count', 'Compared'),
  changeCount('current_of', 'current.of', 'Compared of'),
  changeCount('earlier_count', 'earlier.count', 'Before: compared'),
  changeCount('earlier_of', 'earlier.of', 'Before: compared of'),
  ...ENDS_BEFORE,
] as const;
