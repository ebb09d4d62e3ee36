import Type from 'typebox';
import { isPublicId } from '../../domain/access/public-id.ts';
import { ALERT_KINDS, furthest, GATES } from '../../domain/alerts/alert-rules.ts';
import { outcomesText } from '../../domain/alerts/outcomes.ts';
import { ROLES } from '../../domain/answers/answer-reading.ts';
import { engineOf } from '../../domain/answers/engine.ts';
import { READERS } from '../../domain/brand/reader.ts';
import { SightlineError } from '../../domain/errors.ts';
import { pointsOf } from '../../domain/figures/points.ts';
import { designEffectOf, rateOf } from '../../domain/figures/rate.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import type { Period } from '../../domain/time/period.ts';
import { changeKeyOf, KIND_RULES, kindsOf, MEASURES } from '../../stats/alerts/gates.ts';
import type { Database } from '../../storage/driver/database.ts';
import {
  type ComparedSide,
  type ComparisonPosition,
  type ComparisonRow,
  findComparisonPosition,
  listComparisons,
  type StoredDifference,
} from '../../storage/watch/comparisons.ts';
import { BRAND, ROLE_COLUMN } from '../dimensions/brand.ts';
import { ENGINE, ENGINE_SLUG } from '../dimensions/engine.ts';
import { column, columnOf, pointsAt, rateAt, repeatsAt } from '../shape/columns.ts';
import { marketQuery, oneMarket } from '../shape/markets.ts';
import { booleanParameter, defineReport, limitParameter } from '../shape/report.ts';
import {
  count,
  engineSlug,
  flag,
  instant,
  named,
  nullable,
  nullableInteger,
  nullableNumber,
  nullableOneOf,
  nullableText,
  oneOf,
  points,
  rateProperties,
  readonlyList,
  repeatProperties,
  text,
} from '../shape/schemas.ts';
import { recordsWindowOf, windowMeta, windowQuery } from '../shape/window.ts';
import { lastComparedNote } from './alerts-note.ts';

const SideSchema = named(
  'ComparedSide',
  {
    after: instant('The window begins after this instant.'),
    until: instant('The window ends with this instant.'),
    ...rateProperties,
    present: count('Answers that the kind counts.'),
    responses: count('Answers to the shared questions: the denominator.'),
    responses_to_all_prompts: count('Answers to all questions, not only those answered in both windows.'),
    ...repeatProperties,
  },
  'One window in a comparison.',
);

const DifferenceSchema = named(
  'Difference',
  {
    points: points('Current minus baseline, in percentage points.'),
    lower: points("Its 95% interval's lower end (Newcombe, method 10), in percentage points."),
    upper: points('Upper end.'),
  },
  'The difference between two proportions, with its margin of error.',
);

const ComparisonSchema = named(
  'Comparison',
  {
    id: Type.String({
      pattern: '^cmp_[0-9A-Za-z]{12}$',
      description: 'Opaque id, and the cursor of the next page.',
    }),
    evaluated_at: instant('The evaluation it belongs to.'),
    ...ENGINE.properties,
    kind: oneOf(ALERT_KINDS, 'The finding that it checks for.'),
    measure: oneOf(
      MEASURES,
      'The share that it compares. Rows with the same `evaluated_at`, `engine`, `brand` and `measure` are one change.',
    ),
    also_seen_as: readonlyList(
      oneOf(ALERT_KINDS, 'A kind.'),
      'The other kinds that read the same measure. Each kind that your organization wants has its own row.',
    ),
    brand: text('The tracked brand: a competitor for `competitor_overtook`, else the brand itself.'),
    role: oneOf(ROLES, 'The brand itself or a competitor.'),
    current: SideSchema,
    baseline: SideSchema,
    shared_prompts: count('Questions answered in both windows.'),
    change: nullable(DifferenceSchema, 'Null where a side has fewer answers than a rate needs.'),
    change_with_same_mix: nullable(
      DifferenceSchema,
      'The change with one question mix: each question has the same weight in both windows. Both changes must pass the gates.',
    ),
    answers_needed_each_side: nullableInteger(
      'Answers that each side would need for this difference to exceed noise, never fewer than ' +
        '`min_sample_each_side`; null without a difference.',
    ),
    min_delta_points: count('The threshold for it, in percentage points.'),
    min_sample_each_side: count('The answers that each side needed.'),
    reader: nullableOneOf(
      READERS,
      'Who read the framing that it compares: the rules, or your model. Null for a share without framing.',
    ),
    noise_floor_points: nullableNumber(
      'Points that this share stays within by chance in 95% of quarters like the last. Only for a change that passed all ' +
        'gates before `below_noise_floor`; null if the quarter does not show it.',
    ),
    raised: flag('Whether it raised an alert.'),
    gate: nullableOneOf(
      GATES,
      `The first reason for no alert: ${outcomesText(GATES)}. Null if it raised one.`,
    ),
    alert: nullableText(
      'The id of the alert that it raised, or else the alert behind its gate or still open on its measure.',
    ),
  },
  "One evaluation's result for one kind on one engine.",
);

