import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import { planNow } from '../../src/pipeline/collect/questions.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { effort, isNightly } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { onEveryStore, onReusedStore, type StoreKind, type TestStore } from '../support/stores.ts';
import { type Stub, type StubRequest, stubsOfSuite } from '../support/stub-engine.ts';
import { acmeFile, DAY_MS, NOW, setUp } from '../support/world.ts';

const PROMPTS = Array.from({ length: effort(6, 40) }, (_, index) => `which tool is best for team ${index}?`);
const QUESTIONS = PROMPTS.length * 2;
const SCRIPT = fileURLToPath(new URL('../support/collect-part.ts', import.meta.url));

/** The price in a stubbed Perplexity answer; ChatGPT's have none and count as estimated. */
const TOLD_MICROS = 1190;
const ESTIMATED_MICROS = 10_000;

interface Part {
  readonly planned: number;
  readonly collected: readonly { readonly result: string }[];
}

/** Questions to two engines, and those who ask them together. */
function worldOn(fresh: () => Promise<TestStore>, kind: StoreKind) {
  const stubOf = stubsOfSuite();

  async function world() {
    const brand = { id: 'acme', name: 'Acme', configured: true, engines: ['chatgpt', 'perplexity'] };
    const { store } = await setUp(
      fresh,
      acmeFile([{ ...brand, prompts: PROMPTS.map((each) => ({ text: each })) }]),
    );
    const stub = await stubOf((request) => ({ body: bodyFor(request) }));
    return { store, stub };
  }

  return { world, together: async (store: TestStore, stub: Stub) => await together(store, stub, kind) };
}

onEveryStore('concurrent collection', (fresh, kind) => {
  const { world, together } = worldOn(fresh, kind);

  test('plans and asks every question once', async () => {
    const { store, stub } = await world();
    const parts = await together(store, stub);
    assert.equal(sum(parts.map(({ planned }) => planned)), QUESTIONS);
    const asked = stub.requests.map((request) => `${request.path} ${request.body.input}`);
    assert.equal(asked.length, QUESTIONS);
    assert.equal(new Set(asked).size, QUESTIONS);
    assert.equal(await count(store, 'collections'), QUESTIONS);
    assert.equal(await count(store, 'replies'), QUESTIONS);
    // The split between them depends on scheduling; that no job is in both does not.
    assert.equal(sum(parts.map(({ collected }) => collected.length)), QUESTIONS);
    for (const { collected } of parts) assert.ok(collected.every(({ result }) => result === 'empty'));
    const [spent] = await spending(store);
    assert.deepEqual(spent, { calls: QUESTIONS, micros: PROMPTS.length * (ESTIMATED_MICROS + TOLD_MICROS) });
  });
});

// The reservations behind a ceiling are part of the conformance suite.
onReusedStore('concurrent collection with a ceiling', (fresh, kind) => {
  const { world, together } = worldOn(fresh, kind);

  for (const calls of effort([0, 7], [0, 1, 37])) {
    test(`reaches a ceiling of ${calls} calls a day and does not pass it`, async () => {
      const { store, stub } = await world();
      await limit(store, { calls_per_day: calls, micros_per_day: null });
      await together(store, stub);
      assert.equal(stub.requests.length, calls);
      assert.equal(await count(store, 'collections'), calls);
      assert.equal((await spending(store))[0]?.calls ?? 0, calls);
    });
  }

  test('reaches a ceiling in dollars and does not pass it, and returns the surplus of an estimate', async () => {
    const { store, stub } = await world();
    const micros = effort(30_000, 150_000);
    await limit(store, { calls_per_day: null, micros_per_day: micros });
    await together(store, stub);
    const [spent] = await spending(store);
    const cheap = stub.requests.filter(({ path }) => path === '/v1/agent').length;
    const dear = stub.requests.length - cheap;
    assert.equal(spent?.micros, dear * ESTIMATED_MICROS + cheap * TOLD_MICROS);
    assert.ok(spent.micros <= micros);
    assert.ok(spent.micros > micros - ESTIMATED_MICROS - 8 * 2 * (ESTIMATED_MICROS - TOLD_MICROS));
    assert.ok(dear <= micros / ESTIMATED_MICROS);
  });

  test('a ceiling in dollars is exact for calls without a reported cost', async () => {
    const { store, stub } = await world();
    await store.main.deleteFrom('brand_engines').where('engine', '=', 'perplexity').execute();
    const calls = effort(4, 12);
    await limit(store, { calls_per_day: null, micros_per_day: (calls + 0.5) * ESTIMATED_MICROS });
    await together(store, stub);
    assert.equal(stub.requests.length, calls);
    assert.deepEqual(await spending(store), [{ calls, micros: calls * ESTIMATED_MICROS }]);
  });
});

/**
 * Two open stores if they can share the database, else one run on both engines. The nightly run uses two processes,
 * as test/servers/several-servers.test.ts always does.
 */
async function together(store: TestStore, stub: Stub, kind: StoreKind): Promise<Part[]> {
  if (kind === 'sqlite') return [await inThisProcess(store, stub, 8)];
  if (isNightly) return await inTwoProcesses(store.url, stub);
  const other = await openStore(store.url, { connections: 4 });
  const parts = await Promise.all([store, other].map((each) => inThisProcess(each, stub, 4)));
  await other.close();
  return parts;
}

/** `concurrency`: calls per engine; 8 equals two processes. */
async function inThisProcess(store: Store, stub: Stub, concurrency: number): Promise<Part> {
  const engines = [chatgpt, perplexity].map((adapter) =>
    readyAt(adapter, stub.baseUrl, { concurrency, deadlineMs: 20_000 }),
  );
  const { planned } = await planNow(store.main, NOW);
  const { collected } = await collectOn(store, engines, { patienceMs: 1000, isPlanned: true });
  return { planned, collected };
}

async function inTwoProcesses(url: string, stub: Stub): Promise<Part[]> {
  const processes = [1, 2].map(() =>
    spawn(process.execPath, [SCRIPT, url, stub.baseUrl], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  await Promise.all(processes.map(({ stdout }) => once(stdout, 'data')));
  for (const { stdin } of processes) stdin.end('go\n');
  return await Promise.all(processes.map(async ({ stdout }) => JSON.parse(await text(stdout)) as Part));
}

async function limit(
  store: TestStore,
  limits: { calls_per_day: number | null; micros_per_day: number | null },
): Promise<void> {
  await store.main.updateTable('organizations').set(limits).execute();
}

async function spending(store: TestStore): Promise<{ calls: number; micros: number }[]> {
  const rows = await store.main
    .selectFrom('spending')
    .select(['calls', 'micros'])
    .where('day', '=', Math.floor(NOW / DAY_MS))
    .execute();
  return rows.map(({ calls, micros }) => ({ calls, micros }));
}

async function count(store: Store, table: 'collections' | 'replies'): Promise<number> {
  const { rows } = await store.main
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function bodyFor({ path }: StubRequest): string {
  if (path === '/v1/responses') return fixture('chatgpt', 'ok');
  const body = JSON.parse(fixture('perplexity', 'ok'));
  const cost = { currency: 'USD', total_cost: TOLD_MICROS / 1_000_000 };
  return JSON.stringify({ ...body, usage: { ...body.usage, cost } });
}
