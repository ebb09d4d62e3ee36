import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { historyLines } from '../support/history.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeWith, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

const texts = Array.from({ length: 10 }, (_, prompt) => ({ text: `prompt ${prompt}` }));

onReusedStore('the expected answers to questions that became weekly', (fresh) => {
  /** Ten questions daily until a week ago, and once since then: the gates of the alerts, of a report, and of a claim. */
  async function gates(every: 'day' | 'week'): Promise<readonly string[][]> {
    const store = await fresh();
    const pipeline = pipelineOn(store);
    await pipeline.apply(acmeWith({ prompts: texts }));
    const weekAgo = pipelineOn(store, { now: () => NOW - 8 * DAY_MS });
    await weekAgo.apply(acmeWith({ prompts: texts.map((each) => ({ ...each, every })) }));
    await pipeline.importLines(
      historyLines({
        from: 40,
        to: 0,
        say: (day, prompt) => (day >= 7 || prompt % 7 === day ? { acme: prompt < 5 } : null),
      }),
    );
    await pipeline.watch({ at: NOW });
    const { key } = await pipeline.createKey();
    const api = apiOn(store);
    const comparisons = await api.get('/comparisons?engine=chatgpt', key);
    const visibility = await api.get('/visibility?days=7&compare=previous', key);
    const claims = await api.get('/claim?engine=chatgpt', key);
    const told = (rows: readonly { readonly gate: string | null }[]) => [
      ...new Set(rows.map(({ gate }) => gate ?? '')),
    ];
    return [
      told(comparisons.body.data),
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
      told(visibility.body.data.engines.map((row: any) => row.compared)),
      told(claims.body.data),
    ];
  }

  test('fewer than half of them came in where they are daily', async () => {
    for (const each of await gates('day')) assert.ok(each.includes('outage'), each.join());
  });

  test('all came in where the questions are weekly', async () => {
    for (const each of await gates('week')) assert.ok(!each.includes('outage'), each.join());
  });
});
