import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { withoutApiKeys } from './api-key.ts';
import { hashToken, isToken, mintToken } from './secret-token.ts';

test('a token has its kind, and is no token of another kind', () => {
  const token = mintToken('link', randomBytes);
  assert.match(token, /^sl_link_[0-9A-Za-z]{43}$/);
  assert.ok(isToken('link', token));
  assert.ok(!isToken('session', token));
  assert.ok(!isToken('link', `${token}a`));
  assert.ok(!isToken('link', `${token.slice(0, -1)}\n`));
});

test('two tokens differ, and their hashes are SHA-256', () => {
  assert.notEqual(mintToken('session', randomBytes), mintToken('session', randomBytes));
  assert.match(hashToken(mintToken('session', randomBytes)), /^[0-9a-f]{64}$/);
});

test('a token in a path or a cookie does not reach a log', () => {
  const [link, session] = [mintToken('link', randomBytes), mintToken('session', randomBytes)];
  const clean = withoutApiKeys(`/invite/${link}?x sightline=${session};`);
  assert.equal(clean, '/invite/sl_link_[redacted]?x sightline=sl_session_[redacted];');
});
