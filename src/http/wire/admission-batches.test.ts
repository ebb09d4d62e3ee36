import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admissionBatches } from './admission-batches.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Steps that record their start, and end on demand. */
function heldSteps() {
  const begun: number[] = [];
  const ends = new Map<number, () => void>();
  const step = (id: number) => () => {
    begun.push(id);
    return new Promise<number>((resolve) => ends.set(id, () => resolve(id * 10)));
  };
  return { begun, step, end: (id: number) => ends.get(id)?.() };
}

test('admits requests of one turn at once, and later ones together after them', async () => {
  const { begun, step, end } = heldSteps();
  const inBatch = admissionBatches();
  const first = [1, 2].map((id) => inBatch(step(id)));
  await turn();
  const second = [3, 4].map((id) => inBatch(step(id)));
  end(1);
  assert.equal(await first[0], 10, 'admitted requests continue');
  await turn();
  assert.deepEqual(begun, [1, 2], 'the others wait until the last of the first is in');
  end(2);
  await turn();
  assert.deepEqual(begun, [1, 2, 3, 4]);
  end(4);
  end(3);
  assert.deepEqual(await Promise.all([...first, ...second]), [10, 20, 30, 40]);
});

test('a refusal affects one request, and the next batch comes after it', async () => {
  const inBatch = admissionBatches();
  const refused = inBatch(async () => {
    throw new Error('no');
  });
  const other = inBatch(async () => 'in');
  await assert.rejects(refused, /^Error: no$/);
  assert.equal(await other, 'in');
  assert.equal(await inBatch(async () => 'later'), 'later');
});
