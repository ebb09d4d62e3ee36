import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { actions } from '../../src/actions/index.ts';
import { runAction } from '../../src/actions/run-action.ts';
import { DAY_MS } from '../../src/domain/time/period.ts';
import { PROMPT_HASH } from '../../src/extract/judging/judge-request.ts';
import { REFUSALS_TO_BREAK } from '../../src/pipeline/collect/job/retry.ts';
import { tryAgain } from '../../src/pipeline/collect/keys/close-breaker.ts';
import { readingState } from '../../src/pipeline/judge/choose-reader.ts';
import { planNewReadings, planStoredReadings } from '../../src/pipeline/judge/plan-readings.ts';
import { readAnswers } from '../../src/pipeline/judge/read-answers.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { deleteAnswers } from '../../src/storage/answers/old-answers.ts';
import { findBreaker } from '../../src/storage/collect/breakers.ts';
import { NO_READINGS } from '../../src/storage/collect/reading-jobs.ts';
import { insertReplies } from '../../src/storage/collect/replies.ts';
import { inTransaction } from '../../src/storage/driver/in-transaction.ts';
import { runCli } from '../support/cli.ts';
import { pluck } from '../support/pluck.ts';
import {
  ANSWER,
  chatReply,
  OWN,
  PAID,
  PRICE,
  RECOMMENDED,
  ReadingWorld,
  responsesReply,
  verdictOn,
} from '../support/reading.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';
import { onEveryStore, onReusedStore } from '../support/stores.ts';
import { acmeFile, acmeWith, line, newBrand, pipelineOn } from '../support/world.ts';

const recommending = async () => chatReply(RECOMMENDED);

onEveryStore('a model reads an answer', (fresh) => {
  test('and its verdict, words, and statements are stored beside the rules', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([ANSWER, 'Nobody.', 'Bolt.']);
    const { results, asked } = await world.read(recommending);
    const found = [asked, results.map(({ result }) => result).sort()];
    assert.deepEqual(found, [3, ['not_judged', 'read', 'retried']]);
    const { mentions, readings, open } = await world.stored();
    assert.equal(open, 0);
    assert.deepEqual(
      { ...mentions[0] },
      {
        model_framing: 'recommended',
        model_words: JSON.stringify([['Take Acme, which is cheap', 0, 25]]),
        said: JSON.stringify([['price', 0, 0, 25]]),
      },
    );
    assert.deepEqual(
      readings.map(({ reader, prompt, state, input_tokens, output_tokens, micros }) => [
        ...[reader, prompt, state, input_tokens, output_tokens, micros],
      ]),
      [
        ['model', PROMPT_HASH, 'read', 900, 80, 0],
        ['model', PROMPT_HASH, 'not_judged', 900, 80, 0],
      ],
    );
    assert.deepEqual(await findDifferences(world.store.main), []);
  });

  test('for all of its names: one whose verdict has no proof keeps its proven statements', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([`${ANSWER}\n\nBolt is fast. Bolt is new.`]);
    const reply = JSON.parse(RECOMMENDED);
    reply.names.push({ name: 2, verdict: 'negative', evidence: [{ line: 2, words: 'is slow' }] });
    reply.statements.push({ name: 2, theme: 'speed', direction: 'good', line: 2, words: 'is fast' });
    await world.read(async () => chatReply(JSON.stringify(reply)));
    const [bolt] = await world.store.main
      .selectFrom('mentions')
      .select(['model_framing as verdict', 'model_words as words', 'said'])
      .where('tracked_id', '=', 2)
      .execute();
    assert.deepEqual([bolt?.verdict, bolt?.words], [null, null]);
    assert.match(bolt?.said ?? '', /speed/);
    assert.equal((await world.stored()).readings[0]?.dropped, 2);
    assert.deepEqual(await findDifferences(world.store.main), []);
  });

  test('and answers that leave the store take its readings along', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([ANSWER]);
    await world.read(recommending);
    const [{ answer_id: id } = { answer_id: 0 }] = (await world.stored()).readings;
    await inTransaction(world.store.main, (db) => deleteAnswers(db, 1, [id]));
    assert.deepEqual((await world.stored()).readings, []);
    assert.deepEqual(await findDifferences(world.store.main), []);
  });
});

