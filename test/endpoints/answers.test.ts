import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answers } from '../../src/reports/answers/answers.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { pluck } from '../support/pluck.ts';
import { assertRefused, type Reports, reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, iso, line, NOW, setUp, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(answers);

type Row = RowOf<typeof answers>;

/** Every page's ids, first to last. */
async function walk(api: Reports, key: string, query: string): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await api.get(`/answers?${query}${at}`, key);
    assert.equal(status, 200);
    pages.push(body.data.map((row: Row) => row.id));
    cursor = body.meta.next_cursor;
    api.clock.at += 1000;
  }
  return pages;
}

onReusedStore('GET /answers', (fresh) => {
  test('200: an answer with every field of the contract', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile(), [
      line({
        answer: '1. **Bolt**\n2. **Acme** 🚀',
        location_code: 2276,
        citations: [
          { url: 'https://www.Acme.example/a?x=1#y', title: 'Acme “A”' },
          { url: 'http://blog.acme.example:8080/' },
        ],
        mentions: [
          {
            brand: 'Bolt',
            mentioned: true,
            rank: 1,
            count: 2,
            framing: 'recommended',
            framing_signals: ['top pick'],
            snippet: '1. **Bolt**',
          },
          { brand: 'Acme', mentioned: true, rank: 2, count: 1, framing: 'neutral', framing_signals: [] },
        ],
      }),
    ]);
    const { status, body } = await reportsOn(store).get('/answers', key);
    assert.deepEqual([status, body.meta.next_cursor], [200, null]);
    const [{ id, ...answer }] = body.data;
    assert.match(id, /^ans_[0-9A-Za-z]{12}$/);
    assert.deepEqual(answer, {
      engine: 'chatgpt',
      collection_method: 'api',
      provider: 'OpenAI',
      prompt: 'best anvils',
      answer: '1. **Bolt**\n2. **Acme** 🚀',
      outcome: 'ok',
      collected_at: iso(NOW - 3_600_000),
      location_code: 2276,
      mentions: [
        {
          brand: 'Acme',
          role: 'self',
          mentioned: true,
          rank: 2,
          reader: 'rules',
          count: 1,
          framing: 'neutral',
          framing_signals: [],
          snippet: null,
        },
        {
          brand: 'Bolt',
          role: 'competitor',
          mentioned: true,
          rank: 1,
          reader: 'rules',
          count: 2,
          framing: 'recommended',
          framing_signals: ['top pick'],
          snippet: '1. **Bolt**',
        },
        {
          brand: 'Cargo',
          role: 'competitor',
          mentioned: false,
          rank: null,
          reader: 'rules',
          count: 0,
          framing: null,
          framing_signals: null,
          snippet: null,
        },
      ],
      citations: [
        { url: 'https://www.Acme.example/a?x=1#y', domain: 'acme.example', rank: 1, title: 'Acme “A”' },
        { url: 'http://blog.acme.example:8080/', domain: 'blog.acme.example', rank: 2, title: null },
      ],
    });
  });

  test('200: empty answers appear, failed collections never, and an answer the engine did not give is null', async () => {
    const { store, key } = await setUpWithKey(fresh, acmeFile(), [
      line({ answer: null }),
      line({ outcome: 'error' }),
      line({ outcome: 'timeout', answer: 'late' }),
    ]);
    const { body } = await reportsOn(store).get('/answers', key);
    assert.deepEqual([body.data.length, body.data[0].outcome, body.data[0].answer], [1, 'empty', null]);
  });

  test('200: newest first; pages join without a gap or a repeat, even between simultaneous answers', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const times = [5, 3, 3, 3, 9, 1, 3].map((age) => NOW - age * 1000);
    await importLines(times.map((at) => line({ collected_at: iso(at) })));
    const { key } = await createKey();
    const api = reportsOn(store);
    const [whole] = await walk(api, key, 'limit=200');
    assert.equal(whole?.length, 7);
    for (const limit of [1, 2, 3, 6, 7]) {
      const pages = await walk(api, key, `limit=${limit}`);
      assert.deepEqual(pages.flat(), whole, `limit ${limit}`);
      assert.equal(pages.length, Math.ceil(7 / limit), 'the last page is not empty');
    }
    const collected = pluck((await api.get('/answers', key)).body.data, 'collected_at');
    assert.deepEqual(collected, [...collected].sort().reverse());
  });

  test('200: a walk neither repeats nor skips while answers arrive before, at and after its place', async () => {
    const { store, importLines, key } = await setUpWithKey(
      fresh,
      acmeFile(),
      Array.from({ length: 40 }, (_, index) => line({ collected_at: iso(NOW - index * 1000) })),
    );
    const api = reportsOn(store);
    const there = new Set((await walk(api, key, 'limit=200')).flat());
    const seen: string[] = [];
    let cursor: string | null = '';
    for (let page = 0; cursor !== null; page += 1) {
      const at: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await api.get(`/answers?limit=7${at}`, key);
      seen.push(...body.data.map((row: Row) => row.id));
      cursor = body.meta.next_cursor;
      const last = Date.parse(body.data.at(-1).collected_at);
      const arrivals = [NOW + 500, last, last + 1, last - 500].map((when) =>
        line({ collected_at: iso(when) }),
      );
      if (page < 5) await importLines(arrivals);
    }
    assert.equal(new Set(seen).size, seen.length, 'nothing twice');
    for (const id of there) assert.ok(seen.includes(id), 'nothing skipped');
  });

  test('200: engine filters, with a cursor of any engine; a known engine without answers is an empty list', async () => {
    const { store, createKey, importLines } = await setUp(fresh);
    const engines = ['chatgpt', 'claude', 'chatgpt', 'claude', 'gemini'];
    await importLines(
      engines.map((engine, index) => line({ engine, collected_at: iso(NOW - index * 1000) })),
    );
    const { key } = await createKey();
    const api = reportsOn(store);
    const all = (await walk(api, key, 'limit=200')).flat();
    assert.deepEqual(await walk(api, key, 'engine=claude&limit=1'), [[all[1]], [all[3]]]);
    const after = await api.get(`/answers?engine=claude&cursor=${all[2]}`, key);
    assert.deepEqual(pluck(after.body.data, 'id'), [all[3]]);
    const none = await api.get('/answers?engine=mistral', key);
    assert.deepEqual(none.body.data, []);
    assert.match(
      none.body.meta.note,
      / Sightline does not ask Mistral \(API\) for this brand and has no answers from it\.$/,
    );
    const { meta } = (await api.get('/answers', key)).body;
    // Collection asks Claude; Gemini only has answers.
    for (const engine of ['claude', 'gemini']) {
      const { body } = await api.get(`/answers?engine=${engine}`, key);
      assert.equal(body.meta.note, meta.note);
    }
    for (const engine of ['bing', '', 'ChatGPT', 'chatgpt%00', "chatgpt'"]) {
      assertRefused(await api.get(`/answers?engine=${engine}`, key), 'invalid_parameter');
    }
  });

  test("400: a malformed, unknown, or empty cursor, or another brand's, is bad_cursor, never a fresh start", async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
      [line(), line({ brand: 'second' })],
    );
    const api = reportsOn(store);
    const other = (await api.get('/answers?brand=second', key)).body.data[0].id;
    const bad = [
      '',
      'x',
      '1',
      'ans_',
      'ans_00000000000',
      'ans_0000000000000',
      'ans_000000000000',
      other,
      `${other}%00`,
      "ans_'",
      '%F0%9F%98%80',
      other.toUpperCase(),
    ];
    for (const cursor of bad)
      assertRefused(await api.get(`/answers?brand=acme&cursor=${cursor}`, key), 'bad_cursor');
    const wrongLimit = await api.get(`/answers?brand=acme&cursor=${other}&limit=0`, key);
    assertRefused(wrongLimit, 'invalid_parameter');
  });

  test('400: limit from 1 to 200 and no other', async () => {
    const { store, key } = await setUpWithKey(fresh);
    const api = reportsOn(store);
    for (const limit of ['0', '201', '', '-1', '1.0', '1e2', 'all']) {
      assertRefused(await api.get(`/answers?limit=${limit}`, key), 'invalid_parameter');
    }
    assertRefused(await api.get('/answers?limit=5&limit=6', key), 'invalid_parameter');
    assertRefused(await api.get('/answers?days=7', key), 'invalid_parameter');
  });
});
