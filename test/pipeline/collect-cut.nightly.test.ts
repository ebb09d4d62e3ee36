import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { dayOf } from '../../src/domain/time/period.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import { sumSpending } from '../../src/storage/collect/spending.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { readyAt } from '../support/collecting.ts';
import { startCuttingProxy } from '../support/cutting-proxy.ts';
import { fixture } from '../support/engines.ts';
import { storedBody } from '../support/stored-reply.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { type Stub, type StubReply, type StubRequest, startStub } from '../support/stub-engine.ts';
import { acmeFile, NOW, setUp } from '../support/world.ts';

/** For two engines, one of which takes two requests per answer. */
const PROMPTS = Array.from({ length: 36 }, (_, index) => `which tool is best for team ${index}?`);
const REPLIES = PROMPTS.length * 3;

/** Fewer than the attempts of one step, so none of them can be in vain. */
const CUTS = 14;

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

onEveryStore('collect with repeatedly cut connections', (fresh, kind) => {
  /** Acme's store, and engines that answer. */
  async function world(context: TestContext, delayMs = 0) {
    const brand = { id: 'acme', name: 'Acme', configured: true, engines: ['chatgpt', 'claude'] };
    const { store } = await setUp(
      fresh,
      acmeFile([{ ...brand, prompts: PROMPTS.map((each) => ({ text: each })) }]),
    );
    const stub = await startStub((request) => ({ ...answerTo(request), delayMs }));
    context.after(() => stub.stop());
    return { store, stub };
  }

  test('stores every paid reply once, counts each call once, and ends with 0', {
    skip: kind === 'sqlite',
  }, async (context) => {
    const { store, stub } = await world(context);
    const proxy = await startCuttingProxy(store.url);
    context.after(() => proxy.stop());
    const shaky = await openStore(proxy.url, { connections: 8 });
    context.after(() => shaky.close());
    proxy.cutEvery(31, CUTS);
    const ready = [chatgpt, claude].map((adapter) => readyAt(adapter, stub.baseUrl, { concurrency: 3 }));
    const { code, out, err } = await runCli(shaky, ['collect', '--json'], {
      engines: { ready, disabled: [] },
      // Long enough for PostgreSQL to notice a lost connection.
      sleep: async (milliseconds, signal) => {
        await wait(Math.min(milliseconds, 20), undefined, { signal }).catch(() => {});
      },
    });
    assert.deepEqual([code, err], [0, '']);
    assert.ok(proxy.cut >= CUTS, `the proxy cut ${proxy.cut} connections`);
    const { results } = JSON.parse(out) as { results: { questions: number }[] };
    assert.equal(sum(results.map(({ questions }) => questions)), PROMPTS.length * 2);
    const day = dayOf(NOW);
    assert.equal((await sumSpending(store.main, 1, { first: day, last: day })).calls, REPLIES);
    await assertStoredOnce(store, stub);
  });

  test('with a cut every 2 s, the command of the package loses none, six times', {
    skip: kind === 'sqlite',
  }, async (context) => {
    for (let run = 0; run < 6; run += 1) {
      const { store, stub } = await world(context, 600);
      const proxy = await startCuttingProxy(store.url);
      const timer = setInterval(() => proxy.cutAll(), 2000);
      const collecting = spawn(process.execPath, [BIN, 'collect'], { env: environmentFor(proxy.url, stub) });
      const said = Promise.all([text(collecting.stdout), text(collecting.stderr)]);
      const [code] = await once(collecting, 'exit');
      clearInterval(timer);
      await proxy.stop();
      context.diagnostic(
        `run ${run}: ${proxy.cut} connections cut, ${stub.served} replies, ended with ${code}`,
      );
      assert.equal(code, 0, (await said).join('\n'));
      await assertStoredOnce(store, stub);
    }
  });
});

function environmentFor(databaseUrl: string, { baseUrl }: Stub): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SIGHTLINE_DATABASE_URL: databaseUrl,
    SIGHTLINE_OPENAI_KEY: 'key',
    SIGHTLINE_OPENAI_BASE_URL: baseUrl,
    SIGHTLINE_ANTHROPIC_KEY: 'key',
    SIGHTLINE_ANTHROPIC_BASE_URL: baseUrl,
  };
}

/** Expects no repeated request, and each reply and answer stored once. */
async function assertStoredOnce(store: TestStore, stub: Stub): Promise<void> {
  const asked = stub.requests.map(keyOf);
  assert.deepEqual([asked.length, new Set(asked).size, stub.served], [REPLIES, REPLIES, REPLIES]);
  const rows = await store.main.selectFrom('replies').select('body').execute();
  const kept = rows.map((row) => (JSON.parse(storedBody(row)) as { answers: string }).answers);
  assert.deepEqual(kept.toSorted(), asked.toSorted());
  const collections = await store.main.selectFrom('collections').select(['engine', 'outcome']).execute();
  assert.equal(collections.length, PROMPTS.length * 2);
  assert.deepEqual([...new Set(collections.map(({ outcome }) => outcome))], ['empty']);
  const open = await store.main.selectFrom('jobs').select('id').where('next_at', 'is not', null).execute();
  assert.deepEqual(open, []);
}

function answerTo(request: StubRequest): StubReply {
  const key = keyOf(request);
  const [engine = '', part] = [key.split(' ')[0], key.at(-1)];
  const name = engine === 'claude' && part === '0' ? 'pause_turn' : 'ok';
  return { body: JSON.stringify({ ...JSON.parse(fixture(engine, name)), answers: key }) };
}

/** A request's question and the part of the answer it requests. */
function keyOf({ path, body }: StubRequest): string {
  if (path === '/v1/messages') return `claude ${body.messages[0].content} ${body.messages.length - 1}`;
  return `chatgpt ${body.input} 0`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
