import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { estimateDay } from '../../src/pipeline/collect/estimate.ts';
import { planDay } from '../../src/pipeline/collect/questions.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { exportedAnswers } from '../../src/pipeline/intake/export-answers.ts';
import { listMarkets } from '../../src/storage/directory/brand/markets.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { ACME_BRAND, acmeFile, Clock, line, NOW, pipelineOn, setUp } from '../support/world.ts';

const US = { location_code: 2840, language_code: 'en' };
const GERMANY = { location_code: 2276, language_code: 'de' };
const AUSTRIA = { location_code: 2040, language_code: 'de' };

const { market: _, ...WITHOUT } = ACME_BRAND;

/** Acme's file with these markets. */
const measuredIn = (...markets: readonly object[]) => {
  const { prompts: __, ...brand } = WITHOUT;
  return acmeFile([{ ...brand, markets }]);
};

onReusedStore('the markets of a brand', (fresh) => {
  let stub: Stub;
  before(async () => {
    stub = await startStub(() => ({ body: SHORT_ANSWER }));
  });
  after(() => stub.stop());

  async function acmeIn(...markets: readonly object[]) {
    const store = await fresh();
    const pipeline = pipelineOn(store);
    await pipeline.apply(acmeFile([{ ...WITHOUT, markets }]));
    return { store, ...pipeline };
  }

  const listed = async (store: TestStore) =>
    (await listMarkets(store.main, 1)).map(
      ({ id, name, active }) => `${id} ${name}${active ? '' : ' removed'}`,
    );

  const marketsOfAnswers = async (store: TestStore) =>
    (await store.main.selectFrom('answers').select('market_id').orderBy('id').execute()).map(
      (row) => row.market_id,
    );

  test('a brand without a declaration has one, without a place and a language', async () => {
    const { store } = await setUp(fresh, acmeFile([{ ...WITHOUT }]));
    assert.deepEqual(await listMarkets(store.main, 1), [
      { id: 1, name: 'default', locationCode: null, languageCode: null, active: true },
    ]);
  });

  test('have the names that a file gives, or names of their country and language', async () => {
    const { store } = await acmeIn(US, { name: 'dach', ...GERMANY }, { location_code: 21137 });
    assert.deepEqual(await listed(store), ['1 us-en', '2 dach', '3 21137']);
    assert.deepEqual((await brandDocument(store.main, 'acme')).markets, [
      { name: 'us-en', ...US },
      { name: 'dach', ...GERMANY },
      { name: '21137', location_code: 21137, language_code: null },
    ]);
  });

  test('are renamed and reordered without becoming others', async () => {
    const { store, apply, importLines } = await acmeIn(US, GERMANY);
    await importLines([line({ market: 'de-de' })]);
    const { changes } = await apply(measuredIn({ name: 'germany', ...GERMANY }, US));
    assert.deepEqual(changes, [
      { action: 'changed', kind: 'markets', name: 'acme: germany (Germany, de); us-en (United States, en)' },
    ]);
    assert.deepEqual(await listed(store), ['2 germany', '1 us-en']);
  });

  test('a removed one keeps its answers and its name, and comes back as it was', async () => {
    const { store, apply, importLines } = await acmeIn(US, GERMANY);
    await importLines([line({ market: 'de-de' })]);
    const { notices } = await apply(measuredIn(US));
    assert.match(
      notices.join(),
      /Sightline no longer asks in the market de-de \(Germany, de\); its 1 answer/,
    );
    assert.deepEqual(await listed(store), ['1 us-en', '2 de-de removed']);
    await assert.rejects(
      apply(measuredIn(US, { name: 'de-de', ...AUSTRIA })),
      /the market de-de of acme is Germany, de and keeps its 1 answers; give the new one another name\.$/,
    );
    await apply(measuredIn(US, AUSTRIA, GERMANY));
    assert.deepEqual(await listed(store), ['1 us-en', '3 at-de', '2 de-de']);
  });

  test('another country is another market as soon as the old one has answers', async () => {
    const { store, apply, importLines } = await acmeIn(US);
    await apply(acmeFile([{ ...WITHOUT, market: GERMANY }]));
    assert.deepEqual(await listed(store), ['1 de-de'], 'no answers yet');
    await importLines([line()]);
    await apply(acmeFile([{ ...WITHOUT, market: US }]));
    assert.deepEqual(await listed(store), ['2 us-en', '1 de-de removed']);
    await importLines([line()]);
    assert.deepEqual(await marketsOfAnswers(store), [1, 2]);
  });

  test('a file with one does not replace several', async () => {
    const { apply } = await acmeIn(US, GERMANY);
    await assert.rejects(
      apply(acmeFile([{ ...WITHOUT, market: US }])),
      /acme has several markets \(us-en, de-de\); declare them all with `markets`\.$/,
    );
    assert.deepEqual((await apply(acmeFile([{ ...WITHOUT }]))).changes, [], 'a file without markets');
  });

  test('each question is asked in each, with its country, and its answers belong to it', async () => {
    const { store } = await acmeIn(US, GERMANY);
    const from = stub.requests.length;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: new Clock() });
    const countries = stub.requests.slice(from).map(({ body }) => body.tools[0].user_location.country);
    assert.deepEqual(countries.sort(), ['DE', 'US']);
    const rows = await store.main
      .selectFrom('answers as a')
      .innerJoin('collections as c', (join) =>
        join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
      )
      .select(['a.market_id', 'c.market_id as collected_in', 'a.location_code'])
      .orderBy('a.market_id')
      .execute();
    const found = rows.map((row) => Object.values(row));
    assert.deepEqual(found, [
      [1, 1, 2840],
      [2, 2, 2276],
    ]);
  });

  const ONLY = { text: 'only there', markets: ['de-de'] };
  const asking = (prompts: readonly object[], ...markets: readonly object[]) =>
    acmeFile([{ ...WITHOUT, markets, prompts }]);

  test('a question is asked in its own markets, or in all', async () => {
    const { store, apply } = await acmeIn(US, GERMANY);
    await apply(asking([{ text: 'everywhere' }, ONLY], US, GERMANY));
    assert.deepEqual((await brandDocument(store.main, 'acme')).prompts, [
      { text: 'best anvils', active: false },
      'everywhere',
      ONLY,
    ]);
    await planDay(store.main, NOW);
    const jobs = await store.main
      .selectFrom('jobs as j')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'j.brand_id').onRef('p.id', '=', 'j.prompt_id'),
      )
      .select(['p.text', 'j.market_id'])
      .where('j.engine', '=', 'chatgpt')
      .orderBy('p.text')
      .orderBy('j.market_id')
      .execute();
    const found = jobs.map((row) => Object.values(row));
    assert.deepEqual(found, [
      ['everywhere', 1],
      ['everywhere', 2],
      ['only there', 2],
    ]);
    const [{ engines = [] } = {}] = await estimateDay(store.main, NOW);
    const { engine, left, perDay } = engines[0] ?? {};
    assert.deepEqual([engine, left, perDay], ['chatgpt', 3, 3], 'each of them costs');
    await apply(asking([{ text: 'everywhere' }, { ...ONLY, markets: ['us-en'] }], US, GERMANY));
    const from = stub.requests.length;
    await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: new Clock(), isPlanned: false });
    const asked = stub.requests
      .slice(from)
      .map(({ body }) => `${body.input} ${body.tools[0].user_location.country}`);
    assert.deepEqual(asked.sort(), ['everywhere DE', 'everywhere US', 'only there US'], 'not as planned');
  });

  test('refuses a question with an unknown market', async () => {
    const { apply } = await acmeIn(US, GERMANY);
    await assert.rejects(
      apply(asking([{ text: 'x', markets: ['fr'] }], US, GERMANY)),
      /there is no market fr for the question "x" of acme; it has us-en, de-de\.$/,
    );
  });

  test('a question in a removed market alone is no longer asked, instead of everywhere', async () => {
    const { store, apply } = await acmeIn(US, GERMANY, AUSTRIA);
    const both = { text: 'two', markets: ['us-en', 'de-de'] };
    await apply(asking([ONLY, both], US, GERMANY, AUSTRIA));
    const { changes } = await apply(measuredIn(US, AUSTRIA));
    const found = changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`);
    assert.deepEqual(found, [
      'changed markets acme: us-en (United States, en); at-de (Austria, de)',
      'retired prompt acme: only there',
      'changed prompt acme: two',
    ]);
    assert.deepEqual((await brandDocument(store.main, 'acme')).prompts.slice(1), [
      { text: 'only there', active: false },
      { text: 'two', markets: ['us-en'] },
    ]);
  });

  test('a document has removed ones as inactive, and restores them so in another store', async () => {
    const { store, apply, importLines } = await acmeIn(US, GERMANY);
    await importLines([line({ market: 'us-en' })]);
    await apply(measuredIn(GERMANY));
    const document = await brandDocument(store.main, 'acme');
    assert.deepEqual(document.markets, [
      { name: 'de-de', ...GERMANY },
      { name: 'us-en', ...US, active: false },
    ]);
    assert.deepEqual((await apply(acmeFile([document]))).changes, []);
    await importLines([line({ market: 'us-en' }), line({ market: 'de-de', location_code: 2840 })]);
    const copy = await fresh();
    const { apply: applyCopy, importLines: importCopy } = pipelineOn(copy);
    await applyCopy(acmeFile([document]));
    assert.deepEqual(await brandDocument(copy.main, 'acme'), document);
    for await (const lines of exportedAnswers(store.main, 'acme')) await importCopy(lines);
    const inMarkets = async (of: TestStore) => {
      const names = new Map((await listMarkets(of.main, 1)).map(({ id, name }) => [id, name]));
      return (await marketsOfAnswers(of)).map((id) => names.get(id));
    };
    assert.deepEqual(await inMarkets(copy), await inMarkets(store));
    await assert.rejects(
      apply(measuredIn({ ...GERMANY, active: false })),
      /Acme needs a market that is active\.$/,
    );
  });

  test('a plan for a market removed since is not asked', async () => {
    const { store, apply } = await acmeIn(US, GERMANY);
    const collect = async (isPlanned: boolean) => {
      const from = stub.requests.length;
      await collectOn(store, [readyAt(chatgpt, stub.baseUrl)], { clock: new Clock(), isPlanned });
      return stub.requests.slice(from).length;
    };
    await planDay(store.main, NOW);
    await apply(measuredIn(GERMANY));
    assert.equal(await collect(false), 1);
    assert.deepEqual(await marketsOfAnswers(store), [2]);
  });

  test('an imported answer belongs to the one that it names, or that has its codes', async () => {
    const { store, importLines, apply } = await acmeIn(US, GERMANY, AUSTRIA, { location_code: 2756 });
    await importLines([line({ market: 'us-en' })]);
    await apply(measuredIn(GERMANY, AUSTRIA, { location_code: 2756 }));
    const { bad_lines } = await importLines([
      line({ market: 'de-de' }),
      line({ location_code: 2276 }),
      line({ location_code: 2040, language_code: 'de' }),
      line({ location_code: 2756 }),
      line({ location_code: 2840 }),
      line({ market: 'us-en', outcome: 'error', answer: undefined }),
    ]);
    assert.equal(bad_lines, 0);
    assert.deepEqual(await marketsOfAnswers(store), [1, 2, 2, 3, 4, 1]);
  });

  test('answers with one identity stay separate by their market', async () => {
    const { store, importLines } = await acmeIn(US, GERMANY);
    const same = { collected_at: '2026-11-01T08:00:00Z' };
    const lines = [
      line({ ...same, market: 'us-en', external_id: null }),
      line({ ...same, market: 'de-de', external_id: null }),
    ];
    await importLines([...lines, ...lines]);
    assert.deepEqual(await marketsOfAnswers(store), [1, 2]);
  });

  for (const [what, says, reason] of [
    ['nothing', {}, /market is missing; the brand has us-en, de-de, at-de/],
    ['a place of none', { location_code: 2250 }, /location_code and language_code fit no market/],
    ['a language of two', { language_code: 'de' }, /fit several markets/],
    ['a name of none', { market: 'fr' }, /market "fr" does not exist; the brand has us-en, de-de, at-de/],
  ] as const) {
    test(`does not store a line of a brand with several if it says ${what}`, async () => {
      const { store, importLines } = await acmeIn(US, GERMANY, AUSTRIA);
      const reasons: string[] = [];
      await importLines([line(says)], { onBadLine: (_line, given) => reasons.push(given) });
      assert.match(reasons.join(), reason);
      assert.deepEqual(await marketsOfAnswers(store), []);
    });
  }

  test('a brand of one takes every answer, wherever it is from', async () => {
    const { store, importLines } = await acmeIn(US);
    await importLines([
      line(),
      line({ location_code: 2276 }),
      line({ location_code: 2840, language_code: 'es' }),
    ]);
    assert.deepEqual(await marketsOfAnswers(store), [1, 1, 1]);
  });
});