export type Comparison = Type.Static<typeof ComparisonSchema>;

const NOTE =
  'Every comparison, newest first, with or without an alert; `gate` has the reason for none. Rows from one evaluation with ' +
  'the same `engine`, `brand` and `measure` are one change, checked for several kinds: count it once.';

export const comparisons = defineReport({
  name: 'comparisons',
  summary: 'Every comparison behind the alerts, and the gate that stopped each one without an alert.',
  description:
    'Once a day Sightline compares every engine with itself for every kind: the last 7 days against the 28 days before, ' +
    'over the questions answered in both. One change has a row for each kind that reads its `measure`; `also_seen_as` names ' +
    'the others. A page may have fewer rows than `limit`: pass `meta.next_cursor` as `cursor` until it is null.',
  takesBrand: true,
  isOfOneMarket: true,
  query: {
    ...windowQuery(),
    limit: limitParameter('comparisons'),
    cursor: Type.Optional(
      Type.String({ description: 'A comparison id from an earlier page; the page starts after it.' }),
    ),
    ...marketQuery,
    engine: Type.Optional(engineSlug('Only comparisons on this engine.')),
    kind: Type.Optional(oneOf(ALERT_KINDS, 'Only comparisons for this kind.')),
    raised: Type.Optional(booleanParameter('Only comparisons that raised an alert, or only the others.')),
  },
  data: readonlyList(ComparisonSchema, 'One page of comparisons.'),
  meta: {
    ...windowMeta,
    next_cursor: nullableText('Pass it as `cursor` for the next page; null on the last.'),
  },
  columns: {
    rows: {
      none: 'No comparisons in this window.',
      columns: [
        column('instant', 'evaluated_at', 'Day', { day: true }),
        ...ENGINE_SLUG.columns,
        column('code', 'measure', 'Measure'),
        ...BRAND.columns,
        {
          id: 'current_rate',
          label: 'Now',
          ...rateAt('current'),
          answerFilter: ({ id }) => ({ comparison: id, side: 'current', figure: 'present' }),
          denominatorFilter: ({ id }) => ({ comparison: id, side: 'current' }),
        },
        repeatsAt('current', 'Now: '),
        {
          id: 'baseline_rate',
          label: 'Before',
          ...rateAt('baseline'),
          answerFilter: ({ id }) => ({ comparison: id, side: 'baseline', figure: 'present' }),
          denominatorFilter: ({ id }) => ({ comparison: id, side: 'baseline' }),
        },
        repeatsAt('baseline', 'Before: '),
        pointsAt('change_points', 'change', 'Points (95%)'),
        column('code', 'gate', 'Gate', { none: 'raised' }),
        column('text', 'alert', 'Alert'),
        column('text', 'kind', 'Kind', { csvOnly: true }),
        {
          id: 'also_seen_as',
          label: 'Also seen as',
          kind: 'list',
          csvOnly: true,
          items: (row) => row.also_seen_as,
        },
        column('flag', 'raised', 'Raised', { csvOnly: true }),
        column('code', 'reader', 'Framing read by', { csvOnly: true }),
        ENGINE.columns[1],
        ROLE_COLUMN,
        { id: 'current_after', label: 'Now after', kind: 'instant', field: 'current.after', csvOnly: true },
        { id: 'current_until', label: 'Now until', kind: 'instant', field: 'current.until', csvOnly: true },
        columnOf('instant', 'baseline_after', 'baseline.after', 'Before after', { csvOnly: true }),
        columnOf('instant', 'baseline_until', 'baseline.until', 'Before until', { csvOnly: true }),
        column('count', 'shared_prompts', 'Shared questions', { csvOnly: true }),
        pointsAt('change_with_same_mix_points', 'change_with_same_mix', 'Points with the same mix', {
          csvOnly: true,
        }),
        column('count', 'answers_needed_each_side', 'Answers needed', { csvOnly: true }),
        column('count', 'min_delta_points', 'Least points', { csvOnly: true }),
        column('count', 'min_sample_each_side', 'Least answers', { csvOnly: true }),
        column('count', 'noise_floor_points', 'Noise floor', { csvOnly: true }),
        column('text', 'id', 'Id', { csvOnly: true }),
      ],
      compact: closestOfEachChange,
    },
  },
  tableNote:
    'One line per change, newest first, with or without an alert; Gate is the reason against the closest kind of alert.',
  errors: ['bad_cursor'],
  async run(context, query) {
    const { limit, cursor, engine, kind, raised } = query;
    const { db, now, brand } = context;
    const after = cursor === undefined ? null : await positionOf(db, brand.id, cursor);
    const { period, meta } = recordsWindowOf(now, query);
    const rows = await listComparisons(db, brand.id, {
      period,
      limit: limit + 1,
      marketId: oneMarket(brand, query).id,
      engine,
      kind,
      raised,
      after,
    });
    const page = pageOf(rows, limit);
    return {
      note: rows.length === 0 ? `No comparison to show. ${await lastComparedNote(context)}` : NOTE,
      meta: {
        ...meta,
        next_cursor: rows.length > limit ? (page.at(-1)?.publicId ?? null) : null,
      },
      data: page.map(recordOf),
    };
  },
});

