import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { RETRY_WAITS_MS } from '../../src/domain/alerts/endpoint.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { deliverNext } from '../../src/pipeline/deliver/deliver.ts';
import { remove, resume, rotateSecret, sendTest } from '../../src/pipeline/deliver/endpoints.ts';
import { failed } from '../../src/pipeline/deliver/senders.ts';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { listAudit } from '../../src/storage/directory/access/audit.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { deliveryWorld, FAILED, HOOK, SENT } from '../support/delivery.ts';
import { failingStore, isOn } from '../support/failing-store.ts';
import { historyLines } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { Clock, DAY_MS, HOUR_MS, MINUTE_MS, NOW, pipelineOn, random } from '../support/world.ts';

const HOOKS = { organizationId: null, actor: null, from: null, until: null, before: null, limit: 50 };

onReusedStore('alerts on their way to a webhook', (fresh) => {
  /** A brand that ChatGPT names less often since 9 days; the endpoints are older than the alert. */
  async function withDrop() {
    const clock = new Clock();
    clock.at = NOW - 30 * DAY_MS;
    const world = await deliveryWorld(await fresh(), clock);
    const created = await world.add();
    clock.at = NOW;
    const say = (day: number, prompt: number) => ({ acme: prompt < (day < 9 ? 1 : 4) });
    const { bad_lines } = await world.pipeline.importLines(
      historyLines({ from: 37, to: 0, prompts: 5, say }),
    );
    assert.equal(bad_lines, 0);
    return { ...world, ...created };
  }

  /** The third evaluation that shows the drop raises the alert. */
  async function watchDays(store: Store): Promise<void> {
    for (const day of [2, 1, 0]) await pipelineOn(store).watch({ at: NOW - day * DAY_MS });
  }

  test('sends a new alert as /alerts has it, with a valid signature', async () => {
    const { store, clock, pipeline, deliver, posted, secret } = await withDrop();
    await watchDays(store);
    // The verifying library uses the real clock.
    clock.at = Date.now();
    await deliver();
    const { key } = await pipeline.createKey();
    const { body } = await reportsAmong(alerts)(store).get('/alerts?brand=acme', key);
    // Its change comes from reports, which this test leaves out.
    const [{ change: _, state, ...alert }] = body.data;
    assert.deepEqual([state, posted.length], ['holds', 1]);
    const [message] = posted;
    assert.ok(message);
    assert.equal(message.url, HOOK);
    assert.equal(message.id, alert.id);
    const verified = new Webhook(secret ?? '').verify(message.body, { ...message.headers });
    assert.deepEqual(verified, {
      type: 'alert.raised',
      timestamp: alert.created_at,
      brand: { id: 'acme', name: 'Acme' },
      data: alert,
    });
    assert.throws(() => new Webhook(secret ?? '').verify(`${message.body} `, { ...message.headers }));
  });

  test('stores an alert with its deliveries or not at all', async () => {
    const { store } = await withDrop();
    const failing = failingStore(store, (node) =>
      isOn(node, 'UpdateQueryNode', 'endpoints') ? new Error('lost') : null,
    );
    await assert.rejects(watchDays(failing), /lost/);
    assert.deepEqual(await store.main.selectFrom('alerts').select('id').execute(), []);
  });

  test('sends each alert once, in order, until none is left', async () => {
    const { add, raise, deliver, idsPosted, state } = await deliveryWorld(await fresh());
    const { id } = await add();
    const ids = [...(await raise(3)), ...(await raise(2))];
    assert.equal((await state(id))?.waiting, 5);
    await deliver();
    await deliver();
    assert.deepEqual(idsPosted(), ids);
    const after = await state(id);
    assert.deepEqual([after?.waiting, after?.dueAt, after?.lastSentAt], [0, null, NOW]);
  });

  test("sends several brands' alerts in the order of detection", async () => {
    const { add, raise, clock, deliver, idsPosted } = await deliveryWorld(await fresh());
    await add();
    const ids: string[] = [];
    for (const brand of ['second', 'acme', 'second', 'acme']) {
      ids.push(...(await raise(1, brand)));
      clock.at += 1000;
    }
    await deliver();
    assert.deepEqual(idsPosted(), ids);
  });

  test('recipients: one brand, every brand, another organization, one added later, a removed one', async () => {
    const { add, named, acting, raise, clock, deliver, posted } = await deliveryWorld(await fresh());
    const address = (name: string) => `https://${name}.example/`;
    await add({ address: address('all') });
    await add({ address: address('second'), brand: 'second' });
    await add({ address: address('other'), organization: 'Other Inc' });
    const { id } = await add({ address: address('removed') });
    await remove(acting, await named(id));
    const [acme, second] = [await raise(1, 'acme'), await raise(1, 'second')];
    clock.at += 1;
    await add({ address: address('later') });
    await deliver();
    const got = posted.map(({ url, id: alert }) => [new URL(url).hostname, alert]);
    assert.deepEqual(got.sort(), [
      ['all.example', acme[0]],
      ['all.example', second[0]],
      ['second.example', second[0]],
    ]);
  });

  test('does not send pending alerts of a removed endpoint or a deleted brand', async () => {
    const { store, clock, add, named, acting, raise, deliver, idsPosted } = await deliveryWorld(
      await fresh(),
    );
    await add();
    const { id: ends } = await add({ address: 'https://ends.example/' });
    const kept = await raise(1, 'second');
    await raise(2, 'acme');
    await removeBrand(store.main, 'acme', clock.at);
    await remove(acting, await named(ends));
    await deliver();
    assert.deepEqual(idsPosted(), kept);
    const left = await store.main.selectFrom('deliveries').select('brand_id').execute();
    assert.equal(left.length, 2, 'those of the deleted brand, which can come back');
  });

  test('retries failures later, and nothing overtakes them', async () => {
    const world = await deliveryWorld(await fresh());
    const { add, raise, deliver, clock, answers, idsPosted, state, posted } = world;
    const { id } = await add();
    const [first, second] = await raise(2);
    answers.post = async () => FAILED;
    await deliver();
    assert.deepEqual(idsPosted(), [first]);
    const failing = await state(id);
    assert.deepEqual([failing?.failures, failing?.lastFailure, failing?.waiting], [1, 'It answered 500.', 2]);
    // A new alert does not shorten the wait.
    const [third] = await raise(1);
    await deliver();
    assert.equal(posted.length, 1);
    clock.at += 5 * MINUTE_MS;
    await deliver();
    assert.deepEqual(idsPosted(), [first, first]);
    answers.post = async () => SENT;
    clock.at += HOUR_MS;
    await deliver();
    assert.deepEqual(idsPosted(), [first, first, first, second, third]);
    assert.deepEqual([(await state(id))?.failures, (await state(id))?.waiting], [0, 0]);
  });

  test('pauses an endpoint that fails for 3 days; later alerts wait until somebody resumes it', async () => {
    const world = await deliveryWorld(await fresh());
    const { add, raise, deliver, clock, answers, attempts, named, acting, state, posted } = world;
    const { id } = await add();
    const [first] = await raise(1);
    answers.post = async () => FAILED;
    const start = clock.at;
    await deliver();
    for (let tries = 0; tries < RETRY_WAITS_MS.length; tries += 1) {
      clock.at = (await state(id))?.dueAt ?? assert.fail(`not due after ${tries}`);
      await deliver();
    }
    const days = (clock.at - start) / DAY_MS;
    assert.ok(days > 2.9 && days < 3.4, String(days));
    assert.equal(attempts.length, RETRY_WAITS_MS.length + 1);
    assert.equal(attempts.at(-1)?.retryAt, null);
    const paused = await state(id);
    assert.deepEqual([paused?.pausedFor, paused?.pausedAt], ['failing', clock.at]);
    const [second] = await raise(1);
    clock.at += 30 * DAY_MS;
    await deliver();
    assert.equal(attempts.length, RETRY_WAITS_MS.length + 1);
    answers.post = async () => SENT;
    posted.length = 0;
    await resume(acting, await named(id));
    await deliver();
    assert.deepEqual(world.idsPosted(), [first, second]);
    assert.deepEqual([(await state(id))?.pausedAt, (await state(id))?.failures], [null, 0]);
  });

  test('pauses one that says it is gone at once', async () => {
    const { add, raise, deliver, answers, state } = await deliveryWorld(await fresh());
    const { id } = await add();
    await raise(1);
    answers.post = async () => failed('It answered 410 Gone.', { isGone: true });
    await deliver();
    assert.deepEqual([(await state(id))?.pausedFor, (await state(id))?.waiting], ['gone', 1]);
  });

  test('leaves one alone for as long as it asks', async () => {
    const { add, raise, deliver, answers, clock, state } = await deliveryWorld(await fresh());
    const { id } = await add();
    await raise(1);
    answers.post = async () => failed('It answered 503.', { askedMs: HOUR_MS });
    await deliver();
    assert.equal((await state(id))?.dueAt, clock.at + HOUR_MS);
  });

  test('one that fails holds up no other', async () => {
    const { add, raise, deliver, answers, posted } = await deliveryWorld(await fresh());
    await add({ address: 'https://bad.example/' });
    await add({ address: 'https://good.example/' });
    const ids = await raise(2);
    answers.post = async ({ url }) => (url.includes('bad') ? FAILED : SENT);
    await deliver();
    const told = posted.filter(({ url }) => url.includes('good')).map(({ id }) => id);
    assert.deepEqual(told, ids);
  });

  test('does not overlook an alert found during the last delivery', async () => {
    const { add, raise, deliver, answers, idsPosted } = await deliveryWorld(await fresh());
    await add();
    const ids = await raise(1);
    answers.post = async () => {
      answers.post = async () => SENT;
      ids.push(...(await raise(1)));
      return SENT;
    };
    await deliver();
    assert.deepEqual(idsPosted(), ids);
  });

  test('sends more alerts than one read returns, in order', async () => {
    const { add, raise, deliver, idsPosted } = await deliveryWorld(await fresh());
    await add();
    const ids = [...(await raise(150)), ...(await raise(150, 'second'))];
    await deliver();
    assert.deepEqual(idsPosted(), ids);
  });

  test('a stopping process sends nothing more, and leaves the rest to the next', async () => {
    const { add, raise, deliver, sending, answers, stop, idsPosted, state } = await deliveryWorld(
      await fresh(),
    );
    const { id } = await add();
    const ids = await raise(2);
    answers.post = async () => {
      stop.abort();
      return { kind: 'stopped' };
    };
    assert.equal(await deliverNext(sending), true);
    assert.deepEqual([(await state(id))?.failures, (await state(id))?.waiting], [0, 2]);
    answers.post = async () => SENT;
    while (await deliverNext({ ...sending, stop: new AbortController().signal }));
    assert.deepEqual(idsPosted(), [ids[0], ...ids]);
    await deliver();
  });

  test('a secret is in the store only encrypted, and in no log', async () => {
    const { store, add, raise, deliver, acting, named, attempts } = await deliveryWorld(await fresh());
    const { id, secret } = await add();
    const next = await rotateSecret(acting, await named(id));
    await raise(1);
    await deliver();
    const contents = JSON.stringify([await contentsOf(store.main), attempts]);
    for (const each of [secret ?? assert.fail(), next]) {
      assert.match(each, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.equal(contents.includes(each.slice('whsec_'.length)), false);
    }
    await remove(acting, await named(id));
    assert.deepEqual(await store.main.selectFrom('endpoints').select('secret').execute(), []);
  });

  test('a replaced secret signs no more', async () => {
    const { add, raise, deliver, acting, named, posted } = await deliveryWorld(await fresh());
    const { id } = await add();
    const secret = await rotateSecret(acting, await named(id));
    await raise(1);
    await deliver();
    const [{ signatures, body, id: alert } = assert.fail()] = posted;
    assert.deepEqual(signatures, [new Webhook(secret).sign(alert, new Date(NOW), body)]);
  });

  test('creates no secret for a webhook removed meanwhile', async () => {
    const { add, acting, named } = await deliveryWorld(await fresh());
    const seen = await named((await add()).id);
    await remove(acting, seen);
    await assert.rejects(rotateSecret(acting, seen), { code: 'not_found' });
  });

  test('a server with another key sends nothing, says so, and a new secret ends that', async () => {
    const { add, raise, deliver, sending, acting, named, posted, state, clock } = await deliveryWorld(
      await fresh(),
    );
    const { id } = await add();
    await raise(1);
    const senders = { ...sending.senders, secretKey: async () => `another ${'k'.repeat(32)}` };
    await deliverNext({ ...sending, senders });
    assert.equal(posted.length, 0);
    assert.match((await state(id))?.lastFailure ?? '', /cannot decrypt its signing secret/);
    await rotateSecret({ ...acting, senders }, await named(id));
    clock.at += MINUTE_MS;
    await deliverNext({ ...sending, senders });
    assert.equal(posted.length, 1);
    await deliver();
  });

  test('a server that cannot send a kind leaves it to others', async () => {
    const { add, raise, sending, posted, mails } = await deliveryWorld(await fresh());
    await add();
    await add({ address: 'ann@acme.example', pace: 'at_once' });
    await raise(1);
    const none = { ...sending.senders, secretKey: null, mailer: null };
    assert.equal(await deliverNext({ ...sending, senders: none }), false);
    const onlyMail = { ...sending.senders, secretKey: null };
    while (await deliverNext({ ...sending, senders: onlyMail }));
    assert.deepEqual([posted.length, mails.length], [0, 1]);
  });

  test('a test is signed, has its own id, and changes nothing', async () => {
    const { add, named, acting, posted, answers, state } = await deliveryWorld(await fresh());
    const { id } = await add();
    const endpoint = await named(id);
    const before = await state(id);
    const stop = new AbortController().signal;
    assert.deepEqual(await sendTest(acting, endpoint, stop), SENT);
    answers.post = async () => FAILED;
    assert.deepEqual(await sendTest(acting, endpoint, stop), FAILED);
    assert.match(posted[0]?.id ?? '', /^tst_/);
    assert.equal(JSON.parse(posted[0]?.body ?? '').type, 'test');
    assert.deepEqual(await state(id), before);
  });

  test("the audit log has each change's user, and only the host of a URL", async () => {
    const { store, add, named, acting } = await deliveryWorld(await fresh());
    const { id } = await add({ address: 'https://hooks.example/T0/B0/secret-path?token=x', brand: 'second' });
    const endpoint = await named(id);
    await rotateSecret(acting, endpoint);
    await resume(acting, endpoint);
    await remove(acting, endpoint);
    await remove(acting, endpoint);
    const entries = (await listAudit(store.main, HOOKS)).filter(({ action }) =>
      action.startsWith('endpoint.'),
    );
    assert.deepEqual(entries.map(({ action, subject, detail }) => [action, subject, detail]).reverse(), [
      ['endpoint.create', id, 'hooks.example, only second'],
      ['endpoint.rotate', id, 'hooks.example'],
      ['endpoint.resume', id, 'hooks.example'],
      ['endpoint.remove', id, 'hooks.example'],
    ]);
  });

  test('refusals', async () => {
    const { add, named, acting } = await deliveryWorld(await fresh());
    const refused = (fields: Parameters<typeof add>[0], code: string, message: RegExp) =>
      assert.rejects(add(fields), { code, message });
    await refused({ address: 'hooks.example' }, 'invalid_argument', /whole URL/);
    await refused({ address: 'https://u:p@hooks.example/' }, 'invalid_argument', /without a login/);
    await refused({ address: 'http://hooks.example/' }, 'invalid_argument', /Use https/);
    await refused({ address: 'https://169.254.169.254/latest' }, 'invalid_argument', /address is not public/);
    await refused({ address: 'ann@acme.example, bob@acme.example' }, 'invalid_argument', /one email address/);
    await refused({ brand: 'other' }, 'no_such_brand', /There is no brand/);
    await refused({ organization: 'Nobody' }, 'not_found', /no organization/);
    const { id } = await add();
    await refused({}, 'conflict', /already/);
    await remove(acting, await named(id));
    await assert.rejects(named(id), { code: 'not_found' });
    await add();
    const none = { ...acting, senders: { ...acting.senders, secretKey: null, mailer: null } };
    const { createEndpoint } = await import('../../src/pipeline/deliver/endpoints.ts');
    const request = { organization: 'Acme Inc' };
    await assert.rejects(
      createEndpoint(none, { ...request, address: 'https://x.example' }),
      /SIGHTLINE_SECRET_KEY/,
    );
    await assert.rejects(createEndpoint(none, { ...request, address: 'a@b.example' }), /SIGHTLINE_SMTP_URL/);
  });

  test('a chat gets the alert in words; its address is nowhere in clear but in the request', async () => {
    const { add, raise, deliver, posted, store, attempts, acting, named } = await deliveryWorld(
      await fresh(),
    );
    const url = 'https://prod-1.westus.logic.azure.com/workflows/1?sig=abcdefghijklmnop';
    const made = await add({ address: url });
    assert.deepEqual([made.address, made.secret], ['https://prod-1.westus.logic.azure.com/…mnop', null]);
    const [alert] = await raise();
    await deliver();
    const [{ url: to, headers, body } = assert.fail()] = posted;
    const usual = { 'content-type': 'application/json', 'user-agent': 'Sightline' };
    assert.deepEqual([to, headers], [url, usual]);
    const link = `https://sightline.example/brands/acme/alerts/${alert}`;
    for (const said of [`acme falls ${alert}`, 'Named in 2 of 70.', 'Acme, as of 2026-11-20', link])
      assert.ok(body.includes(said), said);
    const endpoint = await named(made.id);
    await sendTest(acting, endpoint, new AbortController().signal);
    assert.match(posted[1]?.body ?? '', /A test from Sightline/);
    const kept = [await contentsOf(store.main), endpoint.address, attempts];
    assert.doesNotMatch(JSON.stringify(kept), /ghijklmnop/);
    await assert.rejects(rotateSecret(acting, endpoint), /check no signature/);
    await assert.rejects(add({ address: url }), /already sends alerts to .*…mnop/);
  });

  test('the format follows from the host, unless somebody chooses', async () => {
    const { add } = await deliveryWorld(await fresh());
    const slack = 'https://hooks.slack.com/services/T0/B0/abcdefghijklmnop';
    const asStandard = await add({ address: slack, format: 'standard' });
    assert.deepEqual([asStandard.address, asStandard.secret?.slice(0, 6)], [slack, 'whsec_']);
    const asTeams = await add({ address: 'https://own.example/teams', format: 'teams' });
    assert.deepEqual([asTeams.address, asTeams.secret], ['https://own.example/…', null]);
  });

  test('an unsubscribed address is added again only if an admin says that its owner asked', async () => {
    const { store, add, named, acting } = await deliveryWorld(await fresh());
    const ann = (fields: Parameters<typeof add>[0] = {}) => add({ address: 'ann@acme.example', ...fields });
    const stopped = async (id: string, how: 'endpoint.remove' | 'endpoint.unsubscribe') =>
      remove(acting, await named(id), how);
    await stopped((await ann({ isWantedAgain: true })).id, 'endpoint.remove');
    await stopped((await ann()).id, 'endpoint.unsubscribe');
    const refusal = {
      code: 'conflict',
      message: /^ann@acme\.example has unsubscribed .* an admin can confirm that and add it/,
    };
    await assert.rejects(ann(), refusal);
    await assert.rejects(ann({ address: ' ANN@acme.example', brand: 'second' }), refusal);
    await ann({ organization: 'Other Inc' });
    await add({ address: 'bob@acme.example' });
    await stopped((await ann({ isWantedAgain: true, brand: 'second' })).id, 'endpoint.remove');
    await stopped((await ann()).id, 'endpoint.unsubscribe');
    await assert.rejects(ann(), refusal);
    const entries = (await listAudit(store.main, HOOKS)).filter(({ action }) => action === 'endpoint.again');
    assert.deepEqual(pluck(entries, 'detail', 'actor'), [['ann@acme.example', 'test']]);
  });

  test('an organization has at most 100 addresses', async () => {
    const { add } = await deliveryWorld(await fresh());
    for (let at = 0; at < 100; at += 1) await add({ address: `https://h${at}.example/` });
    await assert.rejects(add(), { code: 'conflict', message: /can send alerts to 100/ });
    await add({ organization: 'Other Inc' });
  });

  test('with random failures, stops, and sleeps: every alert arrives, each brand’s in order', async () => {
    const world = await deliveryWorld(await fresh());
    const { add, raise, sending, answers, clock, posted } = world;
    await add({ address: 'https://one.example/' });
    await add({ address: 'https://two.example/', brand: 'second' });
    const chance = () => (random(1)[0] ?? 0) / 256;
    const found: Record<string, string[]> = { acme: [], second: [] };
    const arrived = new Map<string, string[]>();
    answers.post = async ({ url, id }) => {
      const roll = chance();
      if (roll < 0.3) return FAILED;
      if (roll < 0.4) return { kind: 'stopped' };
      arrived.set(url, [...(arrived.get(url) ?? []), id]);
      // The store fails after delivery, so the message goes out again.
      if (roll < 0.5) throw new Error('the process died');
      return SENT;
    };
    for (let step = 0; step < 60; step += 1) {
      const brand = chance() < 0.5 ? 'acme' : 'second';
      if (chance() < 0.4) found[brand]?.push(...(await raise(1 + Math.floor(chance() * 3), brand)));
      clock.at += Math.floor(chance() * 10 * MINUTE_MS);
      await Promise.allSettled([deliverNext(sending), deliverNext(sending)]);
    }
    answers.post = async ({ url, id }) => {
      arrived.set(url, [...(arrived.get(url) ?? []), id]);
      return SENT;
    };
    clock.at += 2 * DAY_MS;
    while (await deliverNext(sending));
    const first = (url: string, brand: string) =>
      [...new Set(arrived.get(url))].filter((id) => found[brand]?.includes(id));
    assert.deepEqual(first('https://one.example/', 'acme'), found.acme);
    assert.deepEqual(first('https://one.example/', 'second'), found.second);
    assert.deepEqual(first('https://two.example/', 'second'), found.second);
    assert.deepEqual(first('https://two.example/', 'acme'), []);
    assert.ok(posted.length > 0);
  });
});
