import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Logins, loginsIn } from '../../src/client/logins.ts';
import { apiKeyHint, mintApiKey } from '../../src/domain/access/api-key.ts';
import { askSecret } from '../../src/main/process/ask.ts';
import type { CliOptions } from '../support/cli.ts';
import { runHere } from '../support/command-line.ts';
import { serveAcme, served } from '../support/remote.ts';
import { pipelineOn, random } from '../support/world.ts';

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

describe('login, logout and whoami', () => {
  const { remote } = served(serveAcme);
  let home: string;
  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'sightline-login-'));
  });
  after(() => rm(home, { recursive: true, force: true }));

  /** No stored login yet. */
  const freshLogins = async (): Promise<Logins> =>
    loginsIn({
      path: join(await mkdtemp(join(home, 'x')), 'logins'),
      random: (size) => randomBytes(size),
      hasModes: true,
    });

  const run = (args: readonly string[], options: CliOptions) => remote().runOnStore(args, { ...options });

  for (const [how, given] of [
    ['typed on a terminal', (key: string): CliOptions => ({ secret: ` ${key} `, isTerminal: true })],
    ['from standard input', (key: string): CliOptions => ({ files: { '-': `${key}\n` } })],
  ] as const) {
    test(`checks, stores, and uses a key ${how}, and never shows it`, async () => {
      const { server, key } = remote();
      const logins = await freshLogins();
      const said = await run(['login', `${server}/api/v1`], { logins, ...given(key) });
      assert.equal(said.code, 0);
      assert.ok(
        said.out.startsWith(`Logged in to ${server} as Acme Inc. The key ${apiKeyHint(key)} is in /`),
        said.out,
      );
      assert.equal(await logins.keyFor(server), key);
      const whoami = await run(['whoami', '--server', server], { logins });
      assert.match(
        whoami.out,
        /^Server +http:.*\nOrganization +Acme Inc\nKey +sl_live_\w{4}… \(from a login\)\n/,
      );
      assert.match(whoami.out, /\nReads +every brand\nPlan +growth, active\nQuestions +\d+ of \d+\n/);
      assert.match(whoami.out, /\nRequests left +\d+ of 300 this minute\n$/);
      const report = await run(['brands', '--server', server, '--json'], { logins });
      assert.equal(report.code, 0);
      for (const { out, err } of [said, whoami, report]) assert.ok(!(out + err).includes(key));
    });
  }

  for (const [what, text, reason] of [
    ['nothing', '\n', /^You gave no key/],
    ['something else', 'sl_test_Q7Q7\n', /^This is not a complete key/],
    ['a key that was not copied whole', mintApiKey(random).slice(0, -1), /^This is not a complete key/],
    ['a large file', 'Q7'.repeat(100_000), /^This is not a complete key/],
  ] as const) {
    test(`refuses ${what} before asking the server, without quoting it`, async () => {
      const logins = await freshLogins();
      const fetch = async () => assert.fail('nothing is asked');
      const { code, err } = await run(['login', remote().server], { logins, files: { '-': text }, fetch });
      assert.deepEqual([code, errorOf(err).code], [1, 'unauthorized']);
      assert.match(errorOf(err).message, reason);
      assert.doesNotMatch(err, /Q7/);
      assert.deepEqual(await logins.servers(), []);
    });
  }

  test('does not store a key that the server refuses', async () => {
    const logins = await freshLogins();
    const key = mintApiKey(random);
    const { code, err } = await run(['login', remote().server], { logins, files: { '-': key } });
    assert.deepEqual([code, errorOf(err).code], [1, 'unauthorized']);
    assert.ok(!err.includes(key));
    assert.deepEqual(await logins.servers(), []);
  });

  test('does not send a key to another program, unencrypted to a public network, or behind a redirect', async () => {
    const logins = await freshLogins();
    const files = { '-': mintApiKey(random) };
    const never = async () => assert.fail('nothing is asked');
    for (const [url, fetch, code] of [
      ['http://sightline.example.com', never, 'invalid_setting'],
      ['sightline.example.com', never, 'invalid_setting'],
      [
        'https://sightline.example.com',
        async () => Response.redirect('https://other.example/'),
        'bad_server',
      ],
      ['https://sightline.example.com', async () => new Response('<html>'), 'bad_server'],
    ] as const) {
      const { code: exit, err } = await run(['login', url], { logins, files, fetch });
      assert.deepEqual([exit, errorOf(err).code], [1, code], url);
    }
    assert.deepEqual(await logins.servers(), []);
  });

  test('whoami shows a pinned key, the variable that it is from, and JSON', async () => {
    const { store, server } = remote();
    const { key } = await pipelineOn(store).createKey({ brand: 'second' });
    const client = { key, server };
    assert.match(
      (await run(['whoami'], { client })).out,
      /\(from SIGHTLINE_KEY\).*\nReads +only Acme Söhne \(second\)\n/s,
    );
    const { out } = await run(['whoami', '--json'], { client });
    const facts = JSON.parse(out) as { server: string; key: object; rate_limit: object };
    assert.deepEqual(Object.keys(facts), ['server', 'organization', 'key', 'plan', 'brand', 'rate_limit']);
    assert.equal(facts.server, server);
    assert.ok(!out.includes(key));
  });

  test('whoami and logout mean the only login, and ask which of several', async () => {
    const { server, key } = remote();
    const logins = await freshLogins();
    const none = await run(['whoami'], { logins });
    assert.deepEqual([none.code, errorOf(none.err).code], [1, 'invalid_argument']);
    await logins.keep(server, key);
    assert.equal((await run(['whoami'], { logins })).code, 0);
    await logins.keep('https://other.example', key);
    const several = errorOf((await run(['logout'], { logins })).err);
    assert.equal(several.code, 'invalid_argument');
    assert.ok(
      several.message.endsWith(`There are logins for ${server}, https://other.example.`),
      several.message,
    );
    assert.equal((await run(['logout', 'https://other.example/api/v1'], { logins })).code, 0);
    assert.match(
      (await run(['logout'], { logins })).out,
      /^Logged out of http:.* still works until you revoke it/,
    );
    const again = await run(['logout', server], { logins });
    assert.deepEqual([again.code, errorOf(again.err).code], [1, 'not_found']);
  });

  test('login needs the server, once', async () => {
    const { server } = remote();
    for (const args of [['login'], ['login', server, '--server', server]]) {
      const { code, err } = await run(args, { files: { '-': '' } });
      assert.deepEqual([code, errorOf(err).code], [1, 'invalid_argument']);
    }
  });

  test('the real command line keeps the key in the folder of the user, and needs no store', async () => {
    const { server, key } = remote();
    const folder = await mkdtemp(join(home, 'user'));
    const env = { XDG_CONFIG_HOME: folder, SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'none', 'x.db')}` };
    const { code, out } = await runHere(['login', server, '--json'], env, key);
    assert.equal(code, 0);
    const { kept_in } = JSON.parse(out) as { kept_in: string };
    assert.ok(kept_in.startsWith(join(folder, 'sightline', 'logins', '127.0.0.1-')), kept_in);
    assert.ok((await readFile(kept_in, 'utf8')).includes(key));
    const sources = await runHere(['sources', '--brand', 'acme'], { ...env, SIGHTLINE_SERVER: server });
    assert.equal(sources.code, 0, sources.err);
    assert.equal((await runHere(['logout'], env)).code, 0);
  });
});

test('asks for a secret without echoing it', async () => {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const stderr = new PassThrough();
  const answer = askSecret('Key: ', { stdin, stderr } as never);
  stdin.write('sl_live_');
  await turn();
  stdin.write('Q7\r');
  assert.equal(await answer, 'sl_live_Q7');
  assert.equal(String(stderr.read()), 'Key: \n');
  assert.deepEqual(modes, [true, false]);
});

for (const [what, keys] of [
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
] as const) {
  test(`${what} breaks the question off`, { timeout: 10_000 }, async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const answer = askSecret('Key: ', { stdin, stderr: new PassThrough() } as never);
    stdin.write(keys);
    assert.equal(await answer, null);
  });
}