onReusedStore('a reply that says nothing', (fresh) => {
  for (const [what, reply, detail, tries] of [
    [
      'a refusal',
      () => chatReply('', { choices: [{ message: { content: '' }, finish_reason: 'content_filter' }] }),
      'content_filter',
      1,
    ],
    [
      'a cut reply',
      () => chatReply('', { choices: [{ message: { content: '{"na' }, finish_reason: 'length' }] }),
      'truncated:length',
      2,
    ],
    ['broken JSON', () => chatReply('{"names": ['), 'broken_reply:no_json', 2],
    [
      'a verdict without proof',
      () => chatReply(verdictOn(1, 'the best of all')),
      'broken_reply:no_verdict',
      2,
    ],
    ['an empty reply', () => chatReply(' '), 'blank', 2],
  ] as const) {
    test(`is not judged, after the usual tries: ${what}`, async () => {
      const world = new ReadingWorld(await fresh());
      await world.open();
      await world.import([ANSWER]);
      const { asked } = await world.read(async () => await reply());
      const { states, verdicts, open } = await world.stored();
      assert.deepEqual([states, verdicts, asked, open], [[['not_judged', detail]], [null], tries, 0]);
    });
  }

  test('holds up no later answer while it hangs', async () => {
    const world = new ReadingWorld(await fresh(), [{ ...OWN, concurrency: 2 }]);
    await world.open();
    await world.import([ANSWER]);
    const [stop, hanging] = [new AbortController(), Promise.withResolvers<void>()];
    let [asked, looks] = [0, 0];
    const end = () => {
      stop.abort();
      hanging.resolve();
    };
    const fetch = async () => {
      asked += 1;
      if (asked === 1) await world.import([`${ANSWER} `]);
      if (asked === 1) await hanging.promise;
      end();
      return await recommending();
    };
    const sleep = async () => {
      looks += 1;
      if (looks === 500) end();
      await turn();
    };
    const ignored = {
      onRun: () => {},
      onFailure: assert.ifError,
      onCollected: () => {},
      onBreaker: () => {},
    };
    await readAnswers(
      { ...world.deps, fetch, sleep, ...ignored },
      { engines: world.readers, stop: stop.signal, ...ignored },
    );
    assert.deepEqual([asked, (await world.stored()).states.length], [2, 2]);
  });

  test('is not judged if it comes too late twice', async () => {
    const world = new ReadingWorld(await fresh(), [{ ...OWN, deadlineMs: 1 }]);
    await world.open();
    await world.import([ANSWER]);
    const { asked } = await world.read(scriptedFetch('hang').fetch);
    assert.deepEqual([(await world.stored()).states, asked], [[['not_judged', 'deadline']], 2]);
  });

  test('waits for a limit of requests, and then is read', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([ANSWER]);
    let asked = 0;
    await world.read(async () => {
      asked += 1;
      return asked === 1
        ? new Response('{}', { status: 429, headers: { 'retry-after': '60' } })
        : recommending();
    });
    assert.deepEqual((await world.stored()).states, [['read', null]]);
  });

  for (const [message, sent] of [
    ["Unknown field 'response_format'", [true, false, false]],
    ['Bad request', [true, false, false]],
    [null, [true, true]],
  ] as const) {
    test(`of an endpoint without structured output is asked for without: ${message}`, async () => {
      const world = new ReadingWorld(await fresh());
      await world.open();
      await world.import([ANSWER, `${ANSWER} `]);
      const asked: boolean[] = [];
      await world.read(async (_url, { body }) => {
        const isStructured = 'response_format' in JSON.parse(String(body));
        asked.push(isStructured);
        const isRefused = isStructured && message !== null;
        return isRefused ? Response.json({ error: { message } }, { status: 400 }) : recommending();
      });
      assert.deepEqual(asked.toSorted(), [...sent].sort());
      assert.deepEqual((await world.stored()).states, [
        ['read', null],
        ['read', null],
      ]);
    });
  }

  test('one that refuses everything keeps its fields', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([ANSWER]);
    await world.read(async () => new Response('{}', { status: 400 }));
    assert.deepEqual(await world.store.main.selectFrom('left_out_fields').selectAll().execute(), []);
  });

  for (const isAlone of [true, false]) {
    test(`refusals of one brand ${isAlone ? 'stop its reader' : 'stop no reader of others'}`, async () => {
      const world = new ReadingWorld(await fresh());
      await world.open();
      if (!isAlone) await newBrand(world.store);
      await world.import(Array.from({ length: REFUSALS_TO_BREAK }, (_, index) => `${ANSWER} ${index}.`));
      const error = { message: 'unsupported model' };
      await world.read(async () => Response.json({ error }, { status: 400 }), 1);
      assert.equal((await findBreaker(world.store.main, 'reader_own:model')) !== null, isAlone);
    });
  }
});

