import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { grok } from '../../src/engines/grok/adapter.ts';
import { planDay } from '../../src/pipeline/collect/questions.ts';
import { beginUndo } from '../../src/pipeline/intake/undo-import.ts';
import { LEASE_MS } from '../../src/pipeline/tasks/task-lease.ts';
import { taskLanes } from '../../src/pipeline/tasks/task-worker.ts';
import {
  answersDue,
  openTaskOf,
  startTask,
  stopTask,
  type Task,
  taskOf,
  tasksOf,
} from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { MOST_UPLOAD_BYTES } from '../../src/pipeline/tasks/upload.ts';
import { listImports } from '../../src/storage/answers/imports.ts';
import { claimTask } from '../../src/storage/tasks/tasks.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { morning, readyAt } from '../support/collecting.ts';
import { isNightly } from '../support/effort.ts';
import { SHORT_ANSWER } from '../support/engine-bodies.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { type Stub, startStub } from '../support/stub-engine.ts';
import { doAllTasks, uploadTo, workerDeps } from '../support/tasks.ts';
import {
  acmeFile,
  acmeWith,
  bytesOf,
  Clock,
  HOUR_MS,
  line,
  NOW,
  pipelineOn,
  random,
  setUp,
} from '../support/world.ts';

const ANA = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };

async function acmeStore(fresh: () => Promise<TestStore>, brand: object = {}): Promise<TestStore> {
  const { store } = await setUp(fresh, acmeWith(brand));
  return store;
}

function depsOf(store: TestStore, clock = new Clock()) {
  return { db: store.main, now: clock.now, random };
}

async function found(store: TestStore, task: string): Promise<Task> {
  return (await taskOf(store.main, 'acme', task)) ?? assert.fail('there is no such task');
}

const inputs = (store: TestStore) => store.main.selectFrom('task_inputs').select('part').execute();

onReusedStore('a task', (fresh) => {
  test('waits, belongs to its brand, and there is one of a kind at a time', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', brands: [{ id: 'other', name: 'Other' }] }],
    });
    const { task: first } = await startTask(depsOf(store), ANA, 'rescan');
    assert.match(first, /^tsk_[0-9A-Za-z]{12}$/);
    assert.equal((await startTask(depsOf(store), ANA, 'rescan')).task, first);
    const { task: other } = await startTask(depsOf(store), ANA, 'collect');
    assert.notEqual(other, first);
    const { state, startedBy, done, total, createdAt } = await found(store, first);
    assert.deepEqual(
      { state, startedBy, done, total, createdAt },
      { state: 'waiting', startedBy: 'Ana', done: 0, total: null, createdAt: NOW },
    );
    assert.equal(await taskOf(store.main, 'other', first), null);
    assert.equal(await taskOf(store.main, 'acme', 'tsk_'), null);
    assert.deepEqual(pluck(await tasksOf(store.main, 'acme', 10), 'publicId'), [other, first]);
    assert.equal((await openTaskOf(store.main, 'acme'))?.publicId, first);
    assert.equal(await openTaskOf(store.main, 'other'), null);
    await assert.rejects(startTask(depsOf(store), { ...ANA, brand: 'nobody' }, 'rescan'), /no brand nobody/);
  });

  test('stopped before its start is never run', async () => {
    const store = await acmeStore(fresh);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    await stopTask(depsOf(store), ANA, await found(store, id));
    assert.equal((await found(store, id)).state, 'stopped');
    await stopTask(depsOf(store), ANA, await found(store, id));
    assert.equal((await found(store, id)).endedAt, NOW);
  });

  test('that kills every worker is given up after some', async () => {
    const store = await acmeStore(fresh);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    const clock = new Clock();
    for (let tries = 0; tries < 5; tries += 1) {
      await claimTask(store.main, { kinds: ['rescan'], now: clock.at, leaseUntil: clock.at + 1, lease: 'x' });
      clock.at += 1;
    }
    await doAllTasks(store, { clock });
    const { state, messages } = await found(store, id);
    assert.equal(state, 'failed');
    assert.deepEqual(messages, [{ about: null, text: 'It had too many interruptions.' }]);
  });

  test('of a dead worker can be stopped', async () => {
    const store = await acmeStore(fresh);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    await claimTask(store.main, { kinds: ['rescan'], now: NOW, leaseUntil: NOW + LEASE_MS, lease: 'gone' });
    await stopTask(depsOf(store), ANA, await found(store, id));
    assert.equal((await found(store, id)).state, 'running');
    assert.equal((await found(store, id)).stopAsked, true);
    const clock = new Clock();
    clock.at += LEASE_MS;
    await doAllTasks(store, { clock });
    assert.equal((await found(store, id)).state, 'stopped');
  });
});

