import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, pipelineOn } from '../support/world.ts';

onReusedStore('event commands', (fresh) => {
  async function acme(prompts: readonly object[] = []) {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, prompts }]));
    const run = (...args: string[]) => runCli(store, ['event', ...args, '--brand', 'Acme']);
    return { run, report: (...args: string[]) => runCli(store, ['events', ...args]) };
  }

  test('add notes an event, and remove takes it back', async () => {
    const { run } = await acme();
    const { code, out } = await run('add', 'Comparison page published', '--kind', 'page', '--json');
    assert.equal(code, 0);
    const { id } = JSON.parse(out).event;
    assert.match(id, /^evt_[0-9A-Za-z]{12}$/);
    assert.equal((await run('remove', id)).code, 0);
    assert.equal((await run('remove', id)).code, 1, 'it is gone');
  });

  test('add takes a tag of the questions in any spelling, and refuses another', async () => {
    const { run, report } = await acme([{ text: 'best anvils', tags: ['Buying'] }]);
    assert.equal((await run('add', 'Pages', '--tag', 'buying')).code, 0);
    const { data } = JSON.parse((await report('--json')).out);
    assert.equal(data.at(0).tag, 'Buying');
    const other = await run('add', 'Pages', '--tag', 'selling');
    assert.deepEqual([other.code, /tag of the brand’s questions/.test(other.err)], [1, true]);
  });

  test('refuses a future day and an unknown event', async () => {
    const { run } = await acme();
    const later = await run('add', 'Launch', '--day', '2027-01-01');
    assert.deepEqual([later.code, /not in the future/.test(later.err)], [1, true]);
    assert.equal((await run('remove', 'evt_000000000000')).code, 1);
  });
});
