import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listAlerts } from '../../src/storage/watch/alerts.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

const PRO = {
  name: 'Pro price',
  type: 'price',
  values: [{ amount: 12, currency: 'USD', period: 'month' }],
  about: ['Pro'],
};

onEveryStore('an alert of a fact that answers contradict', (fresh) => {
  /** A brand with eight answers on each of four days. */
  async function world(answer: string, organization: object = {}) {
    const store = await fresh();
    const { apply, importLines, watch } = pipelineOn(store);
    const themes = [{ name: 'Portals', words: ['portal'] }];
    await apply(acmeFile([{ ...ACME_BRAND, facts: [PRO], themes }], organization));
    await importLines(
      Array.from({ length: 32 }, (_, index) =>
        line({ answer, collected_at: iso(NOW - Math.floor(index / 8) * DAY_MS - (index % 8) * HOUR_MS) }),
      ),
    );
    const alertsOn = async (day: number, options: object = {}) => {
      const [brand] = await watch({ at: NOW + day * DAY_MS, ...options });
      return brand?.alerts.map(({ kind }) => kind);
    };
    return { store, apply, watch, alertsOn };
  }

  const WRONG = 'Acme Pro costs $15 per month.';

  test('is raised once, after three evaluations, with sentences and counts', async () => {
    const { store, alertsOn } = await world(WRONG);
    assert.deepEqual(await alertsOn(0), []);
    assert.deepEqual(await alertsOn(1), []);
    assert.deepEqual(await alertsOn(2), ['fact_contradicted']);
    assert.deepEqual(await alertsOn(3), []);
    const [alert] = await listAlerts(store.main, 1, { limit: 10, marketId: 1 });
    assert.ok(alert);
    assert.equal(
      alert.title,
      'ChatGPT (API) contradicts “Pro price” of Acme: 32 of the 32 answers that state it',
    );
    assert.match(
      alert.detail,
      /\(12 USD per month\).* 3 evaluations in a row.*“Acme Pro costs \$15 per month.”/,
    );
    const { current, contradictions, fact } = alert.facts as {
      readonly fact: string;
      readonly current: Readonly<Record<string, unknown>>;
      readonly contradictions: readonly { readonly answer_id: string }[];
    };
    assert.deepEqual([fact, current.present, current.responses, current.rate], ['Pro price', 32, 32, 1]);
    assert.equal(contradictions.length, 3);
    assert.match(contradictions[0]?.answer_id ?? '', /^ans_/);
  });

  test('is not raised for a fact that answers state correctly, nor where the kind is off', async () => {
    const right = await world('Acme Pro costs $12 per month.');
    const unwanted = await world(WRONG, { alerts: { kinds: ['visibility_drop'] } });
    for (const day of [0, 1, 2, 3]) {
      assert.deepEqual(await right.alertsOn(day), []);
      assert.deepEqual(await unwanted.alertsOn(day), []);
    }
  });

  test('begins again with another value of the fact', async () => {
    const { apply, alertsOn } = await world(WRONG);
    await alertsOn(0);
    await alertsOn(1);
    const values = [{ amount: 13, currency: 'USD', period: 'month' }];
    await apply(acmeFile([{ ...ACME_BRAND, facts: [{ ...PRO, values }] }]));
    assert.deepEqual(await alertsOn(2), []);
    assert.deepEqual(await alertsOn(3), []);
    assert.deepEqual(await alertsOn(4), ['fact_contradicted']);
  });

  test('is the same when days are evaluated again', async () => {
    const { alertsOn } = await world(WRONG);
    await alertsOn(0);
    await alertsOn(1);
    assert.deepEqual(await alertsOn(0, { replay: true }), []);
    assert.deepEqual(await alertsOn(1), []);
    assert.deepEqual(await alertsOn(2), ['fact_contradicted']);
  });
});
