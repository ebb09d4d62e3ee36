import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../bench/data/random.ts';
import { proxiesOf } from '../../src/domain/web/client-address.ts';
import { readEngines } from '../../src/main/settings/engines.ts';
import { planDay } from '../../src/pipeline/collect/questions.ts';
import { createEndpoint } from '../../src/pipeline/deliver/endpoints.ts';
import { posterTo } from '../../src/pipeline/deliver/poster.ts';
import { answersDue, startTask } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { apiOn } from '../support/api.ts';
import { raiseAlerts } from '../support/delivery.ts';
import { effort } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { assertRefusal } from '../support/refusals.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { type Stub, type StubRequest, stubsOfSuite } from '../support/stub-engine.ts';
import {
  ACME_BRAND,
  acmeFile,
  Clock,
  DAY_MS,
  iso,
  line,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

const KILLS = effort(1, 10);
const PROMPTS = Array.from(
  { length: effort(10, 120) },
  (_, index) => `which tool is best for team ${index}?`,
);
const ENGINES = ['chatgpt', 'perplexity'];
const QUESTIONS = PROMPTS.length * ENGINES.length;

/** Each server's concurrent calls to each engine. */
const CONCURRENCY = 2;

/** Pending alerts at the start, and the receiver's delay for each, so that a kill interrupts deliveries. */
const ALERTS = effort(8, 120);
const RECEIVER_MS = 100;
const SECRET_KEY = 'a key of at least thirty-two characters';

/** Longer than any call, so an older lease belongs to a dead server. */
const STILL_MS = 4000;

/** A busy machine takes long to start a process. */
const MOST_MS = 120_000;

interface Server {
  readonly process: ChildProcess;
  readonly baseUrl: string;
}

onEveryStore('two servers on one store, with random kills', (fresh, kind) => {
  const stubOf = stubsOfSuite();
  const random5 = seeded(5);
  const started: ChildProcess[] = [];
  after(() => {
    for (const each of started) if (each.exitCode === null && each.signalCode === null) each.kill('SIGKILL');
  });

  async function serve(url: string, stub: Stub): Promise<Server> {
    const args = [BIN, 'serve', '--json', '--port', '0', '--log-level', 'silent', '--database-url', url];
    const server = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...settingsOf(stub) },
    });
    started.push(server);
    const [printed] = (await once(server.stdout, 'data')) as [Buffer];
    server.stdout.resume();
    return { process: server, baseUrl: JSON.parse(printed.toString().split('\n')[0] ?? '').base_url };
  }

  async function end({ process: server }: Server, signal: NodeJS.Signals): Promise<void> {
    const exited = once(server, 'exit');
    server.kill(signal);
    const [code] = await exited;
    assert.equal(code, signal === 'SIGTERM' ? 0 : null);
  }

  /**
   * Sends all these days' alerts to a slow receiver, and raises some. @returns the received and the raised
   * alerts
   */
  async function deliveringStore(context: TestContext, store: TestStore) {
    const receiver = await startReceiver(() => ({ status: 204 }), RECEIVER_MS);
    context.after(receiver.stop);
    const poster = posterTo({ resolve: async () => [], allows: proxiesOf('loopback'), allowsSome: true });
    const senders = { poster, secretKey: async () => SECRET_KEY, mailer: null, publicUrl: null };
    const at = Date.now() - 30 * DAY_MS;
    const deps = { db: store.main, now: () => at, random, senders, actor: 'test' };
    await createEndpoint(deps, { organization: 'Acme Inc', address: receiver.url });
    return { receiver, raised: await raiseAlerts(store, { count: ALERTS, brand: 'acme', at: Date.now() }) };
  }

  /** Acme with a few weeks of answers, some due for a rescan, and today's questions due now. */
  async function acmeStore(): Promise<{ store: TestStore; key: string }> {
    const brand = { ...ACME_BRAND, engines: ENGINES, prompts: PROMPTS.map((text) => ({ text })) };
    const { store, apply, importLines, createKey } = await setUp(
      fresh,
      acmeFile([{ ...brand, competitors: [] }]),
    );
    const now = Date.now();
    const days = Array.from({ length: 40 }, (_, index) => index + 1);
    const answers = days.flatMap((day) =>
      [0, 1, 2, 3, 4, 5, 6, 7].map((prompt) =>
        line({
          prompt: `prompt ${prompt}`,
          collected_at: iso(now - day * DAY_MS),
          answer: day < 8 && prompt > 0 ? 'Bolt' : 'Acme',
        }),
      ),
    );
    await pipelineOn(store, Object.assign(new Clock(), { at: now })).importLines(answers);
    await importLines([]);
    await apply(acmeFile([brand]));
    const deps = { db: store.main, now: Date.now, random };
    await startTask(
      deps,
      { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } },
      'rescan',
    );
    await planDay(store.main, now);
    await store.main.updateTable('jobs').set({ next_at: now }).execute();
    return { store, key: (await createKey()).key };
  }

  /** Waits until only dead servers hold work, and lets others take it. */
  async function settle(store: TestStore): Promise<void> {
    let [seen, since] = ['', performance.now()];
    for (const begun = performance.now(); ; ) {
      assert.ok(performance.now() - begun < MOST_MS, `it did not end: ${seen}`);
      const open = [
        ...(await openJobs(store)),
        ...(await openTasks(store)),
        ...(await openDeliveries(store)),
      ];
      if (open.length === 0) return;
      const state = JSON.stringify(open);
      if (state !== seen) [seen, since] = [state, performance.now()];
      if (performance.now() - since > STILL_MS) {
        for (const table of ['jobs', 'tasks', 'endpoints'] as const)
          await store.main
            .updateTable(table)
            .set({ next_at: Date.now() })
            .where('next_at', 'is not', null)
            .execute();
        return;
      }
      await wait(100);
    }
  }

  test('ask, read, and compare everything once, and answer alike', { skip: kind === 'sqlite' }, async (t) => {
    const { store, key } = await acmeStore();
    const { receiver, raised } = await deliveringStore(t, store);
    const stub = await stubOf((request) => ({ body: bodyFor(request), delayMs: 100 + random5() * 200 }));
    const servers = [await serve(store.url, stub), await serve(store.url, stub)];
    for (let kills = 0; kills < KILLS; kills += 1) {
      const asked = ((kills + random5()) * QUESTIONS) / (KILLS + 1);
      await until(async () => stub.requests.length > asked);
      const victim = Math.floor(random5() * 2);
      const [killed, other] = [servers[victim], servers[1 - victim]] as [Server, Server];
      const asking = ask(other, '/visibility', key);
      await end(killed, 'SIGKILL');
      assert.equal((await asking).status, 200, 'the other goes on');
      servers[victim] = await serve(store.url, stub);
    }
    await settle(store);
    // A new server takes pending work at once; an idle one would wait for its next poll.
    const [idle, other] = servers as [Server, Server];
    await end(idle, 'SIGTERM');
    const pair = [await serve(store.url, stub), other] as const;
    await until(async () => (await openJobs(store)).length + (await openTasks(store)).length === 0);
    await until(async () => (await evaluations(store)).length === 7);
    await until(async () => (await openDeliveries(store)).length === 0);
    const lost = await assertAskedOnce(store, stub);
    t.diagnostic(`${QUESTIONS} questions, ${lost} replies on their way to a server that was killed`);
    assert.equal(await answersDue(store.main, 'acme'), 0);
    await provesComparedOnce(store);
    const twice = await assertDeliveredOnce(store, receiver.received, raised);
    t.diagnostic(`${receiver.received.length} messages, ${twice} of them again`);
    await assertSameReports(store, stub, pair, key);
    await assertOneQuota(store, pair);
    assert.deepEqual(await findDifferences(store.main), []);
    for (const server of pair) await end(server, 'SIGTERM');
  });
});

