import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { linesOf, MAX_LINE_BYTES, type NumberedLine } from './lines.ts';

async function read(...chunks: readonly (string | Uint8Array)[]): Promise<NumberedLine[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  const lines: NumberedLine[] = [];
  for await (const line of linesOf(Readable.from(bytes))) lines.push(line);
  return lines;
}

const line = (number: number, text: string) => ({ number, text });

for (const [what, chunks, lines] of [
  ['nothing has no lines', [], []],
  ['an empty chunk has no lines', [''], []],
  ['lines are numbered from 1', ['a\nb\n'], [line(1, 'a'), line(2, 'b')]],
  ['the last line needs no end', ['a\nb'], [line(1, 'a'), line(2, 'b')]],
  ['CRLF ends a line like LF', ['a\r\nb\r\n'], [line(1, 'a'), line(2, 'b')]],
  ['blank lines are passed over and numbered', ['\n \n\r\na\n\n'], [line(4, 'a')]],
  ['a line may come in pieces', ['a', 'b', 'c\nd'], [line(1, 'abc'), line(2, 'd')]],
  ['an end may come by itself', ['a', '\n', 'b'], [line(1, 'a'), line(2, 'b')]],
  ['a byte order mark is passed over', ['\uFEFFa\n'], [line(1, 'a')]],
  ['a byte order mark alone is a blank line', ['\uFEFF\na\n'], [line(2, 'a')]],
  ['U+2028 does not end a line', ['a\u2028b\n'], [line(1, 'a\u2028b')]],
] as const) {
  test(`lines: ${what}`, async () => assert.deepEqual(await read(...chunks), lines));
}

test('a character cut in two by a chunk is one character', async () => {
  const bytes = Buffer.from('😀\n');
  assert.deepEqual(await read(bytes.subarray(0, 2), bytes.subarray(2)), [line(1, '😀')]);
});

for (const [what, bytes] of Object.entries({
  'a byte of no character': [0xff],
  'half a character': [0xc3],
  'a surrogate in UTF-8': [0xed, 0xa0, 0x80],
  'an overlong form': [0xc0, 0xaf],
})) {
  test(`not UTF-8, and reads the next line: ${what}`, async () =>
    assert.deepEqual(await read('a\n', Uint8Array.from([...bytes, 10]), 'b\n'), [
      line(1, 'a'),
      { number: 2, problem: 'is not valid UTF-8' },
      line(3, 'b'),
    ]));
}

test('reads a line of exactly 16 MiB', async () => {
  const [only] = await read(Buffer.alloc(MAX_LINE_BYTES, 'x'), '\n');
  assert.ok(only && 'text' in only && only.text.length === 16 * 1024 * 1024);
});

test('reports a line one byte too long, and reads the next line', async () =>
  assert.deepEqual(await read(Buffer.alloc(MAX_LINE_BYTES, 'x'), 'x\nb\n'), [
    { number: 1, problem: 'is longer than 16 MiB' },
    line(2, 'b'),
  ]));

test('reports a last line that is too long and unterminated too', async () =>
  assert.deepEqual(await read('a\n', Buffer.alloc(MAX_LINE_BYTES + 1, 'x')), [
    line(1, 'a'),
    { number: 2, problem: 'is longer than 16 MiB' },
  ]));

test("a file's chunks change nothing", async () => {
  const texts = fc.array(fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' ', '"'), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      texts,
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      async (parts, sizes) => {
        const bytes = Buffer.from(parts.join(''));
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(await read(...chunks), await read(bytes));
      },
    ),
  );
});
