import assert from 'node:assert/strict';
import { test } from 'node:test';
import { competitors } from '../../src/reports/brands/competitors.ts';
import { pluck } from '../support/pluck.ts';
import { assertRefused, reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { acmeFile, acmeWith, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(competitors);

const mention = (brand: string, more: object = {}) => ({ brand, mentioned: true, ...more });

/** Acme's store with these answers, and a function that requests /competitors. */
async function asked(fresh: () => Promise<TestStore>, lines: readonly object[], file = acmeFile()) {
  const store = await fresh();
  const pipeline = pipelineOn(store);
  await pipeline.apply(file);
  const { bad_lines } = await pipeline.importLines(lines);
  assert.equal(bad_lines, 0);
  const { key } = await pipeline.createKey();
  const api = reportsOn(store);
  const get = (query = '') => api.get(`/competitors${query}`, key);
  // biome-ignore lint/suspicious/noExplicitAny: the rows are compared with what is expected
  const rowOf = async (competitor: string, query = ''): Promise<any> => {
    const { body } = await get(query);
    return body.data.find((row: { competitor: string }) => row.competitor === competitor);
  };
  return { ...pipeline, get, rowOf };
}

/** One answer for each list position of Bolt. */
const ranked = (...ranks: (number | null)[]) =>
  ranks.map((rank) => line({ mentions: [mention('Bolt', { rank })] }));

onReusedStore('GET /competitors', (fresh) => {
  test('200: one row per competitor, with its mentions, positions, and framing', async () => {
    const { get } = await asked(fresh, [
      line({ engine: 'claude', mentions: [mention('Bolt', { rank: 3, count: 4 }), mention('Acme')] }),
      line({ mentions: [mention('Bolt', { rank: 1, count: 2 })] }),
      line({ mentions: [mention('Cargo')] }),
      line({ mentions: [mention('Acme')] }),
      line({ answer: 'none', outcome: 'empty' }),
      line({ outcome: 'error' }),
      line({ outcome: 'timeout' }),
    ]);
    const { status, body } = await get();
    assert.equal(status, 200);
    assert.deepEqual(body.data, [
      {
        competitor: 'Bolt',
        domain: 'bolt.example',
        answers_naming_them: 2,
        answers_without_you: 1,
        best_list_position: 1,
        typical_list_position: 2,
        total_mentions: 6,
        engines: ['chatgpt', 'claude'],
        answers: 5,
        ranked_answers: 2,
      },
      {
        competitor: 'Cargo',
        domain: 'cargo.example',
        answers_naming_them: 1,
        answers_without_you: 1,
        best_list_position: null,
        typical_list_position: null,
        total_mentions: 1,
        engines: ['chatgpt'],
        answers: 5,
        ranked_answers: 0,
      },
    ]);
    assert.equal(body.meta.window_days, 30);
    assert.deepEqual(body.meta.window, { from: iso(NOW - 30 * DAY_MS + 1), until: iso(NOW) });
  });

  test('200: a competitor that no answer names is a row of zeros and nulls, also without any answer', async () => {
    const { rowOf } = await asked(fresh, []);
    assert.deepEqual(await rowOf('Bolt', '?quotes=1'), {
      competitor: 'Bolt',
      domain: 'bolt.example',
      answers_naming_them: 0,
      answers_without_you: 0,
      best_list_position: null,
      typical_list_position: null,
      total_mentions: 0,
      engines: [],
      answers: 0,
      ranked_answers: 0,
      quotes: [],
    });
  });

  test('200: without competitors the list is empty', async () => {
    const { get } = await asked(fresh, [line()], acmeWith({ competitors: [] }));
    assert.deepEqual((await get()).body.data, []);
  });

  test('200: a competitor without a domain has null', async () => {
    const file = acmeWith({ competitors: [{ name: 'Bolt' }] });
    assert.equal((await (await asked(fresh, [], file)).rowOf('Bolt')).domain, null);
  });

  for (const [what, ranks, median] of [
    ['one position is that position', [7], 7],
    ['two is their mean', [1, 4], 2.5],
    ['three is the middle one', [10, 1, 2], 2],
    ['four whose middle two are equal is that position', [1, 3, 3, 12], 3],
    ['positions leaves out answers without one', [2, null, null, null, 5], 3.5],
  ] as const) {
    test(`200: the median of ${what}`, async () => {
      const { rowOf } = await asked(fresh, ranked(...ranks));
      assert.equal((await rowOf('Bolt')).typical_list_position, median);
    });
  }

  test('200: mentions without a number count once, and are never fewer than the answers', async () => {
    const { rowOf } = await asked(fresh, ranked(1, null, null));
    assert.equal((await rowOf('Bolt')).total_mentions, 3);
  });

  test('200: sorted by the answers that name them, then by name', async () => {
    const competitors = ['Dart', 'Bolt', 'Cargo'].map((name) => ({ name }));
    const file = acmeWith({ competitors });
    const { get } = await asked(fresh, [line({ mentions: [mention('Dart')] })], file);
    const { body } = await get();
    assert.deepEqual(pluck(body.data, 'competitor'), ['Dart', 'Bolt', 'Cargo']);
  });

  test('200: engine narrows every figure to its answers', async () => {
    const { rowOf } = await asked(fresh, [
      line({ engine: 'claude', mentions: [mention('Bolt', { rank: 3, snippet: 'On Claude.' })] }),
      line({ mentions: [mention('Bolt', { rank: 1, snippet: 'On ChatGPT.' }), mention('Acme')] }),
    ]);
    const row = await rowOf('Bolt', '?engine=claude&quotes=1');
    assert.deepEqual(
      [row.answers, row.answers_naming_them, row.answers_without_you, row.typical_list_position, row.engines],
      [1, 1, 1, 3, ['claude']],
    );
    assert.deepEqual(pluck(row.quotes, 'snippet'), ['On Claude.']);
    assert.equal((await rowOf('Bolt', '?engine=gemini')).answers, 0);
  });

  test('200: omits a retired competitor, which returns with its history', async () => {
    const { apply, rowOf } = await asked(fresh, ranked(2));
    await apply(acmeWith({ competitors: [{ name: 'Cargo' }] }));
    assert.equal(await rowOf('Bolt'), undefined);
    await apply(acmeFile());
    assert.equal((await rowOf('Bolt')).best_list_position, 2);
  });

  test('200: a later competitor counts only the answers that tracked it, until a rescan', async () => {
    const { apply, importLines, rescan, rowOf } = await asked(fresh, [
      line({ answer: 'Acme and Dart' }),
      line({ answer: 'Dart' }),
      line({ answer: null, mentions: [mention('Acme')] }),
    ]);
    await apply(acmeWith({ competitors: [{ name: 'Dart' }] }));
    await importLines([line({ answer: 'Dart' })]);
    const figures = async () => {
      const row = await rowOf('Dart');
      return [row.answers, row.answers_naming_them, row.answers_without_you];
    };
    assert.deepEqual(await figures(), [1, 1, 1]);
    await rescan();
    assert.deepEqual(await figures(), [3, 3, 2]);
  });

  test('200: a rescan that names you in more answers leaves fewer without you', async () => {
    const { apply, rescan, rowOf } = await asked(fresh, [line({ answer: 'Bolt and Zorvex' })]);
    assert.equal((await rowOf('Bolt')).answers_without_you, 1);
    await apply(acmeWith({ aliases: ['Zorvex'] }));
    await rescan();
    const row = await rowOf('Bolt');
    assert.deepEqual([row.answers_naming_them, row.answers_without_you], [1, 0]);
  });
});

onReusedStore('GET /competitors, quotes', (fresh) => {
  test('200: are absent by default', async () => {
    const { rowOf } = await asked(fresh, [line({ mentions: [mention('Bolt', { snippet: 'Bolt.' })] })]);
    assert.ok(!('quotes' in (await rowOf('Bolt'))));
    assert.ok(!('quotes' in (await rowOf('Bolt', '?quotes=0'))));
    assert.equal((await rowOf('Bolt', '?quotes=1')).quotes.length, 1);
  });

  test('400: quotes is true or false', async () => {
    const { get } = await asked(fresh, []);
    for (const value of ['2', 'yes', '', '-1', '1&quotes=1']) {
      const response = await get(`?quotes=${value}`);
      assertRefused(response, 'invalid_parameter');
      assert.match(
        response.body.error.message,
        /^`quotes` (must be true or false, or 1 or 0|appears more than once)/,
      );
    }
  });

  test('200: the best position first, then the newest, and those without a position last', async () => {
    const at = (hours: number, rank: number | null, snippet: string | null) =>
      line({ collected_at: iso(NOW - hours * HOUR_MS), mentions: [mention('Bolt', { rank, snippet })] });
    const { rowOf } = await asked(fresh, [
      at(1, null, 'newest, without a position'),
      at(2, 4, 'at 4'),
      at(5, 2, 'older at 2'),
      at(3, 2, 'newer at 2'),
      at(4, 1, null),
    ]);
    const { quotes } = await rowOf('Bolt', '?quotes=1');
    assert.deepEqual(pluck(quotes, 'snippet', 'listRank'), [
      ['newer at 2', 2],
      ['older at 2', 2],
      ['at 4', 4],
    ]);
  });

  test('200: say where they stand, with `**` intact and an id that /answers knows', async () => {
    const snippet = '**Bolt** is *fine*.';
    const { rowOf } = await asked(fresh, [
      line({ engine: 'claude', prompt: 'best bolts', mentions: [mention('Bolt', { snippet })] }),
    ]);
    const [quote] = (await rowOf('Bolt', '?quotes=1')).quotes;
    assert.deepEqual(Object.keys(quote), ['snippet', 'engine', 'question', 'listRank', 'answerId']);
    assert.match(quote.answerId, /^ans_[0-9A-Za-z]{12}$/);
    const { answerId, ...rest } = quote;
    assert.deepEqual(rest, { snippet, engine: 'claude', question: 'best bolts', listRank: null });
  });

  test('200: come from the window alone, exact to the millisecond', async () => {
    const at = (collectedAt: number) =>
      line({
        collected_at: iso(collectedAt),
        mentions: [mention('Bolt', { rank: 1, snippet: iso(collectedAt) })],
      });
    const [from, until] = [NOW - 3 * DAY_MS, NOW - 2 * DAY_MS];
    const { rowOf } = await asked(fresh, [from, from + 1, until, until + 1].map(at));
    const { quotes, answers } = await rowOf('Bolt', `?quotes=1&days=1&until=${iso(until)}`);
    assert.deepEqual([answers, pluck(quotes, 'snippet')], [2, [iso(until), iso(from + 1)]]);
  });
});
