import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { weekdayOf } from '../../src/domain/questions/weekly.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { amountsOf, exceededCeiling, pricedQuestions } from '../../src/pipeline/collect/cost.ts';
import { estimateDay } from '../../src/pipeline/collect/estimate.ts';
import { openQuestion, planDay, planTheseNow } from '../../src/pipeline/collect/questions.ts';
import { promptDigest } from '../../src/storage/directory/brand/prompts.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { acmeFile, Clock, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

const TODAY = Math.floor(NOW / DAY_MS);

/** A text whose weekday is so many days after today. */
function textIn(days: number): string {
  const wanted = (TODAY + days) % 7;
  for (let index = 0; ; index += 1) {
    if (weekdayOf(promptDigest(`weekly ${index}`)) === wanted) return `weekly ${index}`;
  }
}

const BRAND = {
  id: 'acme',
  name: 'Acme',
  configured: true,
  market: { location_code: 2840, language_code: 'en' },
  engines: ['chatgpt'],
};

const weekly = (text: string, more: object = {}) => ({ text, every: 'week', ...more });

onReusedStore('weekly questions', (fresh) => {
  let stub: Stub;
  before(async () => {
    stub = await startStub(() => ({ body: SHORT_ANSWER }));
  });
  after(() => stub.stop());

  const applyOn = async (store: TestStore, day: number, prompts: readonly object[], more: object = {}) =>
    await pipelineOn(store, morning(day)).apply(acmeFile([{ ...BRAND, ...more, prompts }]));

  async function storeWith(prompts: readonly object[], more: object = {}): Promise<TestStore> {
    const store = await fresh();
    await applyOn(store, 0, prompts, more);
    return store;
  }

  /** What ChatGPT is asked when everything of a day is due. */
  async function asked(store: TestStore, day: number): Promise<string[]> {
    const from = stub.requests.length;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: morning(day) });
    return stub.requests
      .slice(from)
      .map(({ body }) => body.input)
      .sort();
  }

  test('each is asked on its own day, once in every 7 days', async () => {
    const texts = [0, 1, 2, 3, 4, 5, 6, 3].map(textIn);
    const store = await storeWith([{ text: 'daily' }, ...[...new Set(texts)].map((text) => weekly(text))]);
    const days = [];
    for (let day = 0; day < 15; day += 1) days.push(await asked(store, day));
    for (const [day, questions] of days.entries()) {
      assert.deepEqual(questions, ['daily', textIn(day % 7)], `day ${day}`);
    }
  });

  test('a missed one is asked once on a later day in its week, and then on its own day again', async () => {
    const text = textIn(0);
    const store = await storeWith([weekly(text)]);
    const days: string[] = [];
    for (const day of [3, 4, 5, 6, 7, 8, 13, 14]) {
      if ((await asked(store, day)).length > 0) days.push(String(day));
    }
    assert.deepEqual(days, ['3', '7', '14']);
  });

  test('a week that nobody asked in is over', async () => {
    const store = await storeWith([weekly(textIn(0))]);
    assert.deepEqual(await asked(store, 15), [textIn(0)]);
    assert.deepEqual(await asked(store, 16), []);
  });

  test('one planned on its day and never taken moves to the next possible day', async () => {
    const text = textIn(0);
    const store = await storeWith([weekly(text)]);
    await planDay(store.main, morning(0).now());
    assert.deepEqual(await asked(store, 2), [text]);
    const jobs = await store.main.selectFrom('jobs').select(['day', 'next_at as nextAt']).execute();
    assert.deepEqual(pluck(jobs, 'day', 'nextAt'), [[TODAY + 2, null]]);
    assert.deepEqual(await asked(store, 3), []);
  });

  test('a new one waits for its day, and so does one that was daily or paused', async () => {
    const [text, other] = [textIn(3), textIn(4)];
    const store = await storeWith([weekly(text), { text: other }]);
    assert.deepEqual(await asked(store, 0), [other]);
    await applyOn(store, 1, [weekly(text, { active: false }), weekly(other)]);
    for (const day of [1, 2, 3]) assert.deepEqual(await asked(store, day), [], `day ${day}`);
    await applyOn(store, 4, [weekly(text), weekly(other)]);
    assert.deepEqual(await asked(store, 4), [other]);
    for (const day of [5, 9]) assert.deepEqual(await asked(store, day), [], `day ${day}`);
    assert.deepEqual(await asked(store, 10), [text]);
  });

  test('applying one again unchanged keeps its week', async () => {
    const text = textIn(0);
    const store = await storeWith([weekly(text)]);
    const { changes } = await applyOn(store, 2, [weekly(text)]);
    assert.deepEqual(changes, []);
    assert.deepEqual(await asked(store, 2), [text], 'its day was missed');
  });

  test('one that becomes weekly on its day is not asked a second time that day', async () => {
    const text = textIn(0);
    const store = await storeWith([{ text }]);
    assert.deepEqual(await asked(store, 0), [text]);
    await applyOn(store, 0, [weekly(text)]);
    for (const day of [0, 1, 6]) assert.deepEqual(await asked(store, day), [], `day ${day}`);
    assert.deepEqual(await asked(store, 7), [text]);
  });

  test('after a switch between daily and weekly, the old plan is not asked', async () => {
    const text = textIn(1);
    const engines = [readyAt(chatgpt, stub.baseUrl)];
    const store = await storeWith([{ text }]);
    await planDay(store.main, morning(0).now());
    await applyOn(store, 0, [weekly(text)]);
    const from = stub.requests.length;
    await collectOn(store, engines, { clock: new Clock(), isPlanned: true });
    assert.equal(stub.requests.length, from);
    await planDay(store.main, morning(1).now());
    await applyOn(store, 1, [{ text }]);
    assert.deepEqual(await asked(store, 1), [text]);
    assert.deepEqual(await asked(store, 2), [text]);
  });

  test('asking one now asks the rest of its week, and nothing after that', async () => {
    const text = textIn(0);
    const store = await storeWith([weekly(text)]);
    const { brand_id: brandId, id } = await store.main
      .selectFrom('prompts')
      .select(['brand_id', 'id'])
      .executeTakeFirstOrThrow();
    await planDay(store.main, morning(0).now());
    const clock = morning(5);
    const open = await openQuestion(store.main, brandId, id, clock.now());
    assert.equal(open.length, 1);
    await planTheseNow(store.main, brandId, open, clock.now());
    const from = stub.requests.length;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock, isPlanned: true });
    assert.equal(stub.requests.length, from + 1);
    assert.deepEqual(await openQuestion(store.main, brandId, id, clock.now()), []);
    assert.equal((await openQuestion(store.main, brandId, id, morning(7).now())).length, 1);
  });

  test('once on each engine and in each market', async () => {
    const text = textIn(0);
    const markets = [
      { name: 'us', location_code: 2840, language_code: 'en' },
      { name: 'de', location_code: 2276, language_code: 'de' },
    ];
    const brand = { ...BRAND, market: undefined, markets, engines: ['chatgpt', 'claude'] };
    const store = await fresh();
    await pipelineOn(store, morning(0)).apply(acmeFile([{ ...brand, prompts: [weekly(text)] }]));
    for (let day = 0; day < 7; day += 1) await planDay(store.main, morning(day).now());
    const jobs = await store.main.selectFrom('jobs').select(['engine', 'market_id']).execute();
    assert.deepEqual([new Set(jobs.map((job) => JSON.stringify(job))).size, jobs.length], [4, 4]);
  });

  test('an estimate is for an average day, and for 30; a ceiling is compared with the busiest', async () => {
    const texts = [0, 0, 0, 1, 2, 3, 4].map((day, index) => [day, index] as const);
    const prompts = texts.map(([day, index]) => {
      for (let at = index * 10_000; ; at += 1) {
        const text = `estimated ${at}`;
        if (weekdayOf(promptDigest(text)) === (TODAY + day) % 7) return weekly(text);
      }
    });
    const store = await storeWith([...prompts, { text: 'daily', samples_per_day: 2 }]);
    const [first] = await estimateDay(store.main, morning(0).now());
    const found = first?.engines.map(({ engine, left, today, perDay }) => ({ engine, left, today, perDay }));
    assert.deepEqual(found, [{ engine: 'chatgpt', left: 5, today: 5, perDay: 3 }]);
    const priced = pricedQuestions(first?.engines ?? [], new Map([['chatgpt', 10_000]]));
    assert.deepEqual(amountsOf(priced), {
      run: { questions: 5, estimated_usd: 0.05 },
      day: { questions: 3, estimated_usd: 0.03 },
      month: { questions: 90, estimated_usd: 0.9 },
    });
    const limits = { callsPerDay: 5, microsPerDay: 50_000 };
    assert.equal(exceededCeiling(limits, priced), null);
    assert.equal(exceededCeiling({ ...limits, callsPerDay: 4 }, priced), '4 calls a day');
    assert.equal(exceededCeiling({ ...limits, microsPerDay: 49_999 }, priced), '$0.05 a day');
    await asked(store, 0);
    const [then] = await estimateDay(store.main, morning(1).now());
    assert.deepEqual(
      then?.engines.map(({ left, today, perDay }) => ({ left, today, perDay })),
      [{ left: 3, today: 3, perDay: 3 }],
      'an answer on its day does not count on the next',
    );
  });

  test('one question a week is a seventh of a day, shown to a tenth and priced exactly', async () => {
    const store = await storeWith([weekly(textIn(3))]);
    const [estimate] = await estimateDay(store.main, morning(0).now());
    assert.deepEqual(amountsOf(pricedQuestions(estimate?.engines ?? [], new Map([['chatgpt', 70_000]]))), {
      run: { questions: 0, estimated_usd: 0 },
      day: { questions: 0.1, estimated_usd: 0.01 },
      month: { questions: 4.3, estimated_usd: 0.3 },
    });
  });

  test('a file cannot ask for several a day of a weekly one', async () => {
    const store = await fresh();
    await assert.rejects(
      applyOn(store, 0, [weekly('a', { samples_per_day: 2 })]),
      /Acme: the prompt "a" is asked every week, so it has no samples_per_day/,
    );
  });
});
