import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { generator } from '../distributions/generator.ts';
import { type DayCount, type ReconcileStep, reconcile, type Step, type TheirCount } from './reconcile.ts';

type Days = readonly [first: number, last: number];

/** How two tools collect and count; each asks each of its questions once a day. */
interface Tools {
  readonly questions: Readonly<Record<Side, readonly number[]>>;
  readonly days: Readonly<Record<Side, Days>>;
  /** The chance that an answer names the brand. */
  readonly chance: (question: number, day: number, side: Side) => number;
  /** The chance that the tool counts an answer that does not. */
  readonly overcount: number;
  /** The chance that the tool has no text, which it counts as an answer that does not. */
  readonly textless: number;
  readonly isSameSurface: boolean;
}

type Side = 'theirs' | 'ours';

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

const ALIKE: Tools = {
  questions: { theirs: range(1, 10), ours: range(1, 10) },
  days: { theirs: [1, 14], ours: [1, 14] },
  chance: (question) => 0.1 + 0.06 * question,
  overcount: 0,
  textless: 0,
  isSameSurface: true,
};

function reconciled(
  { questions, days, chance, overcount, textless, isSameSurface }: Tools,
  random: () => number,
) {
  const does = (likely: number) => random() < likely;
  const asked = (side: Side) =>
    questions[side].flatMap((question) => range(...days[side]).map((day) => ({ question, day })));
  const theirs = asked('theirs').map(({ question, day }): TheirCount => {
    if (does(textless)) return { question: null, day, theirs: false, ours: null, answers: 1 };
    const ours = does(chance(question, day, 'theirs'));
    return { question, day, theirs: ours || does(overcount), ours, answers: 1 };
  });
  const ours = asked('ours').map(({ question, day }): DayCount => {
    return { question, day, events: Number(does(chance(question, day, 'ours'))), trials: 1 };
  });
  return reconcile({ theirs, ours, isSameSurface, effects: { theirs: null, ours: null } });
}

function meanOf(chance: Tools['chance'], questions: readonly number[], days: Days = [1, 14]): number {
  const all = questions.flatMap((question) => range(...days).map((day) => chance(question, day, 'ours')));
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

const rising: Tools['chance'] = (question, day) => 0.1 + 0.03 * question + 0.02 * day;
const uneven: Tools['chance'] = (question) => (question > 10 ? 0.95 : 0.1 + 0.06 * question);
const usual = meanOf(ALIKE.chance, range(1, 10));
const [first, later] = [meanOf(uneven, range(4, 13)), meanOf(uneven, range(1, 10))];

/** What differs between two tools, and the true parts of the difference; the others are zero. */
const CAUSES: readonly (readonly [cause: string, Partial<Tools>, Partial<Record<ReconcileStep, number>>])[] =
  [
    ['only chance', {}, {}],
    ['what counts as a mention', { overcount: 0.2 }, { mention: 0.2 * (1 - usual) }],
    ['answers without text that count', { textless: 0.15 }, { denominator: -0.15 * usual }],
    [
      'more questions',
      { questions: { theirs: range(1, 15), ours: range(1, 10) }, chance: uneven },
      { panel: meanOf(uneven, range(1, 15)) - later },
    ],
    [
      'the surface',
      {
        isSameSurface: false,
        chance: (question, _, side) => 0.05 * question + (side === 'theirs' ? 0.25 : 0),
      },
      { surface: 0.25 },
    ],
    [
      'the days',
      { chance: rising, days: { theirs: [1, 14], ours: [8, 21] } },
      { days: meanOf(rising, range(1, 10)) - meanOf(rising, range(1, 10), [8, 21]) },
    ],
    [
      'three causes',
      {
        chance: uneven,
        questions: { theirs: range(4, 13), ours: range(1, 10) },
        overcount: 0.1,
        textless: 0.1,
      },
      { mention: 0.9 * 0.1 * (1 - first), denominator: -0.1 * first, panel: first - later },
    ],
  ];

const holds = ({ interval }: Step, points: number) =>
  interval !== null && interval.lower <= points && points <= interval.upper;

describe('the way from one rate to another', () => {
  for (const [cause, tools, parts] of CAUSES) {
    test(`all intervals have their true parts, if two tools differ by ${cause}`, () => {
      const random = generator(cause.length);
      const runs = effort(100, 2000);
      const covered = range(1, runs).filter(() => {
        const told = reconciled({ ...ALIKE, ...tools }, random).steps.filter(({ untold }) => untold === null);
        return told.every((step) => holds(step, 100 * (parts[step.step] ?? 0)));
      });
      assert.ok(covered.length >= 0.92 * runs, `${covered.length} of ${runs}`);
    });
  }

  test('the steps add up to the difference, to the last digit', () => {
    const maybe = fc.option(fc.boolean(), { freq: 3 });
    const day = fc.integer({ min: 1, max: 9 }).map((number) => 3 * number);
    const question = fc.integer({ min: 1, max: 4 });
    const counted = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ question, day, theirs: maybe, ours: maybe, answers: counted }), {
          minLength: 1,
        }),
        fc.array(
          fc
            .record({ question, day, events: counted, others: counted })
            .map(({ events, others, ...of }) => ({ ...of, events, trials: events + others })),
        ),
        fc.boolean(),
        (theirs, ours, isSameSurface) => {
          const { steps, points } = reconcile({
            theirs,
            ours,
            isSameSurface,
            effects: { theirs: 2, ours: null },
          });
          const sum = steps.reduce((total, step) => total + Math.round(10 * (step.points ?? 0)), 0);
          assert.equal(sum, Math.round(10 * (points ?? 0)));
          for (const step of steps) assert.ok(step.points === null || holds(step, step.points), step.step);
        },
      ),
      { numRuns: effort(60, 600) },
    );
  });

  const UNTOLD: readonly (readonly [string, Partial<Tools>, readonly (string | null)[]])[] = [
    ['nothing', {}, [null, null, null, null, null, null]],
    ['chance beside another surface', { isSameSurface: false }, [null, null, null, null, null, 'in_surface']],
    [
      'the days without any in common',
      { days: { theirs: [1, 9], ours: [11, 19] }, isSameSurface: false },
      [null, null, 'no_common_days', null, 'in_rest', null],
    ],
    [
      'the panel without a question in common',
      { questions: { theirs: [1, 2], ours: [3] } },
      [null, null, null, 'no_common_questions', null, null],
    ],
    [
      'anything between different answers without ours',
      { questions: { theirs: [1], ours: [] } },
      [null, null, 'too_few', 'too_few', 'too_few', 'too_few'],
    ],
    [
      'anything with four rows',
      { days: { theirs: [1, 4], ours: [1, 4] }, questions: { theirs: [1], ours: [1, 2] } },
      Array.from({ length: 6 }, () => 'too_few'),
    ],
  ];
  for (const [what, tools, untold] of UNTOLD) {
    test(`cannot tell ${what}`, () => {
      const { steps } = reconciled({ ...ALIKE, ...tools }, generator(1));
      assert.deepEqual(
        steps.map((step) => step.untold),
        untold,
      );
    });
  }

  test('a tool that asks weekly covers the days between', () => {
    const { days } = reconcile({
      theirs: [1, 8, 15].map((day) => ({ question: 1, day, theirs: true, ours: true, answers: 9 })),
      ours: range(3, 20).map((day) => ({ question: 1, day, events: 1, trials: 2 })),
      isSameSurface: true,
      effects: { theirs: null, ours: null },
    });
    assert.deepEqual(days, { both: 13, onlyTheirs: 2, onlyOurs: 5 });
  });
});