onReusedStore('a model that its provider does not know', (fresh) => {
  const of = ({ body }: RequestInit) => String(JSON.parse(String(body)).model);
  const knowing = (unknown: string) => async (_: string, init: RequestInit) =>
    of(init) === unknown
      ? Response.json({ error: { code: 'model_not_found' } }, { status: 404 })
      : chatReply(RECOMMENDED);

  test('stops no other of the same reader, and is tried again once somebody says so', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.choose('own', 'unknown');
    await world.import([ANSWER, ANSWER, ANSWER]);
    const { asked } = await world.read(knowing('unknown'), 1);
    assert.ok(asked <= OWN.concurrency);
    const { main } = world.store;
    const { stoppedBy } = await readingState(main, world.clock.at, 1, [OWN]);
    assert.deepEqual(
      [stoppedBy?.engine, stoppedBy?.detail, await findBreaker(main, 'reader_own')],
      ['reader_own:unknown', 'model_not_found', null],
    );
    await tryAgain(world.deps, { organizationId: 1, user: { id: 'usr_1' } }, 'reader_own:unknown');
    await world.read(knowing(''), 1);
    assert.deepEqual((await world.stored()).verdicts, ['recommended', 'recommended', 'recommended']);
    await world.choose('own', 'other');
    await world.import([ANSWER]);
    assert.equal((await world.read(knowing('unknown'), 1)).asked, 1);
  });
});

onReusedStore('money for reading', (fresh) => {
  const paid = async (store: Awaited<ReturnType<typeof fresh>>, microsPerDay: number | null, answers = 1) => {
    const world = new ReadingWorld(store, [PAID]);
    await world.open();
    await world.limit(microsPerDay);
    await world.choose('openai');
    await world.import(Array.from({ length: answers }, () => ANSWER));
    return world;
  };
  const replying = async () => responsesReply(RECOMMENDED);

  test('is booked in dollars, and not in calls', async () => {
    const world = await paid(await fresh(), 10 * PRICE, 2);
    await world.read(replying);
    assert.deepEqual(await world.spent(), { calls: 0, micros: 2 * PRICE });
  });

  test('is not spent without a ceiling', async () => {
    const world = await paid(await fresh(), null);
    const { asked } = await world.read(replying, 1);
    assert.deepEqual([asked, (await world.stored()).open], [0, 0]);
  });

  test('beyond a ceiling waits for the next day', async () => {
    const world = await paid(await fresh(), PRICE, 2);
    await world.read(replying, 1);
    assert.deepEqual(await world.stored().then(({ readings, open }) => [readings.length, open]), [1, 1]);
    await world.read(replying);
    assert.deepEqual(await world.stored().then(({ readings, open }) => [readings.length, open]), [2, 0]);
  });

  test('is not spent while the reader is off, and what waits is read once it is on again', async () => {
    const world = await paid(await fresh(), 10 * PRICE, 2);
    const { results } = await world.read(async () => {
      await world.choose('off');
      return await replying();
    });
    assert.deepEqual(pluck(results, 'result'), ['read']);
    assert.deepEqual([(await world.stored()).open, await world.spent()], [1, { calls: 0, micros: PRICE }]);
    await world.choose('openai');
    await world.read(replying);
    assert.deepEqual(
      [(await world.stored()).open, await world.spent()],
      [0, { calls: 0, micros: 2 * PRICE }],
    );
  });
});

