import assert from 'node:assert/strict';
import { test } from 'node:test';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, acmeWith, line, setUp, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(visibility);

const mention = (brand: string, more: object = {}) => ({ brand, mentioned: true, ...more });

onReusedStore('GET /visibility', (fresh) => {
  test('200: one row per engine with its own counts, and brands pooled over engines', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const own = [{ url: 'https://shop.acme.example/a' }, { url: 'https://acme.example/b' }];
    const recommended = { rank: 1, framing: 'recommended', framing_signals: ['top pick'] };
    await importLines([
      line({
        mentions: [mention('Acme', recommended), mention('Bolt', { rank: 2, framing: 'negative' })],
        citations: own,
      }),
      line({
        mentions: [mention('Acme', { rank: 4, framing: 'neutral' })],
        citations: [{ url: 'https://bolt.example/' }],
      }),
      line({ mentions: [mention('Acme')], citations: own }),
      line({ mentions: [] }),
      line({ answer: 'none', outcome: 'empty' }),
      line({ outcome: 'error' }),
      line({ outcome: 'timeout' }),
      line({ engine: 'claude', mentions: [mention('Bolt')] }),
      line({ engine: 'perplexity', mentions: [mention('Acme', { rank: 2 })] }),
    ]);
    const { key } = await createKey();
    const { status, body } = await reportsOn(store).get('/visibility', key);
    assert.deepEqual([status, body.meta.window_days], [200, 7]);
    const engine = (
      slug: string,
      name: string,
      present: number,
      responses: number,
      rate: number | null,
      more: object,
    ) => ({
      engine: slug,
      name,
      collection_method: 'api',
      present,
      responses,
      rate,
      min_sample: 5,
      range_of_questions: null,
      design_effect: null,
      questions: { asked: 1, naming: Math.min(1, present), branded: 0 },
      ...more,
    });
    assert.deepEqual(body.data.engines, [
      engine('chatgpt', 'ChatGPT (API)', 3, 5, 0.6, {
        interval: { lower: 0.231, upper: 0.882 },
        citations: 2,
        avg_rank_when_named: 2.5,
        ranked_answers: 2,
      }),
      engine('claude', 'Claude (API)', 0, 1, null, {
        interval: null,
        citations: 0,
        avg_rank_when_named: null,
        ranked_answers: 0,
      }),
      engine('perplexity', 'Perplexity (API)', 1, 1, null, {
        interval: null,
        citations: 0,
        avg_rank_when_named: 2,
        ranked_answers: 1,
      }),
    ]);
    assert.deepEqual(body.data.brands, [
      {
        name: 'Acme',
        role: 'self',
        present: 4,
        responses: 7,
        rate: 0.571,
        min_sample: 5,
        interval: { lower: 0.25, upper: 0.842 },
        range_of_questions: null,
        design_effect: null,
        questions: { asked: 1, naming: 1, branded: 0 },
        citations: 2,
        avg_rank_when_named: 2.33,
        ranked_answers: 3,
        framing: { classified: 2, recommended: 1, negative: 0 },
      },
      {
        name: 'Bolt',
        role: 'competitor',
        present: 2,
        responses: 7,
        rate: 0.286,
        min_sample: 5,
        interval: { lower: 0.082, upper: 0.641 },
        range_of_questions: null,
        design_effect: null,
        questions: { asked: 1, naming: 1, branded: 0 },
        citations: 1,
        avg_rank_when_named: 2,
        ranked_answers: 1,
        framing: { classified: 1, recommended: 0, negative: 1 },
      },
      {
        name: 'Cargo',
        role: 'competitor',
        present: 0,
        responses: 7,
        rate: 0,
        min_sample: 5,
        interval: { lower: 0, upper: 0.354 },
        range_of_questions: null,
        design_effect: null,
        questions: { asked: 1, naming: 0, branded: 0 },
        citations: 0,
        avg_rank_when_named: null,
        ranked_answers: 0,
        framing: { classified: 0, recommended: 0, negative: 0 },
      },
    ]);
  });

  test('200: lists an engine without answers with responses 0 and rate null', async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeWith({ engines: ['google_ai_mode', 'chatgpt_app', 'chatgpt'] }),
    );
    const { body } = await reportsOn(store).get('/visibility', key);
    const seen = pluck(body.data.engines, 'engine', 'collection_method', 'rate');
    assert.deepEqual(seen, [
      ['chatgpt', 'api', null],
      ['chatgpt_app', 'scraper', null],
      ['google_ai_mode', 'serp', null],
    ]);
  });

  test('200: a rate and its interval are null at 4 answers and known at 5', async () => {
    const { store, importLines, key } = await setUpWithKey(
      fresh,
      acmeFile(),
      Array.from({ length: 4 }, () => line({ answer: 'Acme' })),
    );
    const api = reportsOn(store);
    const own = async () => (await api.get('/visibility', key)).body.data.engines[0];
    assert.deepEqual([(await own()).rate, (await own()).present, (await own()).responses], [null, 4, 4]);
    assert.equal((await own()).interval, null);
    await importLines([line({ answer: 'nobody' })]);
    assert.equal((await own()).rate, 0.8);
    assert.deepEqual((await own()).interval, { lower: 0.376, upper: 0.964 });
  });

  test('200: competitors by present descending, then by name', async () => {
    const competitors = ['Zeta', 'Alpha', 'Mid', 'beta'].map((name) => ({ name }));
    const { store, key } = await setUpWithKey(fresh, acmeWith({ competitors }), [
      line({ answer: 'Mid and Zeta' }),
      line({ answer: 'Mid' }),
    ]);
    const { body } = await reportsOn(store).get('/visibility', key);
    const names = body.data.brands.map((row: { name: string }) => row.name);
    assert.deepEqual(names, ['Acme', 'Mid', 'Zeta', 'Alpha', 'beta']);
  });

  test("200: days from 1 to 365; the organization's only brand is the default", async () => {
    const { store, key } = await setUpWithKey(fresh);
    const api = reportsOn(store);
    for (const days of [1, 365]) {
      assert.equal((await api.get(`/visibility?days=${days}&brand=acme`, key)).body.meta.window_days, days);
    }
    const bad = [
      '0',
      '366',
      '-1',
      '7.5',
      '1e2',
      '+7',
      '07',
      ' 7',
      '7 ',
      '',
      '0x7',
      'seven',
      '99999999999999999999',
    ];
    for (const days of bad) {
      const { status, body } = await api.get(`/visibility?days=${encodeURIComponent(days)}`, key);
      assert.equal(status, 400, days);
      assert.equal(body.error.code, 'invalid_parameter');
      assert.match(body.error.message, /`days` must be a whole number from 1 to 365/);
    }
    const { body } = await api.get('/visibility?days=7&days=7', key);
    assert.equal(body.error.code, 'invalid_parameter');
  });

  test('200: omits a retired competitor, which has its history when it returns', async () => {
    const { store, apply, key } = await setUpWithKey(fresh, acmeFile(), [line({ answer: 'Bolt' })]);
    const names = async () =>
      pluck((await reportsOn(store).get('/visibility', key)).body.data.brands, 'name', 'present');
    await apply(acmeWith({ competitors: [{ name: 'Cargo', domain: 'cargo.example' }] }));
    assert.deepEqual(await names(), [
      ['Acme', 0],
      ['Cargo', 0],
    ]);
    await apply(acmeFile());
    assert.deepEqual(await names(), [
      ['Acme', 0],
      ['Bolt', 1],
      ['Cargo', 0],
    ]);
  });
});
