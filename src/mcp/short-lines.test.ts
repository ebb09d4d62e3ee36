import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_MESSAGE_BYTES } from '../domain/web/mcp-message.ts';
import { ShortLines } from './short-lines.ts';

/** The accepted and refused lines in these chunks. */
async function passed(pieces: readonly (string | Buffer)[]) {
  const refused: (string | number | null)[] = [];
  const lines = new ShortLines((id) => refused.push(id));
  const out: string[] = [];
  lines.on('data', (piece: Buffer) => out.push(piece.toString()));
  for (const piece of pieces) lines.write(piece);
  lines.end();
  await new Promise((done) => lines.once('end', done));
  return { out, refused };
}

const LONGEST = 'a'.repeat(MOST_MESSAGE_BYTES);

test('lines do not depend on their chunks', async () => {
  const text = Buffer.from('{"a":"ü"}\n\n[1]\n');
  for (let size = 1; size <= text.length; size += 1) {
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
      text.subarray(index * size, (index + 1) * size),
    );
    assert.deepEqual(await passed(pieces), { out: ['{"a":"ü"}\n', '\n', '[1]\n'], refused: [] });
  }
});

test('passes the longest line, refuses one byte more, and passes the next line', async () => {
  assert.deepEqual((await passed([`${LONGEST}\n`])).out, [`${LONGEST}\n`]);
  assert.deepEqual(await passed([LONGEST, 'b', '\nnext\n']), { out: ['next\n'], refused: [null] });
});

test("refuses a long line at the stream's end; a short one is no message", async () => {
  assert.deepEqual(await passed([LONGEST, 'b']), { out: [], refused: [null] });
  assert.deepEqual(await passed(['{}']), { out: [], refused: [] });
});

for (const [message, id] of [
  [`{"id":1,"x":"${LONGEST}"}`, 1],
  [`{ "jsonrpc": "2.0", "id": "a-1", "x": "${LONGEST}"}`, 'a-1'],
  [`{"x":"${LONGEST}","id":2}`, 2],
  [`{"x":"${LONGEST}", "id" : "b" } `, 'b'],
  [`{"x":{"y":"${LONGEST}","id":3}}`, null],
  [`{"params":{"id":4,"y":"${LONGEST}"}}`, null],
  [`{"x":"${LONGEST}","id":null}`, null],
] as const) {
  test(`the id of a long message: ${message.replace(LONGEST, '…')}`, async () => {
    for (const size of [100, 5000, message.length]) {
      const pieces = message.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
      assert.deepEqual((await passed([...pieces, '\n'])).refused, [id]);
    }
  });
}
