import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, Clock, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const WINDOWED = REPORTS.filter(({ query }) => 'days' in query);

onEveryStore('every report with days', (fresh) => {
  // No report changes anything.
  let store: TestStore;
  let key: string;
  before(async () => {
    store = await fresh();
    const { apply, createKey, importLines, watch } = pipelineOn(store);
    await apply(acmeFile());
    const lineOf = (days: number) =>
      line({
        collected_at: iso(NOW - days * DAY_MS - HOUR_MS),
        answer: days % 2 ? 'Acme' : 'Bolt',
        citations: [{ url: `https://site${days % 5}.example/` }],
      });
    await importLines(Array.from({ length: 40 }, (_, days) => lineOf(days)));
    await watch({ at: NOW - 4 * DAY_MS });
    ({ key } = await createKey());
  });

  for (const { name } of WINDOWED) {
    test(`GET /${name} until an instant is what it was at that instant`, async () => {
      const clock = new Clock();
      clock.at = NOW - 3 * DAY_MS;
      const then = await apiOn(store, { clock }).get(`/${name}?days=5`, key);
      const since = await apiOn(store).get(`/${name}?days=5&until=${iso(clock.at)}`, key);
      assert.equal(since.status, 200);
      assert.deepEqual(since.body.data, then.body.data);
      assert.deepEqual(since.body.meta.window, then.body.meta.window);
      assert.equal(since.body.meta.window.until, iso(clock.at));
    });
  }

  test('both ends of any window are parameters of /answers, even before there were computers', async () => {
    const empty = await fresh();
    const { apply, createKey } = pipelineOn(empty);
    await apply(acmeFile());
    const { key } = await createKey();
    const api = apiOn(empty);
    for (const { name } of WINDOWED) {
      for (const until of ['1970-01-01T00:00:00.000Z', iso(NOW)]) {
        const { status, body } = await api.get(`/${name}?days=365&until=${until}`, key);
        assert.equal(status, 200, name);
        const ends = [body.meta.window, ...(name === 'trend' ? body.data.slice(0, 1).map(endsOf) : [])];
        for (const end of ends) {
          const answers = await api.get(`/answers?${new URLSearchParams(end)}`, key);
          assert.equal(answers.status, 200, `${name} ${JSON.stringify(end)}`);
        }
      }
    }
  });
});

const endsOf = ({ start, end }: { start: string; end: string }) => ({ from: start, until: end });
