import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pageAddressOf, pageKeyOf, targetOf } from './page.ts';

const wrap = (url: string) => `https://www.google.com/url?q=${encodeURIComponent(url)}`;
const PAGE = 'https://example.org/best?a=1#top';

for (const [what, url, target] of [
  ['a page is its own target', PAGE, PAGE],
  ['a redirect by q', `https://www.google.com/url?q=${encodeURIComponent(PAGE)}&sa=U&ved=2ah`, PAGE],
  ['a redirect by url', `https://www.google.com/url?sa=t&url=${encodeURIComponent(PAGE)}&usg=x`, PAGE],
  ['a redirect with an empty q', `https://www.google.com/url?q=&url=${encodeURIComponent(PAGE)}`, PAGE],
  [
    'a redirect of another country',
    `https://www.google.co.uk/url?q=https://example.org/`,
    'https://example.org/',
  ],
  ['and of a third', 'https://google.de/url?q=https://example.org/', 'https://example.org/'],
  ['and of a fourth', 'http://www.google.com.br/url?q=http://example.org/', 'http://example.org/'],
  ['a goto', `https://www.google.com/goto?url=${encodeURIComponent(PAGE)}`, PAGE],
  ['an AMP page', 'https://www.google.com/amp/s/example.org/a?b=1', 'https://example.org/a?b=1'],
  ['an AMP page over http', 'https://www.google.com/amp/example.org/a', 'http://example.org/a'],
  ['an AMP host alone', 'https://www.google.com/amp/s/example.org', 'https://example.org'],
  ['an AMP cache', 'https://asana-com.cdn.ampproject.org/c/s/asana.com/x?a=1', 'https://asana.com/x?a=1'],
  [
    'an AMP cache in a viewer',
    'https://www-asana-com.cdn.ampproject.org/v/s/www.asana.com/x?amp_js_v=0.1&usqp=mq331AQ',
    'https://www.asana.com/x',
  ],
  ["an AMP cache of Bing's", 'https://asana-com.bing-amp.com/c/asana.com/x', 'http://asana.com/x'],
  ['a wrapper in a wrapper', wrap(wrap(PAGE)), PAGE],
  ['an AMP page in a redirect', wrap('https://www.google.com/amp/s/example.org/a'), 'https://example.org/a'],
] as const) {
  test(`target: ${what}`, () => assert.equal(targetOf(url), target));
}

for (const [what, url] of [
  ['a script in a wrapper', wrap('javascript:alert(1)')],
  ['a search in a wrapper', 'https://www.google.com/url?q=/search?q=anvils'],
  ['an opaque goto', 'https://www.google.com/goto?url=CAESZQHrOz'],
  ['a wrapper without a target', 'https://www.google.com/url'],
  ['a search', 'https://www.google.com/search?q=https://example.org/'],
  ['an AMP path without a host', 'https://www.google.com/amp/s/'],
  ['an image of an AMP cache', 'https://asana-com.cdn.ampproject.org/i/s/asana.com/x.png'],
  ['the AMP project itself', 'https://cdn.ampproject.org/v0.js'],
  ['a host that only ends like a cache', 'https://notcdn.ampproject.org.example/c/s/asana.com/x'],
  ['another site with a path like it', 'https://google.example.org/url?q=https://acme.example/'],
  ['a site that only ends like it', 'https://notgoogle.com/url?q=https://acme.example/'],
  ['a part of Google that is a site of its own', 'https://cloud.google.com/url?q=https://acme.example/'],
  ['a cached copy', 'https://webcache.googleusercontent.com/search?q=cache:x:https://acme.example/'],
  ['a translation', 'https://acme-example.translate.goog/?_x_tr_sl=en'],
  ['what is no URL', 'acme.example'],
  ['another scheme', 'ftp://www.google.com/url?q=https://acme.example/'],
] as const) {
  test(`left unchanged: ${what}`, () => assert.equal(targetOf(url), url));
}

test('removes five wrappers and no more', () => {
  const five = wrap(wrap(wrap(wrap(wrap(PAGE)))));
  assert.equal(targetOf(five), PAGE);
  assert.equal(targetOf(wrap(five)), wrap(PAGE));
});

