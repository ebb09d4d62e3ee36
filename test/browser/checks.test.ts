import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import {
  aboveTheFoldOf,
  axeIn,
  type BrowserVisitor,
  controlsNeedingScript,
  emptyWordsIn,
  invisibleFocusIn,
  newVisitor,
  overflowIn,
  unreachableByTab,
} from '../support/browser.ts';

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'";

const GOOD = `<main><h1>A page</h1><p>With a <a href="/good">link</a>.</p>
<form method="post"><label>Name <input name="name"></label><button>Save</button></form></main>`;

const SCRIPTS: Readonly<Record<string, string>> = {
  '/throws.js': 'throw new Error("oops");',
  '/asks.js': 'alert("hello");',
  '/opens.js': 'open("/good");',
  '/traps.js':
    'document.querySelector("input").addEventListener("keydown", (event) => event.preventDefault());',
};

const STYLES = `a { color: #1f4fd8 } .wide { width: 500px } .narrow { width: 100px } .tight { width: 70px; max-width: 70px; overflow-wrap: anywhere } .low { margin-top: 1000px } .box { overflow-x: auto } .unseen:focus { outline: none }
.pale { color: #ccc } .cover { position: fixed; inset: 0; background: #fff }`;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
  response.setHeader('content-security-policy', CSP);
  if (pathname === '/style.css') return response.setHeader('content-type', 'text/css').end(STYLES);
  const script = SCRIPTS[pathname];
  if (script !== undefined) return response.setHeader('content-type', 'text/javascript').end(script);
  const main = searchParams.get('main') ?? GOOD;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  return response.end(`<!doctype html><html lang="en"><title>Title</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css">${main}`);
});

let origin = '';
/** With and without scripts. */
const visitors = new Map<boolean, BrowserVisitor>();

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  for (const visitor of visitors.values()) await visitor.close();
  server.closeAllConnections();
  server.close();
});

async function showing(main: string, { javaScriptEnabled = true } = {}): Promise<BrowserVisitor> {
  const visitor = visitors.get(javaScriptEnabled) ?? (await newVisitor(origin, { javaScriptEnabled }));
  visitors.set(javaScriptEnabled, visitor);
  visitor.faults.errors.splice(0);
  visitor.faults.foreignRequests.splice(0);
  assert.equal(await visitor.open(`/?main=${encodeURIComponent(main)}`), 200);
  return visitor;
}

