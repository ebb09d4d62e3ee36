import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { MAX_ANSWER_CHARACTERS } from '../../src/domain/answers/answer-reading.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { EXTRACTOR, readingKey } from '../../src/extract/reading-key.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { importAnswers } from '../../src/pipeline/intake/ingest.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf, countsOf, sourcesOf, visibilityOf } from '../support/tables.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  bytesOf,
  Clock,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

type Lines = readonly (object | string)[];

/** Imports into Acme and returns each bad line as "number: reason". */
async function importInto(store: Store, lines: Lines | Uint8Array[], strict = false) {
  const bad: string[] = [];
  const chunks = lines[0] instanceof Uint8Array ? Readable.from(lines) : bytesOf(lines as Lines);
  const deps = { db: store.main, now: new Clock().now, random };
  const onBadLine = (number: number, reason: string) => bad.push(`${number}: ${reason}`);
  const summary = await importAnswers(deps, chunks as AsyncIterable<Uint8Array>, { strict, onBadLine });
  return { summary, bad };
}

async function acmeStore(fresh: () => Promise<Store>, brands: object[] = [ACME_BRAND]): Promise<Store> {
  const { store } = await setUp(fresh, acmeFile(brands));
  return store;
}

/** A line that says whom it names, so that nobody has to read many of them. */
const naming = (brand: string, fields: object = {}) =>
  line({ mentions: [{ brand, mentioned: true }], ...fields });

/** Each tracked brand's mention in the only answer. */
async function mentionsOf(store: Store) {
  const rows = await store.main
    .selectFrom('mentions as m')
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'm.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select([
      't.name',
      'm.mentioned',
      'm.rank',
      'm.count',
      'm.framing',
      'm.framing_signals',
      'm.snippet',
      'm.cited',
    ])
    .orderBy('t.id')
    .execute();
  return rows.map((row) => ({ ...row }));
}

async function answersOf(store: Store): Promise<Record<string, unknown>[]> {
  const { answers } = await contentsOf(store.main);
  return answers.sort((a, b) => Number(a.id) - Number(b.id));
}

const SUMMARY = {
  lines: 0,
  answers: 0,
  failed_collections: 0,
  already_stored: 0,
  bad_lines: 0,
  blank_searches: 0,
};