for (const [what, one, other] of [
  ['scheme', 'http://example.org/a', 'https://example.org/a'],
  ['www and capitals', 'https://WWW.Example.org/a', 'https://example.org/a'],
  ['a trailing slash', 'https://example.org/a/', 'https://example.org/a'],
  ['a slash alone', 'https://example.org/', 'https://example.org'],
  ['a fragment', 'https://example.org/a#b', 'https://example.org/a'],
  ['a text fragment', 'https://example.org/a#:~:text=best%20anvils', 'https://example.org/a'],
  ['an empty query', 'https://example.org/a?', 'https://example.org/a'],
  ['campaigns', 'https://example.org/a?utm_source=chatgpt.com&utm_medium=x', 'https://example.org/a'],
  ['campaigns among others', 'https://example.org/a?b=1&UTM_Source=x&c=2', 'https://example.org/a?b=1&c=2'],
  ['a click', 'https://example.org/a?gclid=x&fbclid=y&_gl=1*a', 'https://example.org/a'],
  ['a merchant listing', 'https://example.org/a?srsltid=AfmBO', 'https://example.org/a'],
  ['how a blank is written', 'https://example.org/a?b=c+d', 'https://example.org/a?b=c%20d'],
  ['a wrapper', wrap('https://example.org/a'), 'https://example.org/a/?utm_source=x'],
  ['a wrapper with an encoded letter', `https://www.google.com/%75rl?q=${PAGE}`, PAGE],
  ['an empty value', 'https://example.org/a?b=&c', 'https://example.org/a?b&c='],
  ['an empty parameter', 'https://example.org/a?&b=1&&=', 'https://example.org/a?b=1'],
  ['encoded brackets in a query', 'https://example.org/a?b%5B%5d=1', 'https://example.org/a?b[]=1'],
  ['an address in a query', 'https://example.org/a?b=https%3A%2F%2Fc', 'https://example.org/a?b=https://c'],
  ['padding in a query', 'https://example.org/a?b=YQ%3D%3d', 'https://example.org/a?b=YQ=='],
  ['an apostrophe in a query', "https://example.org/a?b=l'été", 'https://example.org/a?b=l%27%C3%A9t%C3%A9'],
  ['capitals in other octets', 'https://example.org/a?b=%e4', 'https://example.org/a?b=%E4'],
  ['how a host is written', 'https://xn--mnchen-3ya.example./%7Ea', 'https://münchen.example/~a'],
] as const) {
  test(`one page: ${what}`, () => assert.equal(pageKeyOf(one), pageKeyOf(other)));
}

for (const [what, one, other] of [
  ['another path', 'https://example.org/a', 'https://example.org/b'],
  ['another case of the path', 'https://example.org/a', 'https://example.org/A'],
  ['another subdomain', 'https://a.example.org/', 'https://example.org/'],
  ['a parameter that may name a page', 'https://example.org/?p=1', 'https://example.org/?p=2'],
  ['a reference', 'https://example.org/a?ref=main', 'https://example.org/a'],
  ['an id', 'https://example.org/watch?v=1&id=3', 'https://example.org/watch?v=1'],
  ['parameters in another order', 'https://example.org/?a=1&b=2', 'https://example.org/?b=2&a=1'],
  ['a parameter that only begins like a campaign', 'https://example.org/?utmost=1', 'https://example.org/'],
  ['two words of another charset', 'https://example.org/?q=%B0%A1', 'https://example.org/?q=%B0%A2'],
  ['a plus and a blank', 'https://example.org/?q=c%2B', 'https://example.org/?q=c+'],
  ['an encoded separator', 'https://example.org/?a=1%26b=2', 'https://example.org/?a=1&b=2'],
  ['a question mark in a path', 'https://example.org/a%3Fb', 'https://example.org/a?b'],
  ['a start page', 'https://example.org/index.html', 'https://example.org/'],
  ['a session', 'https://example.org/a;jsessionid=1', 'https://example.org/a'],
  ['a start in a video', 'https://example.org/watch?v=1&t=90', 'https://example.org/watch?v=1'],
  ['a redirect of another search engine', `https://duckduckgo.com/l/?uddg=${encodeURIComponent(PAGE)}`, PAGE],
] as const) {
  test(`two pages: ${what}`, () => assert.notEqual(pageKeyOf(one), pageKeyOf(other)));
}

test('a page key is readable', () => {
  assert.equal(pageKeyOf('https://www.example.org/a/?b=1&utm_id=2#c'), 'example.org/a?b=1');
  assert.equal(pageKeyOf('https://example.org'), 'example.org');
});

test('only an http or https URL is a page', () => {
  for (const url of ['acme.example', 'ftp://acme.example/', 'javascript:alert(1)', '']) {
    assert.equal(pageKeyOf(url), null);
  }
});

test('any URL, wrapped any number of times, is the same page', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), fc.nat(4), (url, times) => {
      let wrapped = url;
      for (let count = 0; count < times; count += 1) wrapped = wrap(wrapped);
      assert.equal(pageKeyOf(wrapped), pageKeyOf(url));
    }),
  );
});

const PART = fc.constantFrom(
  ...'%%25417EB/?&=+;:@[]|{}\'"()*!$,.~\\^`<> é日'.split(''),
  ...['%C3', '%a9', '%2F', '%41', '%7e', '%25', '%E4', '%2e', 'utm_a=1', 'amp/s/a.example', '\ud800'],
);
const HOST = fc.constantFrom(
  'https://example.org/',
  'http://www.google.com/',
  'https://x.cdn.ampproject.org/c/',
);

test('an address to show has the same key, and neither changes when it is read again', () => {
  fc.assert(
    fc.property(HOST, fc.array(PART, { maxLength: 14 }), (host, parts) => {
      const url = `${host}${parts.join('')}`;
      const [key, address] = [pageKeyOf(url), pageAddressOf(url)];
      assert.equal(pageKeyOf(address), key);
      assert.equal(pageAddressOf(address), address);
      assert.equal(pageKeyOf(`https://${key}`), key);
    }),
  );
});
