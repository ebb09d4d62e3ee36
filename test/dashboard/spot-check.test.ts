import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRoutes } from '../../src/dashboard/pages/csv.ts';
import { spotCheckRoutes } from '../../src/dashboard/pages/questions/spot-check-page.ts';
import { SPOT_CHECKS } from '../../src/domain/brand/spot-check.ts';
import { PASTES_PER_DAY } from '../../src/http/quota.ts';
import { revokeLink } from '../../src/pipeline/declare/shared-reports.ts';
import { addHits } from '../../src/storage/directory/access/limits.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import { liveLink } from '../support/live-link.ts';
import type { TestStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  DAY_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  random,
  saying,
} from '../support/world.ts';

const ROUTES = [...spotCheckRoutes, ...csvRoutes];

const PATH = '/brands/acme/spot-check';
const DAY = iso(NOW).slice(0, 10);
const MISS = {
  do: 'check',
  text: '1. Bolt\n2. Cargo',
  engine: 'chatgpt',
  question: 'best anvils',
  day: DAY,
  person: 'Mara',
};
const HOSTILE = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) <script>alert(1)</script> Acme';

/** 9 of 20 answers name Acme. */
const ANSWERS = Array.from({ length: 20 }, (_, at) =>
  line({ collected_at: iso(NOW - (1 + at) * DAY_MS), ...saying(at < 9 ? 'Acme' : 'Bolt') }),
);

const addressOf = ({ headers }: PageResponse) => String(headers.location);
const idIn = (address: string) => new URLSearchParams(address.split('?')[1]).get('check') ?? '';