/** One record for each change: the kind that came closest to an alert. */
export function closestOfEachChange(rows: readonly Comparison[]): readonly Comparison[] {
  return changesIn(rows).map(closestOf);
}

/**
 * Prefers a kind in the change's direction if several came equally close.
 * @param rows one change's kinds, at least one
 */
export function closestOf(rows: readonly Comparison[]): Comparison {
  const closest = furthest(rows);
  const isTowards = ({ kind, change }: Comparison) => (change?.points ?? 0) * (directionOf(kind) ?? 0) > 0;
  return closest.find(isTowards) ?? (closest[0] as Comparison);
}

/** Undefined for the short record, which covers all kinds. */
function directionOf(kind: Comparison['kind'] | undefined): number | undefined {
  return kind && KIND_RULES[kind].direction;
}

/** Groups records by change, in list order. */
export function changesIn<Row extends ChangeKey>(rows: readonly Row[]): Row[][] {
  const changes = Map.groupBy(rows, ({ evaluated_at, engine, brand, measure }) =>
    JSON.stringify([evaluated_at, engine, brand, measure]),
  );
  return [...changes.values()];
}

type ChangeKey = Pick<Comparison, 'evaluated_at' | 'engine' | 'brand' | 'measure'>;

/** Ends a page with a whole change where possible, so that nobody counts one twice. @param rows one more than the page may have */
function pageOf(rows: readonly ComparisonRow[], limit: number): readonly ComparisonRow[] {
  const next = rows[limit];
  if (next === undefined) return rows;
  const whole = rows
    .slice(0, limit)
    .filter((row) => row.evaluatedAt !== next.evaluatedAt || changeKeyOf(row) !== changeKeyOf(next));
  return whole.length === 0 ? rows.slice(0, limit) : whole;
}

async function positionOf(db: Database, brandId: number, cursor: string): Promise<ComparisonPosition> {
  const position = isPublicId('cmp', cursor) ? await findComparisonPosition(db, brandId, cursor) : null;
  if (position === null) {
    throw new SightlineError(
      'bad_cursor',
      "The cursor is not one of this brand's comparison ids. Start again without it.",
    );
  }
  return position;
}

function recordOf(row: ComparisonRow) {
  const current = sideOf(row.current, row.windows.current);
  const baseline = sideOf(row.baseline, row.windows.baseline);
  const { measure } = KIND_RULES[row.kind];
  // A null rate must not reappear through its difference.
  const isKnown = current.rate !== null && baseline.rate !== null;
  return {
    id: row.publicId,
    evaluated_at: formatInstant(row.evaluatedAt),
    engine: row.engine,
    engine_name: engineOf(row.engine).name,
    kind: row.kind,
    measure,
    also_seen_as: kindsOf(measure).filter((kind) => kind !== row.kind),
    brand: row.brand,
    role: row.role,
    current,
    baseline,
    shared_prompts: row.sharedPrompts,
    change: isKnown ? differenceOf(row.difference) : null,
    change_with_same_mix: isKnown ? differenceOf(row.sameMix) : null,
    answers_needed_each_side: isKnown ? row.answersNeeded : null,
    min_delta_points: row.minDeltaPoints,
    min_sample_each_side: row.minSampleEachSide,
    reader: measure === 'negative_framing' ? row.reader : null,
    noise_floor_points: row.noiseFloor,
    raised: row.gate === null,
    gate: row.gate,
    alert: row.alert,
  };
}

function sideOf({ events, trials, total, designEffect }: ComparedSide, { from, to }: Period) {
  return {
    after: formatInstant(from - 1),
    until: formatInstant(to - 1),
    ...rateOf(events, trials, { designEffect }),
    responses_to_all_prompts: total,
    design_effect: designEffectOf(designEffect),
  };
}

function differenceOf(difference: StoredDifference | null) {
  if (difference === null) return null;
  const { change, lower, upper } = difference;
  return { points: pointsOf(change), lower: pointsOf(lower), upper: pointsOf(upper) };
}
