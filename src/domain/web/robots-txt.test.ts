import assert from 'node:assert/strict';
import { test } from 'node:test';
import { robotsTxtOf } from './robots-txt.ts';

const ORIGIN = 'https://tandemly.example';

/** Whether GPTBot may read a path. */
function allows(text: string, path: string, token = 'GPTBot', fallback?: string): boolean {
  return robotsTxtOf(text).allows(token, `${ORIGIN}${path}`, fallback);
}

/** Whether rules for every robot allow a path. */
const ruled = (rules: string, path: string) => allows(`User-agent: *\n${rules}`, path);

// RFC 9309, sections 2.2.1 and 2.2.4: which rules GPTBot obeys. Each file keeps it from /a or does not.
const GROUPS: Readonly<Record<string, readonly [text: string, isAllowed: boolean]>> = {
  'nothing at all': ['', true],
  'a page in HTML': ['<!doctype html><html>Disallow: /</html>', true],
  'a rule before any robot': ['Disallow: /\nUser-agent: GPTBot\nDisallow: /b', true],
  'its own name': ['User-agent: GPTBot\nDisallow: /a', false],
  'another case': ['USER-AGENT: gptbot\nDISALLOW: /a', false],
  'every robot': ['User-agent: *\nDisallow: /a', false],
  'its own group beside that of every robot': [
    'User-agent: GPTBot\nDisallow: /b\n\nUser-agent: *\nDisallow: /',
    true,
  ],
  'its own group without rules': ['User-agent: *\nDisallow: /\n\nUser-agent: GPTBot', true],
  'an empty rule of its own': ['User-agent: *\nDisallow: /\nUser-agent: GPTBot\nDisallow:', true],
  'a group for two': ['User-agent: ClaudeBot\nUser-agent: GPTBot\nDisallow: /', false],
  'a group for two, with every robot': ['User-agent: *\nUser-agent: GPTBot\nDisallow: /', false],
  'several groups of its own': [
    'User-agent: GPTBot\nDisallow: /a\nUser-agent: *\nAllow: /\nUser-agent: gptbot\nDisallow: /b',
    false,
  ],
  'the second of several groups': [
    'User-agent: GPTBot\nDisallow: /b\nUser-agent: *\nAllow: /\nUser-agent: GPTBot\nDisallow: /a',
    false,
  ],
  'a group twice in one': ['User-agent: GPTBot\nUser-agent: A\nUser-agent: GPTBot\nDisallow: /a', false],
  'a sitemap within a group': [
    'User-agent: GPTBot\nSitemap: https://x.example/s.xml\nUser-agent: ClaudeBot\nDisallow: /',
    false,
  ],
  'a delay within a group': [
    'User-agent: GPTBot\nCrawl-delay: 10\nUser-agent: ClaudeBot\nDisallow: /',
    false,
  ],
  'a content signal within a group': [
    'User-agent: GPTBot\nContent-Signal: ai-train=no\nUser-agent: *\nDisallow: /',
    false,
  ],
  'an unknown record within a group': [
    'User-agent: GPTBot\nHost: x.example\n\n# x\nUser-agent: *\nDisallow: /',
    false,
  ],
  'a delay between rules': ['User-agent: GPTBot\nAllow: /b\nCrawl-delay: 1\nDisallow: /a', false],
  'a rule between robots': ['User-agent: GPTBot\nDisallow: /b\nUser-agent: ClaudeBot\nDisallow: /', true],
  'an empty rule between robots': ['User-agent: GPTBot\nDisallow:\nUser-agent: ClaudeBot\nDisallow: /', true],
  'a version': ['User-agent: GPTBot/1.1\nDisallow: /a', false],
  'a star behind the name': ['User-agent: GPTBot*\nDisallow: /a', false],
  'words behind the name': ['User-agent: GPTBot (OpenAI)\nDisallow: /a', false],
  'the first of a list': ['User-agent: GPTBot, CCBot\nDisallow: /a', false],
  'the second of a list': ['User-agent: CCBot, GPTBot\nDisallow: /a', true],
  'words behind the star': ['User-agent: * (all)\nDisallow: /a', false],
  'a star glued to a word': ['User-agent: *bot\nDisallow: /a', true],
  'a longer name': ['User-agent: GPTBot-Image\nDisallow: /a', true],
  'a shorter name': ['User-agent: GPT\nDisallow: /a', true],
  'a name in quotation marks': ['User-agent: "GPTBot"\nDisallow: /a', true],
  'no name': ['User-agent:\nDisallow: /a', true],
  'a robot without a name beside all': [
    'User-agent: 360Spider\nAllow: /\nUser-agent: *\nDisallow: /a',
    false,
  ],
  'a name of JavaScript': ['User-agent: __proto__\nDisallow: /a\nUser-agent: constructor\nDisallow: /', true],
  'a missing hyphen': ['Useragent: GPTBot\nDisallow: /a', false],
  'a blank for the hyphen': ['User agent: GPTBot\nDisallow: /a', false],
  'a blank for the colon': ['User-agent GPTBot\nDisallow /a', false],
  'two blanks and no colon': ['User-agent: GPTBot\nDisallow /a /b', true],
  'a double s': ['User-agent: GPTBot\nDissallow: /a', false],
  'a single l': ['User-agent: GPTBot\nDisalow: /a', false],
  'a double s and a single l': ['User-agent: GPTBot\nDissalow: /a', false],
  'letters in another order': ['User-agent: GPTBot\nDiasllow: /a', false],
  'another letter': ['User-agent: GPTBot\nDisallaw: /a', false],
  'an unknown misspelling': ['User-agent: GPTBot\nDisalllow: /a', true],
  'a misspelled allow': ['User-agent: GPTBot\nDisallow: /a\nAlow: /a/b', false],
  'a mark at the start': ['\uFEFFUser-agent: GPTBot\nDisallow: /a', false],
  comments: ['# GPTBot\nUser-agent: GPTBot # x\nDisallow: /a # not: this', false],
  'a comment glued to a value': ['User-agent: GPTBot#x\nDisallow: /a#x', false],
  'a rule in a comment': ['User-agent: GPTBot\n#Disallow: /a', true],
  'blanks and tabs': ['\t User-agent \t:\t GPTBot \t\n  Disallow :/a  ', false],
  'no blanks': ['User-agent:GPTBot\nDisallow:/a', false],
  'carriage returns': ['User-agent: GPTBot\rDisallow: /a\r', false],
  'both line ends': ['User-agent: GPTBot\r\n\r\nDisallow: /a\r\n', false],
  'empty lines': ['User-agent: GPTBot\n\n\nUser-agent: ClaudeBot\n\nDisallow: /a', false],
  'NUL bytes': ['\0User-agent: GPTBot\0\nDis\0allow: /a\0', false],
};

