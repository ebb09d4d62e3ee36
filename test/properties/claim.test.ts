import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { CLAIM_MEASURES, type ClaimMeasure } from '../../src/domain/alerts/claim.ts';
import { pointsOf } from '../../src/domain/figures/points.ts';
import { type ClaimRecord, claim } from '../../src/reports/claims/claim.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { newcombe, newcombePaired } from '../../src/stats/rates/intervals.ts';
import { listSegments } from '../../src/storage/panel/tables.ts';
import { effort } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { randomAnswer, randomBrand } from '../support/random-answers.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { DAY_MS, HOUR_MS, iso, NOW } from '../support/world.ts';

/** /claim against a straightforward count over raw rows. */

const BRANDS = ['Acme', 'Bolt', 'Cargo'];

/** Around the ends of 7-day and 28-day windows, and anywhere in and before them. */
const times = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 7, 14, 35), fc.constantFrom(0, 1))
    .map(([days, late]) => NOW - days * DAY_MS + late - 1),
  fc.integer({ min: 0, max: 40 * 24 }).map((hours) => NOW - hours * HOUR_MS),
);

const worlds = fc.record({
  all: fc.array(randomAnswer(times, BRANDS), { minLength: 20, maxLength: 90 }),
  /** Cargo was not tracked in these. */
  some: fc.oneof(fc.constant([]), fc.array(randomAnswer(times, ['Acme', 'Bolt']), { maxLength: 20 })),
});

const queries = fc.record({
  measured: fc.oneof(
    fc.constantFrom(...CLAIM_MEASURES).map((measure) => ({ measure })),
    fc.constantFrom('1', '2', '4').map((top) => ({ measure: 'listed', top }) as const),
  ),
  about: fc.constantFrom('self', 'Bolt', 'Cargo'),
  form: fc.oneof(
    fc.constant({}),
    fc.constantFrom('self', 'Bolt', 'Cargo').map((versus) => ({ versus })),
    fc.constant({ direction: 'at_least', size: '3' }),
    fc.constant({ from: iso(NOW - 14 * DAY_MS), until: iso(NOW - 2 * DAY_MS) }),
    fc.constant({ from: iso(NOW - 7 * DAY_MS), baseline_from: iso(NOW - 35 * DAY_MS) }),
  ),
});

const CHANGE: {
  measured: { measure: ClaimMeasure; top?: string };
  about: string;
  form: Record<string, string>;
} = {
  measured: { measure: 'named' },
  about: 'self',
  form: { from: iso(NOW - 14 * DAY_MS), baseline_from: iso(NOW - 35 * DAY_MS) },
};

interface Heard {
  readonly mentioned: number;
  readonly cited: number;
  readonly rank: number | null;
  readonly framing: string | null;
}

interface Raw {
  readonly engine: string;
  readonly prompt: number;
  readonly at: number;
  readonly heard: ReadonlyMap<string, Heard>;
}

async function rawOf(store: TestStore, brandName: string): Promise<Raw[]> {
  const { answers, mentions, tracked_brands: tracked, brands } = await contentsOf(store.main);
  const brandId = brands.find((row) => row.public_id === brandName)?.id;
  const own = <Row extends { brand_id?: unknown }>(rows: readonly Row[]) =>
    rows.filter((row) => row.brand_id === brandId);
  const names = new Map(own(tracked).map((row) => [row.id, row.role === 'self' ? 'Acme' : String(row.name)]));
  const byAnswer = Map.groupBy(own(mentions), (row) => row.answer_id);
  return own(answers).map((row) => ({
    engine: String(row.engine),
    prompt: Number(row.prompt_id),
    at: Number(row.collected_at),
    heard: new Map(
      byAnswer.get(row.id)?.map((each) => [
        names.get(each.tracked_id) ?? '',
        {
          mentioned: Number(each.mentioned),
          cited: Number(each.cited),
          rank: each.rank as number | null,
          framing: each.framing as string | null,
        },
      ]),
    ),
  }));
}

/** Whether an answer is an event for a measure and some brand. */
const EVENTS: Readonly<Record<ClaimMeasure, (heard: Heard, top: number) => boolean>> = {
  named: ({ mentioned }) => mentioned === 1,
  cited: ({ cited }) => cited === 1,
  recommended: ({ framing }) => framing === 'recommended',
  recommended_of_judged: ({ framing }) => framing === 'recommended',
  listed: ({ rank }, top) => rank !== null && rank <= top,
};

