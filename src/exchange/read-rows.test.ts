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
  theirs: { named: null, position: 2 },
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

for (const [what, marks, named] of [
  ['ticks alone: nothing is no', ['x', '', '3'], [true, false, true]],
  ['yes, no, and nothing: nothing is not judged', ['yes', '', 'no'], [true, undefined, false]],
  ['no after the sample', ['', ...Array(200).fill('x'), 'no'], [undefined, ...Array(200).fill(true), false]],
] as const)
  test(`marks that are ${what}`, async () => {
    const rows = marks.map((mark, at) => `q,chatgpt-web,2026-11-20,a${at},${mark}`);
    const { rows: read } = await readAll(`prompt,engine,date,answer,mentioned\n${rows.join('\n')}`);
    assert.deepEqual(
      read.map(({ theirs }) => (theirs as { named: boolean } | undefined)?.named),
      named,
    );
  });

describe('rows that are left out', () => {
  const left = async (cells: string, entries: string[] = []) => {
    const { rows } = await readAll(`prompt,engine,date,answer\n${cells}`, entries);
    return rows.map(({ reason }) => reason ?? 'imported');
  };
  for (const [what, cells, reasons] of [
    ['no text', 'q,chatgpt-web,2026-11-20,', ['no_answer']],
    ['a text that says nothing', 'q,chatgpt-web,2026-11-20,N/A', ['no_answer']],
    ['no date', `q,chatgpt-web,,${ANSWER.replace(',', '')}`, ['no_time']],
    ['a date that is none', 'q,chatgpt-web,soon,a b\nq,chatgpt-web,2026-11-20,a b', ['bad_time', 'imported']],
    ['a date in the future', 'q,chatgpt-web,2026-12-20,a b', ['future_time']],
    ['a date that may be two', 'q,chatgpt-web,10/11/2026,a b', ['unsure_time']],
    [
      'dates that others decide',
      'q,chatgpt-web,10/11/2026,a b\nq,chatgpt-web,20/11/2026,a b',
      ['imported', 'imported'],
    ],
    ['no question', ',chatgpt-web,2026-11-20,a b', ['no_question']],
    ['an unknown engine', 'q,deepseek,2026-11-20,a b', ['no_engine']],
    ['no engine', 'q,,2026-11-20,a b', ['no_engine']],
    ['more cells than columns', 'q,chatgpt-web,2026-11-20,a b,c', ['unreadable']],
    ['fewer cells', 'q,chatgpt-web,2026-11-20', ['no_answer']],
    ['blank lines', '\n,,,\nq,chatgpt-web,2026-11-20,a b', ['imported']],
    [
      'an answer of over a million characters',
      `q,chatgpt-web,2026-11-20,${'a '.repeat(600_000)}`,
      ['too_long'],
    ],
    [
      'a cell of 10 MB',
      `q,chatgpt-web,2026-11-20,"${'a'.repeat(1e7)}"\nq,chatgpt-web,2026-11-20,a b`,
      ['too_long', 'imported'],
    ],
  ] as const) {
    test(what, async () => assert.deepEqual(await left(cells), reasons));
  }
  const START = 'q,chatgpt-web,2026-11-20';
  for (const [what, cells, line] of [
    ['to the end', `${START},a b\n${START},"a b\nq`, 3],
    ['to another cell', `${START},"a b\n${START},"c d"\n${START},e`, 2],
    ['to another row', `${START},"a\r\nb"\r\n${START},"a b\r\n"q",chatgpt-web,2026-11-20,a`, 4],
  ] as const)
    test(`a quotation mark that stays open ${what} refuses the file`, async () => {
      const message = new RegExp(`^A quotation mark on line ${line} opens a cell and never closes`);
      await assert.rejects(left(cells), { code: 'invalid_file', message });
    });
  test('what a person decides', async () => {
    const cells = 'q,deepseek,10/11/2026,a b\nq,chatgpt-web,10/11/2026,a b';
    const entries = ['engine:deepseek=own:DeepSeek', 'engine:chatgpt-web=', 'first=month'];
    assert.deepEqual(await left(cells, entries), ['imported', 'no_engine']);
  });
});

