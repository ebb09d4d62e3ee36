import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { competitors } from '../../src/reports/brands/competitors.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

interface Mention {
  readonly brand: string;
  readonly rank: number | null;
  readonly count: number | null;
  readonly snippet: string | null;
}

/** A generated answer, with only what a straightforward count needs. */
interface Generated {
  readonly engine: string;
  readonly at: number;
  readonly failed: boolean;
  /** One brand's mentions. */
  readonly mentions: readonly Mention[];
}

const RIVALS = ['Bolt', 'Cargo'];
const ENGINES = ENGINE_SLUGS.slice(0, 3);

/** On the edges of days, blocks, and windows, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(-1, 0))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc
    .tuple(fc.constantFrom(1, 7, 30, 90, 365), fc.constantFrom(0, 1))
    .map(([days, after]) => NOW - days * DAY_MS + after),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW }),
);

const mentionOf = (brand: string) =>
  fc.option(
    fc.record({
      brand: fc.constant(brand),
      rank: fc.option(fc.integer({ min: 1, max: 6 })),
      count: fc.option(fc.integer({ min: 1, max: 5 })),
      snippet: fc.option(fc.constantFrom('One sentence.', 'Another **one**.')),
    }),
  );

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    at: times,
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    mentions: fc
      .tuple(...['Acme', ...RIVALS].map(mentionOf))
      .map((mentions) => mentions.filter((each) => each !== null)),
  }),
  { minLength: 1, maxLength: 50 },
);

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 30, 90, 365), fc.integer({ min: 1, max: 365 })),
  until: fc.oneof(fc.constant(NOW), times),
  engine: fc.option(fc.constantFrom(...ENGINES)),
});

/** A generated answer that named a brand, with the mention and its place in the file. */
interface Naming {
  readonly row: Generated & { readonly index: number };
  readonly own: Mention;
}

function naming(rows: readonly (Generated & { index: number })[], brand: string): Naming[] {
  return rows.flatMap((row) => {
    const own = row.mentions.find((mention) => mention.brand === brand);
    return own ? [{ row, own }] : [];
  });
}

/** The best position first, then the newest; later answers have larger ids. */
function quoteOrder(a: Naming, b: Naming): number {
  const position = (each: Naming) => each.own.rank ?? 1000;
  return position(a) - position(b) || b.row.at - a.row.at || b.row.index - a.row.index;
}

/** One row of /competitors, counted the slow way. */
function expectedRow(rows: readonly (Generated & { index: number })[], brand: string) {
  const named = naming(rows, brand);
  const positions = named.flatMap(({ own }) => own.rank ?? []).sort((a, b) => a - b);
  const middle = [positions[(positions.length - 1) >> 1], positions[positions.length >> 1]];
  const quotable = named.filter(({ own }) => own.snippet !== null).sort(quoteOrder);
  return {
    competitor: brand,
    domain: `${brand.toLowerCase()}.example`,
    answers_naming_them: named.length,
    answers_without_you: named.filter(({ row }) => !row.mentions.some((each) => each.brand === 'Acme'))
      .length,
    best_list_position: positions[0] ?? null,
    typical_list_position: positions.length === 0 ? null : ((middle[0] ?? 0) + (middle[1] ?? 0)) / 2,
    total_mentions: named.reduce((sum, { own }) => sum + (own.count ?? 1), 0),
    engines: ENGINE_SLUGS.filter((slug) => named.some(({ row }) => row.engine === slug)),
    answers: rows.length,
    ranked_answers: positions.length,
    quotes: quotable.slice(0, 3).map(({ row, own }) => ({
      snippet: own.snippet,
      engine: row.engine,
      question: `prompt ${row.index}`,
      listRank: own.rank,
    })),
  };
}

function expectedData(generated: readonly Generated[], { days, until, engine }: Asked) {
  const rows = generated
    .map((each, index) => ({ ...each, index }))
    .filter(({ at, failed }) => !failed && at > until - days * DAY_MS && at <= until)
    .filter((row) => engine === null || row.engine === engine);
  const data = RIVALS.map((brand) => expectedRow(rows, brand));
  return data.sort((a, b) => b.answers_naming_them - a.answers_naming_them);
}

interface Asked {
  readonly days: number;
  readonly until: number;
  readonly engine: string | null;
}

onReusedStore('/competitors against raw answers', (fresh) => {
  const { store, stored, dataOf } = countedBrands(fresh);

  const linesOf = (generated: readonly Generated[]) =>
    generated.map(({ engine, at, failed, mentions }, index) => ({
      engine,
      prompt: `prompt ${index}`,
      collected_at: iso(at),
      ...(failed ? { outcome: 'timeout' } : {}),
      mentions: mentions.map((mention) => ({ ...mention, mentioned: true })),
    }));

  async function competitorsOf(brand: string, { until, ...asked }: Asked) {
    const data = await dataOf(competitors, brand, { ...asked, quotes: '1', until: iso(until) });
    return JSON.parse(JSON.stringify(data), (name, value) => (name === 'answerId' ? undefined : value));
  }

  test('agrees with a straightforward count, for any data, window, and engine', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(questions, { minLength: 3, maxLength: 6 }),
      async (generated, asked) => {
        const brand = await stored(linesOf(generated));
        for (const each of asked)
          assert.deepEqual(await competitorsOf(brand, each), expectedData(generated, each));
      },
    );
    await fc.assert(property, { numRuns: effort(5, 200) });
  });

  test('and the stored counts equal the raw rows afterwards', async () => {
    assert.deepEqual(await findDifferences(store().main), []);
  });
});
