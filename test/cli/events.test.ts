import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';
import { onAnyStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

onAnyStore('event commands', (fresh) => {
  async function acme() {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    return (...args: string[]) => runCli(store, ['event', ...args, '--brand', 'Acme']);
  }

  test('add notes an event, and remove takes it back', async () => {
    const run = await acme();
    const { code, out } = await run('add', 'Comparison page published', '--kind', 'page', '--json');
    assert.equal(code, 0);
    const { id } = JSON.parse(out);
    assert.match(id, /^evt_[0-9A-Za-z]{12}$/);
    assert.equal((await run('remove', id)).code, 0);
    assert.equal((await run('remove', id)).code, 1, 'it is gone');
  });

  test('refuses a future day and an unknown event', async () => {
    const run = await acme();
    const later = await run('add', 'Launch', '--day', '2027-01-01');
    assert.deepEqual([later.code, /not in the future/.test(later.err)], [1, true]);
    assert.equal((await run('remove', 'evt_000000000000')).code, 1);
  });
});
