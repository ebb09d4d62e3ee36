import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { type AlertKind, type Gate, windowsAt } from '../../domain/alerts/alert-rules.ts';
import { DAY_MS } from '../../domain/time/period.ts';
import { advance, type Cover, isIdle, type MeasureState, stateAt, windowsFor } from './episodes.ts';

const START = Date.UTC(2026, 0, 1, 6);

/** A day's result: no change, a significant drop, one that leaves nothing, a rise, or too few answers. */
type Seen = 'same' | 'drop' | 'blackout' | 'rise' | 'unknown' | 'no panel' | 'slight drop';

const GATES: Readonly<Record<Seen, readonly (Gate | null)[]>> = {
  same: ['below_min_delta', 'below_min_delta', 'below_min_delta'],
  'slight drop': ['below_min_delta', 'below_min_delta', 'below_min_delta'],
  drop: ['condition_not_met', null, 'below_min_delta'],
  blackout: [null, null, 'below_min_delta'],
  rise: ['below_min_delta', 'below_min_delta', null],
  unknown: ['outage', 'outage', 'outage'],
  'no panel': ['too_few_shared_prompts', 'too_few_shared_prompts', 'too_few_shared_prompts'],
};

const SIDES: Readonly<Record<Seen, -1 | 0 | 1 | null>> = {
  same: 0,
  'slight drop': -1,
  drop: -1,
  blackout: -1,
  rise: 1,
  unknown: null,
  'no panel': null,
};

const KINDS: readonly AlertKind[] = ['engine_blackout', 'visibility_drop', 'visibility_rise'];

/** Follows visibility day by day and collects the reported changes, with the day's number. */
class Follower {
  state: MeasureState | null = null;
  day = 0;
  readonly told: string[] = [];
  last: readonly { kind: AlertKind; gate: Gate | null; alert: string | null }[] = [];

  see(seen: Seen, times = 1, options: { kinds?: readonly AlertKind[]; covered?: Cover } = {}): this {
    for (let time = 0; time < times; time += 1) this.#see(seen, options);
    return this;
  }

  /** Skips days without an evaluation. */
  skip(days: number): this {
    this.day += days;
    return this;
  }

  get at(): number {
    return START + this.day * DAY_MS;
  }

  gateOf(kind: AlertKind): Gate | null | undefined {
    return this.last.find((each) => each.kind === kind)?.gate;
  }

  #see(seen: Seen, { kinds = KINDS, covered }: { kinds?: readonly AlertKind[]; covered?: Cover }): void {
    const gates = new Map(
      KINDS.flatMap((kind, index) =>
        kinds.includes(kind) ? [[kind, GATES[seen][index] ?? null] as const] : [],
      ),
    );
    const before = stateAt(this.state, this.at);
    const isWithoutPanel = seen === 'no panel';
    const day = { at: this.at, gates, side: SIDES[seen], isWithoutPanel, covered: covered ?? null };
    const { state, verdicts } = advance(before, day, () => `alert-${this.told.length + 1}`);
    this.state = state;
    this.last = verdicts;
    for (const { kind, gate } of verdicts) if (gate === null) this.told.push(`${this.day} ${kind}`);
    this.day += 1;
  }
}

describe('persistence', () => {
  test('reports a change on the third evaluation in a row', () => {
    const follower = new Follower().see('drop', 2);
    assert.equal(follower.gateOf('visibility_drop'), 'not_persistent');
    assert.deepEqual(follower.see('drop').told, ['2 visibility_drop']);
  });

  test('a day without it begins the count again', () =>
    assert.deepEqual(new Follower().see('drop', 2).see('same').see('drop', 2).told, []));

  test('so does an inconclusive day', () =>
    assert.deepEqual(new Follower().see('drop', 2).see('unknown').see('drop', 2).told, []));

  test('evaluations a week apart are in a row, a day more is not', () => {
    const weekly = (gap: number) =>
      new Follower().see('drop').skip(gap).see('drop').skip(gap).see('drop').told.length;
    assert.deepEqual([weekly(6), weekly(7)], [1, 0]);
  });
});

test('two looks within half a day are one', () => {
  const follower = new Follower().see('drop', 2);
  follower.day -= 0.9;
  assert.deepEqual(follower.see('drop').told, []);
  assert.equal(follower.gateOf('visibility_drop'), 'not_persistent');
  assert.equal(follower.see('drop').told.length, 1);
});