onReusedStore('who reads', (fresh) => {
  const replacing = async (store: Awaited<ReturnType<typeof fresh>>) => {
    const world = new ReadingWorld(store);
    await world.open();
    await world.import([ANSWER]);
    await world.read(recommending);
    return world;
  };
  const eventsOf = async (world: ReadingWorld) =>
    pluck(await world.store.main.selectFrom('events').select('text').orderBy('id').execute(), 'text');

  test('is an event, and stored answers keep their reading until a rescan', async () => {
    const world = await replacing(await fresh());
    await world.choose('own', 'other');
    assert.deepEqual(await world.read(recommending), { results: [], asked: 0 });
    const [engine = OWN] = [{ ...OWN, access: { ...OWN.access, model: 'other' } }];
    assert.equal(await planStoredReadings(world.deps, 1, engine), 1);
    assert.equal(await planStoredReadings(world.deps, 1, engine), 0);
    assert.equal((await world.read(recommending)).asked, 1);
    const [reading] = (await world.stored()).readings;
    assert.deepEqual(
      [reading?.reader, reading?.replaced],
      ['other', JSON.stringify({ reader: 'model', prompt: PROMPT_HASH })],
    );
    assert.equal(await planStoredReadings(world.deps, 1, engine), 0);
    await world.choose('off');
    assert.deepEqual(
      await eventsOf(world),
      ['model', 'other', 'rules alone'].map((by) => `What answers say is read by ${by} from here on`),
    );
  });

  test('a reading that failed leaves the one before, and a rescan asks again', async () => {
    const world = await replacing(await fresh());
    await world.choose('own', 'other');
    const engine = { ...OWN, access: { ...OWN.access, model: 'other' } };
    await planStoredReadings(world.deps, 1, engine);
    await world.read(async () => chatReply('no'));
    assert.deepEqual((await world.stored()).verdicts, ['recommended']);
    await planStoredReadings(world.deps, 1, engine);
    await world.read(async () => chatReply(verdictOn(1, 'which is cheap', 'both')));
    assert.deepEqual((await world.stored()).verdicts, ['both']);
  });

  test('waiting answers are read by the new one', async () => {
    const world = new ReadingWorld(await fresh());
    await world.open();
    await world.import([ANSWER, ANSWER]);
    await world.read(async () => new Response('{}', { status: 401 }), 1);
    await world.choose('own', 'other');
    await world.read(recommending);
    const { readings, open } = await world.stored();
    assert.deepEqual([readings.map(({ reader }) => reader), open], [['other', 'other'], 0]);
  });

  for (const [order, laterMs, reader, replaced] of [
    ['before', 0, 'other', JSON.stringify({ reader: 'model', prompt: PROMPT_HASH })],
    ['after', 60_000, 'other', null],
  ] as const) {
    test(`a reply stored before a crash is of the model that gave it, ${order} the reading of the next`, async () => {
      const world = new ReadingWorld(await fresh());
      await world.open();
      await world.import([ANSWER]);
      const { main } = world.store;
      await planNewReadings(world.deps, world.readers);
      const job = await main.selectFrom('jobs').select(['id', 'attempt']).executeTakeFirstOrThrow();
      const at = world.clock.at - 1;
      const reply = { status: 200, headers: {}, body: await chatReply(RECOMMENDED).text() };
      await insertReplies(main, { ...job, brandId: 1 }, 0, [{ ...reply, askedAt: at, receivedAt: at }]);
      await main
        .updateTable('jobs')
        .set({ next_at: at + laterMs })
        .execute();
      await world.choose('own', 'other');
      assert.equal((await world.read(recommending)).asked, 1);
      const { readings, open } = await world.stored();
      assert.deepEqual([readings[0]?.reader, readings[0]?.replaced, open], [reader, replaced, 0]);
    });
  }

  test('rules read names again without losing what a model says of those that stay', async () => {
    const world = await replacing(await fresh());
    const { apply, rescan } = pipelineOn(world.store);
    await apply(acmeWith({ aliases: ['Anvil Co'] }));
    await rescan();
    const { mentions } = await world.stored();
    assert.deepEqual([mentions[0]?.model_framing, mentions[0]?.said], ['recommended', '[["price",0,0,25]]']);
    await apply(acmeWith({ name: 'Zeta', aliases: [] }));
    await rescan();
    const [gone] = (await world.stored()).mentions;
    assert.deepEqual([gone?.model_framing, gone?.model_words], [null, null]);
    assert.deepEqual(await findDifferences(world.store.main), []);
  });
});

