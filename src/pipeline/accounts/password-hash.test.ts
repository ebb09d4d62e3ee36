import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashPassword, matchesOf } from './password-hash.ts';

const random = (fill: number) => (size: number) => new Uint8Array(size).fill(fill);

describe('a password', () => {
  test('is hashed with 19 MiB, two passes, one lane, and a salt of its own', async () =>
    assert.match(
      await hashPassword('the first one', random(1), []),
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$(?:AQEB){5}AQ\$/,
    ));

  test('is found among several, with one salt or several', async () => {
    const first = await hashPassword('the first one', random(1), []);
    const beside = await hashPassword('the second one', random(2), [first]);
    const apart = await hashPassword('the second one', random(3), []);
    assert.equal(beside.split('$')[4], first.split('$')[4]);
    assert.notEqual(apart.split('$')[4], first.split('$')[4]);
    const stored = [first, beside, apart];
    assert.deepEqual(await matchesOf('the first one', stored), new Set([first]));
    assert.deepEqual(await matchesOf('the second one', stored), new Set([beside, apart]));
    assert.deepEqual(await matchesOf('the third one', stored), new Set());
  });

  test('is nobody’s without any', async () => assert.deepEqual(await matchesOf('', []), new Set()));
});
