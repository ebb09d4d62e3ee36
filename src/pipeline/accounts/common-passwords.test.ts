import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCommonPassword } from './common-passwords.ts';

describe('a common password', () => {
  for (const [what, password] of [
    ['is on the list', '1qaz2wsx3edc'],
    ['is on the list, in capitals', 'AdMiniStrator'],
    ['is a short one with digits after it', 'password12345678'],
    ['is a short one with signs around it', '!!sunshine2027!!'],
    ['is two in a row', 'dragonmonkey'],
    ['is one twice', 'passwordpassword'],
    ['is nothing but digits and signs', '1.1.2027 - 31.12.2027'],
    ['is typed in full-width characters', 'ｐａｓｓｗｏｒｄ１２３４５'],
  ] as const) {
    test(what, async () => assert.equal(await isCommonPassword(password), true));
  }

  for (const [what, password] of [
    ['is not several unrelated words', 'correct horse battery'],
    ['is not a random one', 'vK7pq2xWm9Ld'],
    ['is not one in another script', 'правильная лошадь батарея'],
    ['is not a long text', 'dragon'.repeat(100)],
  ] as const) {
    test(what, async () => assert.equal(await isCommonPassword(password), false));
  }
});
