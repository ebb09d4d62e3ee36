import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from '../../src/reports/answers/answers.ts';
import { facts } from '../../src/reports/said/facts.ts';
import type { AnswersFilters } from '../../src/reports/shape/answers-filters.ts';
import { filtersOfAnswers, filtersOfDenominator } from '../../src/reports/shape/columns.ts';
import { columnNamed } from '../../src/reports/show/table-view.ts';
import { type Judgment, judge, MODEL, readBy } from '../support/judged.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeWith, HOUR_MS, iso, line, NOW, pipelineOn, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(answers, facts);

const PRO = {
  name: 'Pro price',
  type: 'price',
  values: [{ amount: 12, currency: 'USD', period: 'month' }],
  about: ['Pro'],
};
const FOUNDED = { name: 'Founded', type: 'year', values: [2012], about: ['founded', 'gegründet'] };

const RIGHT = 'Acme Pro costs $12 per month.';
const WRONG = 'Acme Pro costs $15 per month.';
const RANGE = 'Acme Pro costs $12 to $15 per month.';

/** What the model's value for a fact comes to, by the sentence that states it. */
const VERDICTS = [
  [RIGHT, 'Pro price', 'agrees'],
  [WRONG, 'Pro price', 'contradicts'],
  [RANGE, 'Pro price', 'unclear'],
  ['founded in 2012.', 'Founded', 'agrees'],
] as const satisfies readonly Stated[];

const NONE = { other_names: 0, waiting: 0, not_judged: 0, before_newest: 0 };

type Stated = readonly [sentence: string, name: string, verdict: 'agrees' | 'contradicts' | 'unclear'];

function judgmentOf(text: string, verdicts: readonly Stated[]): Judgment | undefined {
  if (!text.includes('Acme')) return undefined;
  const facts = verdicts.flatMap(([sentence, name, verdict]) =>
    text.includes(sentence) ? [{ name, verdict, sentence }] : [],
  );
  return { names: { Acme: { verdict: 'neutral' } }, facts };
}

