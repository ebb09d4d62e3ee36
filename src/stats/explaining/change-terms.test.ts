import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../../test/support/effort.ts';
import { INDEPENDENT } from '../alerts/gates.ts';
import { type ChangeTerms, CUTS, changeTerms } from './change-terms.ts';
import { type Cell, type DecomposedTerm, decompose, type QuestionCells } from './decomposition.ts';

/** Exact fractions, as the oracle. */
interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

const fraction = (over: number | bigint, under: number | bigint = 1): Fraction => ({
  over: BigInt(over),
  under: BigInt(under),
});
const plus = (a: Fraction, b: Fraction): Fraction =>
  reduced(a.over * b.under + b.over * a.under, a.under * b.under);
const times = (a: Fraction, b: Fraction): Fraction => reduced(a.over * b.over, a.under * b.under);
const minus = (a: Fraction, b: Fraction): Fraction => plus(a, { over: -b.over, under: b.under });
const HALF = fraction(1, 2);

function reduced(over: bigint, under: bigint): Fraction {
  const divisor = gcd(over < 0n ? -over : over, under < 0n ? -under : under) || 1n;
  const sign = under < 0n ? -1n : 1n;
  return { over: (sign * over) / divisor, under: (sign * under) / divisor };
}

function gcd(a: bigint, b: bigint): bigint {
  return b === 0n ? a : gcd(b, a % b);
}

function numberOf({ over, under }: Fraction): number {
  // More digits than a double has, and one rounding.
  return Number((over * 10n ** 30n) / under) / 1e30;
}

type Side = 'current' | 'baseline';
const sumOf = (cells: readonly Cell[], side: Side, what: 'events' | 'trials') =>
  cells.reduce((sum, cell) => sum + cell[side][what], 0);
const rate = (cells: readonly Cell[], side: Side) =>
  fraction(sumOf(cells, side, 'events'), sumOf(cells, side, 'trials'));

/**
 * The Shapley value of two factors by brute force: each factor's mean over the orders in which the factors
 * change from one window to the other. A rate missing in a window equals the other window's.
 */
function shapley(cells: readonly Cell[], whole: readonly Cell[]): { byRate: Fraction; byShare: Fraction } {
  const has = (side: Side) => sumOf(cells, side, 'trials') > 0;
  const shareOf = (side: Side) => fraction(sumOf(cells, side, 'trials'), sumOf(whole, side, 'trials'));
  const rateIn = (side: Side) => rate(cells, has(side) ? side : side === 'current' ? 'baseline' : 'current');
  const state = (share: Side, of: Side) => times(shareOf(share), rateIn(of));
  const rateFirst = minus(state('baseline', 'current'), state('baseline', 'baseline'));
  const rateLast = minus(state('current', 'current'), state('current', 'baseline'));
  const shareFirst = minus(state('current', 'baseline'), state('baseline', 'baseline'));
  const shareLast = minus(state('current', 'current'), state('baseline', 'current'));
  return {
    byRate: times(HALF, plus(rateFirst, rateLast)),
    byShare: times(HALF, plus(shareFirst, shareLast)),
  };
}

/** Each term in exact fractions. */
function exactTerms(questions: readonly QuestionCells[]): Map<DecomposedTerm, Fraction> {
  const terms = new Map<DecomposedTerm, Fraction>();
  const add = (term: DecomposedTerm, value: Fraction) =>
    terms.set(term, plus(terms.get(term) ?? fraction(0), value));
  const inBoth = questions.filter(
    ({ cells }) => sumOf(cells, 'current', 'trials') > 0 && sumOf(cells, 'baseline', 'trials') > 0,
  );
  const all = questions.flatMap(({ cells }) => cells);
  const shared = inBoth.flatMap(({ cells }) => cells);
  add('questions_added', minus(rate(all, 'current'), rate(shared, 'current')));
  add('questions_removed', minus(rate(shared, 'baseline'), rate(all, 'baseline')));
  for (const { cells } of inBoth) {
    add('question_mix', shapley(cells, shared).byShare);
    const weight = times(
      HALF,
      plus(
        fraction(sumOf(cells, 'current', 'trials'), sumOf(shared, 'current', 'trials')),
        fraction(sumOf(cells, 'baseline', 'trials'), sumOf(shared, 'baseline', 'trials')),
      ),
    );
    for (const own of Map.groupBy(cells, ({ model }) => model).values()) {
      if (sumOf(own, 'current', 'trials') + sumOf(own, 'baseline', 'trials') === 0) continue;
      const model = shapley(own, cells);
      add('model_mix', times(weight, model.byShare));
      add('rate', times(weight, model.byRate));
    }
  }
  return terms;
}

