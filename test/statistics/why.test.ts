import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { INDEPENDENT } from '../../src/stats/alerts/gates.ts';
import { type ChangeTerms, type Cut, changeTerms } from '../../src/stats/explaining/change-terms.ts';
import type { Cell, QuestionCells } from '../../src/stats/explaining/decomposition.ts';
import { effort } from '../support/effort.ts';
import { betaVariate } from '../support/simulation.ts';

/** Simulated changes for each panel; enough to know 5% within 7.3 points in `npm test`. */
const CHANGES = effort(40, 4000);

/** A brand in 30% of answers. */
const MEAN = 0.3;

interface Simulated {
  readonly questions: number;
  /** Answers to a question in each window. */
  readonly answers: number;
  /** How alike a question's answers are. */
  readonly correlation: number;
  readonly cut: Cut;
  /** The first question's rate in the second window, if it changed. */
  readonly changedTo?: number;
}

/** Two models answer equally often in both windows; one names the brand half as often. */
function cellsOf(random: Random, rate: number, now: number, answers: number): Cell[] {
  const count = (of: number, trials: number) => ({
    events: Array.from({ length: trials }, random).filter((each) => each < of).length,
    trials,
  });
  const byOther = () => Array.from({ length: answers }, random).filter((each) => each < 0.4).length;
  const [other, before] = [byOther(), byOther()];
  return [
    {
      model: 'a',
      cites: null,
      current: count(now, answers - other),
      baseline: count(rate, answers - before),
    },
    { model: 'b', cites: null, current: count(now / 2, other), baseline: count(rate / 2, before) },
  ].filter(({ current, baseline }) => current.trials + baseline.trials > 0);
}

function changeOf(
  random: Random,
  { questions, answers, correlation, cut, changedTo }: Simulated,
): ChangeTerms {
  const panel: QuestionCells[] = Array.from({ length: questions }, (_, question) => {
    const isChanged = question === 0 && changedTo !== undefined;
    const rate = isChanged ? 0.6 : betaVariate(MEAN, correlation, random);
    return { question, cells: cellsOf(random, rate, isChanged ? changedTo : rate, answers) };
  });
  return changeTerms(panel, { cut, byModel: true, effects: INDEPENDENT });
}

/** The unchanged terms. */
const STILL = ['model_mix', 'rate'];

const FEW = [
  [10, 7, 0.7],
  [10, 30, 0.3],
  [30, 7, 0.3],
] as const;
const PANELS = effort<readonly (readonly [number, number, number])[]>(FEW, [
  ...FEW,
  [30, 30, 0.7],
  [100, 7, 0.7],
]);

for (const cut of ['term', 'question', 'model'] as const) {
  for (const [questions, answers, correlation] of PANELS) {
    test(`without a change, by ${cut}, at most 5% of ${questions} questions with ${answers} answers each (${correlation}) show a term`, (context) => {
      const random = seeded(20_261_123);
      let wrong = 0;
      for (let index = 0; index < CHANGES; index += 1) {
        const { significant } = changeOf(random, { questions, answers, correlation, cut });
        if (significant.some(({ term }) => STILL.includes(term))) wrong += 1 / CHANGES;
      }
      context.diagnostic(`${wrong}`);
      assert.ok(wrong <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / CHANGES), `${wrong}`);
    });
  }
}

const FALLEN = [
  [30, 0.1, 0.6],
  [90, 0.3, 0.6],
] as const;
for (const [answers, changedTo, least] of effort<readonly (readonly [number, number, number])[]>(FALLEN, [
  [7, 0, 0.03],
  ...FALLEN,
])) {
  test(`of 30 questions, names only the one that fell from 60% to ${100 * changedTo}% of ${answers} answers`, (context) => {
    const random = seeded(20_261_124);
    let [found, wrong] = [0, 0];
    for (let index = 0; index < CHANGES; index += 1) {
      const simulated = { questions: 30, answers, correlation: 0.5, cut: 'question', changedTo } as const;
      const named = changeOf(random, simulated).significant.flatMap(({ question }) => question ?? []);
      if (named.includes(0)) found += 1 / CHANGES;
      if (named.some((question) => question !== 0)) wrong += 1 / CHANGES;
    }
    context.diagnostic(`${found} found, ${wrong} wrong`);
    assert.ok(found >= least, `${found}`);
    assert.ok(wrong <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / CHANGES), `${wrong}`);
  });
}
