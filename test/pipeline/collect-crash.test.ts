import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { seeded } from '../../bench/data/random.ts';
import { CONCURRENCY, LEASE_MS } from '../support/crash-world.ts';
import { effort } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { storedBody } from '../support/stored-reply.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { type Stub, type StubReply, type StubRequest, startStub } from '../support/stub-engine.ts';
import { acmeFile, NOW, pipelineOn } from '../support/world.ts';

const KILLS = effort(1, 20);
const PROMPTS = Array.from({ length: effort(5, 30) }, (_, index) => `which tool is best for team ${index}?`);
const ENGINES = ['chatgpt', 'claude', 'gemini'];

/** Paid requests for all questions: Claude pauses once. */
const PARTS = PROMPTS.length * 4;

const SCRIPT = fileURLToPath(new URL('../support/collect-store.ts', import.meta.url));

onAnyStore('a collecting process with repeated kills', (fresh) => {
  const random = seeded(5);
  const served = new Map<string, string>();
  const children: ChildProcess[] = [];
  let stub: Stub;
  /** Called with each paid request. */
  let onAsked = () => {};
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await stub.stop();
  });

  function answer(request: StubRequest): StubReply {
    if (request.method === 'GET') return { status: 302, headers: { location: 'https://a.example/' } };
    const body = bodyFor(request);
    served.set(keyOf(request), body);
    onAsked();
    return { body };
  }

  /** A loaded process that waits for a signal, so starting takes no time. */
  function load(store: TestStore): ChildProcess {
    const loaded = spawn(process.execPath, [SCRIPT, store.url, stub.baseUrl], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    children.push(loaded);
    return loaded;
  }

  test('loses only replies in flight, asks nothing again that it has, and finishes', async (t) => {
    const store = await fresh();
    stub = await startStub(answer);
    const brand = { id: 'acme', name: 'Acme', configured: true, engines: ENGINES };
    await pipelineOn(store).apply(acmeFile([{ ...brand, prompts: PROMPTS.map((text) => ({ text })) }]));
    let stored = new Set<string>();
    let lost = 0;
    let runs = 0;
    let next = load(store);
    for (let isOver = false; !isOver; runs += 1) {
      const from: number = stub.requests.length;
      const child = next;
      isOver = runs === KILLS;
      if (!isOver) next = load(store);
      const exited = once(child, 'exit');
      // Not the first one, so that others have come before the kill, or are in flight.
      let left = isOver ? Number.POSITIVE_INFINITY : 2 + Math.floor(random() * 4);
      onAsked = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      assert.ok(child.stdin);
      child.stdin.end(`${NOW + runs * (LEASE_MS + 5000)}\n`);
      const [code] = await exited;
      assert.equal(code, isOver ? 0 : null);
      const asked: string[] = stub.requests
        .slice(from)
        .filter(({ method }) => method === 'POST')
        .map(keyOf);
      assert.equal(new Set(asked).size, asked.length, 'no question is asked twice in one run');
      assert.deepEqual(
        asked.filter((key) => stored.has(key)),
        [],
        'no stored question is asked again',
      );
      stored = new Set((await storedReplies(store)).map(({ key }) => key));
      const missing = asked.filter((key) => !stored.has(key));
      assert.ok(missing.length <= CONCURRENCY, `one kill lost ${missing.length}`);
      lost += missing.length;
    }
    const replies = await storedReplies(store);
    assert.equal(replies.length, PARTS, 'every body is stored once');
    for (const { key, body } of replies) assert.equal(body, served.get(key));
    assert.equal(stub.requests.filter(({ method }) => method === 'POST').length, PARTS + lost);
    assert.ok(lost <= KILLS * CONCURRENCY);
    await assertCollectedOnce(store);
    t.diagnostic(`${PARTS} replies, ${lost} on their way when the process died`);
  });
});

/** One collection per question, each an answer with its own text. */
async function assertCollectedOnce(store: TestStore): Promise<void> {
  const rows = await store.main
    .selectFrom('collections as c')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.prompt_id'),
    )
    .select(['c.engine', 'c.outcome', 'p.text'])
    .execute();
  const questions = rows.map(({ engine, text }) => `${engine} ${text}`);
  const expected = ENGINES.flatMap((engine) => PROMPTS.map((text) => `${engine} ${text}`));
  assert.deepEqual(questions.sort(), expected.sort());
  assert.deepEqual([...new Set(rows.map(({ outcome }) => outcome))], ['empty']);
  const { open } = await store.main
    .selectFrom('jobs')
    .select((eb) => eb.fn.count<number>('next_at').as('open'))
    .executeTakeFirstOrThrow();
  assert.equal(open, 0);
}

/** Stored paid replies by request. */
async function storedReplies(store: TestStore): Promise<{ key: string; body: string }[]> {
  const rows = await store.main
    .selectFrom('replies as r')
    .innerJoin('jobs as j', (join) =>
      join.onRef('j.brand_id', '=', 'r.brand_id').onRef('j.id', '=', 'r.job_id'),
    )
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.brand_id', '=', 'j.brand_id').onRef('p.id', '=', 'j.prompt_id'),
    )
    .select(['j.engine', 'p.text', 'r.part', 'r.body', 'r.status'])
    .where('r.status', '=', 200)
    .execute();
  return rows.map(({ engine, text, part, ...row }) => ({
    key: `${engine} ${text} ${part}`,
    body: storedBody(row),
  }));
}

/** A paid request's question and part. */
function keyOf({ path, body }: StubRequest): string {
  if (path === '/v1/messages') return `claude ${body.messages[0].content} ${body.messages.length - 1}`;
  if (path === '/v1/responses') return `chatgpt ${body.input} 0`;
  return `gemini ${body.contents[0].parts[0].text} 0`;
}

/** A body unique to its request. */
function bodyFor(request: StubRequest): string {
  const key = keyOf(request);
  const [engine = '', part] = [key.split(' ')[0], key.at(-1)];
  const name = engine === 'claude' && part === '0' ? 'pause_turn' : 'ok';
  return JSON.stringify({ ...JSON.parse(fixture(engine, name)), answers: key });
}