describe('the checks of pages in a browser', () => {
  test('a good page passes all of them', async () => {
    const { page, faults } = await showing(GOOD);
    assert.deepEqual(await axeIn(page), []);
    for (const width of [320, 1440]) assert.deepEqual(await overflowIn(page, width), []);
    assert.deepEqual(await invisibleFocusIn(page), []);
    assert.deepEqual(await unreachableByTab(page), []);
    assert.deepEqual(faults, { errors: [], foreignRequests: [] });
  });

  test('finds a page wider than the window, and a box that scrolls in itself', async () => {
    const { page } = await showing('<main><h1>x</h1><p class="wide">wide</p></main>');
    assert.match((await overflowIn(page, 320)).join(), /500|508.*p.wide/);
    assert.deepEqual(await overflowIn(page, 1440), []);
    const boxed = await showing('<main><h1>x</h1><div class="box"><p class="wide">wide</p></div></main>');
    assert.match((await overflowIn(boxed.page, 320)).join(), /scrolls: div.box/);
    const beside = await showing(
      '<main><h1>x</h1><div class="narrow"><table><tr><td><p class="wide">wide</p></td></tr></table></div></main>',
    );
    assert.match((await overflowIn(beside.page, 1440)).join(), /sticks out: table/);
  });

  const SAYS_NOTHING = {
    'an empty column': [
      '<table><thead><tr><th>Day</th><th>Why</th></tr></thead><tbody><tr><td>1</td><td></td></tr></tbody></table>',
      /an empty column: th "Why"/,
    ],
    'a column of dashes': [
      `<table><thead><tr><th>Day</th><th>Why</th></tr></thead><tbody>${'<tr><td>1</td><td>—</td></tr>'.repeat(2)}</tbody></table>`,
      /an empty column: th "Why"/,
    ],
    'a text about what is not there': [
      '<p class="help">“Any” is rare. †: late.</p>',
      /explains Any.*explains †/s,
    ],
    'a link to the page as it is': ['<a href="">Here</a>', /a link to the page as it is: a "Here"/],
    'a menu without entries': [
      '<details><summary>More</summary><ul></ul></details>',
      /opens to nothing: summary "More"/,
    ],
    'a choice of one': ['<label>Of <select><option>one</option></select></label>', /one choice: select/],
  } as const;

  for (const [what, [main, told]] of Object.entries(SAYS_NOTHING)) {
    test(`finds ${what}`, async () => {
      const { page } = await showing(`<main><h1>x</h1>${main}</main>`);
      assert.match((await emptyWordsIn(page)).join('\n'), told);
    });
  }

  test('finds no fault in columns with content, words that are there, names, and links elsewhere', async () => {
    const { page } = await showing(`<main><h1>x</h1><table><thead><tr><th>Any</th><th>More</th></tr></thead>
<tbody><tr><td>1 †</td><td><svg role="img" aria-label="x"></svg></td></tr><tr><td>2</td><td>—</td></tr></tbody></table>
<p class="help">“Any” is rare, “Acme” a name. †: late.</p><a href="/good">x</a> <a href="?main=" aria-current="page">x</a></main>`);
    assert.deepEqual(await emptyWordsIn(page, ['Acme']), []);
  });

  test('finds a word that breaks in a cell, and lets addresses break after their dots', async () => {
    const cell = (text: string) =>
      `<main><h1>x</h1><table class="narrow"><tr><td class="tight">${text}</td></tr></table></main>`;
    const { page } = await showing(cell('indistinguishable'));
    assert.match((await overflowIn(page, 320)).join(), /a word breaks: indistinguishable in td.tight/);
    await showing(cell('one two community.<wbr>makers.<wbr>example'));
    assert.deepEqual(await overflowIn(page, 320), []);
  });

  test('counts numbers and controls above the fold, without the bar, axes, and what is hidden', async () => {
    const { page } =
      await showing(`<header class="top"><nav><button>Menu</button></nav><button>Find</button></header>
<div class="bar">Nov 1 – 28 <details><summary>Days</summary></details></div>
<main><h1>32% in 9 answers</h1><p class="axis">100%</p><p hidden>7</p><p class="low">2027</p></main>`);
    await page.setViewportSize({ width: 1366, height: 900 });
    assert.deepEqual(await aboveTheFoldOf(page), { numbers: ['32%', '9'], links: 0, controls: 2 });
  });

  test('axe finds pale text and a field without a label', async () => {
    const { page } = await showing('<main><h1>x</h1><p class="pale">pale</p><input name="x"></main>');
    const found = (await axeIn(page)).map((violation) => violation.split(':')[0]);
    assert.deepEqual(found.toSorted(), ['color-contrast', 'label']);
    assert.deepEqual((await axeIn(page, ['color-contrast'])).length, 1);
  });

  test('finds invisible and covered focus', async () => {
    const { page } = await showing('<main><h1>x</h1><a class="unseen" href="/good">link</a></main>');
    assert.match((await invisibleFocusIn(page)).join(), /focus is not seen: a.unseen "link"/);
    const covered = await showing('<main><h1>x</h1><a href="/good">link</a></main><div class="cover"></div>');
    assert.match((await invisibleFocusIn(covered.page)).join(), /covered when focused: a "link"/);
  });

  test('finds elements that trap the Tab key or that it cannot reach', async () => {
    const { page } = await showing(`${GOOD}<script type="module" src="/traps.js"></script>`);
    assert.deepEqual(await unreachableByTab(page), ['not reached by Tab: button "Save"']);
  });

  test('finds controls that need a script', async () => {
    const form = '<form><input name="x" aria-label="x"></form>';
    const { page } = await showing(`${GOOD}<button type="button">Fold</button>${form}<a href="#">x</a>`, {
      javaScriptEnabled: false,
    });
    assert.deepEqual(
      (await controlsNeedingScript(page)).map((fault) => fault.split(':')[0]),
      ['a button for scripts alone', 'a form that cannot be sent', 'a link to nowhere'],
    );
    const good = await showing(GOOD, { javaScriptEnabled: false });
    assert.deepEqual(await controlsNeedingScript(good.page), []);
  });

  test('leaves a page that reloads itself with its tab, so it aborts no navigation', async () => {
    const visitor = await showing('<noscript><meta http-equiv="refresh" content="1"></noscript>', {
      javaScriptEnabled: false,
    });
    const { page: left } = visitor;
    assert.equal(await visitor.open('/good'), 200);
    assert.ok(left.isClosed());
    const { page: kept } = visitor;
    assert.equal(await visitor.open('/good?again'), 200);
    assert.equal(visitor.page, kept);
    assert.deepEqual(visitor.faults, { errors: [], foreignRequests: [] });
  });

  const TOLD = {
    'an inline script': ['<script>alert(1)</script>', /CSP script-src-elem inline/],
    'an attribute of events': ['<img src="/x.png" onerror="alert(1)" alt="">', /CSP script-src-attr inline/],
    'an inline style': ['<p style="color: red">x</p>', /CSP style-src-attr inline/],
    'an exception': ['<script src="/throws.js"></script>', /exception: oops/],
    'a dialog': ['<script src="/asks.js"></script>', /dialog: alert hello/],
    'another window': ['<script src="/opens.js"></script>', /a window was opened/],
  } as const;

  for (const [what, [main, told]] of Object.entries(TOLD)) {
    test(`records ${what}`, async () => {
      const { page, faults } = await showing(main);
      // The browser reports a window only when it exists, after the script went on.
      for (let turn = 0; turn < 100 && !told.test(faults.errors.join('\n')); turn += 1) {
        await page.evaluate('new Promise((done) => setTimeout(done, 20))');
      }
      assert.match(faults.errors.join('\n'), told);
    });
  }

  test('records a request to another host, which goes nowhere', async () => {
    const { page, faults } = await showing('<img src="https://elsewhere.example/a.png" alt="">');
    assert.deepEqual(faults.foreignRequests, ['https://elsewhere.example/a.png']);
    await assert.rejects(page.goto('http://192.0.2.1/'), /ERR_NAME_NOT_RESOLVED/);
    assert.equal(faults.foreignRequests.at(-1), 'http://192.0.2.1/');
  });
});
