import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { judgePair, pairedGaps } from '../../src/stats/claims/paired-gaps.ts';
import { effort, firstAndLast } from '../support/effort.ts';

/** Simulated panels with questions on three engines, beside three competitors. */
const PANELS = effort(10, 1000);
const ENGINES = 3;
const COMPETITORS = 3;

interface Simulated {
  readonly questions: number;
  /** Each engine's answers to each question. */
  readonly answers: number;
  /** Questions in which the first engine names the first competitor 40 points more often. */
  readonly lost: number;
}

/** One row for each question, engine, and competitor; each brand is named independently in 40% of answers. */
function rowsOf(random: Random, { questions, answers, lost }: Simulated) {
  return Array.from({ length: questions }, (_, question) =>
    Array.from({ length: ENGINES }, (_, engine) => {
      const given = Array.from({ length: answers }, () => ({
        ours: random() < 0.4,
        theirs: Array.from(
          { length: COMPETITORS },
          (_, each) => random() < (question < lost && engine === 0 && each === 0 ? 0.8 : 0.4),
        ),
      }));
      return Array.from({ length: COMPETITORS }, (_, each) => {
        const many = (ours: boolean, theirs: boolean) =>
          given.filter((answer) => answer.ours === ours && answer.theirs[each] === theirs).length;
        const pair = {
          both: many(true, true),
          onlyFirst: many(false, true),
          onlySecond: many(true, false),
          neither: many(false, false),
        };
        return { pair, designEffect: null, isLost: question < lost && engine === 0 && each === 0 };
      });
    }),
  ).flat(2);
}

for (const simulated of firstAndLast<Simulated>([
  { questions: 12, answers: 28, lost: 0 },
  { questions: 30, answers: 14, lost: 0 },
  { questions: 30, answers: 28, lost: 5 },
  { questions: 30, answers: 90, lost: 5 },
  { questions: 50, answers: 28, lost: 20 },
])) {
  const { questions, answers, lost } = simulated;
  test(`${questions} questions, ${answers} answers each, ${lost} lost: of gaps that stand out, at most a tenth are nothing`, (context) => {
    const random = seeded(20_261_123);
    let [nothing, found, any] = [0, 0, 0];
    for (let index = 0; index < PANELS; index += 1) {
      const rows = rowsOf(random, simulated);
      const standing = pairedGaps(rows.map(judgePair)).flatMap((gap, place) =>
        gap?.standsOut ? (rows[place] ?? []) : [],
      );
      const right = standing.filter(({ isLost }) => isLost).length;
      nothing += standing.length === 0 ? 0 : (standing.length - right) / standing.length / PANELS;
      any += standing.length === right ? 0 : 1 / PANELS;
      if (lost > 0) found += right / lost / PANELS;
    }
    context.diagnostic(JSON.stringify({ nothing, any, found }));
    assert.ok(nothing <= 0.1 + 3 * Math.sqrt((0.1 * 0.9) / PANELS), `${nothing}`);
    if (lost > 0) assert.ok(found > 0.1, `${found}`);
  });
}
