import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonOf } from './json-rows.ts';

test('half a surrogate pair becomes U+FFFD, wherever it is', () =>
  assert.equal(
    jsonOf([{ a: 'x\ud83d', b: null }, { a: '\udc00' }]),
    '[{"a":"x\ufffd","b":null},{"a":"\ufffd"}]',
  ));

test('whole pairs, and text that only looks like an escape, stay as they are', () => {
  const rows = [{ a: '😀' }, { a: '\\ud83d' }];
  assert.deepEqual(JSON.parse(jsonOf(rows)), rows);
});
