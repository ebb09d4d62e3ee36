import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertMail } from '../../src/pipeline/deliver/mail-words.ts';
import { alertMessage } from '../../src/pipeline/deliver/webhook-message.ts';
import { changes } from '../../src/reports/alerts/changes.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { presence } from '../../src/reports/brands/presence.ts';
import { claim } from '../../src/reports/claims/claim.ts';
import { toldChange } from '../../src/reports/client/told-change.ts';
import { listAlerts } from '../../src/storage/watch/alerts.ts';
import { historyLines } from '../support/history.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn } from '../support/world.ts';

const reportsOn = reportsAmong(changes, answers, presence, claim);

/** Acme in 6 of ChatGPT's 10 answers a day, and in 2 on the 9 days up to NOW. */
async function fallen(store: TestStore) {
  const clock = new Clock();
  const { apply, importLines, watch, createKey } = pipelineOn(store, clock);
  const kinds = { alerts: { kinds: ['visibility_drop'] } };
  await apply(acmeFile([{ ...ACME_BRAND, engines: ['chatgpt'] }], kinds));
  const history = (from: number, to: number) =>
    historyLines({ from, to, say: (day, prompt) => ({ acme: prompt < (day >= 0 && day < 9 ? 2 : 6) }) });
  await importLines(history(44, 0));
  for (const day of [2, 1, 0]) await watch({ at: NOW - day * DAY_MS });
  const { key } = await createKey();
  const get = async (path: string) => (await reportsOn(store, clock).get(path, key)).body;
  /** Moves on, with the evaluation of each day. */
  const goOn = async (days: number, lines = history(-1, -days)) => {
    clock.at = NOW + days * DAY_MS;
    await importLines(lines);
    for (let day = 1; day <= days; day += 1) await watch({ at: NOW + day * DAY_MS });
  };
  return { clock, get, goOn, apply };
}

onReusedStore('GET /changes', (fresh) => {
  test('200: a change has its own days, and each figure opens its answers', async () => {
    const { get } = await fallen(await fresh());
    const { data } = await get('/changes');
    const [change] = data;
    assert.equal(
      change.sentence,
      'ChatGPT (API) names Acme in 20% of answers since about Nov 12, 60% before: still so today.',
    );
    assert.deepEqual(change.likely_start, { from: '2026-11-12', until: '2026-11-12' });
    assert.deepEqual(change.before.window, { from: '2026-10-17', until: '2026-11-11' });
    assert.deepEqual(change.since.window, { from: '2026-11-13', until: '2026-11-19' });
    assert.equal(change.id.slice(4), change.alerts[0].slice(4));
    assert.deepEqual([change.direction, change.state, change.state_since], ['fell', 'holds', '2026-11-20']);
    for (const side of ['before', 'since']) {
      const opened = await get(`/answers?change=${change.id}&side=${side}&figure=present&limit=200`);
      assert.equal(opened.data.length, change[side].present, side);
    }
    assert.equal((await get(`/answers?change=${change.id}&side=current`)).error.code, 'invalid_parameter');
    assert.equal((await get('/answers?change=chg_000000000000')).error.code, 'invalid_parameter');
  });

  test('messages of its alert say the same, dated by their day', async () => {
    const store = await fresh();
    const { get, clock } = await fallen(store);
    const [change] = (await get('/changes')).data;
    const [row] = await listAlerts(store.main, 1, { changeId: change.id });
    const alert = { ...(row ?? assert.fail()), brand: { id: 'acme', name: 'Acme' }, alertId: 1, brandId: 1 };
    const told = await toldChange({ db: store.main, now: clock.now }, alert);
    const sentence = change.sentence.replace('today', 'on Nov 20');
    assert.deepEqual(told, { change: change.id, state: 'holds', sentence });
    const { data } = JSON.parse(alertMessage(alert, told).body);
    assert.deepEqual([data.change, data.state, data.sentence], [change.id, 'holds', sentence]);
    const facts = {
      endpoint: { id: 'end_1', address: 'a@b.example', pace: 'at_once' },
      stopLink: null,
    } as const;
    const mail = alertMail([{ ...alert, told }], { ...facts, now: NOW, publicUrl: null });
    assert.equal(mail.text.split('\n')[2], sentence);
  });

  test('200: filters choose by state, engine, and measure', async () => {
    const { get } = await fallen(await fresh());
    for (const [query, rows] of [
      ['state=holds&engine=chatgpt&measure=visibility', 1],
      ['state=over', 0],
      ['engine=claude', 0],
      ['measure=overtaken', 0],
    ] as const) {
      assert.equal((await get(`/changes?${query}`)).data.length, rows, query);
    }
  });

  test('200: reports over a window with both levels, and claims across it, say so', async () => {
    const { get } = await fallen(await fresh());
    const change = 'ChatGPT (API) names Acme in 20% of answers since about Nov 12, 60% before';
    const noteOf = async (path: string): Promise<string> => (await get(path)).meta.note;
    assert.ok(
      (await noteOf('/presence?days=28')).includes(`${change}: a share over this window mixes the two.`),
    );
    assert.ok(!(await noteOf('/presence?days=6')).includes(change));
    assert.ok(!(await noteOf('/presence?days=28&engine=claude')).includes(change));
    const [judged] = (await get('/claim?direction=lower&engine=chatgpt')).data;
    assert.ok(judged.quote.endsWith(`${change}: still so today.`), judged.quote);
    const [other] = (await get('/claim?measure=cited&direction=lower&engine=chatgpt')).data;
    assert.ok(!other.quote.includes(change));
  });

  test('200: it ends where its level went back', async () => {
    const { get, goOn } = await fallen(await fresh());
    await goOn(12);
    const [change] = (await get('/changes')).data;
    assert.equal(change.sentence, 'ChatGPT (API) names Acme as often as before again, since about Nov 20.');
    assert.deepEqual(
      [change.state, change.over_since, change.since.window.until],
      ['over', '2026-11-20', '2026-11-19'],
    );
  });

  test('200: it is unknown while checks cannot tell, or there are none', async () => {
    const { clock, get, goOn, apply } = await fallen(await fresh());
    await apply(acmeFile([{ ...ACME_BRAND, engines: ['claude'] }]));
    await goOn(8, []);
    const [removed] = (await get('/changes')).data;
    assert.deepEqual([removed.state, removed.state_since], ['unknown', '2026-11-24']);
    assert.match(
      removed.sentence,
      /, 60% before; no check since Nov 24 could tell whether that still holds\.$/,
    );
    clock.at = NOW + 30 * DAY_MS;
    assert.deepEqual((await get('/changes?state=holds')).data, []);
  });
});
