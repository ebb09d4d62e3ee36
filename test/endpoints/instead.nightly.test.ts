import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiOn } from '../support/api.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

onEveryStore('GET /instead', (fresh) => {
  async function get(lines: readonly object[], query = '') {
    const store: TestStore = await fresh();
    const { apply, importLines, createKey } = pipelineOn(store);
    await apply(acmeFile());
    await importLines(lines);
    const { key } = await createKey();
    const { status, body } = await apiOn(store).get(`/instead${query}`, key);
    assert.equal(status, 200);
    return body.data;
  }

  /** Ten answers an hour apart to each of six questions; they cycle through these sets of names. */
  const answersNaming = (...sets: readonly string[]) =>
    Array.from({ length: 60 }, (_, index) =>
      line({
        prompt: `anvils ${index % 6}`,
        answer: sets[Math.floor(index / 6) % sets.length],
        collected_at: iso(NOW - (72 - index) * HOUR_MS),
      }),
    );

  test('200: competitors in your place, and beside you, within questions and weeks', async () => {
    const { competitors } = await get(answersNaming('Acme and Cargo', 'Bolt'));
    const counts = {
      questions: 6,
      answers_without_you: 30,
      answers_with_you: 30,
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
    };
    const found = competitors.map(({ difference, ...row }: { difference: { points: number } }) => ({
      ...row,
      points: difference.points,
    }));
    assert.deepEqual(found, [
      { ...counts, competitor: 'Bolt', points: 100, named_without_you: 30, named_with_you: 0 },
      { ...counts, competitor: 'Cargo', points: -100, named_without_you: 0, named_with_you: 30 },
    ]);
    assert.ok(competitors[0].difference.lower > 80 && competitors[0].difference.lower < 100);
  });

  test('200: a question that always or never names you adds no information', async () => {
    const { competitors } = await get([
      ...Array.from({ length: 60 }, (_, index) => line({ prompt: `always ${index % 6}`, answer: 'Acme' })),
      ...Array.from({ length: 60 }, (_, index) => line({ prompt: `never ${index % 6}`, answer: 'Bolt' })),
    ]);
    assert.deepEqual(
      competitors.map((row: Record<string, unknown>) => [row.competitor, row.difference, row.questions]),
      [
        ['Bolt', null, 0],
        ['Cargo', null, 0],
      ],
    );
  });

  test('200: how alike the brands in two answers in a row are; those that name nobody are apart', async () => {
    const [stable] = (await get(answersNaming('Acme and Bolt'))).engines;
    assert.deepEqual([stable.similarity, stable.pairs, stable.questions], [1, 54, 6]);
    const [half] = (await get(answersNaming('Acme and Bolt', 'Bolt'))).engines;
    assert.deepEqual([half.similarity, half.pairs_naming_nobody], [0.5, 0]);
    const [none] = (await get(answersNaming('nobody'))).engines;
    assert.deepEqual(
      [none.similarity, none.interval, none.pairs, none.pairs_naming_nobody],
      [null, null, 0, 54],
    );
  });

  test('200: each engine by itself, and only the chosen one', async () => {
    const both = [
      ...answersNaming('Acme'),
      ...answersNaming('Bolt').map((each) => ({ ...each, engine: 'claude' })),
    ];
    const all = await get(both);
    assert.deepEqual(
      all.engines.map(({ engine }: { engine: string }) => engine),
      ['chatgpt', 'claude'],
    );
    const { engines, competitors } = await get(both, '?engine=claude');
    assert.deepEqual([engines.length, competitors.length, competitors[0].engine], [1, 2, 'claude']);
  });
});
