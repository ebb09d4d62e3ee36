import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { createKey } from '../../src/pipeline/declare/keys.ts';
import { insertEndpoint } from '../../src/storage/delivery/endpoints.ts';
import { dashboardOn, onPages, type PageResponse, type Visitor } from '../support/dashboard.ts';
import { addressOfRoute, placeholderParameters, READ_ROUTES } from '../support/page-addresses.ts';
import type { TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, acmeFile, line, NOW, pipelineOn, random } from '../support/world.ts';

/** Every name of the other brand contains this. */
const OTHER = /zebra/i;
const ZEBRA = {
  ...ACME_BRAND,
  name: 'Zebra',
  id: 'zebra',
  domain: 'zebra.example',
  aliases: [],
  competitors: [],
};

/** An organization with `acme`, which a limited user can access, and another brand with a key, a colleague, and an endpoint. */
async function worldOn(store: TestStore) {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([ACME_BRAND, ZEBRA]));
  await importLines([line({ searches: ['anvil reviews'] })]);
  const dashboard = dashboardOn(store);
  const { id: organizationId } = await store.main
    .selectFrom('organizations')
    .select('id')
    .executeTakeFirstOrThrow();
  const { id: brandId } = await store.main
    .selectFrom('brands')
    .select('id')
    .where('public_id', '=', 'zebra')
    .executeTakeFirstOrThrow();
  const deps = { db: store.main, now: () => NOW, random, actor: 'test' };
  const ofZebra = await createKey(deps, { organization: 'Acme Inc', name: 'zebra key', brand: 'zebra' });
  const ofAll = await createKey(deps, { organization: 'Acme Inc', name: 'zebra and all' });
  const mail = { kind: 'mail', format: null, pace: 'daily', secret: null } as const;
  const endpoint = { organizationId, ...mail, createdAt: NOW };
  const endpoints = [
    { ...endpoint, id: 'end_00000000000a', brandId, address: 'ann@zebra.example' },
    { ...endpoint, id: 'end_00000000000b', brandId: null, address: 'all@zebra.example' },
  ];
  for (const each of endpoints) await insertEndpoint(store.main, each);
  const admin = await dashboard.signedIn('admin');
  await admin.post('/team', { ...INVITATION, email: 'zoe@zebra.example', reach: 'some', brand: 'zebra' });
  const limited = await dashboard.signedIn('admin', 'Acme Inc', ['acme']);
  return { store, dashboard, admin, limited, organizationId, keys: [ofZebra.id, ofAll.id], endpoints };
}

const INVITATION = { do: 'invite', email: 'new@acme.example', role: 'viewer', organization: '1' };

const userIdOf = async (store: TestStore, email: string) =>
  (await store.main.selectFrom('users').select('public_id').where('email', '=', email).executeTakeFirst())
    ?.public_id ?? assert.fail(email);

const mainOf = ({ html }: PageResponse) => html.split('<main')[1]?.split('<footer')[0] ?? html;

async function unchanged(store: TestStore, before: unknown): Promise<void> {
  assert.ok(isDeepStrictEqual(await contentsOf(store.main), before), 'something changed');
}

/** Asserts the same refusal as for nonexistent things, without any change. */
async function assertLikeMissing(
  store: TestStore,
  ask: (id: string) => Promise<PageResponse>,
  [theirs, none]: readonly [string, string],
): Promise<void> {
  const before = await contentsOf(store.main);
  const [one, other] = [await ask(theirs), await ask(none)];
  await unchanged(store, before);
  assert.ok(one.status >= 400, String(one.status));
  assert.equal(one.status, other.status);
  assert.equal(mainOf(one).replaceAll(theirs, none), mainOf(other));
}

