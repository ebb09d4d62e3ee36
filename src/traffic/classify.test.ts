import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classify } from './classify.ts';
import type { LoggedRequest } from './logged-request.ts';
import { pathClassOf } from './path-class.ts';
import { PRODUCTS } from './products.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const REQUEST: LoggedRequest = {
  at: Date.parse('2026-11-20T10:00:00Z'),
  host: 'www.tandemly.example',
  method: 'GET',
  target: '/pricing',
  status: 200,
  address: '203.0.114.9',
  agent: CHROME,
  referrer: null,
};

function counted(given: Partial<LoggedRequest>) {
  return classify(
    { ...REQUEST, ...given },
    {
      own: ['tandemly.example', 'münchen.example'],
      site: 'tandemly.example',
      lists: { verdictFor: () => 'unverifiable' },
    },
  );
}

/** `product evidence paid page`. */
function visit(given: Partial<LoggedRequest>): string | null {
  const found = counted(given);
  if (found === null || !('visit' in found)) return null;
  const { product, evidence, paid, page } = found.visit;
  return `${product} ${evidence}${paid ? ' paid' : ''} ${page}`;
}

const HOME = 'tandemly.example/pricing';
const CHATGPT = 'https://chatgpt.com/';
const TAGGED = '/pricing?utm_source=chatgpt.com';

for (const [what, given, expected] of [
  ['a referrer', { referrer: CHATGPT }, `chatgpt referrer ${HOME}`],
  [
    'a referrer with path and www',
    { referrer: 'https://www.perplexity.ai/search/x?q=1' },
    `perplexity referrer ${HOME}`,
  ],
  ['an Android app', { referrer: 'android-app://com.openai.chatgpt/' }, `chatgpt referrer ${HOME}`],
  ['a utm without a referrer', { target: TAGGED }, `chatgpt utm ${HOME}`],
  [
    'a utm with another referrer',
    { target: TAGGED, referrer: 'https://www.google.com/' },
    `chatgpt utm ${HOME}`,
  ],
  [
    'a utm with a parameter beside it',
    { target: '/pricing?tab=team&plan=x&utm_source=chatgpt.com' },
    `chatgpt utm ${HOME}?tab=team`,
  ],
  ['a bare utm', { target: '/pricing?utm_source=ChatGPT' }, `chatgpt utm ${HOME}`],
  [
    'a utm as an address',
    { target: '/pricing?UTM_Source=https%3A%2F%2Fwww.perplexity.ai%2F' },
    `perplexity utm ${HOME}`,
  ],
  ['a second utm', { target: '/pricing?utm_source=news&utm_source=chatgpt.com' }, `chatgpt utm ${HOME}`],
  ['a utm of HTML', { target: '/pricing?a=1&amp;utm_source=chatgpt.com' }, /^chatgpt utm /],
  ['a referrer before a utm', { target: TAGGED, referrer: 'https://claude.ai/' }, `claude referrer ${HOME}`],
  [
    'a utm in the own page that led here',
    { referrer: 'https://tandemly.example/a?utm_source=chatgpt.com' },
    `chatgpt utm_in_referrer ${HOME}`,
  ],
  [
    'a utm in a subdomain that led here',
    { referrer: 'https://docs.tandemly.example/?utm_source=copilot.com' },
    `copilot utm_in_referrer ${HOME}`,
  ],
  [
    'a utm in another site that led here',
    { referrer: 'https://other.example/?utm_source=chatgpt.com' },
    null,
  ],
  ['an advertisement', { target: `${TAGGED}&utm_medium=cpc` }, `chatgpt utm paid ${HOME}`],
  [
    'an advertisement with a referrer',
    { target: '/pricing?utm_medium=OpenAI-Ads', referrer: CHATGPT },
    `chatgpt referrer paid ${HOME}`,
  ],
  [
    'a paid medium of another kind',
    { target: `${TAGGED}&utm_medium=paid_social` },
    `chatgpt utm paid ${HOME}`,
  ],
  [
    'an advertisement in the referrer',
    { referrer: 'https://tandemly.example/?utm_source=chatgpt.com&utm_medium=ppc' },
    `chatgpt utm_in_referrer paid ${HOME}`,
  ],
  ['a medium that only begins so', { target: `${TAGGED}&utm_medium=cpcx` }, `chatgpt utm ${HOME}`],
  ['a cached page that is still good', { target: TAGGED, status: 304 }, `chatgpt utm ${HOME}`],
  [
    'a log with little in it',
    { target: TAGGED, host: null, method: null, status: null, agent: null },
    `chatgpt utm ${HOME}`,
  ],
  [
    'the whole address',
    { target: `https://docs.tandemly.example${TAGGED}`, host: null },
    'chatgpt utm docs.tandemly.example/pricing',
  ],
  [
    'an internationalized host',
    { target: TAGGED, host: 'xn--mnchen-3ya.example' },
    'chatgpt utm münchen.example/pricing',
  ],
  [
    'a telephone whose name ends with bot',
    { target: TAGGED, agent: 'Mozilla/5.0 (Linux; Android 13; CUBOT P80) Chrome/141.0.0.0' },
    `chatgpt utm ${HOME}`,
  ],
  ['a page that a browser prefetched, which no log tells', { referrer: CHATGPT }, `chatgpt referrer ${HOME}`],
  ['a person who came otherwise', {}, null],
  ["a search engine's referrer", { referrer: 'https://www.google.com/' }, null],
  ["a vendor's other page", { referrer: 'https://docs.x.ai/' }, null],
  ['a host that contains a product’s', { referrer: 'https://chatgpt.com.evil.example/' }, null],
  ['another utm', { target: '/pricing?utm_source=newsletter' }, null],
  ['a form', { target: TAGGED, method: 'POST' }, null],
  ['a look at the headers', { target: TAGGED, method: 'HEAD' }, null],
  ['a redirect', { target: TAGGED, status: 301 }, null],
  ['a missing page', { target: TAGGED, status: 404 }, null],
  ['a picture of the page', { target: '/logo.svg', referrer: CHATGPT }, null],
  ['a script of the page', { target: '/app.js?utm_source=chatgpt.com' }, null],
  ['a part that a framework loads', { target: `${TAGGED}&_rsc=1a2b` }, null],
  [
    'a robot',
    { target: TAGGED, agent: 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)' },
    null,
  ],
  ['a program', { target: TAGGED, agent: 'python-requests/2.32' }, null],
  ['a browser without a window', { target: TAGGED, agent: CHROME.replace('Chrome', 'HeadlessChrome') }, null],
  ['a crawler', { target: TAGGED, referrer: CHATGPT, agent: 'GPTBot/1.3' }, null],
  ['another host', { target: TAGGED, host: 'other.example' }, null],
  ['a host that ends alike', { target: TAGGED, host: 'nottandemly.example' }, null],
] as [string, Partial<LoggedRequest>, string | RegExp | null][]) {
  test(`visits: ${what}`, () => {
    const found = visit(given);
    if (expected instanceof RegExp) assert.match(found ?? '', expected);
    else assert.equal(found, expected);
  });
}

