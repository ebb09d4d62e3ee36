import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { instead } from '../../src/reports/brands/instead.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { runsOn } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW, newBrand, pipelineOn } from '../support/world.ts';

const RIVALS = ['Bolt', 'Cargo'];
const ENGINES = ENGINE_SLUGS.slice(0, 2);

/** A generated answer: the brands it names, and the brands not tracked in it. */
interface Generated {
  readonly engine: string;
  readonly prompt: number;
  readonly at: number;
  readonly names: readonly string[];
  readonly unknown: string | null;
  readonly failed: boolean;
}

/** On the edges of days, weeks, and windows, and anywhere; mostly in the last three weeks. */
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 40 }), fc.constantFrom(-1, 0))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc
    .tuple(fc.constantFrom(1, 7, 30), fc.constantFrom(0, 1))
    .map(([days, after]) => NOW - days * DAY_MS + after),
  fc.integer({ min: NOW - 20 * DAY_MS, max: NOW }),
);

const seldom = (of: number) => fc.integer({ min: 1, max: of }).map((roll) => roll === 1);

const answer: fc.Arbitrary<Generated> = fc.record({
  engine: fc.constantFrom(...ENGINES),
  prompt: fc.integer({ min: 0, max: 6 }),
  at: times,
  names: fc.subarray(['Acme', ...RIVALS]),
  unknown: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, fc.constantFrom('Acme', ...RIVALS)),
  failed: seldom(12),
});

const ofOneWeek = answer.map(
  (row): Generated => ({ ...row, engine: 'chatgpt', at: NOW - (row.at % DAY_MS) }),
);

/** A few anywhere; or many from one engine in one week, enough for a difference. */
const answers = fc.oneof(
  fc.array(answer, { minLength: 1, maxLength: 40 }),
  fc.array(ofOneWeek, { minLength: 100, maxLength: 150 }),
);

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 30), fc.integer({ min: 1, max: 60 })),
  until: fc.oneof(fc.constant(NOW), times),
  engine: fc.option(fc.constantFrom(...ENGINES)),
});

interface Asked {
  readonly days: number;
  readonly until: number;
  readonly engine: string | null;
}

/** Weeks begin on Monday; day 4 of the epoch was a Monday. */
const weekOf = ({ at }: Generated) => Math.floor((Math.floor(at / DAY_MS) - 4) / 7);
const naming = (rows: readonly Generated[], name: string) =>
  rows.filter(({ names }) => names.includes(name)).length;
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** The answers that count, in collection order. */
function counted(generated: readonly Generated[], { days, until, engine }: Asked): Generated[] {
  return generated
    .filter(({ at }) => at > until - days * DAY_MS && at <= until)
    .filter(({ failed, unknown }) => !failed && unknown === null)
    .filter((row) => engine === null || row.engine === engine)
    .toSorted((one, other) => one.at - other.at);
}

/** A row in `competitors`: its counts, and with enough answers the difference, by its formula. */
function expectedReplacement(rows: readonly Generated[], rival: string) {
  const strata = [...Map.groupBy(rows, (row) => `${row.prompt} ${weekOf(row)}`).values()].flatMap((all) => {
    const [absent, present] = [true, false].map((is) =>
      all.filter(({ names }) => !names.includes('Acme') === is),
    ) as [Generated[], Generated[]];
    return absent.length === 0 || present.length === 0 ? [] : [{ absent, present, question: all[0]?.prompt }];
  });
  const [without, beside] = [
    strata.flatMap(({ absent }) => absent),
    strata.flatMap(({ present }) => present),
  ];
  const weights = strata.map(({ absent: { length: m }, present: { length: k } }) => (m * k) / (m + k));
  const differences = strata.map(
    ({ absent, present }) => naming(absent, rival) / absent.length - naming(present, rival) / present.length,
  );
  const groups = new Set(strata.map(({ question }) => question)).size;
  const isTold = groups >= 5 && Math.min(without.length, beside.length) >= 30;
  return {
    counts: {
      questions: groups,
      answers_without_you: without.length,
      named_without_you: naming(without, rival),
      answers_with_you: beside.length,
      named_with_you: naming(beside, rival),
    },
    points: isTold
      ? (100 * sum(differences.map((each, at) => each * (weights[at] ?? 0)))) / sum(weights)
      : null,
  };
}

