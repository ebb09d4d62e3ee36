import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { seal, unseal } from './secret-box.ts';

const KEY = 'a key of at least thirty-two characters';

test('decrypts with the same key and context', () =>
  assert.equal(unseal(seal('whsec_äöü', 'end_a', KEY, randomBytes), 'end_a', KEY), 'whsec_äöü'));

test('encrypts the same text differently every time, and unreadably', () => {
  const [one, other] = [
    seal('whsec_a', 'end_a', KEY, randomBytes),
    seal('whsec_a', 'end_a', KEY, randomBytes),
  ];
  assert.notEqual(one, other);
  assert.equal(Buffer.from(one.slice(3), 'base64').includes('whsec'), false);
});

test('another key, another context, or a changed text opens nothing', () => {
  const sealed = seal('whsec_a', 'end_a', KEY, randomBytes);
  assert.deepEqual([unseal(sealed, 'end_a', `${KEY}!`), unseal(sealed, 'end_b', KEY)], [null, null]);
  const bytes = Buffer.from(sealed.slice(3), 'base64');
  for (const at of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.equal(unseal(`v1:${changed.toString('base64')}`, 'end_a', KEY), null, String(at));
  }
  for (const text of ['', 'v1:', 'v1:AAAA', sealed.slice(3), sealed.replace('v1', 'v2'), sealed.slice(0, -8)])
    assert.equal(unseal(text, 'end_a', KEY), null, text);
});
