import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { deliverNext } from '../../src/pipeline/deliver/deliver.ts';
import { sendTest } from '../../src/pipeline/deliver/endpoints.ts';
import type { Outcome } from '../../src/pipeline/deliver/senders.ts';
import { smtpMailer } from '../../src/pipeline/deliver/smtp.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { deliveryWorld, FAILED, SENT } from '../support/delivery.ts';
import { failingStore, isOn } from '../support/failing-store.ts';
import { pluck } from '../support/pluck.ts';
import { startSocketServer } from '../support/receiver.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NOW } from '../support/world.ts';

const never = new AbortController().signal;
const MAIL = {
  to: 'ann@acme.example',
  subject: 'Grüße',
  text: 'One.\n.\nTwo.\n',
  messageId: '<alr_abcdefghijkl-01234567.end_abcdefghijkl@sightline.invalid>',
  stopLink: { url: 'https://sightline.example/delivery', needsEditor: true },
  at: NOW,
};

interface Letter {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
}

/** A mail server that accepts everything by default. */
async function mailServer(context: TestContext, options: SMTPServerOptions = {}) {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const from = mailFrom === false ? '' : mailFrom.address;
      letters.push({ from, to: rcptTo.map(({ address }) => address), raw: await text(stream) });
      done();
    },
    ...options,
  });
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  context.after(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = listening.address() as AddressInfo;
  return { letters, port, url: `smtp://127.0.0.1:${port}` };
}

/** A store that disconnects at a change of this column. */
const losing = (store: Store, column: string) =>
  failingStore(store, (node) => (isOn(node, 'UpdateQueryNode', column) ? new Error('lost') : null)).main;

const mailer = (url: string, deadlineMs?: number) =>
  smtpMailer({ url, from: 'alerts@sightline.example' }, deadlineMs);

function detailOf(outcome: Outcome): string {
  assert.equal(outcome.kind, 'failed');
  const { detail } = outcome as { detail: string };
  assert.doesNotMatch(detail, /127\.0\.0\.1|hunter22|acme/);
  return detail;
}

test('a mail arrives as written', async (context) => {
  const { url, letters } = await mailServer(context);
  assert.deepEqual(await mailer(url)(MAIL, never), SENT);
  const [{ from, to, raw } = assert.fail()] = letters;
  assert.deepEqual([from, to], ['alerts@sightline.example', ['ann@acme.example']]);
  assert.ok(raw.includes(`\r\nMessage-ID: ${MAIL.messageId}\r\n`));
  assert.match(raw, /^Auto-Submitted: auto-generated\r$/m);
  assert.match(raw, /^List-Unsubscribe: <https:\/\/sightline\.example\/delivery>\r$/m);
  assert.doesNotMatch(raw, /^List-Unsubscribe-Post/m);
  assert.match(raw, /^Date: Fri, 20 Nov 2026 13:37:21 \+0000\r$/m);
  assert.match(raw, /^Subject: =\?UTF-8\?/m);
  assert.match(raw, /\r\nOne\.\r\n\.\r\nTwo\.\r\n/);
});

test('a mail with an unsubscribe link tells mail programs, unless its link is not encrypted', async (context) => {
  const { url, letters } = await mailServer(context);
  const path = `//sightline.example/unsubscribe/end_abcdefghijkl_${'0123456789'.repeat(4)}`;
  for (const protocol of ['https:', 'http:']) {
    const stopLink = { url: protocol + path, needsEditor: false };
    assert.deepEqual(await mailer(url)({ ...MAIL, stopLink }, never), SENT);
  }
  const headers = letters.map(({ raw }) => raw.match(/^List-.*\r$/gm)?.map((line) => line.trim()));
  const post = 'List-Unsubscribe-Post: List-Unsubscribe=One-Click';
  assert.deepEqual(
    headers.map((lines) => lines?.toSorted()),
    [[post, `List-Unsubscribe: <https:${path}>`], [`List-Unsubscribe: <http:${path}>`]],
  );
});