onReusedStore('import, bad lines', (fresh) => {
  test('are reported with number and reason while the others are stored', async () => {
    const store = await acmeStore(fresh);
    const { summary, bad } = await importInto(store, [
      line(),
      'not JSON',
      line({ engine: 'gpt' }),
      line(),
      line({ brand: 'nobody' }),
      line({ mentions: [{ brand: 'Nobody', mentioned: true }] }),
      line({ citations: [{ url: 'acme.example' }] }),
      line({ collected_at: '2026-02-30T00:00:00Z' }),
      line(),
    ]);
    assert.deepEqual(summary, { ...SUMMARY, lines: 9, answers: 3, bad_lines: 6 });
    const found = bad.map((each) => each.replace(/"chatgpt".*/, '…'));
    assert.deepEqual(found, [
      '2: is not valid JSON',
      '3: engine must be one of …',
      '5: brand "nobody" does not exist; apply it first',
      '6: mentions name "Nobody", which the brand does not track',
      '7: citations[0].url is not an http or https URL',
      '8: collected_at must be an ISO 8601 time from 1970 on, with a time zone, such as 2026-11-20T08:00:00Z',
    ]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('with a misspelled brand, or its name for its id, suggest the right one', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply(acmeFile([{ id: 'orbit-1', name: 'Orbit', domain: 'orbit.example' }]));
    const { bad } = await importInto(store, [line({ brand: 'acmee' }), line({ brand: 'orbit' })]);
    assert.deepEqual(bad, [
      '1: brand "acmee" does not exist; did you mean "acme"?',
      '2: brand "orbit" does not exist; did you mean "orbit-1"?',
    ]);
  });

  test('leave no trace', async () => {
    const store = await acmeStore(fresh);
    const before = await contentsOf(store.main);
    await importInto(store, [line({ prompt: 'new', citations: [{ url: 'https://a.b/' }, { url: 'x' }] })]);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('stop a strict import and keep earlier lines', async () => {
    const store = await acmeStore(fresh);
    await assert.rejects(importInto(store, [line(), line(), 'x', line()], true), (error) => {
      assert.ok(error instanceof SightlineError);
      assert.deepEqual(
        [error.code, error.message],
        ['bad_line', 'Line 3: is not valid JSON. Earlier lines are stored.'],
      );
      return true;
    });
    assert.equal((await answersOf(store)).length, 2);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('do not stop a strict import that has none', async () => {
    const store = await acmeStore(fresh);
    assert.equal((await importInto(store, [line(), line()], true)).summary.answers, 2);
  });

  test('for a deleted brand are like those for an unknown brand', async () => {
    const store = await acmeStore(fresh);
    await removeBrand(store.main, 'acme', NOW);
    const { bad } = await importInto(store, [line()]);
    assert.deepEqual(bad, ['1: brand "acme" does not exist; apply it first']);
  });

  test('name a retired competitor', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply(acmeWith({ competitors: [] }));
    const { bad } = await importInto(store, [line({ mentions: [{ brand: 'Bolt', mentioned: true }] })]);
    assert.deepEqual(bad, ['1: mentions name "Bolt", which the brand does not track']);
  });

  test('of the future begin a millisecond after a minute ahead', async () => {
    const store = await acmeStore(fresh);
    const { summary, bad } = await importInto(store, [
      line({ collected_at: iso(NOW + 60_000) }),
      line({ collected_at: iso(NOW + 60_001) }),
    ]);
    assert.deepEqual([summary.answers, bad], [1, ['2: collected_at is in the future']]);
  });

  test('that are not UTF-8 or longer than 16 MiB do not take the next ones with them', async () => {
    const store = await acmeStore(fresh);
    const good = () => Buffer.from(`${JSON.stringify(line())}\n`);
    const { summary, bad } = await importInto(store, [
      good(),
      Buffer.from([0xff, 10]),
      Buffer.alloc(9 * 1024 * 1024, 'x'),
      Buffer.alloc(9 * 1024 * 1024, 'x'),
      Buffer.from('\n'),
      good(),
    ]);
    assert.deepEqual(summary, { ...SUMMARY, lines: 4, answers: 2, bad_lines: 2 });
    assert.deepEqual(bad, ['2: is not valid UTF-8', '3: is longer than 16 MiB']);
  });

  test("count the file's blank lines", async () => {
    const store = await acmeStore(fresh);
    const { summary, bad } = await importInto(store, ['', '  ', line(), '\r', 'x']);
    assert.deepEqual([bad, summary.lines], [['5: is not valid JSON'], 2]);
  });
});

onReusedStore('import, files', (fresh) => {
  test('a byte order mark, CRLF and a missing final line end make no difference', async () => {
    const store = await acmeStore(fresh);
    const text = `\uFEFF${JSON.stringify(line())}\r\n\r\n${JSON.stringify(line())}`;
    const { summary } = await importInto(store, [Buffer.from(text)]);
    assert.deepEqual(summary, { ...SUMMARY, lines: 2, answers: 2 });
  });

  test('an empty file stores nothing', async () => {
    const store = await acmeStore(fresh);
    assert.deepEqual((await importInto(store, [Buffer.from('')])).summary, SUMMARY);
  });

  test('importing a file again stores nothing more', async () => {
    const store = await acmeStore(fresh);
    const lines = [
      line({ answer: 'Acme', citations: [{ url: 'https://acme.example/' }] }),
      line({ outcome: 'error' }),
      line({ external_id: undefined }),
      line({ prompt: 'unknown' }),
    ];
    await importInto(store, lines);
    const before = await contentsOf(store.main);
    const { summary } = await importInto(store, lines);
    assert.deepEqual(summary, { ...SUMMARY, lines: 4, already_stored: 4 });
    // Only the brand's version advances; it uses no ids.
    const after = await contentsOf(store.main);
    const withoutVersion = (each: typeof after) => each.brand_state.map((row) => ({ ...row, version: 0 }));
    assert.deepEqual(withoutVersion(after), withoutVersion(before));
    assert.deepEqual({ ...after, brand_state: [] }, { ...before, brand_state: [] });
  });

  test('drops and counts blank searches, and stores the line with the others', async () => {
    const store = await acmeStore(fresh);
    const lines = [
      line({ searches: ['best anvils', '', ' \n'] }),
      line({ searches: [''], answer: null, engine: 'sky' }),
    ];
    const { summary } = await importInto(store, lines);
    assert.deepEqual(summary, { ...SUMMARY, lines: 2, answers: 1, bad_lines: 1, blank_searches: 2 });
    const stored = await store.main.selectFrom('searches').select(['query', 'position']).execute();
    assert.deepEqual(pluck(stored, 'query', 'position'), [['best anvils', 1]]);
  });

  test('stores the first of two lines with one external_id', async () => {
    const store = await acmeStore(fresh);
    const lines = [line({ external_id: 'x', answer: 'one' }), line({ external_id: 'x', answer: 'two' })];
    const { summary } = await importInto(store, lines);
    assert.deepEqual(summary, { ...SUMMARY, lines: 2, answers: 1, already_stored: 1 });
    assert.equal((await answersOf(store))[0]?.text, 'one');
  });

  test('one external_id on two engines is two answers', async () => {
    const store = await acmeStore(fresh);
    const lines = [line({ external_id: 'x' }), line({ external_id: 'x', engine: 'claude' })];
    assert.equal((await importInto(store, lines)).summary.answers, 2);
  });

  test('one external_id in two brands is two answers', async () => {
    const store = await acmeStore(fresh, [ACME_BRAND, { id: 'other', name: 'Other' }]);
    const lines = [line({ external_id: 'x' }), line({ external_id: 'x', brand: 'other' })];
    assert.equal((await importInto(store, lines)).summary.answers, 2);
  });

  test('without external_id, engine, prompt, and time identify an answer', async () => {
    const store = await acmeStore(fresh);
    const own = { external_id: undefined };
    const { summary } = await importInto(store, [
      line(own),
      line({ ...own, answer: 'told again' }),
      line({ ...own, engine: 'claude' }),
      line({ ...own, prompt: 'other' }),
      line({ ...own, collected_at: iso(NOW - HOUR_MS + 1) }),
    ]);
    assert.deepEqual(summary, { ...SUMMARY, lines: 5, answers: 4, already_stored: 1 });
  });

  test('counts a file across several batches like one', async () => {
    const store = await acmeStore(fresh);
    const lines = Array.from({ length: 450 }, () => naming('Acme'));
    const { summary } = await importInto(store, [...lines, ...lines.slice(190, 210)]);
    assert.deepEqual(summary, { ...SUMMARY, lines: 470, answers: 450, already_stored: 20 });
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('lines of two brands may take turns', async () => {
    const store = await acmeStore(fresh, [
      ACME_BRAND,
      { id: 'other', name: 'Other', domain: 'other.example' },
    ]);
    const lines = Array.from({ length: 420 }, (_, index) =>
      index % 2 === 0 ? naming('Acme') : naming('Other', { brand: 'other' }),
    );
    assert.equal((await importInto(store, lines)).summary.answers, 420);
    const present = await Promise.all([1, 2].map((id) => visibilityOf(store.main, id)));
    const found = present.map((rows) => rows.reduce((sum, row) => sum + row.present, 0));
    assert.deepEqual(found, [210, 210]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('a truncated file leaves whole batches, and the import can be finished', async () => {
    const store = await acmeStore(fresh);
    const lines = Array.from({ length: 450 }, () => naming('Acme', { prompt: 'new' }));
    const { importLines } = pipelineOn(store);
    async function* broken() {
      for (const each of lines.slice(0, 430)) yield Buffer.from(`${JSON.stringify(each)}\n`);
      throw new Error('the disk is gone');
    }
    const deps = { db: store.main, now: new Clock().now, random };
    await assert.rejects(importAnswers(deps, broken()), /the disk is gone/);
    assert.equal((await answersOf(store)).length, 400);
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual(await importLines(lines), { ...SUMMARY, lines: 450, answers: 50, already_stored: 400 });
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('a batch that fails halfway stores nothing', async () => {
    const store = await acmeStore(fresh);
    const before = await contentsOf(store.main);
    let ids = 0;
    // The hundredth answer gets the first one's id, which the store refuses.
    const repeating = (size: number) => new Uint8Array(size).fill(ids++ % 99);
    const lines = Array.from({ length: 150 }, () => naming('Acme', { prompt: 'new' }));
    const deps = { db: store.main, now: new Clock().now, random: repeating };
    await assert.rejects(importAnswers(deps, bytesOf(lines)), /unique/i);
    assert.deepEqual(await contentsOf(store.main), before);
  });

  test('a batch that fails while the next lines are read is the last, and keeps earlier ones', async () => {
    const store = await acmeStore(fresh);
    let ids = 0;
    // The 301st answer gets the first one's id.
    const repeating = (size: number) => Buffer.alloc(size).fill(String(ids++ % 300).padStart(size, '0'));
    const lines = Array.from({ length: 450 }, () => naming('Acme'));
    const deps = { db: store.main, now: new Clock().now, random: repeating };
    await assert.rejects(importAnswers(deps, bytesOf(lines)), /unique/i);
    assert.equal((await answersOf(store)).length, 200);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});

onReusedStore('import, collections', (fresh) => {
  for (const outcome of ['error', 'timeout'] as const) {
    test(`an ${outcome} is a failed collection and changes no count`, async () => {
      const store = await acmeStore(fresh);
      await importInto(store, [line({ answer: 'Acme', citations: [{ url: 'https://a.b/' }] })]);
      const before = await countsOf(store.main);
      const { summary } = await importInto(store, [
        line({ outcome, answer: 'Acme', citations: [{ url: 'https://a.b/' }] }),
      ]);
      assert.deepEqual(summary, { ...SUMMARY, lines: 1, failed_collections: 1 });
      assert.deepEqual(await countsOf(store.main), before);
      assert.equal((await answersOf(store)).length, 1);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }

  for (const [what, fields, outcome] of [
    ['an answer that names nobody is empty', { answer: 'It depends.' }, 'empty'],
    ['an answer of null is empty', { answer: null }, 'empty'],
    ['a line without an answer is empty', { answer: undefined }, 'empty'],
    ['an answer that names the brand is ok', { answer: 'Acme' }, 'ok'],
    ['an answer that names a competitor alone is ok', { answer: 'Bolt' }, 'ok'],
    ['mentions that name somebody make it ok', { mentions: [{ brand: 'Bolt', mentioned: true }] }, 'ok'],
    ['mentions that name nobody make it empty', { answer: 'Acme', mentions: [] }, 'empty'],
    ['a stated ok stands', { outcome: 'ok', answer: 'It depends.' }, 'ok'],
    ['a stated empty stands', { outcome: 'empty', answer: 'Acme' }, 'empty'],
  ] as const) {
    test(`outcome: ${what}`, async () => {
      const store = await acmeStore(fresh);
      await importInto(store, [line(fields)]);
      assert.equal((await answersOf(store))[0]?.outcome, outcome);
      assert.deepEqual(await findDifferences(store.main), []);
    });
  }

  for (const [what, fields, stated] of [
    ['no outcome', {}, 0],
    ['an outcome', { outcome: 'empty' }, 1],
    ['an outcome that would have been derived', { outcome: 'ok', answer: 'Acme' }, 1],
    ['mentions and no outcome', { mentions: [] }, 0],
  ] as const) {
    test(`a line with ${what} ${stated ? 'states it' : 'leaves it to be derived'}`, async () => {
      const store = await acmeStore(fresh);
      await importInto(store, [line(fields)]);
      assert.equal((await answersOf(store))[0]?.outcome_stated, stated);
    });
  }

  for (const [what, fields, reader] of [
    ['a text is read by the extractor', { answer: 'Acme' }, EXTRACTOR],
    ['no text is too', { answer: null }, EXTRACTOR],
    ['given mentions are not', { answer: 'Acme', mentions: [] }, 'import'],
  ] as const) {
    test(`${what}, and the brands it was read with are stored`, async () => {
      const store = await acmeStore(fresh);
      await importInto(store, [line(fields)]);
      const [answer] = await answersOf(store);
      const { id } = await store.main.selectFrom('brands').select('id').executeTakeFirstOrThrow();
      const reading = readingKey(await listTracked(store.main, id));
      assert.deepEqual([answer?.reader, answer?.reading], [reader, reading]);
    });
  }

  test('an answer declared empty names nobody, with any text', async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ outcome: 'empty', answer: 'Acme and Bolt' })]);
    assert.deepEqual(pluck(await mentionsOf(store), 'mentioned'), [0, 0, 0]);
  });

  test('counts positions and framing only if given', async () => {
    const store = await acmeStore(fresh);
    const acme = (fields: object) => line({ mentions: [{ brand: 'Acme', mentioned: true, ...fields }] });
    await importInto(store, [
      acme({ rank: 2, framing: 'recommended' }),
      acme({ rank: 5, framing: 'negative' }),
      acme({ framing: 'neutral' }),
      acme({}),
      line(),
    ]);
    const [row] = await visibilityOf(store.main, 1);
    assert.deepEqual(row, {
      engine: 'chatgpt',
      trackedId: row?.trackedId,
      responses: 5,
      present: 4,
      cited: 0,
      ranked: 2,
      rankSum: 7,
      classified: 3,
      recommended: 1,
      negative: 1,
    });
  });

  test('counts an empty answer in the denominator', async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ answer: 'Acme' }), line()]);
    const [row] = await visibilityOf(store.main, 1);
    assert.deepEqual([row?.responses, row?.present], [2, 1]);
  });

  test('stores given mentions unchanged, and missing brands are absent', async () => {
    const store = await acmeStore(fresh);
    const given = {
      brand: 'Acme',
      mentioned: true,
      rank: 2,
      count: 3,
      framing: 'recommended',
      framing_signals: ['top pick'],
      snippet: 'Acme is a top pick.',
    };
    await importInto(store, [line({ answer: 'Bolt, and Bolt again', mentions: [given] })]);
    const absent = {
      mentioned: 0,
      rank: null,
      count: 0,
      framing: null,
      framing_signals: null,
      snippet: null,
      cited: 0,
    };
    assert.deepEqual(await mentionsOf(store), [
      {
        name: 'Acme',
        mentioned: 1,
        rank: 2,
        count: 3,
        framing: 'recommended',
        framing_signals: '["top pick"]',
        snippet: 'Acme is a top pick.',
        cited: 0,
      },
      { name: 'Bolt', ...absent },
      { name: 'Cargo', ...absent },
    ]);
  });

  test('without mentions, searches names and aliases between word boundaries', async () => {
    const store = await acmeStore(fresh, [{ ...ACME_BRAND, aliases: ['Anvil Co'] }]);
    await importInto(store, [line({ answer: 'ACME, Anvil Co and Bolts' })]);
    assert.deepEqual(pluck(await mentionsOf(store), 'name', 'mentioned', 'count'), [
      ['Acme', 1, 2],
      ['Bolt', 0, 0],
      ['Cargo', 0, 0],
    ]);
  });

  test('an unknown prompt becomes an inactive one', async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ prompt: 'new' }), line({ prompt: 'new' }), line()]);
    const { prompts } = await contentsOf(store.main);
    assert.deepEqual(
      prompts.map((row) => [row.text, row.active]).sort(),
      [
        ['best anvils', 1],
        ['new', 0],
      ].sort(),
    );
  });

  test('stores a prompt longer than an index takes whole', async () => {
    const store = await acmeStore(fresh);
    const prompt = 'ä'.repeat(10_000);
    await importInto(store, [line({ prompt }), line({ prompt })]);
    const { prompts } = await contentsOf(store.main);
    assert.equal(prompts.filter((row) => row.text === prompt).length, 1);
  });

  test('stores NUL and lone surrogates as U+FFFD', async () => {
    const store = await acmeStore(fresh);
    const { summary } = await importInto(store, [
      line({
        prompt: 'p\u0000',
        answer: 'a\u0000\ud800',
        external_id: 'x\u0000\udc00',
        citations: [{ url: 'https://a.example/\u0000', title: 't\ud800' }],
        mentions: [{ brand: 'Acme', mentioned: true, framing_signals: ['s\u0000'], snippet: '\udc00' }],
      }),
    ]);
    assert.equal(summary.answers, 1);
    const { answers, prompts, citations } = await contentsOf(store.main);
    assert.equal(answers[0]?.text, 'a\uFFFD\uFFFD');
    assert.ok(prompts.some((row) => row.text === 'p\uFFFD'));
    assert.equal(citations[0]?.title, 't\uFFFD');
    assert.equal((await mentionsOf(store))[0]?.framing_signals, '["s\uFFFD"]');
  });

  test('stores an answer with 1,000,000 characters whole; a longer one is a bad line', async () => {
    const store = await acmeStore(fresh);
    const answer = 'x'.repeat(MAX_ANSWER_CHARACTERS);
    const { summary, bad } = await importInto(store, [
      line({ answer, mentions: [] }),
      line({ answer: `${answer}x`, mentions: [] }),
    ]);
    assert.deepEqual([summary.answers, bad], [1, ['2: answer must not have more than 1000000 characters']]);
    assert.equal(String((await answersOf(store))[0]?.text).length, answer.length);
  });
});

onReusedStore('import, citations', (fresh) => {
  test('normalizes hosts and counts them once per answer', async () => {
    const store = await acmeStore(fresh);
    const citations = [
      'https://www.Example.org/a',
      'http://example.org:8080/b',
      'https://blog.example.org/',
    ].map((url) => ({ url }));
    await importInto(store, [line({ citations })]);
    const rows = await store.main
      .selectFrom('citations')
      .select(['position', 'host', 'first_of_host'])
      .orderBy('position')
      .execute();
    assert.deepEqual(pluck(rows, 'position', 'host', 'first_of_host'), [
      [1, 'example.org', 1],
      [2, 'example.org', 0],
      [3, 'blog.example.org', 1],
    ]);
  });

  test('stores a repeated page once, and later ones keep their positions', async () => {
    const store = await acmeStore(fresh);
    const citations = ['https://a.example/', 'http://www.a.example/?utm_source=x', 'https://b.example/'].map(
      (url) => ({ url }),
    );
    await importInto(store, [line({ citations })]);
    const rows = await store.main
      .selectFrom('citations')
      .select(['position', 'url', 'host'])
      .orderBy('position')
      .execute();
    assert.deepEqual(pluck(rows, 'position', 'url', 'host'), [
      [1, 'https://a.example/', 'a.example'],
      [3, 'https://b.example/', 'b.example'],
    ]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  for (const [what, url, cited] of [
    ["the brand's own domain", 'https://acme.example/a', 1],
    ['a subdomain of it', 'https://shop.acme.example/', 1],
    ['a further domain', 'https://www.acme.net/', 1],
    ['a domain that only ends like it', 'https://notacme.example/', 0],
    ['another site that names it in the path', 'https://example.org/acme.example', 0],
    ["a competitor's domain", 'https://bolt.example/', 0],
    ['a redirect to its domain', 'https://www.google.com/url?q=https://acme.example/a', 1],
    ['a redirect from its domain', 'https://acme.example/url?q=https://example.org/', 1],
  ] as const) {
    test(`${what} ${cited ? 'cites' : 'does not cite'} the brand`, async () => {
      const store = await acmeStore(fresh, [{ ...ACME_BRAND, domains: ['acme.net'] }]);
      await importInto(store, [line({ citations: [{ url }] })]);
      assert.equal((await mentionsOf(store))[0]?.cited, cited);
    });
  }

  test('citing a brand is not naming it', async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ citations: [{ url: 'https://acme.example/' }] })]);
    assert.deepEqual(await sourcesOf(store.main, 1), [
      { host: 'acme.example', answers: 1, named: 0, gaps: 0 },
    ]);
  });

  test('naming a competitor is not naming the brand', async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ answer: 'Bolt', citations: [{ url: 'https://example.org/' }] })]);
    assert.deepEqual(await sourcesOf(store.main, 1), [
      { host: 'example.org', answers: 1, named: 0, gaps: 1 },
    ]);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test("does not count a failed collection's citation", async () => {
    const store = await acmeStore(fresh);
    await importInto(store, [line({ outcome: 'error', citations: [{ url: 'https://a.b/' }] })]);
    assert.deepEqual((await contentsOf(store.main)).citations, []);
  });
});
