import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../../src/reports/index.ts';
import { apiOn } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, Clock, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const WINDOWED = REPORTS.filter(({ query }) => 'days' in query);

onEveryStore('every report with days', (fresh) => {
  for (const { name } of WINDOWED) {
    test(`GET /${name} until an instant is what it was at that instant`, async () => {
      const store = await fresh();
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
      const { key } = await createKey();
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
});