function settingsOf(stub: Stub): Record<string, string> {
  const env = Object.fromEntries(
    ['OPENAI', 'PERPLEXITY'].flatMap((provider) => [
      [`SIGHTLINE_${provider}_KEY`, 'key'],
      [`SIGHTLINE_${provider}_BASE_URL`, stub.baseUrl],
    ]),
  );
  env.SIGHTLINE_ENGINE_OVERRIDES = ENGINES.map((engine) => `${engine}.concurrency=${CONCURRENCY}`).join(',');
  return { ...env, SIGHTLINE_SECRET_KEY: SECRET_KEY, SIGHTLINE_WEBHOOK_NETWORKS: 'loopback' };
}

async function ask({ baseUrl }: Server, path: string, key: string) {
  const response = await fetch(`${baseUrl}${path}`, { headers: { 'x-api-key': key } });
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text, body: JSON.parse(text) };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const begun = performance.now(); !(await isSo()); await wait(100))
    assert.ok(performance.now() - begun < MOST_MS, 'it never came about');
}

const openJobs = (store: TestStore) =>
  store.main.selectFrom('jobs').select(['id', 'lease', 'next_at']).where('next_at', 'is not', null).execute();

const openTasks = (store: TestStore) =>
  store.main.selectFrom('tasks').select(['id', 'lease', 'done']).where('next_at', 'is not', null).execute();

const openDeliveries = (store: TestStore) => store.main.selectFrom('deliveries').select('alert_id').execute();

