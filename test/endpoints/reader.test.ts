import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/domain/brand/model-reading.ts';
import { reports } from '../../src/reports/index.ts';
import { type Judgment, judge, MODEL, readBy } from '../support/judged.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, line, NOW, setUp } from '../support/world.ts';

const { alerts, answers, claim, comparisons, presence, sentiment, visibility, why } = reports;
const reportsOn = reportsAmong(alerts, answers, claim, comparisons, presence, sentiment, visibility, why);

const NAMED = [{ brand: 'Acme', mentioned: true, framing: 'neutral' }];
const LOW = { min_sample_each_side: 5, min_delta_points: 1 };

const WORDS = 'should lead the shortlist';

/** What rules say, and what the model says: undefined if it has not read the answer, null if it could not judge it. */
const READ: readonly (readonly [rules: string | null, model: Verdict | null | undefined])[] = [
  ...Array<['neutral', 'recommended']>(6).fill(['neutral', 'recommended']),
  ['recommended', 'negative'],
  [null, 'neutral'],
  ['neutral', 'both'],
  ['negative', null],
  ['recommended', undefined],
];

onReusedStore('reader=rules|model', (fresh) => {
  /** Answers of the last days, and of these days before them, which a model may have read with another prompt. */
  async function world(earlier: { readonly days: number; readonly prompt: string } | null = null) {
    const { store, importLines, createKey } = await setUp(fresh);
    const linesOn = (ago: number) =>
      READ.map(([framing], index) =>
        line({
          answer: `${ago}/${index}: Acme ${WORDS}.`,
          collected_at: iso(NOW - ago * DAY_MS - index),
          mentions: [{ brand: 'Acme', mentioned: true, framing }],
        }),
      );
    await importLines([...linesOn(1), ...(earlier === null ? [] : linesOn(1 + earlier.days))]);
    await judge(store.main, 1, (text): Judgment | undefined => {
      const [ago = 0, index = 0] = text.split(/[/:]/).map(Number);
      const verdict = READ[index]?.[1];
      if (verdict === undefined) return undefined;
      const reader = earlier !== null && ago > 1 ? { ...MODEL, prompt: earlier.prompt } : MODEL;
      const words = verdict === 'neutral' ? [] : [WORDS];
      return { reader, names: verdict && { Acme: { verdict, words } }, dropped: 1 };
    });
    await readBy(store.main, 1, MODEL);
    const { key } = await createKey();
    return async (path: string) => {
      const { status, body } = await reportsOn(store).get(path, key);
      assert.equal(status, 200, path);
      return body;
    };
  }

  const framingIn = ({ classified, recommended, negative }: Record<string, unknown>) => [
    classified,
    recommended,
    negative,
  ];

  test("200: the model's framing by default, the rules' if you ask", async () => {
    const get = await world();
    for (const [query, counts, share] of [
      // An answer that no model could judge, or that none has read, is not among the answers that do not recommend.
      ['', [8, 6, 1], 6 / 9],
      ['&reader=model', [8, 6, 1], 6 / 9],
      ['&reader=rules', [10, 2, 1], 2 / 11],
    ] as const) {
      const [own] = (await get(`/sentiment?days=7${query}`)).data;
      assert.deepEqual(framingIn(own), counts, query);
      assert.deepEqual(framingIn((await get(`/presence?days=7${query}`)).data[0].framing), counts);
      assert.deepEqual(framingIn((await get(`/visibility?days=7${query}`)).data.brands[0].framing), counts);
      const [stated] = (await get(`/claim?measure=recommended&direction=at_least&size=1${query}`)).data;
      assert.equal(stated.first.rate, Math.round(share * 1000) / 1000, query);
    }
  });

  test('meta says who read, and how much is left', async () => {
    const get = await world();
    const model = { ...MODEL, read: 9, others: 0, waiting: 1, not_judged: 1, dropped: 9 };
    const { meta } = await get('/sentiment?days=7');
    assert.deepEqual(meta.reader, model);
    assert.match(meta.note, /Read by gpt-6, without 1 not read yet and 1 that it could not judge\./);
    const rules = await get('/sentiment?days=7&reader=rules');
    assert.deepEqual(rules.meta.reader, {
      ...{ name: 'rules', prompt: null, read: 11, others: 0, waiting: 0, not_judged: 0, dropped: 0 },
    });
    for (const path of ['/presence?days=7', '/visibility?days=7'])
      assert.deepEqual((await get(path)).meta.reader, model);
    assert.match(rules.meta.note, /Read by rules/);
    assert.equal((await get('/sentiment?days=7&engine=claude')).meta.reader.read, 0);
  });

  test('meta names the present model, and how much others read before it', async () => {
    const get = await world({ days: 7, prompt: 'ffffffff' });
    const { meta } = await get('/sentiment?days=14');
    assert.deepEqual(meta.reader, {
      ...{ ...MODEL, read: 9, others: 9, waiting: 3, not_judged: 1, dropped: 9 },
    });
    assert.match(meta.note, /Read by gpt-6, 9 of them before by another model or prompt, without /);
  });

  test("answers have the reader's framing with its words, and its filters", async () => {
    const get = await world();
    const mentionOf = async (index: number, query = '') => {
      const { data } = await get(`/answers?${query}`);
      const found = data.find(({ answer }: { answer: string }) => answer.startsWith(`1/${index}:`));
      const { framing, framing_signals: words, reader } = found.mentions[0];
      return [framing, words, reader];
    };
    assert.deepEqual(await mentionOf(0), ['recommended', [WORDS], 'gpt-6']);
    assert.deepEqual(await mentionOf(7), ['neutral', [], 'gpt-6']);
    assert.deepEqual(await mentionOf(8), [null, [WORDS], 'gpt-6']);
    assert.deepEqual(await mentionOf(9), [null, null, null]);
    assert.deepEqual(await mentionOf(10), [null, null, null]);
    assert.deepEqual(await mentionOf(10, 'reader=rules'), ['recommended', null, 'rules']);
    for (const [query, count] of [
      ['names=self&framing=recommended', 6],
      ['names=self&framing=any', 8],
      ['names=self&framing=recommended&reader=rules', 2],
      ['names=self&framing=any&reader=rules', 10],
      ['looked_for=self&judged=true', 9],
      ['looked_for=self&judged=true&reader=rules', 11],
    ] as const) {
      assert.equal((await get(`/answers?${query}`)).data.length, count, query);
    }
  });

  test('a change of framing is held back until one model with one prompt has read both windows', async () => {
    const query = 'days=7&compare=previous';
    const gates = async (prompt: string) => {
      const get = await world({ days: 7, prompt });
      const gateOf = async (path: string) => (await get(path)).data[0].compared.gate;
      return [await gateOf(`/sentiment?${query}`), await gateOf(`/sentiment?${query}&reader=rules`)];
    };
    assert.deepEqual(await gates('ffffffff'), ['mixed_readings', 'too_few_answers']);
    assert.deepEqual(await gates(MODEL.prompt), ['too_few_answers', 'too_few_answers']);
  });

  for (const [prompt, gate] of [
    [MODEL.prompt, null],
    ['ffffffff', 'mixed_readings'],
  ] as const) {
    test(`an alert on framing, read before with the prompt ${prompt}: ${gate ?? 'raised'}`, async () => {
      const { store, watch, createKey } = await setUp(
        fresh,
        acmeFile([ACME_BRAND], { alerts: LOW }),
        Array.from({ length: 38 * 4 }, (_, index) =>
          line({ answer: `Acme ${WORDS}.`, collected_at: iso(NOW - (index / 4) * DAY_MS), mentions: NAMED }),
        ),
      );
      const since = NOW - 10 * DAY_MS;
      await judge(store.main, 1, (_, at) => ({
        reader: at < since ? { ...MODEL, prompt } : MODEL,
        names: { Acme: { verdict: at < since ? 'recommended' : 'negative', words: [WORDS] } },
      }));
      await readBy(store.main, 1, MODEL);
      for (const days of [2, 1, 0]) await watch({ at: NOW - days * DAY_MS });
      const { key } = await createKey();
      const api = reportsOn(store);
      const [newest] = (await api.get('/comparisons?kind=negative_framing&limit=1', key)).body.data;
      assert.deepEqual([newest.gate, newest.reader], [gate, 'model']);
      const raised = (await api.get('/alerts', key)).body.data.filter(
        ({ kind }: { kind: string }) => kind === 'negative_framing',
      );
      assert.equal(raised.length, gate === null ? 1 : 0);
      for (const { id, facts, detail } of raised) {
        assert.equal(facts.reader, MODEL.name);
        assert.match(detail, /Framing is read by gpt-6\./);
        const { body } = await api.get(`/answers?alert=${id}&figure=present&limit=200`, key);
        assert.equal(body.data.length, facts.current.present);
      }
    });
  }

  test('names are no framing: their changes do not wait for a reader', async () => {
    const get = await world({ days: 7, prompt: 'ffffffff' });
    const [own] = (await get('/presence?days=7&compare=previous')).data;
    assert.notEqual(own.compared.gate, 'mixed_readings');
    const terms = async (measure: string) =>
      (await get(`/why?days=7&measure=${measure}`)).data.map(({ term }: { term: string }) => term);
    assert.ok((await terms('recommended')).includes('reading'));
    assert.ok(!(await terms('named')).includes('reading'));
  });
});