describe('an episode', () => {
  test('reports its change once, however long it lasts', () => {
    const follower = new Follower().see('drop', 60);
    assert.deepEqual(follower.told, ['2 visibility_drop']);
    const listed = follower.last.find(({ kind }) => kind === 'visibility_drop');
    assert.deepEqual(listed, { kind: 'visibility_drop', gate: 'episode_open', alert: 'alert-1' });
  });

  test('keeps its original baseline', () => {
    const follower = new Follower().see('drop', 3);
    const found = windowsAt(START + 2 * DAY_MS).baseline;
    follower.see('drop', 40);
    const state = stateAt(follower.state, follower.at);
    assert.deepEqual(windowsFor(state, follower.at).baseline, found);
    assert.deepEqual(windowsFor(state, follower.at).current, windowsAt(follower.at).current);
  });

  test('closes when its change has been gone for three evaluations', () => {
    const follower = new Follower().see('drop', 3).see('same', 2);
    assert.equal(follower.state?.episode?.closedAt, null);
    follower.see('same');
    assert.equal(follower.state?.episode?.closedAt, START + 5 * DAY_MS);
  });

  test('stays open while the interval excludes zero, even below the points', () =>
    assert.equal(new Follower().see('drop', 3).see('slight drop', 10).state?.episode?.closedAt, null));

  test('does not close on inconclusive days, however many', () => {
    const follower = new Follower().see('drop', 3).see('unknown', 30);
    assert.equal(follower.state?.episode?.closedAt, null);
    assert.deepEqual(follower.see('drop', 10).told, ['2 visibility_drop']);
  });

  test('is given up after a week without its prompts', () => {
    assert.notEqual(new Follower().see('drop', 3).see('no panel', 6).state?.episode, null);
    assert.equal(new Follower().see('drop', 3).see('no panel', 7).state?.episode, null);
    assert.equal(
      new Follower().see('drop', 3).see('no panel', 6).see('drop').state?.episode?.withoutPanel,
      0,
    );
  });

  test('names its alert while it is open, whatever the gate', () => {
    const follower = new Follower().see('drop', 3).see('same');
    assert.deepEqual(pluck(follower.last, 'alert'), ['alert-1', 'alert-1', 'alert-1']);
    assert.deepEqual(pluck(follower.see('same', 2).last, 'alert'), [null, null, null]);
  });

  test('reports nothing in the week after it closed', () => {
    const follower = new Follower().see('drop', 3).see('same', 3).see('drop', 6);
    assert.deepEqual(follower.told, ['2 visibility_drop']);
    assert.equal(follower.gateOf('visibility_drop'), 'episode_open');
    assert.deepEqual(follower.see('drop').told, ['2 visibility_drop', '12 visibility_drop']);
  });

  test('its baseline stays until the ordinary one is entirely after it', () => {
    const follower = new Follower().see('drop', 3).see('same', 3);
    const closedAt = START + 5 * DAY_MS;
    const frozen = windowsAt(START + 2 * DAY_MS).baseline;
    const baselineAfter = (days: number) => {
      const at = closedAt + days * DAY_MS;
      return windowsFor(stateAt(follower.state, at), at).baseline;
    };
    assert.deepEqual(baselineAfter(34), frozen);
    assert.deepEqual(baselineAfter(35), windowsAt(closedAt + 35 * DAY_MS).baseline);
    assert.equal(baselineAfter(35).from, closedAt + 1);
  });

  test('lasts 90 days at most: then its change is the new normal', () => {
    const follower = new Follower().see('drop', 3).skip(88);
    assert.ok(stateAt(follower.state, START + 92 * DAY_MS).episode);
    assert.equal(stateAt(follower.state, START + 92 * DAY_MS + 1).episode, null);
  });

  test('evidence against its baseline does not count against the next one', () => {
    const follower = new Follower().see('drop', 93);
    assert.deepEqual(follower.told, ['2 visibility_drop']);
    assert.deepEqual(follower.see('drop', 2).told, ['2 visibility_drop']);
    assert.deepEqual(follower.see('drop').told, ['2 visibility_drop', '95 visibility_drop']);
  });

  test('ends in a change the other way, against the same baseline', () => {
    const follower = new Follower().see('drop', 3).see('rise', 3);
    assert.deepEqual(follower.told, ['2 visibility_drop']);
    follower.see('rise', 8);
    assert.deepEqual(follower.told, ['2 visibility_drop', '12 visibility_rise']);
    assert.deepEqual(follower.state?.episode?.baseline, windowsAt(START + 2 * DAY_MS).baseline);
  });
});

describe('a blackout', () => {
  test('is reported instead of the simultaneous drop', () => {
    const follower = new Follower().see('blackout', 3);
    assert.deepEqual(follower.told, ['2 engine_blackout']);
    assert.equal(follower.gateOf('visibility_drop'), 'episode_open');
  });

  test('covers the rest of the drop when it ends', () =>
    assert.deepEqual(new Follower().see('blackout', 3).see('drop', 20).told, ['2 engine_blackout']));

  test('holds back a drop while the blackout is being confirmed', () => {
    const follower = new Follower().see('drop', 2).see('blackout', 2);
    assert.deepEqual([follower.told, follower.gateOf('visibility_drop')], [[], 'not_persistent']);
    assert.deepEqual(follower.see('blackout').told, ['4 engine_blackout']);
  });

  test('that does not come lets the drop through', () =>
    assert.deepEqual(new Follower().see('drop', 2).see('blackout').see('drop').told, ['3 visibility_drop']));

  test('after a drop is reported as more than the drop', () => {
    const follower = new Follower().see('drop', 3).see('blackout', 10);
    assert.deepEqual(follower.told, ['2 visibility_drop', '5 engine_blackout']);
  });

  test('holds nothing back if the kind is off', () => {
    const kinds = ['visibility_drop', 'visibility_rise'] as const;
    assert.deepEqual(new Follower().see('blackout', 3, { kinds }).told, ['2 visibility_drop']);
  });
});

describe('a change that another alert covers', () => {
  test('is not reported, and names its alert', () => {
    const follower = new Follower().see('drop', 5, { covered: { alert: 'alr_blackout' } });
    assert.deepEqual(follower.told, []);
    assert.deepEqual(follower.last[1], {
      kind: 'visibility_drop',
      gate: 'episode_open',
      alert: 'alr_blackout',
    });
  });

  test('is reported if it persists after that', () => {
    const follower = new Follower().see('drop', 5, { covered: { alert: null } });
    assert.equal(follower.gateOf('visibility_drop'), 'not_persistent');
    assert.deepEqual(follower.see('drop').told, ['5 visibility_drop']);
  });
});

test('without a change, there is no state to store', () => {
  const follower = new Follower().see('same', 3);
  assert.ok(follower.state && isIdle(follower.state));
  assert.ok(!isIdle(follower.see('drop').state ?? assert.fail()));
});
