import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remove } from '../../src/pipeline/deliver/endpoints.ts';
import { runCli } from '../support/cli.ts';
import { deliveryWorld, FAILED, HOOK, SENT } from '../support/delivery.ts';
import { onReusedStore } from '../support/stores.ts';
import { iso, MINUTE_MS, NOW } from '../support/world.ts';

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
    const { run } = await worldOn();
    const one = await run('add', 'ann@acme.example', '--organization', 'Acme Inc');
    assert.match(one.out, /^\+ Address: ann@acme\.example\nid: end_\w{12}\norganization: Acme Inc\n$/);
    await run('add', 'bob@acme.example', '--organization', 'Acme Inc', '--pace', 'at_once');
    const { out } = await run('list', '--json');
    const paces = JSON.parse(out).map((each: { address: string; pace: string }) => [each.address, each.pace]);
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

  test("list shows each endpoint's state", async () => {
    const { run, add, raise, deliver, answers } = await worldOn();
    const { id } = await add();
    await raise(2);
    answers.post = async () => FAILED;
    await deliver();
    const [row] = JSON.parse((await run('list', '--json')).out);
    const { next_try_at, ...rest } = row;
    assert.deepEqual(rest, {
      id,
      kind: 'webhook',
      address: HOOK,
      pace: 'at_once',
      organization: 'Acme Inc',
      brand: null,
      waiting: 2,
      failures: 1,
      last_sent_at: null,
      last_failure_at: iso(NOW),
      last_failure: 'It answered 500.',
      paused_at: null,
      paused_for: null,
      created_at: iso(NOW),
    });
    assert.ok(next_try_at > iso(NOW));
    const { out } = await run('list', '--organization', 'Acme Inc');
    assert.match(out, /^Id +Address +Organization +Brand +State +Waiting +Last sent +Last failure\n/);
    assert.match(
      out,
      /\nend_\w{12} +https:\/\/hooks\.example\/in +Acme Inc +all +failing +2 +never +It answered 500\.\n$/,
    );
    assert.equal((await run('list', '--organization', 'Other Inc')).out.split('\n').length, 2);
  });

  test('test prints whether the message arrived', async () => {
    const { run, add, answers } = await worldOn();
    const { id } = await add();
    assert.deepEqual(await run('test', id), { code: 0, out: `Sent a test to ${id}.\n`, err: '' });
    answers.post = async () => FAILED;
    const { code, err } = await run('test', id, '--json');
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(err), { error: { code: 'delivery_failed', message: 'It answered 500.' } });
  });

  test('retry sends due deliveries, and with an id also those behind a failure', async () => {
    const { run, add, raise, deliver, answers, clock } = await worldOn();
    const { id } = await add();
    assert.equal((await run('retry')).out, 'Nothing due.\n');
    const [first, second] = await raise(2);
    answers.post = async () => FAILED;
    await deliver();
    assert.equal((await run('retry')).out, 'Nothing due.\n');
    const failed = await run('retry', id);
    assert.equal(failed.code, 1);
    assert.match(
      failed.out,
      new RegExp(`^Could not send ${first} to ${id}\\. It answered 500\\. Next try at 2026-`),
    );
    clock.at += MINUTE_MS;
    answers.post = async () => SENT;
    const sent = await run('retry', id);
    assert.deepEqual([sent.code, sent.out], [0, `Sent ${first} to ${id}.\nSent ${second} to ${id}.\n`]);
    await raise(1);
    const { out } = await run('retry', '--json');
    assert.equal(JSON.parse(out)[0].sent, true);
  });

  test('remove, and then nothing else works', async () => {
    const { run, add } = await worldOn();
    const { id } = await add();
    assert.equal((await run('remove', id)).out, `- Address: ${HOOK}\nid: ${id}\n`);
    for (const command of ['test', 'retry', 'remove']) {
      const { code, err } = await run(command, id, '--json');
      assert.deepEqual([code, JSON.parse(err).error.code], [1, 'not_found'], command);
    }
  });
});
