import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { parametersOf } from '../../src/reports/run/run-report.ts';
import { runCli } from '../support/cli.ts';
import { makeStore, type TestStore } from '../support/stores.ts';

describe('the command line', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  before(async () => {
    ({ store, remove } = await makeStore('sqlite'));
  });
  after(() => remove());

  test('--help names every command and exits with 0', async () => {
    const { code, out, err } = await runCli(store, ['--help']);
    assert.deepEqual([code, err], [0, '']);
    for (const name of [
      'serve',
      'demo',
      'apply',
      'import',
      'verify',
      'key',
      'brand',
      ...REPORTS.map((each) => each.name),
    ]) {
      assert.match(out, new RegExp(`^ +${name}\\b`, 'm'));
    }
  });

  for (const report of REPORTS) {
    test(`${report.name} --help has the report's summary and each of its parameters`, async () => {
      const { code, out } = await runCli(store, [report.name, '--help']);
      assert.equal(code, 0);
      assert.ok(out.replaceAll(/\s+/g, ' ').includes(report.summary));
      for (const [name, { type }] of Object.entries<{ type?: string }>(parametersOf(report))) {
        // A flag needs no value.
        const value = type === 'boolean' ? '\\[' : '<';
        assert.match(out, new RegExp(`^ +--${name} ${value}`, 'm'));
      }
    });
  }

  test("a command's own options come first, and no setting of the server with them", async () => {
    const { out } = await runCli(store, ['key', 'create', '--help']);
    assert.match(out, /Options:\n +--organization/);
    assert.match(out, /Global Options:\n +--json .*\n +--database-url .*\n$/);
    assert.doesNotMatch(out, /--port|--version/);
  });

  test("serve and demo list the server's settings, and the main help says where", async () => {
    for (const name of ['serve', 'demo']) {
      assert.match((await runCli(store, [name, '--help'])).out, /Global Options:.*--port <n>/s);
    }
    const { out } = await runCli(store, ['--help']);
    assert.doesNotMatch(out, /--port/);
    assert.match(out, /`sightline serve --help`\.\n$/);
  });

  test('--version prints only the version', async () =>
    assert.deepEqual(await runCli(store, ['--version']), { code: 0, out: '1.2.3\n', err: '' }));

  for (const [what, args, message] of [
    ['an unknown command', ['visiblity'], 'There is no command visiblity. Did you mean visibility?'],
    ['an unknown command below another', ['key', 'creat'], 'There is no command creat. Did you mean create?'],
    ['an unknown option', ['visibility', '--dayz', '3'], 'There is no option --dayz. Did you mean --days?'],
    ['an option without its value', ['visibility', '--days'], "option '--days <n>' argument missing"],
    ['an argument that is missing', ['apply'], "missing required argument 'file'"],
    ['brand where a report takes none', ['me', '--brand', 'acme'], 'There is no option --brand.'],
  ] as const) {
    test(`${what} exits with 2 and the reason as JSON`, async () => {
      const { code, out, err } = await runCli(store, args);
      assert.deepEqual([code, out], [2, '']);
      assert.deepEqual(JSON.parse(err), { error: { code: 'invalid_argument', message } });
    });
  }

  test('an argument too many exits with 2', async () =>
    assert.equal((await runCli(store, ['verify', 'more'])).code, 2));

  test('a person gets the reason as a sentence', async () => {
    const { err } = await runCli(store, ['visibility', '--days'], { isTerminal: true });
    assert.equal(err, "sightline: option '--days <n>' argument missing\n");
  });

  test('--json before the command gives a person JSON too', async () => {
    const { err } = await runCli(store, ['--json', 'visibility', '--days'], { isTerminal: true });
    assert.equal((JSON.parse(err) as { error: { code: string } }).error.code, 'invalid_argument');
  });

  test('settings may stand before and after the command', async () => {
    const text = 'Sightline is listening on http://127.0.0.1:9001/api/v1\n';
    assert.equal((await runCli(store, ['--port', '9001', 'serve'])).out, text);
    assert.equal((await runCli(store, ['serve', '--port', '9001'])).out, text);
  });

  test('serve tells a person where the dashboard is', async () => {
    const { err } = await runCli(store, ['serve', '--port', '9001']);
    assert.equal(err, 'Dashboard: http://127.0.0.1:9001/\n');
  });

  test('serve --json prints only its base URL', async () => {
    const { out, err } = await runCli(store, ['serve', '--json']);
    assert.equal(err, '');
    assert.deepEqual(JSON.parse(out), { base_url: 'http://127.0.0.1:8080/api/v1' });
  });

  test('demo prints requests to try, with the key', async () => {
    const { out } = await runCli(store, ['demo']);
    assert.match(out, /curl -s -H 'X-API-Key: sl_live_demo' 'http:\/\/127\.0\.0\.1:8080\/api\/v1\/me'/);
  });

  test('demo --json prints base URL and key', async () => {
    const { out } = await runCli(store, ['demo', '--json']);
    assert.deepEqual(JSON.parse(out), {
      base_url: 'http://127.0.0.1:8080/api/v1',
      key: 'sl_live_demo',
      dashboard: 'http://127.0.0.1:8080/demo/sl_link_demo',
    });
  });
});
