import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { judgePair } from '../../src/stats/claims/paired-gaps.ts';
import { effort } from '../support/effort.ts';
import { betaVariate } from '../support/simulation.ts';

/** docs/todo.md states these. Questions lost are in gaps.test.ts, and alerts in false-alarms.test.ts. */

const WORLDS = effort(400, 20_000);

for (const [what, days, itAlone, youAlone, least, most] of [
  ['is level with you', 10, 0.35, 0.35, 0, 0.04],
  ['is behind: ahead in 45% of answers that name either', 10, 0.315, 0.385, 0, 0.01],
  ['is ahead in 62%', 10, 0.435, 0.265, 0.3, 1],
  ['is ahead in 62%', 28, 0.435, 0.265, 0.7, 1],
] as const) {
  test(`a competitor that ${what} counts as ahead in ${100 * least} to ${100 * most}% of ${days} days`, (context) => {
    const random = seeded(20_261_129);
    const isAhead = () => {
      const pair = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
      for (let answer = 0; answer < 10 * days; answer += 1) {
        const drawn = random();
        pair[drawn < itAlone ? 'onlyFirst' : drawn < itAlone + youAlone ? 'onlySecond' : 'neither'] += 1;
      }
      return (judgePair({ pair, designEffect: 1 })?.interval().lower ?? 0) > 0;
    };
    const share = Array.from({ length: WORLDS }, isAhead).filter(Boolean).length / WORLDS;
    context.diagnostic(`measured ${share}`);
    assert.ok(share >= least && share <= most, `${share}`);
  });
}

test('of the questions to win back, at most one in ten is none: ten days, questions that differ', (context) => {
  const random = seeded(20_261_130);
  let [wrong, all] = [0, 0];
  for (let question = 0; question < 10 * WORLDS; question += 1) {
    const [own, rival] = [betaVariate(0.35, 0.5, random), betaVariate(0.6, 0.5, random)];
    let lead = 0;
    for (let day = 0; day < 10; day += 1) lead += Number(random() < rival) - Number(random() < own);
    if (lead > 0) all += 1;
    if (lead > 0 && rival <= own) wrong += 1;
  }
  context.diagnostic(`measured ${wrong / all}`);
  assert.ok(wrong / all <= 0.1, `${wrong / all}`);
});
