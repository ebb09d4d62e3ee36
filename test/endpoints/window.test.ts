import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { firstAndLast } from '../support/effort.ts';
import { type Reports, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, Clock, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const WINDOWED = REPORTS.filter(({ query }) => 'days' in query);
const reportsOn = reportsAmong(...REPORTS);

onReusedStore('every report with days', (fresh) => {
  // Reports change nothing.
  let store: TestStore;
  let key: string;
  let api: Reports;
  // Each test has its own quota, so that one more report exhausts none.
  beforeEach(async () => {
    ({ key } = await pipelineOn(store).createKey());
  });
  before(async () => {
    store = await fresh();
    const { apply, importLines, watch } = pipelineOn(store);
    await apply(acmeFile());
    const lineOf = (days: number) =>
      line({
        collected_at: iso(NOW - days * DAY_MS - HOUR_MS),
        answer: days % 2 ? 'Acme' : 'Bolt',
        citations: [{ url: `https://site${days % 5}.example/` }],
      });
    await importLines(Array.from({ length: 40 }, (_, days) => lineOf(days)));
    await watch({ at: NOW - 4 * DAY_MS });
    api = reportsOn(store);
  });

  for (const { name } of WINDOWED) {
    test(`GET /${name} until an instant equals its result at that instant`, async () => {
      const clock = new Clock();
      clock.at = NOW - 3 * DAY_MS;
      const then = await reportsOn(store, clock).get(`/${name}?days=5`, key);
      const since = await api.get(`/${name}?days=5&until=${iso(clock.at)}`, key);
      assert.deepEqual([since.status, since.body.data], [200, then.body.data]);
      assert.deepEqual(since.body.meta.window, then.body.meta.window);
      assert.equal(since.body.meta.window.until, iso(clock.at));
    });
  }

  // Every report reads its window by the same function.
  for (const { name } of firstAndLast(WINDOWED)) {
    test(`GET /${name} has days, and a month, as ends of its window`, async () => {
      const get = async (query: string) => (await api.get(`/${name}?${query}`, key)).body;
      const days = await get('from=2026-11-01&until=2026-11-10');
      // Whole days up to an end, and the same period by instants.
      const same = await get('days=10&until=2026-11-10T23:59:59.999Z');
      assert.deepEqual([days.data, days.meta, days.meta.window_days], [same.data, same.meta, 10]);
      assert.equal(days.meta.window.until, '2026-11-10T23:59:59.999Z');
      // /why compares a month with the month before, and other windows with as many days.
      if (name === 'why') return;
      const month = await get('month=2026-10');
      assert.deepEqual(month.data, (await get('from=2026-10-01&until=2026-10-31')).data);
      assert.equal(month.meta.window_days, 31);
      const running = await get('month=2026-11');
      assert.deepEqual(running.data, (await get('from=2026-11-01')).data);
      assert.equal(running.meta.window.until, iso(NOW));
    });

    test(`GET /${name} refuses ends that are no window`, async () => {
      for (const [query, message] of [
        ['days=7&from=2026-11-01', /`days` or `from`, not both/],
        ['from=2026-11-02&until=2026-11-01', /^`from` is later than `until`\.$/],
        ['month=2026-11&until=2026-10-31', /^`month` begins later than `until`\.$/],
        ['from=2025-11-01', /at most 365 days/],
        ['month=2026-12', /must not be in the future/],
      ] as const) {
        const { status, body } = await api.get(`/${name}?${query}`, key);
        assert.equal(status, 400, query);
        assert.equal(body.error.code, 'invalid_parameter');
        assert.match(body.error.message, message);
      }
    });
  }

  test('a window is exact to the millisecond at both ends', async () => {
    const own = await fresh();
    const { apply, createKey, importLines } = pipelineOn(own);
    await apply(acmeFile());
    const edges = { before: NOW - DAY_MS, first: NOW - DAY_MS + 1, last: NOW, after: NOW + 1 };
    await importLines(
      Object.entries(edges).map(([name, at]) =>
        line({
          collected_at: iso(at),
          answer: 'Acme',
          searches: [name],
          citations: [{ url: `https://${name}.example/` }],
        }),
      ),
    );
    const { key: ownKey } = await createKey();
    const other = reportsOn(own);
    const dataOf = async (path: string) => (await other.get(path, ownKey)).body.data;
    const responses = async (days: number) => (await dataOf(`/visibility?days=${days}`)).engines[0].responses;
    assert.deepEqual([await responses(1), await responses(2)], [2, 3]);
    assert.equal((await dataOf('/presence?days=1&engine=chatgpt'))[0].responses, 2);
    for (const [path, field] of [
      ['/sources?days=1', 'domain'],
      ['/pages?days=1', 'url'],
      ['/pages?days=1&engine=chatgpt', 'url'],
      ['/searches?days=1', 'query'],
    ] as const) {
      const rows: Record<string, string>[] = await dataOf(path);
      const named = rows.map((row) => /[a-z]+(?=\.example)|^[a-z]+$/.exec(row[field] ?? '')?.[0]);
      assert.deepEqual(named, ['first', 'last'], path);
    }
    other.clock.at = NOW + 1;
    assert.equal(await responses(1), 2);
    other.clock.at = NOW - DAY_MS;
    assert.equal(await responses(1), 1);
  });

  test('a month is compared with a month by its name', async () => {
    const get = async (query: string) => (await api.get(`/presence?${query}`, key)).body;
    const named = await get('month=2026-10&compare=2026-09');
    assert.deepEqual(named.data, (await get('month=2026-10&compare=previous')).data);
    assert.equal(named.meta.compared.from, '2026-09-01T00:00:00.000Z');
    const { error } = await get('month=2026-10&compare=2026-13');
    assert.equal(error.message, '`compare` must be a month such as 2026-11.');
  });

  test('/answers takes the days of a window, the last one whole', async () => {
    const day = iso(NOW - 5 * DAY_MS).slice(0, 10);
    const { body } = await api.get(`/answers?from=${day}&until=${day}`, key);
    const found = body.data.map(({ collected_at: at }: { collected_at: string }) => at.slice(0, 10));
    assert.deepEqual(found, [day]);
  });

  test('/answers takes both ends of any window, even before there were computers', async () => {
    const empty = await fresh();
    const { apply, createKey } = pipelineOn(empty);
    await apply(acmeFile());
    const { key } = await createKey();
    const other = reportsOn(empty);
    for (const { name } of WINDOWED) {
      for (const until of ['1970-01-01T00:00:00.000Z', iso(NOW)]) {
        const { status, body } = await other.get(`/${name}?days=365&until=${until}`, key);
        assert.equal(status, 200, name);
        const ends = [body.meta.window, ...(name === 'trend' ? body.data.slice(0, 1).map(endsOf) : [])];
        for (const end of ends) {
          const answers = await other.get(`/answers?${new URLSearchParams(end)}`, key);
          assert.equal(answers.status, 200, `${name} ${JSON.stringify(end)}`);
        }
      }
    }
  });
});

const endsOf = ({ start, end }: { start: string; end: string }) => ({ from: start, until: end });