for (const { id, hosts } of PRODUCTS) {
  test(`every host of ${id} leads to it, as a referrer and as a utm_source`, () => {
    for (const host of hosts) {
      const scheme = /^(?:com|ai)\./.test(host) ? 'android-app' : 'https';
      assert.match(visit({ referrer: `${scheme}://${host}/` }) ?? '', new RegExp(`^${id} referrer `));
      assert.match(visit({ target: `/?utm_source=${host}` }) ?? '', new RegExp(`^${id} utm `));
    }
  });
}

for (const [status, expected] of [
  [200, '2xx'],
  [206, '2xx'],
  [304, '3xx'],
  [404, '4xx'],
  [503, '5xx'],
  [401, 'refused'],
  [403, 'refused'],
  [406, 'refused'],
  [451, 'refused'],
  [429, '4xx'],
  [0, 'unknown'],
  [null, 'unknown'],
] as const) {
  test(`a crawl answered with ${status} is ${expected}`, () => {
    assert.deepEqual(counted({ status, agent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' }), {
      crawl: { page: HOME, crawler: 'ClaudeBot', verdict: 'unverifiable', status: expected, path: 'content' },
    });
  });
}

for (const [what, given] of Object.entries({
  'a request of no page': { target: '*', method: 'OPTIONS' },
  'a tunnel': { target: 'tandemly.example:443', method: 'CONNECT' },
  'another host': { host: 'other.example' },
  'the whole address of another host': { target: 'http://other.example/pricing' },
  'no host': { host: '-' },
})) {
  test(`a crawler's request is not counted: ${what}`, () => {
    assert.equal(counted({ ...given, agent: 'GPTBot/1.3' }), null);
  });
}

test('a long page is cut to what an index holds', () => {
  const found = counted({ target: `/${'a'.repeat(3000)}`, agent: 'GPTBot/1.3' });
  assert.equal(found !== null && 'crawl' in found && found.crawl.page.length, 500);
});

for (const [expected, paths] of Object.entries({
  content:
    '/ /pricing /blog/post.html /report.pdf /a.b/page /sitemap /sitemap.html /llms.txt /v1.2 /docs/api /x?f=a.css',
  sitemap:
    '/sitemap.xml /sitemap_index.xml /post-sitemap2.xml /sitemap.xml.gz /sitemaps/2026.xml /Sitemap.txt /feed/ /rss.xml /blog/index.rss',
  robots: '/robots.txt /robots.txt?x=1 /ads.txt',
  asset:
    '/app.js /a/style.CSS?v=2 /favicon.ico /_next/image?url=a /font.woff2 /data.json /.well-known/x /pricing?_rsc=1 /sitemap.xsl',
})) {
  for (const path of paths.split(' ')) {
    test(`${path} is of class ${expected}`, () => assert.equal(pathClassOf(path), expected));
  }
}
