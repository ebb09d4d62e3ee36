import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import { choosePassword } from '../../src/pipeline/accounts/passwords.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { acmeStore, runCli } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, MINUTE_MS, NOW, pipelineOn, random } from '../support/world.ts';

const CREATE = ['user', 'create', 'Ada@example.com', '--organization', 'Acme Inc', '--name', 'Ada'];
const SERVER = { senders: { ...NO_SENDERS, publicUrl: 'https://sightline.example' } };

/** Follows a user's link. */
async function follow(store: Store, link: string): Promise<void> {
  const [, kind = '', token = ''] = /^\/(\w+)\/(\w+)$/.exec(new URL(link, 'http://x').pathname) ?? [];
  await choosePassword(
    { db: store.main, random, now: () => NOW },
    { kind: kind as 'invite' | 'reset', token },
    { password: 'correct horse battery' },
    { userAgent: '', address: '192.0.2.1' },
  );
}

async function statesIn(store: Store): Promise<string[]> {
  const { out } = await runCli(store, ['user', 'list', '--json']);
  return (JSON.parse(out) as { email: string; state: string }[]).map(
    ({ email, state }) => `${email} ${state}`,
  );
}

onReusedStore('user commands', (fresh) => {
  test('create prints only the path of the link on standard output, and how to use it beside it', async () => {
    const store = await acmeStore(fresh);
    const { code, out, err } = await runCli(store, CREATE);
    assert.equal(code, 0);
    assert.match(out, /^\/invite\/sl_link_[0-9A-Za-z]{43}\n$/);
    assert.match(err, /^\+ User: ada@example\.com\nid: usr_\w{12}\nexpires at: 2026-11-27/);
    await follow(store, out.trim());
    assert.deepEqual(await statesIn(store), ['ada@example.com active']);
  });

  test('the public address makes it a whole link', async () => {
    const { out } = await runCli(await acmeStore(fresh), [...CREATE, '--json'], SERVER);
    const { path, email, expires_at } = JSON.parse(out) as Record<string, string>;
    assert.match(path ?? '', /^https:\/\/sightline\.example\/invite\/sl_link_/);
    assert.deepEqual([email, expires_at], ['ada@example.com', iso(NOW + 7 * DAY_MS)]);
  });

  test('a link to a new password works for half an hour; before a first password it is an invitation', async () => {
    const store = await acmeStore(fresh);
    const { out: invited } = await runCli(store, CREATE);
    const again = await runCli(store, ['user', 'reset', 'ADA@example.com']);
    assert.match(again.out, /^\/invite\//);
    await assert.rejects(follow(store, invited.trim()), { code: 'not_found' });
    await follow(store, again.out.trim());
    const { out } = await runCli(store, ['user', 'reset', 'ada@example.com', '--json']);
    const reset = JSON.parse(out) as { path: string; expires_at: string };
    assert.match(reset.path, /^\/reset\//);
    assert.equal(reset.expires_at, iso(NOW + 30 * MINUTE_MS));
  });

  test('disable and its undo say so, and list shows it', async () => {
    const store = await acmeStore(fresh);
    await runCli(store, CREATE);
    assert.deepEqual(await statesIn(store), ['ada@example.com invited']);
    const { out } = await runCli(store, ['user', 'disable', 'ada@example.com']);
    assert.match(out, /^~ User ada@example\.com: enabled → disabled\n/);
    assert.deepEqual(await statesIn(store), ['ada@example.com disabled']);
    await runCli(store, ['user', 'disable', 'ada@example.com', '--undo']);
    assert.deepEqual(await statesIn(store), ['ada@example.com invited']);
  });

  for (const [what, args, message] of [
    ['an email that is none', ['user', 'create', 'a b', '--role', 'admin'], /Give an email address/],
    ['a viewer of everything', ['user', 'create', 'ada'], /Only an admin can belong to all organizations/],
    [
      'an unknown organization',
      ['user', 'create', 'ada', '--organization', 'X'],
      /no organization X; there is Acme/,
    ],
    ['an unknown user', ['user', 'disable', 'nobody'], /There is no user nobody/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const { code, err } = await runCli(await acmeStore(fresh), args);
      assert.equal(code, 1);
      assert.match(err, message);
    });
  }

  test('an email belongs to one user', async () => {
    const store = await acmeStore(fresh);
    await runCli(store, CREATE);
    const { code, err } = await runCli(store, CREATE);
    assert.equal(code, 1);
    assert.match(err, /There is a user ada@example\.com already/);
  });

  test('an email with users in several organizations needs an organization or an id', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply({ organizations: [{ name: 'Other Inc', plan: { name: 'growth' } }] });
    await runCli(store, CREATE);
    for (const place of [
      ['--organization', 'Other Inc'],
      ['--role', 'admin'],
    ])
      await runCli(store, ['user', 'create', 'ada@example.com', ...place]);
    const { out: list } = await runCli(store, ['user', 'list', '--json']);
    const ids = (JSON.parse(list) as { id: string }[]).map(({ id }) => id);
    const [inAcme, inOther, ofAll] = ids;
    for (const command of ['reset', 'disable', 'change', 'delete --yes']) {
      const { code, err } = await runCli(store, ['user', ...command.split(' '), 'ada@example.com']);
      assert.equal(code, 1);
      const each = `${inAcme} (Acme Inc), ${inOther} (Other Inc), ${ofAll} (all organizations)`;
      assert.ok(err.includes(`There are 3 users ada@example.com: ${each}. Give one user's id.`), err);
    }
    await runCli(store, ['user', 'disable', 'ada@example.com', '--organization', 'Other Inc']);
    const found = (await statesIn(store)).map((each) => each.split(' ')[1]);
    assert.deepEqual(found, ['invited', 'disabled', 'invited']);
    await runCli(store, ['user', 'delete', ofAll ?? '', '--yes']);
    await runCli(store, ['user', 'delete', inAcme ?? '', '--yes']);
    const wrong = await runCli(store, [
      'user',
      'delete',
      'ada@example.com',
      '--yes',
      '--organization',
      'Acme Inc',
    ]);
    assert.match(wrong.err, /There is no user ada@example\.com/);
    assert.deepEqual(await statesIn(store), ['ada@example.com disabled']);
  });
});

onReusedStore('serve, without any user who can sign in', (fresh) => {
  test('prints the link to the first user beside its address', async () => {
    const setUpLink = 'http://127.0.0.1:8080/setup/sl_link_x';
    const { out, err } = await runCli(await fresh(), ['serve'], { setUpLink });
    assert.equal(out, 'Sightline is listening on http://127.0.0.1:8080/api/v1\n');
    assert.match(err, /creates the first user; it works once, for 30 minutes:\n\n {2}http:.*sl_link_x\n\n$/);
    const json = await runCli(await fresh(), ['serve', '--json'], { setUpLink });
    assert.deepEqual([JSON.parse(json.out).set_up_link, json.err], [setUpLink, '']);
  });
});
