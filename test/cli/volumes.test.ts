import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../src/storage/driver/database.ts';
import { type CliOptions, errorOf, runCli } from '../support/cli.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { type StubReply, type StubRequest, stubsOfSuite } from '../support/stub-engine.ts';
import { taskReply, volumesAt, volumesFor } from '../support/volumes.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const PROMPTS = [
  { text: 'Best anvils?' },
  { text: 'cheapest anvils' },
  { text: 'anvils, hammers, or tongs' },
  { text: 'which of these very many different anvils is the best one' },
  { text: `anvil ${'a'.repeat(80)}` },
  { text: 'old anvils', active: false },
];
const BRAND = { ...ACME_BRAND, prompts: PROMPTS };
const GERMANY = { location_code: 2276, language_code: 'de' };
const VOLUMES = { 'best anvils': 880, 'cheapest anvils': null };

const keywordsIn = (requests: readonly StubRequest[]) => requests.map(({ body }) => body[0].keywords);
/** Acme's row with these figures: looked up, with a volume, left, requests, and cost; and then such a line. */
const row = (figures: string, note = '') =>
  new RegExp(
    `\\nAcme Inc +${figures.split(' ').map(RegExp.escape).join(' +')}[^]*${note && RegExp.escape(`Acme Inc: ${note}`)}`,
  );
const failing = (name: string, status = 200): StubReply => ({
  status,
  body: fixture('search-volumes', name),
});

