import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_VIEWS } from '../../src/domain/sharing/saved-view.ts';
import { deleteUser } from '../../src/pipeline/accounts/delete-user.ts';
import { removeView, renameView, savedViews, saveView } from '../../src/pipeline/accounts/saved-views.ts';
import { inviteUser, userNamed } from '../../src/pipeline/accounts/users.ts';
import { countRowsOfBrand, endPurge } from '../../src/storage/directory/purges.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, NOW, pipelineOn, random } from '../support/world.ts';

onEveryStore('saved views', (fresh) => {
  async function twoUsers() {
    const store = await fresh();
    const { main: db } = store;
    await pipelineOn(store).apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'coil', name: 'Coil' }]));
    const { id: organizationId } = await db
      .selectFrom('organizations')
      .select('id')
      .executeTakeFirstOrThrow();
    const deps = { db, now: () => NOW, random, actor: 'test' };
    const invited = async (email: string) =>
      (await inviteUser(deps, { email, role: 'viewer', organizationId })).user;
    return { db, deps, ann: await invited('ann@acme.example'), ben: await invited('ben@acme.example') };
  }
  const week = { name: 'Week', page: 'trend', query: 'window=7d&engine=claude' };

  test('belong to one user and one brand, have names, and can be renamed and removed', async () => {
    const { db, deps, ann, ben } = await twoUsers();
    await saveView(deps, ann, 'acme', { ...week, name: ' Week ' });
    await saveView(deps, ann, 'acme', { name: 'All', page: '', query: '' });
    assert.deepEqual(await savedViews(db, ann, 'acme'), [{ name: 'All', page: '', query: '' }, week]);
    assert.deepEqual(await savedViews(db, ann, 'coil'), []);
    assert.deepEqual(await savedViews(db, ben, 'acme'), []);
    await saveView(deps, ben, 'acme', week);
    await renameView(db, ann, 'acme', { name: 'Week', to: 'Seven days' });
    assert.deepEqual(
      (await savedViews(db, ann, 'acme')).map(({ name }) => name),
      ['All', 'Seven days'],
    );
    await removeView(db, ann, 'acme', 'Seven days');
    await assert.rejects(removeView(db, ann, 'acme', 'Week'), { code: 'not_found' });
    assert.equal((await savedViews(db, ben, 'acme')).length, 1, "other users' views stay");
  });

  test('are refused without a name, with a used one, with a wrong address, and beyond their number', async () => {
    const { db, deps, ann } = await twoUsers();
    for (const wrong of [
      { name: ' ' },
      { name: 'x'.repeat(61) },
      { page: '../bolt' },
      { page: '/x' },
      { query: 'q='.repeat(2000) },
    ]) {
      await assert.rejects(saveView(deps, ann, 'acme', { ...week, ...wrong }), { code: 'invalid_argument' });
    }
    await assert.rejects(saveView(deps, ann, 'none', week), { code: 'no_such_brand' });
    for (let count = 1; count < MOST_VIEWS; count += 1) {
      await saveView(deps, ann, 'acme', { ...week, name: `View ${count}` });
    }
    await assert.rejects(saveView(deps, ann, 'acme', { ...week, name: 'View 1' }), { code: 'conflict' });
    await assert.rejects(renameView(db, ann, 'acme', { name: 'View 1', to: 'View 2' }), { code: 'conflict' });
    const both = await Promise.allSettled(
      ['Last', 'One more'].map((name) => saveView(deps, ann, 'acme', { ...week, name })),
    );
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal((await savedViews(db, ann, 'acme')).length, MOST_VIEWS);
  });

  test('go with the user, and with the brand', async () => {
    const { db, deps, ann, ben } = await twoUsers();
    for (const user of [ann, ben]) await saveView(deps, user, 'acme', week);
    await deleteUser(deps, await userNamed(db, ann.email));
    const { id } = await db
      .selectFrom('brands')
      .select('id')
      .where('public_id', '=', 'acme')
      .executeTakeFirstOrThrow();
    assert.equal((await countRowsOfBrand(db, id)).saved_views, 1);
    assert.equal(
      (await db.transaction().execute((each) => endPurge(each, { id, publicId: 'acme' }, NOW))).saved_views,
      1,
    );
  });
});
