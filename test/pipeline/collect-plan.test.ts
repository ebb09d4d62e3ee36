import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { estimateDay } from '../../src/pipeline/collect/estimate.ts';
import { planDay } from '../../src/pipeline/collect/questions.ts';
import { deleteBrand } from '../../src/storage/directory/brands.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { acmeFile, Clock, DAY_MS, iso, NOW, pipelineOn, setUp } from '../support/world.ts';

const TODAY = Math.floor(NOW / DAY_MS);

const BRAND = {
  id: 'acme',
  name: 'Acme',
  configured: true,
  market: { location_code: 2840, language_code: 'en' },
  engines: ['chatgpt', 'claude'],
  prompts: [{ text: 'a' }, { text: 'b' }, { text: 'c', active: false }],
};

/** Two questions, whatever the weekday. */
const EACH_DAY = { today: 2, perDay: 2, onWeekdays: [2, 2, 2, 2, 2, 2, 2] };

onReusedStore('the plan', (fresh) => {
  let stub: Stub;
  before(async () => {
    stub = await startStub(() => ({ body: SHORT_ANSWER }));
  });
  after(() => stub.stop());

  async function storeWith(
    brands: readonly object[] = [BRAND],
    organization: object = {},
  ): Promise<TestStore> {
    const { store } = await setUp(fresh, acmeFile(brands, organization));
    return store;
  }

  async function jobs(store: TestStore, day = TODAY) {
    return await store.main
      .selectFrom('jobs as j')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'j.brand_id').onRef('p.id', '=', 'j.prompt_id'),
      )
      .select(['p.text', 'j.engine', 'j.sample', 'j.next_at', 'j.market_id'])
      .where('j.day', '=', day)
      .orderBy('j.engine')
      .orderBy('p.text')
      .orderBy('j.sample')
      .execute();
  }

  const questions = async (store: TestStore, day = TODAY) =>
    (await jobs(store, day)).map(({ text, engine, sample }) => `${engine} ${text} ${sample}`);

  /** ChatGPT's due questions from now on. */
  async function asked(store: TestStore, clock = new Clock(), isPlanned = true): Promise<string[]> {
    const from = stub.requests.length;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, isPlanned });
    return stub.requests
      .slice(from)
      .map(({ body }) => body.input)
      .sort();
  }

  test('every active prompt on every engine once, however often and by however many', async () => {
    const store = await storeWith();
    const plans = await Promise.all(Array.from({ length: 8 }, () => planDay(store.main, NOW)));
    assert.equal(
      plans.reduce((sum, { planned }) => sum + planned, 0),
      4,
    );
    assert.deepEqual(await questions(store), ['chatgpt a 1', 'chatgpt b 1', 'claude a 1', 'claude b 1']);
    assert.deepEqual(await planDay(store.main, NOW + 1000), { planned: 0, beyondPlan: 0 });
  });

  test('spreads over the day, at the same time every day', async () => {
    const prompts = Array.from({ length: 100 }, (_, index) => ({ text: `prompt ${index}` }));
    const store = await storeWith([{ ...BRAND, prompts }]);
    await planDay(store.main, NOW);
    await planDay(store.main, NOW + DAY_MS);
    const timesOf = async (day: number) =>
      (await jobs(store, day)).map(({ text, engine, next_at }) => [
        text,
        engine,
        (next_at ?? 0) - day * DAY_MS,
      ]);
    const today = await timesOf(TODAY);
    assert.equal(today.length, 200);
    assert.deepEqual(await timesOf(TODAY + 1), today);
    const hours = new Set(today.map(([, , at]) => Math.floor(Number(at) / 3_600_000)));
    assert.ok(today.every(([, , at]) => Number(at) >= 0 && Number(at) < DAY_MS));
    assert.ok(hours.size >= 22, `${hours.size} hours have a question`);
  });

  for (const samples of [1, 2, 3, 4, 5]) {
    test(`${samples} samples a day`, async () => {
      const store = await storeWith([{ ...BRAND, prompts: [{ text: 'a' }], engines: ['chatgpt'] }]);
      await store.main.updateTable('brands').set({ samples_per_day: samples }).execute();
      await planDay(store.main, NOW);
      const expected = Array.from({ length: samples }, (_, index) => `chatgpt a ${index + 1}`);
      assert.deepEqual(await questions(store), expected);
      assert.deepEqual(await asked(store, morning(), false), Array(samples).fill('a'));
      const { rows } = await store.main
        .selectFrom('collections')
        .select((eb) => eb.fn.count<number>('identity').distinct().as('rows'))
        .executeTakeFirstOrThrow();
      assert.equal(rows, samples);
    });
  }

  test("a prompt's own number per day precedes its brand's", async () => {
    const prompts = [{ text: 'a', samples_per_day: 3 }, { text: 'b' }, { text: 'c', samples_per_day: 1 }];
    const store = await storeWith([{ ...BRAND, prompts, engines: ['chatgpt'], samples_per_day: 2 }]);
    await planDay(store.main, NOW);
    assert.deepEqual(
      await questions(store),
      ['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1'].map((each) => `chatgpt ${each}`),
    );
    assert.deepEqual((await asked(store, morning(), false)).toSorted(), ['a', 'a', 'a', 'b', 'b', 'c']);
  });

  test('as many prompts as the plan includes, over all brands, oldest first', async () => {
    const other = { ...BRAND, id: 'bolt', name: 'Bolt', prompts: [{ text: 'd' }, { text: 'e' }] };
    const plan = { name: 'growth', status: 'active', prompts_included: 3 };
    const store = await storeWith([BRAND, other], { plan });
    assert.deepEqual(await planDay(store.main, NOW), { planned: 6, beyondPlan: 1 });
    const found = (await questions(store)).filter((each) => each.startsWith('chatgpt'));
    assert.deepEqual(found, ['chatgpt a 1', 'chatgpt b 1', 'chatgpt d 1']);
  });

  for (const [what, organization, brand] of [
    ['a plan that was never taken', { plan: null }, {}],
    ['a plan that lapsed', { plan: { name: 'growth', status: 'canceled' } }, {}],
    ['a plan that is unpaid', { plan: { name: 'growth', status: 'unpaid' } }, {}],
    ['a trial that is over', { plan: { name: 'trial', status: 'active', trial_ends_at: iso(NOW) } }, {}],
    ['a plan without prompts', { plan: { name: 'growth', status: 'active', prompts_included: 0 } }, {}],
    ['a brand whose setup is not finished', {}, { configured: false }],
    ['a brand without engines', {}, { engines: [] }],
    ['a brand without active prompts', {}, { prompts: [{ text: 'a', active: false }] }],
  ] as const) {
    test(`nothing for ${what}`, async () => {
      const store = await storeWith([{ ...BRAND, ...brand }], organization);
      assert.equal((await planDay(store.main, NOW)).planned, 0);
      assert.deepEqual(await questions(store), []);
    });
  }

  test('nothing for a deleted brand', async () => {
    const store = await storeWith();
    await store.main.transaction().execute((transaction) => deleteBrand(transaction, 'acme', NOW));
    assert.equal((await planDay(store.main, NOW)).planned, 0);
  });

  test('for a plan that is past due, and a trial that runs', async () => {
    for (const plan of [
      { name: 'growth', status: 'past_due' },
      { name: 'trial', status: 'trialing', trial_ends_at: iso(NOW + 1000) },
    ]) {
      const store = await storeWith([BRAND], { plan });
      assert.equal((await planDay(store.main, NOW)).planned, 4);
    }
  });

  for (const [why, plan] of [
    ['it has no plan', null],
    ['its plan (growth) is canceled', { name: 'growth', status: 'canceled' }],
    [`its trial ended at ${iso(NOW)}`, { name: 'trial', status: 'active', trial_ends_at: iso(NOW) }],
    ['its plan (solo) includes no questions', { name: 'solo', status: 'active', prompts_included: 0 }],
  ] as const) {
    test(`an estimate names the plan if it stops collection: ${why}`, async () => {
      const store = await storeWith([BRAND], { plan });
      const [estimate] = await estimateDay(store.main, NOW);
      assert.deepEqual([estimate?.notAsked, estimate?.engines], [why, []]);
    });
  }

  for (const [what, brand, organization] of [
    ['a prompt made inactive', { prompts: [{ text: 'a' }, { text: 'b', active: false }] }, {}],
    ['an engine left out', { engines: ['claude'] }, {}],
    ['a brand set back to unfinished', { configured: false }, {}],
    ['a plan that lapsed', {}, { plan: { name: 'growth', status: 'canceled' } }],
  ] as const) {
    test(`${what} after planning is not asked`, async () => {
      const store = await storeWith();
      await planDay(store.main, NOW);
      await pipelineOn(store).apply(acmeFile([{ ...BRAND, ...brand }], organization));
      assert.deepEqual(await asked(store, new Clock(), false), what.startsWith('a prompt') ? ['a'] : []);
    });
  }

  test('a deletion or fewer samples after planning removes the surplus', async () => {
    const store = await storeWith();
    await store.main.updateTable('brands').set({ samples_per_day: 3 }).execute();
    await planDay(store.main, NOW);
    await store.main.updateTable('brands').set({ samples_per_day: 2 }).execute();
    assert.deepEqual(await asked(store, new Clock(), false), ['a', 'a', 'b', 'b']);
    await planDay(store.main, NOW + DAY_MS);
    await store.main.transaction().execute((transaction) => deleteBrand(transaction, 'acme', NOW));
    assert.deepEqual(await asked(store, morning(1), false), []);
  });

  test('another market is asked from the start, and the old one no more', async () => {
    const store = await storeWith();
    assert.deepEqual(await asked(store, new Clock(), false), ['a', 'b']);
    const germany = { location_code: 2276, language_code: 'de' };
    await pipelineOn(store).apply(acmeFile([{ ...BRAND, market: germany }]));
    const from = stub.requests.length;
    assert.deepEqual(await asked(store, new Clock(), false), ['a', 'b']);
    for (const { body } of stub.requests.slice(from)) assert.equal(body.tools[0].user_location.country, 'DE');
    const answers = await store.main.selectFrom('answers').select('location_code').orderBy('id').execute();
    assert.deepEqual(pluck(answers, 'location_code'), [2840, 2840, 2276, 2276]);
  });

  test('a question whose market changed before is asked only for the new one', async () => {
    const store = await storeWith();
    await planDay(store.main, NOW);
    const germany = { location_code: 2276, language_code: 'de' };
    await pipelineOn(store).apply(acmeFile([{ ...BRAND, market: germany }]));
    const from = stub.requests.length;
    assert.deepEqual(await asked(store, new Clock(), false), ['a', 'b']);
    for (const { body } of stub.requests.slice(from)) assert.equal(body.tools[0].user_location.country, 'DE');
  });

  test("yesterday's question is not asked today", async () => {
    const store = await storeWith();
    await planDay(store.main, NOW - DAY_MS);
    assert.deepEqual(await asked(store), []);
    assert.deepEqual(await asked(store, new Clock(), false), ['a', 'b']);
  });

  test('an estimate reports the remaining questions, and stores nothing', async () => {
    const store = await storeWith();
    const [acme, ...none] = await estimateDay(store.main, NOW);
    assert.deepEqual(none, []);
    assert.deepEqual(acme, {
      organization: 'Acme Inc',
      engines: [
        { engine: 'chatgpt', left: 2, ...EACH_DAY },
        { engine: 'claude', left: 2, ...EACH_DAY },
      ],
      beyondPlan: 0,
      notAsked: null,
      limits: { callsPerDay: null, microsPerDay: null },
    });
    assert.deepEqual(await questions(store), []);
    await asked(store, new Clock(), false);
    const [after] = await estimateDay(store.main, NOW);
    assert.deepEqual(after?.engines, [
      { engine: 'chatgpt', left: 0, ...EACH_DAY },
      { engine: 'claude', left: 2, ...EACH_DAY },
    ]);
  });
});
