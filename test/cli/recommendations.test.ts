import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';
import { onAnyStore } from '../support/stores.ts';
import { acmeFile, iso, NOW, pipelineOn } from '../support/world.ts';

onAnyStore('recommendation commands', (fresh) => {
  test('set notes a status of a site, list shows it, and open takes it back', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const run = (...args: string[]) => runCli(store, ['recommendation', ...args, '--brand', 'Acme']);
    const set = await run('set', 'https://www.news.example/best', '--status', 'asked', '--note', 'by mail');
    assert.equal(set.code, 0);
    assert.equal((await run('set', 'acme.example', '--status', 'ignored', '--own-page')).code, 0);
    assert.deepEqual(JSON.parse((await run('list', '--json')).out), [
      { site: 'acme.example', own_page: true, status: 'ignored', asked_at: null, note: null },
      { site: 'news.example', own_page: false, status: 'asked', asked_at: iso(NOW), note: 'by mail' },
    ]);
    assert.match((await run('list')).out, /news\.example +the rest +asked +\S+ +by mail/);
    assert.equal((await run('set', 'news.example', '--status', 'open', '--note', '')).code, 0);
    assert.equal(JSON.parse((await run('list', '--json')).out).length, 1);
    assert.equal((await run('set', 'news.example', '--status', 'won')).code, 2);
    assert.equal((await run('set', 'not a site', '--status', 'asked')).code, 1);
  });
});