onReusedStore('a rescan as a task', (fresh) => {
  /** Acme's store with answers due for a rescan after adding a competitor. */
  async function dueStore(answers: number): Promise<TestStore> {
    const store = await acmeStore(fresh, { competitors: [] });
    await pipelineOn(store).importLines(Array.from({ length: answers }, () => line()));
    await pipelineOn(store).apply(acmeFile());
    return store;
  }

  test('reports the due answers, and its readings', async () => {
    const store = await dueStore(3);
    assert.equal(await answersDue(store.main, 'acme'), 3);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    await doAllTasks(store);
    const { state, done, total, counts, endedAt } = await found(store, id);
    assert.deepEqual([state, done, total], ['done', 3, 3]);
    assert.deepEqual(counts, { answers_read: 3, answers_changed: 3 });
    assert.ok(endedAt !== null);
    assert.equal(await answersDue(store.main, 'acme'), 0);
    assert.equal(await openTaskOf(store.main, 'acme'), null);
    assert.deepEqual(await findDifferences(store.main), []);
  });

  test('stores its progress while it runs, stops when asked, and reads the rest next time', async () => {
    const store = await dueStore(401);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    const seen: number[] = [];
    await doAllTasks(store, {
      onSleep: async () => {
        const task = await found(store, id);
        seen.push(task.done);
        if (task.done > 0) await stopTask(depsOf(store), ANA, task);
      },
    });
    const { state, done, total } = await found(store, id);
    assert.deepEqual([state, total], ['stopped', 401]);
    assert.ok(done > 0 && done < 401, String(done));
    assert.ok(seen.includes(200), String(seen));
    assert.equal(await answersDue(store.main, 'acme'), 401 - done);
    const { task: next } = await startTask(depsOf(store), ANA, 'rescan');
    await doAllTasks(store);
    assert.equal((await found(store, next)).counts.answers_read, 401 - done);
  });

  test('is released when its process ends, and continues with its counts', async () => {
    const store = await dueStore(401);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    const ending = new AbortController();
    const clock = new Clock();
    await doAllTasks(store, {
      clock,
      stop: ending.signal,
      onSleep: async () => {
        if ((await found(store, id)).done > 0) ending.abort();
      },
    });
    const { state, done, tries } = await found(store, id);
    assert.deepEqual([state, tries], ['waiting', 0]);
    assert.ok(done < 401, String(done));
    await doAllTasks(store, { clock });
    const after = await found(store, id);
    assert.deepEqual([after.state, after.done, after.total], ['done', 401, 401]);
    assert.deepEqual(after.counts, { answers_read: 401, answers_changed: 401 });
  });

  test('taken over by another worker stays with it', async () => {
    const store = await dueStore(401);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    let stolen = false;
    const clock = new Clock();
    await doAllTasks(store, {
      clock,
      onSleep: async () => {
        const { done } = await found(store, id);
        if (stolen || done === 0) return;
        stolen = true;
        const later = clock.at + 1000 * LEASE_MS;
        await claimTask(store.main, {
          kinds: ['rescan'],
          now: later,
          leaseUntil: later + LEASE_MS,
          lease: 'other',
        });
      },
    });
    const { state, tries } = await found(store, id);
    assert.deepEqual([state, tries], ['running', 2]);
  });

  test('of a deleted brand fails with a sentence', async () => {
    const store = await dueStore(1);
    const { task: id } = await startTask(depsOf(store), ANA, 'rescan');
    const task = await found(store, id);
    await store.main.updateTable('brands').set({ deleted_at: NOW }).execute();
    const failures: unknown[] = [];
    await doAllTasks(store, { failures });
    const row = await store.main.selectFrom('tasks').selectAll().where('id', '=', task.id).executeTakeFirst();
    assert.equal(row?.state, 'failed');
    assert.match(row?.facts ?? '', /The brand was deleted\./);
    assert.equal(failures.length, 1);
  });
});

