import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import {
  filesStanding,
  givenDaysOf,
  readGivenFile,
  recognized,
  storeGivenFile,
} from '../../src/pipeline/traffic/given-files.ts';
import { givenFilesOf } from '../../src/pipeline/traffic/log-files.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { crawlLine } from '../support/logs.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn } from '../support/world.ts';
import { zipOf } from '../support/zip.ts';

const ACME = { id: 1, publicId: 'acme', organizationId: 1 };
const PAGES = 'Page,Citations\nhttps://acme.example/a,3\nhttps://acme.example/b,\n';
const streamOf = (...pieces: (string | Buffer)[]) => Readable.from(pieces.map((each) => Buffer.from(each)));

async function acme(fresh: () => Promise<TestStore>) {
  const store = await fresh();
  await pipelineOn(store).apply(acmeFile([ACME_BRAND]));
  const deps = { db: store.main, now: () => NOW };
  const give = async (text: string | Buffer, [from, until]: readonly string[] = [], name = 'a.csv') => {
    const words = { kind: null, mapping: [], days: givenDaysOf(from, until) };
    const file = await readGivenFile(deps, 'acme', streamOf(text), words);
    return await storeGivenFile(deps, ACME, { name, by: 'Ana', actor: 'usr_ana', file });
  };
  const figures = async () => {
    const rows = await store.main
      .selectFrom('given_figures')
      .select(['file_id', 'day', 'page', 'label', 'figures'])
      .orderBy('file_id')
      .orderBy('position')
      .execute();
    return rows.map(({ file_id, day, page, label, figures: text }) =>
      [file_id, day, page, label, text].filter((each) => each !== null).join(' '),
    );
  };
  return { store, give, figures };
}

onReusedStore('a file with figures', (fresh) => {
  test('keeps what it says, and nothing for an empty cell', async () => {
    const { store, give, figures } = await acme(fresh);
    const file = await give(PAGES, ['2026-11-01', '2026-11-15']);
    assert.partialDeepStrictEqual(file, { kind: 'bing_pages', givenBy: 'Ana', lines: 2, counted: 2 });
    assert.match(file.digest, /^[0-9a-f]{64}$/);
    assert.deepEqual(await figures(), [
      `${file.id} acme.example/a {"citations":3}`,
      `${file.id} acme.example/b {}`,
    ]);
    const audit = await store.main.selectFrom('audit_log').select(['action', 'detail']).execute();
    assert.ok(
      audit.some(({ action, detail }) => action === 'brand.figures' && detail === 'a.csv (bing_pages)'),
    );
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('of days replaces those days alone', async () => {
    const { give, figures } = await acme(fresh);
    const one = await give('Date,Citations\n2026-11-01,1\n2026-11-02,2\n2026-11-03,3\n');
    const other = await give('Date,Citations\n2026-11-02,20\n2026-11-03,30\n');
    await give('Date,Impressions\n2026-11-01,7\n');
    assert.deepEqual((await figures()).slice(0, 3), [
      `${one.id} ${one.firstDay} {"citations":1}`,
      `${other.id} ${other.firstDay} {"citations":20}`,
      `${other.id} ${other.lastDay} {"citations":30}`,
    ]);
  });

  test('of a window replaces the same window, and is flagged beside one that overlaps', async () => {
    const { store, give } = await acme(fresh);
    await give(PAGES, ['2026-11-01', '2026-11-15'], 'first.csv');
    await give(PAGES, ['2026-11-01', '2026-11-15'], 'again.csv');
    await give(PAGES, ['2026-11-10', '2026-11-18'], 'within.csv');
    await give(PAGES, ['2026-10-01', '2026-10-31'], 'before.csv');
    const files = await givenFilesOf(store.main, 'acme', 9);
    const standing = await filesStanding(store.main, 'acme', files);
    assert.deepEqual(
      files.map(({ id, name }) => [name, standing.get(id)]),
      [
        ['before.csv', { isReplaced: false, overlaps: [] }],
        ['within.csv', { isReplaced: false, overlaps: ['again.csv'] }],
        ['again.csv', { isReplaced: false, overlaps: ['within.csv'] }],
        ['first.csv', { isReplaced: true, overlaps: [] }],
      ],
    );
  });

  test('is stored whole or not at all', async () => {
    const { store, give } = await acme(fresh);
    await assert.rejects(give(PAGES), /does not say which days it covers/);
    await assert.rejects(
      give(`${PAGES}https://acme.example/c,many\n`, ['2026-11-01', '2026-11-02']),
      /Line 4/,
    );
    await assert.rejects(give(gzipSync(PAGES)), { code: 'invalid_file' });
    for (const [file, says] of [
      [zipOf({ 'Pages.csv': 'Page,Impressions' }), /ZIP archive\. Unpack it and choose .*Pages\.csv/],
      [zipOf({ '[Content_Types].xml': '<Types/>' }), /Excel file\. Choose CSV .*Download CSV/],
      [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /Excel file/],
    ] as const) {
      await assert.rejects(give(file), says);
      const { isGiven } = await recognized(Readable.from([file]));
      assert.ok(isGiven, 'no log');
    }
    assert.deepEqual(await givenFilesOf(store.main, 'acme', 9), []);
  });

  test('may be UTF-16 or Windows-1252', async () => {
    const { give, figures } = await acme(fresh);
    const text = 'Häufigste Seiten;Impressionen\nhttps://acme.example/ä;3\n';
    await give(Buffer.from(`\uFEFF${text}`, 'utf16le'), ['2026-11-01', '2026-11-02']);
    const before = await figures();
    await give(Buffer.from(text, 'latin1'), ['2026-11-01', '2026-11-02']);
    assert.deepEqual(
      (await figures()).map((each) => each.replace(/^\d+/, '')),
      before.map((each) => each.replace(/^\d+/, '')),
    );
  });

  test('that is too large is read no further than that', async () => {
    const { store } = await acme(fresh);
    let pieces = 0;
    const endless = (async function* () {
      yield Buffer.from('Page,Citations\n');
      for (;;) {
        pieces += 1;
        yield Buffer.alloc(1024 * 1024, 'https://acme.example/a,3\n');
      }
    })();
    const { isGiven, chunks } = await recognized(endless);
    assert.ok(isGiven);
    const words = { kind: null, mapping: [], days: null };
    await assert.rejects(
      readGivenFile({ db: store.main, now: () => NOW }, 'acme', chunks, words),
      /larger than 8 MB/,
    );
    assert.equal(pieces, 8);
  });
});

test('a file is recognized by its beginning, and comes whole', async () => {
  const log = `${crawlLine()}\n`.repeat(500);
  for (const [text, isGiven] of [
    [log, false],
    [PAGES, true],
    ['', false],
  ] as const) {
    const found = await recognized(streamOf(text.slice(0, 10), text.slice(10)));
    assert.equal(found.isGiven, isGiven);
    const pieces: Uint8Array[] = [];
    for await (const piece of found.chunks) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), text);
  }
});
