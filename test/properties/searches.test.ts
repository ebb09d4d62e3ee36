import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { dayOf, periodOf } from '../../src/domain/period.ts';
import { countSearches } from '../../src/storage/answers/searched.ts';
import { candidatesFor } from '../../src/storage/answers/searched-most.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { runsOn } from '../support/effort.ts';
import { assertWithSameCase } from '../support/same-cases.ts';
import { sealExactly } from '../support/sealing.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW, newBrand, pipelineOn } from '../support/world.ts';

interface Generated {
  readonly engine: string;
  readonly at: number;
  readonly named: boolean;
  readonly queries: readonly string[];
}

const ENGINES = ['chatgpt', 'claude'];

/** Of 40 queries: few that nearly all answers search for, or all equally often, with many ties. */
const queriesOf = {
  steep: fc.integer({ min: 0, max: 1599 }).map((roll) => Math.floor(Math.sqrt(roll))),
  flat: fc.integer({ min: 0, max: 39 }),
};

const answersOf = (query: fc.Arbitrary<number>): fc.Arbitrary<Generated[]> =>
  fc.array(
    fc.record({
      engine: fc.constantFrom(...ENGINES),
      at: fc.integer({ min: NOW - 400 * DAY_MS, max: NOW }),
      named: fc.boolean(),
      queries: fc.array(
        query.map((each) => `query ${each}`),
        { maxLength: 5 },
      ),
    }),
    { minLength: 100, maxLength: 150 },
  );

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(60, 90, 365), fc.integer({ min: 45, max: 365 })),
  until: fc.oneof(fc.constant(NOW), fc.integer({ min: NOW - 300 * DAY_MS, max: NOW })),
  engine: fc.constantFrom(null, 'chatgpt'),
  limit: fc.integer({ min: 1, max: 30 }),
});

/** With more open days than this, nothing is answered from candidates. */
const sealedDays = fc.integer({ min: -1, max: 3 }).map((before) => dayOf(NOW) - before);

interface Question {
  readonly days: number;
  readonly until: number;
  readonly engine: string | null;
  readonly limit: number;
}

function expected(rows: readonly Generated[], { days, until, engine, limit }: Question) {
  const counted = rows.filter(
    (row) => row.at > until - days * DAY_MS && row.at <= until && (engine === null || row.engine === engine),
  );
  const counts = new Map<string, { engine: string; query: string; answers: number; named: number }>();
  for (const row of counted) {
    for (const query of new Set(row.queries)) {
      const key = `${query} ${row.engine}`;
      const { answers, named } = counts.get(key) ?? { answers: 0, named: 0 };
      counts.set(key, { engine: row.engine, query, answers: answers + 1, named: named + Number(row.named) });
    }
  }
  const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return [...counts.values()]
    .sort((a, b) => b.answers - a.answers || byText(a.query, b.query) || byText(a.engine, b.engine))
    .slice(0, limit);
}

onEveryStore('searches among candidates against raw answers', (fresh, kind) => {
  let store: TestStore;

  before(async () => {
    store = await fresh();
  });

  async function stored(generated: readonly Generated[]): Promise<number> {
    const id = await newBrand(store);
    const { importLines } = pipelineOn(store);
    const { bad_lines } = await importLines(
      generated.map(({ engine, at, named, queries }, index) => ({
        ...{ brand: id, engine, prompt: 'best anvils', external_id: String(index), collected_at: iso(at) },
        ...{ searches: queries, mentions: [{ brand: 'Acme', mentioned: named }] },
      })),
    );
    assert.equal(bad_lines, 0);
    return (await findWorkspace(store.main, id)) ?? 0;
  }

  for (const [name, query] of Object.entries(queriesOf)) {
    test(`${name}: the same queries and counts, whichever way they are found`, async () => {
      let amongCandidates = 0;
      const property = fc.asyncProperty(
        answersOf(query),
        fc.array(questions, { minLength: 8, maxLength: 8 }),
        sealedDays,
        async (generated, asked, sealedDay) => {
          const brand = { id: await stored(generated), sealedDay };
          await sealExactly(store.main, brand.id, sealedDay);
          for (const question of asked) {
            const { days, until, engine, limit } = question;
            const period = periodOf(until, days);
            const rows = await countSearches(store.main, brand, period, engine, limit);
            assert.deepEqual(
              rows.map(({ queryId, since, ...row }) => row),
              expected(generated, question).map(({ engine, query, answers, named }) => ({
                ...{ engine, answers, named, query },
              })),
            );
            const candidates = await candidatesFor(store.main, brand, period, engine, limit);
            amongCandidates += Number(candidates !== null);
          }
        },
      );
      await assertWithSameCase(property, { seed: 1, numRuns: runsOn(kind, 4, 60) });
      assert.ok(amongCandidates > 0, 'some questions were answered from candidates');
    });
  }
});