onReusedStore('GET /facts', (fresh) => {
  async function world(facts: readonly object[]) {
    const { store, apply, importLines, rescan, key } = await setUpWithKey(fresh, acmeWith({ facts }));
    /** Lets the model read every answer for the facts declared now. */
    const read = (verdicts: readonly Stated[] = VERDICTS) =>
      judge(store.main, 1, (text) => judgmentOf(text, verdicts));
    await readBy(store.main, 1, MODEL);
    const get = async (query = '') => {
      const { status, body } = await reportsOn(store).get(`/facts${query}`, key);
      assert.equal(status, 200);
      return body;
    };
    const readLines = async (lines: readonly object[]) => {
      await importLines(lines);
      await read();
    };
    return { store, apply, importLines, readLines, read, rescan, get };
  }

  test('200: answers agree, contradict, are unclear, or silent, by engine, and the sentences that contradict', async () => {
    const { readLines, get } = await world([PRO]);
    await readLines([
      ...[RIGHT, RIGHT, RIGHT, RIGHT, RANGE, 'Acme is fine.', 'It depends.'].map((answer) =>
        line({ answer }),
      ),
      line({
        answer: `Well. ${WRONG}`,
        citations: [{ url: 'https://a.example/prices' }],
        collected_at: iso(NOW - 2 * HOUR_MS),
      }),
      line({ answer: WRONG, engine: 'claude' }),
    ]);
    const { data, meta } = await get();
    const common = { market: 'us-en', fact: 'Pro price', type: 'price', value: '12 USD per month' };
    const [chatgpt, claude] = data.facts;
    const { contradicting, ...counts } = chatgpt;
    assert.deepEqual(counts, {
      ...common,
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      responses: 8,
      naming_you: 7,
      agree: 4,
      contradict: 1,
      unclear: 1,
      silent: 1,
    });
    assert.deepEqual([contradicting.present, contradicting.responses, contradicting.rate], [1, 5, 0.2]);
    assert.deepEqual([claude.contradict, claude.contradicting.rate], [1, null]);
    assert.equal(meta.answers_left_out, 0);
    assert.deepEqual(pluck(data.contradictions, 'engine', 'sentence', 'pages'), [
      ['claude', WRONG, []],
      ['chatgpt', WRONG, ['https://a.example/prices']],
    ]);
    const { question, answer_id: id, collected_at: at } = data.contradictions[1];
    assert.deepEqual([question, at], ['best anvils', iso(NOW - 2 * HOUR_MS)]);
    assert.match(id, /^ans_/);
  });

  test('200: contradictions have a range over the questions whose answers state the fact', async () => {
    const { readLines, get } = await world([PRO]);
    const prompts = Array.from({ length: 12 }, (_, index) => `best anvils of kind ${index}`);
    await readLines(
      prompts.flatMap((prompt, index) => [
        ...[1, 2].map(() => line({ prompt, answer: index < 6 ? WRONG : RIGHT })),
        line({ prompt, answer: 'Acme is fine.' }),
      ]),
    );
    const { contradicting } = (await get()).data.facts[0];
    assert.deepEqual([contradicting.present, contradicting.responses, contradicting.rate], [12, 24, 0.5]);
    assert.deepEqual(contradicting.questions, { asked: 12, naming: 6, branded: 0 });
    const { lower, upper } = contradicting.range_of_questions;
    assert.ok(lower < contradicting.interval.lower && upper > contradicting.interval.upper);
    assert.equal(contradicting.design_effect, null);
  });

  test('200: another value is another fact; answers count again when the model has read them for it', async () => {
    const { apply, readLines, read, get } = await world([PRO]);
    await readLines(Array.from({ length: 5 }, () => line({ answer: `${WRONG} It was founded in 2012.` })));
    const now = { ...PRO, values: [{ amount: 15, currency: 'usd', period: 'month' }] };
    await apply(acmeWith({ facts: [now] }));
    const before = await get();
    assert.deepEqual([before.meta.answers_left_out, before.data.facts[0].responses], [5, 0]);
    assert.match(
      before.meta.note,
      /you: 5 that the model read before you added a fact, which count only for/,
    );
    await read([[WRONG, 'Pro price', 'agrees']]);
    const after = await get();
    assert.deepEqual([after.meta.answers_left_out, after.data.facts[0].agree], [0, 5]);
    await apply(acmeWith({ facts: [] }));
    assert.deepEqual((await get()).data, { facts: [], contradictions: [] });
  });

  test("200: a fact's readings stay while other facts come and go", async () => {
    const { store, apply, importLines, readLines, rescan, get } = await world([PRO]);
    await readLines(Array.from({ length: 5 }, () => line({ answer: WRONG })));
    await apply(acmeWith({ facts: [PRO, FOUNDED] }));
    const counts = async () => {
      const { data, meta } = await get();
      const rows = pluck(data.facts, 'fact', 'responses', 'contradict');
      return [rows, meta.answers_left_out];
    };
    const both = [
      ['Pro price', 5, 5],
      ['Founded', 0, 0],
    ];
    assert.deepEqual(await counts(), [both, 5]);
    await apply(acmeWith({ facts: [PRO] }));
    assert.deepEqual(await counts(), [[['Pro price', 5, 5]], 0]);
    await importLines([line({ answer: RIGHT })]);
    assert.deepEqual(await counts(), [[['Pro price', 5, 5]], 1]);
    assert.deepEqual((await get()).meta.left_out_by, { ...NONE, waiting: 1 });
    await judge(store.main, 1, (text) => (text === RIGHT ? { names: null } : undefined));
    assert.deepEqual((await get()).meta.left_out_by, { ...NONE, not_judged: 1 });
    await apply(acmeWith({ domain: 'acme.test', facts: [PRO] }));
    assert.deepEqual(await counts(), [[['Pro price', 0, 0]], 6]);
    await rescan();
    assert.deepEqual(await counts(), [[['Pro price', 5, 5]], 1]);
  });

  test('200: every count of a row is as many answers as its filters list', async () => {
    const { store, apply, readLines, importLines, get } = await world([PRO]);
    await readLines([
      ...[RIGHT, RIGHT, WRONG, RANGE, 'Acme is fine.', 'It depends.'].map((answer) => line({ answer })),
      line({ answer: WRONG, engine: 'claude' }),
    ]);
    await apply(acmeWith({ facts: [PRO, FOUNDED] }));
    await importLines([line({ answer: 'Acme was founded in 2012.' }), line({ answer: RIGHT })]);
    const { key } = await pipelineOn(store).createKey();
    const api = reportsOn(store);
    const listed = async (filters: AnswersFilters | null) => {
      api.clock.at += 250;
      const query = new URLSearchParams(Object.entries(filters ?? {}) as [string, string][]);
      return (await api.get(`/answers?${query}`, key)).body.data.length as number;
    };
    const { data } = await get();
    assert.equal(data.facts.length, 4);
    for (const row of data.facts) {
      for (const id of ['agree', 'contradict', 'unclear', 'silent', 'naming_you'] as const) {
        const filters = filtersOfAnswers(columnNamed(facts, 'facts', id), row);
        assert.equal(
          filters === null ? 0 : await listed(filters),
          row[id],
          `${row.fact} ${row.engine} ${id}`,
        );
      }
      const rate = columnNamed(facts, 'facts', 'contradicting');
      assert.equal(await listed(filtersOfDenominator(rate, row)), row.contradicting.responses);
    }
    for (const query of ['fact=Prize', 'verdict=agree', 'fact=', 'fact=Founded&verdict=no'])
      assert.equal((await api.get(`/answers?${query}`, key)).status, 400, query);
  });

  test('200: only the answers that the slice chooses count', async () => {
    const { readLines, get } = await world([PRO]);
    await readLines([
      line({ answer: WRONG, model: 'one' }),
      line({ answer: RIGHT, model: 'two' }),
      line({ answer: WRONG, engine: 'claude' }),
      line({ answer: WRONG, collected_at: iso(NOW - 40 * 24 * HOUR_MS) }),
    ]);
    const of = async (query: string) => {
      const { data } = await get(query);
      const [row] = data.facts;
      return [data.facts.length, row.agree, row.contradict, data.contradictions.length];
    };
    assert.deepEqual(await of(''), [2, 1, 1, 2]);
    assert.deepEqual(await of('?engine=claude'), [1, 0, 1, 1]);
    assert.deepEqual(await of('?model=two'), [1, 1, 0, 0]);
    assert.deepEqual(await of('?days=60&engine=chatgpt'), [1, 1, 2, 2]);
  });

  test('200: without a model there are no rows, and the note says how to get one', async () => {
    const { readLines, get } = await world([PRO]);
    await readLines([line({ answer: WRONG })]);
    const { data, meta } = await get('?reader=rules');
    assert.deepEqual([data, meta.reader.name], [{ facts: [], contradictions: [] }, 'rules']);
    assert.match(
      meta.note,
      /^Only a model reads this, and `reader=rules` leaves it out: without that, .* gpt-6\./,
    );
  });
});
