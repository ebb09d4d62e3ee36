import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EVALUATION_TIME } from '../../src/domain/alert-rules.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { catchUp } from '../../src/pipeline/watch/schedule.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, NOW, random } from '../support/world.ts';

const SCHEDULE = { timeOfDay: EVALUATION_TIME, comparisonDays: 90 };

let store: TestStore;
let remove: () => Promise<void>;

before(async () => {
  ({ store, remove } = await makeStore('sqlite'));
});
after(() => remove());

test('demo has looked for changes as serve does, which goes on where it stopped', async () => {
  const deps = { db: store.main, now: () => NOW, random };
  await fillWithSamples(deps, SCHEDULE);
  const alerts = await store.main.selectFrom('alerts').select('public_id').execute();
  assert.ok(alerts.length > 0, 'there is an alert to see');
  const evaluatedOn = async (now: number) => {
    const days = await catchUp(deps, SCHEDULE, { now });
    return days.flatMap(({ brands }) => brands.filter(({ status }) => status === 'evaluated')).length;
  };
  assert.equal(await evaluatedOn(NOW), 0);
  assert.equal(await evaluatedOn(NOW + DAY_MS), 2);
  assert.deepEqual(await store.main.selectFrom('alerts').select('public_id').execute(), alerts);
});