/** One side of a row, counted answer by answer. */
function sideOf(raw: readonly Raw[], row: ClaimRecord, side: ClaimRecord['first']) {
  const nameOf = (each: ClaimRecord['first']) => (each.role === 'self' ? 'Acme' : each.brand);
  const name = nameOf(side);
  const other = row.second === null ? null : side === row.first ? row.second : row.first;
  const isPair = other !== null && other.from === side.from;
  const looked = isPair ? [name, nameOf(other as ClaimRecord['first'])] : [name];
  const within = ({ from, until }: ClaimRecord['first']) =>
    raw.filter(
      ({ engine, at, heard }) =>
        engine === row.engine &&
        at >= Date.parse(from) &&
        at <= Date.parse(until) &&
        looked.every((each) => heard.has(each)),
    );
  const isShared = (prompt: number) =>
    other === null || isPair || within(other).some((each) => each.prompt === prompt);
  const answers = within(side).filter(({ prompt }) => isShared(prompt));
  const questions = new Set(answers.map(({ prompt }) => prompt)).size;
  const { measure } = row;
  const rival = isPair ? nameOf(other as ClaimRecord['first']) : null;
  const both = answers.map(({ heard }) => ({
    mine: heard.get(name) as Heard,
    theirs: rival === null ? null : (heard.get(rival) as Heard),
  }));
  const isOfJudged = measure === 'recommended_of_judged';
  const trials = both.filter(
    ({ mine, theirs }) => !isOfJudged || (mine.framing !== null && theirs?.framing !== null),
  );
  const isEvent = (heard: Heard | null) =>
    heard !== null && EVENTS[measure](heard, row.top ?? Number.POSITIVE_INFINITY);
  const events = trials.filter(({ mine }) => isEvent(mine));
  const many = (is: (mine: boolean, theirs: boolean) => boolean) =>
    trials.filter(({ mine, theirs }) => is(isEvent(mine), isEvent(theirs))).length;
  return {
    questions,
    present: events.length,
    responses: trials.length,
    answers_looked_for: answers.length,
    ...(rival === null
      ? {}
      : {
          pair: {
            both: many((mine, theirs) => mine && theirs),
            onlyFirst: many((mine, theirs) => mine && !theirs),
            onlySecond: many((mine, theirs) => !mine && theirs),
            neither: many((mine, theirs) => !mine && !theirs),
          },
        }),
  };
}

const points = ({ lower, upper }: { lower: number; upper: number }) => [pointsOf(lower), pointsOf(upper)];

onReusedStore('/claim against raw rows', (fresh, kind) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  /** Packs the days before one. Returns whether segments then contain answers. */
  async function pack(name: string, day: number): Promise<boolean> {
    const { id } = await store.main
      .selectFrom('brands')
      .select('id')
      .where('public_id', '=', name)
      .executeTakeFirstOrThrow();
    await packExactly(store.main, id, day);
    return (await listSegments(store.main, id)).length > 0;
  }

  test("property: every side equals its answers' sum, and the difference is between the sides", async () => {
    let [compared, inSegments] = [0, 0];
    const property = fc.asyncProperty(
      worlds,
      fc.array(queries, { minLength: 6, maxLength: 10 }),
      anyPackedDay,
      async (world, asked, day) => {
        const brand = await randomBrand(store, world);
        inSegments += (await pack(brand, day)) ? 1 : 0;
        const raw = await rawOf(store, brand);
        const caller = await operatorCaller(store.main, { brand }, NOW);
        for (const { measured, about, form } of [CHANGE, ...asked]) {
          if ('versus' in form && form.versus === about) continue;
          const { data } = await runReport(store.main, NOW, caller, claim, {
            brand,
            ...measured,
            about,
            ...form,
          });
          for (const row of data as readonly ClaimRecord[]) {
            const what = JSON.stringify({ form, row });
            const sides = [row.first, ...(row.second === null ? [] : [row.second])].map((side) => ({
              side,
              expected: sideOf(raw, row, side),
            }));
            for (const { side, expected } of sides) {
              const { pair: _, questions, ...counts } = expected as { pair?: object; questions: number };
              assert.equal(row.questions, questions, what);
              for (const [name, value] of Object.entries(counts)) {
                assert.equal(side[name as keyof typeof side], value, `${name} of ${what}`);
              }
            }
            if (row.difference === null) continue;
            const [first, second] = sides.map(({ expected }) => ({
              events: expected.present,
              trials: expected.responses,
            }));
            assert.ok(first && second);
            const { pair } = (sides[0]?.expected ?? {}) as { pair?: Parameters<typeof newcombePaired>[0] };
            const interval = pair ? newcombePaired(pair) : newcombe(first, second);
            assert.deepEqual([row.difference.lower, row.difference.upper], points(interval), what);
            compared += 1;
          }
        }
      },
    );
    await assertWithFixedCase(property, { seed: 4, numRuns: effort(4, 100) });
    // PostgreSQL runs too few cases to have every kind.
    if (kind === 'postgres') return;
    assert.ok(compared > 0, 'some rows had a difference');
    assert.ok(inSegments > 0, 'some rows came from segments');
  });
});
