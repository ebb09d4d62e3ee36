import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { hasCsv } from '../../src/reports/show/csv.ts';
import { type CliOptions, NO_LOGIN } from '../support/cli.ts';
import { type Remote, serveAcme, served } from '../support/remote.ts';
import { onAnyStore } from '../support/stores.ts';
import { NOW, pipelineOn, random } from '../support/world.ts';

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

onAnyStore('a report from a server is the report from the store', (fresh) => {
  let remote: Remote;
  before(async () => {
    remote = await serveAcme(await fresh());
  });
  after(() => remote.api.app.close());

  const FORMS: Record<string, { args: string[]; options: CliOptions }> = {
    JSON: { args: [], options: {} },
    'a table': { args: ['--table'], options: {} },
    'a table on a terminal': { args: [], options: { isTerminal: true } },
    CSV: { args: ['--format', 'csv'], options: {} },
    'every record': { args: ['--all'], options: {} },
    'every record in CSV': { args: ['--all', '--format', 'csv'], options: {} },
  };
  for (const report of REPORTS) {
    const chosen = report.takesBrand ? ['--brand', 'acme'] : [];
    for (const [form, { args, options }] of Object.entries(FORMS)) {
      test(`/${report.name} as ${form}`, async () => {
        const line = [report.name, ...chosen, ...args];
        const [there, here] = [await remote.run(line, options), await remote.runOnStore(line, options)];
        assert.deepEqual(
          { ...there, out: withoutQuota(there.out) },
          { ...here, out: withoutQuota(here.out) },
        );
        const isRefused = args.includes('csv') && !hasCsv(report);
        assert.equal(there.code, isRefused ? 1 : 0);
        // Every record in an empty list prints nothing.
        if (form !== 'every record') assert.equal(there.out === '', isRefused);
      });
    }
  }

  // Only a key has a quota that requests use up.
  const withoutQuota = (out: string) => out.replace(/("remaining":|Requests left +)\d+/, '$1-');

  test('and repeats an option there as here', async () => {
    const args = ['questions', '--brand', 'acme', '--branded', 'none', '--tag', 'buying', '--tag', 'versus'];
    const [there, here] = [await remote.run(args), await remote.runOnStore(args)];
    assert.deepEqual(there, here);
    assert.equal((JSON.parse(there.out) as { data: unknown[] }).data.length, 1);
  });

  for (const [what, args] of [
    ['a parameter out of range', ['visibility', '--brand', 'acme', '--days', '366']],
    ['an unknown engine', ['answers', '--brand', 'acme', '--engine', 'gpt']],
    ['a cursor of nobody', ['answers', '--brand', 'acme', '--cursor', 'ans_000000000000']],
    ['no brand', ['visibility']],
    ['an unknown brand', ['visibility', '--brand', 'Nobody']],
  ] as const) {
    test(`and refuses ${what} in the same words`, async () => {
      const [there, here] = [await remote.run(args), await remote.runOnStore(args)];
      assert.deepEqual(there, here);
      assert.equal(there.code, 1);
    });
  }

  test("and takes the brand's name", async () => {
    for (const name of ['Acme Söhne', 'acme söhne', 'second']) {
      const args = ['visibility', '--brand', name];
      const there = await remote.run(args);
      assert.deepEqual(there, await remote.runOnStore(args));
      assert.equal((JSON.parse(there.out) as { meta: { brand: { id: string } } }).meta.brand.id, 'second');
    }
  });

  test('and takes the brand from SIGHTLINE_BRAND, which --brand overrides', async () => {
    const client = { key: remote.key, brand: 'second' };
    const brandOf = async (run: Remote['run'], args: string[]) =>
      (JSON.parse((await run(args, { client })).out) as { meta: { brand: { id: string } } }).meta.brand.id;
    for (const run of [remote.run, remote.runOnStore]) {
      assert.equal(await brandOf(run, ['visibility']), 'second');
      assert.equal(await brandOf(run, ['visibility', '--brand', 'acme']), 'acme');
      assert.equal(await brandOf(run, ['me']), 'acme');
    }
  });
});