for (const [what, [text, isAllowed]] of Object.entries(GROUPS)) {
  test(`robots.txt with ${what} ${isAllowed ? 'allows' : 'disallows'}`, () =>
    assert.equal(allows(text, '/a'), isAllowed));
}

// Sections 2.2.2 and 2.2.3: rules, an address that they disallow, and one that they allow.
const RULES: Readonly<
  Record<string, readonly [rules: string, disallowed: string | null, allowed: string | null]>
> = {
  'a path is a beginning': ['Disallow: /fish', '/fish.html?id=1', '/Fish'],
  'a folder is a beginning': ['Disallow: /fish/', '/fish/', '/fish'],
  'the longest match wins': ['Allow: /p\nDisallow: /p/x', '/p/x', '/p/y'],
  'wherever it stands': ['Disallow: /p/x\nAllow: /p', '/p/x', '/p/y'],
  'an allow is an exception': ['Disallow: /\nAllow: /p', '/', '/p'],
  'of equal matches an allow wins': ['Disallow: /p\nAllow: /p', null, '/p'],
  'also before it': ['Allow: /p\nDisallow: /p', null, '/p'],
  'also in two spellings': ['Disallow: /%7Ep\nAllow: /~p', null, '/~p'],
  'a star counts as a character': ['Allow: /p\nDisallow: /p*', '/p', '/q'],
  'a dollar counts as a character': ['Allow: /p\nDisallow: /p$', '/p', '/p/'],
  'an empty allow says nothing': ['Allow:\nDisallow: /p', '/p', '/q'],
  'the file itself is allowed': ['Disallow: /', '/robots.tx', '/robots.txt'],
  'a pattern without a slash matches nothing': ['Disallow: private', null, '/private'],
  'an address is no pattern': [`Disallow: ${ORIGIN}/p`, null, '/p'],
  'a star is any characters': ['Disallow: /*.gif', '/a/b.gif?x', '/a/gif'],
  'a star at the start': ['Disallow: *.gif$', '/a/b.gif', '/a/b.gif?x'],
  'a star alone': ['Disallow: *', '/', null],
  'a dollar is the end': ['Disallow: /a$', '/a', '/a?x'],
  'a dollar alone': ['Disallow: $', null, '/'],
  'the first page alone': ['Disallow: /$', '/', '/a'],
  'two stars': ['Disallow: /a*b*c', '/axbxbxc', '/acb'],
  'stars next to each other': ['Disallow: /a***b', '/ab', '/a'],
  'a star before the end': ['Disallow: /a*$', '/ab', '/b'],
  'pieces do not overlap': ['Disallow: /ab*ba$', '/abba', '/aba'],
  'the last piece does not overlap': ['Disallow: /*aa*aa$', '/aaaa', '/aaa'],
  'the end is the last place': ['Disallow: /*a$', '/aba', '/ab'],
  'a beginning within a beginning': ['Disallow: /*aab', '/aaab', '/aaa'],
  'a pattern that returns to its start': ['Disallow: /*abcabd', '/abcabcabd', '/abcabc'],
  'a dollar within': ['Disallow: /a$b', '/a$b', '/a'],
  'an encoded dollar': ['Disallow: /a%24', '/a$b', '/a'],
  'an encoded star': ['Disallow: /a%2Ab', '/a*b', '/axb'],
  'a query': ['Disallow: /*?', '/a?b', '/a'],
  'a parameter': ['Disallow: /*?*sort=', '/a?b=1&sort=2', '/a?b=1'],
  'an encoded letter': ['Disallow: /foo%62ar', '/foobar', '/foo'],
  'an encoded letter in an address': ['Disallow: /foobar', '/foo%62ar', '/foo'],
  'a tilde': ['Disallow: /%7euser', '/~user', '/user'],
  'small hex': ['Disallow: /%c3%a9', '/%C3%A9', '/%C3'],
  'letters beyond ASCII': ['Disallow: /foo/bar/ツ', '/foo/bar/%E3%83%84', '/foo/bar/'],
  'encoded letters beyond ASCII': ['Disallow: /foo/bar/%e3%83%84', '/foo/bar/ツ', '/foo/bar/'],
  'another charset': ['Disallow: /%E4', '/%e4', '/ä'],
  'square brackets': ['Disallow: /a[b]', '/a[b]', '/ab'],
  'encoded square brackets': ['Disallow: /a%5Bb%5d', '/a[b]', '/ab'],
  'a bar': ['Disallow: /a|b', '/a|b', '/a'],
  'an encoded bar': ['Disallow: /a%7cb', '/a|b', '/a'],
  'braces in a query': ['Disallow: /a?x={y}', '/a?x={y}', '/a?x=y'],
  'braces in a path': ['Disallow: /{y}', '/{y}', '/y'],
  'a blank': ['Disallow: /a b', '/a%20b', '/a+b'],
  'quotation marks': ['Disallow: /"a"', '/%22a%22', '/a'],
  'a comma': ['Disallow: /a%2Cb', '/a,b', '/ab'],
  brackets: ['Disallow: /a(b)', '/a%28b%29', '/ab'],
  'an encoded slash': ['Disallow: /a%2fb', '/a%2Fb', '/a/b'],
  'a slash': ['Disallow: /a/b', '/a/b', '/a%2Fb'],
  'an encoded question mark': ['Disallow: /a%3Fb', '/a%3fb', '/a?b'],
  'an encoded percent sign': ['Disallow: /100%25', '/100%25', '/100'],
  'a percent sign alone': ['Disallow: /100%/', '/100%/a', '/100'],
  'an address in a query': [
    'Disallow: /bar?baz=https://foo.bar',
    '/bar?baz=https%3A%2F%2Ffoo.bar',
    '/bar?baz=',
  ],
  'an encoded address in a query': [
    'Disallow: /bar?baz=https%3A%2F%2Ffoo.bar',
    '/bar?baz=https://foo.bar',
    '/bar',
  ],
  'an encoded separator': ['Disallow: /?a%26b', '/?a%26b', '/?a&b'],
  'an encoded plus': ['Disallow: /?c%2b', '/?c%2B', '/?c+'],
};

