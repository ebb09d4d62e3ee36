import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SightlineError } from '../../domain/errors.ts';
import { jsonLine, Progress, printable, type Terminal, writeFailure } from './terminal.ts';

function recorder(errIsTerminal: boolean): Terminal & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    out: () => assert.fail('nothing goes to standard output'),
    err: (text) => written.push(text),
    outIsTerminal: false,
    columns: null,
    errIsTerminal,
    ask: null,
    askSecret: null,
    drained: async () => {},
  };
}

for (const [what, text, shown] of [
  ['plain text stays', 'It depends.', 'It depends.'],
  ['a line break becomes a blank', 'one\r\ntwo', 'one two'],
  ['an escape sequence loses its escape', '\u001b[31mred\u001b[0m', '[31mred [0m'],
  ['the one-character escape of C1 goes too', 'a\u009b31mb', 'a 31mb'],
  ['a bell and a backspace go', 'a\u0007\u0008b', 'a b'],
  ['delete goes', 'a\u007fb', 'a b'],
  ['NUL goes', 'a\u0000b', 'a b'],
  ['line and paragraph separators go', 'a\u2028b\u2029c', 'a b c'],
  ['a tab becomes a blank', 'a\tb', 'a b'],
  ['blanks at the ends go', '\n a \n', 'a'],
  ['an override of the writing direction is named', 'a\u202egnp.exe\u202c', 'aU+202Egnp.exeU+202C'],
  ['an isolate is named', '\u2066a\u2069', 'U+2066aU+2069'],
  ['marks of a direction go', 'שלום\u200f a\u200e b\u061c', 'שלום a b'],
  ['letters beyond ASCII stay', 'Größe 日本 😀', 'Größe 日本 😀'],
] as const) {
  test(`printable: ${what}`, () => assert.equal(printable(text), shown));
}

test('jsonLine escapes characters that would rearrange a terminal, and parses to the same value', () => {
  const value = { text: 'a\u202eb\u2066c\u2069\u200f\u061c\u009b\u2028 שלום' };
  const line = jsonLine(value);
  assert.doesNotMatch(line, /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u0080-\u009f\u2028]/);
  assert.deepEqual(JSON.parse(line), value);
});

test('a failure is one line on a terminal', () => {
  const terminal = recorder(true);
  writeFailure(terminal, new SightlineError('not_found', 'There is no\nbrand\u001b[2J.'), false);
  assert.deepEqual(terminal.written, ['sightline: There is no brand [2J.\n']);
});

for (const [what, isTerminal, asJson] of [
  ['with --json on a terminal', true, true],
  ['in a pipe', false, false],
] as const) {
  test(`a failure is the body of an error ${what}`, () => {
    const terminal = recorder(isTerminal);
    writeFailure(terminal, new SightlineError('not_found', 'There is no brand x.'), asJson);
    assert.deepEqual(terminal.written, ['{"error":{"code":"not_found","message":"There is no brand x."}}\n']);
  });
}

test('overwrites and removes progress on a terminal', () => {
  const terminal = recorder(true);
  const progress = new Progress(terminal);
  progress.show('1 line');
  progress.show('2 lines');
  progress.clear();
  assert.deepEqual(terminal.written, ['\r\u001b[K1 line', '\r\u001b[K2 lines', '\r\u001b[K']);
});

test('clearing without progress writes nothing', () => {
  const terminal = recorder(true);
  new Progress(terminal).clear();
  assert.deepEqual(terminal.written, []);
});

test('no progress in a pipe', () => {
  const terminal = recorder(false);
  const progress = new Progress(terminal);
  progress.show('1 line');
  progress.clear();
  assert.deepEqual(terminal.written, []);
});
