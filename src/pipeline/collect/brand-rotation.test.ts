import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BrandRotation } from './brand-rotation.ts';

/** Brands with these numbers of jobs, and a clock. */
function world(jobs: Record<number, number>) {
  const clock = { at: 0 };
  const seen = { looks: 0, claims: [] as number[] };
  const due = () => Object.keys(jobs).map(Number);
  const turns = new BrandRotation(
    async () => {
      seen.looks += 1;
      return due().filter((brand) => (jobs[brand] ?? 0) > 0);
    },
    () => clock.at,
  );
  const take = () =>
    turns.claimNext(async (brand) => {
      seen.claims.push(brand);
      if ((jobs[brand] ?? 0) === 0) return null;
      jobs[brand] = (jobs[brand] ?? 0) - 1;
      return brand;
    });
  return { clock, seen, take, jobs };
}

async function takeMany(take: () => Promise<number | null>, count: number): Promise<(number | null)[]> {
  const taken: (number | null)[] = [];
  for (let n = 0; n < count; n += 1) taken.push(await take());
  return taken;
}

test('a brand with many jobs keeps none with few waiting', async () => {
  const { take } = world({ 1: 1000, 2: 2, 3: 1 });
  assert.deepEqual(await takeMany(take, 7), [1, 2, 3, 1, 2, 1, 1]);
});

test('searches for brands now and then, and does not claim from a brand without work', async () => {
  const { take, seen } = world({ 1: 50, 2: 0, 3: 50 });
  await takeMany(take, 100);
  assert.deepEqual([seen.looks, seen.claims.length], [1, 100]);
  assert.ok(!seen.claims.includes(2));
});

test('a brand whose work became due while others have much joins within seconds', async () => {
  const { take, jobs, clock } = world({ 1: 1000 });
  await takeMany(take, 10);
  jobs[2] = 5;
  assert.deepEqual(await takeMany(take, 3), [1, 1, 1]);
  clock.at += 5000;
  assert.deepEqual(await takeMany(take, 3), [1, 2, 1]);
});

test('finds newly due jobs at once where nothing else is left', async () => {
  const { take, jobs, seen } = world({ 1: 1 });
  assert.deepEqual(await takeMany(take, 2), [1, null]);
  jobs[2] = 1;
  assert.equal(await take(), 2);
  assert.equal(seen.looks, 3);
});

test('workers that claim concurrently take every job once', async () => {
  const { take, jobs } = world({ 1: 5, 2: 5, 3: 5 });
  const taken = await Promise.all(Array.from({ length: 20 }, take));
  assert.deepEqual([taken.filter((each) => each !== null).length, Object.values(jobs)], [15, [0, 0, 0]]);
});
