import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FAR_TO, repeatPeriod } from '../../src/domain/answers/repeats.ts';
import { DAY_MS, dayOf } from '../../src/domain/time/period.ts';
import { countRepeats } from '../../src/panel/counts/spreads/repeats.ts';
import { NAMED, type PanelRow } from '../../src/panel/row.ts';
import { effort } from '../support/effort.ts';
import { panelOfRows } from '../support/panel-of-rows.ts';

const [SELF, OTHER] = [2, 5];
const BEFORE = 20_000 * DAY_MS + 12_345;
const PERIOD = repeatPeriod(BEFORE);

/** Often a few days apart, and on both sides of the period's ends. */
const at = fc
  .tuple(
    fc.oneof(fc.integer({ min: -1, max: 91 }), fc.integer({ min: 40, max: 50 })),
    fc.constantFrom(0, 1, DAY_MS - 1),
  )
  .map(([day, ms]) => PERIOD.from + day * DAY_MS + ms);

const row = fc.record({
  at,
  prompt: fc.integer({ min: 1, max: 2 }),
  engine: fc.constantFrom('chatgpt', 'claude'),
  model: fc.constantFrom(null, 'one'),
  market: fc.integer({ min: 1, max: 2 }),
  looked: fc.constantFrom([SELF], [SELF, OTHER], [OTHER]),
  named: fc.subarray([SELF, OTHER]),
});

const rows = fc.array(row, { minLength: 1, maxLength: 50 }).map((all) =>
  all.map(
    ({ named, ...each }, index): PanelRow => ({
      ...each,
      id: index + 1,
      reading: 'one',
      isEmpty: false,
      searchesKnown: false,
      isImported: false,
      cited: [],
      searched: [],
      said: [],
      before: null,
      judged: null,
      mentions: named.filter((id) => each.looked.includes(id)).map((id) => [id, NAMED, 0, 1] as const),
    }),
  ),
);

/** Whole days in the period without pairs. */
const breaks = fc
  .array(fc.tuple(fc.integer({ min: 30, max: 60 }), fc.integer({ min: 0, max: 8 })), { maxLength: 2 })
  .map((some) =>
    some.map(([day, days]) => ({
      from: PERIOD.from + day * DAY_MS,
      to: PERIOD.from + (day + days) * DAY_MS,
    })),
  );

/** Pair by pair, from the definition. */
function pairByPair(
  all: readonly PanelRow[],
  tracked: number,
  apart: readonly { from: number; to: number }[],
) {
  const isWithin = ({ from, to }: { from: number; to: number }, time: number) => from <= time && time < to;
  const own = all.filter(
    (each) =>
      each.looked.includes(tracked) &&
      isWithin(PERIOD, each.at) &&
      !apart.some((stretch) => isWithin(stretch, each.at)),
  );
  const [pairs, disagreements] = [new Array(FAR_TO + 1).fill(0), new Array(FAR_TO + 1).fill(0)];
  const isNamed = ({ mentions }: PanelRow) => mentions.some(([id]) => id === tracked);
  const partOf = (time: number) => apart.filter(({ to }) => to <= time).length;
  own.forEach((one, index) => {
    for (const other of own.slice(index + 1)) {
      const distance = Math.abs(dayOf(one.at) - dayOf(other.at));
      const isOneCell = one.prompt === other.prompt && one.market === other.market;
      if (!isOneCell || distance > FAR_TO || partOf(one.at) !== partOf(other.at)) continue;
      pairs[distance] += 1;
      if (isNamed(one) !== isNamed(other)) disagreements[distance] += 1;
    }
  });
  const days = own.map((each) => dayOf(each.at));
  return { answers: own.length, days: Math.max(...days) - Math.min(...days) + 1, pairs, disagreements };
}

test('property: counts pairs of answers to one prompt by distance, as pair by pair', async () =>
  await fc.assert(
    fc.asyncProperty(rows, breaks, fc.subarray([20, 45, 70]), async (all, apart, ends) => {
      const panel = panelOfRows(
        all,
        ends.map((day) => dayOf(PERIOD.from) + day),
        { self: SELF, competitors: [OTHER] },
      );
      const counted = await countRepeats(
        { panel, period: PERIOD, markets: undefined },
        [SELF, OTHER],
        (engine) => (engine === 'claude' ? apart : []),
      );
      for (const engine of ['chatgpt', 'claude']) {
        for (const trackedId of [SELF, OTHER]) {
          const found = counted.find((each) => each.engine === engine && each.trackedId === trackedId);
          const own = all.filter((each) => each.engine === engine);
          const expected = pairByPair(own, trackedId, engine === 'claude' ? apart : []);
          if (expected.answers === 0) assert.equal(found, undefined);
          else assert.deepEqual(found, { engine, trackedId, ...expected });
        }
      }
    }),
    { numRuns: effort(100, 3000) },
  ));
