import Type from 'typebox';
import { furthest } from '../domain/alerts/alert-rules.ts';
import { type Comparison, changesIn } from '../reports/alerts/comparisons.ts';
import { readonlyList } from '../reports/shape/schemas.ts';
import type { ShortForm } from './short-form.ts';

type Side = Comparison['current'];

const side = (what: string) =>
  Type.Object(
    {
      present: Type.Integer(),
      responses: Type.Integer(),
      rate: Type.Unsafe<number | null>({ type: ['number', 'null'] }),
      min_sample: Type.Integer(),
      interval: Type.Unsafe<unknown>({ type: ['object', 'null'] }),
    },
    { description: what },
  );

const nullableText = { type: ['string', 'null'] };

const ChangeSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of its last comparison; the cursor to continue after it.' }),
    evaluated_at: Type.String({ format: 'date-time' }),
    engine: Type.String(),
    engine_name: Type.String(),
    measure: Type.String(),
    brand: Type.String(),
    role: Type.String(),
    kinds: Type.Array(Type.String(), { description: 'The kinds of finding that came closest to an alert.' }),
    current: side('The last 7 days.'),
    baseline: side('The 28 days before them.'),
    change: Type.Unsafe<unknown>({
      type: ['object', 'null'],
      description: 'Percentage points with their 95% interval; null with too few answers.',
    }),
    answers_needed_each_side: Type.Unsafe<unknown>({ type: ['integer', 'null'] }),
    gate: Type.Unsafe<unknown>({
      ...nullableText,
      description: 'The reason for no alert; null if it raised one.',
    }),
    alert: Type.Unsafe<unknown>({ ...nullableText, description: 'Id of its alert.' }),
  },
  {
    title: 'Change',
    description: 'One change on one engine, with the verdicts that came closest to an alert.',
  },
);

/** One record for each change, instead of one for every kind that looks at it. */
export const shortComparisons: ShortForm<readonly Comparison[]> = {
  defaults: {},
  data: readonlyList(ChangeSchema, 'One record per change, without `full`.'),
  description:
    'One record per change, with the kinds that came closest to an alert; `limit` counts comparisons. `full=true`: every ' +
    'comparison, with its windows, thresholds, and the difference with the same question mix.',
  fullDescription: 'Every comparison, with all fields.',
  shorten(rows) {
    if (rows.length === 0) return { data: rows, lack: null };
    const changes = changesIn(rows).map(changeRecord);
    return {
      data: changes,
      lack:
        `${rows.length} comparisons appear as ${changes.length} changes, without windows, thresholds, and the ` +
        'difference with the same question mix; pass `full=true` for those.',
    };
  },
  wholeRows(rows, most) {
    const isAll = most >= rows.length;
    const changes = changesIn(isAll ? rows : rows.slice(0, most + 1));
    const last = changes.at(-1)?.length ?? 0;
    // The extra row belongs to the last change. If that change is cut, leave it out; all others are whole.
    const whole = isAll ? most : most + 1 - last;
    return whole > 0 ? whole : most;
  },
};

function changeRecord(verdicts: readonly Comparison[]) {
  const closest = furthest(verdicts);
  const { evaluated_at, engine, engine_name, measure, brand, role, ...rest } = closest[0] as Comparison;
  return {
    id: (verdicts.at(-1) as Comparison).id,
    evaluated_at,
    engine,
    engine_name,
    measure,
    brand,
    role,
    kinds: closest.map(({ kind }) => kind),
    current: counts(rest.current),
    baseline: counts(rest.baseline),
    change: rest.change,
    answers_needed_each_side: rest.answers_needed_each_side,
    gate: rest.gate,
    alert: rest.alert,
  };
}

function counts({ present, responses, rate, min_sample, interval }: Side) {
  return { present, responses, rate, min_sample, interval };
}
