import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { digestsOf, questionIdOf } from './question-id.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

test("a question id is the beginning of its text's digest, and its range contains only that digest", () => {
  const digest = digestOf('best anvils');
  const id = questionIdOf(digest);
  assert.match(id, /^qst_[0-9a-f]{20}$/);
  const range = digestsOf(id) ?? assert.fail();
  assert.ok(range.first <= digest && digest <= range.last);
  const other = digestOf('best anvils ');
  assert.ok(other < range.first || other > range.last);
});

test('the range includes both of its ends', () => {
  const start = 'ab'.repeat(10);
  assert.deepEqual(digestsOf(`qst_${start}`), {
    first: `${start}${'0'.repeat(44)}`,
    last: `${start}${'f'.repeat(44)}`,
  });
});

test('anything else is not a question id', () => {
  const id = questionIdOf(digestOf('best anvils'));
  const others = [
    '',
    'qst_',
    'qst',
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    `${id}\n`,
    `${id}\u0000`,
    'ans_000000000000',
  ];
  for (const text of others) assert.equal(digestsOf(text), null, JSON.stringify(text));
});
