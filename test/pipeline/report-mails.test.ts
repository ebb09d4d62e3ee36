import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NEW_BLOCKS, USUAL_COLOR } from '../../src/domain/sharing/shared-report.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { removeBrand, undoBrandDeletion } from '../../src/pipeline/declare/brands.ts';
import { createReport, reportsOf } from '../../src/pipeline/declare/shared-reports.ts';
import { deliverNext } from '../../src/pipeline/deliver/deliver.ts';
import {
  addReportMail,
  composeReport,
  mailsOfReport,
  type ReportMail,
  removeReportMail,
} from '../../src/pipeline/deliver/report-mails.ts';
import { failed, type Mail, type Outcome } from '../../src/pipeline/deliver/senders.ts';
import { unsubscribe } from '../../src/pipeline/deliver/unsubscribe.ts';
import { reportComposer } from '../../src/reports/client/composer.ts';
import { findOrganization } from '../../src/storage/directory/organizations.ts';
import { deliveryWorld, FAILED, SENT } from '../support/delivery.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { DAY_MS, line, NOW } from '../support/world.ts';

/** The Monday after NOW, a Friday, at 06:00 UTC. */
const MONDAY = Date.parse('2026-11-23T06:00:00Z');

async function worldOn(store: TestStore) {
  const world = await deliveryWorld(store);
  const { acting, pipeline, clock } = world;
  const db = store.main;
  // 80 of the previous week's answers name Acme, and 20 of 80 of the mailed week's.
  const at = (days: number) => new Date(MONDAY - days * DAY_MS).toISOString();
  clock.at = MONDAY - 1;
  await pipeline.importLines(
    Array.from({ length: 160 }, (_, index) =>
      line({
        mentions: [{ brand: index < 80 || index % 4 === 0 ? 'Acme' : 'Bolt', mentioned: true }],
        collected_at: at((index < 80 ? 8 : 1) + (index % 6)),
      }),
    ),
  );
  clock.at = NOW;
  const of = { organizationId: (await findOrganization(db, 'Acme Inc'))?.id ?? 0, brand: 'acme' };
  const composer = reportComposer({ db, now: clock.now });
  const answers = { firstDay: dayOf(NOW) - 7, lastDay: dayOf(NOW) - 1, compare: 'off', only: {} } as const;
  const blocks = NEW_BLOCKS.map((block) => ({ ...block, comment: 'Of the old days.' }));
  const look = { title: 'Acme & AI', preparedBy: 'Northside', color: USUAL_COLOR, blocks };
  const frozen = await composer.freeze('acme', answers);
  const report = await createReport(acting, of, { look, answers, frozen });
  const deps = {
    ...world.sending,
    composeReport: (held: ReportMail) => composeReport({ ...acting, composer }, held),
  };
  const withKey = { ...acting, secretKey: world.senders.secretKey };
  const add = (address: string, pace: 'weekly' | 'monthly' = 'weekly', isWantedAgain = false) =>
    addReportMail(withKey, of, report, { address, pace, isWantedAgain });
  const sendAll = async () => {
    while (await deliverNext(deps));
  };
  return { ...world, db, of, report, deps, add, sendAll, mailsOf: () => mailsOfReport(db, of, report) };
}

const only = (mails: readonly Mail[]): Mail => {
  assert.equal(mails.length, 1);
  return mails[0] ?? assert.fail();
};