describe('cells as hands and hostile files write them', () => {
  const answerOf = async (cell: string | Uint8Array) => {
    const head = Buffer.from('prompt;engine;date;answer\nq;chatgpt-web;2026-11-20;');
    const { rows } = await readAll(Buffer.concat([head, Buffer.from(cell as string)]));
    return rows[0]?.answer;
  };
  for (const [what, cell, answer] of [
    ['lines', '"a\r\n""b"""', 'a\r\n"b"'],
    ['marks that nobody doubled', '"he said "yes", and went"', 'he said "yes", and went'],
    ['a formula', '"=HYPERLINK(""https://evil.example"")"', '=HYPERLINK("https://evil.example")'],
    ['a NUL', 'a\u0000b c', 'a\uFFFDb c'],
    ['markup', '"<script>alert(1)</script>"', '<script>alert(1)</script>'],
    ['Windows-1252', Buffer.from([0x47, 0x72, 0xfc, 0xdf, 0x65, 0x20, 0x96]), 'Grüße –'],
    [
      'one damaged sign among whole ones',
      Buffer.concat([Buffer.from('Grüße äöü '), Buffer.from([0xff])]),
      'Grüße äöü \uFFFD',
    ],
  ] as const)
    test(what, async () => assert.equal(await answerOf(cell as string), answer));

  for (const [what, file, message] of [
    ['nothing', '', /empty/],
    ['a PDF', '%PDF-1.7', /PDF/],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), /zstd/],
    ['the old Excel format', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), /old Excel/],
    ['bytes', Buffer.alloc(4096, Buffer.from([0, 1, 2, 3, 255])), /not text/],
    ['damaged gzip', gzipSync(CSV).subarray(0, 60), /damaged/],
    ['JSON without rows', '{"a": 1}', null],
    ['lists in lists', '['.repeat(100_000), /no rows|no list/],
    ['one word', 'hello', null],
    ['blank lines', '\n\n', /no rows/],
  ] as const)
    test(`a file of ${what}`, async () => {
      if (message === null)
        assert.deepEqual(
          (await readAll(file)).rows.every(({ reason }) => reason !== undefined),
          true,
        );
      else await assert.rejects(readAll(file), { code: 'invalid_file', message });
    });
});

test('a day and its time in two columns are one', async () => {
  const { plan, rows } = await readAll(
    `Datum;Uhrzeit;Prompt;Engine;Antwort\n20.11.2026;08:15;q;AI Mode;${ANSWER}`,
  );
  assert.deepEqual(
    [plan.columns.get('time'), rows[0]?.collectedAt],
    ['Datum + Uhrzeit', '2026-11-20T08:15:00.000Z'],
  );
});

describe('columns of other tools are guessed', () => {
  const text =
    'Kestrel Boards ist einfach, und Tandemly passt zu Agenturen, die viele Kunden haben und wenig Zeit.';
  for (const [what, header, row, columns] of [
    [
      'in German',
      'Frage;KI-Modell;Datum;Land;Antwort;Quellen;Erwähnt;Rang;Stimmung',
      `Welches Board ist gut?;ChatGPT app;20.11.2026;Deutschland;${text};https://a.example/;ja;2;0,8`,
      {
        question: 'Frage',
        engine: 'KI-Modell',
        time: 'Datum',
        market: 'Land',
        answer: 'Antwort',
        citations: 'Quellen',
        named: 'Erwähnt',
        position: 'Rang',
      },
    ],
    [
      'in French',
      'Requête;Moteur;Date;Pays;Réponse;Liens',
      `Quel tableau choisir ?;AI Mode;20/11/2026 08:00;France;${text};https://a.example/`,
      {
        question: 'Requête',
        engine: 'Moteur',
        time: 'Date',
        market: 'Pays',
        answer: 'Réponse',
        citations: 'Liens',
      },
    ],
    [
      'in Spanish',
      'Pregunta;Plataforma;Fecha;País;Respuesta;Fuentes;Posición',
      `¿Qué tablero elegir?;AI Mode;2026-11-20;España;${text};https://a.example/;1`,
      {
        question: 'Pregunta',
        engine: 'Plataforma',
        time: 'Fecha',
        market: 'País',
        answer: 'Respuesta',
        citations: 'Fuentes',
        position: 'Posición',
      },
    ],
    [
      'by what they hold',
      'a;b;c;d;e',
      `which board is easiest to learn;AI Mode;2026-11-20 08:00;${text.repeat(2)};https://a.example/`,
      { time: 'c', engine: 'b', citations: 'e', answer: 'd', question: 'a' },
    ],
    [
      'without a header',
      `which board is easiest to learn;AI Mode;2026-11-20 08:00;${text.repeat(2)}`,
      `which board is best;AI Mode;2026-11-21 08:00;${text.repeat(2)}`,
      { time: 'column 3', engine: 'column 2', answer: 'column 4', question: 'column 1' },
    ],
    [
      'but not a count of citations, or a number of a prompt',
      'prompt_id;Prompt;Model;model_version;Created At;Response;Citations;Search Queries;Prompt Text',
      `7;;ChatGPT app;gpt-5;2026-11-20;${text};12;a;which board`,
      {
        question: 'Prompt Text',
        engine: 'Model',
        time: 'Created At',
        answer: 'Response',
        searches: 'Search Queries',
        model: 'model_version',
      },
    ],
  ] as const)
    test(what, async () => {
      const { plan } = await readAll(`${header}\n${row}\n`);
      assert.deepEqual(Object.fromEntries(plan.columns), columns);
    });
});
