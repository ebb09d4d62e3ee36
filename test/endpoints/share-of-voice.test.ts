import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { shareOfVoice } from '../../src/reports/brands/share-of-voice.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(shareOfVoice);

type Row = RowOf<typeof shareOfVoice>;

/** Acme's share of voice: `ask` returns a response's body. */
async function askingAcme(fresh: () => Promise<TestStore>) {
  const store = await fresh();
  const pipeline = pipelineOn(store);
  await pipeline.apply(acmeFile());
  const { key } = await pipeline.createKey();
  const api = reportsOn(store);
  const ask = async (query = '') => {
    const { status, body } = await api.get(`/share-of-voice${query}`, key);
    assert.equal(status, 200);
    return body as { data: Row[]; meta: { answers_left_out: number; note: string; window_days: number } };
  };
  return { ...pipeline, store, ask };
}

/** Each row's engine, brand, mentions, all mentions, share, and answers. */
const figures = (rows: readonly Row[]) =>
  rows.map((row) => [row.engine, row.brand, row.mentions, row.all_mentions, row.share, row.answers]);

onReusedStore('GET /share-of-voice', (fresh) => {
  test("200: each brand's mentions among all, by engine: you first, then by mentions and name", async () => {
    const { ask, importLines } = await askingAcme(fresh);
    await importLines([
      line({ answer: 'Acme or Bolt. Bolt is large, and Bolt is old.' }),
      line({ answer: 'Bolt' }),
      line({ answer: 'It depends.' }),
      line({ engine: 'claude', answer: 'Cargo' }),
      line({ outcome: 'error' }),
    ]);
    const { data, meta } = await ask();
    assert.deepEqual(figures(data), [
      ['chatgpt', 'Acme', 1, 5, 0.2, 3],
      ['chatgpt', 'Bolt', 4, 5, 0.8, 3],
      ['chatgpt', 'Cargo', 0, 5, 0, 3],
      ['claude', 'Acme', 0, 1, 0, 1],
      ['claude', 'Cargo', 1, 1, 1, 1],
      ['claude', 'Bolt', 0, 1, 0, 1],
    ]);
    assert.deepEqual(pluck(data, 'is_you'), [true, false, false, true, false, false]);
    assert.deepEqual([meta.window_days, meta.answers_left_out], [30, 0]);
  });

  test('200: a share is null only if no answer named any brand', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    await importLines([line(), line()]);
    const { data } = await ask('?engine=chatgpt');
    assert.deepEqual(figures(data), [
      ['chatgpt', 'Acme', 0, 0, null, 2],
      ['chatgpt', 'Bolt', 0, 0, null, 2],
      ['chatgpt', 'Cargo', 0, 0, null, 2],
    ]);
    assert.deepEqual(pluck(data, 'interval'), [null, null, null]);
  });

  test('200: an engine without answers has no share; an engine that is not asked is absent', async () => {
    const { ask } = await askingAcme(fresh);
    assert.deepEqual(figures((await ask()).data).slice(0, 1), [['chatgpt', 'Acme', 0, 0, null, 0]]);
    assert.equal((await ask('?engine=claude')).data.length, 3);
    assert.deepEqual((await ask('?engine=gemini')).data, []);
  });

  test('200: an interval comes with 5 answers, not with 5 mentions', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    const answer = 'Acme, Acme, Bolt';
    await importLines([1, 2, 3, 4].map(() => line({ answer })));
    assert.equal((await ask('?engine=chatgpt')).data[0]?.interval, null);
    await importLines([line({ answer })]);
    const [acme, bolt, cargo] = (await ask('?engine=chatgpt')).data;
    // No noise in five answers: as uncertain as five mentions would be.
    assert.deepEqual(acme?.interval, { lower: 0.2752, upper: 0.9133 });
    assert.deepEqual(bolt?.interval, { lower: 0.0867, upper: 0.7248 });
    assert.deepEqual(cargo?.interval, { lower: 0, upper: 0.4345 });
  });

  test('200: a mention whose number the import did not give is one', async () => {
    const { ask, importLines } = await askingAcme(fresh);
    const mention = (brand: string, mentioned: boolean) => ({ brand, mentioned });
    const mentions = [mention('Acme', true), mention('Bolt', false), mention('Cargo', true)];
    await importLines([line({ mentions })]);
    assert.deepEqual(figures((await ask('?engine=chatgpt')).data)[0], ['chatgpt', 'Acme', 1, 2, 0.5, 1]);
  });

  test('200: absurd numbers of mentions overflow nothing', async () => {
    const { ask, importLines, store } = await askingAcme(fresh);
    const most = 2 ** 31 - 1;
    const mentions = ['Acme', 'Bolt', 'Cargo'].map((brand) => ({ brand, mentioned: true, count: most }));
    await importLines(Array.from({ length: 8 }, () => line({ mentions })));
    assert.deepEqual(figures((await ask('?engine=chatgpt')).data)[0], [
      'chatgpt',
      'Acme',
      80_000,
      240_000,
      0.3333,
      8,
    ]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('200: omits and counts answers that did not track a current brand', async () => {
    const { apply, ask, importLines, rescan } = await askingAcme(fresh);
    // Without a text, a rescan cannot find a later competitor.
    const given = { answer: null, mentions: [{ brand: 'Acme', mentioned: true, count: 1 }] };
    await importLines([
      line({ answer: 'Acme' }),
      line(given),
      line({ ...given, engine: 'claude' }),
      line({ ...given, engine: 'claude', collected_at: iso(NOW - 40 * DAY_MS) }),
    ]);
    await apply(acmeWith({ competitors: [{ name: 'Bolt' }, { name: 'Dart' }] }));
    await rescan();
    const { data, meta } = await ask();
    assert.deepEqual(figures(data)[0], ['chatgpt', 'Acme', 1, 1, 1, 1]);
    assert.deepEqual([figures(data)[3], meta.answers_left_out], [['claude', 'Acme', 0, 0, null, 0], 2]);
    assert.equal((await ask('?engine=claude')).meta.answers_left_out, 1);
    assert.equal((await ask('?days=60')).meta.answers_left_out, 3);
  });

  test('200: a changed list of competitors counts at once, for the whole history', async () => {
    const { apply, ask, importLines, rescan, store } = await askingAcme(fresh);
    const competing = (...names: string[]) =>
      apply(acmeWith({ competitors: names.map((name) => ({ name })) }));
    const acme = async () => {
      assert.deepEqual(await findDifferences(store.main), []);
      const { data, meta } = await ask('?engine=chatgpt');
      return [...(figures(data)[0]?.slice(2) ?? []), meta.answers_left_out];
    };
    const at = (day: number) => ({ collected_at: iso(NOW - day * DAY_MS) });
    await importLines(
      Array.from({ length: 20 }, (_, day) => line({ answer: 'Acme, Bolt, Cargo, Dart, Dart', ...at(day) })),
    );
    assert.deepEqual(await acme(), [20, 60, 0.3333, 20, 0]);
    await competing('Bolt', 'Cargo', 'Dart');
    assert.deepEqual(await acme(), [0, 0, null, 0, 20]);
    await importLines([line({ answer: 'Acme' })]);
    assert.deepEqual(await acme(), [1, 1, 1, 1, 20]);
    await rescan();
    assert.deepEqual(await acme(), [21, 101, 0.2079, 21, 0]);
    await competing('Bolt', 'Dart');
    assert.deepEqual(await acme(), [21, 81, 0.2593, 21, 0]);
    await rescan();
    assert.deepEqual(await acme(), [21, 81, 0.2593, 21, 0]);
    await importLines([line({ answer: 'Acme' })]);
    await competing('Bolt', 'Dart', 'Cargo');
    assert.deepEqual(await acme(), [21, 101, 0.2079, 21, 1]);
    await rescan();
    assert.deepEqual(await acme(), [22, 102, 0.2157, 22, 0]);
  });

  test('200: a new alias also counts in answers compared with changed ones', async () => {
    const { apply, ask, importLines, rescan, store } = await askingAcme(fresh);
    const answers = Array.from({ length: 30 }, (_, index) => (index % 4 === 0 ? 'Anvil Co' : 'Acme, Bolt'));
    await importLines(answers.map((answer) => line({ answer })));
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    await rescan();
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual(figures((await ask('?engine=chatgpt')).data)[0], [
      'chatgpt',
      'Acme',
      30,
      52,
      0.5769,
      30,
    ]);
  });
});
