import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { hashShareToken, isShareToken, mintShareToken, withoutShareTokens } from './share-link.ts';

const mint = () => mintShareToken((size) => randomBytes(size));
const TOKEN = mint();

test('a new token is a token, unlike any other', () => {
  assert.ok(isShareToken(TOKEN));
  assert.notEqual(mint(), TOKEN);
});

test('a token has at least 256 random bits', () => {
  const random = TOKEN.slice('sl_share_'.length, -6);
  assert.ok(random.length * Math.log2(62) >= 256);
});

test('every token with one character changed is refused', () => {
  for (let at = 0; at < TOKEN.length; at += 1) {
    const other = TOKEN[at] === 'a' ? 'b' : 'a';
    assert.equal(isShareToken(TOKEN.slice(0, at) + other + TOKEN.slice(at + 1)), false, `position ${at}`);
  }
});

for (const text of ['', 'sl_share_', TOKEN.slice(0, -1), `${TOKEN}0`, ` ${TOKEN}`, `${TOKEN}\n`, '\u0000']) {
  test(`refused as a token: ${JSON.stringify(text.slice(0, 12))} of ${text.length} characters`, () => {
    assert.equal(isShareToken(text), false);
  });
}

test('the hash of a token is its SHA-256 in hex', () => {
  assert.equal(hashShareToken(TOKEN), createHash('sha256').update(TOKEN).digest('hex'));
});

test('a token in a path is redacted, and so is the start of one', () => {
  assert.equal(withoutShareTokens(`/share/${TOKEN}/sources`), '/share/sl_share_[redacted]/sources');
  assert.equal(withoutShareTokens(TOKEN.slice(0, 20)), 'sl_share_[redacted]');
});
