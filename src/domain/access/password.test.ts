import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblem, typedPassword } from './password.ts';

for (const [text, problem] of [
  ['elevenchars', /at least 12/],
  ['twelve chars', null],
  ['🔑🔒'.repeat(5), /at least 12/],
  ['zwölf zeichen', null],
  ['only lower case letters', null],
  ['a'.repeat(20), /must not repeat/],
  ['ab'.repeat(500), /must not repeat/],
  ['abc'.repeat(333), null],
  ['abc'.repeat(334), /at most 1000 bytes/],
  ['ü-b'.repeat(251), /at most 1000 bytes/],
] as const) {
  test(`a password of ${[...text].length} characters, ${text.slice(0, 14)}`, () => {
    if (problem === null) assert.equal(passwordProblem(text), null);
    else assert.match(passwordProblem(text) ?? '', problem);
  });
}

test('a letter typed with a combining mark is the same letter', () =>
  assert.equal(typedPassword('zwo\u0308lf zeichen'), typedPassword('zw\u00f6lf zeichen')));
