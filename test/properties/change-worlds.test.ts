import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { House } from '../support/change-doors.ts';
import { factsOf, faultsOf, WINDOWS } from '../support/change-faults.ts';
import type { ChangeRow, Facts } from '../support/change-sentences.ts';
import { dayBack, FELL_SHARES, liveThrough, WORLDS, type World } from '../support/change-worlds.ts';
import { effort } from '../support/effort.ts';
import { type OwnDashboard, ownDashboard } from '../support/sample-dashboard.ts';

/** A likely start may miss the true one by a day or two. */
const TOLERANCE = 2;

interface Lived {
  readonly world: World;
  readonly market: string | undefined;
  readonly facts: Facts;
}

describe('what is said of a change', () => {
  let own: OwnDashboard;
  let house: House;
  const lived: Lived[] = [];

  before(async () => {
    own = await ownDashboard();
    const key = await liveThrough(own.store, own.clock, effort(1, 7));
    house = { ...own, key, visitor: await own.dashboard.signedIn('editor') };
    for (const world of WORLDS)
      for (const market of world.markets ?? [undefined])
        lived.push({
          world,
          market,
          facts: {
            ...(await factsOf(house, world.brand, market)),
            isShort: world.isShort,
            silent: world.silent,
            elsewhere: (world.markets ?? []).flatMap((name) => {
              const holding = world.changes.filter(
                (each) => each.market === name && each.state === 'holds',
              ).length;
              return name === market || holding === 0 ? [] : [{ market: name, holding }];
            }),
          },
        });
  });
  after(() => own.close());

  test('/changes has each true change, and no other', () => {
    for (const { world, market, facts } of lived) {
      const truth = world.changes.filter((each) => each.market === market);
      const told = ({
        engine,
        measure,
        direction,
        state,
      }: Pick<ChangeRow, 'engine' | 'measure' | 'direction' | 'state'>) => ({
        engine,
        measure,
        direction,
        state,
      });
      assert.deepEqual(facts.changes.map(told), truth.map(told), world.brand);
      for (const [place, { began, step, shares, measure }] of truth.entries()) {
        const { likely_start: start, last_step: last, before, since } = facts.changes[place] as ChangeRow;
        const isAbout = (days: typeof start, day: number) =>
          days !== null && days.from <= dayBack(day - TOLERANCE) && days.until >= dayBack(day + TOLERANCE);
        assert.ok(isAbout(start, began), world.brand);
        assert.ok(step === undefined ? last === null : isAbout(last ?? null, step), world.brand);
        for (const [index, side] of (measure === 'visibility' ? [before, since] : []).entries()) {
          const truth = (shares ?? FELL_SHARES)[index] ?? 0;
          assert.ok(Math.abs((side.rate ?? 0) - truth) < 0.06, `${world.brand}: ${side.rate}, not ${truth}`);
        }
      }
    }
  });

  test('is true, and the same at every door', async () => {
    const faults: string[] = [];
    for (const each of lived)
      for (const window of WINDOWS) faults.push(...(await faultsOf(house, each, window)));
    assert.deepEqual(faults, []);
  });
});
