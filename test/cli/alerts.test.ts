import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';
import { onAnyStore } from '../support/stores.ts';
import { acmeFile, iso, NOW, pipelineOn } from '../support/world.ts';

onAnyStore('alert commands', (fresh) => {
  test('handle, reopen, and assign show in the list of alerts', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const alert = { brand_id: 1, id: 900, public_id: 'alr_000000000900', kind: 'visibility_drop' };
    await store.main
      .insertInto('alerts')
      .values({ ...alert, title: 'Fewer', detail: '', facts: '{}', created_at: NOW - 1000 })
      .execute();
    const run = async (...args: string[]) => runCli(store, args);
    const change = (...args: string[]) => run('alert', ...args, '--brand', 'Acme');
    const listed = async (...args: string[]) =>
      JSON.parse((await run('alerts', ...args, '--json')).out).data.map(
        (row: Record<string, unknown>) => [row.handled, row.assigned_to] as const,
      );
    await run(
      'user',
      'create',
      'ann@acme.example',
      '--name',
      'Ann',
      '--role',
      'editor',
      '--organization',
      'Acme Inc',
    );
    assert.equal((await change('handle', 'alr_000000000900', '--note', 'Asked')).code, 0);
    assert.equal((await change('assign', 'alr_000000000900', '--to', 'Ann@acme.example')).code, 0);
    const [[handled, assignee]] = await listed('--handled', 'true');
    assert.deepEqual(handled, { at: iso(NOW), by: 'command line', note: 'Asked' });
    assert.equal(assignee.name, 'Ann');
    assert.match((await run('alerts', '--table')).out, /Ann/);
    assert.equal((await change('reopen', 'alr_000000000900')).code, 0);
    assert.equal((await change('assign', 'alr_000000000900')).code, 0);
    assert.deepEqual(await listed(), [[null, null]]);
    assert.equal((await change('assign', 'alr_000000000900', '--to', 'ben@acme.example')).code, 1);
    assert.equal((await change('handle', 'alr_000000000901')).code, 1);
  });
});
