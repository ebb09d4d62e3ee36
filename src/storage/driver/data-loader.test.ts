import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataLoader, dataLoaderOn } from './data-loader.ts';

/** Work that records its batches, and ends on demand. */
function heldWork() {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const work = async (items: readonly number[]) => {
    batches.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
    return items.map((item) => item * 10);
  };
  return { batches, work, endOne: () => ends.shift()?.() };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a single load begins in the same turn of the event loop', async () => {
  const { batches, work, endOne } = heldWork();
  const ask = dataLoader(work);
  const result = ask(1);
  await turn();
  assert.deepEqual(batches, [[1]]);
  endOne();
  assert.equal(await result, 10);
});

test('loads of one turn are one batch, and each gets its own result', async () => {
  const { batches, work, endOne } = heldWork();
  const ask = dataLoader(work);
  const results = [1, 2, 3].map(ask);
  await turn();
  endOne();
  assert.deepEqual(await Promise.all(results), [10, 20, 30]);
  assert.deepEqual(batches, [[1, 2, 3]]);
});

test('loads during a batch are the next batch', async () => {
  const { batches, work, endOne } = heldWork();
  const ask = dataLoader(work);
  const first = ask(1);
  await turn();
  const others = [ask(2), ask(3)];
  await turn();
  assert.deepEqual(batches, [[1]]);
  endOne();
  await first;
  await turn();
  endOne();
  assert.deepEqual(await Promise.all(others), [20, 30]);
  assert.deepEqual(batches, [[1], [2, 3]]);
});

test('a batch has a largest size', async () => {
  const sizes: number[] = [];
  const ask = dataLoader(async (items: readonly number[]) => {
    sizes.push(items.length);
    return items;
  }, 2);
  assert.deepEqual(await Promise.all([1, 2, 3, 4, 5].map(ask)), [1, 2, 3, 4, 5]);
  assert.deepEqual(sizes, [2, 2, 1]);
});

test('a failure affects only its batch', async () => {
  const ask = dataLoader(async (items: readonly number[]) => {
    if (items.includes(2)) throw new Error('no');
    return items;
  }, 2);
  const outcomes = await Promise.allSettled([1, 2, 3].map(ask));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled'],
  );
  assert.equal(await ask(4), 4, 'it goes on');
});

test('work that throws before it begins fails its batch and does not stop the next', async () => {
  let fails = true;
  const ask = dataLoader((items: readonly number[]) => {
    if (fails) throw new Error('no');
    return Promise.resolve(items);
  });
  await assert.rejects(ask(1));
  fails = false;
  assert.equal(await ask(2), 2);
});

test('each store has batches of its own, and a transaction has none', async () => {
  const store = (isTransaction: boolean) => ({ isTransaction, batches: [] as number[][] });
  const ask = dataLoaderOn(async (db: ReturnType<typeof store>, items: readonly number[]) => {
    db.batches.push([...items]);
    return items;
  });
  const [one, other, transaction] = [store(false), store(false), store(true)];
  const asked = [one, other, transaction].flatMap((db) => [1, 2].map((item) => ask(db, item)));
  assert.deepEqual(await Promise.all(asked), [1, 2, 1, 2, 1, 2]);
  assert.deepEqual([one.batches, other.batches], [[[1, 2]], [[1, 2]]]);
  assert.deepEqual(transaction.batches, [[1], [2]]);
});
