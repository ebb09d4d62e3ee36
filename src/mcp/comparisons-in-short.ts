import Type from 'typebox';
import { furthest } from '../domain/alert-rules.ts';
import { readonlyList } from '../reports/schemas.ts';
import type { ShortForm } from './short-form.ts';

interface Comparison {
  readonly id: string;
  readonly evaluated_at: string;
  readonly engine: string;
  readonly engine_name: string;
  readonly kind: string;
  readonly measure: string;
  readonly brand: string;
  readonly role: string;
  readonly current: Side;
  readonly baseline: Side;
  readonly change: unknown;
  readonly answers_needed_each_side: number | null;
  readonly gate: string | null;
  readonly alert: string | null;
}

interface Side {
  readonly present: number;
  readonly responses: number;
  readonly rate: number | null;
  readonly min_sample: number;
  readonly interval: unknown;
}

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
    id: Type.String({ description: 'Id of its last comparison; the cursor of what comes after it.' }),
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
      description: 'Percentage points with their 95% interval; null if there were too few answers.',
    }),
    answers_needed_each_side: Type.Unsafe<unknown>({ type: ['integer', 'null'] }),
    gate: Type.Unsafe<unknown>({ ...nullableText, description: 'What held it back; null if it was raised.' }),
    alert: Type.Unsafe<unknown>({ ...nullableText, description: 'Id of its alert.' }),
  },
  {
    title: 'Change',
    description: 'One change on one engine, with the verdicts that came closest to an alert.',
  },
);

/** One record for each change, instead of one for every kind that looks at it. */
export const comparisonsInShort: ShortForm = {
  defaults: {},
  data: readonlyList(ChangeSchema, 'One record per change, without `full`.'),
  description:
    'There is one record per change, with the kinds that came closest to an alert. For every comparison with its ' +
    'windows, thresholds, and the difference with the same mix of prompts, pass `full=true`. `limit` counts comparisons.',
  fullDescription: 'True: every comparison, with all of its fields. False: one short record per change.',
  shorten(data) {
    const rows = data as readonly Comparison[];
    if (rows.length === 0) return { data, lack: null };
    const changes = [...Map.groupBy(rows, changeOf).values()].map(changeRecord);
    return {
      data: changes,
      lack:
        `${rows.length} comparisons are shown as ${changes.length} changes, without windows, thresholds, and the ` +
        'difference with the same mix of prompts; pass `full=true` for those.',
    };
  },
  wholeRows(rows, most) {
    const next = rows[most];
    if (next === undefined) return most;
    const change = changeOf(next as Comparison);
    const whole = rows.slice(0, most).findIndex((row) => changeOf(row as Comparison) === change);
    return whole > 0 ? whole : most;
  },
};

/** What the rows of one change have in common. The short records are changes already, each different. */
function changeOf({ evaluated_at, engine, brand, measure }: Comparison): string {
  return JSON.stringify([evaluated_at, engine, brand, measure]);
}

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

function counts({ present, responses, rate, min_sample, interval }: Side): Side {
  return { present, responses, rate, min_sample, interval };
}
