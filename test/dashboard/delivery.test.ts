import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountPages } from '../../src/dashboard/pages/accounts/index.ts';
import { alertSettingsRoutes } from '../../src/dashboard/pages/alert-settings.ts';
import { brandRoutes } from '../../src/dashboard/pages/brands/brands.ts';
import { deliveryRoutes } from '../../src/dashboard/pages/delivery/delivery.ts';
import { unsubscribeRoutes } from '../../src/dashboard/pages/delivery/unsubscribe-page.ts';
import { dashboardOn, onPages, type PageResponse } from '../support/dashboard.ts';
import { deliveryWorld, FAILED, HOOK, SENT } from '../support/delivery.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { HOUR_MS, MINUTE_MS } from '../support/world.ts';

const ROUTES = [
  ...deliveryRoutes,
  ...unsubscribeRoutes,
  ...brandRoutes,
  ...alertSettingsRoutes,
  ...accountPages,
];

async function worldOn(store: TestStore) {
  const world = await deliveryWorld(store);
  const dashboard = dashboardOn(store, { clock: world.clock, senders: world.senders });
  const editor = await dashboard.signedIn('editor');
  const reachOf = async (label: string) => {
    const { html } = await editor.get('/delivery');
    const [, value] = new RegExp(`<option value="([^"]+)"[^>]*>${label}<`).exec(html) ?? [];
    return value ?? assert.fail(`no choice ${label}`);
  };
  const add = async (address = HOOK, label = 'All brands of Acme Inc') =>
    await editor.post('/delivery', { do: 'add', address, reach: await reachOf(label), pace: 'daily' });
  return { ...world, dashboard, editor, reachOf, addOnPage: add };
}

/** A world where Ann received an email, and its link's path. */
async function mailedTo(store: TestStore) {
  const world = await worldOn(store);
  await world.add({ address: 'ann@acme.example', pace: 'at_once' });
  await world.raise(1);
  await world.deliver();
  const link = world.mails[0]?.stopLink?.url ?? assert.fail('no link');
  const contents = async () => await contentsOf(store.main);
  return { ...world, path: new URL(link).pathname, contents };
}

const BOUNDARY = 'x';
/** RFC 8058 one-click requests: any origin, no cookie, two formats. */
const ONE_CLICK: Readonly<Record<string, { type: string; payload: string }>> = {
  'a form with a boundary': {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    payload: `--${BOUNDARY}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${BOUNDARY}--\r\n`,
  },
  'a form of pairs': { type: 'application/x-www-form-urlencoded', payload: 'List-Unsubscribe=One-Click' },
};

const SECRET = /whsec_[A-Za-z0-9+/]{43}=/;
const endpointIn = ({ html }: PageResponse) => /name="endpoint" value="(end_\w{12})"/.exec(html)?.[1] ?? '';