describe('a command line for a server', () => {
  const { remote } = served(serveAcme);

  for (const [what, args, code, message] of [
    [
      'a store and a server',
      ['me', '--database-url', 'sqlite:x'],
      'invalid_argument',
      /^Choose one: --server/,
    ],
    [
      'an organization',
      ['me', '--organization', 'Acme Inc'],
      'invalid_argument',
      /the key determines the organization/,
    ],
    ['a command that needs the store', ['verify'], 'invalid_argument', /`verify` works on the store/],
    ['a command below another', ['key', 'list'], 'invalid_argument', /`list` works on the store/],
    ['a table of every page', ['me', '--all', '--table'], 'invalid_argument', /leave out --all/],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const { code: exit, out, err } = await remote().run(args);
      assert.deepEqual([exit, out], [1, '']);
      assert.equal(errorOf(err).code, code);
      assert.match(errorOf(err).message, message);
    });
  }

  test('takes the server from SIGHTLINE_SERVER, with or without /api/v1', async () => {
    const { runOnStore, server, key } = remote();
    for (const given of [server, `${server}/`, `${server}/api/v1`, ` ${server} `]) {
      const client = { server: given.trim(), key };
      const { code, out } = await runOnStore(['brands', '--json'], { client });
      assert.equal(code, 0);
      assert.equal((JSON.parse(out) as { data: unknown[] }).data.length, 2);
    }
  });

  test('reads the store of --database-url whatever SIGHTLINE_SERVER says', async () => {
    const client = { server: 'http://127.0.0.1:9', key: remote().key };
    const args = ['brands', '--database-url', 'sqlite:x'];
    assert.equal((await remote().runOnStore(args, { client })).code, 0);
  });

  test('reads the store if there is only a login', async () => {
    const logins = { ...NO_LOGIN, servers: async () => [remote().server] };
    const { code, out } = await remote().runOnStore(['me'], { logins });
    assert.equal(code, 0);
    assert.match(out, /"scopes":\["read","prompts:write","brands:write"\]/);
  });

  test('works behind a path of a proxy', async () => {
    const { server, run } = remote();
    const asked: string[] = [];
    const fetchBehind: CliOptions['fetch'] = (url, init) => {
      asked.push(url);
      return fetch(url.replace('/tools/sightline', ''), init);
    };
    const { code } = await run(['me', '--server', `${server}/tools/sightline`], {
      fetch: fetchBehind,
      client: { key: remote().key },
    });
    assert.equal(code, 0);
    assert.deepEqual(asked, [`${server}/tools/sightline/api/v1/me`]);
  });

  test("sends one request with a brand's id, or without a brand", async () => {
    const { run, key } = remote();
    const asked: string[] = [];
    const counting: CliOptions['fetch'] = (url, init) => {
      asked.push(new URL(url).pathname);
      return fetch(url, init);
    };
    await run(['visibility', '--brand', 'acme'], { fetch: counting, client: { key } });
    assert.deepEqual(asked.splice(0), ['/api/v1/visibility']);
    await run(['visibility', '--brand', 'ACME'], { fetch: counting, client: { key } });
    assert.deepEqual(asked, ['/api/v1/visibility', '/api/v1/brands', '/api/v1/visibility']);
  });
});

