import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Asker, FairQueue } from './fair-queue.ts';

const asker = (organization: number, subject: string): Asker => ({
  organization,
  subject,
  isGone: () => false,
});

/** A queue whose clock only its work advances, and the completed work, in order. */
function queueOf(atOnce: number) {
  let now = 0;
  const ran: string[] = [];
  const queue = new FairQueue({ atOnce, elapsed: () => now });
  const ask = (organization: number, subject: string, milliseconds: number, name = subject) =>
    queue.inTurn(asker(organization, subject), async () => {
      ran.push(name);
      now += milliseconds;
      return now;
    });
  return { queue, ask, ran, at: () => now };
}

test('a single request runs at once, in the same turn of the event loop', () => {
  const { ask, ran } = queueOf(1);
  void ask(1, 'ann', 5);
  assert.deepEqual(ran, ['ann']);
});

test('beside 60 pages at once, one request after the other waits for one of them each', async () => {
  const { ask, ran, at } = queueOf(1);
  const flood = Array.from({ length: 60 }, () => ask(1, 'flood', 57));
  for (let asked = 0; asked < 40; asked += 1) {
    const began = at();
    await ask(2, 'ann', 14);
    assert.ok(at() - began <= 57 + 57 + 14, `${at() - began}`);
  }
  const served = ran.filter((each) => each === 'flood').length;
  assert.ok(served > 1 && served < 60, 'the flood lasts for the whole time, and gets its turns');
  await Promise.all(flood);
});

test('organizations take turns, and within one its users, links, and keys', async () => {
  const { ask, ran } = queueOf(1);
  const all = [
    ask(1, 'ann', 1, 'first'),
    ask(1, 'ann', 1, 'ann 1'),
    ask(1, 'ann', 1, 'ann 2'),
    ask(1, 'bob', 1, 'bob 1'),
    ask(2, 'cid', 1, 'cid 1'),
    ask(2, 'cid', 1, 'cid 2'),
    ask(2, 'dee', 1, 'dee 1'),
  ];
  await Promise.all(all);
  assert.deepEqual(ran.slice(0, 3), ['first', 'ann 1', 'cid 1']);
  assert.ok(ran.indexOf('bob 1') < ran.indexOf('ann 2'), `${ran}`);
  assert.ok(ran.indexOf('dee 1') < ran.indexOf('cid 2'), `${ran}`);
});

test('runs several at once', async () => {
  const { queue } = queueOf(2);
  const { promise, resolve } = Promise.withResolvers<void>();
  const running: string[] = [];
  const hold = (name: string) =>
    queue.inTurn(asker(1, name), async () => {
      running.push(name);
      await promise;
    });
  const all = ['a', 'b', 'c'].map(hold);
  assert.deepEqual(running, ['a', 'b']);
  resolve();
  await Promise.all(all);
  assert.deepEqual(running, ['a', 'b', 'c']);
});

test('work that fails is a refusal of its own, and the next one runs', async () => {
  const { queue, ask } = queueOf(1);
  const failed = queue.inTurn(asker(1, 'ann'), async () => {
    throw new Error('no');
  });
  const next = ask(1, 'ann', 1);
  await assert.rejects(failed, /^Error: no$/);
  assert.equal(await next, 1);
});

test('does nothing for a client that has gone, and refuses what waited half a minute', async () => {
  const { queue, ask, ran } = queueOf(1);
  const running = ask(1, 'ann', 1, 'first');
  const gone = queue.inTurn({ ...asker(1, 'ann'), isGone: () => true }, async () => ran.push('gone'));
  const second = ask(1, 'ann', 30_000, 'second');
  const late = ask(1, 'ann', 1, 'late');
  await assert.rejects(gone, /closed the connection/);
  await assert.rejects(late, { code: 'unavailable', retryAfterSeconds: 5 });
  await Promise.all([running, second]);
  assert.deepEqual(ran, ['first', 'second']);
});
