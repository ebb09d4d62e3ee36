import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LONGEST_EVENT } from '../../src/domain/brand/event.ts';
import { addEvent, type EventInput, removeEvent } from '../../src/pipeline/declare/events.ts';
import { events } from '../../src/reports/alerts/events.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import {
  acmeFile,
  acmeWith,
  DAY_MS,
  iso,
  line,
  NOW,
  newBrand,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

const reportsOn = reportsAmong(events);

const dayAgo = (days: number) => iso(NOW - days * DAY_MS).slice(0, 10);

const deps = (store: TestStore, at = NOW) => ({ db: store.main, now: () => at, random, actor: 'usr_test' });

async function eventsOf(store: TestStore, query = '') {
  const { key } = await pipelineOn(store).createKey();
  return (await reportsOn(store).get(`/events${query}`, key)).body.data;
}

/** Rows without their ids. */
const said = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ day, kind, text, source }) => [day, kind, text, source]);

/** Acme, set up long before the window. */
async function acmeOn(store: TestStore) {
  await pipelineOn(store, { now: () => NOW - 200 * DAY_MS }).apply(acmeFile());
}

onReusedStore('GET /events', (fresh) => {
  test('200: notes, newest first, only in the window, until removed', async () => {
    const store = await fresh();
    await acmeOn(store);
    const note = (day: string, text: string) =>
      addEvent(deps(store), 'acme', { day, kind: 'page', text } satisfies EventInput);
    await note(dayAgo(31), 'too old');
    const first = await note(dayAgo(5), 'Comparison\npage published');
    await note('', 'Campaign begins');
    assert.deepEqual(said(await eventsOf(store)), [
      [dayAgo(0), 'page', 'Campaign begins', 'note'],
      [dayAgo(5), 'page', 'Comparison page published', 'note'],
    ]);
    await removeEvent(deps(store), 'acme', first);
    assert.equal((await eventsOf(store)).length, 1);
    await assert.rejects(removeEvent(deps(store), 'acme', first), { code: 'not_found' });
  });

  test('200: a note has a tag of the questions in any spelling, and no other', async () => {
    const { store } = await setUp(fresh, acmeWith({ prompts: [{ text: 'best anvils', tags: ['Buying'] }] }));
    const note = (tag: string) =>
      addEvent(deps(store), 'acme', { day: '', kind: 'page', text: 'Pages', tag });
    await note('buying');
    assert.equal(
      (await eventsOf(store)).find(({ text }: { text: string }) => text === 'Pages')?.tag,
      'Buying',
    );
    await assert.rejects(note('selling'), /tag of the brand’s questions/);
  });

  test('200: a new brand lists its initial settings', async () => {
    const { store } = await setUp(fresh, acmeWith({ prompts: [{ text: 'best anvils' }] }));
    const texts = (await eventsOf(store)).map(({ text }: { text: string }) => text);
    assert.ok(texts.includes('brand added with 3 tracked brands'), texts.join('; '));
    assert.ok(texts.includes('brand added with 1 question'), texts.join('; '));
  });

  test('200: both are in the audit log, by whom', async () => {
    const store = await fresh();
    await acmeOn(store);
    const id = await addEvent(deps(store), 'acme', { day: '', kind: 'other', text: 'Launch' });
    await removeEvent(deps(store), 'acme', id);
    const entries = await store.main
      .selectFrom('audit_log')
      .select(['actor', 'action', 'subject', 'detail'])
      .where('action', 'like', 'brand.event%')
      .orderBy('id')
      .execute();
    const about = { actor: 'usr_test', subject: 'acme', detail: 'Launch' };
    const found = entries.map((entry) => ({ ...entry }));
    assert.deepEqual(found, [
      { ...about, action: 'brand.event' },
      { ...about, action: 'brand.event-remove' },
    ]);
  });

  test('200: changes to questions, names, and the plan appear automatically', async () => {
    const store = await fresh();
    await acmeOn(store);
    const { apply } = pipelineOn(store, { now: () => NOW - 3 * DAY_MS });
    await apply(
      acmeWith({ prompts: [{ text: 'best anvils' }, { text: 'new anvils' }], aliases: ['Acme Co'] }),
    );
    await apply(acmeFile([], { plan: { name: 'agency', status: 'active' } }));
    const rows = said(await eventsOf(store));
    const found = rows.map(([day, kind, , source]) => [day, kind, source]).sort();
    assert.deepEqual(
      found,
      ['names', 'plan', 'questions'].map((kind) => [dayAgo(3), kind, 'audit_log']),
    );
    assert.ok(rows.some(([, , text]) => text === '1 question changed'));
  });

  test("200: another brand's changes do not", async () => {
    const store = await fresh();
    await acmeOn(store);
    await newBrand(store);
    assert.deepEqual(await eventsOf(store), []);
  });

  test("200: a model's first day, if others answered before", async () => {
    const store = await fresh();
    await acmeOn(store);
    const by = (model: string, days: number) => line({ model, collected_at: iso(NOW - days * DAY_MS) });
    await pipelineOn(store).importLines([by('old', 60), by('old', 2), by('new', 9), by('new', 1)]);
    assert.deepEqual(said(await eventsOf(store)), [
      [dayAgo(9), 'model', 'first answer from ChatGPT (API) by the model new', 'answers'],
    ]);
  });

  test("200: the first day of a surface's other provider; nothing for an engine without one", async () => {
    const store = await fresh();
    await acmeOn(store);
    const by = (engine: string, days: number) => line({ engine, collected_at: iso(NOW - days * DAY_MS) });
    await pipelineOn(store).importLines([
      by('gemini_app_cloro', 9),
      by('gemini_app_cloro', 3),
      by('gemini_app', 4),
      by('gemini_app', 1),
      by('google_ai_mode', 60),
      by('google_ai_mode_cloro', 50),
      by('google_ai_mode_cloro', 5),
      by('chatgpt_app_cloro', 6),
      by('claude', 2),
    ]);
    assert.deepEqual(said(await eventsOf(store)), [
      [dayAgo(4), 'plan', 'first answer from Gemini app, counted apart from Gemini app by Cloro', 'answers'],
    ]);
  });

  for (const [what, given] of [
    ['a day that is not over yet', { day: dayAgo(-1) }],
    ['a day that does not exist', { day: '2026-02-30' }],
    ['no text', { text: ' \n ' }],
    ['a text that is too long', { text: 'x'.repeat(LONGEST_EVENT + 1) }],
    ['a kind that there is not', { kind: 'rumor' }],
  ] as const) {
    test(`refuses ${what}`, async () => {
      const store = await fresh();
      await acmeOn(store);
      const event = { day: '', kind: 'other', text: 'Launch', ...given };
      await assert.rejects(addEvent(deps(store), 'acme', event), { code: 'invalid_argument' });
      await assert.rejects(addEvent(deps(store), 'nobody', { ...event, day: '', kind: 'other', text: 'x' }), {
        code: 'no_such_brand',
      });
    });
  }
});
