import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/period.ts';
import { READERS } from '../../src/engines/readers.ts';
import { withModel } from '../../src/pipeline/collect/job/chosen-reader.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { runBatches } from '../../src/pipeline/judge/batches.ts';
import { planStoredReadings } from '../../src/pipeline/judge/plan-readings.ts';
import { countWaiting, NO_READINGS } from '../../src/storage/collect/reading-jobs.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { BatchProvider } from '../support/batch-provider.ts';
import { runCli } from '../support/cli.ts';
import { PRICE, RECOMMENDED, ReadingWorld, responsesReply } from '../support/reading.ts';
import { readyAt } from '../support/ready-engine.ts';
import { onEveryStore, onReusedStore } from '../support/stores.ts';
import { acmeWith, pipelineOn } from '../support/world.ts';

const ANSWERS = Array.from({ length: 20 }, (_, index) => `Take Acme, which is cheap at ${index}.`);

const message = {
  content: [{ type: 'text', text: RECOMMENDED }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 900, output_tokens: 80 },
};
const REPLIES: Readonly<Record<string, object>> = {
  openai: (await responsesReply(RECOMMENDED).json()) as object,
  anthropic: message,
};

/** A store with answers that a model of this provider has not read, and the provider. */
async function stored(store: Store, provider = 'openai', answers = ANSWERS) {
  const [adapter] = READERS.filter((each) => each.provider.slug === provider);
  assert.ok(adapter);
  const engine = readyAt(adapter, 'http://reader.example', { micros: PRICE });
  const world = new ReadingWorld(store, [engine]);
  await world.open();
  await world.limit(1000 * PRICE);
  await world.import(answers);
  await world.choose(provider);
  const batches = new BatchProvider(world.clock.now, () => REPLIES[provider] ?? {});
  const deps = { ...world.deps, fetch: batches.fetch, sleep: async () => {} };
  const look = async (now = world.clock.now) =>
    await runBatches({ ...deps, now }, { engines: [engine], stop: new AbortController().signal });
  const plan = async () => await planStoredReadings(world.deps, 1, engine);
  const read = async () => await world.read(batches.fetch);
  const waiting = async () => {
    const { awaiting, unsure, full, sent } = await countWaiting(store.main, 1, world.clock.at);
    return awaiting + unsure + full + sent;
  };
  return { world, engine, batches, look, plan, read, waiting };
}

for (const provider of ['openai', 'anthropic']) {
  onEveryStore(`stored answers in a batch of ${provider}`, (fresh) => {
    test('are read at half the price, once each', async () => {
      const { world, batches, look, plan, read, waiting } = await stored(await fresh(), provider);
      await plan();
      await Promise.all([look(), look()]);
      assert.deepEqual(await world.spent(), { calls: 0, micros: 10 * PRICE });
      await look();
      assert.equal(await waiting(), 20);
      assert.equal((await read()).asked, 0);
      batches.end();
      await look();
      await read();
      const { readings, open } = await world.stored();
      assert.deepEqual([batches.batches.length, batches.direct, readings.length, open], [1, 0, 20, 0]);
      assert.ok(readings.every(({ state, micros }) => state === 'read' && micros === PRICE / 2));
      assert.deepEqual(await world.spent(), { calls: 0, micros: 10 * PRICE });
    });

    test('without a result are read directly, at the usual price', async () => {
      const { world, batches, look, plan, read } = await stored(await fresh(), provider);
      await plan();
      await look();
      batches.made = (_, place) => (place < 4 ? 'refused' : place < 8 ? 'expired' : 'answered');
      batches.end();
      await Promise.all([look(), look()]);
      await read();
      const { readings, open } = await world.stored();
      assert.deepEqual([batches.batches.length, batches.direct, readings.length, open], [1, 8, 20, 0]);
      assert.deepEqual(await world.spent(), { calls: 0, micros: 14 * PRICE });
    });
  });

  onReusedStore(`a batch of ${provider} whose sender is killed at any step`, (fresh) => {
    test('is paid for once', async () => {
      const { world, engine, batches, look, read, waiting } = await stored(await fresh(), provider);
      // Every step asks for the time, so a clock that throws ends the process between two of them.
      const killedAt = async (step: number) => {
        let left = step;
        const now = () => {
          left -= 1;
          if (left === 0) throw new Error('killed');
          return world.clock.at;
        };
        await look(now).catch(({ message }: Error) => assert.equal(message, 'killed'));
        world.clock.at += 11 * MINUTE_MS;
        return left <= 0;
      };
      let rounds = 0;
      for (let isKilled = true; isKilled; rounds += 1) {
        // Right after a reply, its sender is killed at an odd step.
        const step = 1 + 2 * rounds;
        await world.choose(provider, `model-${step}`);
        await planStoredReadings(world.deps, 1, withModel(engine, `model-${step}`));
        isKilled = await killedAt(step);
        for (let looks = 0; (await waiting()) > 0; looks += 1) {
          batches.end();
          isKilled ||= looks === 0 && (await killedAt(step));
          await look();
          world.clock.at += 11 * MINUTE_MS;
        }
        await read();
      }
      const { readings, open } = await world.stored();
      assert.deepEqual([batches.direct, readings.length, open], [0, 20, 0]);
      assert.equal(batches.paid.length, 20 * rounds);
      assert.deepEqual(await world.spent(), { calls: 0, micros: 10 * PRICE * rounds });
      assert.ok(rounds > 3);
    });
  });
}

