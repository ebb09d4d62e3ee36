import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeFailure } from './sqlite.ts';

const failure = (errcode: number) => Object.assign(new Error('as SQLite says it'), { errcode });
const wordsFor = (errcode: number, freeBytes: number) =>
  (describeFailure(failure(errcode), () => freeBytes) as Error).message;

test('a file locked for too long is one that another process writes to', () => {
  const [busy, busySnapshot, locked] = [5, 5 | (2 << 8), 6];
  for (const code of [busy, busySnapshot, locked]) {
    assert.equal(wordsFor(code, 1e9), 'another process is writing to it');
  }
});

test('a disk is full if SQLite says so, or if there is no space where a write failed', () => {
  assert.deepEqual([wordsFor(13, 1e9), wordsFor(10, 0)], ['the disk is full', 'the disk is full']);
  assert.equal(wordsFor(10, 1e9), 'as SQLite says it');
});