onReusedStore('an import as a task', (fresh) => {
  const importOf = async (store: TestStore, chunks: AsyncIterable<Uint8Array>) => {
    const id = await uploadTo(depsOf(store), ANA, chunks);
    await doAllTasks(store);
    return await found(store, id);
  };

  async function* raw(...pieces: readonly (Uint8Array | string)[]): AsyncGenerator<Uint8Array> {
    for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
  }

  test('stores the lines of its brand, and those without one, and nothing of the file', async () => {
    const store = await acmeStore(fresh);
    const { brand: _brand, ...unnamed } = line();
    const id = await uploadTo(
      depsOf(store),
      ANA,
      bytesOf([line(), unnamed, line({ outcome: 'error', answer: null })]),
    );
    assert.equal((await inputs(store)).length, 1);
    await doAllTasks(store);
    const { state, done, total, counts, messages } = await found(store, id);
    assert.deepEqual([state, done], ['done', total]);
    assert.deepEqual(counts, {
      lines: 3,
      answers: 2,
      failed_collections: 1,
      already_stored: 0,
      bad_lines: 0,
      blank_searches: 0,
    });
    assert.deepEqual(messages, []);
    assert.deepEqual(await inputs(store), []);
  });

  test('refuses lines of another brand and of none with the same words', async () => {
    const store = await acmeStore(fresh);
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', brands: [{ id: 'acme2', name: 'Other' }] }],
    });
    const { state, counts, messages } = await importOf(
      store,
      bytesOf([line({ brand: 'acme2' }), line({ brand: 'acme3' }), line()]),
    );
    assert.deepEqual([state, counts.bad_lines, counts.answers], ['done', 2, 1]);
    assert.deepEqual(messages, [
      { about: 'line 1', text: 'brand "acme2" is not acme, the brand of this import' },
      { about: 'line 2', text: 'brand "acme3" is not acme, the brand of this import' },
    ]);
  });

  test("reports many lines' problem once, with their count and the first line numbers", async () => {
    const store = await acmeStore(fresh);
    const { counts, messages } = await importOf(
      store,
      bytesOf([line(), ...Array.from({ length: 150 }, (_, index) => `{"n": ${index}}`)]),
    );
    assert.deepEqual([counts.bad_lines, messages.length], [150, 1]);
    assert.equal(messages[0]?.about, '150 lines (2, 3, 4, 5, 6, …)');
    assert.match(messages[0]?.text ?? '', /n is not a known field/);
  });

  for (const [what, pieces, words] of [
    ['lines without an engine', [JSON.stringify({ ...line(), engine: 'x' }), '\n'], 'engine must be one of'],
  ] as const) {
    test(`${what} fail, with the lines' problems`, async () => {
      const store = await acmeStore(fresh);
      const { state, messages } = await importOf(store, raw(...pieces));
      assert.equal(state, 'failed');
      assert.ok(messages[0]?.text.startsWith(words));
      assert.match(messages.at(-1)?.text ?? '', /^Stored nothing: every line is bad;/);
      assert.deepEqual(await listImports(store.main, 1, 10), []);
    });
  }

  for (const [what, bytes, words] of [
    ['bytes', Buffer.from([0x89, 0x50, 0, 0xff, 0xfe, 10, 0xc3, 0x28]), 'The file is not text'],
    ['text', 'hello\nworld\n', 'No column is surely the question'],
    [
      'a CSV file',
      'brand,engine,answer\nacme,chatgpt,hello\n',
      'No column is surely the question, nor the time',
    ],
    ['an unknown archive', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), 'It is compressed with zstd'],
  ] as const) {
    test(`${what} fails with one sentence, and leaves no import`, async () => {
      const store = await acmeStore(fresh);
      const { state, messages } = await importOf(store, raw(bytes));
      assert.equal(state, 'failed');
      assert.ok(messages[0]?.text.startsWith(words), messages[0]?.text);
      assert.equal(messages.length, 1);
      assert.deepEqual(await listImports(store.main, 1, 10), []);
    });
  }

  for (const [what, bytes] of [
    ['a JSON list', JSON.stringify([line()], null, 2)],
    ['an indented line', JSON.stringify(line(), null, 2)],
    ['a gzip file', gzipSync(JSON.stringify(line()))],
    ['UTF-16', Buffer.from(`\uFEFF${JSON.stringify(line())}\n`, 'utf16le')],
  ] as const) {
    test(`${what} is read`, async () => {
      const { state, counts } = await importOf(await acmeStore(fresh), raw(bytes));
      assert.deepEqual([state, counts.answers], ['done', 1]);
    });
  }

  test('an empty file, and one that breaks off, leave nothing', async () => {
    const store = await acmeStore(fresh);
    const start = (chunks: AsyncIterable<Uint8Array>) => uploadTo(depsOf(store), ANA, chunks);
    await assert.rejects(start(raw()), /The file is empty/);
    await assert.rejects(start(raw('')), /The file is empty/);
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(1_000_000, 'a');
      throw new Error('the connection is gone');
    }
    await assert.rejects(start(broken()), /connection is gone/);
    assert.deepEqual(await inputs(store), []);
    assert.deepEqual(await tasksOf(store.main, 'acme', 10), []);
  });

  // Daily, src/pipeline/intake/lines.test.ts has a line that is too long.
  test('a line as long as the largest file is one bad line; a larger file leaves nothing', {
    skip: !isNightly,
  }, async () => {
    const store = await acmeStore(fresh);
    const quarter = Buffer.alloc(MOST_UPLOAD_BYTES / 4, 'a');
    const first = `${JSON.stringify(line())}\n`;
    const last = quarter.subarray(first.length);
    const { state, messages, counts } = await importOf(store, raw(first, quarter, quarter, quarter, last));
    assert.deepEqual([state, [counts.lines, counts.bad_lines]], ['done', [2, 1]]);
    assert.equal(messages[0]?.text, 'is longer than 16 MiB');
    const larger = uploadTo(depsOf(store), ANA, raw(quarter, quarter, quarter, quarter, 'b'));
    await assert.rejects(larger, /larger than 200 MB/);
    assert.deepEqual(await inputs(store), []);
  });

  test('refuses a second file during an import, without a trace', async () => {
    const store = await acmeStore(fresh);
    await uploadTo(depsOf(store), ANA, bytesOf([line()]));
    await assert.rejects(uploadTo(depsOf(store), ANA, bytesOf([line()])), /not finished yet/);
    assert.equal((await inputs(store)).length, 1);
  });

  test('the next upload deletes old interrupted files', async () => {
    const store = await acmeStore(fresh);
    const { id: brandId } = await store.main.selectFrom('brands').select('id').executeTakeFirstOrThrow();
    const part = { brand_id: brandId, task: 'tsk_gone', part: 0, bytes: Buffer.from('a') };
    await store.main
      .insertInto('task_inputs')
      .values({ ...part, stored_at: NOW - 7 * HOUR_MS })
      .execute();
    await importOf(store, bytesOf([line()]));
    assert.deepEqual(await inputs(store), []);
  });

  test('after a killed worker, the next stores every line once', async () => {
    const store = await acmeStore(fresh);
    // Three parts and three batches without a text to read.
    const mentions = [{ brand: 'Acme', mentioned: true }];
    const lines = Array.from({ length: 401 }, () => line({ answer: 'x'.repeat(2600), mentions }));
    const id = await uploadTo(depsOf(store), ANA, bytesOf(lines));
    const clock = new Clock();
    const killed = Promise.withResolvers<void>();
    void doAllTasks(store, {
      clock,
      onSleep: async () => {
        if ((await found(store, id)).done === 0) return;
        killed.resolve();
        await new Promise(() => {});
      },
    });
    await killed.promise;
    assert.equal((await found(store, id)).state, 'running');
    clock.at += LEASE_MS;
    await doAllTasks(store, { clock });
    const { state, counts, messages } = await found(store, id);
    assert.equal(state, 'done');
    const { answers = 0, already_stored = 0 } = counts;
    assert.ok(already_stored > 0);
    assert.equal(answers + already_stored, 401);
    assert.match(messages[0]?.text ?? '', /^It continued after an interruption/);
    assert.equal((await store.main.selectFrom('answers').select('id').execute()).length, 401);
    assert.deepEqual(await findDifferences(store.main), []);
    const [stored, ...others] = await listImports(store.main, 1, 10);
    assert.deepEqual([stored?.state, stored?.counts.answers, others], ['stored', 401, []]);
    const brand = { id: 1, publicId: 'acme' };
    await beginUndo(store.main, stored?.publicId ?? '', { brand, organizationId: 1, actor: 'test', at: NOW });
    const { task } = await startTask(depsOf(store), ANA, 'undo');
    await doAllTasks(store, { clock });
    assert.equal((await found(store, task)).counts.answers_removed, 401);
    assert.deepEqual(await listImports(store.main, 1, 10), []);
  });

  test('an inner failure shows no more than that there was one', async () => {
    const store = await acmeStore(fresh);
    const id = await uploadTo(depsOf(store), ANA, bytesOf([line()]));
    const failures: unknown[] = [];
    let calls = 0;
    const broken = (size: number) => {
      calls += 1;
      // After the lane's lease comes the answer's id.
      if (calls === 2) throw new Error('the secret reason');
      return random(size);
    };
    const deps = workerDeps(store, { failures, random: broken });
    for (const lane of taskLanes(deps)) {
      calls = 0;
      await lane.next();
    }
    const { state, messages } = await found(store, id);
    assert.equal(state, 'failed');
    assert.deepEqual(messages, [{ about: null, text: 'Internal error.' }]);
    assert.match(String(failures[0]), /the secret reason/);
    assert.deepEqual(await inputs(store), []);
  });
});

