import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brandsOfUser, limitUser } from '../../../src/pipeline/accounts/limited-users.ts';
import { openSession, sessionOf } from '../../../src/pipeline/accounts/sessions.ts';
import { inviteUser } from '../../../src/pipeline/accounts/users.ts';
import {
  listNamedBrands,
  listReadableBrands,
  oldestReadableBrands,
} from '../../../src/storage/directory/brands.ts';
import { listKeys } from '../../../src/storage/directory/keys.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn, random } from '../../support/world.ts';
import type { Part } from './part.ts';

const BRANDS = ['acme', 'bolt', 'coil'].map((id) => ({ ...ACME_BRAND, id, name: `The ${id}` }));

export const userBrands: Part = (fresh) => {
  test('are the only ones found in an organization, also for several concurrent callers', async () => {
    const { main: db, ...store } = await fresh();
    const { apply, createKey } = pipelineOn({ main: db, ...store });
    await apply(acmeFile(BRANDS));
    for (const brand of ['acme', undefined]) await createKey({ brand });
    const rows = await db.selectFrom('brands').select(['id', 'organization_id']).orderBy('id').execute();
    const [a = 0, b = 0, c = 0] = rows.map(({ id }) => id);
    const organizationId = rows[0]?.organization_id ?? 0;
    const reaches = [null, [], [b], [c, b], [a, b, c]];
    const oldest = (brandIds: readonly number[] | null) =>
      oldestReadableBrands(db, { organizationId, brandIds }).then((found) => found.map(({ id }) => id));
    const expected = [[a, b], [], [b], [b, c], [a, b]];
    assert.deepEqual(await Promise.all(reaches.map(oldest)), expected);
    for (const [index, reach] of reaches.entries()) assert.deepEqual(await oldest(reach), expected[index]);
    const counts = [];
    for (const brandIds of reaches) {
      const listed = await listReadableBrands(db, { organizationId, brandIds });
      const named = await listNamedBrands(db, organizationId, brandIds);
      counts.push([listed.length, named.length, (await listKeys(db, organizationId, brandIds)).length]);
    }
    assert.deepEqual(counts, [
      [3, 3, 2],
      [0, 0, 0],
      [1, 1, 0],
      [2, 2, 0],
      [3, 3, 1],
    ]);
  });

  test("apply to an open session at once, cannot be another organization's, and go with the user", async () => {
    const store = await fresh();
    const { main: db } = store;
    await pipelineOn(store).apply(acmeFile(BRANDS));
    await pipelineOn(store).apply({
      organizations: [{ name: 'Other', plan: { name: 'solo' }, brands: [{ ...ACME_BRAND, id: 'other' }] }],
    });
    const deps = { db, now: () => NOW, random, actor: 'test' };
    const { id: organizationId } = await db
      .selectFrom('organizations')
      .select('id')
      .where('name', '=', 'Acme Inc')
      .executeTakeFirstOrThrow();
    const request = { email: 'ann@acme.example', role: 'viewer', organizationId } as const;
    const { user } = await inviteUser(deps, { ...request, brands: ['bolt', 'acme', 'bolt'] });
    const { token } = await openSession(deps, user, { userAgent: 'test', address: '127.0.0.1' });
    const reached = async () => {
      const session = await sessionOf(db, token, NOW);
      return session && (await brandsOfUser(db, session.user))?.map(({ publicId }) => publicId);
    };
    assert.deepEqual(await reached(), ['acme', 'bolt']);
    await limitUser(deps, user, ['coil']);
    assert.deepEqual(await reached(), ['coil']);
    await assert.rejects(limitUser(deps, user, ['other']), { code: 'no_such_brand' });
    await assert.rejects(limitUser(deps, user, []), { code: 'invalid_argument' });
    assert.deepEqual(await reached(), ['coil']);
    await limitUser(deps, user, null);
    assert.equal(await reached(), undefined);
    await limitUser(deps, user, ['acme']);
  });

  test('are refused for an admin of all organizations', async () => {
    const { main: db } = await fresh();
    const deps = { db, now: () => NOW, random, actor: 'test' };
    const request = { email: 'root', role: 'admin', organizationId: null, brands: ['acme'] } as const;
    await assert.rejects(inviteUser(deps, request), { code: 'invalid_argument' });
    assert.deepEqual(await db.selectFrom('users').select('id').execute(), []);
  });
};
