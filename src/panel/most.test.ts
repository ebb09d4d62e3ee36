import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY_MS } from '../domain/time/period.ts';
import { countTopGroups } from './most.ts';
import { PanelNames } from './names.ts';
import { EVERY_ANSWER, type Panel, type Segment, type Sums } from './panel.ts';
import { KIND_OF, PACKED_OF } from './segment.ts';

const ROW = {
  id: 1,
  at: 0,
  prompt: 1,
  engine: 'claude',
  model: null,
  market: 1,
  reading: '',
  isEmpty: false,
  searchesKnown: true,
  looked: [],
  mentions: [],
  cited: [],
  searched: [],
  said: [],
};

/** Groups with two counts each. A segment has some in any order. */
type Groups = readonly (readonly [group: number, one: number, other: number])[];

const groupsOf = (count: fc.Arbitrary<number>) =>
  fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9999 }), count, fc.nat(3)), {
    minLength: 1200,
    maxLength: 1800,
    selector: ([group]) => group,
  });

/** Few groups with many answers, many with few; or all equal, so that none can be omitted. */
const DISTRIBUTIONS = {
  steep: fc.double({ min: 0.001, max: 1, noNaN: true }).map((part) => 1 + Math.floor(1 / part)),
  flat: fc.integer({ min: 1, max: 3 }),
};

function sumsOf(groups: Groups): Sums {
  return {
    groups: Uint32Array.from(groups, ([group]) => group),
    counts: Uint32Array.from(groups.flatMap(([, one, other]) => [one, other])),
  };
}

/** A panel with one-answer segments, all at one instant, and a counter that gives these sums. */
function panelOf(segments: readonly Groups[]) {
  const names = new PanelNames();
  const made = segments.map((groups) => ({
    groups,
    data: { mentions: KIND_OF.mentions(PACKED_OF.mentions([ROW]), names) },
    kept: new Map<string, Sums>(),
  }));
  const panel: Panel = {
    names,
    self: 1,
    competitors: [],
    breathe: async () => {},
    segments: async function* () {
      for (const { kept, data } of made) {
        yield {
          days: { from: 0, to: DAY_MS },
          version: 'the only one',
          cachedSums: kept,
          read: async () => data,
        } satisfies Segment<'mentions'> as never;
      }
    },
  };
  const sums = ({ data }: { data: object }) => sumsOf(made.find((each) => each.data === data)?.groups ?? []);
  return { panel, counting: { name: 'test', kinds: ['mentions'] as const, width: 2, sums } };
}

/** Every group's counts over all segments. */
function addedUp(segments: readonly Groups[]) {
  const totals = new Map<number, { group: number; one: number; other: number }>();
  for (const [group, one, other] of segments.flat()) {
    const known = totals.get(group) ?? { group, one: 0, other: 0 };
    totals.set(group, { group, one: known.one + one, other: known.other + other });
  }
  return [...totals.values()].sort((a, b) => b.one + b.other - a.one - a.other || a.group - b.group);
}

for (const [name, count] of Object.entries(DISTRIBUTIONS)) {
  test(`${name}: the groups with the most answers are the first of all groups, with all ties`, async () => {
    const segments = fc.array(groupsOf(count), { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(segments, fc.integer({ min: 1, max: 300 }), async (given, limit) => {
      const { panel, counting } = panelOf(given);
      const all = addedUp(given);
      const last = all[limit - 1] ?? assert.fail();
      const expected = all.filter(({ one, other }) => one + other >= last.one + last.other);
      // Whole segments are cached, so the second time reads the first one's cache.
      for (let time = 0; time < 2; time++) {
        const answers = { panel, period: { from: 0, to: DAY_MS }, only: EVERY_ANSWER };
        const rows = await countTopGroups(answers, counting, limit, (group, countOf) => ({
          group,
          one: countOf(0),
          other: countOf(1),
        }));
        const sorted = rows.toSorted((a, b) => b.one + b.other - a.one - a.other || a.group - b.group);
        assert.deepEqual(sorted, expected);
      }
    });
    await fc.assert(property, { numRuns: 20, endOnFailure: true });
  });
}

test('there are fewer groups than requested, or none', async () => {
  const period = { from: 0, to: 1 };
  for (const given of [[[[3, 1, 0] as const], [[3, 1, 1] as const]], [[]], []]) {
    const { panel, counting } = panelOf(given);
    const answers = { panel, period, only: EVERY_ANSWER };
    const rows = await countTopGroups(answers, counting, 5, (group, count) => [group, count(0), count(1)]);
    assert.deepEqual(
      rows,
      addedUp(given).map(({ group, one, other }) => [group, one, other]),
    );
  }
});