onReusedStore('asking as a task', (fresh) => {
  let answers: Stub;
  let refuses: Stub;
  before(async () => {
    answers = await startStub(() => ({ body: SHORT_ANSWER }));
    refuses = await startStub(() => ({ status: 401, body: '{"error":"no such key sk-secret"}' }));
  });
  after(async () => {
    await answers.stop();
    await refuses.stop();
  });

  const PROMPTS = { prompts: [{ text: 'one' }, { text: 'two' }] };

  const engines = () => [readyAt(chatgpt, answers.baseUrl), readyAt(grok, refuses.baseUrl)];

  test("asks only its brand's questions, and reports answers and failures", async () => {
    const store = await acmeStore(fresh, { ...PROMPTS, engines: ['chatgpt', 'grok', 'claude'] });
    const other = { id: 'other', name: 'Other', configured: true, engines: ['chatgpt'], ...PROMPTS };
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', plan: { name: 'growth', status: 'active' }, brands: [other] }],
    });
    const clock = morning();
    await planDay(store.main, clock.at);
    const from = answers.requests.length;
    const { task: id } = await startTask(depsOf(store, clock), ANA, 'collect');
    const disabled = [
      { engine: 'claude', provider: 'anthropic', missing: 'SIGHTLINE_ANTHROPIC_KEY', micros: 1 },
    ];
    await doAllTasks(store, { clock, engines: engines(), disabled });
    assert.equal(answers.requests.length - from, 2);
    const { state, done, total, counts, messages } = await found(store, id);
    assert.deepEqual([state, done, total, counts], ['done', 2, 4, { answered: 2 }]);
    assert.deepEqual(pluck(messages, 'about'), ['grok', 'claude', 'grok']);
    assert.match(messages[1]?.text ?? '', /^2 questions are not asked: its engine has no key$/);
    assert.doesNotMatch(JSON.stringify(messages), /secret/);
    const collected = await store.main.selectFrom('collections').select('brand_id').distinct().execute();
    assert.equal(collected.length, 1);
  });

  test('says once that an engine is stopped, however many questions were under way', async () => {
    const prompts = Array.from({ length: 6 }, (_, index) => ({ text: `question ${index}` }));
    const store = await acmeStore(fresh, { prompts, engines: ['grok'] });
    const clock = morning();
    await planDay(store.main, clock.at);
    const from = refuses.requests.length;
    const { task: id } = await startTask(depsOf(store, clock), ANA, 'collect');
    await doAllTasks(store, { clock, engines: [readyAt(grok, refuses.baseUrl, { concurrency: 3 })] });
    assert.equal(refuses.requests.length - from, 3);
    const { messages } = await found(store, id);
    assert.deepEqual(pluck(messages, 'text'), [
      'stopped until you fix its key or settings (http_401)',
      '6 questions are left for later today',
    ]);
  });

  test('when stopped leaves the rest for its time', async () => {
    const prompts = Array.from({ length: 6 }, (_, index) => ({ text: `question ${index}` }));
    const store = await acmeStore(fresh, { prompts, engines: ['chatgpt'] });
    const clock = morning();
    await planDay(store.main, clock.at);
    const times = () => store.main.selectFrom('jobs').select(['id', 'next_at']).orderBy('id').execute();
    const planned = new Map((await times()).map((job) => [job.id, job.next_at]));
    const { task: id } = await startTask(depsOf(store, clock), ANA, 'collect');
    const stopped = Promise.withResolvers<void>();
    let asked = 0;
    const slow = await startStub(() => {
      asked += 1;
      return { body: SHORT_ANSWER, ...(asked > 1 && { after: stopped.promise }) };
    });
    await doAllTasks(store, {
      clock,
      engines: [readyAt(chatgpt, slow.baseUrl)],
      onSleep: async () => {
        const task = await found(store, id);
        if (task.stopAsked) stopped.resolve();
        if (task.done > 0) await stopTask(depsOf(store, clock), ANA, task);
      },
    });
    await slow.stop();
    assert.equal((await found(store, id)).state, 'stopped');
    const left = (await times()).filter(({ next_at }) => next_at !== null);
    assert.ok(left.length > 0 && left.length < 6, String(left.length));
    for (const job of left) {
      const plannedAt = planned.get(job.id) ?? 0;
      assert.ok(job.next_at === plannedAt || plannedAt <= clock.at, `${job.next_at} ${plannedAt}`);
    }
  });

  test('is not taken without a key', async () => {
    const store = await acmeStore(fresh, PROMPTS);
    const { task: id } = await startTask(depsOf(store), ANA, 'collect');
    await doAllTasks(store);
    assert.equal((await found(store, id)).state, 'waiting');
  });

  test('asks nothing when nothing is left', async () => {
    const store = await acmeStore(fresh, { ...PROMPTS, engines: ['chatgpt'] });
    const clock = morning();
    const { task: id } = await startTask(depsOf(store, clock), ANA, 'collect');
    await doAllTasks(store, { clock, engines: engines() });
    assert.deepEqual((await found(store, id)).counts, { answered: 2 });
    const { task: again } = await startTask(depsOf(store, clock), ANA, 'collect');
    await doAllTasks(store, { clock, engines: engines() });
    assert.deepEqual((await found(store, again)).counts, {});
  });
});
