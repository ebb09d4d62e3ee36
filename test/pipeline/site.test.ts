import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { AI_CRAWLERS } from '../../src/domain/web/crawlers.ts';
import { type FetchOutcome, fetchPage } from '../../src/pipeline/site/fetch-page.ts';
import { HostQueue } from '../../src/pipeline/site/host-queue.ts';
import { MOST_PAGES, siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { unreadReason } from '../../src/pipeline/site/unread-reason.ts';
import { startSocketServer } from '../support/receiver.ts';
import {
  LOOPBACK_REACH,
  type SitePage,
  sitePage,
  startSite,
  TANDEMLY,
  type TestSite,
} from '../support/site.ts';

const NEVER = new AbortController().signal;
const NOTHING_ALLOWED = { ...LOOPBACK_REACH, allows: () => false };

async function site(context: TestContext, pages: Readonly<Record<string, SitePage>>): Promise<TestSite> {
  const started = await startSite(pages);
  context.after(started.stop);
  return started;
}

async function fetched(
  url: string,
  options: Partial<Parameters<typeof fetchPage>[1]> = {},
): Promise<FetchOutcome> {
  return await fetchPage(url, {
    reach: LOOPBACK_REACH,
    turns: new HostQueue(),
    stop: NEVER,
    follows: () => true,
    ...options,
  });
}

function read({ port }: TestSite, reach = LOOPBACK_REACH) {
  return siteReaderWith({ reach }).read(`http://tandemly.example:${port}/`, NEVER);
}

test('reads a site from its first page, the informative pages first, within its robots.txt', async (context) => {
  const tandemly = await site(context, TANDEMLY);
  const { host, pages, asked, left } = await read(tandemly);
  assert.equal(host, 'tandemly.example');
  assert.deepEqual(
    pages.map(({ url }) => new URL(url).pathname),
    ['/', '/compare/kestrel-boards', '/faq', '/pricing'],
  );
  assert.equal(left, 0);
  assert.deepEqual(asked.map(({ outcome }) => outcome.kind).sort(), [
    'answered',
    'answered',
    'answered',
    'answered',
    'disallowed',
    'leads_elsewhere',
  ]);
  assert.ok(!tandemly.asked.includes('/private/plans'));
  assert.equal(tandemly.mostAtOnce(), 1);
});

test('reads at most thirty pages, and never sends one host two requests at once', async (context) => {
  const links = Array.from({ length: 60 }, (_, at) => `<a href="/products/${at}">Product ${at}</a>`).join('');
  const product = sitePage({ title: 'A product' });
  const shop = await site(context, {
    '/': sitePage({ title: 'Shop', body: links }),
    ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/products/${at}`, product])),
  });
  const reader = siteReaderWith({ reach: LOOPBACK_REACH });
  const url = `http://shop.example:${shop.port}/`;
  const [one, other] = await Promise.all([reader.read(url, NEVER), reader.read(url, NEVER)]);
  assert.deepEqual([one.asked.length, one.left, other.asked.length], [MOST_PAGES, 31, MOST_PAGES]);
  assert.equal(shop.mostAtOnce(), 1);
});

for (const [status, isRead] of [
  [404, true],
  [403, true],
  [500, false],
  [503, false],
] as const) {
  test(`a robots.txt that answers ${status} ${isRead ? 'allows everything' : 'allows nothing'}`, async (context) => {
    const tandemly = await site(context, { ...TANDEMLY, '/robots.txt': { status } });
    if (isRead) assert.ok((await read(tandemly)).pages.length > 1);
    else await assert.rejects(read(tandemly), new RegExp(`Its robots\\.txt answered ${status}`));
  });
}

function notFound(): Promise<never> {
  return Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }));
}

for (const [what, url, reach, reason] of [
  ['a private address', 'http://10.0.0.1/', NOTHING_ALLOWED, 'Its address is not public.'],
  ['an address of this machine', 'http://[::1]/', NOTHING_ALLOWED, 'Its address is not public.'],
  ['a closed port', 'http://tandemly.example:1/', LOOPBACK_REACH, 'It refused the connection.'],
  [
    'an unknown name',
    'http://tandemly.example/',
    {
      ...LOOPBACK_REACH,
      resolve: async (host: string) => (host === 'tandemly.example' ? await notFound() : ['127.0.0.1']),
    },
    'Its host name does not exist.',
  ],
  [
    'a server without network',
    'http://tandemly.example/',
    { ...LOOPBACK_REACH, resolve: notFound },
    'This server can look up no host name: it has no network, or its DNS fails.',
  ],
] as const) {
  test(`does not blame ${what} on robots.txt`, async () => {
    const reasons: string[] = [];
    for await (const page of siteReaderWith({ reach }).readEach([url], NEVER))
      reasons.push(unreadReason(page));
    assert.deepEqual(reasons, [reason]);
  });
}