describe('a refusal of a server names the next step', () => {
  const { remote } = served(serveAcme);
  const other = `sl_live_${'0'.repeat(40)}`;

  for (const [what, client, code, message] of [
    [
      'without a key',
      {},
      'unauthorized',
      /^There is no key for http:\S+\. Run `sightline login http:\S+`, or set SIGHTLINE_KEY\.$/,
    ],
    ['with a key that is none', { key: 'Q7' }, 'unauthorized', /^SIGHTLINE_KEY is incomplete or not a key/],
    [
      'with a key that cannot be a header',
      { key: 'sl_live_Q7\nQ7ü' },
      'unauthorized',
      /^SIGHTLINE_KEY is incomplete or not a key/,
    ],
    [
      'with a key with a typing error',
      { key: other },
      'unauthorized',
      /^SIGHTLINE_KEY is incomplete or not a key/,
    ],
  ] as const) {
    test(`${what}, and asks nothing`, async () => {
      const result = await remote().run(['me'], {
        client,
        fetch: async () => assert.fail('nothing is asked'),
      });
      assert.deepEqual([result.code, result.out], [1, '']);
      assert.equal(errorOf(result.err).code, code);
      assert.match(errorOf(result.err).message, message);
      assert.doesNotMatch(result.err, /Q7/);
    });
  }

  test('with the key of another server, which it does not send', async () => {
    const { run, key, server } = remote();
    const client = { server: 'https://other.example/', key };
    const fetch = async () => assert.fail('nothing is asked');
    const { err } = await run(['me'], { client, fetch });
    assert.match(
      errorOf(err).message,
      /^There is no key for http:\S+\. SIGHTLINE_KEY is for https:\/\/other\.example/,
    );
    const logins = { ...NO_LOGIN, keyFor: async () => key };
    assert.equal((await run(['me'], { client, logins })).code, 0);
    assert.equal((await run(['me'], { client: { server: `${server}/api/v1`, key } })).code, 0);
  });

  test('with a revoked key, from SIGHTLINE_KEY or from a login', async () => {
    const { store, run, server } = remote();
    const { key, id } = await pipelineOn(store).createKey();
    await revoke({ db: store.main, now: () => NOW, random, actor: 'test' }, id);
    const fromVariable = errorOf((await run(['me'], { client: { key } })).err);
    assert.equal(fromVariable.code, 'unauthorized');
    assert.match(fromVariable.message, / The key is from SIGHTLINE_KEY\.$/);
    const logins = { ...NO_LOGIN, keyFor: async () => key };
    const fromLogin = errorOf((await run(['me'], { client: {}, logins })).err);
    assert.ok(fromLogin.message.endsWith(` Run \`sightline login ${server}\`, or set SIGHTLINE_KEY.`));
  });

  test('that needs a brand lists the brands, or how to list them', async () => {
    const { run, key } = remote();
    const { err } = await run(['visibility']);
    const listed = 'Say which brand with --brand; there are acme (Acme), second (Acme Söhne).';
    assert.deepEqual(errorOf(err), { code: 'brand_required', message: listed });
    const failing: CliOptions['fetch'] = async (url, init) =>
      url.endsWith('/brands') ? new Response('', { status: 502 }) : await fetch(url, init);
    const without = await run(['visibility'], { fetch: failing, client: { key } });
    assert.match(errorOf(without.err).message, /Run `sightline brands` for the ids\.$/);
  });

  test('without a server at the address', async () => {
    const { code, err } = await remote().run(['me', '--server', 'http://127.0.0.1:9']);
    assert.equal(code, 1);
    assert.equal(errorOf(err).code, 'unavailable');
    assert.match(errorOf(err).message, /^(Cannot reach http:\/\/127\.0\.0\.1:9: )/);
  });

  test('of another version, with a report that this version cannot print as a table', async () => {
    const { run, key } = remote();
    const older: CliOptions['fetch'] = async () =>
      Response.json({ data: {}, meta: { generated_at: '', brand: { id: 'acme', name: 'Acme' }, note: '' } });
    const result = await run(['visibility', '--table'], { fetch: older, client: { key } });
    assert.deepEqual([result.code, errorOf(result.err).code], [1, 'bad_server']);
    assert.match(errorOf(result.err).message, /another version.*--json/);
    assert.equal((await run(['visibility', '--json'], { fetch: older, client: { key } })).code, 0);
  });
});
