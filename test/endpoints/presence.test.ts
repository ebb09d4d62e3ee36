import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presence } from '../../src/reports/brands/presence.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, line, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(presence, visibility);

const mention = (brand: string, more: object = {}) => ({ brand, mentioned: true, ...more });

/** Acme with these lines. */
async function rowsOf(store: TestStore, lines: readonly object[], query = '') {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/presence${query}`, key);
}

onReusedStore('GET /presence', (fresh) => {
  test('200: one row per engine and tracked brand, with the counts of that engine only', async () => {
    const { status, body } = await rowsOf(await fresh(), [
      ...Array.from({ length: 4 }, () => line({ mentions: [mention('Bolt', { rank: 3 })] })),
      line({
        mentions: [
          mention('Acme', { rank: 1, framing: 'recommended' }),
          mention('Bolt', { framing: 'negative' }),
        ],
        citations: [{ url: 'https://bolt.example/' }],
      }),
      line({ engine: 'claude', mentions: [mention('Cargo')] }),
      line({ outcome: 'error' }),
    ]);
    assert.deepEqual([status, body.meta.window_days], [200, 30]);
    const oneQuestion = (naming: number) => ({
      range_of_questions: null,
      design_effect: null,
      questions: { asked: 1, naming, branded: 0 },
    });
    const none = { citations: 0, avg_rank_when_named: null, ranked_answers: 0, first_position: 0 };
    const unframed = { classified: 0, recommended: 0, negative: 0 };
    const chatgpt = { market: 'us-en', engine: 'chatgpt', engine_name: 'ChatGPT (API)' };
    const [you, bolt, cargo, ...claude] = body.data;
    assert.deepEqual(you, {
      ...chatgpt,
      brand: 'Acme',
      role: 'self',
      present: 1,
      responses: 5,
      rate: 0.2,
      min_sample: 5,
      interval: { lower: 0.036, upper: 0.624 },
      ...oneQuestion(1),
      citations: 0,
      avg_rank_when_named: 1,
      ranked_answers: 1,
      first_position: 1,
      framing: { classified: 1, recommended: 1, negative: 0 },
    });
    assert.deepEqual(bolt, {
      ...chatgpt,
      brand: 'Bolt',
      role: 'competitor',
      present: 5,
      responses: 5,
      rate: 1,
      min_sample: 5,
      interval: { lower: 0.566, upper: 1 },
      ...oneQuestion(1),
      citations: 1,
      avg_rank_when_named: 3,
      ranked_answers: 4,
      first_position: 0,
      framing: { classified: 1, recommended: 0, negative: 1 },
    });
    const { interval, ...absent } = cargo;
    assert.equal(interval.lower, 0);
    assert.deepEqual(absent, {
      ...chatgpt,
      brand: 'Cargo',
      role: 'competitor',
      present: 0,
      responses: 5,
      rate: 0,
      min_sample: 5,
      ...oneQuestion(0),
      ...none,
      framing: unframed,
    });
    assert.deepEqual(pluck(claude, 'brand', 'present', 'rate'), [
      ['Acme', 0, null],
      ['Cargo', 1, null],
      ['Bolt', 0, null],
    ]);
  });

  test('200: with engine only that one, and none if it is neither asked nor has answers', async () => {
    const store = await fresh();
    const { body } = await rowsOf(store, [line({ engine: 'claude' })], '?engine=claude');
    assert.deepEqual(pluck(body.data, 'engine', 'brand'), [
      ['claude', 'Acme'],
      ['claude', 'Bolt'],
      ['claude', 'Cargo'],
    ]);
    const { key } = await pipelineOn(store).createKey();
    assert.deepEqual((await reportsOn(store).get('/presence?engine=gemini', key)).body.data, []);
  });

  test('200: omits a retired competitor', async () => {
    const store = await fresh();
    await rowsOf(store, [line({ answer: 'Bolt and Cargo' })]);
    const { apply, createKey } = pipelineOn(store);
    await apply(acmeWith({ competitors: [{ name: 'Bolt' }] }));
    const { key } = await createKey();
    const { body } = await reportsOn(store).get('/presence?engine=chatgpt', key);
    assert.deepEqual(pluck(body.data, 'brand'), ['Acme', 'Bolt']);
  });

  test('200: its rows equal the rows of /visibility, by engine and in total', async () => {
    const store = await fresh();
    const { body } = await rowsOf(
      store,
      Array.from({ length: 30 }, (_, index) =>
        line({
          engine: ['chatgpt', 'claude', 'grok'][index % 3],
          answer: ['Acme', 'Bolt', 'Acme and Bolt', 'Cargo', 'nobody'][index % 5],
        }),
      ),
    );
    const { key } = await pipelineOn(store).createKey();
    const { data } = (await reportsOn(store).get('/visibility?days=30', key)).body;
    const own = body.data.filter((row: { role: string }) => row.role === 'self');
    assert.equal(own.length, data.engines.length);
    own.forEach((row: Record<string, unknown>, index: number) => {
      const { name, collection_method, ...figures } = data.engines[index];
      const { market, engine_name, brand, role, framing, first_position, ...same } = row;
      assert.deepEqual(same, figures);
    });
    for (const { name, present, responses } of data.brands) {
      const rows = body.data.filter((row: { brand: string }) => row.brand === name);
      const sum = (field: string) =>
        rows.reduce((all: number, row: Record<string, number>) => all + (row[field] ?? 0), 0);
      assert.deepEqual([sum('present'), sum('responses')], [present, responses]);
    }
  });
});