test('a server that refuses the login, the sender, the recipient, or the mail', async (context) => {
  const say = (responseCode: number) =>
    Object.assign(new Error('ann@acme.example at 127.0.0.1 with hunter22'), { responseCode });
  const refusals: [SMTPServerOptions, RegExp][] = [
    [{ onMailFrom: (_address, _session, done) => done(say(451)) }, /^The mail server answered 451\.$/],
    [{ onRcptTo: (_address, _session, done) => done(say(550)) }, /^The mail server answered 550\.$/],
    [
      {
        onData: (stream, _session, done) => {
          stream.resume().on('end', () => done(say(554)));
        },
      },
      /^The mail server answered 554\.$/,
    ],
  ];
  for (const [options, expected] of refusals) {
    const { url } = await mailServer(context, options);
    assert.match(detailOf(await mailer(url)(MAIL, never)), expected);
  }
  const { port } = await mailServer(context, {
    secure: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(say(535)),
  });
  const login = `smtp://ann:hunter22@127.0.0.1:${port}`;
  // Without TLS, the client does not even send the password.
  assert.match(
    detailOf(await mailer(login)(MAIL, never)),
    /^Sightline cannot use the mail server \(ETLS\)|answered/,
  );
});

test('a server that is unreachable, silent, or has an untrusted certificate', async (context) => {
  const gone = await startSocketServer(() => {});
  await gone.stop();
  const silent = await startSocketServer(() => {});
  context.after(silent.stop);
  assert.match(
    detailOf(await mailer(`smtp://127.0.0.1:${gone.port}`)(MAIL, never)),
    /^Sightline cannot use the mail server/,
  );
  const waited = await mailer(`smtp://127.0.0.1:${silent.port}`, 300)(MAIL, never);
  assert.equal(detailOf(waited), 'The mail server did not finish within 0.3 seconds.');
  const { port } = await mailServer(context, { secure: true });
  assert.match(
    detailOf(await mailer(`smtps://127.0.0.1:${port}`)(MAIL, never)),
    /^Sightline cannot use the mail server/,
  );
});

test('a process that stops gives up, without a failure', async (context) => {
  const stop = new AbortController();
  const silent = await startSocketServer(() => stop.abort());
  context.after(silent.stop);
  assert.deepEqual(await mailer(`smtp://127.0.0.1:${silent.port}`)(MAIL, stop.signal), { kind: 'stopped' });
});

