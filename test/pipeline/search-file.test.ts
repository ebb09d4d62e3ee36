import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../../src/domain/errors.ts';
import { MOST_SEARCH_FILE_BYTES, searchFile, searchTable } from '../../src/pipeline/site/search-file.ts';
import { readSearches } from '../../src/propose/search-console.ts';
import { zipOf } from '../support/zip.ts';

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
}

const searchesIn = async (bytes: Uint8Array) =>
  readSearches(await searchTable(await searchFile(piecesOf(bytes)))).queries.map(({ query }) => query);

const TABLE = 'Requêtes les plus fréquentes;Clics;Impressions\nlogiciel d’été pour écoles;3;1204\n';
const PAGES = 'Pages les plus populaires;Clics;Impressions\nhttps://a.example/;3;1204\n';
const QUERY = 'logiciel d’été pour écoles';

for (const [what, bytes] of [
  ['in UTF-8', Buffer.from(TABLE)],
  ['with a mark', Buffer.from(`\uFEFF${TABLE}`)],
  ['in UTF-16', Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
  ['in the charset of Windows', Buffer.from(TABLE.replace('’', '\u0092'), 'latin1')],
  [
    'in the archive of an export',
    zipOf({ 'Pages.csv': PAGES, 'Graphique.csv': 'Date;Clics\n', 'Requêtes.csv': TABLE }),
  ],
] as const) {
  test(`a table of searches ${what}`, async () => assert.deepEqual(await searchesIn(bytes), [QUERY]));
}

for (const [what, bytes, message] of [
  ['an Excel file', zipOf({ '[Content_Types].xml': '<x/>' }), /This is an Excel file\./],
  [
    'an archive without searches',
    zipOf({ 'Pages.csv': PAGES }),
    /No file in the archive has a query column\./,
  ],
  ['half an archive', zipOf({ 'Queries.csv': TABLE }).subarray(0, 90), /Sightline cannot read the archive\./],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /This is not a text file\./],
  ['a large file', Buffer.alloc(MOST_SEARCH_FILE_BYTES + 1, 'a'), /The file is larger than 2 MB\./],
  [
    'a small archive of a large file',
    zipOf({ 'Queries.csv': Buffer.alloc(40 * MOST_SEARCH_FILE_BYTES, 'a') }),
    /Queries\.csv is larger than 2 MB\./,
  ],
  [
    'an archive of many files',
    zipOf(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`${at}.csv`, 'a']))),
    /too many files/,
  ],
] as const) {
  test(`refuses ${what}, and says what to send instead`, async () =>
    await assert.rejects(searchesIn(bytes), (error) => {
      assert.ok(error instanceof SightlineError);
      assert.equal(error.code, 'invalid_file');
      assert.match(error.message, message);
      return true;
    }));
}