/** A row in `engines`, from all pairs of consecutive answers to one question. */
function expectedStability(rows: readonly Generated[]) {
  const pairs = [...Map.groupBy(rows, ({ prompt }) => prompt)].flatMap(([prompt, own]) =>
    own.slice(1).map((after, place) => {
      const [one, other] = [new Set(own[place]?.names), new Set(after.names)];
      return { prompt, both: one.intersection(other).size, either: one.union(other).size };
    }),
  );
  const naming = pairs.filter(({ either }) => either > 0);
  const groups = new Set(naming.map(({ prompt }) => prompt)).size;
  const isTold = groups >= 5 && naming.length >= 30;
  return {
    counts: { pairs: naming.length, pairs_naming_nobody: pairs.length - naming.length, questions: groups },
    similarity: isTold ? sum(naming.map(({ both, either }) => both / either)) / naming.length : null,
  };
}

onEveryStore('/instead against raw answers', (fresh, kind) => {
  let store: TestStore;
  let told = 0;

  before(async () => {
    store = await fresh();
  });

  async function stored(generated: readonly Generated[]): Promise<string> {
    const id = await newBrand(store);
    const { bad_lines } = await pipelineOn(store).importLines(
      generated.map(({ engine, prompt, at, names, unknown, failed }, index) => ({
        brand: id,
        engine,
        prompt: `prompt ${prompt}`,
        collected_at: iso(at),
        external_id: String(index),
        ...(failed ? { outcome: 'timeout' } : {}),
        mentions: ['Acme', ...RIVALS].map((brand) => ({
          brand,
          mentioned: brand === unknown ? null : names.includes(brand),
        })),
      })),
    );
    assert.equal(bad_lines, 0);
    return id;
  }

  async function dataOf(brand: string, { days, until, engine }: Asked) {
    const caller = await operatorCaller(store.main, { brand }, NOW);
    const query = { brand, days: String(days), until: iso(until), ...(engine && { engine }) };
    return (await runReport(store.main, NOW, caller, instead, query)).data;
  }

  async function check(brand: string, generated: readonly Generated[], asked: Asked): Promise<void> {
    const data = await dataOf(brand, asked);
    const rows = counted(generated, asked);
    const byEngine = ENGINES.map((engine) => ({ engine, own: rows.filter((row) => row.engine === engine) }));
    const answering = byEngine.filter(({ own }) => own.length > 0);
    assert.deepEqual(
      data.competitors.map(({ engine, competitor }) => [engine, competitor]),
      answering.flatMap(({ engine }) => RIVALS.map((rival) => [engine, rival])),
    );
    for (const { engine, competitor, difference, engine_name: _, ...counts } of data.competitors) {
      const expected = expectedReplacement(
        rows.filter((row) => row.engine === engine),
        competitor,
      );
      assert.deepEqual(counts, expected.counts);
      assert.equal(difference === null, expected.points === null);
      if (difference === null || expected.points === null) continue;
      told += 1;
      assert.ok(Math.abs(difference.points - expected.points) < 0.0051, `${difference.points}`);
      assert.ok(difference.lower <= difference.points && difference.points <= difference.upper);
    }
    assert.deepEqual(
      data.engines.map(({ engine }) => engine),
      answering.map(({ engine }) => engine),
    );
    for (const { engine, engine_name: _, similarity, interval, ...counts } of data.engines) {
      const expected = expectedStability(rows.filter((row) => row.engine === engine));
      assert.deepEqual(counts, expected.counts);
      assert.equal(similarity === null, expected.similarity === null);
      if (similarity === null || interval === null || expected.similarity === null) continue;
      assert.ok(Math.abs(similarity - expected.similarity) < 0.00051, `${similarity}`);
      assert.ok(0 <= interval.lower && interval.lower <= similarity && similarity <= interval.upper);
      assert.ok(interval.upper <= 1);
    }
  }

  test('agrees with a straightforward count, for any data, window, and engine', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(questions, { minLength: 2, maxLength: 4 }),
      async (generated, asked) => {
        const brand = await stored(generated);
        await check(brand, generated, { days: 60, until: NOW, engine: null });
        for (const each of asked) await check(brand, generated, each);
      },
    );
    await assertWithFixedCase(property, { seed: 1, numRuns: runsOn(kind, 24, 200) });
    assert.ok(told > 0, 'some rows had enough answers for a difference');
  });
});
