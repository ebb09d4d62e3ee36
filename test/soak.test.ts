import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Endings } from '../bench/endings.ts';
import { growthOf } from '../bench/slope.ts';
import { soak } from '../bench/soak-run.ts';
import { isNightly } from './support/effort.ts';
import { onEveryStore } from './support/stores.ts';

onEveryStore('two minutes of everything at once', (fresh) => {
  const endings = new Endings();
  after(() => endings.all());

  // `npm run soak` does the same for an hour.
  test('nothing fails, memory and descriptors stay flat, and verify finds nothing', {
    skip: !isNightly,
  }, async () => {
    const { url } = await fresh();
    const { failures } = await soak({ url, minutes: 2, answers: 1000 }, endings);
    assert.deepEqual(failures, []);
  });
});

test('growth is that of the straight line, whatever the noise around it', () => {
  const points = [0, 1, 2, 3, 4].map((seconds) => ({ seconds, value: 10 + seconds }));
  assert.equal(growthOf(points), 4);
  assert.equal(growthOf(points.map((each) => ({ ...each, value: 7 }))), 0);
  const noisy = points.map((each, index) => ({
    ...each,
    value: each.value + ([1, -1, 0, -1, 1][index] ?? 0),
  }));
  assert.equal(Math.round(growthOf(noisy)), 4);
  assert.equal(growthOf([]), 0);
});
