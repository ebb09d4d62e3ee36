import assert from 'node:assert/strict';
import { test } from 'node:test';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableInteger, NullableText, OneOf, Words } from './fields.ts';
import { problemsOf } from './problems.ts';

const closed = { additionalProperties: false };
const validator = Compile(
  Type.Object(
    {
      name: Words(5),
      note: Type.Optional(NullableText(3)),
      count: Type.Optional(NullableInteger(1)),
      kind: Type.Optional(OneOf(['one', 'two', null])),
      list: Type.Optional(Type.Array(Type.Object({ url: Type.String() }, closed))),
    },
    closed,
  ),
);

test('valid data has no problems', () =>
  assert.deepEqual(problemsOf(validator, { name: 'a', note: null, count: null, kind: null, list: [] }), []));

for (const [what, value, problems] of [
  ['a field that is missing', {}, ['name is missing']],
  ['a missing field of a list', { name: 'a', list: [{ url: '' }, {}] }, ['list[1].url is missing']],
  ['the wrong type', { name: 5 }, ['name must be a string']],
  ['text that is too long', { name: 'abcdef' }, ['name must not have more than 5 characters']],
  ['a number too small', { name: 'a', count: 0 }, ['count must be at least 1']],
  ['a number too large', { name: 'a', count: 2 ** 31 }, ['count must be at most 2147483647']],
  ['a number with a fraction', { name: 'a', count: 1.5 }, ['count must be a whole number or null']],
  ['a value outside a list', { name: 'a', kind: 'six' }, ['kind must be one of "one", "two", null']],
  [
    'a value with a typing error',
    { name: 'a', kind: 'twoo' },
    ['kind must be one of "one", "two", null; did you mean "two"?'],
  ],
  ['a field with a typing error', { name: 'a', nots: '' }, ['nots is not a known field; did you mean note?']],
  [
    'a field like no other',
    { name: 'a', zzzzzzzz: 1 },
    ['zzzzzzzz is not a known field; the known fields are name, note, count, kind, list'],
  ],
  [
    'a field with a typing error in a list',
    { name: 'a', list: [{ url: '', urls: '' }] },
    ['list[0].urls is not a known field; did you mean url?'],
  ],
  ['a value that is no object', 7, ['it must be an object']],
  ['nothing', null, ['it must be an object']],
] as const) {
  test(`a problem is one sentence with its place: ${what}`, () =>
    assert.deepEqual(problemsOf(validator, value), problems));
}

test('each problem has a sentence of its own', () =>
  assert.equal(problemsOf(validator, { name: 5, count: 'x', kind: 1 }).length, 3));

test('any number of unknown fields is one problem, and a shortened list says so', () => {
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`unknown${index}`, 1]));
  const problems = problemsOf(
    Compile(Type.Object({ name: Type.String() }, { additionalProperties: false })),
    { name: 'a', ...many },
  );
  assert.deepEqual([problems.length, problems.at(-1)], [11, 'there are more problems like these']);
  assert.match(problems[0] ?? '', /^unknown0 is not a known field; the known fields are name$/);
});