onReusedStore('a report by mail', (fresh) => {
  test('goes on its day with the changes in its first line, and its figures are stored as one report', async () => {
    const { add, sendAll, mails, clock, db, of, mailsOf, report } = await worldOn(await fresh());
    await add('Ann@Client.example');
    await add('bob@client.example', 'monthly');
    clock.at = MONDAY - 1;
    await sendAll();
    assert.equal(mails.length, 0);
    clock.at = MONDAY;
    await sendAll();
    const { to, subject, text, html = '', stopLink } = only(mails);
    assert.equal(to, 'ann@client.example');
    const [first = ''] = text.split('\n');
    assert.equal(first, 'ChatGPT (API) names Acme in 25% of answers, 100% on Nov 9 – 15.');
    assert.equal(subject, `Acme & AI: ${first}`);
    assert.match(text, /2026-11-16 to 2026-11-22, compared with 2026-11-09 to 2026-11-15/);
    assert.match(text, /- ChatGPT \(API\): 20 of 80, 25% .*; 2nd, .*Bolt; Less often than before\n/);
    assert.doesNotMatch(text + html, /Of the old days/);
    assert.ok(
      html.includes('Acme &amp; AI') &&
        html.indexOf(first.slice(0, 40)) < html.indexOf('Acme &amp; AI:', 200),
    );
    assert.doesNotMatch(html, /<anvil>|<img|src=/);
    assert.match(stopLink?.url ?? '', /\/unsubscribe\/rml_/);
    const [edition, original] = await reportsOf(db, of);
    assert.equal(original?.id, report);
    assert.ok(text.includes(`/brands/acme/reports/${edition?.id}`));
    await add('cid@client.example');
    clock.at = MONDAY + 7 * DAY_MS;
    await sendAll();
    assert.equal(mails.length, 3);
    assert.equal((await reportsOf(db, of)).length, 3, 'one of each week, to however many it goes');
    const found = (await mailsOf()).map(({ day, lastSentAt }) => [day * DAY_MS, lastSentAt]);
    assert.deepEqual(found, [
      [Date.parse('2026-12-07'), clock.at],
      [Date.parse('2026-12-01'), null],
      [Date.parse('2026-12-07'), clock.at],
    ]);
  });

  test('is retried after a failure, with the same days and the same Message-ID', async () => {
    const { add, sendAll, mails, answers, clock, mailsOf } = await worldOn(await fresh());
    await add('ann@client.example');
    const outcomes: Outcome[] = [FAILED, SENT];
    answers.mail = async () => outcomes.shift() ?? assert.fail();
    clock.at = MONDAY;
    await sendAll();
    const [failing] = await mailsOf();
    assert.deepEqual([failing?.failures, failing?.lastFailure], [1, 'It answered 500.']);
    clock.at = failing?.dueAt ?? 0;
    await sendAll();
    assert.equal(mails.length, 2);
    assert.equal(mails[0]?.messageId, mails[1]?.messageId);
    assert.equal(mails[0]?.text, mails[1]?.text);
    const [sent] = await mailsOf();
    assert.deepEqual([sent?.failures, sent?.lastFailure], [0, null]);
  });

  test('waits for its next day after the last retry, and while its brand is deleted', async () => {
    const { add, sendAll, mails, answers, clock, mailsOf, db } = await worldOn(await fresh());
    await add('ann@client.example');
    answers.mail = async () => failed('It has no such mailbox.', { isGone: true });
    clock.at = MONDAY;
    await sendAll();
    const [skipped] = await mailsOf();
    assert.deepEqual(
      [skipped?.dueAt, skipped?.failures, skipped?.lastFailure],
      [MONDAY + 7 * DAY_MS, 0, 'It has no such mailbox.'],
    );
    await removeBrand(db, 'acme', clock.at);
    clock.at = MONDAY + 7 * DAY_MS;
    await sendAll();
    assert.equal(mails.length, 1);
    await undoBrandDeletion(db, 'acme', clock.at);
    answers.mail = async () => SENT;
    clock.at += 7 * DAY_MS;
    await sendAll();
    assert.equal(mails.length, 2);
  });

  test('a recipient stops it, and gets it again only if an admin says that they asked', async () => {
    const { add, sendAll, mails, clock, acting, mailsOf } = await worldOn(await fresh());
    await add('ann@client.example');
    clock.at = MONDAY;
    await sendAll();
    const token = only(mails).stopLink?.url.split('/').at(-1) ?? '';
    for (let times = 0; times < 2; times++) assert.equal(await unsubscribe(acting, token), true);
    assert.deepEqual(await mailsOf(), []);
    clock.at = MONDAY + 7 * DAY_MS;
    await sendAll();
    assert.equal(mails.length, 1);
    await assert.rejects(add('ann@client.example'), /has unsubscribed from this organization's reports/);
    await add('ann@client.example', 'weekly', true);
    await add('bob@client.example');
    assert.equal((await mailsOf()).length, 2);
  });

  test('an address gets a report once, and another brand stops nothing', async () => {
    const { add, of, mailsOf, acting } = await worldOn(await fresh());
    await add('ann@client.example');
    await assert.rejects(add('ann@client.example'), /goes to ann@client\.example already/);
    await assert.rejects(add('ann@client'), /Give one email address/);
    const [held] = await mailsOf();
    await removeReportMail(acting, { ...of, brand: 'second' }, held?.id ?? '');
    assert.equal((await mailsOf()).length, 1);
    await removeReportMail(acting, of, held?.id ?? '');
    assert.equal((await mailsOf()).length, 0);
  });

  test('goes to a chat as a message, whose address the store has only encrypted', async () => {
    const { add, sendAll, posted, mails, clock, mailsOf, db } = await worldOn(await fresh());
    const url = 'https://hooks.slack.com/services/T0/B0/abcdefghijklmnop';
    assert.equal(await add(url, 'weekly'), 'https://hooks.slack.com/…mnop');
    clock.at = MONDAY;
    await sendAll();
    const [{ url: to, headers, body } = assert.fail()] = posted;
    assert.deepEqual([to, headers['webhook-signature'], mails.length], [url, undefined, 0]);
    const texts = JSON.stringify(JSON.parse(body).blocks);
    for (const said of [
      'ChatGPT (API) names Acme in 25% of answers, 100% on Nov 9 – 15.',
      '20 of 80, 25% (',
      'https://sightline.example/brands/acme/reports/',
    ])
      assert.ok(texts.includes(said), said);
    assert.equal((await mailsOf())[0]?.lastSentAt, MONDAY);
    assert.doesNotMatch(JSON.stringify(await contentsOf(db)), /abcdefghijklmnop/);
    await assert.rejects(add('https://program.example/in'), /email address, Slack, or Teams/);
  });
});