onReusedStore('alerts by mail', (fresh) => {
  const ANN = { address: 'Ann@Acme.example' };

  test("at once: one mail for an evaluation's alerts, with a link to each", async () => {
    const { add, raise, deliver, mails } = await deliveryWorld(await fresh());
    const { id, secret, address } = await add({ ...ANN, pace: 'at_once' });
    assert.deepEqual([secret, address], [null, 'ann@acme.example']);
    const [first, second] = await raise(2);
    await deliver();
    const [third] = await raise(1);
    await deliver();
    assert.deepEqual(pluck(mails, 'to', 'subject', 'messageId'), [
      ['ann@acme.example', '2 alerts: Acme', mails[0]?.messageId],
      ['ann@acme.example', `acme falls ${third}`, `<${third}.${id}@sightline.invalid>`],
    ]);
    const link = (alert = '') => `https://sightline.example/brands/acme/alerts/${alert}`;
    assert.equal(
      mails[0]?.text,
      `acme falls ${first}\n\nNamed in 2 of 70.\n\nAcme, as of 2026-11-20 at 13:37 UTC\n${link(first)}\n\n\n` +
        `acme falls ${second}\n\nNamed in 2 of 70.\n\nAcme, as of 2026-11-20 at 13:37 UTC\n${link(second)}\n\n-- \n` +
        'Sightline sends alerts to this address as soon as it finds them. To stop it, open ' +
        `${mails[0]?.stopLink?.url}\n`,
    );
    const token = new RegExp(`^https://sightline\\.example/unsubscribe/${id}_[0-9a-f]{40}$`);
    assert.match(mails[0]?.stopLink?.url ?? '', token);
    assert.deepEqual(mails[1]?.stopLink, mails[0]?.stopLink);
  });

  test('an editor stops it where nothing can sign a link, or the signing key is unreadable', async () => {
    const { add, raise, mails, sending } = await deliveryWorld(await fresh());
    await add({ ...ANN, pace: 'at_once' });
    for (const secretKey of [null, () => Promise.reject(new Error('EACCES'))]) {
      await raise(1);
      await deliverNext({ ...sending, senders: { ...sending.senders, secretKey } });
    }
    assert.equal(mails.length, 2);
    for (const { stopLink, text } of mails) {
      assert.deepEqual(stopLink, { url: 'https://sightline.example/delivery', needsEditor: true });
      assert.match(text, /To stop it, remove this address at https:\/\/sightline\.example\/delivery, or ask/);
    }
  });

  test("daily: one morning's alerts are one mail, for any number of brands", async () => {
    const { add, raise, deliver, mails, clock, state } = await deliveryWorld(await fresh());
    const { id } = await add(ANN);
    await raise(1, 'acme');
    await deliver();
    assert.deepEqual(mails, []);
    clock.at += 5 * MINUTE_MS;
    await raise(2, 'second');
    await deliver();
    assert.deepEqual([mails.length, (await state(id))?.mailAt], [0, NOW + 15 * MINUTE_MS]);
    clock.at = NOW + 15 * MINUTE_MS;
    await deliver();
    assert.deepEqual(pluck(mails, 'subject'), ['3 alerts: Acme and Second']);
    assert.deepEqual(
      [(await state(id))?.waiting, (await state(id))?.mailAt, (await state(id))?.dueAt],
      [0, null, null],
    );
  });

  test('daily: never two within a day, for any alerts', async () => {
    const { add, raise, deliver, mails, clock } = await deliveryWorld(await fresh());
    await add(ANN);
    const ids: string[] = [];
    for (let hour = 0; hour < 24 * 10; hour += 1) {
      clock.at = NOW + hour * HOUR_MS;
      if (hour % 5 === 0) ids.push(...(await raise(1)));
      await deliver();
    }
    clock.at += 2 * DAY_MS;
    await deliver();
    const gaps = mails.slice(1).map(({ at }, index) => at - (mails[index]?.at ?? 0));
    assert.ok(
      gaps.every((gap) => gap >= DAY_MS),
      String(gaps),
    );
    assert.ok(mails.length >= 10, String(mails.length));
    for (const id of ids) assert.equal(mails.filter((mail) => mail.text.includes(id)).length, 1, id);
  });

  test('a failed mail goes again unchanged; with new alerts it is another one, which nobody drops', async () => {
    const { add, raise, deliver, mails, clock, answers, state } = await deliveryWorld(await fresh());
    const { id } = await add({ ...ANN, pace: 'at_once' });
    const ids = await raise(2);
    // As if the mail arrived and the connection failed before the server's reply.
    answers.mail = async () => FAILED;
    await deliver();
    clock.at += MINUTE_MS;
    await deliver();
    assert.equal((await state(id))?.failures, 2);
    ids.push(...(await raise(1)));
    answers.mail = async () => SENT;
    clock.at += 5 * MINUTE_MS;
    await deliver();
    const [lost, again, whole] = mails.map(({ messageId }) => messageId);
    assert.match(lost ?? '', new RegExp(`^<${ids[0]}-[0-9a-f]{8}\\.${id}@sightline\\.invalid>$`));
    assert.deepEqual([mails.length, lost === again, again === whole], [3, true, false]);
    assert.ok(ids.every((alert) => mails[2]?.text.includes(alert)));
  });

  test('daily: a mail that cannot be recorded whole is not recorded at all, so none comes early after a failure of the store', async () => {
    const { store, add, raise, sending, mails, clock, state } = await deliveryWorld(await fresh());
    const { id } = await add(ANN);
    await raise(1);
    await deliverNext(sending);
    clock.at += 15 * MINUTE_MS;
    await assert.rejects(deliverNext({ ...sending, db: losing(store, 'last_sent_at') }), /lost/);
    const { waiting = 0, lastSentAt } = (await state(id)) ?? assert.fail();
    assert.deepEqual([mails.length, waiting, lastSentAt], [1, 1, null]);
  });

  test('daily: never two within a day, even if the sender is killed right after the first', async () => {
    const { store, add, raise, deliver, sending, mails, clock } = await deliveryWorld(await fresh());
    await add(ANN);
    await raise(1);
    await deliver();
    clock.at += 15 * MINUTE_MS;
    // Nobody releases it anymore.
    await assert.rejects(deliverNext({ ...sending, db: losing(store, 'wakes') }), /lost/);
    clock.at += HOUR_MS;
    await raise(1);
    await deliver();
    assert.equal(mails.length, 1);
    clock.at += DAY_MS;
    await deliver();
    assert.equal(mails.length, 2);
  });

  test('a name with a line break makes no second header', async () => {
    const { store, add, raise, deliver, mails } = await deliveryWorld(await fresh());
    await store.main
      .updateTable('brands')
      .set({ name: 'Acme\r\nBcc: all@acme.example' })
      .where('public_id', '=', 'acme')
      .execute();
    await add({ ...ANN, pace: 'at_once' });
    await raise(2);
    await deliver();
    assert.equal(mails[0]?.subject, '2 alerts: Acme Bcc: all@acme.example');
  });

  test('a test comes right away', async () => {
    const { add, named, acting, mails } = await deliveryWorld(await fresh());
    const { id } = await add(ANN);
    assert.deepEqual(await sendTest(acting, await named(id), never), SENT);
    assert.equal(mails[0]?.subject, 'A test from Sightline');
  });
});
