import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { apiOn } from '../support/api.ts';
import { errorOf, runCli } from '../support/cli.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const EVIL = '\u001b[2J\u009b31m\u0007\r\nevil';

/** Acme, named in three of four answers. */
async function acmeStore(fresh: () => Promise<Store>, brands: object[] = [ACME_BRAND]): Promise<Store> {
  const { store, importLines } = await setUp(fresh, acmeFile(brands));
  const citations = [{ url: 'https://example.org/', title: EVIL }];
  const named = line({ answer: 'Acme', citations });
  await importLines([named, { ...named, external_id: 'b' }, { ...named, external_id: 'c' }, line()]);
  return store;
}

onReusedStore('report commands', (fresh) => {
  test("print the HTTP API's envelope", async () => {
    const store = await acmeStore(fresh);
    const { key } = await pipelineOn(store).createKey();
    const api = apiOn(store);
    for (const path of [
      'visibility?days=30',
      'answers?limit=2&engine=chatgpt',
      'presence',
      'alerts',
      'brands',
    ]) {
      const { pathname, searchParams } = new URL(path, 'http://host/');
      const options = [...searchParams].flatMap(([name, value]) => [`--${name}`, value]);
      const { code, out } = await runCli(store, [pathname.slice(1), ...options]);
      assert.equal(code, 0);
      assert.deepEqual(JSON.parse(out), (await api.get(`/${path}`, key)).body, path);
    }
  });

  test('have 28 finished days by default, with today only while it has the first answers', async () => {
    const store = await acmeStore(fresh);
    const windowsOf = async () => {
      const ends = [];
      for (const name of ['visibility', 'sources', 'presence', 'trend']) {
        const { out } = await runCli(store, [name, '--json']);
        ends.push(JSON.parse(out).meta.window);
      }
      return ends;
    };
    const today = { from: '2026-10-24T00:00:00.000Z', until: '2026-11-20T13:37:21.123Z' };
    assert.deepEqual(await windowsOf(), Array(4).fill(today));
    await pipelineOn(store).importLines([line({ collected_at: iso(NOW - DAY_MS) })]);
    const finished = { from: '2026-10-23T00:00:00.000Z', until: '2026-11-19T23:59:59.999Z' };
    assert.deepEqual(await windowsOf(), Array(4).fill(finished));
    const { out } = await runCli(store, ['sources', '--table']);
    assert.match(out, /^Acme \(acme\), 28 days from 2026-10-23 to 2026-11-19, at /);
  });

  test("take a claim's parts, and refuse one that lacks a part", async () => {
    const store = await acmeStore(fresh);
    const { code, out } = await runCli(store, ['claim', '--engine', 'chatgpt', '--versus', 'Bolt']);
    assert.equal(code, 0);
    const { data } = JSON.parse(out) as { data: { claim: string; verdict: string }[] };
    const found = data.map(({ claim, verdict }) => [claim.split(' from ')[0], verdict]);
    assert.deepEqual(found, [['ChatGPT (API) names Acme more often than Bolt', 'cannot_be_told']]);
    const refused = await runCli(store, ['claim', '--direction', 'at_least']);
    assert.equal(refused.code, 1);
    assert.match(errorOf(refused.err).message, /needs `size`/);
  });

  test('show a rate below the floor with its counts, never as 0%', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['visibility'], { isTerminal: true });
    assert.match(out, /3 of 4 \(below 5, no rate yet\)/);
    assert.match(out, /Claude \(API\) +api +0 of 0 \(below 5, no rate yet\)/);
    assert.doesNotMatch(out, /\d%/);
  });

  test('keep null null in JSON', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['visibility', '--json']);
    const { data } = JSON.parse(out) as { data: { engines: { rate: unknown }[] } };
    assert.deepEqual(pluck(data.engines, 'rate'), [null, null]);
  });

  test('let no control character of an answer reach a terminal', async () => {
    const store = await acmeStore(fresh, [{ ...ACME_BRAND, name: `Acme ${EVIL}` }]);
    await pipelineOn(store).importLines([line({ prompt: EVIL, answer: EVIL })]);
    for (const { name } of REPORTS) {
      const { code, out } = await runCli(store, [name], { isTerminal: true });
      assert.equal(code, 0, name);
      assert.doesNotMatch(out.replaceAll('\n', ''), /\p{Cc}/u, name);
    }
  });

  test('print a table in a pipe with --table', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['sources', '--table']);
    assert.match(out, /^Acme \(acme\), last 28 days, at .*\n\nDomain +Answers citing it/);
  });

  test('print JSON on a terminal with --json', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['sources', '--json'], { isTerminal: true });
    assert.equal(out, `${JSON.stringify(JSON.parse(out))}\n`);
  });

  test('show the cursor of the next page', async () => {
    const store = await acmeStore(fresh);
    const { out } = await runCli(store, ['answers', '--limit', '1'], { isTerminal: true });
    const cursor = /More: --cursor (ans_\w{12})\n/.exec(out)?.[1] ?? '';
    const next = await runCli(store, ['answers', '--limit', '3', '--cursor', cursor]);
    assert.equal((JSON.parse(next.out) as { data: unknown[] }).data.length, 3);
  });

  test('take an option of yes or no by itself, before another', async () => {
    const store = await acmeStore(fresh);
    const { code, err } = await runCli(store, ['gaps', '--every', '--brand', 'Acme']);
    assert.deepEqual([code, err], [0, '']);
    assert.equal((await runCli(store, ['gaps', '--every', 'false'])).code, 0);
  });

  for (const [what, args, code, message] of [
    [
      'a value outside what is allowed',
      ['visibility', '--days', '366'],
      'invalid_parameter',
      /`days` must be/,
    ],
    ['a cursor that is none', ['answers', '--cursor', 'x'], 'bad_cursor', /cursor/],
    [
      'an engine that is none',
      ['answers', '--engine', 'gpt'],
      'invalid_parameter',
      /`engine` must be one of/,
    ],
    ['a brand that there is not', ['visibility', '--brand', 'x'], 'no_such_brand', /no brand with that id/],
    ['an unknown organization', ['me', '--organization', 'Nobody'], 'not_found', /no organization Nobody/],
  ] as const) {
    test(`refuse ${what} with exit code 1 and the code of the API`, async () => {
      const store = await acmeStore(fresh);
      const result = await runCli(store, args);
      assert.deepEqual([result.code, result.out], [1, '']);
      assert.equal(errorOf(result.err).code, code);
      assert.match(errorOf(result.err).message, message);
    });
  }

  test('of an empty store print the next step', async () => {
    const result = await runCli(await fresh(), ['visibility']);
    assert.equal(result.code, 1);
    assert.deepEqual(errorOf(result.err), {
      code: 'not_found',
      message: 'There is no organization yet; declare one with `sightline apply`.',
    });
  });
});

