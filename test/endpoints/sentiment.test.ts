import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Verdict } from '../../src/domain/brand/model-reading.ts';
import { sentiment } from '../../src/reports/said/sentiment.ts';
import { storeLabel } from '../../src/storage/answers/labels.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(sentiment);

/** An answer that names Acme with this framing; null if the framing is unclear. */
const framed = (framing: string | null, more: object = {}) =>
  line({ mentions: [{ brand: 'Acme', mentioned: true, framing }], ...more });

async function rowsOf(store: TestStore, lines: readonly object[], query = '') {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/sentiment${query}`, key);
}

onReusedStore('GET /sentiment', (fresh) => {
  test('200: framing per engine and brand; the share is over the mentions with a framing', async () => {
    const { status, body } = await rowsOf(await fresh(), [
      framed('recommended'),
      framed('recommended'),
      framed('negative'),
      framed('neutral'),
      framed('neutral'),
      framed('neutral'),
      framed(null),
      line({ answer: 'nobody' }),
      framed('negative', { engine: 'claude' }),
    ]);
    assert.equal(status, 200);
    const [you, bolt] = body.data;
    assert.deepEqual(you, {
      market: 'us-en',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      brand: 'Acme',
      is_you: true,
      answers_naming_them: 7,
      classified: 6,
      recommended: 2,
      negative: 1,
      neutral: 3,
      recommended_share: 0.333,
      min_sample: 5,
      interval: { lower: 0.097, upper: 0.7 },
      range_of_questions: null,
      design_effect: null,
      corrected: null,
      questions: { asked: 1, naming: 1, branded: 0 },
    });
    assert.deepEqual(bolt, {
      market: 'us-en',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      brand: 'Bolt',
      is_you: false,
      answers_naming_them: 0,
      classified: 0,
      recommended: 0,
      negative: 0,
      neutral: 0,
      recommended_share: null,
      min_sample: 5,
      interval: null,
      range_of_questions: null,
      design_effect: null,
      corrected: null,
      questions: { asked: 0, naming: 0, branded: 0 },
    });
    const claude = body.data.find((row: { engine: string }) => row.engine === 'claude');
    assert.deepEqual([claude.negative, claude.neutral, claude.recommended_share], [1, 0, null]);
  });

  test('200: the share and its interval are null at 4 classified mentions, however many name it, and known at 5', async () => {
    const store = await fresh();
    const four = [null, null, 'neutral', 'neutral', 'neutral', 'neutral'].map((each) => framed(each));
    const { body } = await rowsOf(store, four);
    assert.deepEqual([body.data[0].answers_naming_them, body.data[0].classified], [6, 4]);
    assert.deepEqual([body.data[0].recommended_share, body.data[0].interval], [null, null]);
    await pipelineOn(store).importLines([framed('neutral')]);
    const { key } = await pipelineOn(store).createKey();
    const [you] = (await reportsOn(store).get('/sentiment', key)).body.data;
    assert.deepEqual([you.recommended_share, you.interval.lower], [0, 0]);
  });

  test("200: only the window's and the engine's answers", async () => {
    const { body } = await rowsOf(
      await fresh(),
      [
        framed('negative', { collected_at: iso(NOW - 2 * DAY_MS) }),
        framed('negative', { collected_at: iso(NOW - 2 * DAY_MS + 1) }),
        framed('negative', { engine: 'claude' }),
      ],
      '?days=2&engine=chatgpt',
    );
    assert.deepEqual([body.data.length, body.data[0].negative], [3, 1]);
  });

  /** Labels the first answers that name Acme. */
  async function label({ main }: TestStore, labels: readonly (Verdict | null)[]) {
    const named = await main.selectFrom('mentions').selectAll().where('mentioned', '=', 1).execute();
    for (const [index, given] of labels.entries()) {
      const { answer_id: answerId, tracked_id: trackedId } = named[index] ?? assert.fail('too few answers');
      const by = { sample: 'random', by: 'usr_1', at: NOW } as const;
      await storeLabel(main, 1, { answerId, trackedId, label: given, ...by });
    }
  }

  test('200: the share is corrected from 20 random labels of classified names on', async () => {
    const store = await fresh();
    const lines = Array.from({ length: 40 }, (_, at) => framed(at % 4 === 0 ? 'recommended' : 'neutral'));
    await rowsOf(store, [...lines, framed('neutral', { engine: 'claude' })]);
    // Every other recommendation is missed, and none invented.
    const truth = lines.map((_, at): Verdict => (at % 4 === 0 || at % 4 === 1 ? 'recommended' : 'neutral'));
    const { key } = await pipelineOn(store).createKey();
    const read = async (path: string) => (await reportsOn(store).get(path, key)).body;
    await label(store, [...truth.slice(0, 19), null]);
    const early = await read('/sentiment');
    assert.deepEqual([early.data[0].corrected, early.meta.calibration], [null, null]);
    await label(store, truth.slice(0, 20));
    const { data, meta } = await read('/sentiment');
    const { share, labels, interval } = data[0].corrected;
    assert.deepEqual([data[0].recommended_share, share, labels], [0.25, 0.5, 20]);
    assert.ok(interval.lower < 0.3 && interval.upper > 0.8, JSON.stringify(interval));
    const { sensitivity, specificity, languages } = meta.calibration;
    assert.deepEqual([sensitivity.present, sensitivity.responses, sensitivity.rate], [5, 10, 0.5]);
    assert.deepEqual([specificity.present, specificity.responses, specificity.rate], [10, 10, 1]);
    assert.deepEqual([languages.length, languages[0].language, languages[0].labels], [1, 'en', 20]);
    const onClaude = data.find((row: { engine: string; is_you: boolean }) => row.engine === 'claude');
    assert.equal(onClaude.corrected, null);
  });
});