onReusedStore('the volumes command', (fresh) => {
  const stub = stubsOfSuite();

  async function acmeOn(brands: readonly object[] = [BRAND], organization: object = {}): Promise<Store> {
    const { store } = await setUp(fresh, acmeFile(brands, organization));
    return store;
  }

  /** Runs the command against a stub with these replies. */
  async function run(
    store: Store,
    answer: (request: StubRequest) => StubReply,
    args: readonly string[] = [],
    options: CliOptions = {},
  ) {
    const server = await stub(answer);
    const result = await runCli(store, ['volumes', ...args], {
      volumes: volumesAt(server.baseUrl),
      ...options,
    });
    return { ...result, requests: server.requests };
  }

  async function storedIn(store: Store) {
    const rows = await store.main
      .selectFrom('search_volumes as v')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'v.brand_id').onRef('p.id', '=', 'v.prompt_id'),
      )
      .innerJoin('markets as m', (join) =>
        join.onRef('m.brand_id', '=', 'v.brand_id').onRef('m.id', '=', 'v.market_id'),
      )
      .select(['p.text', 'v.keyword', 'v.volume', 'v.checked_at', 'm.location_code', 'm.language_code'])
      .orderBy('v.brand_id')
      .orderBy('v.prompt_id')
      .execute();
    return rows.map((row) => Object.values(row));
  }

  async function spentIn(store: Store) {
    const rows = await store.main.selectFrom('spending').select(['calls', 'micros']).execute();
    return rows.map(({ calls, micros }) => [calls, micros]);
  }

  test('looks up active questions in their market once, and names those that it skips, with the reason', async () => {
    const store = await acmeOn();
    const { code, out, requests } = await run(store, (request) => volumesFor(request, VOLUMES));
    assert.match(out, /^Organization +Looked up +With volume +Left +Requests +Cost\n/);
    assert.match(
      out,
      row(
        '2 1 0 1 $0.075',
        '1 longer than 80 characters.\nAcme Inc: 1 more than 10 words.\nAcme Inc: 1 with',
      ),
    );
    assert.equal(code, 0);
    assert.deepEqual(pluck(requests, 'path', 'body'), [
      [
        '/v3/keywords_data/google_ads/search_volume/live',
        [{ keywords: ['best anvils', 'cheapest anvils'], location_code: 2840, language_code: 'en' }],
      ],
    ]);
    assert.deepEqual(await storedIn(store), [
      ['Best anvils?', 'best anvils', 880, NOW, 2840, 'en'],
      ['cheapest anvils', 'cheapest anvils', null, NOW, 2840, 'en'],
    ]);
    assert.deepEqual(await spentIn(store), [[1, 75_000]]);
  });

  test('looks nothing up again within 30 days, and then replaces the old value', async () => {
    const store = await acmeOn();
    const clock = new Clock();
    await run(store, (request) => volumesFor(request, VOLUMES));
    clock.at = NOW + 30 * DAY_MS - 1;
    const early = await run(store, volumesFor, [], { clock });
    assert.deepEqual([early.code, early.requests.length], [0, 0]);
    assert.match(early.out, row('0 0 0 0 $0'));
    clock.at = NOW + 30 * DAY_MS;
    const later = await run(store, (request) => volumesFor(request, { 'best anvils': 90 }), [], { clock });
    assert.equal(later.requests.length, 1);
    assert.deepEqual((await storedIn(store))[0], ['Best anvils?', 'best anvils', 90, clock.at, 2840, 'en']);
  });

  test('looks up new questions, and everything again in a changed market', async () => {
    const store = await acmeOn();
    await run(store, (request) => volumesFor(request, VOLUMES));
    const { apply } = pipelineOn(store);
    await apply(acmeFile([{ ...BRAND, prompts: [...PROMPTS, { text: 'new anvils' }] }]));
    assert.deepEqual(keywordsIn((await run(store, volumesFor)).requests), [['new anvils']]);
    await apply(acmeFile([{ ...BRAND, market: GERMANY }]));
    const moved = await run(store, volumesFor);
    assert.deepEqual(keywordsIn(moved.requests), [['best anvils', 'cheapest anvils']]);
    assert.equal(moved.requests[0]?.body[0].location_code, 2276);
  });

  test("sends one request for an organization's brands in one market, and a question of two brands once", async () => {
    const brand = (id: string, more: object) => ({ ...ACME_BRAND, id, name: id, ...more });
    const store = await acmeOn([
      brand('one', { prompts: [{ text: 'best anvils' }] }),
      brand('two', { prompts: [{ text: 'Best anvils?' }, { text: 'an anvil' }] }),
      brand('three', { prompts: [{ text: 'Amboss' }], market: GERMANY }),
      brand('four', { prompts: [{ text: 'anywhere' }], market: undefined }),
      brand('unfinished', { prompts: [{ text: 'unfinished' }], configured: false }),
    ]);
    const other = {
      name: 'Other',
      plan: { name: 'growth' },
      brands: [brand('five', { prompts: [{ text: 'x' }] })],
    };
    await pipelineOn(store).apply({ organizations: [other] });
    const { code, requests } = await run(store, (request) => volumesFor(request, { 'best anvils': 5 }));
    assert.equal(code, 0);
    assert.deepEqual(pluck(requests, 'body'), [
      [{ keywords: ['best anvils', 'an anvil'], location_code: 2840, language_code: 'en' }],
      [{ keywords: ['amboss'], location_code: 2276, language_code: 'de' }],
      [{ keywords: ['anywhere'] }],
      [{ keywords: ['x'], location_code: 2840, language_code: 'en' }],
    ]);
    const volumes = (await storedIn(store)).map(([text, , volume]) => [text, volume]);
    assert.deepEqual(volumes.slice(0, 2), [
      ['best anvils', 5],
      ['Best anvils?', 5],
    ]);
    assert.deepEqual((await spentIn(store)).sort(), [
      [1, 75_000],
      [3, 225_000],
    ]);
  });

  test('at most 1,000 keywords a request', async () => {
    const prompts = Array.from({ length: 1001 }, (_, index) => ({ text: `anvil ${index}` }));
    const store = await acmeOn([{ ...BRAND, prompts }], { plan: { name: 'agency', prompts_included: 2000 } });
    const { out, requests } = await run(store, (request) => volumesFor(request));
    assert.deepEqual(pluck(keywordsIn(requests), 'length'), [1000, 1]);
    assert.match(out, row('1001 0 0 2 $0.15'));
  });

  test('--brand and --organization limit it; unknown and unfinished brands are named', async () => {
    const brand = (id: string, more: object = {}) => ({
      ...ACME_BRAND,
      id,
      name: id,
      prompts: [{ text: id }],
      ...more,
    });
    const store = await acmeOn([brand('one'), brand('two'), brand('unfinished', { configured: false })]);
    const other = { name: 'Other', plan: { name: 'growth' }, brands: [brand('three')] };
    await pipelineOn(store).apply({ organizations: [other] });
    const ask = (...args: string[]) => run(store, (request) => volumesFor(request), args);
    assert.deepEqual(keywordsIn((await ask('--brand', 'TWO')).requests), [['two']]);
    assert.deepEqual(keywordsIn((await ask('--organization', 'Other')).requests), [['three']]);
    assert.equal(errorOf((await ask('--brand', 'unfinished')).err).code, 'brand_not_configured');
    assert.equal(errorOf((await ask('--brand', 'nobody')).err).code, 'no_such_brand');
    assert.equal(errorOf((await ask('--brand', 'one', '--organization', 'Other')).err).code, 'no_such_brand');
    assert.equal(errorOf((await ask('--organization', 'Nobody')).err).code, 'not_found');
    assert.deepEqual(keywordsIn((await ask()).requests), [['one']]);
  });

  test('--dry-run prints the cost, even without a key, and neither asks nor stores', async () => {
    const store = await acmeOn([BRAND, { ...BRAND, id: 'bee', name: 'Bee', market: GERMANY }], {
      collect: { usd_per_day: 0.1 },
    });
    const options = { volumes: volumesAt('http://127.0.0.1:1', '') };
    const { code, out } = await runCli(store, ['volumes', '--dry-run'], options);
    assert.equal(code, 0);
    assert.match(out, row('0 0 4 2 $0.15', '2 longer than 80 characters.\nAcme Inc: 2 more than 10 words.'));
    const json = await runCli(store, ['volumes', '--dry-run', '--json'], options);
    const { organizations, missing_key } = JSON.parse(json.out);
    const [{ left, requests, cost_usd }] = organizations;
    assert.deepEqual({ left, requests, cost_usd }, { left: 4, requests: 2, cost_usd: 0.15 });
    assert.equal(missing_key, 'SIGHTLINE_DATAFORSEO_KEY');
    assert.deepEqual([await storedIn(store), await spentIn(store)], [[], []]);
  });

  test("without a key, it names the variable and a key's format", async () => {
    const { code, err } = await runCli(await acmeOn(), ['volumes']);
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), {
      code: 'invalid_setting',
      message:
        'To look up search volumes, run `sightline engine key set dataforseo`, or set SIGHTLINE_DATAFORSEO_KEY: login:password, the API login and API password from app.dataforseo.com/api-access.',
    });
  });

  test('looks nothing up for an organization whose plan does not collect', async () => {
    const store = await acmeOn([BRAND], { plan: { name: 'growth', status: 'canceled' } });
    const { code, out, requests } = await run(store, volumesFor);
    assert.deepEqual([code, requests.length], [0, 0]);
    assert.match(out, row('0 0 0 0 $0', 'its plan (growth) is canceled'));
    const { out: dry } = await run(store, volumesFor, ['--dry-run']);
    assert.match(dry, row('0 0 0 0 $0', 'its plan (growth) is canceled'));
  });

  test('without a finished brand it has nothing to do', async () => {
    const { code, out } = await run(await fresh(), volumesFor);
    assert.deepEqual([code, out], [0, 'No brand has finished its setup, so there is nothing to look up.\n']);
  });

  const TWO_MARKETS = [BRAND, { ...BRAND, id: 'bee', name: 'Bee', market: GERMANY }];

  test('never exceeds a ceiling, and looks up the rest when the ceiling allows it', async () => {
    const store = await acmeOn(TWO_MARKETS, { collect: { usd_per_day: 0.1 } });
    const { code, out, err, requests } = await run(store, (request) => volumesFor(request));
    assert.deepEqual([code, requests.length], [1, 1]);
    assert.match(out, row('2 0 2 1 $0.075', 'ceiling reached'));
    assert.equal(errorOf(err).code, 'collection_failed');
    assert.deepEqual(await spentIn(store), [[1, 75_000]]);
    const clock = new Clock();
    clock.at = NOW + DAY_MS;
    const next = await run(store, (request) => volumesFor(request), [], { clock });
    assert.deepEqual([next.code, next.requests.length], [0, 1]);
    assert.equal(next.requests[0]?.body[0].location_code, 2276);
  });

  test("a request's real cost replaces its estimate", async () => {
    const store = await acmeOn(TWO_MARKETS);
    const { out } = await run(store, (request) => volumesFor(request, {}, 0.0619));
    assert.match(out, row('4 0 0 2 $0.12'));
    assert.deepEqual(await spentIn(store), [[2, 123_800]]);
  });

  for (const [name, status, code, advice] of [
    ['http_401', 401, 'dfs:40100', /DataForSEO refuses the key \(dfs:40100\)\. It must be login:password/],
    ['http_402', 402, 'dfs:40200', /nothing left to spend \(dfs:40200\)/],
    ['top_40210', 200, 'dfs:40210', /nothing left to spend \(dfs:40210\)/],
  ] as const) {
    test(`${code} ends the run, costs nothing, and prints the next step`, async () => {
      const store = await acmeOn(TWO_MARKETS);
      const { out, err, requests } = await run(store, () => failing(name, status));
      assert.equal(requests.length, 1);
      assert.match(out, row('0 0 4 1 $0', code));
      assert.match(errorOf(err).message, advice);
      assert.deepEqual([await storedIn(store), await spentIn(store)], [[], [[1, 0]]]);
    });
  }

  for (const [name, reply] of [
    ['a rate limit', failing('top_40202')],
    ['too many requests', failing('task_50301')],
    ['a 429', { status: 429, headers: { 'retry-after': '7' } }],
    ['a 500', { status: 500 }],
    ['a reset connection', { body: 'x'.repeat(100), fault: 'reset' as const }],
  ] as const) {
    test(`waits out ${name}`, async () => {
      const store = await acmeOn();
      let replies = 0;
      const { code, requests } = await run(store, (request) => {
        replies += 1;
        return replies < 3 ? reply : volumesFor(request, VOLUMES);
      });
      assert.deepEqual([code, requests.length], [0, 3]);
      assert.equal((await storedIn(store)).length, 2);
    });
  }

  for (const [name, reply, tries] of [
    ['a third failure in a row', failing('task_50301'), 3],
    ['a wait of more than a minute', { status: 429, headers: { 'retry-after': '3600' } }, 1],
    ['a timeout, which was paid for', failing('task_50401'), 1],
    ['a reply that cannot be read', { body: '<html>' }, 1],
    [
      'a result of other keywords',
      taskReply({ status_code: 20000, result: [{ keyword: 'x', search_volume: 1 }] }),
      1,
    ],
  ] as const) {
    test(`${name} ends the run and stores nothing`, async () => {
      const store = await acmeOn(TWO_MARKETS);
      const { code, requests } = await run(store, () => reply);
      assert.deepEqual([code, requests.length], [1, tries]);
      assert.deepEqual(await storedIn(store), []);
    });
  }

  test('a refused market does not stop the others', async () => {
    const store = await acmeOn(TWO_MARKETS);
    const { code, out } = await run(store, (request) =>
      request.body[0].location_code === 2840 ? failing('task_40501_location') : volumesFor(request),
    );
    assert.equal(code, 1);
    assert.match(out, row('2 0 2 2', 'dfs:40501'));
    assert.equal((await storedIn(store)).length, 2);
  });

  test('a refused keyword does not stop the others, and is named', async () => {
    const prompts = Array.from({ length: 9 }, (_, index) => ({ text: `anvil ${index}` }));
    const store = await acmeOn([{ ...BRAND, prompts }]);
    const refusing = (request: StubRequest) =>
      request.body[0].keywords.includes('anvil 3') ? failing('task_40501_keywords') : volumesFor(request);
    const { code, out, requests } = await run(store, refusing);
    assert.equal(code, 0);
    assert.match(out, /\nAcme Inc +8 +0 +0 .*\nAcme Inc: 1 refused by Google Ads\.\n$/);
    assert.ok(requests.length <= 9, `${requests.length} requests`);
    assert.equal((await storedIn(store)).length, 8);
    assert.deepEqual(keywordsIn((await run(store, refusing)).requests), [['anvil 3']]);
  });

  test('ends if every keyword is refused', async () => {
    const prompts = Array.from({ length: 60 }, (_, index) => ({ text: `anvil ${index}` }));
    const store = await acmeOn([{ ...BRAND, prompts }]);
    const { code, requests } = await run(store, () => failing('task_40501_keywords'));
    assert.equal(code, 1);
    assert.ok(requests.length <= 41, `${requests.length} requests`);
  });

  test('an unreadable figure counts as no look-up', async () => {
    const store = await acmeOn();
    const { code, out } = await run(store, (request) =>
      volumesFor(request, { 'best anvils': 3, 'cheapest anvils': '12' as never }),
    );
    assert.equal(code, 1);
    assert.match(out, row('1 1 1 1 $0.075', 'unreadable_figures'));
    const found = (await storedIn(store)).map(([text]) => text);
    assert.deepEqual(found, ['Best anvils?']);
  });

  test('an interrupt ends the run after the request in progress, and stores its result', async () => {
    const store = await acmeOn(TWO_MARKETS);
    const stopping = new AbortController();
    const { code, out, requests } = await run(
      store,
      (request) => {
        stopping.abort();
        return volumesFor(request);
      },
      [],
      { stop: stopping.signal },
    );
    assert.deepEqual([code, requests.length], [1, 1]);
    assert.match(out, row('2 0 2 1 $0.075'));
    assert.equal((await storedIn(store)).length, 2);
  });

  test('after a crash between two requests, the next run sends only the missing ones', async () => {
    const store = await acmeOn(TWO_MARKETS);
    const server = await stub((request) => volumesFor(request));
    const volumes = volumesAt(server.baseUrl);
    // It waits between requests; nothing happens after that.
    const crash = () => Promise.reject(new Error('killed'));
    const { code } = await runCli(store, ['volumes'], { volumes, sleep: crash });
    assert.deepEqual([code, server.requests.length], [1, 1]);
    assert.equal((await storedIn(store)).length, 2);
    assert.equal((await runCli(store, ['volumes'], { volumes })).code, 0);
    const found = server.requests.map(({ body }) => body[0].location_code);
    assert.deepEqual(found, [2840, 2276]);
  });

  test('requests are at least 5 seconds apart', async () => {
    const clock = new Clock();
    const waits: number[] = [];
    const sleep = async (milliseconds: number) => {
      waits.push(milliseconds);
      clock.at += milliseconds;
    };
    const { code } = await run(await acmeOn(TWO_MARKETS), (request) => volumesFor(request), [], {
      clock,
      sleep,
    });
    assert.deepEqual([code, waits], [0, [5000]]);
  });

  test('the key is in no output and nothing stored, even if the source echoes it', async () => {
    const store = await acmeOn();
    const key = 'login@acme.example:hunter2hunter2';
    const server = await stub(({ headers }) => ({
      status: 401,
      headers: { 'x-echo': String(headers.authorization) },
      body: JSON.stringify({ error: { code: key, message: key } }),
    }));
    const { out, err } = await runCli(store, ['volumes'], { volumes: volumesAt(server.baseUrl, key) });
    assert.match(err, /refuses the key/);
    assert.doesNotMatch(out + err, /hunter2/);
    assert.equal(server.requests[0]?.headers.authorization, `Basic ${btoa(key)}`);
  });

  test('--json has every count, and no text of a question', async () => {
    const store = await acmeOn();
    await pipelineOn(store).importLines([line({ prompt: 'imported anvils' })]);
    const { out } = await run(store, (request) => volumesFor(request, VOLUMES), ['--json']);
    assert.deepEqual(JSON.parse(out), {
      organizations: [
        {
          organization: 'Acme Inc',
          looked_up: 2,
          with_volume: 1,
          left: 0,
          requests: 1,
          cost_usd: 0.075,
          cannot_be_looked_up: { too_long: 1, too_many_words: 1, characters: 1, refused: 0 },
          not_asked: null,
          held_by_ceiling: false,
          failure: null,
        },
      ],
    });
  });
});