onReusedStore('report commands, with several organizations', (fresh) => {
  const OTHER = {
    name: 'Other Inc',
    plan: { name: 'solo' },
    brands: [{ id: 'other', name: 'Other', configured: true }],
  };

  async function twoOrganizations(): Promise<Store> {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply({ organizations: [OTHER] });
    return store;
  }

  const brandIn = (out: string) => (JSON.parse(out) as { meta: { brand: { id: string } } }).meta.brand.id;

  test('ask for a brand by name if there are several', async () => {
    const { code, err } = await runCli(await twoOrganizations(), ['brands']);
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), {
      code: 'invalid_argument',
      message: 'Pass --organization: Acme Inc, Other Inc.',
    });
  });

  test('take --organization', async () => {
    const { out } = await runCli(await twoOrganizations(), ['visibility', '--organization', 'Other Inc']);
    assert.equal(brandIn(out), 'other');
  });

  test('find the organization of --brand', async () => {
    const { out } = await runCli(await twoOrganizations(), ['visibility', '--brand', 'other']);
    assert.equal(brandIn(out), 'other');
  });

  test('refuse a brand of another organization than the one named', async () => {
    const args = ['visibility', '--organization', 'Other Inc', '--brand', 'acme'];
    const { code, err } = await runCli(await twoOrganizations(), args);
    assert.deepEqual([code, errorOf(err).code], [1, 'no_such_brand']);
  });

  test('of an organization with several brands need --brand', async () => {
    const store = await acmeStore(fresh, [ACME_BRAND, { id: 'more', name: 'More', configured: true }]);
    const without = await runCli(store, ['visibility']);
    assert.equal(errorOf(without.err).code, 'brand_required');
    assert.match(errorOf(without.err).message, /^Say which brand with --brand; there are acme \(Acme\), /);
    assert.equal(brandIn((await runCli(store, ['visibility', '--brand', 'more'])).out), 'more');
  });
});
