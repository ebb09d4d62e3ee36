import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BLOCK_KINDS, type Block, currentBlocks } from './shared-report.ts';

test('blocks of an older release: kinds that are gone go, newer ones are last and off, the rest stays', () => {
  const stored = ['trend', 'changes', 'text', 'summary'].map((kind) => ({
    kind,
    shown: true,
    heading: kind,
    comment: '',
  }));
  const blocks = currentBlocks(stored as unknown as Block[]);
  const [kept, newer] = [blocks.slice(0, 3), blocks.slice(3)];
  assert.deepEqual(
    kept.map(({ heading }) => heading),
    ['trend', 'text', 'summary'],
  );
  assert.deepEqual(
    newer.map(({ kind }) => kind),
    BLOCK_KINDS.filter((kind) => kind !== 'trend' && kind !== 'summary'),
  );
  assert.ok(newer.every(({ shown }) => !shown));
});
