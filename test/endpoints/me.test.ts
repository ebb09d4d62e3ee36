import assert from 'node:assert/strict';
import { test } from 'node:test';
import { me } from '../../src/reports/me.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, setUp, setUpWithKey } from '../support/world.ts';

const reportsOn = reportsAmong(me);

onReusedStore('GET /me', (fresh) => {
  test('200: every field of the contract, for an organization that set nothing', async () => {
    const { store, key } = await setUpWithKey(fresh);
    const { status, body } = await reportsOn(store).get('/me', key);
    assert.equal(status, 200);
    const { note, ...meta } = body.meta;
    assert.equal(typeof note, 'string');
    assert.deepEqual(meta, { generated_at: '2026-11-20T13:37:21.123Z', brand: { id: 'acme', name: 'Acme' } });
    const { rate_null_means, alerts, ...rules } = body.data.reporting_rules;
    const { empty_list_means, ...thresholds } = alerts;
    assert.equal(typeof rate_null_means, 'string');
    assert.match(empty_list_means, /does not mean that nothing changed/);
    assert.deepEqual(rules, { min_sample: 5, engines_averaged: false });
    assert.deepEqual(thresholds, {
      enabled: true,
      kinds: 'all',
      min_delta_points: 10,
      min_sample_each_side: 30,
      also_suppressed_below_statistical_noise: true,
    });
    const { reporting_rules, ...rest } = body.data;
    assert.deepEqual(rest, {
      organization: { name: 'Acme Inc' },
      plan: {
        name: 'growth',
        status: 'active',
        trial_ends_at: null,
        prompts: { used: 1, included: 150 },
        brands: 1,
      },
      key: {
        scopes: ['read'],
        available_scopes: ['read', 'prompts:write', 'brands:write'],
        pinned_to_brand: false,
      },
      brand: { id: 'acme', name: 'Acme' },
      rate_limit: { per_minute: 300, remaining: 300, resets_in_seconds: 39 },
    });
  });

  test('200: live thresholds, the whole organization counted, and the oldest brand', async () => {
    const second = {
      ...ACME_BRAND,
      id: 'second',
      name: 'Second',
      prompts: [{ text: 'a' }, { text: 'b', active: false }],
    };
    const plan = {
      name: 'trial',
      status: 'trialing',
      trial_ends_at: '2026-12-01T00:00:00+02:00',
      prompts_included: 7,
    };
    const alerts = {
      enabled: false,
      kinds: ['engine_blackout'],
      min_delta_points: 15,
      min_sample_each_side: 50,
    };
    const { store, createKey } = await setUp(fresh, acmeFile([ACME_BRAND, second], { plan, alerts }));
    const { key } = await createKey({ scopes: ['brands:write', 'read'], brand: 'second' });
    const { body } = await reportsOn(store).get('/me', key);
    assert.deepEqual(body.data.plan, {
      name: 'trial',
      status: 'trialing',
      trial_ends_at: '2026-11-30T22:00:00.000Z',
      prompts: { used: 2, included: 7 },
      brands: 2,
    });
    assert.deepEqual(body.data.key.scopes, ['read', 'brands:write']);
    assert.equal(body.data.key.pinned_to_brand, true);
    assert.deepEqual(body.data.brand, { id: 'second', name: 'Second' });
    const { alerts: rules } = body.data.reporting_rules;
    assert.deepEqual([rules.enabled, rules.kinds], [false, ['engine_blackout']]);
    assert.deepEqual([rules.min_delta_points, rules.min_sample_each_side], [15, 50]);
  });

  for (const [what, plan, shown] of [
    ['on a trial plan', { name: 'trial', status: 'active' }, true],
    ['while the status is trialing', { name: 'growth', status: 'trialing' }, true],
    ['not otherwise', { name: 'growth', status: 'active' }, false],
  ] as const) {
    test(`200: shows trial_ends_at ${what}`, async () => {
      const { store, key } = await setUpWithKey(
        fresh,
        acmeFile([ACME_BRAND], { plan: { ...plan, trial_ends_at: '2026-12-01T00:00:00Z' } }),
      );
      const { body } = await reportsOn(store).get('/me', key);
      assert.equal(body.data.plan.trial_ends_at, shown ? '2026-12-01T00:00:00.000Z' : null);
    });
  }

  test('200: a lapsed plan keeps read access', async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile([ACME_BRAND], { plan: { name: 'solo', status: 'canceled' } }),
    );
    const { status, body } = await reportsOn(store).get('/me', key);
    assert.deepEqual([status, body.data.plan.status], [200, 'canceled']);
  });

  test('200: ignores brand, whatever its value, and names the oldest brand', async () => {
    const { store, key } = await setUpWithKey(
      fresh,
      acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]),
    );
    const api = reportsOn(store);
    for (const query of ['', '?brand=second', '?brand=nobody', '?brand=']) {
      const { status, body } = await api.get(`/me${query}`, key);
      assert.deepEqual([status, body.data.brand.id], [200, 'acme']);
    }
  });
});
