import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ALIKE_IN_PATH, normalizeEncoding, UNRESERVED } from './percent-encoding.ts';

/** A path, its spelling with the unreserved characters decoded, and the one with all that servers read alike, if it differs. */
const PATHS: Readonly<Record<string, readonly [string, string, string?]>> = {
  'nothing encoded': ['/wiki/Notion', '/wiki/Notion'],
  brackets: ['/N_%28app%29', '/N_%28app%29', '/N_(app)'],
  'a letter': ['/foo%62ar', '/foobar'],
  'a digit': ['/%31', '/1'],
  'a tilde': ['/%7Euser/%7euser', '/~user/~user'],
  'hyphen, dot, underscore': ['/%2D%2E%5F', '/-._'],
  'small hex': ['/caf%c3%a9', '/caf%C3%A9'],
  'a letter beyond ASCII': ['/café', '/caf%C3%A9'],
  'half a pair': ['/\ud800', '/%EF%BF%BD'],
  'an apostrophe': ['/McDonald%27s', '/McDonald%27s', "/McDonald's"],
  'a comma': ['/a%2cb', '/a%2Cb', '/a,b'],
  'an exclamation mark': ['/yahoo%21', '/yahoo%21', '/yahoo!'],
  'a star': ['/%2A', '/%2A', '/*'],
  'an at sign': ['/%40user', '/%40user', '/@user'],
  'a colon': ['/Help%3AContents', '/Help%3AContents', '/Help:Contents'],
  'an ampersand': ['/AT%26T', '/AT%26T', '/AT&T'],
  'an equals sign': ['/a%3Db', '/a%3Db', '/a=b'],
  'a dollar': ['/%24', '/%24', '/$'],
  'a plus': ['/c%2b%2b', '/c%2B%2B'],
  'a semicolon': ['/a%3bb', '/a%3Bb'],
  'a slash': ['/a%2fb', '/a%2Fb'],
  'a backslash': ['/a%5cb', '/a%5Cb'],
  'a question mark': ['/a%3fb', '/a%3Fb'],
  'a number sign': ['/a%23b', '/a%23b'],
  'a percent sign': ['/100%25', '/100%25'],
  'an encoded percent sign before digits': ['/%2541', '/%2541'],
  'square brackets': ['/a[b]', '/a%5Bb%5D'],
  'what an address cannot have': ['/a|b"c<d>e^f`g{h}', '/a%7Cb%22c%3Cd%3Ee%5Ef%60g%7Bh%7D'],
  'a blank': ['/a b', '/a%20b'],
  'an octet that is no UTF-8': ['/%e4%E4', '/%E4%E4'],
  'a control character': ['/%00%0a', '/%00%0A'],
  'a percent sign alone': ['/100%', '/100%'],
  'a percent sign before a letter': ['/100%_%7Ea', '/100%_~a'],
  'half an octet': ['/a%4', '/a%4'],
  'a percent sign before octets': ['/%%34%31', '/%%34%31'],
  'half an octet before an octet': ['/%4%31', '/%4%31'],
  'three percent signs': ['/%%%41', '/%%%41'],
  'a percent sign before others': ['/%zz%41', '/%zzA'],
};

for (const [what, [path, unreserved, alike = unreserved]] of Object.entries(PATHS)) {
  test(`one spelling: ${what}`, () => {
    assert.equal(normalizeEncoding(path, UNRESERVED), unreserved);
    assert.equal(normalizeEncoding(path, ALIKE_IN_PATH), alike);
  });
}

test('a text with one spelling keeps it', () => {
  const part = fc.constantFrom(...'%%%0147AEfg/_é[ '.split(''), '%41', '%34', '%2F');
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 12 }),
      fc.constantFrom(UNRESERVED, ALIKE_IN_PATH),
      (parts, decoded) => {
        const once = normalizeEncoding(parts.join(''), decoded);
        assert.equal(normalizeEncoding(once, decoded), once);
      },
    ),
  );
});