test('names a robots.txt that redirects too often as the reason', async (context) => {
  const round = await site(context, {
    '/robots.txt': { status: 301, headers: { location: '/robots.txt?' } },
    '/robots.txt?': { status: 301, headers: { location: '/robots.txt?' } },
  });
  await assert.rejects(read(round), /Sightline cannot read its robots\.txt\. It redirects more than/);
});

for (const [what, to, reason] of [
  ['a private address', 'http://inside.example/', 'Its address is not public.'],
  ['an unknown name', 'http://gone.example/', 'Its host name does not exist.'],
  ['a page that robots.txt disallows', '/private/plans', 'Its robots.txt does not allow it.'],
] as const) {
  test(`a first page that redirects to ${what} says so`, async (context) => {
    const moved = await site(context, { ...TANDEMLY, '/': { status: 302, headers: { location: to } } });
    const reach = {
      resolve: async (host: string) => {
        if (host === 'gone.example') throw Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
        return [host === 'inside.example' ? '10.0.0.1' : '127.0.0.1'];
      },
      allows: (address: string) => address === '127.0.0.1',
    };
    const host = to.startsWith('/') ? `tandemly.example:${moved.port}` : new URL(to).host;
    await assert.rejects(read(moved, reach), {
      message: `Sightline cannot read http://tandemly.example:${moved.port}/. It redirects to ${host}. ${reason}`,
    });
  });
}

