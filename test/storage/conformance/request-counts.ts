import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastUses, noteUse } from '../../../src/storage/directory/access/last-used.ts';
import { addHits, countHits } from '../../../src/storage/directory/access/limits.ts';
import type { Part } from './part.ts';

const MINUTE = { start: 60_000, end: 120_000 };
const NEXT_MINUTE = { start: 120_000, end: 180_000 };
const LATER = { start: 240_000, end: 300_000 };
const HOUR = { start: 0, end: 3_600_000 };

const hitOf = (subject: string, window = MINUTE, hits = 1) => ({ subject, window, hits });

export const requestCounts: Part = (fresh) => {
  test('concurrent hits each take their own number', async () => {
    const { limits } = await fresh();
    const counts = await Promise.all([1, 2, 3, 4].map(() => addHits(limits, hitOf('a'))));
    assert.deepEqual(counts.toSorted(), [1, 2, 3, 4]);
    assert.equal(await addHits(limits, hitOf('b')), 1);
    assert.equal(await addHits(limits, hitOf('a', MINUTE, 5)), 9);
  });

  test('a withdrawn hit leaves room for one', async () => {
    const { limits } = await fresh();
    const counts = [];
    for (const hits of [1, -1, 1]) counts.push(await addHits(limits, hitOf('a', MINUTE, hits)));
    assert.deepEqual(counts, [1, 0, 1]);
  });

  test('windows of one subject count apart', async () => {
    const { limits } = await fresh();
    const counts = [];
    for (const window of [MINUTE, HOUR, MINUTE, NEXT_MINUTE])
      counts.push(await addHits(limits, hitOf('a', window)));
    assert.deepEqual(counts, [1, 1, 2, 1]);
  });

  test('any text is a subject', async () => {
    const { limits } = await fresh();
    for (const subject of ['', ' ', '"', '\\', "'", '💥', '[1]', 'null', 'ä b', '$1', '%']) {
      assert.equal(await addHits(limits, hitOf(subject, MINUTE, 2)), 2, subject);
      assert.equal(await countHits(limits, { subject, start: MINUTE.start }), 2, subject);
    }
    assert.equal(await countHits(limits, { subject: 'other', start: MINUTE.start }), 0);
  });

  test('the first hit in a new window drops expired counts, and nothing else', async () => {
    const { limits } = await fresh();
    await addHits(limits, hitOf('a', MINUTE, 3));
    await addHits(limits, hitOf('a', HOUR, 4));
    await addHits(limits, hitOf('b', NEXT_MINUTE));
    const left = ({ start }: typeof MINUTE) => countHits(limits, { subject: 'a', start });
    assert.equal(await left(MINUTE), 3, 'a server whose clock is behind may still count there');
    await addHits(limits, hitOf('b', LATER));
    assert.deepEqual([await left(MINUTE), await left(HOUR)], [0, 4]);
  });

  test('records the last use', async () => {
    const { limits } = await fresh();
    await noteUse(limits, { subject: 'a', at: 1 });
    await noteUse(limits, { subject: 'b', at: 5 });
    await noteUse(limits, { subject: 'a', at: 3 });
    assert.deepEqual([...(await lastUses(limits, ['a', 'b', 'c']))].sort(), [
      ['a', 3],
      ['b', 5],
    ]);
  });
};
