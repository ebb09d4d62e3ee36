import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actions } from '../../src/actions/index.ts';
import { type ActionCall, ChangedMeanwhile, InvalidInput, runAction } from '../../src/actions/run-action.ts';
import { SightlineError } from '../../src/domain/errors.ts';
import { actorOf, auditActionText, auditPage } from '../../src/pipeline/accounts/audit.ts';
import { type ApplyScope, applyFile } from '../../src/pipeline/declare/apply/apply.ts';
import { removeBrand, restorableBrands, undoBrandDeletion } from '../../src/pipeline/declare/brands.ts';
import { brandDocument } from '../../src/pipeline/declare/document/document.ts';
import { brandVersion, versionOf } from '../../src/pipeline/declare/document/document-version.ts';
import { findBrandByPublicId } from '../../src/storage/directory/brand/declare.ts';
import { listReadableBrands } from '../../src/storage/directory/brands.ts';
import { findOrganizationByName } from '../../src/storage/directory/organizations.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, Clock, line, NOW, pipelineOn, random, setUp } from '../support/world.ts';

const OTHER = { name: 'Other Ltd', plan: { name: 'solo' }, brands: [{ id: 'secret', name: 'Secret' }] };

function depsOf(store: TestStore) {
  return { db: store.main, now: new Clock().now, random };
}

