import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaps } from '../../src/reports/brands/gaps.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, HOUR_MS, iso, line, NOW, pipelineOn, saying } from '../support/world.ts';

const reportsOn = reportsAmong(gaps);

onReusedStore('GET /gaps', (fresh) => {
  async function get(lines: readonly object[], query = '', file = acmeFile()) {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(file);
    await importLines(lines);
    const { key } = await createKey();
    const api = reportsOn(store);
    const { status, body } = await api.get(`/gaps${query}`, key);
    assert.equal(status, 200);
    return { ...body, total: async (path: string) => (await api.get(path, key)).body.data.length };
  }

  /** Answers to one question an hour apart, this many with each text. */
  const answersTo = (prompt: string, texts: Readonly<Record<string, number>>, more: object = {}) =>
    Object.entries(texts)
      .flatMap(([answer, times]) => Array.from({ length: times }, () => answer))
      .map((answer, index) =>
        line({ prompt, ...saying(answer), collected_at: iso(NOW - (index + 1) * HOUR_MS), ...more }),
      );

  const LOST = answersTo('lost', { Bolt: 14, 'Acme and Bolt': 4, Acme: 1, nobody: 1 });
  const EVEN = answersTo('even', { Acme: 5, Cargo: 5 });

  test("200: each question's largest gap, with the answers that name only one brand", async () => {
    const { data, meta } = await get([...EVEN, ...LOST]);
    const [first, second] = data;
    const { gap, id: _, instead, ...counts } = first;
    assert.deepEqual(counts, {
      question: 'lost',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      competitor: 'Bolt',
      stands_out: true,
      answers: 20,
      naming_it: 18,
      naming_you: 5,
      only_it: 14,
      only_you: 1,
    });
    assert.equal(gap.points, 65);
    assert.ok(gap.lower > 30 && gap.upper < 90);
    const { interval, ...rate } = instead;
    assert.deepEqual(rate, { present: 14, responses: 15, rate: 0.933, min_sample: 5 });
    assert.ok(interval.lower > 0.6 && interval.upper < 1);
    assert.deepEqual(
      [data.length, second.question, second.competitor, second.gap.points, second.stands_out],
      [2, 'even', 'Cargo', 0, false],
    );
    assert.deepEqual([meta.judged, meta.questions, meta.questions_lost], [4, 2, 1]);
  });

  test('200: by engine over all questions, judged by itself', async () => {
    const { data, meta } = await get([...EVEN, ...LOST], '?by=engine&every=1');
    const [bolt, cargo] = data;
    const { gap, instead, ...counts } = bolt;
    assert.deepEqual(counts, {
      id: null,
      question: null,
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      competitor: 'Bolt',
      stands_out: false,
      answers: 30,
      naming_it: 18,
      naming_you: 10,
      only_it: 14,
      only_you: 6,
    });
    assert.deepEqual([gap.points, [instead.present, instead.responses]], [26.67, [14, 20]]);
    assert.deepEqual([cargo.competitor, cargo.only_it, cargo.only_you, data.length], ['Cargo', 5, 10, 2]);
    assert.deepEqual([meta.judged, meta.questions, meta.questions_lost], [2, 2, 1]);
    assert.deepEqual(pluck((await get([...EVEN, ...LOST], '?by=engine')).data, 'competitor'), ['Bolt']);
  });

  test('200: by tag, a question counts under each of its tags, and a chosen tag is alone', async () => {
    const file = acmeWith({
      prompts: [
        { text: 'lost', tags: ['one', 'both'] },
        { text: 'even', tags: ['both'] },
      ],
    });
    const rows = async (query: string) => {
      const { data } = await get([...EVEN, ...LOST], `?by=tag${query}`, file);
      return data.map((row: Row) => [row.tag, row.competitor, row.only_it, row.answers]);
    };
    assert.deepEqual(await rows(''), [
      ['one', 'Bolt', 14, 20],
      ['both', 'Bolt', 14, 30],
    ]);
    assert.deepEqual(await rows('&tag=Both&every=1'), [
      ['both', 'Bolt', 14, 30],
      ['both', 'Cargo', 5, 30],
    ]);
  });

  test('200: with every, each engine and competitor; a gap that is yours stands out and is no question lost', async () => {
    const won = answersTo('won', { Acme: 20 }, { engine: 'claude' });
    const { data, meta } = await get([...LOST, ...won], '?every=1');
    const found = data.map((row: Row) => [row.engine, row.competitor, row.gap?.points, row.stands_out]);
    assert.deepEqual(found, [
      ['chatgpt', 'Bolt', 65, true],
      ['chatgpt', 'Cargo', -25, true],
      ['claude', 'Bolt', -100, true],
      ['claude', 'Cargo', -100, true],
    ]);
    assert.equal(meta.questions_lost, 1);
    assert.deepEqual((await get([...LOST, ...won], '?engine=claude')).data.length, 1);
  });

  test('200: below five answers there is no gap, and such questions come last', async () => {
    const { data, meta } = await get([...answersTo('few', { Bolt: 4 }), ...EVEN]);
    const found = data.map((row: Row) => [row.question, row.gap === null, row.only_it]);
    assert.deepEqual(found, [
      ['even', false, 5],
      ['few', true, 4],
    ]);
    assert.equal(meta.questions_lost, 0);
  });

  test('200: a question that looks lost among many does not stand out', async () => {
    const alone = { Bolt: 6, nobody: 4 };
    const one = await get(answersTo('one', alone));
    assert.equal(one.data[0].stands_out, true);
    const others = Array.from({ length: 20 }, (_, index) =>
      answersTo(`even ${index}`, { Bolt: 3, Acme: 3, nobody: 4 }),
    );
    const many = await get([...answersTo('one', alone), ...others.flat()]);
    assert.deepEqual([many.data[0].question, many.data[0].stands_out], ['one', false]);
    assert.deepEqual(many.data[0].gap, one.data[0].gap);
  });
});

type Row = RowOf<typeof gaps>;