onPages('a user limited to some brands', PAGES, (fresh) => {
  test('sees nothing of another brand on any page, unlike an unlimited colleague', async () => {
    const { admin, limited } = await worldOn(await fresh());
    const parameters = placeholderParameters({ brand: 'acme', report: 'sources' });
    const seen: string[] = [];
    for (const route of READ_ROUTES) {
      const address = addressOfRoute(route, parameters);
      assert.ok(!OTHER.test((await limited.get(address)).html), address);
      if (OTHER.test((await admin.get(address)).html)) seen.push(address);
    }
    for (const page of ['/brands', '/keys', '/delivery', '/team', '/audit', '/brands/acme']) {
      assert.ok(seen.includes(page), `${page} of ${seen}`);
    }
  });

  test('uses no key and no endpoint for another brand, or for all', async () => {
    const { store, limited, keys, endpoints } = await worldOn(await fresh());
    for (const key of keys) {
      for (const what of ['rotate', 'revoke']) {
        await assertLikeMissing(store, (id) => limited.post('/keys', { do: what, key: id }), [
          key,
          'key_000000000000',
        ]);
      }
    }
    for (const { id: endpoint } of endpoints) {
      for (const what of ['rotate', 'test', 'resume', 'remove']) {
        const ask = (id: string) => limited.post('/delivery', { do: what, endpoint: id });
        await assertLikeMissing(store, ask, [endpoint, 'end_000000000000']);
      }
    }
  });

  test('makes keys and endpoints only for a brand of theirs', async () => {
    const { store, limited, organizationId } = await worldOn(await fresh());
    for (const reach of [`all ${organizationId}`, 'brand zebra']) {
      await assertLikeMissing(store, (value) => limited.post('/keys', { do: 'create', reach: value }), [
        reach,
        'brand none',
      ]);
      const add = (value: string) =>
        limited.post('/delivery', { do: 'add', address: 'a@b.example', reach: value });
      await assertLikeMissing(store, add, [reach, 'brand none']);
    }
    assert.equal((await limited.post('/keys', { do: 'create', reach: 'brand acme' })).status, 200);
    const made = await store.main
      .selectFrom('api_keys')
      .select('brand_id')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.notEqual(made[0]?.brand_id, null);
  });

  test('as an admin, manages and invites only users of their own brands', async () => {
    const { store, limited } = await worldOn(await fresh());
    const colleagues = ['zoe@zebra.example', await emailOf(store, 'admin')];
    for (const email of colleagues) {
      const user = await userIdOf(store, email);
      for (const what of ['link', 'role', 'brands', 'disable', 'enable']) {
        const ask = (id: string) =>
          limited.post('/team', { do: what, user: id, role: 'viewer', reach: 'some', brand: 'acme' });
        await assertLikeMissing(store, ask, [user, 'usr_000000000000']);
      }
    }
    for (const [form, refusal] of [
      [{}, /Choose at least one brand/],
      [{ reach: 'some' }, /Choose at least one brand/],
      [{ reach: 'some', brand: ['acme', 'zebra'] }, /Brand not found/],
    ] as const) {
      const before = await contentsOf(store.main);
      const { text } = await limited.post('/team', { ...INVITATION, ...form });
      assert.match(text, refusal);
      await unchanged(store, before);
    }
    const made = await limited.post('/team', { ...INVITATION, reach: 'some', brand: 'acme' });
    assert.match(made.text, /Invitation for new@acme\.example/);
    assert.match(
      (await limited.get('/team')).text,
      /new@acme\.example viewer acme|new@acme\.example viewer Acme/,
    );
  });

  test('reaches no brand once their only one is deleted, and it again once restored', async () => {
    const { admin, limited } = await worldOn(await fresh());
    await admin.post('/brands/acme/setup/delete', { name: 'Acme' });
    assert.equal((await limited.get('/brands/acme')).status, 404);
    const { text, html } = await limited.get('/brands');
    assert.match(text, /You have access to no brand yet/);
    assert.doesNotMatch(html, OTHER);
    assert.equal((await limited.get('/brands/zebra')).status, 404);
    await admin.post('/deleted-brands', { brand: 'acme' });
    assert.equal((await limited.get('/brands/acme')).status, 200);
  });

  test('is limited on the team page from the next request on, and the audit log has it', async () => {
    const { store, admin, dashboard } = await worldOn(await fresh());
    const viewer: Visitor = await dashboard.signedIn('viewer');
    assert.equal((await viewer.get('/brands/zebra')).status, 200);
    const id = await userIdOf(store, await emailOf(store, 'viewer'));
    assert.match((await admin.get(`/team?brands=${id}`)).text, /Brands of user-\d+@acme\.example/);
    const form = { do: 'brands', user: id, reach: 'some', brand: 'acme' };
    assert.equal((await admin.post('/team', form)).headers.location, '/team?done=brands');
    assert.equal((await viewer.get('/brands/zebra')).status, 404);
    assert.equal((await viewer.get('/brands/acme')).status, 200);
    assert.match((await admin.get('/audit')).text, /changed the brands of user-\d+@acme\.example \(acme\)/);
    await admin.post('/team', { ...form, reach: '' });
    assert.equal((await viewer.get('/brands/zebra')).status, 200);
  });
});

/** Email of the newest unlimited user with a role. */
async function emailOf(store: TestStore, role: string): Promise<string> {
  const { email } = await store.main
    .selectFrom('users')
    .select('email')
    .where('role', '=', role)
    .where('brands', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return email;
}
