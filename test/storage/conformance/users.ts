import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dropSessionsWithoutFactor,
  findFactor,
  replaceFactor,
} from '../../../src/storage/directory/access/second-factor.ts';
import {
  insertSession,
  listSessions,
  saveHold,
  takeCheck,
} from '../../../src/storage/directory/access/sessions.ts';
import {
  deleteUserRow,
  findUser,
  findUserById,
  findUsersByLogin,
  findUsersOfIdentity,
  insertUser,
  isLastAdmin,
  lockPassword,
  passwordsOfLogin,
  saveIdentity,
  saveRole,
} from '../../../src/storage/directory/access/users.ts';
import { organizationNamed } from '../../../src/storage/directory/organizations.ts';
import { pluck } from '../../support/pluck.ts';
import { NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';
import { twice } from './two-connections.ts';

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

  test('belong to one person at the sign-on provider, whose sessions one request at a time checks', async () => {
    const { main } = await fresh();
    const identity = { issuer: 'https://login.example', subject: '7' };
    const user = {
      name: 'Eve',
      role: 'admin',
      organizationId: null,
      password: null,
      createdAt: NOW,
    } as const;
    const id = await insertUser(main, { ...user, id: 'usr_1', email: 'eve', identity });
    assert.equal(await insertUser(main, { ...user, id: 'usr_2', email: 'other', identity }), null);
    const [eve] = await findUsersOfIdentity(main, identity);
    assert.ok(id !== null && eve?.knownAt === NOW);
    assert.deepEqual(
      [
        await saveIdentity(main, id, identity, NOW),
        await saveIdentity(main, id, { ...identity, issuer: 'https://other.example' }, NOW),
      ],
      [true, false],
    );
    const at = { createdAt: NOW, expiresAt: NOW + 1 };
    const hold = { tokens: 'sealed', nextCheck: NOW };
    await insertSession(main, {
      id: 'ses_1',
      userId: id,
      hash: 'h',
      userAgent: '',
      address: '',
      ...at,
      hold,
    });
    const taken = await Promise.all([1, 2, 3].map(() => takeCheck(main, 'ses_1', NOW, NOW + 1)));
    assert.equal(taken.filter(Boolean).length, 1);
    await saveHold(main, { id: 'ses_1', userId: id }, hold, NOW + 1);
    assert.equal((await findUser(main, id))?.knownAt, NOW + 1);
  });

  test('keep one admin of two who lose the role at once', async (context) => {
    const store = await fresh();
    await pipelineOn(store).apply({ organizations: [{ name: 'A', plan: { name: 'growth' } }] });
    const { id: organizationId } = await organizationNamed(store.main, 'A');
    const given = { name: 'Eve', role: 'admin', organizationId, password: 'x', createdAt: NOW } as const;
    const stores = await twice(context, store);
    for (const id of ['usr_1', 'usr_2']) await insertUser(store.main, { ...given, id, email: id });
    const kept = await Promise.all(
      stores.map(({ main }, index) =>
        main.transaction().execute(async (db) => {
          const user = (await findUserById(db, `usr_${index + 1}`)) ?? assert.fail();
          const isLast = await isLastAdmin(db, user);
          if (!isLast) await saveRole(db, user.internalId, 'viewer');
          return isLast;
        }),
      ),
    );
    assert.deepEqual(kept.toSorted(), [false, true]);
  });

  test('use a code of a second factor once, and lose only the sessions that need one', async () => {
    const store = await fresh();
    const { main } = store;
    const plan = { name: 'growth' } as const;
    await pipelineOn(store).apply({ organizations: ['A', 'B'].map((name) => ({ name, plan })) });
    const organizations = await main.selectFrom('organizations').select('id').orderBy('id').execute();
    const [a = 0, b = 0] = organizations.map(({ id }) => id);
    const session = { userAgent: '', address: '', createdAt: NOW, expiresAt: NOW + 1000, hold: null };
    const add = async (id: string, organizationId: number | null, password: string | null) => {
      const user = { id: `usr_${id}`, email: id, name: id, role: 'admin', organizationId, password } as const;
      const userId = (await insertUser(main, { ...user, createdAt: NOW })) ?? assert.fail();
      await insertSession(main, { ...session, id, hash: id, userId });
      return userId;
    };
    const [with1, ...others] = [
      await add('with', a, 'x'),
      await add('without', a, 'x'),
      await add('of-all', null, 'x'),
      await add('no-password', a, null),
      await add('elsewhere', b, 'x'),
    ];
    const factor = { sealed: 'sealed', step: 1 };
    assert.ok(await replaceFactor(main, with1, null, factor));
    assert.ok(!(await replaceFactor(main, with1, null, factor)));
    const uses = [1, 2, 3].map(() => replaceFactor(main, with1, factor, { ...factor, step: 2 }));
    assert.equal((await Promise.all(uses)).filter(Boolean).length, 1);
    assert.deepEqual(await findFactor(main, with1), { ...factor, step: 2 });
    const hold = { tokens: 'sealed', nextCheck: null };
    await insertSession(main, { ...session, id: 'signed-on', hash: 's', userId: others[0] ?? 0, hold });
    await dropSessionsWithoutFactor(main, a);
    const counts = [with1, ...others].map(
      async (id) => (await listSessions(main, id, { now: NOW, seenAfter: 0 })).length,
    );
    assert.deepEqual(await Promise.all(counts), [1, 1, 0, 1, 1]);
    const [without = 0] = others;
    const late = { ...session, id: 'late', hash: 'late', userId: without };
    const dropping = await main.transaction().execute(async (opening) => {
      await lockPassword(opening, without, 'x');
      const dropped = main.transaction().execute((db) => dropSessionsWithoutFactor(db, a));
      await insertSession(opening, late);
      return { dropped };
    });
    await dropping.dropped;
    const open = await listSessions(main, without, { now: NOW, seenAfter: 0 });
    assert.deepEqual(pluck(open, 'id'), ['signed-on'], 'a session that was opening meanwhile');
  });
};