onPages('spot checks', ROUTES, (fresh) => {
  async function worldOn(
    store: TestStore,
    file = acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
  ) {
    const { apply, importLines } = pipelineOn(store);
    await apply(file);
    await importLines(ANSWERS);
    const dashboard = dashboardOn(store);
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    const deps = { db: store.main, now: () => NOW, random, actor: 'usr_ann' };
    const linkTo = async (brand: string, pages = ['spot-check'] as const) => {
      const { id, token } = await liveLink(deps, { organizationId, brand }, { pages });
      return { id, path: `/share/${token}/spot-check` };
    };
    return { store, ...dashboard, deps, organizationId, linkTo };
  }

  test('a pasted miss gets its odds, its question’s counts, and its line in the list', async () => {
    const { signedIn } = await worldOn(await fresh());
    const viewer = await signedIn('viewer');
    const { text, html } = await viewer.get(await addressOf(await viewer.post(PATH, MISS)));
    assert.match(
      text,
      /One miss in ChatGPT \(API\) is no surprise: at 45% you see no mention in 55 of 100 tries, three in a row in 17\./,
    );
    assert.match(
      text,
      /Acme is not named\. Bolt comes first, Cargo second\. To this question ChatGPT \(API\) named Acme in 9 of 20 answers\./,
    );
    assert.match(text, /✓ one of your questions/);
    assert.match(text, /Mara ?, ChatGPT \(API\): named in 0 of 1; three tries or more tell/);
    assert.match(html, /value="Mara"/);
    assert.doesNotMatch(text, /Remove/);
  });

  test('a mention is no surprise either, and without a spot check the page asks for one', async () => {
    const { signedIn } = await worldOn(await fresh());
    const editor = await signedIn();
    assert.match(
      (await editor.get(PATH)).text,
      /Did somebody see an answer without Acme\?.*How usual a miss is/,
    );
    const { text, html } = await editor.get(
      addressOf(await editor.post(PATH, { ...MISS, text: '1. Bolt\n2. Acme', question: 'what to buy' })),
    );
    assert.match(
      text,
      /A mention in ChatGPT \(API\) is no surprise: at 45% you see one in 45 of 100 tries\./,
    );
    assert.match(text, /Not one of your questions.*Acme is named, 2nd\. Bolt comes first\./);
    const id = /name="id" value="(spt_\w+)"/.exec(html)?.[1] ?? '';
    assert.equal((await editor.post(PATH, { do: 'remove', id })).status, 303);
    assert.equal((await editor.get(`${PATH}?check=${id}`)).status, 404);
  });

  test('of a brand with two markets says whose answers a try is compared with', async () => {
    const markets = [
      { name: 'us', location_code: 2840, language_code: 'en' },
      { name: 'de', location_code: 2276, language_code: 'de' },
    ];
    const { signedIn } = await worldOn(
      await fresh(),
      acmeFile([{ ...ACME_BRAND, market: undefined, markets }]),
    );
    const editor = await signedIn();
    const { text } = await editor.get(addressOf(await editor.post(PATH, MISS)));
    assert.match(text, /each try is compared with the answers in United States, en ?\./);
  });

  test('below the minimum sample it says counts, and nothing to compare with where no engine is', async () => {
    const store = await fresh();
    const { signedIn } = await worldOn(store);
    const editor = await signedIn();
    const few = await editor.get(addressOf(await editor.post(PATH, { ...MISS, engine: 'claude' })));
    assert.match(
      few.text,
      /Claude \(API\) has too few answers to tell.*0 of 0 answers name Acme.*there are no odds/,
    );
    await pipelineOn(store).apply(acmeFile([{ ...ACME_BRAND, id: 'third', name: 'Third', engines: [] }]));
    assert.match((await editor.get('/brands/third/spot-check')).text, /nothing to compare with/);
  });

  test('refuses in words, keeps what was typed, and escapes all of it', async () => {
    const { signedIn } = await worldOn(await fresh());
    const editor = await signedIn();
    const long = await editor.post(PATH, {
      ...MISS,
      text: 'ä'.repeat(SPOT_CHECKS.bytes / 2 + 1),
      person: '"><b>',
    });
    assert.deepEqual([long.status, /at most 20 KB/.test(long.text)], [422, true]);
    assert.match(long.html, /value="&quot;&gt;&lt;b&gt;"/);
    const lines = 'a\r\n'.repeat(SPOT_CHECKS.bytes / 2);
    assert.equal((await editor.post(PATH, { ...MISS, text: lines })).status, 303);
    const hostile = { ...MISS, text: HOSTILE, question: HOSTILE, person: HOSTILE.slice(0, 80) };
    const { html } = await editor.get(addressOf(await editor.post(PATH, hostile)));
    assert.doesNotMatch(html, /<img src=x|<script>alert|href="javascript/);
    assert.doesNotMatch((await editor.get('/brands/acme/csv/spot-checks')).html, /\n=|,=/);
  });

  test('through a link, without an account: a result of their own, and nobody else’s', async () => {
    const { signedIn, nobody, linkTo } = await worldOn(await fresh());
    const editor = await signedIn();
    const { path } = await linkTo('acme');
    const ours = idIn(addressOf(await editor.post(PATH, { ...MISS, text: 'ours alone' })));
    const first = await nobody.get(path);
    assert.match(first.text, /What did the engine tell you\?.*Only Acme Inc sees what you paste\./);
    const address = addressOf(await nobody.post(path, MISS));
    assert.ok(address.startsWith(`${path}?check=spt_`), address);
    const { text, html, headers } = await nobody.get(address);
    assert.match(text, /You asked once and were not named\. That happens in 55 of 100 tries\./);
    assert.match(
      text,
      /ChatGPT \(API\) names Acme in 45% of answers \(26 to 66%\)\. Three misses in a row happen in 17 of 100\./,
    );
    assert.match(text, /Paste another answer/);
    assert.doesNotMatch(html, /ours alone|What people saw|Remove|\/brands\/|csv\//);
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    for (const other of [`${path}?check=${ours}`, address.replace(path, (await linkTo('acme')).path)]) {
      assert.equal((await nobody.get(other)).status, 404, other);
    }
    assert.match((await editor.get(PATH)).text, /by a client’s link|Mara/);
    assert.equal((await editor.get(`${PATH}?check=${idIn(address)}`)).status, 200);
    const again = await editor.post(PATH, { ...MISS, replaces: idIn(address) });
    assert.equal(idIn(addressOf(again)), idIn(address), 'read again by us, it stays one try');
    assert.equal((await nobody.get(address)).status, 200);
  });

  test('a link changes nothing else: not its brand’s others, another brand’s, or without the page', async () => {
    const { signedIn, nobody, linkTo, deps, organizationId } = await worldOn(await fresh());
    const editor = await signedIn();
    const { path, id } = await linkTo('second');
    const ours = idIn(addressOf(await editor.post(PATH, MISS)));
    assert.equal((await nobody.post(path, { do: 'remove', id: ours })).status, 403);
    await nobody.post(path, { ...MISS, replaces: ours });
    assert.equal((await editor.get(`${PATH}?check=${ours}`)).status, 200);
    assert.equal((await nobody.post(path, MISS, { 'sec-fetch-site': 'cross-site' })).status, 403);
    assert.equal((await nobody.post(path, { ...MISS, text: 'x'.repeat(200_000) })).status, 413);
    assert.equal((await nobody.post(path, { ...MISS, engine: 'gemini' })).status, 422);
    const { token } = await liveLink(deps, { organizationId, brand: 'acme' }, { pages: ['sources'] });
    assert.equal((await nobody.post(`/share/${token}/spot-check`, MISS)).status, 404);
    await revokeLink(deps, { organizationId, brand: 'second' }, id);
    assert.equal((await nobody.post(path, MISS)).status, 404);
  });

  test('an expired link takes nothing, nor one that pasted enough today, nor an address', async () => {
    const { store, api, nobody, linkTo } = await worldOn(await fresh());
    const { path, id } = await linkTo('acme');
    const start = Math.floor(NOW / DAY_MS) * DAY_MS;
    const window = { start, end: start + DAY_MS };
    await addHits(store.limits, { subject: 'paste address 127.0.0.1', window, hits: PASTES_PER_DAY.address });
    const many = await nobody.post(path, MISS);
    assert.deepEqual([many.status, /address has pasted 20 answers today/.test(many.text)], [429, true]);
    assert.ok(Number(many.headers['retry-after']) > 0);
    await addHits(store.limits, { subject: `paste link link ${id}`, window, hits: PASTES_PER_DAY.link });
    const elsewhere = await api.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: '203.0.113.7',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(elsewhere.statusCode, 429);
    const network = { subject: 'paste address 2001:db8:0:1::/64', window, hits: PASTES_PER_DAY.address };
    await addHits(store.limits, network);
    const neighbor = await api.app.inject({
      method: 'POST',
      url: (await linkTo('second')).path,
      remoteAddress: '2001:db8:0:1::7',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    assert.equal(neighbor.statusCode, 429, 'a network has 2^64 addresses');
    api.clock.at = NOW + 31 * DAY_MS;
    assert.equal((await nobody.post(path, MISS)).status, 404);
  });

  test('an alias since then is told, and reading again counts it', async () => {
    const store = await fresh();
    const { signedIn } = await worldOn(store);
    const editor = await signedIn();
    const address = addressOf(await editor.post(PATH, { ...MISS, text: 'Anvil Co it is' }));
    await pipelineOn(store).apply(acmeWith({ aliases: ['Anvil Co'] }));
    assert.match((await editor.get(address)).text, /Your names changed since it was pasted/);
    const again = addressOf(
      await editor.post(PATH, { ...MISS, text: 'Anvil Co it is', replaces: idIn(address) }),
    );
    assert.equal(idIn(again), idIn(address));
    assert.match((await editor.get(again)).text, /A mention in ChatGPT/);
  });
});
