import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redactorOf } from './secrets.ts';

const KEY = 'sk-Q7/sec+ret=Q7';
const LOGIN = 'me@plotwise.example:pass"Q8\\&word';

describe('secrets in what comes back', () => {
  const redact = redactorOf([KEY, LOGIN]);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  for (const [how, text] of [
    ['in plain', KEY],
    ['in a sentence', `The key ${KEY} is wrong.`],
    ['in JSON', JSON.stringify({ echo: KEY })],
    ['in JSON as PHP writes it', JSON.stringify(KEY).replaceAll('/', '\\/')],
    ['in a URL', `https://x.example/?key=${encodeURIComponent(KEY)}`],
    ['in a URL with small letters', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
    ['as Basic', `Basic ${base64(LOGIN)}`],
    ['as Basic in a URL', encodeURIComponent(base64(LOGIN))],
    ['in Base64 for URLs', Buffer.from(KEY).toString('base64url')],
    ['its password alone', LOGIN.slice(LOGIN.indexOf(':') + 1)],
    ['its password in JSON', JSON.stringify(LOGIN)],
    ['its password as Go writes it', JSON.stringify(LOGIN).replace('&', '\\u0026')],
  ] as const) {
    test(`${how} are replaced`, () => {
      const left = redact(text);
      assert.ok(left.includes('[secret]'), left);
      for (const part of ['sec+ret', 'sec%2', 'Q8', base64(LOGIN).slice(0, 20)]) {
        assert.ok(!left.includes(part), left);
      }
    });
  }

  test('JSON stays JSON', () => {
    assert.deepEqual(JSON.parse(redact(JSON.stringify({ a: `x ${KEY} y`, b: LOGIN }))), {
      a: 'x [secret] y',
      b: '[secret]',
    });
  });

  test('a text without any is unchanged', () => {
    const text = '1. **Tandemly** – see me@plotwise.example';
    assert.equal(redact(text), text);
  });

  test('a password that reads like a word does not change what answers say', () => {
    const text = 'Use PostgreSQL (postgres) or sightline with a key.';
    assert.equal(redactorOf(['postgres', 'sightline', 'key', 'a', ''])(text), text);
  });
});
