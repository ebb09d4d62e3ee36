import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readAll } from '../../test/support/read-import.ts';

const ANSWER = 'Kestrel Boards is simple, and Tandemly suits agencies.';
const HEADER = 'created_at,platform,prompt,country,response,citations,brand_position,sentiment';
const ROW = `2026-09-14 08:12,chatgpt-web,best board,US,"${ANSWER}","https://a.example/1, https://b.example/2;c",2,78`;
const CSV = `${HEADER}\n${ROW}\n`;

const EXPECTED = {
  row: 1,
  question: 'best board',
  engine: 'chatgpt-web',
  collectedAt: '2026-09-14T08:12:00.000Z',
  market: 'US',
  answer: ANSWER,
  citations: ['https://a.example/1', 'https://b.example/2;c'],
  theirs: { named: true, position: 2 },
};

describe('a table, however it is written', () => {
  const utf16 = (text: string) => Buffer.from(text, 'utf16le');
  for (const [what, file, format] of [
    ['as CSV', CSV, 'CSV, UTF-8, comma'],
    ['with a byte order mark', `\uFEFF${CSV}`, 'CSV, UTF-8, comma'],
    ['gzipped', gzipSync(CSV), 'CSV, UTF-8, comma'],
    ['in UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16(CSV)]), 'CSV, UTF-16, comma'],
    ['in UTF-16 without one', utf16(CSV), 'CSV, UTF-16, comma'],
    ['in big-endian UTF-16', utf16(CSV).swap16(), 'CSV, UTF-16, comma'],
    ['with old line ends', CSV.replaceAll('\n', '\r'), 'CSV, UTF-8, comma'],
    ['under a title', `Answers of September\n\n${CSV}`, 'CSV, UTF-8, comma'],
  ] as const) {
    test(what, async () => {
      const { rows, file: opened } = await readAll(file);
      assert.deepEqual(rows, [EXPECTED]);
      assert.equal(opened.format, format);
    });
  }
  test('with tabs, pasted from a spreadsheet', async () => {
    const { rows, file } = await readAll(
      `prompt\tengine\tdate\tanswer\nbest board\tchatgpt-web\t2026-09-14\t"${ANSWER}"`,
    );
    assert.deepEqual(
      [rows[0]?.collectedAt, rows[0]?.answer, file.format],
      ['2026-09-14T12:00:00.000Z', ANSWER, 'TSV, UTF-8, tab'],
    );
  });
});
