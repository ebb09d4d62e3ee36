import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { apiOn, responseOf } from '../support/api.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, pipelineOn } from '../support/world.ts';
import { WritingWorld } from './writing-world.ts';

onEveryStore('two servers on one store', (fresh, kind) => {
  let world: WritingWorld;
  let second: Store;

  before(async () => {
    const store = await fresh();
    world = await WritingWorld.on(store);
    // A second connection to SQLite's file would block this process, which holds the first one's transaction.
    second = kind === 'postgres' ? await openStore(store.url) : store;
  });
  after(async () => {
    if (second !== world.store) await second.close();
  });

  test('give a request with an Idempotency-Key that reaches both at once one result', async () => {
    const other = apiOn(second);
    const payload = JSON.stringify({ text: 'Once, on two servers' });
    const headers = { 'x-api-key': world.key, 'content-type': 'application/json', 'idempotency-key': 'k' };
    const sent = await Promise.all(
      [world.api.app, other.app, world.api.app, other.app].map((app) =>
        app.inject({ method: 'POST', url: '/api/v1/events', headers, payload }),
      ),
    );
    const [first, ...others] = sent.map(responseOf);
    assert.equal(first?.status, 200, first?.text);
    for (const each of others) assert.deepEqual(each.body, first?.body);
    const { body } = await world.api.get('/events', world.key);
    assert.equal(body.data.filter(({ source }: { source: string }) => source === 'note').length, 1);
  });

  test('let one of two changes over the same version win', async () => {
    const { headers } = await world.send('PATCH', '/brands/acme', { samples_per_day: 1 });
    const match = { 'if-match': String(headers.etag) };
    const statuses = await Promise.all(
      [2, 3].map(
        async (samples) =>
          (await world.send('PATCH', '/brands/acme', { samples_per_day: samples }, match)).status,
      ),
    );
    assert.deepEqual(statuses.toSorted(), [200, 412]);
  });

  test('do not tell a stranger’s brand, question, or event from none', async () => {
    await pipelineOn(world.store).apply({
      organizations: [
        {
          name: 'Strangers',
          plan: { name: 'growth' },
          brands: [{ ...ACME_BRAND, id: 'strange', name: 'Strange' }],
        },
      ],
    });
    const theirs = await world.newKey(undefined, { organization: 'Strangers' });
    const made = await world.send('POST', '/events', { text: 'Theirs' }, {}, theirs);
    const asked = await world.send('POST', '/questions', { text: 'a question of theirs' }, {}, theirs);
    const event = made.body.data.event.id;
    const question = asked.body.data.questions[0].id;
    const same: [string, string, Parameters<WritingWorld['send']>[0], object | undefined][] = [
      ['/brands/strange', '/brands/nobody', 'PATCH', {}],
      ['/brands/strange', '/brands/nobody', 'DELETE', undefined],
      ['/brands/strange/competitors/Bolt', '/brands/nobody/competitors/Bolt', 'PUT', {}],
      ['/events?brand=strange', '/events?brand=nobody', 'POST', { text: 'x' }],
      [`/events/${event}`, '/events/evt_000000000000', 'DELETE', undefined],
      [`/questions/${question}`, '/questions/qst_00000000000000000000', 'PATCH', { active: false }],
    ];
    for (const [theirPath, nowhere, method, body] of same) {
      const [one, none] = [
        await world.send(method, theirPath, body),
        await world.send(method, nowhere, body),
      ];
      assert.equal(one.status, 404, theirPath);
      assert.deepEqual(one.body, none.body);
    }
  });
});
