import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factsOf, faultsOf, WINDOWS } from '../support/change-faults.ts';
import { sampleDashboard } from '../support/sample-dashboard.ts';

test('what is said of a change is the same at every door of the samples', async (context) => {
  const samples = await sampleDashboard();
  context.after(() => samples.close());
  const house = { ...samples, visitor: await samples.dashboard.signedIn('admin', null) };
  const { body } = await samples.dashboard.api.get('/brands', samples.key);
  const faults: string[] = [];
  for (const { id, configured } of body.data) {
    if (!configured) continue;
    const facts = { ...(await factsOf(house, id)), elsewhere: [] };
    for (const window of WINDOWS) faults.push(...(await faultsOf(house, { facts }, window)));
  }
  assert.deepEqual(faults, []);
});
