import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Action } from '../../src/actions/action.ts';
import { actions } from '../../src/actions/index.ts';
import { type ActionCall, runAction } from '../../src/actions/run-action.ts';
import { type ActorReach, EVERYTHING } from '../../src/domain/access/brand-reach.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { NO_SENDERS } from '../../src/main/process/senders.ts';
import type { EngineKeySettings } from '../../src/pipeline/collect/keys/engine-keys.ts';
import { allKeys } from '../../src/pipeline/declare/keys.ts';
import { findOrganizationByName } from '../../src/storage/directory/organizations.ts';
import type { Store } from '../../src/storage/driver/database.ts';

import { NO_SITES } from '../support/cli.ts';
import { onReusedStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn, random } from '../support/world.ts';

const KEY = 'k'.repeat(40);
const SETTINGS = { senders: NO_SENDERS, engineKeys: { secretKey: async () => KEY }, maxKeyDays: null };

interface Asking {
  readonly reach?: ActorReach;
  readonly may?: boolean;
  readonly tryKey?: EngineKeySettings['tryKey'];
}

async function worldOn(store: Store) {
  const { apply, createKey } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND]));
  await apply({ organizations: [{ name: 'Other Inc', brands: [{ id: 'other', name: 'Other' }] }] });
  const idOf = async (name: string) => (await findOrganizationByName(store.main, name))?.id ?? assert.fail();
  const act = async (
    action: Action,
    input: object,
    { reach = EVERYTHING, tryKey, ...more }: Partial<ActionCall> & Asking = {},
  ) => {
    const scope = { actor: 'usr_ada', ...reach };
    const caller = { id: 'usr_ada', name: 'Ada', scope, may: () => more.may !== false };
    const outside = async () => ({
      now: () => NOW,
      sleep: async () => {},
      stop: new AbortController().signal,
      sites: NO_SITES,
      engineKeys: { ...NO_ENGINE_KEYS, ...(tryKey && { tryKey }) },
    });
    const deps = {
      ...SETTINGS,
      db: store.main,
      now: () => NOW,
      random,
      engines: () => assert.fail(),
      outside,
    };
    return (await runAction(deps, { action, input, caller, brand: null, ...more })) as {
      data: Readonly<Record<string, string>>;
    };
  };
  const ofAcme = { organizationId: await idOf('Acme Inc'), brandIds: null };
  return { act, ofAcme, createKey, ofNoBrand: { ...ofAcme, brandIds: [] } };
}

onReusedStore('actions on users, keys, and addresses', (fresh) => {
  test('a secret is in the result alone', async () => {
    const store = await fresh();
    const { act } = await worldOn(store);
    const organization = 'Acme Inc';
    const made = [
      (await act(actions.create_key, { organization })).data.key,
      (await act(actions.create_user, { organization, email: 'bob@acme.example' })).data.path,
    ];
    await act(actions.enter_engine_key, { provider: 'openai', key: 'sk-secret' });
    const stored = JSON.stringify(await contentsOf(store.main));
    for (const secret of [...made, 'sk-secret'])
      assert.ok(secret && !stored.includes(secret.slice(-20)), secret);
    const repeatable = { apiKey: 'key_x', requestKey: 'once', request: 'x' };
    await assert.rejects(act(actions.create_key, { organization }, { repeatable }), /no second showing/);
  });

  test('a dry run makes no key, and whoever may not gets none', async () => {
    const store = await fresh();
    const { act } = await worldOn(store);
    await act(actions.create_key, { organization: 'Acme Inc' }, { isDryRun: true });
    await assert.rejects(act(actions.create_key, { organization: 'Acme Inc' }, { may: false }), {
      code: 'insufficient_scope',
    });
    assert.deepEqual(await allKeys(store.main, undefined), []);
  });

  test('paid work comes after its audit entry; a dry run has none, and whatever fails is no success', async () => {
    const store = await fresh();
    const { act } = await worldOn(store);
    const audited = async () =>
      (await contentsOf(store.main)).audit_log?.filter(({ action }) => action === 'engine.key-try').length;
    const result = { engine: 'chatgpt', latencyMs: 1, usd: 0.01, advice: null };
    const seen: unknown[] = [];
    const tryKey = async () => {
      seen.push(await audited());
      if (seen.length > 1) throw new SightlineError('invalid_argument', 'There is no key to try.');
      return result;
    };
    const trial = (isDryRun: boolean) =>
      act(actions.try_engine_key, { provider: 'openai' }, { isDryRun, tryKey });
    assert.deepEqual([(await trial(true)).data.result, seen, await audited()], [null, [], 0]);
    assert.deepEqual([(await trial(false)).data.result, seen], [result, [1]]);
    await assert.rejects(trial(false), { code: 'invalid_parameter' });
    assert.deepEqual(seen, [1, 2]);
  });

  test("others' things look as if they did not exist", async () => {
    const { act, ofAcme, ofNoBrand, createKey } = await worldOn(await fresh());
    const { id: theirs } = await createKey({ organization: 'Other Inc' });
    const { id: own } = await createKey();
    const { data: user } = await act(actions.create_user, {
      organization: 'Other Inc',
      email: 'eve@x.example',
    });
    for (const [action, input, reach] of [
      [actions.revoke_key, { key: theirs }, ofAcme],
      [actions.rotate_key, { key: own }, ofNoBrand],
      [actions.create_key, { organization: 'Other Inc' }, ofAcme],
      [actions.disable_user, { user: user.id }, ofAcme],
      [actions.link_user, { user: 'eve@x.example' }, ofAcme],
    ] as const)
      await assert.rejects(act(action, input, { reach }), { code: 'not_found' }, action.name);
    await assert.rejects(act(actions.create_key, { brand: 'other' }, { reach: ofAcme }), {
      code: 'no_such_brand',
    });
    await act(actions.revoke_key, { key: own }, { reach: ofAcme });
  });

  for (const [action, input, message] of [
    [actions.create_key, {}, /Say which organization/],
    [actions.create_key, { organization: 'Acme Inc', scopes: [] }, /scopes/i],
    [actions.create_key, { organization: 'Acme Inc', scopes: ['write'] }, /must be one of "read"/],
    [actions.change_user, { user: 'eve', brands: ['acme'], all_brands: true }, /Give either/],
    [actions.set_alerts, { min_delta_points: 0 }, /min_delta_points/i],
  ] as const)
    test(`${action.name} refuses ${JSON.stringify(input)}`, async () => {
      const { act, ofAcme } = await worldOn(await fresh());
      const reach = action.of === 'server' ? EVERYTHING : ofAcme;
      await assert.rejects(act(action, input, { reach }), { code: 'invalid_parameter', message });
    });

  test('nobody changes their own role', async () => {
    const store = await fresh();
    const { act } = await worldOn(store);
    const { data } = await act(actions.create_user, { organization: 'Acme Inc', email: 'ada@acme.example' });
    await store.main
      .updateTable('users')
      .set({ public_id: 'usr_ada' })
      .where('public_id', '=', data.id ?? '')
      .execute();
    await assert.rejects(act(actions.change_user, { user: 'ada@acme.example', role: 'admin' }), {
      code: 'conflict',
    });
  });
});
