import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { collect } from '../../src/pipeline/collect/collect.ts';
import { planNewReadings } from '../../src/pipeline/judge/plan-readings.ts';
import { PAID, PRICE, RECOMMENDED, ReadingWorld, responsesReply } from '../support/reading.ts';
import { storedBody } from '../support/stored-reply.ts';
import { onReusedStore } from '../support/stores.ts';

const KILLS = 30;
const ANSWERS = Array.from({ length: 24 }, (_, index) => `Take Acme, which is cheap at ${index}.`);

/** After every lease, however long it was extended. */
const LATER_MS = 600_000;

onReusedStore('a reader that is killed between its steps', (fresh) => {
  test('loses no stored reply, pays for none twice, and finishes', async () => {
    const world = new ReadingWorld(await fresh(), [PAID]);
    await world.open();
    await world.limit(1000 * PRICE);
    await world.choose('openai');
    await world.import(ANSWERS);
    await planNewReadings(world.deps, world.readers);
    const random = seeded(11);
    const paid: string[] = [];
    const stored = async () =>
      new Set(
        (await world.store.main.selectFrom('replies').select('body').execute()).map((row) =>
          String(JSON.parse(storedBody(row)).id),
        ),
      );
    for (let kill = 0; kill <= KILLS; kill += 1) {
      // Every step asks for the time, so a clock that throws ends the process anywhere between them.
      let left = kill === KILLS ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 14);
      const now = () => {
        left -= 1;
        if (left === 0) throw new Error('killed');
        return world.clock.at;
      };
      const before = await stored();
      const work = collect(
        {
          ...world.deps,
          now,
          fetch: async (_url, { body }) => {
            const id = /cheap at (\d+)/.exec(String(body))?.[1] ?? '';
            assert.ok(!before.has(id), 'no stored reply is paid for again');
            paid.push(id);
            return responsesReply(RECOMMENDED, { id });
          },
          sleep: async (milliseconds) => {
            world.clock.at += milliseconds;
          },
        },
        {
          engines: world.readers,
          stop: new AbortController().signal,
          patienceMs: 0,
          onCollected: () => {},
          onBreaker: () => {},
        },
      );
      if (kill < KILLS) await work.catch(({ message }: Error) => assert.equal(message, 'killed'));
      else await work;
      world.clock.at += LATER_MS;
    }
    const { verdicts, readings, open } = await world.stored();
    assert.deepEqual([readings.length, open], [ANSWERS.length, 0]);
    assert.ok(verdicts.every((verdict) => verdict === 'recommended'));
    assert.equal((await stored()).size, ANSWERS.length);
    // What was on its way at a kill stays reserved: the vendor may have billed it.
    assert.ok(paid.length - ANSWERS.length <= KILLS);
    const { micros } = await world.spent();
    assert.ok(micros >= paid.length * PRICE && micros <= (ANSWERS.length + KILLS) * PRICE);
  });
});
