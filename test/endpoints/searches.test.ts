import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { searches } from '../../src/reports/sources/searches.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(searches);

type Row = RowOf<typeof searches>;

async function seen(store: TestStore, lines: readonly object[], query = '') {
  const { apply, createKey, importLines } = pipelineOn(store);
  await apply(acmeFile());
  await importLines(lines);
  const { key } = await createKey();
  return await reportsOn(store).get(`/searches${query}`, key);
}

const shortly = (rows: readonly Row[]) =>
  rows.map(({ query, engine, answers }) => `${query}, ${engine}: ${answers}`);

onReusedStore('GET /searches', (fresh) => {
  test("200: counts answers, not searches, with these answers' prompts and domains", async () => {
    const citations = [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }];
    const { status, body } = await seen(await fresh(), [
      line({ answer: 'Acme', searches: ['Best Anvils', 'best anvils '], citations, prompt: 'anvils?' }),
      line({ answer: 'Bolt', searches: ['best anvils'], citations: [{ url: 'https://b.example/' }] }),
      line({ answer: 'Bolt', searches: ['other'], citations: [{ url: 'https://c.example/' }] }),
      line({ answer: 'Acme', searches: ['best anvils'], outcome: 'error' }),
    ]);
    assert.equal(status, 200);
    const [best, other] = body.data;
    const found = { ...best, prompts: best.prompts.map(({ id, ...rest }: { id: string }) => rest) };
    assert.deepEqual(found, {
      query: 'best anvils',
      engine: 'chatgpt',
      engine_name: 'ChatGPT (API)',
      answers: 2,
      answers_naming_you: 1,
      prompts: [
        { text: 'anvils?', answers: 1 },
        { text: 'best anvils', answers: 1 },
      ],
      prompts_total: 2,
      domains: [
        { domain: 'a.example', answers: 1 },
        { domain: 'b.example', answers: 1 },
      ],
      domains_total: 2,
    });
    assert.match(best.prompts[0].id, /^qst_[0-9a-f]{20}$/);
    assert.deepEqual([other.query, body.data.length, body.meta.limit], ['other', 2, 100]);
  });

  test("200: shows a query in the engine's last spelling in the window, trimmed", async () => {
    const at = (days: number, query: string) =>
      line({ searches: [query], collected_at: iso(NOW - days * DAY_MS) });
    const lines = [at(3, 'ANVILS'), at(1, ' Anvils '), at(2, 'anvils')];
    const { body } = await seen(await fresh(), lines, `?until=${iso(NOW - DAY_MS)}`);
    assert.deepEqual(shortly(body.data), ['Anvils, chatgpt: 3']);
  });

  test('200: never pools engines, and takes one', async () => {
    const store = await fresh();
    const { body } = await seen(store, [
      line({ searches: ['b', 'a'] }),
      line({ searches: ['b'], engine: 'claude' }),
      line({ searches: ['b'], engine: 'claude' }),
    ]);
    assert.deepEqual(shortly(body.data), ['b, claude: 2', 'a, chatgpt: 1', 'b, chatgpt: 1']);
    const { key } = await pipelineOn(store).createKey();
    const one = await reportsOn(store).get('/searches?engine=chatgpt', key);
    assert.deepEqual(shortly(one.body.data), ['a, chatgpt: 1', 'b, chatgpt: 1']);
    assert.equal(one.body.meta.answers_known, 1);
  });

  test('200: meta has the number of answers with known searches; none counts as known', async () => {
    const { body } = await seen(await fresh(), [
      line({ searches: ['a'] }),
      line({ searches: [] }),
      line({}),
      line({ engine: 'claude' }),
      line({ outcome: 'timeout' }),
      line({ searches: ['a'], collected_at: iso(NOW - 31 * DAY_MS) }),
    ]);
    assert.deepEqual([body.meta.answers_known, body.meta.answers_unknown], [2, 2]);
    assert.match(body.meta.note, /known for 2 of 4 answers/);
  });

  test('200: at most 100 rows; of those with equally many answers, the first by text', async () => {
    const queries = Array.from({ length: 120 }, (_, index) => `query ${String(index).padStart(3, '0')}`);
    const { body } = await seen(await fresh(), [
      line({ searches: queries.toReversed() }),
      line({ searches: ['query 119', 'query 118'] }),
    ]);
    const shown = body.data.map((row: Row) => row.query);
    assert.deepEqual(shown, ['query 118', 'query 119', ...queries.slice(0, 98)]);
  });

  test('200: prompts and domains come from the newest 20 answers, five of each', async () => {
    const lines = Array.from({ length: 27 }, (_, index) =>
      line({
        searches: ['a'],
        prompt: `prompt ${index}`,
        collected_at: iso(NOW - index * HOUR_MS),
        citations: [{ url: `https://s${index}.example/` }, { url: 'https://every.example/' }],
      }),
    );
    const { body } = await seen(await fresh(), lines);
    const [row] = body.data;
    assert.deepEqual([row.answers, row.prompts_total, row.domains_total], [27, 20, 21]);
    assert.deepEqual([row.prompts.length, row.domains[0]], [5, { domain: 'every.example', answers: 20 }]);
    assert.equal(row.domains.length, 5);
  });
});