const counted = (events: number, trials: number) => ({ events, trials });
const NONE = counted(0, 0);

function cell(current: Cell['current'], baseline: Cell['baseline'], more: Partial<Cell> = {}): Cell {
  return { model: 'm1', cites: null, current, baseline, ...more };
}

const anyCount = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 }))
  .map(([events, others]) => counted(events, events + others));

const anyQuestions = (kinds: readonly (boolean | null)[]) =>
  fc
    .array(
      fc.array(fc.tuple(anyCount, anyCount), { minLength: 3 * kinds.length, maxLength: 3 * kinds.length }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) =>
      all
        .map((counts, question) => ({
          question,
          cells: counts
            .map(([current, baseline], at) =>
              cell(current, baseline, {
                model: ['m1', 'm2', null][Math.floor(at / kinds.length)] ?? null,
                cites: kinds[at % kinds.length] ?? null,
              }),
            )
            .filter(({ current, baseline }) => current.trials + baseline.trials > 0),
        }))
        .filter(({ cells }) => cells.length > 0),
    )
    .filter((all) => {
      const cells = all.flatMap((each) => each.cells);
      return sumOf(cells, 'current', 'trials') > 0 && sumOf(cells, 'baseline', 'trials') > 0;
    });

const isShared = ({ cells }: QuestionCells) =>
  sumOf(cells, 'current', 'trials') > 0 && sumOf(cells, 'baseline', 'trials') > 0;

function changesOf(questions: readonly QuestionCells[], byModel = true): Map<DecomposedTerm, number> {
  const changes = new Map<DecomposedTerm, number>();
  for (const { term, change } of decompose(questions, byModel)) {
    changes.set(term, (changes.get(term) ?? 0) + change.value);
  }
  return changes;
}

const near = (one: number, other: number, what?: string) =>
  assert.ok(Math.abs(one - other) < 1e-12, `${what ?? ''} ${one} is not ${other}`);

describe('terms of a change', () => {
  test('equal brute-force Shapley values in exact fractions, and add up to the change', () => {
    fc.assert(
      fc.property(
        anyQuestions([null]).filter((all) => all.some(isShared)),
        (questions) => {
          const exact = exactTerms(questions);
          const found = changesOf(questions);
          for (const [term, value] of exact) near(found.get(term) ?? 0, numberOf(value), term);
          const cells = questions.flatMap((each) => each.cells);
          const change = minus(rate(cells, 'current'), rate(cells, 'baseline'));
          const sum = [...exact.values()].reduce(plus, fraction(0));
          assert.deepEqual(reduced(sum.over, sum.under), reduced(change.over, change.under));
        },
      ),
      { numRuns: effort(50, 300) },
    );
  });

  test('add up by site, and without telling models apart, with or without a question of both windows', () => {
    fc.assert(
      fc.property(anyQuestions([true, false]), fc.boolean(), (questions, byModel) => {
        const cells = questions.flatMap((each) => each.cells);
        const change = numberOf(minus(rate(cells, 'current'), rate(cells, 'baseline')));
        const sum = [...changesOf(questions, byModel).values()].reduce((total, each) => total + each, 0);
        near(sum, change);
      }),
      { numRuns: effort(50, 300) },
    );
  });

  test('change sign when the windows are swapped', () => {
    const swapped = (questions: readonly QuestionCells[]) =>
      questions.map(({ question, cells }) => ({
        question,
        cells: cells.map((each) => ({ ...each, current: each.baseline, baseline: each.current })),
      }));
    const of = (term: DecomposedTerm): DecomposedTerm =>
      term === 'questions_added'
        ? 'questions_removed'
        : term === 'questions_removed'
          ? 'questions_added'
          : term;
    fc.assert(
      fc.property(anyQuestions([true, false]), (questions) => {
        const [there, back] = [changesOf(questions), changesOf(swapped(questions))];
        for (const [term, change] of there) near(back.get(of(term)) ?? 0, -change, term);
      }),
      { numRuns: effort(40, 200) },
    );
  });

  const steady = { question: 1, cells: [cell(counted(20, 40), counted(10, 20))] };
  const PLANTED: readonly (readonly [DecomposedTerm, readonly QuestionCells[]])[] = [
    ['questions_added', [steady, { question: 2, cells: [cell(counted(0, 40), NONE)] }]],
    ['questions_removed', [steady, { question: 2, cells: [cell(NONE, counted(0, 40))] }]],
    [
      'questions_replaced',
      [1, 2].map((question) => ({
        question,
        cells: [question === 1 ? cell(counted(9, 9), NONE) : cell(NONE, counted(0, 9))],
      })),
    ],
    ['question_mix', [steady, { question: 2, cells: [cell(counted(0, 10), counted(0, 30))] }]],
    [
      'model_mix',
      [
        {
          question: 1,
          cells: [
            cell(counted(20, 20), counted(10, 10)),
            cell(counted(0, 10), counted(0, 20), { model: 'm2' }),
          ],
        },
      ],
    ],
    ['rate', [{ question: 1, cells: [cell(counted(5, 30), counted(20, 30))] }]],
    [
      'cited_share',
      [
        {
          question: 1,
          cells: [
            cell(counted(20, 20), counted(10, 10), { cites: true }),
            cell(counted(0, 10), counted(0, 20), { cites: false }),
          ],
        },
      ],
    ],
    [
      'rate_where_cited',
      [
        {
          question: 1,
          cells: [
            cell(counted(1, 20), counted(20, 20), { cites: true }),
            cell(counted(5, 10), counted(5, 10), { cites: false }),
          ],
        },
      ],
    ],
    [
      'rate_elsewhere',
      [
        {
          question: 1,
          cells: [
            cell(counted(5, 10), counted(5, 10), { cites: true }),
            cell(counted(1, 20), counted(20, 20), { cites: false }),
          ],
        },
      ],
    ],
  ];
  for (const [planted, questions] of PLANTED) {
    test(`${planted}: a change of it alone shows in no other term`, () => {
      const changes = [...changesOf(questions)].filter(([, change]) => Math.abs(change) > 1e-12);
      const told = changes.map(([term]) => term);
      assert.deepEqual(told, [planted]);
    });
  }

  test('for a new model are part of the rate unless models are separate', () => {
    const questions = [
      { question: 1, cells: [cell(NONE, counted(20, 30)), cell(counted(5, 30), NONE, { model: 'm2' })] },
    ];
    const told = [...changesOf(questions, false)].filter(([, change]) => change !== 0);
    assert.deepEqual(told, [['rate', -0.5]]);
    assert.ok(!changesOf(questions, true).has('rate'));
  });
});

