import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startServer } from '../../bench/support/children.ts';
import { Cleanup } from '../../bench/support/cleanup.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { revoke } from '../../src/pipeline/declare/keys.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Replica, ReplicaProblem } from '../../src/storage/driver/replica.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { type Api, apiOn } from '../support/api.ts';
import { callTool, messageOf } from '../support/mcp.ts';
import { packExactly } from '../support/packing.ts';
import { assertRefusal } from '../support/refusals.ts';
import { ReplicatedStore, Wire } from '../support/replicated.ts';
import { Clock, DAY_MS, HOUR_MS, iso, line, NOW, newBrand, pipelineOn, random } from '../support/world.ts';

const SECOND_MS = 1000;

describe('reports from a read replica', () => {
  let world: ReplicatedStore;
  let clock: Clock;
  let replica: Replica;
  let told: (ReplicaProblem | null)[];
  let api: Api;
  let brand: string;
  let key: string;
  /** When the replica was last complete. */
  let marked: number;
  let days = 0;

  before(async () => {
    world = await ReplicatedStore.start();
  });
  const cleanup = new Cleanup();
  after(async () => {
    await cleanup.all();
    await world.stop();
  });

  beforeEach(async () => {
    clock = new Clock();
    days += 1;
    clock.at = NOW + days * HOUR_MS;
    brand = await newBrand(world.store);
    key = (await pipelineOn(world.store, clock).createKey({ organization: brand })).key;
    await add('Acme');
    ({ replica, told } = await world.open(clock.at));
    api = apiOn(world.store, { clock, replica, reportCacheMb: 0 });
    marked = clock.at;
    await world.caughtUp();
    clock.at += 2 * SECOND_MS;
  });

  async function add(answer: string, at = clock.at - SECOND_MS): Promise<void> {
    await pipelineOn(world.store, clock).importLines([line({ brand, answer, collected_at: iso(at) })]);
  }

  const answers = async (query = '') => {
    const { status, body } = await api.get(`/answers${query}`, key);
    assert.equal(status, 200);
    return { texts: body.data.map(({ answer }: { answer: string }) => answer), meta: body.meta };
  };

  /** Writes during the work do not reach the replica. */
  async function whilePaused(work: () => Promise<void>): Promise<void> {
    await world.pause();
    await work().finally(() => world.resume());
  }

  test('is of the time up to which it is complete, and its window ends there', async () => {
    await whilePaused(async () => {
      await add('Too late');
      for (const { name, takesBrand } of REPORTS) {
        const { status, body } = await api.get(`/${name}`, key);
        assert.equal(status, 200, name);
        assert.equal(body.meta.generated_at, iso(takesBrand ? marked : clock.at), name);
        if (body.meta.window && name !== 'answers') assert.equal(body.meta.window.until, iso(marked), name);
      }
      assert.deepEqual((await answers()).texts, ['Acme']);
      assert.deepEqual(told, []);
    });
  });

  test("comes from the primary if its window ends later than the replica's state", async () => {
    await whilePaused(async () => {
      await add('Bolt');
      const later = await answers(`?until=${iso(marked + SECOND_MS)}`);
      assert.deepEqual(later.texts, ['Bolt', 'Acme']);
      assert.equal(later.meta.generated_at, iso(clock.at));
      assert.deepEqual((await answers(`?until=${iso(marked)}`)).texts, ['Acme']);
    });
  });

  test('comes from the primary while the replica is too far behind, and from the replica after that', async () => {
    await whilePaused(async () => {
      await add('Bolt');
      clock.at = marked + 10 * SECOND_MS;
      assert.deepEqual((await answers()).texts, ['Acme'], 'exactly as far as it may be');
      clock.at += 1;
      const late = await answers();
      assert.deepEqual(late.texts, ['Bolt', 'Acme']);
      assert.equal(late.meta.generated_at, iso(clock.at));
      for (let seconds = 0; seconds < 12; seconds += 1) {
        clock.at += SECOND_MS;
        await answers();
      }
      assert.deepEqual(told, ['behind'], 'it is logged once');
    });
    clock.at += SECOND_MS;
    await answers();
    assert.deepEqual(told, ['behind', null]);
  });

  test("is cached only if it matches the primary's state", async () => {
    const keeping = apiOn(world.store, { clock, replica, reportCacheMb: 1 });
    const texts = async () => (await keeping.get('/answers', key)).body.data.length;
    const before = await texts();
    await whilePaused(async () => {
      await add('Bolt again');
      assert.equal(await texts(), before, 'the state of the replica');
    });
    clock.at += SECOND_MS;
    assert.equal(await texts(), before + 1, 'it was not cached');
  });

  test('is complete although nothing was written for an hour', async () => {
    const now = clock.at + HOUR_MS;
    const read = await replica.read({ now, since: now }, async (_, at) => at);
    assert.deepEqual(read, { result: now });
    assert.deepEqual(told, []);
  });

  test('never mixes two states while the replica replays others', async () => {
    const count = async (db: typeof world.store.main) =>
      (await db.selectFrom('answers').select('id').execute()).length;
    const read = await replica.read({ now: clock.at, since: 0 }, async (snapshot) => {
      const first = await count(snapshot);
      await add('Bolt');
      await world.caughtUp();
      return { first, second: await count(snapshot) };
    });
    assert.ok(read);
    assert.equal(read.result.second, read.result.first);
    assert.equal(await count(world.store.main), read.result.first + 1);
  });

  /** Every report about the brand, over windows with whole blocks and partial ones. */
  async function reportsOf(from: Api): Promise<unknown[]> {
    const said: unknown[] = [];
    for (const { name, takesBrand } of REPORTS) {
      for (const window of takesBrand ? [7, 30] : []) {
        const { status, body } = await from.get(`/${name}?days=${window}`, key);
        said.push([name, window, status, body]);
      }
    }
    return said;
  }

  async function addDaily(engine: string, newest = clock.at): Promise<void> {
    const answers = Array.from({ length: 40 }, (_, day) =>
      line({ brand, engine, answer: 'Acme', collected_at: iso(newest - day * DAY_MS) }),
    );
    await pipelineOn(world.store, clock).importLines(answers);
  }

  const internalId = async () =>
    (
      await world.store.main
        .selectFrom('brands')
        .select('id')
        .where('public_id', '=', brand)
        .executeTakeFirstOrThrow()
    ).id;

  test('counts by the packed days on the replica, while the primary has packed later ones', async () => {
    await addDaily('chatgpt', marked);
    await packExactly(world.store.main, await internalId(), dayOf(marked) - 11);
    ({ replica } = await world.open(marked));
    await world.caughtUp();
    const at = Object.assign(new Clock(), { at: marked });
    const before = await reportsOf(apiOn(world.store, { clock: at, reportCacheMb: 0 }));
    await whilePaused(async () => {
      await packDays(world.store.main, await internalId(), dayOf(marked));
      await addDaily('gemini');
      assert.deepEqual(await reportsOf(apiOn(world.store, { clock, replica, reportCacheMb: 0 })), before);
    });
  });

  test('counts answers until its time, even on a day that was packed on the replica before it ended', async () => {
    const midnight = (dayOf(clock.at) + 1) * DAY_MS;
    clock.at = midnight + SECOND_MS;
    // The last one is later than the replica's last complete state.
    for (const ms of [1, 4000, 6000]) await addDaily('chatgpt', midnight - ms);
    const known = midnight - 5 * SECOND_MS;
    ({ replica } = await world.open(known));
    await packDays(world.store.main, await internalId(), dayOf(midnight));
    await world.caughtUp();
    const at = Object.assign(new Clock(), { at: known });
    const expected = await reportsOf(apiOn(world.store, { clock: at, reportCacheMb: 0 }));
    await whilePaused(async () => {
      await newBrand(world.store);
      // Otherwise the result would be the primary's, as of now where only time changes.
      await addDaily('gemini');
      assert.deepEqual(await reportsOf(apiOn(world.store, { clock, replica, reportCacheMb: 0 })), expected);
    });
  });

  test("uses the replica's name for the brand", async () => {
    await whilePaused(async () => {
      await pipelineOn(world.store, clock).apply({
        organizations: [{ name: brand, brands: [{ id: brand, name: 'Renamed', domain: 'acme.example' }] }],
      });
      const { body } = await api.get('/visibility', key);
      assert.equal(body.meta.brand.name, 'Acme');
      assert.equal(body.data.brands[0].name, 'Acme');
      const { body: listed } = await api.get('/brands', key);
      assert.equal(listed.data[0].name, 'Renamed', 'other data comes from the primary');
    });
  });

  test("is refused by the primary's state: a revoked key, a plan without the API, a deleted brand", async () => {
    await whilePaused(async () => {
      const deps = { db: world.store.main, now: clock.now, random, actor: 'test' };
      const { key: other, id } = await pipelineOn(world.store, clock).createKey({ organization: brand });
      assert.equal((await api.get('/visibility', other)).status, 200, 'a key that the replica lacks');
      await revoke(deps, id);
      assertRefusal(await api.get('/visibility', other), 'unauthorized');
      const plan = (api_access: boolean) =>
        pipelineOn(world.store, clock).apply({
          organizations: [{ name: brand, plan: { name: 'growth', api_access } }],
        });
      await plan(false);
      assertRefusal(await api.get('/visibility', key), 'api_not_on_plan');
      await plan(true);
      assert.equal((await api.get('/visibility', key)).status, 200);
      await removeBrand(deps.db, brand, clock.at);
      assertRefusal(await api.get('/visibility', key), 'no_brand');
    });
  });

  test("comes from the primary where the replica lacks the brand or a cursor's answer", async () => {
    await whilePaused(async () => {
      const added = await newBrand(world.store);
      const { key: ofAdded } = await pipelineOn(world.store, clock).createKey({ organization: added });
      const { status, body } = await api.get('/visibility', ofAdded);
      assert.equal(status, 200);
      assert.equal(body.meta.generated_at, iso(clock.at));
      await add('Bolt');
      const first = await answers(`?limit=1&until=${iso(clock.at)}`);
      const next = await answers(`?limit=1&cursor=${first.meta.next_cursor}`);
      assert.deepEqual([...first.texts, ...next.texts], ['Bolt', 'Acme']);
      assert.deepEqual(told, [], 'which is no problem of the replica');
    });
  });

  test('counts against the quota on the primary', async () => {
    const { headers } = await api.get('/visibility', key);
    assert.equal(headers['x-ratelimit-remaining'], '299');
  });

  test('reaches an assistant through MCP', async () => {
    await whilePaused(async () => {
      await add('Acme is too late');
      const { status, text } = await callTool(api, key, 'answers');
      assert.equal(status, 200);
      assert.match(text, /Acme/);
      assert.doesNotMatch(text, /Acme is too late/);
      assert.ok(text.includes(iso(marked)));
    });
  });

  test('uses SIGHTLINE_READ_URL, for the API and for MCP', async () => {
    clock = Object.assign(new Clock(), { at: Date.now() });
    const { key: now } = await pipelineOn(world.store, clock).createKey({ organization: brand });
    await add('Acme is good today');
    const env = { SIGHTLINE_READ_URL: world.replicaUrl, SIGHTLINE_READ_LAG_SECONDS: '600' };
    const args = ['serve', '--json', '--port', '0', '--database-url', world.url];
    const log: string[] = [];
    const { baseUrl, stop } = await startServer('../src/main/bin.ts', args, cleanup, {
      env: { ...env, SIGHTLINE_COLLECT: 'off', SIGHTLINE_WATCH_AT: 'off', SIGHTLINE_PRUNE_AT: 'off' },
      onLog: (line) => log.push(line),
    });
    const ask = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(new URL(path, baseUrl), {
        ...init,
        headers: { 'content-type': 'application/json', 'x-api-key': now, ...init.headers },
      });
      const text = await response.text();
      assert.equal(response.status, 200, text);
      return text;
    };
    await world.caughtUp();
    await whilePaused(async () => {
      await add('Acme is too late', Date.now() - SECOND_MS);
      const { headers, body } = messageOf('modern', 'tools/call', { name: 'answers', arguments: {} });
      for (const text of [
        await ask('/api/v1/answers'),
        await ask('/mcp', { method: 'POST', headers, body: JSON.stringify(body) }),
      ]) {
        assert.match(text, /Acme is good today/);
        assert.doesNotMatch(text, /Acme is too late/);
      }
      assert.match(
        await ask(`/api/v1/answers?until=${iso(Date.now())}`),
        /Acme is too late/,
        'from the primary',
      );
    });
    await stop();
    assert.deepEqual(
      log.filter((line) => /replica/.test(line)),
      [],
    );
  });

  test('refuses a URL of another database at the start', async () => {
    const elsewhere = `${world.servers.replica.url}/postgres`;
    await assert.rejects(
      world.open(clock.at, { url: elsewhere }),
      (error) =>
        error instanceof SightlineError &&
        error.code === 'invalid_setting' &&
        /^SIGHTLINE_READ_URL must name a replica of the database/.test(error.message),
    );
  });

  test('comes from the primary if the replica hangs, without a long wait', async () => {
    const wire = await Wire.to(world.replicaUrl);
    const { replica: behindWire, told: said } = await world.open(clock.at, {
      url: wire.url,
      mostWaitMs: 2000,
    });
    const from = apiOn(world.store, { clock, replica: behindWire, reportCacheMb: 0 });
    assert.equal((await from.get('/visibility', key)).status, 200);
    wire.hold();
    const responses = await Promise.all(Array.from({ length: 8 }, () => from.get('/visibility', key)));
    for (const { status, body } of responses) {
      assert.equal(status, 200);
      assert.equal(body.meta.generated_at, iso(clock.at));
    }
    assert.deepEqual(said, ['failing']);
    wire.cut();
  });

  // This test leaves no replica behind.
  test("comes from the primary after the replica's promotion, and while it is gone", async () => {
    await answers();
    await world.promote();
    await add('Bolt');
    assert.deepEqual((await answers()).texts, ['Bolt', 'Acme']);
    assert.deepEqual(told, ['promoted']);
    await world.servers.replica.stop();
    for (let seconds = 0; seconds < 30; seconds += 1) {
      clock.at += SECOND_MS;
      assert.equal((await answers()).meta.generated_at, iso(clock.at));
    }
    assert.deepEqual(told, ['promoted', 'failing'], 'each is logged once');
    const opened = await world.open(clock.at);
    assert.deepEqual(opened.told, ['failing'], 'and a server starts without it');
  });
});
