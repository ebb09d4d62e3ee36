import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { dayOf } from '../../../src/domain/time/period.ts';
import {
  type CollectLimits,
  reserveCall,
  settleCall,
  sumSpending,
} from '../../../src/storage/collect/spending.ts';
import { NOW, setUp } from '../../support/world.ts';
import type { Part } from './part.ts';
import { twice } from './two-connections.ts';

const DAY = dayOf(NOW);
const NO_LIMITS: CollectLimits = { callsPerDay: null, microsPerDay: null };

export const money: Part = (fresh) => {
  /** Two processes that reserve calls for one organization. */
  async function world(context: TestContext) {
    const { store } = await setUp(fresh);
    const stores = await twice(context, store);
    const reserve = async (index: number, limits: Partial<CollectLimits>, micros = 10_000) => {
      const { main } = stores[index % 2] ?? assert.fail();
      const call = { organizationId: 1, day: DAY, micros, limits: { ...NO_LIMITS, ...limits } };
      return await reserveCall(main, call);
    };
    /** @returns how many of the calls may be made */
    const reserveMany = async (calls: number, limits: Partial<CollectLimits>) => {
      const may = Array.from({ length: calls }, (_, index) => reserve(index, limits));
      return (await Promise.all(may)).filter((each) => each).length;
    };
    const spent = async (day = DAY) => await sumSpending(store.main, 1, { first: day, last: day });
    return { main: store.main, reserve, reserveMany, spent };
  }

  for (const calls of [0, 1, 37]) {
    test(`reaches a ceiling of ${calls} calls a day and does not pass it`, async (context) => {
      const { reserveMany, spent } = await world(context);
      assert.equal(await reserveMany(50, { callsPerDay: calls }), calls);
      assert.deepEqual(await spent(), { calls, micros: calls * 10_000 });
    });
  }

  test('reaches a ceiling in dollars and does not pass it', async (context) => {
    const { reserve, reserveMany, spent } = await world(context);
    assert.equal(await reserveMany(30, { microsPerDay: 125_000 }), 12);
    assert.deepEqual(await spent(), { calls: 12, micros: 120_000 });
    assert.equal(await reserve(0, { microsPerDay: 125_000 }, 5000), true);
    assert.equal(await reserve(1, { microsPerDay: 125_000 }, 1), false);
  });

  test('returns the surplus when the cost is known, and keeps the call', async (context) => {
    const { main, reserve, spent } = await world(context);
    const limits = { callsPerDay: 2, microsPerDay: 10_000 };
    assert.equal(await reserve(0, limits), true);
    assert.equal(await reserve(1, limits, 1000), false);
    const reserved = { day: DAY, micros: 10_000 };
    await settleCall(main, { organizationId: 1, reserved, micros: 1190 });
    assert.equal(await reserve(1, limits, 1000), true);
    assert.deepEqual(await spent(), { calls: 2, micros: 2190 });
    assert.equal(await reserve(0, limits, 1), false);
    assert.deepEqual(await spent(DAY + 1), { calls: 0, micros: 0 });
  });
};
