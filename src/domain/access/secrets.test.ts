import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { redactorOf } from './secrets.ts';

const KEY = 'sk-Q7/sec+ret=Q7';
const PASSWORD = 'pass"Q8\\&wörd';
const LOGIN = `me@plotwise.example:${PASSWORD}`;

describe('secrets in replies', () => {
  const redact = redactorOf([KEY, LOGIN]);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const jsonEscape = (each: string) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`;
  // A secret's middle in Base64, at each of its three alignments.
  const withinBase64 = [KEY, PASSWORD].flatMap((secret) =>
    [0, 1, 2].map((shift) => base64(' '.repeat(shift) + secret).slice(8, 16)),
  );
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
    ['in hex', `key=${Buffer.from(KEY).toString('hex')}`],
    ['in capital hex, within a longer text', Buffer.from(`Bearer ${KEY}`).toString('hex').toUpperCase()],
    ['its password alone', LOGIN.slice(LOGIN.indexOf(':') + 1)],
    ['its password in JSON', JSON.stringify(LOGIN)],
    ['in JSON inside JSON', JSON.stringify({ body: JSON.stringify({ login: LOGIN, key: KEY }) })],
    ['with all but letters and digits as JSON may write them', KEY.replace(/\W/g, jsonEscape)],
    ['in a form', new URLSearchParams({ login: LOGIN, key: KEY }).toString()],
    ['in the path of a URL', encodeURI(`https://x.example/${LOGIN}`)],
    ['in a URL inside a URL', encodeURIComponent(encodeURIComponent(KEY))],
    ['in HTML', LOGIN.replaceAll('&', '&amp;').replaceAll('"', '&#34;')],
    ['in HTML by numbers', KEY.replace(/\W/g, (each) => `&#x${each.charCodeAt(0).toString(16)};`)],
    ...['', 'x', 'xy'].flatMap((before) => [
      [`in Base64 of a header after ${before}`, base64(`${before}Bearer ${KEY}\r\n`)] as const,
      [`with its password in Base64 after ${before}`, base64(`${before}{"password":"${PASSWORD}"}`)] as const,
    ]),
    ['its password as Go writes it', JSON.stringify(LOGIN).replace('&', '\\u0026')],
  ] as const) {
    test(`${how} are replaced`, () => {
      const left = redact(text);
      assert.ok(left.includes('[secret]'), left);
      for (const part of [
        ...withinBase64,
        'sec+ret',
        'sec\\u00',
        'sec&#',
        'sec%2',
        'Q8',
        base64(LOGIN).slice(0, 20),
      ]) {
        assert.ok(!left.includes(part), left);
      }
    });
  }

  test('JSON stays JSON', () =>
    assert.deepEqual(JSON.parse(redact(JSON.stringify({ a: `x ${KEY} y`, b: LOGIN }))), {
      a: 'x [secret] y',
      b: '[secret]',
    }));

  test('long other texts stay, and take no long time, whatever their content', () => {
    for (const piece of ['\\', '%25', '&amp;', 'pass', 'lorem ipsum ']) {
      const text = piece.repeat(2_000_000 / piece.length);
      assert.equal(redact(text), text);
    }
  });

  test('a text without any stays', () => {
    const text = '1. **Tandemly** – see me@plotwise.example';
    assert.equal(redact(text), text);
  });

  test('a password that is also a word does not change answers', () => {
    const text = 'Use PostgreSQL (postgres) or sightline with a key.';
    assert.equal(redactorOf(['postgres', 'sightline', 'key', 'a', ''])(text), text);
  });
});