const evaluations = (store: TestStore) => store.main.selectFrom('evaluations').select('day').execute();

/** @returns how many replies a server lost when it died */
async function assertAskedOnce(store: TestStore, stub: Stub): Promise<number> {
  const collected = await store.main
    .selectFrom('collections as c')
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'c.brand_id').onRef('j.identity', '=', 'c.identity'),
    )
    .select(['c.engine', 'c.prompt_id', 'c.outcome'])
    .execute();
  assert.equal(collected.length, QUESTIONS);
  assert.equal(new Set(collected.map((each) => `${each.engine} ${each.prompt_id}`)).size, QUESTIONS);
  assert.ok(collected.every(({ outcome }) => outcome === 'empty' || outcome === 'ok'));
  const asked = stub.requests.filter(({ method }) => method === 'POST').length;
  const lost = asked - QUESTIONS;
  assert.ok(lost >= 0 && lost <= KILLS * ENGINES.length * CONCURRENCY, `${lost} were asked again`);
  return lost;
}

async function provesComparedOnce(store: TestStore): Promise<void> {
  const days = (await evaluations(store)).map(({ day }) => day);
  assert.equal(new Set(days).size, days.length, 'each day once');
  const rows = await store.main
    .selectFrom('comparisons')
    .select(['evaluated_at', 'engine', 'kind', 'tracked_id'])
    .execute();
  assert.ok(rows.length > 0);
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length, 'each change once a day');
  const alerts = await store.main.selectFrom('alerts').select(['kind', 'title', 'created_at']).execute();
  assert.equal(new Set(alerts.map((row) => JSON.stringify(row))).size, alerts.length);
}

/**
 * Checks that every alert came, in the order of detection, and that only alerts in flight at a kill came
 * again.
 *
 * @returns how many came again
 */
async function assertDeliveredOnce(
  store: TestStore,
  received: readonly Received[],
  raised: readonly string[],
): Promise<number> {
  const came = received.map(({ headers }) => String(headers['webhook-id']));
  const ids = [...new Set(came)];
  const alerts = await store.main.selectFrom('alerts').select(['id', 'public_id', 'created_at']).execute();
  assert.deepEqual(ids.toSorted(), alerts.map(({ public_id }) => public_id).sort());
  assert.ok(alerts.length > raised.length, 'those that evaluations found came too');
  assert.deepEqual(
    ids.filter((id) => raised.includes(id)),
    raised,
    'in order',
  );
  const bodies = new Set(received.map(({ body }) => body));
  assert.equal(bodies.size, ids.length, 'the same id, the same message');
  const again = came.length - ids.length;
  // One more may have been in flight when the servers restarted.
  assert.ok(again <= KILLS + 1, `${again} came again`);
  return again;
}

/** Twice, to compare cached reports too. */
async function assertSameReports(
  store: TestStore,
  stub: Stub,
  pair: readonly Server[],
  key: string,
): Promise<void> {
  const at = Date.now();
  const configured = readEngines(settingsOf(stub));
  const fresh = apiOn(store, { clock: Object.assign(new Clock(), { at }), configured });
  const { key: other } = await pipelineOn(store).createKey();
  for (const report of REPORTS.filter(({ name }) => name !== 'me')) {
    const path = `/${report.name}${'until' in report.query ? `?until=${iso(at)}` : ''}`;
    const expected = lastingPart((await fresh.get(path, other)).body);
    for (const server of [...pair, ...pair]) {
      const { status, body } = await ask(server, path, key);
      assert.equal(status, 200, path);
      assert.deepEqual(lastingPart(body), expected, path);
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a report
function lastingPart({ data, meta: { generated_at, ...meta } }: any): object {
  return { data, meta };
}

/** The servers count a key's 300 requests a minute together. */
async function assertOneQuota(store: TestStore, pair: readonly Server[]): Promise<void> {
  const { key } = await pipelineOn(store).createKey();
  const statuses: number[] = [];
  const minutes = new Set<string>();
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const server = pair[index % 2] as Server;
      for (let asked = 0; asked < 20; asked += 1) {
        const response = await ask(server, '/brands', key);
        statuses.push(response.status);
        minutes.add(String(response.headers.date).slice(0, -7));
        if (response.status !== 200) assertRefusal(response, 'rate_limited');
      }
    }),
  );
  const passed = statuses.filter((status) => status === 200).length;
  assert.ok(minutes.size > 1 || passed === 300, `${passed} in one minute`);
  assert.ok(passed <= 300 * minutes.size);
}

function bodyFor({ path, body }: StubRequest): string {
  const reply = JSON.parse(fixture(path === '/v1/responses' ? 'chatgpt' : 'perplexity', 'ok'));
  return JSON.stringify({ ...reply, asked: body.input });
}