for (const [provider, path, hasIt] of [
  ['openai', '/v1/files', false],
  ['openai', '/v1/batches', false],
  ['openai', '/v1/batches', true],
  ['anthropic', '/v1/messages/batches', false],
  ['anthropic', '/v1/messages/batches', true],
] as const) {
  const has = hasIt ? 'has it' : 'does not have it';
  onReusedStore(`a batch whose sender is killed in ${path} while ${provider} ${has}`, (fresh) => {
    test('is found or sent again within minutes, and waits in words meanwhile', async () => {
      const { world, engine, batches, look, plan, read } = await stored(await fresh(), provider);
      await plan();
      let isKilled = false;
      const fetch: Fetch = async (url, init) => {
        isKilled ||= new URL(url).pathname === path;
        if (!isKilled || hasIt) await batches.fetch(url, init);
        if (isKilled) throw new Error('killed');
        return await batches.fetch(url, init);
      };
      await runBatches(
        { ...world.deps, fetch, sleep: async () => {} },
        { engines: [engine], stop: new AbortController().signal },
      );
      world.clock.at += MINUTE_MS;
      await look();
      const waiting = await countWaiting(world.store.main, 1, world.clock.at);
      const isAsked = provider === 'openai' && hasIt ? 'sent' : 'unsure';
      assert.deepEqual(waiting, { ...NO_READINGS, [isAsked]: 20 });
      world.clock.at += 2 * MINUTE_MS;
      batches.end();
      await look();
      batches.end();
      await look();
      await read();
      assert.deepEqual([batches.batches.length, batches.paid.length, batches.direct], [1, 20, 0]);
      assert.deepEqual(await world.spent(), { calls: 0, micros: 10 * PRICE });
    });
  });
}

