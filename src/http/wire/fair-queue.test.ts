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
  const timers: { at: number; next: () => void }[] = [];
  const ran: string[] = [];
  const queue = new FairQueue({
    atOnce,
    elapsed: () => now,
    later: (next, milliseconds) => timers.push({ at: now + milliseconds, next }),
  });
  const ask = (organization: number, subject: string, milliseconds: number, name = subject) =>
    queue.inTurn(asker(organization, subject), async () => {
      ran.push(name);
      now += milliseconds;
      return now;
    });
  /** Advances time from timer to timer until all work has ended. */
  const untilDone = async (all: readonly Promise<unknown>[]) => {
    let isOver = false;
    void Promise.allSettled(all).then(() => {
      isOver = true;
    });
    for (;;) {
      await tick();
      if (isOver) return;
      now = Math.max(now, timers[0]?.at ?? now);
      fireDue();
    }
  };
  const fireDue = () => {
    while ((timers[0]?.at ?? Number.POSITIVE_INFINITY) <= now) timers.shift()?.next();
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
    fireDue();
  };
  return { queue, ask, ran, timers, at: () => now, pass, untilDone };
}

const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

test('a single request runs at once, in the same turn of the event loop', () => {
  const { ask, ran } = queueOf(1);
  void ask(1, 'ann', 5);
  assert.deepEqual(ran, ['ann']);
});

test('never holds one organization alone back, however much it asks for', async () => {
  const { ask, ran, timers } = queueOf(1);
  await Promise.all(Array.from({ length: 60 }, () => ask(1, 'ann', 57)));
  assert.equal(ran.length, 60);
  assert.deepEqual(timers, []);
});

test('beside 60 pages at once, one request after the other waits for at most one of them, and most for none', async () => {
  const { ask, ran, at, pass, untilDone } = queueOf(1);
  const attack = Array.from({ length: 60 }, () => ask(1, 'flood', 57));
  const took: number[] = [];
  for (let asked = 0; asked < 40; asked += 1) {
    const began = at();
    await ask(2, 'ann', 14);
    took.push(at() - began);
    pass(1);
    await tick();
  }
  const served = ran.filter((each) => each === 'flood').length;
  assert.ok(served > 1 && served < 60, 'the flood lasts for the whole time, and gets its turns');
  assert.ok(Math.max(...took) <= 57 + 57 + 14, `${took}`);
  const median = took.toSorted((a, b) => a - b)[20] ?? 0;
  assert.ok(median <= 2 * 14, `${took}`);
  await untilDone(attack);
});

test('the busier organization gets a turn even while another asks without a pause', async () => {
  const { ask, ran, pass, untilDone } = queueOf(1);
  const flood = Array.from({ length: 10 }, () => ask(1, 'flood', 10));
  while (ran.filter((each) => each === 'flood').length < 10) {
    await ask(2, 'ann', 10);
    pass(1);
    assert.ok(ran.length < 100, 'the flood starves');
  }
  await untilDone(flood);
});

test('organizations take turns, and within one its users, links, and keys', async () => {
  const { ask, ran, untilDone } = queueOf(1);
  const all = [
    ask(1, 'ann', 1, 'first'),
    ask(1, 'ann', 1, 'ann 1'),
    ask(1, 'ann', 1, 'ann 2'),
    ask(1, 'bob', 1, 'bob 1'),
    ask(2, 'cid', 1, 'cid 1'),
    ask(2, 'cid', 1, 'cid 2'),
    ask(2, 'dee', 1, 'dee 1'),
  ];
  await untilDone(all);
  assert.deepEqual(ran.slice(0, 3), ['first', 'ann 1', 'cid 1']);
  assert.ok(ran.indexOf('bob 1') < ran.indexOf('ann 2'), `${ran}`);
  assert.ok(ran.indexOf('dee 1') < ran.indexOf('cid 2'), `${ran}`);
});

test('runs several at once, but only one from the busier of two organizations', async () => {
  const { queue, untilDone } = queueOf(4);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const hold = (organization: number, name: string) =>
    queue.inTurn(asker(organization, name), async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = [hold(2, 'b'), ...Array.from({ length: 6 }, () => hold(1, 'a'))];
  assert.deepEqual(running, ['b', 'a'], 'the others wait, though there is room');
  all.push(hold(3, 'c'));
  assert.deepEqual(running, ['b', 'a', 'c'], 'which a third organization finds');
  const ending = setInterval(() => ends.shift()?.());
  await untilDone(all);
  clearInterval(ending);
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
