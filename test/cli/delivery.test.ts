import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVERYTHING } from '../../src/domain/access/brand-reach.ts';
import { endpointsOf, remove } from '../../src/pipeline/deliver/endpoints.ts';
import { runCli } from '../support/cli.ts';
import { deliveryWorld, HOOK } from '../support/delivery.ts';
import { onReusedStore } from '../support/stores.ts';

onReusedStore('delivery commands', (fresh) => {
  async function worldOn() {
    const world = await deliveryWorld(await fresh());
    const { store, senders, clock } = world;
    const run = (...args: string[]) => runCli(store, ['delivery', ...args], { senders, clock });
    const add = async (...more: string[]) => {
      const { out } = await run('add', HOOK, '--organization', 'Acme Inc', '--json', ...more);
      return JSON.parse(out) as { id: string; secret: string };
    };
    return { ...world, run, add };
  }

  test('add prints only the secret on standard output', async () => {
    const { run } = await worldOn();
    const { code, out, err } = await run('add', HOOK, '--organization', 'Acme Inc', '--brand', 'Second');
    assert.equal(code, 0);
    assert.match(out, /^whsec_[A-Za-z0-9+/]{43}=\n$/);
    assert.match(
      err,
      /\nid: end_\w{12}\norganization: Acme Inc\nbrand: second\nYou cannot see it again\.\n$/,
    );
  });

  test('add of mail has no secret; it is daily unless asked for at once', async () => {
    const { store, run } = await worldOn();
    const one = await run('add', 'ann@acme.example', '--organization', 'Acme Inc');
    assert.match(one.out, /^\+ Address: ann@acme\.example\nid: end_\w{12}\norganization: Acme Inc\n$/);
    await run('add', 'bob@acme.example', '--organization', 'Acme Inc', '--pace', 'at_once');
    const endpoints = await endpointsOf(store.main, EVERYTHING);
    const paces = endpoints.map(({ address, pace }) => [address, pace]);
    assert.deepEqual(paces, [
      ['ann@acme.example', 'daily'],
      ['bob@acme.example', 'at_once'],
    ]);
  });

  test('add for an unsubscribed address asks for --again', async () => {
    const { run, acting, named } = await worldOn();
    const words = ['add', 'ann@acme.example', '--organization', 'Acme Inc'];
    const { id } = JSON.parse((await run(...words, '--json')).out);
    await remove(acting, await named(id), 'endpoint.unsubscribe');
    const { code, err } = await run(...words);
    assert.equal(code, 1);
    assert.match(err, /ann@acme\.example has unsubscribed .* with --again\./);
    assert.equal((await run(...words, '--again')).code, 0);
  });

  test('remove works once', async () => {
    const { run, add } = await worldOn();
    const { id } = await add();
    assert.equal((await run('remove', id)).out, `- Address: ${HOOK}\nid: ${id}\n`);
    const { code, err } = await run('remove', id, '--json');
    assert.deepEqual([code, JSON.parse(err).error.code], [1, 'not_found']);
  });
});