for (const [what, [rules, disallowed, allowed]] of Object.entries(RULES)) {
  test(`in a rule of robots.txt, ${what}`, () => {
    if (disallowed !== null) assert.equal(ruled(rules, disallowed), false, disallowed);
    if (allowed !== null) assert.equal(ruled(rules, allowed), true, allowed);
  });
}

test('a robot that robots.txt does not name obeys its fallback, then the rules for all', () => {
  const text = 'User-agent: Googlebot\nDisallow: /a\n\nUser-agent: *\nDisallow: /';
  const allowed = (token: string, fallback?: string) =>
    ['/a', '/b'].filter((path) => allows(text, path, token, fallback));
  assert.deepEqual([allowed('Applebot', 'Googlebot'), allowed('Applebot', 'Bingbot')], [['/b'], []]);
  assert.deepEqual(allowed('Applebot'), []);
});

test('one file answers about one address for several robots, and then about another', () => {
  const robots = robotsTxtOf('User-agent: A\nUser-agent: B\nDisallow: /a\n\nUser-agent: B\nAllow: /a/b');
  const allowed = ['/a', '/a/b', '/a', '/c'].map((path) =>
    ['A', 'B', 'C'].filter((token) => robots.allows(token, `${ORIGIN}${path}`)).join(''),
  );
  assert.deepEqual(allowed, ['C', 'BC', 'C', 'ABC']);
});
