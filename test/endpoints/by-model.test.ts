import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trend } from '../../src/reports/brands/trend.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(trend, visibility);

/** Two models of ChatGPT, one of which serves Claude's answers too, and answers without one. */
const LINES = ['gpt-a', 'gpt-b', 'gpt-b', null, 'gpt-a'].flatMap((model, index) =>
  ['chatgpt', ...(model === 'gpt-b' ? ['claude'] : [])].map((engine) =>
    line({
      engine,
      model,
      answer: index % 2 ? 'Bolt' : 'Acme and Bolt',
      collected_at: iso(NOW - 5 * index * DAY_MS),
    }),
  ),
);

type Row = Readonly<Record<string, unknown>> & { readonly engine: string; readonly model: string };

onReusedStore('by=model', (fresh) => {
  test('200: /visibility and /trend have the rows of each model, as if you had asked for it alone', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile(), LINES);
    const ask = async (path: string) => (await reportsOn(store).get(path, key)).body;
    const seen = await ask('/visibility?days=30&by=model');
    const weeks = await ask('/trend?days=30&by=model');
    assert.deepEqual([seen.meta.divided_by, weeks.meta.divided_by], ['model', 'model']);
    const served = seen.data.engines.map(({ model, engine }: Row) => [model, engine]);
    assert.deepEqual(served, [
      ['gpt-a', 'chatgpt'],
      ['gpt-b', 'chatgpt'],
      ['gpt-b', 'claude'],
      ['unknown', 'chatgpt'],
    ]);
    for (const model of ['gpt-a', 'gpt-b', 'unknown']) {
      const isServed = ({ engine }: Row) =>
        served.some(([by, on]: string[]) => by === model && on === engine);
      const alone = await ask(`/visibility?days=30&model=${model}`);
      const ofModel = (rows: Row[]) => rows.filter((row) => row.model === model);
      const withModel = (rows: Row[]) => rows.map((row) => ({ ...row, model }));
      assert.deepEqual(ofModel(seen.data.engines), withModel(alone.data.engines.filter(isServed)));
      assert.deepEqual(ofModel(seen.data.brands), withModel(alone.data.brands));
      const byWeek = await ask(`/trend?days=30&by=week&model=${model}`);
      assert.deepEqual(ofModel(weeks.data), withModel(byWeek.data.filter(isServed)));
    }
  });
});
