import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Random, seeded } from '../../bench/data/random.ts';
import { compare } from '../../src/stats/alerts/gates.ts';
import { evidenceOfRates, gatesOfChanges, type WindowChange } from '../../src/stats/claims/window-changes.ts';
import type { Stratum } from '../../src/stats/rates/common-mix.ts';
import { effort } from '../support/effort.ts';

/** Simulated tables; enough to know 5% within 4 points in `npm test`. */
const TABLES = effort(40, 4000);

/** A table's rows: brands on engines. */
const ROWS = 30;

const THRESHOLDS = { minDeltaPoints: 1, minSampleEachSide: 5 };

/** Only the rows in `changed` change; questions differ in rate and in their number of answers. */
function tableOf(random: Random, changed: number, prompts: number): WindowChange[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const strata = Array.from({ length: prompts }, () => stratumOf(random, row < changed ? 0.35 : 0));
    const total = (side: keyof Stratum) => strata.reduce((sum, each) => sum + each[side].trials, 0);
    const compared = compare({ strata, totals: { current: total('current'), baseline: total('baseline') } });
    return { compared, priorGate: null, evidence: () => evidenceOfRates(compared) };
  });
}

function stratumOf(random: Random, more: number): Stratum {
  const chance = 0.65 * random();
  const side = (rate: number) => {
    const trials = 2 + Math.floor(12 * random());
    return { events: Array.from({ length: trials }, random).filter((each) => each < rate).length, trials };
  };
  return { current: side(chance + more), baseline: side(chance) };
}

for (const prompts of [1, 5, 20]) {
  test(`at most 5% of tables without any change, over ${prompts} questions, show one`, (context) => {
    const random = seeded(20_261_123);
    let wrong = 0;
    for (let index = 0; index < TABLES; index += 1) {
      if (gatesOfChanges(tableOf(random, 0, prompts), THRESHOLDS).includes(null)) wrong += 1 / TABLES;
    }
    context.diagnostic(`${wrong}`);
    assert.ok(wrong <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / TABLES), `${wrong}`);
  });
}

test('finds changes by 35 points among unchanged rows, and not those', (context) => {
  const random = seeded(20_261_124);
  let [found, wrong] = [0, 0];
  const tables = TABLES / 10;
  for (let index = 0; index < tables; index += 1) {
    const gates = gatesOfChanges(tableOf(random, 10, 20), THRESHOLDS);
    found += gates.slice(0, 10).filter((gate) => gate === null).length / (10 * tables);
    if (gates.slice(10).includes(null)) wrong += 1 / tables;
  }
  context.diagnostic(`${found} found, ${wrong} wrong`);
  assert.ok(found > 0.95, `${found}`);
  assert.ok(wrong <= 0.05 + 3 * Math.sqrt((0.05 * 0.95) / tables), `${wrong}`);
});