test('explains a wrong domain, and an unreadable first page', async (context) => {
  for (const typed of [
    '',
    'tandemly',
    'a b.example',
    'ftp://tandemly.example',
    '127.0.0.1',
    '2130706433',
    '[::1]',
  ]) {
    await assert.rejects(
      siteReaderWith({ reach: LOOPBACK_REACH }).read(typed, NEVER),
      { code: 'invalid_argument' },
      typed,
    );
  }
  const gone = await site(context, { '/': { status: 410 } });
  await assert.rejects(read(gone), /It answered 410\./);
  const file = await site(context, { '/': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' } });
  await assert.rejects(read(file), /It is not an HTML page \(application\/pdf\)/);
});

for (const host of [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '169.254.169.254',
  '100.100.100.100',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[fd00::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
]) {
  test(`refuses http://${host} before anything connects`, async (context) => {
    const inside = await site(context, { '/': 'secret' });
    for (const port of ['', `:${inside.port}`]) {
      const outcome = await fetched(`http://${host}${port}/`, { reach: NOTHING_ALLOWED });
      assert.deepEqual(
        [outcome.kind, outcome.kind === 'failed' && outcome.detail],
        ['failed', 'Its address is not public.'],
      );
    }
    assert.deepEqual(inside.asked, []);
  });
}

for (const address of ['127.0.0.1', '::1', '::ffff:10.0.0.1', '169.254.169.254', '100.64.0.1', 'fc00::1']) {
  test(`refuses a name that the DNS resolves to ${address}, and a redirect to it`, async (context) => {
    const reach = {
      ...LOOPBACK_REACH,
      resolve: async (host: string) => (host === 'open.example' ? ['127.0.0.1'] : [address]),
    };
    const refused = { ...reach, allows: () => false };
    assert.equal((await fetched('https://inside.example/', { reach: refused })).kind, 'failed');
    const open = await site(context, {
      '/': { status: 302, headers: { location: 'https://inside.example/' } },
    });
    // Allows only the first page's machine.
    let first = true;
    const allows = () => {
      const was = first;
      first = false;
      return was;
    };
    const outcome = await fetched(`http://open.example:${open.port}/`, { reach: { ...reach, allows } });
    assert.deepEqual(outcome, {
      kind: 'failed',
      url: 'https://inside.example/',
      detail: 'Its address is not public.',
    });
  });
}

test('looks a name up once for each request, and connects to the checked address', async (context) => {
  const open = await site(context, { '/': 'read' });
  let lookups = 0;
  // A name with a second DNS answer elsewhere.
  const resolve = async () => {
    lookups += 1;
    return lookups === 1 ? ['10.0.0.1', '127.0.0.1'] : ['10.0.0.1'];
  };
  const outcome = await fetched(`http://rebinding.example:${open.port}/`, {
    reach: { ...LOOPBACK_REACH, resolve },
  });
  assert.equal(outcome.kind === 'answered' && outcome.text, 'read');
  assert.equal(lookups, 1);
});

test('at public addresses uses only web ports', async () => {
  const reach = { resolve: async () => ['93.184.216.34'], allows: () => false };
  const outcome = await fetched('http://example.com:22/', { reach });
  assert.equal(outcome.kind === 'failed' && outcome.detail, 'Sightline reads only ports 80 and 443.');
});

test('sends neither a password nor another protocol to a page', async () => {
  for (const url of ['http://user:word@tandemly.example/', 'file:///etc/passwd']) {
    assert.equal((await fetched(url)).kind, 'failed', url);
  }
});

test('follows no redirect to an address that is too long', async (context) => {
  const { port, asked } = await site(context, {
    '/': { status: 302, headers: { location: `/${'a'.repeat(2000)}` } },
  });
  const outcome = await fetched(`http://tandemly.example:${port}/`);
  assert.equal(outcome.kind === 'failed' && outcome.detail, 'It redirects to an overlong address.');
  assert.deepEqual(asked, ['/']);
});

test('follows five redirects, within the allowed sites', async (context) => {
  const hops = Object.fromEntries(
    Array.from({ length: 9 }, (_, at) => [
      `/${at}`,
      { status: 302, headers: { location: `/${at + 1}#part` } },
    ]),
  );
  const { port } = await site(context, { ...hops, '/9': 'end' });
  const from = (at: number) => `http://tandemly.example:${port}/${at}`;
  const reached = await fetched(from(4));
  assert.deepEqual([reached.kind, reached.url], ['answered', from(9)]);
  const lost = await fetched(from(0));
  assert.equal(lost.kind === 'failed' && lost.detail, 'It redirects more than 5 times.');
  assert.deepEqual(await fetched(from(8), { follows: () => false }), {
    kind: 'leads_elsewhere',
    url: from(8),
    to: from(9),
  });
});

test('cuts pages longer than 2 MB, also small compressed ones', async (context) => {
  const large = 'x'.repeat(5_000_000);
  const { port } = await site(context, {
    '/plain': large,
    '/packed': { headers: { 'content-encoding': 'gzip' }, body: gzipSync(large) },
    '/broken': { headers: { 'content-encoding': 'gzip' }, body: 'not gzip' },
    '/unknown': { headers: { 'content-encoding': 'zstd' }, body: 'x' },
  });
  const at = (path: string) => fetched(`http://tandemly.example:${port}/${path}`);
  for (const path of ['plain', 'packed']) {
    const outcome = await at(path);
    assert.ok(outcome.kind === 'answered' && outcome.isCut, path);
    assert.equal(outcome.text.length, 2_000_000);
  }
  assert.equal((await at('broken')).kind, 'failed');
  assert.equal((await at('unknown')).kind, 'failed');
});

test('gives up a page that does not come in time, and a slow one', async (context) => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<p>';
  for (const [start, drip] of [
    ['', ''],
    [head, ''],
    [head, 'a'],
    ['', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ] as const) {
    const { port, stop } = await startSocketServer((socket) => {
      socket.write(start);
      if (drip === '') return;
      const timer = setInterval(() => socket.write(drip), 20);
      socket.on('close', () => clearInterval(timer));
    });
    context.after(stop);
    const outcome = await fetched(`http://tandemly.example:${port}/`, { deadlineMs: 150 });
    assert.equal(outcome.kind === 'failed' && outcome.detail, 'It did not answer within 0.15 seconds.');
  }
});

test('a server that switches protocols holds up neither the page nor the next one', async (context) => {
  const { port, stop } = await startSocketServer((socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: other\r\nconnection: upgrade\r\n\r\n');
  });
  context.after(stop);
  const turns = new HostQueue();
  for (const path of ['one', 'next']) {
    const outcome = await fetched(`http://tandemly.example:${port}/${path}`, { turns });
    assert.equal(outcome.kind === 'failed' && outcome.detail, 'It closed the connection without an answer.');
  }
});

test('an answer without a target is no redirect', async (context) => {
  const { port } = await site(context, { '/': { status: 302, headers: { location: '' } } });
  const outcome = await fetched(`http://tandemly.example:${port}/`);
  assert.equal(outcome.kind === 'answered' && outcome.status, 302);
});

test("a page's time starts with its host's turn", async (context) => {
  const slow = await startSite({ '/': sitePage({ title: 'Slow' }) }, 200);
  context.after(slow.stop);
  const turns = new HostQueue();
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => fetched(`http://slow.example:${slow.port}/`, { turns, deadlineMs: 900 })),
  );
  assert.deepEqual(
    outcomes.map(({ kind }) => kind),
    Array(5).fill('answered'),
  );
  assert.equal(slow.mostAtOnce(), 1);
});

test('a stopped reader no longer waits for a turn, and takes none', async (context) => {
  const slow = await startSite({ '/': sitePage({ title: 'Slow' }) }, 300);
  context.after(slow.stop);
  const turns = new HostQueue();
  const first = fetched(`http://slow.example:${slow.port}/`, { turns });
  const stop = AbortSignal.timeout(50);
  const outcome = await fetched(`http://slow.example:${slow.port}/`, { turns, stop });
  assert.equal(outcome.kind, 'failed');
  assert.equal(slow.asked.length, 1, 'the first page is still coming');
  assert.equal((await first).kind, 'answered');
  assert.equal((await fetched(`http://slow.example:${slow.port}/`, { turns })).kind, 'answered');
  assert.equal(slow.asked.length, 2);
});

test('the end of the time says nothing about the page that was coming', async (context) => {
  const links = Array.from({ length: 9 }, (_, at) => `<a href="/products/${at}">Product ${at}</a>`).join('');
  let requests = 0;
  const { port, stop } = await startSocketServer((socket) => {
    socket.on('data', () => {
      requests += 1;
      // Robots.txt and the first page come; the next page never does.
      const body = requests === 2 ? `<title>Shop</title>${links}` : '';
      const status = requests === 1 ? '404 Not Found' : '200 OK';
      if (requests > 2) return;
      socket.end(`HTTP/1.1 ${status}\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${body}`);
    });
  });
  context.after(stop);
  const read = siteReaderWith({ reach: LOOPBACK_REACH, deadlineMs: 500 });
  const { asked, left } = await read.read(`http://shop.example:${port}/`, NEVER);
  assert.deepEqual(
    asked.map(({ url }) => new URL(url).pathname),
    ['/'],
  );
  assert.equal(left, 9);
});

test('a site without an answer within the whole time says so', async (context) => {
  const { port, stop } = await startSocketServer(() => {});
  context.after(stop);
  const { read } = siteReaderWith({ reach: LOOPBACK_REACH, deadlineMs: 100 });
  await assert.rejects(
    read(`http://shop.example:${port}/`, NEVER),
    /It did not answer within 0\.1 seconds\.$/,
  );
});

test('reads a page in its charset', async (context) => {
  const latin = Buffer.from('<title>Größe</title>', 'latin1');
  const { port } = await site(context, {
    '/header': { headers: { 'content-type': 'text/html; charset=ISO-8859-1' }, body: latin },
    '/meta': {
      headers: { 'content-type': 'text/html' },
      body: Buffer.concat([Buffer.from('<meta charset="windows-1252">'), latin]),
    },
    '/utf-16': {
      headers: { 'content-type': 'text/html' },
      body: '<meta charset="utf-16"><title>Größe</title>',
    },
    '/japanese': {
      headers: { 'content-type': 'text/html; charset=Shift_JIS' },
      body: Buffer.from('47726f7365208c5e8ee6', 'hex'),
    },
    '/marked': {
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: Buffer.from('\uFEFF<title>Größe</title>', 'utf16le'),
    },
    '/nonsense': { headers: { 'content-type': 'text/html; charset=klingon' }, body: '<title>Größe</title>' },
  });
  for (const path of ['header', 'meta', 'utf-16', 'marked', 'nonsense']) {
    const outcome = await fetched(`http://tandemly.example:${port}/${path}`);
    assert.match(outcome.kind === 'answered' ? outcome.text : '', /Größe/, path);
  }
  const japanese = await fetched(`http://tandemly.example:${port}/japanese`);
  assert.equal(japanese.kind === 'answered' && japanese.text, 'Grose 型取');
});

test('names the crawlers that robots.txt keeps out, Applebot by the rules for Googlebot', async (context) => {
  const rules = 'User-agent: Googlebot\nAllow: /\n\nUser-agent: *\nDisallow: /';
  const { port } = await site(context, {
    ...TANDEMLY,
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: rules },
  });
  const reader = siteReaderWith({ reach: LOOPBACK_REACH });
  for await (const { keptOut } of reader.readEach([`http://tandemly.example:${port}/`], NEVER)) {
    const admitted = AI_CRAWLERS.filter(({ token }) => !keptOut?.includes(token));
    assert.deepEqual(
      admitted.map(({ token }) => token),
      ['Googlebot', 'Applebot'],
    );
  }
});

test('robots.txt: the line at the size limit does not count by half', async (context) => {
  const rules = 'User-agent: *\nDisallow: /private/\n';
  const last = 'Disallow: /';
  const filler = `#${'x'.repeat(500 * 1024 - rules.length - last.length - 2)}\n`;
  const large = await site(context, {
    ...TANDEMLY,
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: `${rules}${filler}${last}secret/` },
  });
  const { pages } = await read(large);
  assert.equal(pages.length, 4);
  assert.ok(!large.asked.includes('/private/plans'));
});
