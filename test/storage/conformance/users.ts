import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deleteUserRow,
  findUsersByLogin,
  insertUser,
  passwordsOfLogin,
} from '../../../src/storage/directory/access/users.ts';
import { pluck } from '../../support/pluck.ts';
import { NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';

export const users: Part = (fresh) => {
  test('have a login once in each organization, and once of all', async () => {
    const store = await fresh();
    const { main } = store;
    const plan = { name: 'growth' } as const;
    await pipelineOn(store).apply({ organizations: ['A', 'B'].map((name) => ({ name, plan })) });
    const organizations = await main.selectFrom('organizations').select('id').orderBy('id').execute();
    const [a, b] = organizations.map(({ id }) => id);
    assert.ok(a !== undefined && b !== undefined);
    let made = 0;
    const insert = (organizationId: number | null, password: string | null = null) => {
      made += 1;
      const user = { id: `usr_${made}`, email: 'eve', name: 'Eve', role: 'admin' } as const;
      return insertUser(main, { ...user, organizationId, password, createdAt: NOW });
    };
    const inA = await insert(a, 'x');
    assert.ok(inA !== null);
    assert.ok((await insert(b)) !== null);
    assert.ok((await insert(null, 'y')) !== null);
    for (const taken of [a, b, null]) assert.equal(await insert(taken), null);
    const found = await findUsersByLogin(main, 'eve');
    const told = found.map(({ organization, hasPassword }) => [organization?.name ?? null, hasPassword]);
    assert.deepEqual(told, [
      ['A', true],
      ['B', false],
      [null, true],
    ]);
    assert.deepEqual(pluck(await passwordsOfLogin(main, 'eve'), 'password'), ['x', 'y']);
    await deleteUserRow(main, inA);
    assert.equal((await findUsersByLogin(main, 'eve')).length, 2);
    assert.ok((await insert(a)) !== null);
    assert.deepEqual(await findUsersByLogin(main, 'ev'), []);
  });
};