onPages('the page about delivery', ROUTES, (fresh) => {
  test("shows a webhook's secret once, to the editor who adds it", async () => {
    const { editor, addOnPage, dashboard } = await worldOn(await fresh());
    assert.match((await editor.get('/delivery')).text, /Nobody receives alerts yet/);
    const made = await addOnPage();
    assert.equal(made.status, 200);
    assert.equal(made.headers['cache-control'], 'no-store');
    assert.match(made.text, SECRET);
    assert.match(made.text, /Copy it now: Sightline does not show it again\./);
    const later = await editor.get('/delivery');
    assert.doesNotMatch(later.html, /whsec_/);
    assert.match(later.text, /https:\/\/hooks\.example\/in Webhook All brands of Acme Inc Ready Not yet/);
    assert.doesNotMatch(dashboard.api.log.join(''), /whsec_|hooks\.example/);
  });

  test('adds mail for one brand, and says so', async () => {
    const { editor, addOnPage } = await worldOn(await fresh());
    const { status, headers } = await addOnPage('Ann@acme.example', 'Only Second');
    assert.deepEqual([status, headers.location], [303, '/delivery?done=add']);
    const { text } = await editor.get('/delivery?done=add');
    assert.match(text, /This address now receives alerts/);
    assert.match(text, /ann@acme\.example Email, at most once a day Second Ready/);
  });

  test('a refused form keeps the typed values', async () => {
    const { addOnPage } = await worldOn(await fresh());
    const refused = await addOnPage('http://hooks.example/');
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Use https:\/\//);
    assert.match(refused.html, /<details class="adding" open>/);
    assert.match(refused.html, /value="http:\/\/hooks\.example\/"/);
    await addOnPage();
    assert.equal((await addOnPage()).status, 409);
  });

  test('shows a failing endpoint, a paused one, and pending alerts; a retry ends that', async () => {
    const { editor, addOnPage, raise, deliver, answers, clock, store } = await worldOn(await fresh());
    const endpoint = endpointIn(await addOnPage());
    await raise(2);
    answers.post = async () => FAILED;
    await deliver();
    const failing = await editor.get('/delivery');
    assert.match(
      failing.text,
      /Failing\. It answered 500\. Next try: November 20, 2026, 13:37 UTC \. 2 alerts wait\./,
    );
    await store.main.updateTable('endpoints').set({ paused_at: clock.at, paused_for: 'failing' }).execute();
    const paused = await editor.get('/delivery');
    assert.match(
      paused.text,
      /Paused on November 20, 2026, 13:37 UTC , because it failed for 3 days\. It answered 500\./,
    );
    const { headers } = await editor.post('/delivery', { do: 'resume', endpoint });
    assert.equal(headers.location, '/delivery?done=resume');
    answers.post = async () => SENT;
    clock.at += MINUTE_MS;
    await deliver();
    assert.match((await editor.get('/delivery')).text, /Works November 20, 2026, 13:38 UTC/);
  });

  test('a test shows its outcome, also in the audit log', async () => {
    const store = await fresh();
    const { editor, addOnPage, answers } = await worldOn(store);
    const endpoint = endpointIn(await addOnPage());
    const sent = await editor.post('/delivery', { do: 'test', endpoint });
    assert.match(sent.text, /Sent a test to https:\/\/hooks\.example\/in \./);
    answers.post = async () => FAILED;
    const failed = await editor.post('/delivery', { do: 'test', endpoint });
    assert.match(failed.text, /The test to https:\/\/hooks\.example\/in failed\. It answered 500\./);
    const tests = store.main.selectFrom('audit_log').select(['subject', 'detail']).orderBy('id');
    const noted = await tests.where('action', '=', 'endpoint.test').execute();
    assert.deepEqual(
      noted.map(({ subject, detail }) => [subject, detail]),
      [
        [endpoint, 'hooks.example, which took it'],
        [endpoint, 'hooks.example, which failed'],
      ],
    );
  });

  test('sends at most 5 tests an hour to an address', async () => {
    const { editor, addOnPage, clock } = await worldOn(await fresh());
    const endpoint = endpointIn(await addOnPage());
    const again = async () => (await editor.post('/delivery', { do: 'test', endpoint })).text;
    for (let tests = 0; tests < 5; tests += 1) assert.match(await again(), /Sent a test/);
    assert.match(await again(), /At most 5 tests an hour are sent to an address\./);
    clock.at += HOUR_MS;
    assert.match(await again(), /Sent a test/);
  });

  test('shows a replaced secret once', async () => {
    const { editor, addOnPage } = await worldOn(await fresh());
    const made = await addOnPage();
    const endpoint = endpointIn(made);
    const rotated = await editor.post('/delivery', { do: 'rotate', endpoint });
    assert.notEqual(SECRET.exec(rotated.text)?.[0], SECRET.exec(made.text)?.[0]);
    assert.doesNotMatch((await editor.get('/delivery')).text, SECRET);
    const { headers } = await editor.post('/delivery', { do: 'remove', endpoint });
    assert.equal(headers.location, '/delivery?done=remove');
    assert.match((await editor.get('/delivery')).text, /Nobody receives alerts yet/);
  });

  test("another organization's editor sees and changes none of it", async () => {
    const { editor, dashboard, addOnPage, posted } = await worldOn(await fresh());
    const endpoint = endpointIn(await addOnPage());
    const stranger = await dashboard.signedIn('editor', 'Other Inc');
    assert.doesNotMatch((await stranger.get('/delivery')).html, /hooks\.example/);
    for (const what of ['test', 'rotate', 'resume', 'remove']) {
      const { status, html } = await stranger.post('/delivery', { do: what, endpoint });
      assert.deepEqual([status, /hooks\.example|whsec_/.test(html)], [404, false], what);
    }
    const foreign = { do: 'add', address: 'https://x.example', reach: 'all 1', pace: 'daily' };
    assert.equal((await stranger.post('/delivery', foreign)).status, 400);
    assert.equal(posted.length, 0);
    assert.match((await editor.get('/delivery')).text, /hooks\.example/);
  });

  test('a viewer gets neither the page nor a link to it', async () => {
    const { dashboard } = await worldOn(await fresh());
    const viewer = await dashboard.signedIn('viewer');
    assert.equal((await viewer.get('/delivery')).status, 403);
    assert.doesNotMatch((await viewer.get('/brands')).html, /href="\/delivery"/);
    assert.doesNotMatch((await viewer.get('/settings/alerts')).html, /href="\/delivery"/);
  });

  test("a server that cannot send names the operator's missing settings", async () => {
    const { store } = await worldOn(await fresh());
    const editor = await dashboardOn(store).signedIn('editor');
    const { text } = await editor.get('/delivery');
    assert.match(text, /SIGHTLINE_SMTP_URL and SIGHTLINE_MAIL_FROM/);
    assert.match(text, /SIGHTLINE_SECRET_KEY/);
  });

  test('the link in a mail asks before it stops anything, and does not reveal the address', async () => {
    const { dashboard, path, contents } = await mailedTo(await fresh());
    const before = await contents();
    const { status, text, headers } = await dashboard.nobody.get(path);
    assert.deepEqual([status, headers['cache-control']], [200, 'no-store']);
    assert.match(text, /Stop these emails\?/);
    assert.doesNotMatch(text, /ann|acme/i);
    assert.deepEqual(await contents(), before);
  });

  for (const [format, { type, payload }] of Object.entries(ONE_CLICK)) {
    test(`a mail program stops the mails at once, with ${format}; the audit log has it`, async () => {
      const { dashboard, path, raise, deliver, mails, state, editor, add } = await mailedTo(await fresh());
      const bob = await add({ address: 'bob@acme.example', pace: 'at_once' });
      await raise(1);
      const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site', origin: 'null' };
      const { app } = dashboard.api;
      const { statusCode, body, cookies } = await app.inject({ method: 'POST', url: path, headers, payload });
      assert.deepEqual([statusCode, cookies], [200, []]);
      assert.match(body, /The emails have stopped/);
      await deliver();
      assert.deepEqual(
        mails.map(({ to }) => to),
        ['ann@acme.example', 'bob@acme.example'],
      );
      assert.equal((await state(bob.id))?.waiting, 0);
      assert.doesNotMatch((await editor.get('/delivery')).text, /ann@/);
      const admin = await dashboard.signedIn('admin');
      const { text } = await admin.get('/audit?actor=recipient+of+mail');
      assert.match(text, /recipient of mail unsubscribed from mail with alerts \(ann@acme\.example\)/);
    });
  }

  test('a used link answers as before, even after the address was added again, and then leaves it alone', async () => {
    const { dashboard, path, add, state, contents } = await mailedTo(await fresh());
    const { nobody } = dashboard;
    const [asked, stopped] = [await nobody.get(path), await nobody.post(path)];
    const { id } = await add({ address: 'ann@acme.example', isWantedAgain: true });
    const before = await contents();
    assert.deepEqual(
      [(await nobody.get(path)).html, (await nobody.post(path)).html],
      [asked.html, stopped.html],
    );
    assert.deepEqual(await contents(), before);
    assert.notEqual(await state(id), undefined);
  });

  test('only an admin adds an unsubscribed address again, and confirms it for this address', async () => {
    const { dashboard, path, editor, addOnPage, reachOf } = await mailedTo(await fresh());
    await dashboard.nobody.post(path);
    const fields = { do: 'add', address: 'ann@acme.example', reach: await reachOf('All brands of Acme Inc') };
    const box = /<input type="checkbox" name="again" value="([^"]+)">/;
    const asEditor = await addOnPage('ann@acme.example');
    assert.equal(asEditor.status, 409);
    assert.match(asEditor.text, /ann@acme\.example has unsubscribed/);
    assert.doesNotMatch(asEditor.html, box);
    assert.equal((await editor.post('/delivery', { ...fields, again: 'ann@acme.example' })).status, 409);
    const admin = await dashboard.signedIn('admin');
    assert.doesNotMatch((await admin.get('/delivery')).html, box);
    const refused = await admin.post('/delivery', { ...fields, again: 'bob@acme.example' });
    assert.equal(refused.status, 409);
    const [, again = ''] = box.exec(refused.html) ?? [];
    assert.equal(
      (await admin.post('/delivery', { ...fields, again })).headers.location,
      '/delivery?done=add',
    );
    assert.match((await editor.get('/delivery')).text, /ann@acme\.example Email, at most once a day/);
    const { text } = await admin.get('/audit');
    assert.match(text, /resumed alert mail, as asked by the unsubscribed recipient \(ann@acme\.example\)/);
  });

  test('a forged link stops nothing, and its page does not reveal whether the address exists', async () => {
    const { dashboard, path, add, contents } = await mailedTo(await fresh());
    const { id } = await add();
    const signature = path.slice(-40);
    const flipped = signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const before = await contents();
    const wrong = ['', id, 'end_000000000000', path.slice(-57, -41)].flatMap((each) => [
      each,
      `${each}_`,
      `${each}_${flipped}`,
      `${each}_${signature.toUpperCase()}`,
      `${each}_${signature}0`,
    ]);
    wrong.push(`${id}_${signature}`, `end_000000000000_${signature}`, '%00', 'é');
    const pages = new Set<string>();
    for (const token of wrong.filter((each) => `/unsubscribe/${each}` !== path && each !== '')) {
      const to = `/unsubscribe/${encodeURIComponent(token)}`;
      for (const ask of ['get', 'post'] as const) {
        const { status, text } = await dashboard.nobody[ask](to);
        assert.equal(status, 404, token);
        pages.add(text);
      }
    }
    assert.equal(pages.size, 1);
    assert.match([...pages].join(), /This link does not work/);
    assert.deepEqual(await contents(), before);
  });

  test('a link stops mail on a public server even before anybody can sign in', async () => {
    const store = await fresh();
    const world = await deliveryWorld(store);
    await world.add({ address: 'ann@acme.example', pace: 'at_once' });
    await world.raise(1);
    await world.deliver();
    const { nobody } = dashboardOn(store, { clock: world.clock, senders: world.senders, isPublic: true });
    const { pathname } = new URL(world.mails[0]?.stopLink?.url ?? '');
    assert.equal((await nobody.get('/brands')).status, 503);
    assert.equal((await nobody.get(pathname)).status, 200);
    assert.match((await nobody.post(pathname)).text, /The emails have stopped/);
  });
});
