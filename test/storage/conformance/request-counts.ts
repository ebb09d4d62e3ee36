import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastUses, noteUses } from '../../../src/storage/directory/access/last-used.ts';
import { addHits, countHits } from '../../../src/storage/directory/access/limits.ts';
import type { Part } from './part.ts';

const MINUTE = { start: 60_000, end: 120_000 };
const NEXT_MINUTE = { start: 120_000, end: 180_000 };
const LATER = { start: 240_000, end: 300_000 };
const HOUR = { start: 0, end: 3_600_000 };

export const requestCounts: Part = (fresh) => {
  test('each takes its own number, as if counted one after the other', async () => {
    const { limits } = await fresh();
    const hit = (subject: string, hits = 1) => ({ subject, window: MINUTE, hits });
    assert.deepEqual(await addHits(limits, [hit('a'), hit('b'), hit('a'), hit('a')]), [1, 1, 2, 3]);
    assert.deepEqual(await addHits(limits, [hit('b'), hit('a', 5), hit('b'), hit('a')]), [2, 8, 3, 9]);
  });

  test('a withdrawn hit between two others leaves room for one', async () => {
    const { limits } = await fresh();
    const hit = (hits: number) => ({ subject: 'a', window: MINUTE, hits });
    assert.deepEqual(await addHits(limits, [hit(1), hit(-1), hit(1)]), [1, 0, 1]);
  });

  test('windows of one subject count apart', async () => {
    const { limits } = await fresh();
    const windows = [MINUTE, HOUR, MINUTE, NEXT_MINUTE];
    const hits = windows.map((window) => ({ subject: 'a', window, hits: 1 }));
    assert.deepEqual(await addHits(limits, hits), [1, 1, 2, 1]);
  });

  test('any text is a subject', async () => {
    const { limits } = await fresh();
    const subjects = ['', ' ', '"', '\\', "'", '💥', '[1]', 'null', 'ä b', '$1', '%'];
    const hits = subjects.map((subject) => ({ subject, window: MINUTE, hits: 2 }));
    assert.deepEqual(
      await addHits(limits, hits),
      subjects.map(() => 2),
    );
    const asked = [...subjects, 'other'].map((subject) => ({ subject, start: MINUTE.start }));
    assert.deepEqual(await countHits(limits, asked), [...subjects.map(() => 2), 0]);
  });

  test('the first hit in a new window drops expired counts, and nothing else', async () => {
    const { limits } = await fresh();
    await addHits(limits, [
      { subject: 'a', window: MINUTE, hits: 3 },
      { subject: 'a', window: HOUR, hits: 4 },
    ]);
    await addHits(limits, [{ subject: 'b', window: NEXT_MINUTE, hits: 1 }]);
    const old = [{ subject: 'a', start: MINUTE.start }];
    assert.deepEqual(
      await countHits(limits, old),
      [3],
      'a server whose clock is behind may still count there',
    );
    await addHits(limits, [{ subject: 'b', window: LATER, hits: 1 }]);
    const asked = [MINUTE, HOUR].map(({ start }) => ({ subject: 'a', start }));
    assert.deepEqual(await countHits(limits, asked), [0, 4]);
  });

  test('records the last of several uses', async () => {
    const { limits } = await fresh();
    await noteUses(limits, [
      { subject: 'a', at: 1 },
      { subject: 'b', at: 2 },
      { subject: 'a', at: 3 },
    ]);
    await noteUses(limits, [{ subject: 'b', at: 5 }]);
    assert.deepEqual([...(await lastUses(limits, ['a', 'b', 'c']))].sort(), [
      ['a', 3],
      ['b', 5],
    ]);
  });
};
