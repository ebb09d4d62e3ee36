import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliverNext } from '../../../src/pipeline/deliver/deliver.ts';
import { remove, rotateSecret } from '../../../src/pipeline/deliver/endpoints.ts';
import { secretOf } from '../../../src/pipeline/deliver/secrets.ts';
import type { Outcome } from '../../../src/pipeline/deliver/senders.ts';
import { MailWasStopped } from '../../../src/pipeline/deliver/stopped-mail.ts';
import { deleteEndpoint, listEndpoints } from '../../../src/storage/delivery/endpoints.ts';
import { insertAudit, listAudit } from '../../../src/storage/directory/access/audit.ts';
import { deliveryWorld, SENT } from '../../support/delivery.ts';
import { MINUTE_MS, NOW } from '../../support/world.ts';
import type { Part } from './part.ts';

const HOOKS = { organizationId: null, actor: null, from: null, until: null, before: null, limit: 50 };

export const deliveryLocks: Part = (fresh) => {
  test('one sender at a time has an endpoint, and others do not wait for it', async () => {
    const { add, raise, sending, answers, idsPosted } = await deliveryWorld(await fresh());
    await add();
    const ids = await raise(2);
    const { promise: answered, resolve: answer } = Promise.withResolvers<Outcome>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    answers.post = async () => {
      begin();
      return await answered;
    };
    const first = deliverNext(sending);
    await begun;
    assert.equal(await deliverNext(sending), false);
    answer(SENT);
    assert.equal(await first, true);
    assert.deepEqual(idsPosted(), ids);
  });

  test("another sender repeats a dead sender's delivery; a sender that only slept then sends no more", async () => {
    const { add, raise, sending, answers, clock, idsPosted, state } = await deliveryWorld(await fresh());
    const { id } = await add();
    const [first, second] = await raise(2);
    const { promise: answered, resolve: answer } = Promise.withResolvers<Outcome>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    answers.post = async () => {
      begin();
      return await answered;
    };
    const asleep = deliverNext(sending);
    await begun;
    clock.at += MINUTE_MS;
    assert.equal(await deliverNext(sending), false, 'it is reserved');
    clock.at += MINUTE_MS;
    answers.post = async () => SENT;
    assert.equal(await deliverNext(sending), true);
    answer(SENT);
    await asleep;
    assert.deepEqual(idsPosted(), [first, first, second]);
    assert.deepEqual([(await state(id))?.waiting, (await state(id))?.failures], [0, 0]);
  });

  test('several alerts of two brands at once do not wait for each other’s endpoints', async () => {
    const { add, raise, deliver, posted } = await deliveryWorld(await fresh());
    for (let at = 0; at < 5; at += 1) await add({ address: `https://h${at}.example/` });
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => raise(1, index % 2 === 0 ? 'acme' : 'second')),
    );
    await deliver();
    assert.equal(new Set(posted.map(({ url, id }) => `${url} ${id}`)).size, 50);
    assert.equal(posted.length, 50);
  });

  test('an endpoint that is removed while alerts are found for it leaves none behind', async () => {
    const { store, add, named, acting, raise } = await deliveryWorld(await fresh());
    const seen = await named((await add()).id);
    await raise(1);
    await Promise.all([raise(2), remove(acting, seen), raise(2, 'second')]);
    assert.deepEqual(await store.main.selectFrom('deliveries').selectAll().execute(), []);
    assert.deepEqual(await listEndpoints(store.main, seen.organizationId), []);
  });

  test('of two who replace a secret at once, one does', async () => {
    const { store, add, acting, named, sending } = await deliveryWorld(await fresh());
    const { id } = await add();
    const seen = await named(id);
    const results = await Promise.allSettled([rotateSecret(acting, seen), rotateSecret(acting, seen)]);
    const won = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const lost = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    assert.deepEqual([won.length, lost.map(({ code }) => code)], [1, ['conflict']]);
    assert.equal(await secretOf(await named(id), sending.senders), won[0]);
    const entries = await listAudit(store.main, HOOKS);
    assert.equal(entries.filter(({ action }) => action === 'endpoint.rotate').length, 1);
  });

  test('unsubscribing while the address is added again wins', async () => {
    const { store, add, named, acting } = await deliveryWorld(await fresh());
    const request = { address: 'ann@acme.example', organization: 'Acme Inc' };
    const seen = await named((await add(request)).id);
    const { organizationId, id: subject, address: detail } = seen;
    let adding = Promise.resolve<unknown>(null);
    await store.main.transaction().execute(async (db) => {
      await deleteEndpoint(db, seen);
      adding = add(request).catch((error: unknown) => error);
      // Long enough for the other transaction to reach the address that this one releases.
      for (let reads = 0; reads < 50; reads += 1) await listEndpoints(db, organizationId);
      const entry = { at: NOW, organizationId, actor: acting.actor, subject, detail };
      await insertAudit(db, { ...entry, action: 'endpoint.unsubscribe' });
    });
    assert.ok((await adding) instanceof MailWasStopped);
    assert.deepEqual(await listEndpoints(store.main, organizationId), []);
  });
};
