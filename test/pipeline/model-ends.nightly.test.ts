import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { type ModelEndDeps, readModelEndsDaily } from '../../src/pipeline/collect/model-ends.ts';
import { retirementNotices } from '../../src/pipeline/collect/retirement-notices.ts';
import { listModelEnds } from '../../src/storage/collect/model-ends.ts';
import { apiOn } from '../support/api.ts';
import { readyAt } from '../support/collecting.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { Clock, DAY_MS, NOW } from '../support/world.ts';

const VENDOR = 'https://api.openai.example';

function openai(model: string) {
  const ready = readyAt(chatgpt, VENDOR);
  return { ...ready, access: { ...ready.access, model } };
}

/** A list of models with their shutdown dates. */
function list(ends: Readonly<Record<string, string | null>>): Response {
  return Response.json({
    object: 'list',
    data: Object.entries(ends).map(([id, end]) => ({ id, object: 'model', shutdown_date: end })),
  });
}

/** Runs a server for some days; the vendor replies with these in turn. */
async function serve(
  store: TestStore,
  answers: readonly (() => Response)[],
  { engines = [openai('gpt-9')], clock = new Clock() } = {},
) {
  const asked: string[] = [];
  const unread: string[] = [];
  const stop = new AbortController();
  const fetch: Fetch = async (url, { headers }) => {
    asked.push(`${url} ${new Headers(headers).get('authorization')}`);
    return (answers[asked.length - 1] ?? assert.fail('asked too often'))();
  };
  let days = 0;
  const deps: ModelEndDeps = {
    db: store.main,
    now: clock.now,
    fetch,
    sleep: async (milliseconds) => {
      days += 1;
      clock.at += milliseconds;
      if (days === answers.length) stop.abort();
    },
    onUnread: (provider, detail) => unread.push(`${provider} ${detail}`),
    onFailure: (error) => assert.fail(String(error)),
  };
  await readModelEndsDaily(deps, engines, stop.signal);
  return { asked, unread, clock };
}

const ends = async ({ main }: TestStore) => (await listModelEnds(main)).map(({ model, on }) => [model, on]);

onEveryStore('the ends of models', (fresh) => {
  test('are fetched once a day with the key, and replace earlier ones', async () => {
    const store = await fresh();
    const first = () => list({ 'gpt-9': '2027-02-01', 'gpt-8': '2026-12-24' });
    const { asked } = await serve(store, [first, () => list({ 'gpt-9': null })]);
    assert.deepEqual(asked, Array(2).fill(`${VENDOR}/v1/models Bearer key`));
    assert.deepEqual(await ends(store), [['gpt-9', null]]);
  });

  test("one process fetches a day's list, and not again after a restart", async () => {
    const store = await fresh();
    await serve(store, [() => list({ 'gpt-9': null })]);
    const { asked } = await serve(store, [() => assert.fail('asked again')]);
    assert.deepEqual(asked, []);
  });

  test('reports an unreadable list, and keeps the earlier one', async () => {
    const store = await fresh();
    const failures = [
      () => list({ 'gpt-9': '2027-02-01' }),
      () => new Response('{}', { status: 401 }),
      () => new Response('<html>'),
      () => {
        throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
      },
    ];
    const { unread } = await serve(store, failures);
    assert.deepEqual(unread, ['openai http_401', 'openai parse', 'openai network:ECONNREFUSED']);
    assert.deepEqual(await ends(store), [['gpt-9', '2027-02-01']]);
  });

  test('asks no vendor without a list', async () => {
    const { asked } = await serve(await fresh(), [], { engines: [readyAt(claude, VENDOR)] });
    assert.deepEqual(asked, []);
  });

  test('in earlier announcements count, in warnings and in /readyz', async () => {
    const store = await fresh();
    const engines = [openai('gpt-5-pro')];
    // A day shortly before the announced shutdown.
    const clock = new Clock();
    clock.at = Date.parse('2026-12-05T12:00:00Z');
    const retiring = async () => {
      const configured = { ready: engines, disabled: [] };
      const { app } = apiOn(store, { clock, configured, isCollecting: true });
      return (await app.inject('/readyz')).json().models_retiring;
    };
    assert.deepEqual(await retiring(), [{ engine: 'chatgpt', model: 'gpt-5-pro', on: '2026-12-11' }]);
    await serve(store, [() => list({ 'gpt-5-pro': '2027-01-20' })], {
      engines,
      clock: Object.assign(new Clock(), { at: NOW }),
    });
    assert.deepEqual(await retiring(), [{ engine: 'chatgpt', model: 'gpt-5-pro', on: '2027-01-20' }]);
    assert.deepEqual(await retirementNotices(store.main, engines, clock.at), [
      'chatgpt is set to gpt-5-pro, which its vendor retires on 2027-01-20: set SIGHTLINE_CHATGPT_MODEL to another',
    ]);
    await serve(store, [() => list({ 'gpt-5-pro': null })], {
      engines,
      clock: Object.assign(new Clock(), { at: NOW + DAY_MS }),
    });
    assert.deepEqual(await retiring(), []);
  });
});
