import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { declareEngines } from '../../src/domain/answers/engine.ts';
import { enterEngineKey, removeEngineKey } from '../../src/pipeline/collect/keys/engine-keys.ts';
import { planDay } from '../../src/pipeline/collect/questions.ts';
import { answersDue, startTask, taskOf } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import { saveOwnEngine } from '../../src/storage/collect/own-engines.ts';
import { isNightly } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { accepts } from '../support/raw-http.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { startStub } from '../support/stub-engine.ts';
import { acmeFile, acmeWith, DAY_MS, iso, line, pipelineOn, random } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

/** Two minutes: a busy machine takes long to start a process. */
const MOST_TRIES = 2400;

onAnyStore('a server process looks for changes and asks the engines beside serving', (fresh, kind) => {
  const started: ChildProcess[] = [];
  after(() => {
    for (const each of started) if (each.exitCode === null && each.signalCode === null) each.kill('SIGKILL');
  });

  function serve(url: string, more: readonly string[] = [], env: Record<string, string> = {}) {
    const args = [BIN, 'serve', '--port', '0', '--log-level', 'debug', '--database-url', url, ...more];
    const server = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    started.push(server);
    const seen = { log: '' };
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      seen.log += text;
    });
    return { server, seen };
  }

  /** Waits until the log has this many lines with a message. */
  async function logged(seen: { log: string }, message: string, times: number): Promise<void> {
    for (let tries = 0; seen.log.split(message).length - 1 < times; tries += 1) {
      assert.ok(tries < MOST_TRIES, `not logged: ${message}, but ${seen.log}`);
      await wait(50);
    }
  }

  async function stopped(server: ChildProcess): Promise<number | null> {
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = (await exit) as [number | null];
    return code;
  }

  /** Half a request's answer, after a SIGTERM that came before its other half. The server has ended then. */
  async function answerInFlight(server: ChildProcess, baseUrl: string, key: string): Promise<string> {
    const port = Number(new URL(baseUrl).port);
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (piece) => {
      received += piece;
    });
    const head = `GET /api/v1/answers HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`;
    socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n${head}`);
    while (!received.includes('"ok"')) await once(socket, 'data');
    const exit = once(server, 'exit');
    server.kill('SIGTERM');
    // The server has stopped listening once it refuses a new connection; the half-sent request is still open.
    while (await accepts(port));
    received = '';
    socket.write('\r\n');
    await exit;
    return received;
  }

  const PROMPTS = ['one', 'two'].map((text) => ({ text }));

  /** Has answers from the last days, and due questions. */
  async function acmeStore(): Promise<TestStore> {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store, Date);
    await apply(acmeWith({ engines: ['chatgpt', 'grok'], prompts: PROMPTS }));
    const now = Date.now();
    const lines = [1, 5, 9, 20].map((days) => line({ collected_at: iso(now - days * DAY_MS) }));
    assert.equal((await importLines(lines)).answers, lines.length);
    await planDay(store.main, now);
    await store.main.updateTable('jobs').set({ next_at: now }).execute();
    return store;
  }

  const evaluations = (store: TestStore) => store.main.selectFrom('evaluations').selectAll().execute();
  const counted = async (store: TestStore) =>
    (await store.main.selectFrom('answers').select('id').execute()).length;

  test('uses a new engine key at once, without a restart, and stops after its removal', {
    skip: !isNightly,
  }, async () => {
    const store = await acmeStore();
    const openai = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
    const secret = 'a key of at least thirty-two characters';
    const env = { SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl, SIGHTLINE_SECRET_KEY: secret };
    const { server, seen } = serve(
      store.url,
      ['--watch-at', 'off', '--prune-at', 'off', '--log-level', 'debug'],
      env,
    );
    await logged(seen, '"not asking engines without a key"', 1);
    assert.match(seen.log, /"SIGHTLINE_OPENAI_KEY":\["chatgpt"\]/);
    const deps = { db: store.main, now: Date.now, random, secretKey: async () => secret, actor: 'test' };
    await enterEngineKey(deps, 'openai', 'sk-entered');
    await logged(seen, '"collected"', 1);
    const questions = openai.requests.filter(({ method }) => method === 'POST');
    assert.equal(questions.at(-1)?.headers.authorization, 'Bearer sk-entered');
    await removeEngineKey(deps, 'openai');
    await logged(seen, '"not asking engines without a key"', 3);
    assert.equal(await stopped(server), 0);
    assert.doesNotMatch(seen.log, /sk-entered/);
    await openai.stop();
  });

  test('names the providers whose entered keys it cannot open, and asks the others', {
    skip: !isNightly,
  }, async () => {
    const store = await acmeStore();
    const xai = await startStub(() => ({ body: fixture('grok', 'ok') }));
    const secretKey = async () => 'a key of at least thirty-two characters';
    const deps = { db: store.main, now: Date.now, random, secretKey, actor: 'test' };
    for (const provider of ['openai', 'xai']) await enterEngineKey(deps, provider, `of-${provider}`);
    const env = {
      SIGHTLINE_SECRET_KEY: 'another key of at least thirty-two characters',
      SIGHTLINE_XAI_KEY: 'sk-environment',
      SIGHTLINE_XAI_BASE_URL: xai.baseUrl,
    };
    const { server, seen } = serve(store.url, ['--watch-at', 'off', '--prune-at', 'off'], env);
    await logged(seen, '"collected"', 1);
    assert.match(seen.log, /"providers":\["openai"\],"msg":"cannot open the entered keys of these providers/);
    assert.equal(await stopped(server), 0);
    assert.ok(xai.requests.length > 0);
    await xai.stop();
  });

  test('reports the answers of an engine that another process defines while it runs', {
    skip: !isNightly,
  }, async () => {
    const store = await acmeStore();
    const { createKey } = pipelineOn(store);
    const { key } = await createKey();
    const { server } = serve(store.url, ['--json', '--watch-at', 'off', '--prune-at', 'off']);
    const [printed] = (await once(server.stdout ?? assert.fail(), 'data')) as [Buffer];
    const { base_url } = JSON.parse(printed.toString()) as { base_url: string };
    const engines = async () => {
      const response = await fetch(`${base_url}/visibility`, { headers: { authorization: `Bearer ${key}` } });
      const { data } = (await response.json()) as { data: { engines: { engine: string }[] } };
      return data.engines.map(({ engine }) => engine);
    };
    assert.deepEqual(await engines(), ['chatgpt', 'grok']);
    const llama = { slug: 'llama', name: 'Llama', provider: 'Ollama', search: 'none' } as const;
    await saveOwnEngine(store.main, llama);
    declareEngines([{ ...llama, method: 'api' }]);
    const at = iso(Date.now() - DAY_MS);
    await pipelineOn(store, Date).importLines([line({ engine: 'llama', collected_at: at })]);
    await until(async () => (await engines()).join() === 'chatgpt,grok,llama');
    assert.equal(await stopped(server), 0);
    declareEngines([]);
  });

  // Other tests run collection, schedule, and tasks on every database; these test the process.
  // test/servers/several-servers.nightly.test.ts kills processes on PostgreSQL.
  test('compares missed days first, each once; then asks due questions, and the log and /readyz report the results; ends after a request in flight', {
    skip: kind !== 'sqlite' && !isNightly,
  }, async (t) => {
    const store = await acmeStore();
    const { key } = await pipelineOn(store, Date).createKey();
    const imported = await counted(store);
    const openai = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
    const xai = await startStub(() => ({ status: 401, body: '{"error":"no such key"}' }));
    t.after(() => Promise.all([openai.stop(), xai.stop()]));
    const env = {
      SIGHTLINE_OPENAI_KEY: 'sk-secret-1',
      SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl,
      SIGHTLINE_XAI_KEY: 'sk-secret-2',
      SIGHTLINE_XAI_BASE_URL: xai.baseUrl,
    };
    const { server, seen } = serve(store.url, ['--json', '--metrics-port', '0'], env);
    const [printed] = (await once(server.stdout ?? assert.fail(), 'data')) as [Buffer];
    const { base_url } = JSON.parse(printed.toString()) as { base_url: string };
    await logged(seen, '"checked for changes"', 7);
    await logged(seen, '"collected"', 1);
    await logged(seen, '"engine stopped: fix its key or settings"', 1);
    const ready = await fetch(new URL('/readyz', base_url));
    assert.deepEqual(await ready.json(), { status: 'ok', engines_not_asked: ['grok'] });
    const [, metricsUrl = ''] = /"url":"([^"]+\/metrics)"/.exec(seen.log) ?? [];
    const metrics = (await (await fetch(metricsUrl)).text()).split('\n');
    const found = metrics.filter((each) => /^sightline_engine_questions_total\{engine="chatgpt"/.test(each));
    assert.deepEqual(found, ['sightline_engine_questions_total{engine="chatgpt",result="empty",code=""} 2']);
    assert.match(await answerInFlight(server, base_url, key), /^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    assert.equal(server.exitCode, 0);
    const evaluated = await evaluations(store);
    assert.equal(evaluated.length, 7);
    for (const { evaluated_at } of evaluated) assert.equal(evaluated_at % DAY_MS, EVALUATION_TIME);
    const schedule = { timeOfDay: EVALUATION_TIME };
    await catchUp({ db: store.main, now: Date.now, random }, schedule, { now: Date.now() });
    assert.deepEqual(await evaluations(store), evaluated);
    assert.equal(openai.requests.filter(({ method }) => method === 'POST').length, 2);
    assert.equal(await counted(store), imported + 2);
    assert.match(seen.log, /"SIGHTLINE_ANTHROPIC_KEY":\["claude"\]/);
    assert.doesNotMatch(seen.log, /secret/);
  });

  test("runs a person's task although nothing is scheduled, and another server finishes it after a kill; nothing else runs", {
    skip: !isNightly,
  }, async () => {
    const store = await fresh();
    const { apply, importLines } = pipelineOn(store, Date);
    await apply(acmeWith({ competitors: [] }));
    const now = Date.now();
    const text = 'Acme and Bolt. '.repeat(100);
    const lines = Array.from({ length: 120 }, () => line({ answer: text, collected_at: iso(now - DAY_MS) }));
    assert.equal((await importLines(lines)).answers, lines.length);
    await apply(acmeFile());
    assert.equal(await answersDue(store.main, 'acme'), lines.length);
    const deps = { db: store.main, now: Date.now, random };
    const starter = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };
    const { task: id } = await startTask(deps, starter, 'rescan');
    const off = ['--watch-at', 'off', '--collect', 'off'];
    const first = serve(store.url, off);
    const state = async () => (await taskOf(store.main, 'acme', id)) ?? assert.fail('the task is gone');
    await until(async () => (await state()).state === 'running');
    const killed = once(first.server, 'exit');
    first.server.kill('SIGKILL');
    await killed;
    // As if a minute had passed.
    await store.main.updateTable('tasks').set({ next_at: now }).where('next_at', 'is not', null).execute();
    const second = serve(store.url, off);
    await until(async () => (await state()).state === 'done');
    assert.equal(await answersDue(store.main, 'acme'), 0);
    assert.equal(await stopped(second.server), 0);
    assert.deepEqual(await evaluations(store), []);
  });

  async function until(isSo: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; !(await isSo()); tries += 1) {
      assert.ok(tries < MOST_TRIES, 'it never came about');
      await wait(50);
    }
  }
});
