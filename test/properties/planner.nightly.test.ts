import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { planner } from '../../src/reports/planner/planner.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { runsOn } from '../support/effort.ts';
import { pluck } from '../support/pluck.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW, newBrand, pipelineOn } from '../support/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
type Row = any;

const BRANDS = ['Acme', 'Bolt', 'Cargo'] as const;
const ENGINES = ['chatgpt', 'claude', 'gemini'];
const ASKED = ['chatgpt', 'claude'];
const PROMPTS = ['one', 'two', 'three', 'four', 'five'];

interface Generated {
  readonly engine: string;
  readonly prompt: string;
  readonly at: number;
  readonly failed: boolean;
  readonly named: readonly boolean[];
  readonly rank: number | null;
  readonly negative: boolean | null;
  readonly cites: boolean;
  readonly micros: number | null;
}

/** On the edges of 28-day and 90-day windows, and anywhere. */
const times = fc.oneof(
  fc.constantFrom(28, 90).chain((days) => fc.constantFrom(0, 1).map((late) => NOW - days * DAY_MS + late)),
  fc.integer({ min: NOW - 30 * DAY_MS, max: NOW }),
  fc.integer({ min: NOW - 95 * DAY_MS, max: NOW }),
);

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    prompt: fc.constantFrom(...PROMPTS),
    at: times,
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    named: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    rank: fc.constantFrom(null, 1, 2),
    negative: fc.constantFrom(null, true, false),
    cites: fc.boolean(),
    micros: fc.constantFrom(null, 400, 1600),
  }),
  { minLength: 1, maxLength: 240, size: 'max' },
);

const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
const count = (rows: readonly Generated[], is: (row: Generated) => boolean) => rows.filter(is).length;
const thousandths = (value: number) => Math.round(1000 * value) / 1000;
const shareOf = (part: number, whole: number) =>
  whole < 5 ? null : Math.floor((2000 * part + whole) / (2 * whole)) / 1000;

function answered(rows: readonly Generated[], days: number, engine?: string): Generated[] {
  return rows.filter(
    (row) =>
      !row.failed && row.at > NOW - days * DAY_MS && row.at <= NOW && (engine ?? row.engine) === row.engine,
  );
}

/** Each prompt's events and trials, in prompt order. */
function byPrompt(
  rows: readonly Generated[],
  event: (row: Generated) => boolean,
  trial: (row: Generated) => boolean = () => true,
) {
  return PROMPTS.map((prompt) => {
    const own = rows.filter((row) => row.prompt === prompt && trial(row));
    return { events: count(own, event), trials: own.length };
  });
}

/** The variance within prompts and between all answers, from sums of squares: another way to correlation. */
function correlation(prompts: readonly { events: number; trials: number }[]): number | null {
  const asked = prompts.filter(({ trials }) => trials > 0);
  const values = asked.map(({ events, trials }) =>
    Array.from({ length: trials }, (_, at) => (at < events ? 1 : 0)),
  );
  const all = values.flat();
  const mean = sum(all) / all.length;
  const spare = all.length - asked.length;
  if (spare === 0 || mean === 0 || mean === 1) return null;
  const within = sum(
    values.map((own) => {
      const middle = sum(own) / own.length;
      return sum(own.map((each) => (each - middle) ** 2));
    }),
  );
  return thousandths(Math.min(1, Math.max(0, 1 - within / spare / (mean * (1 - mean)))));
}

const KINDS = [
  'visibility_drop',
  'visibility_rise',
  'cited_not_named',
  'negative_framing',
  'competitor_overtook',
];

const isNamed = (brand: number) => (row: Generated) => row.named[brand] === true;

function trialsOf(kind: string, rows: readonly Generated[]) {
  const [self, bolt] = [isNamed(0), isNamed(1)];
  switch (kind) {
    case 'cited_not_named':
      return byPrompt(rows, (row) => row.cites && !self(row));
    case 'negative_framing':
      return byPrompt(rows, (row) => row.negative === true, (row) => self(row) && row.negative !== null); // biome-ignore format: one line
    case 'competitor_overtook':
      // Acme has the answer's position, and Bolt the first one.
      return byPrompt(
        rows,
        (row) => bolt(row) && (!self(row) || (row.rank !== null && row.rank > 1)),
        (row) => self(row) || bolt(row),
      );
    default:
      return byPrompt(rows, self);
  }
}

function expectedChanges(rows: readonly Generated[]) {
  return ENGINES.flatMap((engine) => {
    const own = answered(rows, 28, engine);
    if (own.length === 0 && !ASKED.includes(engine)) return [];
    const first = Math.min(NOW, ...own.map(({ at }) => at));
    const days = Math.max(1, Math.ceil((NOW + 1 - first) / DAY_MS));
    return KINDS.map((kind) => {
      const prompts = trialsOf(kind, own);
      const [present, responses] = [
        sum(prompts.map(({ events }) => events)),
        sum(prompts.map(({ trials }) => trials)),
      ];
      return {
        engine,
        kind,
        present,
        responses,
        rate: shareOf(present, responses),
        answers_per_day: Math.round((10 * responses) / days) / 10,
        correlation: correlation(prompts),
      };
    });
  });
}