onReusedStore('choosing who reads', (fresh) => {
  const choosing = async (store: Awaited<ReturnType<typeof fresh>>) => {
    const world = new ReadingWorld(store, [PAID]);
    await world.open();
    await world.import([ANSWER, ANSWER, 'Nobody.']);
    const act = async (input: object, isDryRun = false) => {
      const scope = { actor: 'usr_ada', organizationId: 1, brandIds: null };
      const caller = { id: 'usr_ada', name: 'Ada', scope, may: () => true };
      const deps = { ...world.deps, engines: async () => ({ ready: [], disabled: [], readers: [PAID] }) };
      const call = { action: actions.set_reader, input, caller, brand: null, isDryRun };
      return await runAction(deps, call);
    };
    return { world, act };
  };

  test('tells the price of a month first, and then reads', async () => {
    const { world, act } = await choosing(await fresh());
    await world.limit(10 * PRICE);
    const data = { reader: 'model of OpenAI', answers: 2, estimated_usd: 0.002 };
    const preview = await act({ reader: 'openai' }, true);
    assert.deepEqual([preview.data, preview.changes.length], [data, 1]);
    const judge = () => world.store.main.selectFrom('brand_state').select('reader').executeTakeFirst();
    assert.equal((await judge())?.reader, null);
    assert.deepEqual((await act({ reader: 'openai' })).data, data);
    assert.equal((await judge())?.reader, 'model');
    assert.deepEqual((await act({ reader: 'openai' })).changes, []);
    assert.equal((await act({ reader: 'off' })).data.reader, 'rules alone');
  });

  for (const [what, reader, limit, refusal] of [
    ['a ceiling', 'openai', null, /ceiling of dollars a day/],
    ['a key', 'google', PRICE, /no key of google/],
    ['an endpoint', 'own', PRICE, /set SIGHTLINE_READER_URL/],
    ['a known provider', 'nobody', PRICE, /must be one of/],
  ] as const) {
    test(`needs ${what}`, async () => {
      const { world, act } = await choosing(await fresh());
      await world.limit(limit);
      await assert.rejects(act({ reader }), refusal);
    });
  }

  test('stored answers are offered with their price, and planned once somebody agrees', async () => {
    const { world, act } = await choosing(await fresh());
    await world.limit(10 * PRICE);
    await act({ reader: 'openai' });
    const engines = { ready: [], disabled: [], readers: [PAID] };
    const none = await runCli(world.store, ['rescan', '--model']);
    assert.equal(none.out, 'No model reads answers: choose one with `sightline reader set`.\n');
    const offer = 'acme: model has 2 stored answers to read, which costs about $0.002.';
    const first = await runCli(world.store, ['rescan', '--model'], { engines });
    const again = 'A reply that cannot be used is asked for once more, directly and at the usual price.\n';
    assert.deepEqual([first.out, first.code], [`${offer} Not planned.\n${again}`, 1]);
    const next = '`serve` has them read while it runs; `sightline collect` does it now.\n';
    const agreed = await runCli(world.store, ['rescan', '--model'], { engines, answer: true });
    assert.deepEqual(
      [agreed.err, agreed.out],
      [`${offer} Do it? [y/N] `, `${offer} Planned.\n${again}${next}`],
    );
    const twice = await runCli(world.store, ['rescan', '--model'], { engines });
    assert.deepEqual([twice.out, twice.code], ['No stored answer is left for a model.\n', 0]);
    await world.read(async () => responsesReply(RECOMMENDED));
    const last = await runCli(world.store, ['rescan', '--model', '--yes'], { engines });
    assert.equal(last.out, twice.out);
    await pipelineOn(world.store).apply(acmeWith({ themes: [{ name: 'Wit', words: ['fun'] }] }));
    const added = await runCli(world.store, ['rescan', '--model'], { engines });
    assert.equal(added.out, `${offer} Not planned.\n${again}`);
  });

  test('`import` makes a model known that is set, so that it reads what is imported', async () => {
    const world = new ReadingWorld(await fresh());
    await pipelineOn(world.store).apply(acmeFile());
    const engines = { ready: [], disabled: [], readers: [OWN] };
    const files = { '-': JSON.stringify(line({ answer: ANSWER })) };
    await runCli(world.store, ['import', '-'], { engines, files });
    const stateNow = async () => {
      const { month, planned } = await readingState(world.store.main, world.clock.now(), 1, [OWN]);
      return { ...month, planned };
    };
    await planNewReadings(world.deps, [OWN]);
    assert.deepEqual(await stateNow(), {
      read: 0,
      notJudged: 0,
      unread: 1,
      planned: { ...NO_READINGS, due: 1 },
    });
    world.clock.at += DAY_MS;
    assert.equal((await world.read(recommending)).asked, 1);
    assert.deepEqual(await stateNow(), { read: 1, notJudged: 0, unread: 0, planned: NO_READINGS });
  });

  test('`collect` reads too, for servers that nothing else runs on', async () => {
    const { world, act } = await choosing(await fresh());
    await world.limit(10 * PRICE);
    await act({ reader: 'openai' });
    await world.import([ANSWER]);
    const engines = { ready: [], disabled: [], readers: [PAID] };
    const fetch = async () => responsesReply(RECOMMENDED);
    const { out } = await runCli(world.store, ['collect'], { engines, fetch });
    assert.match(out, /Reader +Result +Detail +Answers\nreader_openai +read +- +1\n/);
  });
});
