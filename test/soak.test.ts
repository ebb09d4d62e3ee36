import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { seeded } from '../bench/data/random.ts';
import { courseOf, Standstill } from '../bench/soak/judgement.ts';
import { soak } from '../bench/soak/run.ts';
import { SOURCES } from '../bench/support/children.ts';
import { Cleanup } from '../bench/support/cleanup.ts';
import { growthOf } from '../bench/support/slope.ts';
import { isNightly } from './support/effort.ts';
import { onEveryStore } from './support/stores.ts';

onEveryStore('two minutes of everything at once', (fresh) => {
  const cleanup = new Cleanup();
  after(() => cleanup.all());

  // `npm run soak` does the same for an hour.
  test('nothing fails, memory and descriptors stay flat, and verify finds nothing', {
    skip: !isNightly,
  }, async () => {
    const { url } = await fresh();
    const { failures } = await soak({ url, minutes: 2, answers: 1000, program: SOURCES }, cleanup);
    assert.deepEqual(failures, []);
  });
});

test('growth follows the straight line through any noise', () => {
  const points = [0, 1, 2, 3, 4].map((seconds) => ({ seconds, value: 10 + seconds }));
  assert.deepEqual([growthOf(points), growthOf(points.map((each) => ({ ...each, value: 7 })))], [4, 0]);
  const noisy = points.map((each, index) => ({
    ...each,
    value: each.value + ([1, -1, 0, -1, 1][index] ?? 0),
  }));
  assert.deepEqual([Math.round(growthOf(noisy)), growthOf([])], [4, 0]);
});

/** A figure for each second in two minutes: its value, plus garbage and bursts. */
function courseFrom(valueAt: (seconds: number) => number, noise = 0) {
  const random = seeded(3);
  const points = Array.from({ length: 120 }, (_, seconds) => ({
    seconds,
    value: valueAt(seconds) + random() * noise,
  }));
  return courseOf('memory in MB', points, 40).grows;
}

test('a figure grows only if its floor rises, and goes on rising', () => {
  assert.equal(
    courseFrom(() => 200),
    false,
    'flat',
  );
  assert.equal(
    courseFrom(() => 200, 150),
    false,
    'a heap that breathes',
  );
  assert.equal(
    courseFrom((seconds) => 200 + 150 * (1 - Math.exp(-seconds / 50))),
    false,
    'caches that fill up slowly on a busy machine',
  );
  assert.equal(
    courseFrom((seconds) => (seconds > 108 ? 400 : 200)),
    false,
    'a burst at the end',
  );
  assert.equal(
    courseFrom((seconds) => 200 + (seconds % 30) * 4),
    false,
    'garbage collected late',
  );
  assert.equal(
    courseFrom((seconds) => 200 + seconds),
    true,
    'a leak',
  );
  assert.equal(
    courseFrom((seconds) => 200 + seconds, 80),
    true,
    'a leak below a heap that breathes',
  );
  assert.equal(
    courseFrom((seconds) => 200 + 25 * Math.floor(seconds / 20)),
    true,
    'a leak in steps',
  );
});

test('work stands still if it gets no further for long, however long it takes as a whole', () => {
  const standstill = new Standstill(1000);
  for (let at = 0; at < 20_000; at += 500)
    assert.equal(standstill.isReached(`${Math.floor(at / 1000)}`, at), false);
  assert.equal(standstill.isReached('19', 20_000), false);
  assert.equal(standstill.isReached('19', 20_001), true);
});