/** A correlation halfway between two thousandths may round either way, depending on the order of addition. */
function assertChanges(found: readonly Row[], expected: ReturnType<typeof expectedChanges>): void {
  const picked = found.map(({ engine, kind, present, responses, rate, answers_per_day }) => ({
    engine,
    kind,
    present,
    responses,
    rate,
    answers_per_day,
  }));
  assert.deepEqual(
    picked,
    expected.map(({ correlation: _, ...rest }) => rest),
  );
  for (const [index, { correlation: own }] of expected.entries()) {
    const { correlation: given } = found[index];
    if (own === null || given === null) assert.equal(given, own);
    else assert.ok(Math.abs(given - own) <= 0.001 + 1e-9, `${given}, ${own}`);
  }
}

/** The newest 100 answers with a cost on an engine, however old. */
function expectedPrice(rows: readonly Generated[], engine: string) {
  const told = rows
    .filter((row) => !row.failed && row.engine === engine)
    .sort((a, b) => b.at - a.at)
    .slice(0, 100)
    .flatMap(({ micros }) => micros ?? []);
  if (told.length > 0) return [Math.round(sum(told) / told.length) / 1e6, 'collections'];
  return engine === 'claude' ? [0.02, 'settings'] : [null, null];
}

/** Checks the price of all questions for 30 days, and its source. */
function assertBilled(meta: Row, rows: readonly Generated[]): void {
  const prices = ASKED.map((engine) => expectedPrice(rows, engine));
  const sources = new Set(prices.map(([, source]) => source));
  if (sources.has(null)) {
    assert.deepEqual([meta.usd_per_month, meta.cost_source], [null, null]);
    return;
  }
  const [first] = sources;
  assert.equal(meta.cost_source, sources.size > 1 ? 'both' : first);
  const bill = 30 * PROMPTS.length * sum(prices.map(([price]) => Number(price)));
  assert.ok(Math.abs(meta.usd_per_month - bill) < 1e-3, `${meta.usd_per_month}, ${bill}`);
}

onEveryStore('/planner against raw answers', (fresh, kind) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  async function stored(generated: readonly Generated[]): Promise<string> {
    const id = await newBrand(store, { engines: ASKED, prompts: PROMPTS });
    const { importLines } = pipelineOn(store);
    const lines = generated.map(({ engine, prompt, at, failed, named, rank, negative, cites }, index) => ({
      brand: id,
      engine,
      prompt,
      external_id: String(index),
      collected_at: iso(at),
      ...(failed ? { outcome: 'timeout' } : { answer: 'text' }),
      citations: cites ? [{ url: 'https://acme.example/' }] : [],
      mentions: BRANDS.map((brand, place) => ({
        brand,
        mentioned: named[place] === true,
        rank: named[place] && place < 2 ? (place === 1 ? 1 : rank) : null,
        framing:
          named[place] && place === 0 && negative !== null ? (negative ? 'negative' : 'neutral') : null,
      })),
    }));
    assert.equal((await importLines(lines)).bad_lines, 0);
    for (const [index, { micros, failed }] of generated.entries()) {
      if (micros === null || failed) continue;
      await store.main
        .updateTable('collections')
        .set({ micros })
        .where('brand_id', '=', (eb) => eb.selectFrom('brands').select('id').where('public_id', '=', id))
        .where('collected_at', '=', generated[index]?.at ?? 0)
        .execute();
    }
    return id;
  }

  test('property: counts, paces, correlations, and prices equal a straightforward count', async () => {
    const property = fc.asyncProperty(answers, async (drawn) => {
      // Distinct instants, so that an instant identifies a collection.
      const times = new Set<number>();
      const generated = drawn.filter(({ at }) => !times.has(at) && times.add(at));
      const brand = await stored(generated);
      const caller = await operatorCaller(store.main, { brand }, NOW);
      const query = { brand, versus: 'Bolt' };
      const prices = async () => new Map([['claude', 20_000]]);
      const { data, meta } = await runReport(store.main, NOW, caller, planner, query, prices);
      const plan = data as Row;
      assertBilled(meta, generated);
      assertChanges(plan.changes, expectedChanges(generated));
      assert.deepEqual(
        pluck(plan.engines, 'usd_per_answer', 'cost_source'),
        plan.engines.map((row: Row) => expectedPrice(generated, row.engine)),
      );
    });
    await fc.assert(property, { numRuns: runsOn(kind, 20, 200), endOnFailure: true });
  });
});