onReusedStore('a change by a user of an organization', (fresh) => {
  /** Acme Inc with a brand, and another organization with one. */
  async function acmeAndOther(): Promise<{ store: TestStore; scope: ApplyScope }> {
    const { store } = await setUp(fresh);
    await pipelineOn(store).apply({ organizations: [OTHER] });
    const found = await findOrganizationByName(store.main, 'Acme Inc');
    return { store, scope: { actor: 'usr_1', organizationId: found?.id ?? 0, brandIds: null } };
  }

  async function refusalOf(work: Promise<unknown>): Promise<SightlineError> {
    return await work.then(
      () => assert.fail('it was applied'),
      (error: unknown) => {
        assert.ok(error instanceof SightlineError, String(error));
        return error;
      },
    );
  }

  const ACME = 'Nothing was applied: you may only change the organization Acme Inc, by that name.';
  const noBrand = (id: string) =>
    `Nothing was applied: there is no brand with the id ${id}; for a new brand, leave out the id, and it gets one.`;
  const file = (organization: object) => ({ organizations: [{ name: 'Acme Inc', ...organization }] });

  for (const [what, declared, refusal] of [
    ['another organization', { organizations: [OTHER] }, ACME],
    ['an organization that does not exist', { organizations: [{ name: 'Nobody' }] }, ACME],
    ['another name for the organization', file({ name: 'Acme Ltd' }), ACME],
    ['the id of another organization', file({ id: 'org_other' }), ACME],
    ['one of several that is not theirs', { organizations: [{ name: 'Acme Inc' }, OTHER] }, ACME],
    ["another organization's brand", file({ brands: [{ id: 'secret', name: 'Secret' }] }), noBrand('secret')],
    [
      'a brand that does not exist',
      file({ brands: [{ id: 'nothing', name: 'Secret' }] }),
      noBrand('nothing'),
    ],
  ] as const) {
    test(`is refused, and nothing changes: ${what}`, async () => {
      const { store, scope } = await acmeAndOther();
      const before = await contentsOf(store.main);
      const error = await refusalOf(applyFile(depsOf(store), JSON.stringify(declared), { scope }));
      assert.equal(error.message, refusal);
      assert.deepEqual(await contentsOf(store.main), before);
    });
  }

  const onlyAcme = (id: string) => `Nothing was applied: there is no brand ${id} that you may change.`;
  for (const [what, organization, refusal] of [
    ['another brand by its id', { brands: [{ id: 'zebra', name: 'Another' }] }, onlyAcme('zebra')],
    ['another brand by its name', { brands: [{ name: 'Zebra' }] }, onlyAcme('Zebra')],
    ['an unknown brand', { brands: [{ name: 'None' }] }, onlyAcme('None')],
    [
      'a setting of the organization',
      { alerts: { enabled: false } },
      'Nothing was applied: you may change some brands of the organization, and no setting for all of them.',
    ],
    [
      'the name of another brand',
      { brands: [{ name: 'Zebra', id: 'acme' }] },
      'Nothing was applied: the name Zebra is not available; choose another.',
    ],
  ] as const) {
    test(`is refused to a user of one brand, and nothing changes: ${what}`, async () => {
      const { store, scope } = await acmeAndOther();
      await pipelineOn(store).apply(acmeFile([ACME_BRAND, { id: 'zebra', name: 'Zebra' }]));
      const before = await contentsOf(store.main);
      const limited = { ...scope, brandIds: [1] };
      const work = applyFile(depsOf(store), JSON.stringify(file(organization)), { scope: limited });
      assert.equal((await refusalOf(work)).message, refusal);
      assert.deepEqual(await contentsOf(store.main), before);
    });
  }

  for (const name of ['Secret', 'Free', '日本']) {
    test(`gives a new brand an id that reveals nothing about others: ${name}`, async () => {
      const { store, scope } = await acmeAndOther();
      await applyFile(depsOf(store), JSON.stringify(file({ brands: [{ name }] })), { scope });
      const access = { organizationId: scope.organizationId, brandIds: null };
      const brand = (await listReadableBrands(store.main, access)).find((each) => each.name === name);
      assert.match(brand?.publicId ?? '', /^(secret|free|brand)-[a-z0-9]{8}$/);
    });
  }

  test("cannot delete or restore another organization's brand, and is refused like for one that does not exist", async () => {
    const { store, scope } = await acmeAndOther();
    for (const id of ['secret', 'nothing']) {
      const { message } = await refusalOf(removeBrand(store.main, id, NOW, scope));
      assert.equal(message, `There is no brand ${id}.`);
    }
    await removeBrand(store.main, 'secret', NOW);
    for (const id of ['secret', 'nothing', 'acme']) {
      const { message } = await refusalOf(undoBrandDeletion(store.main, id, NOW, scope));
      assert.equal(message, `There is no deleted brand ${id}; there is none.`);
    }
    assert.deepEqual(await restorableBrands(store.main, scope.organizationId, NOW), []);
  });

  test('deletes and restores an own brand', async () => {
    const { store, scope } = await acmeAndOther();
    const until = await removeBrand(store.main, 'acme', NOW, scope);
    const restorable = [
      { publicId: 'acme', name: 'Acme', organizationId: scope.organizationId, restorableUntil: until },
    ];
    assert.deepEqual(await restorableBrands(store.main, scope.organizationId, until), restorable);
    assert.deepEqual(await restorableBrands(store.main, scope.organizationId, until + 1), []);
    await undoBrandDeletion(store.main, 'acme', until, scope);
    assert.equal((await brandDocument(store.main, 'acme')).name, 'Acme');
  });

  async function change(
    { store, scope }: { readonly store: TestStore; readonly scope: ApplyScope },
    input: object,
    options: Pick<ActionCall, 'isDryRun' | 'ifMatch'> = {},
  ) {
    const brand = (await findBrandByPublicId(store.main, 'acme')) ?? assert.fail();
    const caller = { id: scope.actor, name: 'Ana', scope, may: () => true };
    const deps = { ...depsOf(store), engines: async () => ({ ready: [], disabled: [] }) };
    return await runAction(deps, {
      action: actions.change_brand,
      input,
      caller,
      brand,
      isVersioned: true,
      ...options,
    });
  }

  for (const [what, input] of Object.entries({
    'another name and alias': { name: 'Acme Anvils', aliases: ['Acme'] },
    'fewer competitors': { competitors: [] },
    'other engines, market, and samples': {
      engines: ['gemini'],
      samples_per_day: 3,
      markets: [{ location_code: 'Germany', language_code: 'de' }],
    },
    'another question': { questions: [{ text: 'best anvils in 2026' }] },
    'kinds of sites': { sites: [{ host: 'forum.example', kind: 'community' }] },
    themes: { themes: [{ name: 'Client portals', words: ['client portal*'] }] },
    nothing: {},
  })) {
    test(`the preview equals the change, and leaves the store as it was: ${what}`, async () => {
      const world = await acmeAndOther();
      const { main } = world.store;
      await pipelineOn(world.store).importLines([line({ answer: 'Acme, then Bolt.' })]);
      const before = await contentsOf(main);
      const preview = await change(world, input, { isDryRun: true });
      assert.deepEqual(await contentsOf(main), before);
      assert.deepEqual(await change(world, input), preview);
      assert.equal(brandVersion(await brandDocument(main, 'acme')), preview.version);
    });
  }

  test("is refused if it would overwrite somebody else's change in between, and names that", async () => {
    const world = await acmeAndOther();
    const { main } = world.store;
    const ifMatch = versionOf(await brandDocument(main, 'acme'), ['name', 'engines', 'competitors']);
    await change(world, { engines: ['grok'] }, { ifMatch });
    const before = await contentsOf(main);
    for (const isDryRun of [false, true]) {
      const error = await refusalOf(change(world, { engines: ['claude'] }, { ifMatch, isDryRun }));
      assert.ok(error instanceof ChangedMeanwhile);
      assert.deepEqual(error.parts, ['engines']);
    }
    assert.deepEqual(await contentsOf(main), before);
  });

  test('is applied if only fields that it does not overwrite changed in between', async () => {
    const world = await acmeAndOther();
    const ifMatch = versionOf(await brandDocument(world.store.main, 'acme'), ['engines']);
    await change(world, { samples_per_day: 2 });
    await change(world, { engines: [] }, { ifMatch });
    assert.deepEqual((await brandDocument(world.store.main, 'acme')).engines, []);
  });

  test('one of two concurrent ones is made, and the other is refused', async () => {
    const world = await acmeAndOther();
    const ifMatch = versionOf(await brandDocument(world.store.main, 'acme'), ['engines']);
    const attempts = ['grok', 'mistral'].map((engine) => change(world, { engines: [engine] }, { ifMatch }));
    const outcomes = await Promise.allSettled(attempts);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.ok(outcomes.find((each) => each.status === 'rejected')?.reason instanceof ChangedMeanwhile);
  });

  test('is in the audit log with its user, unlike a preview or a repetition', async () => {
    const world = await acmeAndOther();
    const { store, scope } = world;
    const input = { name: 'Acme Anvils', engines: ['grok'], competitors: [] };
    await change(world, input, { isDryRun: true });
    await change(world, input);
    await change(world, input);
    await removeBrand(store.main, 'acme', NOW, scope);
    const request = { organizationId: scope.organizationId, limit: 10 };
    const { entries } = await auditPage(store.main, request);
    const told = entries.map((entry) => `${actorOf(entry)} ${auditActionText(entry)}`);
    assert.deepEqual(told, [
      'usr_1 deleted the brand acme',
      'usr_1 changed the brand acme (settings, 3 names or competitors, engines)',
      'command line created the brand acme (settings, 3 names or competitors, engines, 1 question)',
      'command line changed the organization (organization, plan)',
    ]);
  });

  test('that cannot be right says where', async () => {
    const world = await acmeAndOther();
    const input = { domain: 'no domain', competitors: [{ name: ' ' }] };
    const error = await refusalOf(change(world, input));
    assert.ok(error instanceof InvalidInput);
    assert.deepEqual(pluck(error.problems, 'at'), ['competitors[0].name']);
    assert.equal((await brandDocument(world.store.main, 'acme')).domain, ACME_BRAND.domain);
  });
});
