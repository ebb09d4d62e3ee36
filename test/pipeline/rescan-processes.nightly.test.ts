import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeFile, acmeWith, line, pipelineOn, setUp } from '../support/world.ts';

const RESCAN_STORE = fileURLToPath(new URL('../support/rescan-store.ts', import.meta.url));

onAnyStore('rescan, by several processes', (fresh) => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => line({ answer: index % 2 === 0 ? 'Anvil Co' : 'Bolt' }));

  /** A batch is 200 answers, so three batches are 401. */
  async function dueStore(count: number): Promise<TestStore> {
    const { store, apply } = await setUp(fresh, acmeFile(), many(count));
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    return store;
  }

  test('killed halfway leaves a consistent store, and the next run finishes it', async () => {
    const store = await dueStore(401);
    const child = spawn(process.execPath, [RESCAN_STORE, store.url, 'unfinished'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    assert.deepEqual(await findDifferences(store.main), []);
    const [left] = await pipelineOn(store).rescan();
    assert.ok(left && left.answers_read > 0 && left.answers_read < 401, String(left?.answers_read));
    const { answers } = await contentsOf(store.main);
    assert.equal(new Set(answers.map((row) => row.reading)).size, 1);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('in two other processes during an import loses nothing', async () => {
    const store = await dueStore(401);
    const children = [0, 1].map(() =>
      spawn(process.execPath, [RESCAN_STORE, store.url], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const exits = children.map((child) => once(child, 'exit'));
    // Each reports after a batch if answers remain.
    await Promise.race(children.map((child) => once(child.stdout, 'data')));
    for (const child of children) child.stdout.resume();
    await pipelineOn(store).importLines(many(201));
    for (const exit of exits) assert.deepEqual((await exit)[0], 0);
    const { answers } = await contentsOf(store.main);
    assert.deepEqual([answers.length, new Set(answers.map((row) => row.reading)).size], [602, 1]);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