const CUTTING = { cut: 'term', byModel: true, effects: INDEPENDENT } as const;
const sum = ({ significant, insignificant }: ChangeTerms) =>
  significant.reduce((total, { change }) => total + change, insignificant?.change ?? 0);

describe('a change cut into terms', () => {
  test('every cut adds up to the change', () => {
    fc.assert(
      fc.property(anyQuestions([null]), fc.constantFrom(...CUTS), (questions, cut) => {
        const cells = questions.flatMap((each) => each.cells);
        near(
          sum(changeTerms(questions, { ...CUTTING, cut })),
          numberOf(minus(rate(cells, 'current'), rate(cells, 'baseline'))),
        );
      }),
      { numRuns: effort(40, 200) },
    );
  });

  const many = [
    { question: 1, cells: [cell(counted(2, 60), counted(40, 60))] },
    { question: 2, cells: [cell(counted(30, 60), counted(31, 60))] },
    { question: 3, cells: [cell(counted(29, 60), counted(30, 60))] },
  ];

  test('names the question that changed, and keeps the others in one row', () => {
    const { significant, insignificant } = changeTerms(many, { ...CUTTING, cut: 'question' });
    const told = significant.map(({ term, question, counted: sides }) => [term, question, sides?.current]);
    assert.deepEqual(told, [['rate', 1, counted(2, 60)]]);
    assert.deepEqual([insignificant?.rows, insignificant?.terms], [2, ['rate']]);
  });

  test('has none below 5 answers, however clear', () => {
    const few = [...many.slice(1), { question: 4, cells: [cell(counted(0, 4), counted(400, 400))] }];
    const { significant } = changeTerms(few, { ...CUTTING, cut: 'question' });
    const told = significant.filter(({ question }) => question === 4);
    assert.deepEqual(told, []);
  });

  test('has less where answers repeat', () => {
    assert.equal(changeTerms(many, CUTTING).significant.length, 1);
    assert.equal(
      changeTerms(many, { ...CUTTING, effects: { current: 30, baseline: 30 } }).significant.length,
      0,
    );
  });

  test('has no row for a term that is zero by definition', () => {
    const { significant, insignificant } = changeTerms(many, CUTTING);
    assert.deepEqual([significant.map(({ term }) => term), insignificant], [['rate'], null]);
  });
});
