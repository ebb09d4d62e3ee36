import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reserveAsking } from '../../src/pipeline/collect/keys/ask-model.ts';
import { saveCollectLimits } from '../../src/storage/collect/spending.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeFile, iso, NOW, setUp } from '../support/world.ts';

/** Estimated at $0.05 an answer, but $0.25 at most. */
const GROK = { slug: 'grok', name: 'Grok (API)', micros: 50_000, mostMicros: 250_000 };

const CEILING = 1_000_000;

onReusedStore('asking a model for proposals', (fresh) => {
  /** An organization with a plan and a ceiling, and a model whose answers cost this much. */
  async function world(organization: object = {}) {
    const file = acmeFile();
    const [acme] = (file as { organizations: object[] }).organizations;
    const { store } = await setUp(fresh, { organizations: [{ ...acme, ...organization }] });
    const { id: organizationId } = await organizationNamed(store.main, 'Acme Inc');
    await saveCollectLimits(store.main, organizationId, { callsPerDay: null, microsPerDay: CEILING });
    let requests = 0;
    const ask = async (costUsd: number | null) => {
      const paid = await store.main
        .transaction()
        .execute((db) => reserveAsking({ db, now: NOW, actor: 'usr_1', organizationId }, GROK));
      return await paid(store.main, async () => {
        requests += 1;
        return { text: '{}', model: 'grok', latencyMs: 1, costUsd, advice: null };
      });
    };
    const spent = async () =>
      (await store.main.selectFrom('spending').select(['calls', 'micros']).execute()).map((row) => ({
        ...row,
      }));
    const audited = async () =>
      (await store.main.selectFrom('audit_log').select('action').execute()).filter(
        ({ action }) => action === 'engine.propose',
      ).length;
    return { ask, spent, audited, requests: () => requests };
  }

  test('never passes a ceiling in dollars, however many ask at once and however much each costs', async () => {
    const { ask, spent, audited, requests } = await world();
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask(0.25)));
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
    for (const reason of refused) assert.match(reason, /has reached its spending ceiling for today/);
    assert.equal(requests() + refused.length, 12);
    assert.deepEqual(await spent(), [{ calls: requests(), micros: requests() * 250_000 }]);
    assert.ok(requests() * 250_000 <= CEILING, `${requests()} answers`);
    assert.equal(await audited(), requests());
  });

  test('books the reported cost, or else the estimate, in place of the highest', async () => {
    const { ask, spent } = await world();
    assert.equal((await ask(0.01)).usd, 0.01);
    assert.equal((await ask(null)).usd, 0.05);
    assert.deepEqual(await spent(), [{ calls: 2, micros: 60_000 }]);
  });

  for (const plan of [
    { name: 'growth', status: 'canceled' },
    { name: 'trial', status: 'active', trial_ends_at: iso(NOW) },
  ]) {
    test(`asks nothing for an organization whose plan is ${plan.name}, ${plan.status}, and over`, async () => {
      const { ask, spent, requests } = await world({ plan });
      await assert.rejects(
        ask(0.01),
        /Sightline asks no engine, because the organization's plan does not run\./,
      );
      assert.equal(requests(), 0);
      assert.deepEqual(await spent(), []);
    });
  }
});
