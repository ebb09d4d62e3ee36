import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { apiKeyHint, hashApiKey, isApiKey, mintApiKey, withoutApiKeys } from './api-key.ts';

const BASE62 = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];
const KEY = mintApiKey((size) => randomBytes(size));

test('a new key is sl_live_ and 40 base62 characters', () => assert.match(KEY, /^sl_live_[0-9A-Za-z]{40}$/));

test('a new key is a key', () => assert.ok(isApiKey(KEY)));

test('two keys are different', () =>
  assert.notEqual(
    mintApiKey((size) => randomBytes(size)),
    KEY,
  ));

test('refuses every change in a single character', () => {
  const start = 'sl_live_'.length;
  for (let at = start; at < KEY.length; at += 1) {
    for (const character of BASE62) {
      if (character === KEY[at]) continue;
      const changed = KEY.slice(0, at) + character + KEY.slice(at + 1);
      assert.equal(isApiKey(changed), false, `position ${at} as ${character}`);
    }
  }
});

test('refuses two swapped neighboring characters', () => {
  for (let at = 'sl_live_'.length; at < KEY.length - 1; at += 1) {
    const [one = '', other = ''] = KEY.slice(at, at + 2);
    if (one !== other) assert.equal(isApiKey(KEY.slice(0, at) + other + one + KEY.slice(at + 2)), false);
  }
});

for (const [what, text] of Object.entries({
  'nothing at all': '',
  'the prefix alone': 'sl_live_',
  'a character too few': KEY.slice(0, -1),
  'a character too many': `${KEY}0`,
  'a blank before it': ` ${KEY}`,
  'a line break after it': `${KEY}\n`,
  'another prefix': KEY.replace('sl_live_', 'sl_test_'),
  'the prefix in capitals': KEY.replace('sl_live_', 'SL_LIVE_'),
  'a character outside base62': `${KEY.slice(0, 20)}-${KEY.slice(21)}`,
  'a letter that looks like one of ours': `${KEY.slice(0, 20)}\u0430${KEY.slice(21)}`,
})) {
  test(`refused as a key: ${what}`, () => assert.equal(isApiKey(text), false));
}

test('the hash of a key is its SHA-256 in hex', () =>
  assert.equal(hashApiKey(KEY), createHash('sha256').update(KEY).digest('hex')));

test('the hint shows four random characters and no more', () =>
  assert.equal(apiKeyHint(KEY), `${KEY.slice(0, 12)}…`));

for (const [what, text, clean] of [
  ['a key alone', KEY, 'sl_live_[redacted]'],
  ['a key in a header', `x-api-key: ${KEY}, host: a`, 'x-api-key: sl_live_[redacted], host: a'],
  ['two keys', `${KEY} ${KEY}`, 'sl_live_[redacted] sl_live_[redacted]'],
  ['the start of a key', KEY.slice(0, 15), 'sl_live_[redacted]'],
  ['a key with more behind it', `${KEY}abc`, 'sl_live_[redacted]'],
  ['a key in hex', `/x/${Buffer.from(KEY).toString('hex')}/y`, '/x/[redacted]/y'],
  ['a key in capital hex', Buffer.from(KEY).toString('hex').toUpperCase(), '[redacted]'],
  ['a token of any kind', 'a=sl_sheet_4x9_b7&b', 'a=sl_sheet_[redacted]&b'],
  ['a token of any kind in hex', Buffer.from('sl_sheet_4x9').toString('hex'), '[redacted]'],
  ['no key', 'GET /api/v1/me', 'GET /api/v1/me'],
] as const) {
  test(`redacted in a log: ${what}`, () => assert.equal(withoutApiKeys(text), clean));
}