onReusedStore('a batch', (fresh) => {
  test('that its provider never got is sent again', async () => {
    const { world, batches, look, plan } = await stored(await fresh(), 'anthropic');
    await plan();
    const { fetch } = batches;
    let isAway = true;
    const deps = { ...world.deps, sleep: async () => {} };
    const away = async () =>
      await runBatches(
        {
          ...deps,
          fetch: async (url, init) => {
            if (isAway) throw new Error('no connection');
            return await fetch(url, init);
          },
        },
        { engines: world.readers, stop: new AbortController().signal },
      );
    await away();
    await away();
    isAway = false;
    assert.deepEqual([batches.batches.length, await world.spent()], [0, { calls: 0, micros: 10 * PRICE }]);
    world.clock.at += 11 * MINUTE_MS;
    await look();
    await look();
    assert.deepEqual([batches.batches.length, await world.spent()], [1, { calls: 0, micros: 10 * PRICE }]);
  });

  test('that its provider refuses leaves its answers to direct requests', async () => {
    const { world, engine, batches, plan, read } = await stored(await fresh());
    await plan();
    const refused = async () => new Response('{}', { status: 403 });
    const deps = { ...world.deps, fetch: refused, sleep: async () => {} };
    await runBatches(deps, { engines: [engine], stop: new AbortController().signal });
    assert.deepEqual(await world.spent(), { calls: 0, micros: 0 });
    await read();
    assert.deepEqual([batches.direct, await world.spent()], [20, { calls: 0, micros: 20 * PRICE }]);
  });

  test('that finds too much waiting is sent again later', async () => {
    const { world, batches, look, plan, waiting } = await stored(await fresh());
    await plan();
    batches.isFull = true;
    await look();
    await look();
    assert.deepEqual([batches.batches.length, await waiting()], [1, 20]);
    batches.isFull = false;
    for (let looks = 0; looks < 2; looks += 1) {
      world.clock.at += 11 * MINUTE_MS;
      await look();
    }
    assert.deepEqual([batches.batches.length, await world.spent()], [2, { calls: 0, micros: 10 * PRICE }]);
  });

  test('is offered at its price, and `collect` says that it waits', async () => {
    const { world, engine, batches } = await stored(await fresh());
    const engines = { ready: [], disabled: [], readers: [engine] };
    const { out } = await runCli(world.store, ['rescan', '--model', '--yes'], { engines });
    assert.equal(
      out,
      'acme: model has 20 stored answers to read, which costs about $0.01, half the usual price, and may take up to a day. Planned.\n' +
        'A reply that cannot be used is asked for once more, directly and at the usual price.\n' +
        '`serve` has them read while it runs; `sightline collect` sends batches, and reads what has come back.\n',
    );
    const { fetch } = batches;
    const collected = await runCli(world.store, ['collect'], { engines, fetch });
    assert.match(
      collected.out,
      /Answers for models\. At the provider at half the price: 20, within a day\.\n$/,
    );
    const { waiting_readings: waiting } = JSON.parse(
      (await runCli(world.store, ['collect', '--json'], { engines, fetch })).out,
    );
    assert.deepEqual(waiting, { ...NO_READINGS, sent: 20 });
  });

  test('that does not end leaves its answers to direct requests, and stays reserved', async () => {
    const { world, batches, look, plan, read } = await stored(await fresh());
    await plan();
    await look();
    world.clock.at += 27 * HOUR_MS;
    await look();
    await read();
    assert.deepEqual([batches.direct, (await world.stored()).open], [20, 0]);
  });

  test('that ended while nothing looked is not paid for again', async () => {
    const { world, batches, look, plan, read } = await stored(await fresh());
    await plan();
    await look();
    batches.end();
    world.clock.at += 100 * HOUR_MS;
    assert.equal((await read()).asked, 0);
    await look();
    await read();
    assert.deepEqual([batches.direct, (await world.stored()).open], [0, 0]);
  });

  test('has no more than the ceiling leaves, and the rest waits for the next day', async () => {
    const { world, batches, look, plan } = await stored(await fresh());
    await world.limit(6 * PRICE);
    await plan();
    await look();
    await look();
    const told = [batches.batches.map(({ requests }) => requests.length), await world.spent()];
    assert.deepEqual(told, [[10, 2], { calls: 0, micros: 6 * PRICE }]);
  });

  test('whose names changed meanwhile is asked about them again', async () => {
    const { world, batches, look, plan, read } = await stored(await fresh());
    await plan();
    await look();
    batches.end();
    await pipelineOn(world.store).apply(acmeWith({ themes: [{ name: 'pairing', words: ['pair*'] }] }));
    await look();
    await read();
    const { readings } = await world.stored();
    assert.deepEqual([batches.direct, readings.length], [20, 20]);
  });

  test('is read by its model after another was chosen, which reads what waited for a batch', async () => {
    const { world, batches, look, plan, read } = await stored(await fresh());
    await plan();
    await look();
    await world.choose('openai', 'other');
    batches.end();
    await look();
    await read();
    const { readings } = await world.stored();
    assert.deepEqual([batches.direct, new Set(readings.map(({ reader }) => reader)).size], [0, 1]);
  });
});
