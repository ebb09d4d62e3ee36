import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { COMPUTABLE } from '../../src/domain/figures/definitions.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { definitions } from '../../src/reports/brands/definitions.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay } from '../support/packing.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { ACME_BRAND, DAY_MS, HOUR_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** /definitions against plain counts over raw rows, after any storing, packing, rescanning, and tracking. */

const NAMES = ['Acme', 'Bolt', 'Cargo', 'Dart'];
const ENGINES = ENGINE_SLUGS.slice(0, 2);

/** On and around the edges of days, close together, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-1, 0, 1, HOUR_MS))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc.tuple(fc.constantFrom(1, 7, 30), fc.constantFrom(0, 1)).map(([days, off]) => NOW - days * DAY_MS + off),
  fc.integer({ min: NOW - 3 * DAY_MS, max: NOW }),
);

const lines = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    at: times,
    prompt: fc.integer({ min: 0, max: 2 }),
    named: fc.array(fc.constantFrom(...NAMES), { maxLength: 6 }),
    cites: fc.subarray(NAMES),
    // Given mentions without a text, so no rescan can find a later competitor.
    isGiven: fc.boolean(),
  }),
  { minLength: 1, maxLength: 40 },
);
type Line = typeof lines extends fc.Arbitrary<readonly (infer Each)[]> ? Each : never;

/** A brand's history. */
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ store: lines }) },
    { weight: 2, arbitrary: fc.record({ track: fc.subarray(NAMES.slice(1)) }) },
    { weight: 1, arbitrary: fc.record({ rescan: fc.constant(true) }) },
    { weight: 2, arbitrary: fc.record({ pack: anyPackedDay }) },
  ),
  { minLength: 2, maxLength: 6 },
);

const ids = COMPUTABLE.map(({ id }) => id);
const asked = fc.record({
  days: fc.constantFrom(1, 2, 7, 30, 90, 365),
  until: fc.option(times, { nil: undefined }),
});
type Asked = typeof asked extends fc.Arbitrary<infer Each> ? Each : never;

type Stored = Awaited<ReturnType<typeof contentsOf>>;

interface Mention {
  readonly named: boolean;
  readonly times: number;
  readonly cited: boolean;
}

/** An answer from its rows. */
interface Answer {
  readonly prompt: number;
  readonly isBranded: boolean;
  readonly isRepeat: boolean;
  readonly you: Mention;
  readonly all: readonly Mention[];
}

/** The engine's answers in a window that tracked every current brand, and the number of all its answers. */
function answersOf(stored: Stored, brandId: number, engine: string, { days, until = NOW }: Asked) {
  const own = (table: 'answers' | 'mentions' | 'tracked_brands' | 'prompts') =>
    stored[table].filter((row) => row.brand_id === brandId);
  const tracked = own('tracked_brands').filter((row) => row.retired_at === null);
  const self = tracked.find((row) => row.role === 'self');
  const name = String(self?.name);
  const branded = new Set(own('prompts').flatMap((row) => (String(row.text).includes(name) ? row.id : [])));
  const day = (row: Record<string, unknown>) => Math.floor(Number(row.collected_at) / DAY_MS);
  const given = own('answers').filter((row) => row.engine === engine);
  const inWindow = given.filter(
    (row) => Number(row.collected_at) > until - days * DAY_MS && Number(row.collected_at) <= until,
  );
  const answers = inWindow.flatMap((row): Answer[] => {
    const mentions = tracked.map(({ id }) => {
      const found = own('mentions').find((each) => each.answer_id === row.id && each.tracked_id === id);
      return (
        found && {
          id,
          named: found.mentioned === 1,
          times: Number(found.count ?? 0),
          cited: found.cited === 1,
        }
      );
    });
    if (mentions.some((each) => each === undefined)) return [];
    const all = mentions as (Mention & { id: unknown })[];
    const isRepeat = inWindow.some(
      (each) =>
        each.prompt_id === row.prompt_id && day(each) === day(row) && Number(each.id) < Number(row.id),
    );
    const you = all.find(({ id }) => id === self?.id) as Mention;
    return [{ prompt: Number(row.prompt_id), isBranded: branded.has(row.prompt_id), isRepeat, you, all }];
  });
  return { answers, leftOut: inWindow.length - answers.length };
}

const total = (answers: readonly Answer[], of: (mention: Mention) => number) =>
  answers.flatMap(({ all }) => all).reduce((sum, each) => sum + of(each), 0);
const named = ({ you }: Answer) => you.named;
const anyNamed = ({ all }: Answer) => all.some((each) => each.named);
const promptsOf = (answers: readonly Answer[]) => new Set(answers.map(({ prompt }) => prompt)).size;
const occurrences = (answers: readonly Answer[]) => answers.reduce((sum, { you }) => sum + you.times, 0);

/** Every definition written out, without the rules that build it. */
const BY_HAND: Readonly<Record<string, (answers: readonly Answer[]) => [number, number | null]>> = {
  sightline_visibility: (a) => [a.filter(named).length, a.length],
  sightline_share_of_voice: (a) => [occurrences(a), total(a, ({ times }) => times)],
  ahrefs_mentions: (a) => [a.filter(named).length, null],
  airops_share_of_voice: (a) => [a.filter(named).length, a.filter(anyNamed).length],
  bluerails_citation_rate: (a) => [a.filter(({ you }) => you.cited).length, a.length],
  canonry_share_of_voice: (all) => {
    const a = all.filter(({ isBranded }) => !isBranded);
    return [a.filter(named).length, total(a, (each) => Number(each.named))];
  },
  lettertrace_share_of_voice: (a) => [occurrences(a), total(a, ({ times }) => times)],
  otterly_brand_mentions: (a) => [a.filter(({ isRepeat }) => !isRepeat).filter(named).length, null],
  otterly_share_of_voice: (all) => {
    const a = all.filter(({ isRepeat }) => !isRepeat);
    return [a.filter(named).length, total(a, (each) => Number(each.named))];
  },
  otterly_brand_coverage: (a) => [promptsOf(a.filter(named)), promptsOf(a)],
  peec_visibility: (a) => [a.filter(named).length, a.length],
  peec_share_of_voice: (a) => [occurrences(a), total(a, ({ times }) => times)],
  scrunch_brand_presence: (all) => {
    const a = all.filter(({ isBranded }) => !isBranded);
    return [a.filter(named).length, a.length];
  },
  semrush_mentions: (a) => [promptsOf(a.filter(named)), null],
};

async function reported(db: Database, brand: string, { days, until }: Asked) {
  const caller = await operatorCaller(db, { brand }, NOW);
  const query = { brand, days: String(days), ...(until ? { until: iso(until) } : {}) };
  const { data, meta } = await runReport(db, NOW, caller, definitions, query);
  return { ...data, leftOut: meta.answers_left_out };
}

onReusedStore('definitions against raw rows', (fresh) => {
  let store: TestStore;
  let brands = 0;
  before(async () => {
    store = await fresh();
  });

  /** Prompt 2 contains the brand's name. */
  function lineOf(brand: string, { engine, at, prompt, named: names, cites, isGiven }: Line): object {
    const text = prompt === 2 ? `is ${brand} any good` : `prompt ${prompt}`;
    const own = names.filter((each) => each === 'Acme').length;
    return {
      engine,
      prompt: text,
      collected_at: iso(at),
      citations: cites.map((each) => ({ url: `https://${each.toLowerCase()}.example/` })),
      ...(isGiven
        ? { mentions: [{ brand, mentioned: own > 0, count: own }] }
        : { answer: names.join(', ').replaceAll('Acme', brand) || 'nobody' }),
    };
  }

  test('each agrees, for any data, window, and list of competitors', async () => {
    const property = fc.asyncProperty(
      steps,
      fc.array(asked, { minLength: 3, maxLength: 6 }),
      async (done, all) => {
        brands += 1;
        const id = `brand-${brands}`;
        const name = `Acme${brands}`;
        const { apply, importLines, rescan } = pipelineOn(store);
        const track = (names: readonly string[]) => {
          const competitors = names.map((each) => ({ name: each, domain: `${each.toLowerCase()}.example` }));
          const brand = {
            ...ACME_BRAND,
            id,
            name,
            domain: 'acme.example',
            engines: [...ENGINES],
            competitors,
          };
          return apply({ organizations: [{ name: id, plan: { name: 'growth' }, brands: [brand] }] });
        };
        await track(['Bolt', 'Cargo']);
        const brandId = (await findWorkspace(store.main, id)) ?? assert.fail();
        for (const [index, step] of done.entries()) {
          if ('store' in step)
            await importLines(
              step.store.map((each, place) => ({
                ...lineOf(name, each),
                brand: id,
                external_id: `${index}-${place}`,
              })),
            );
          else if ('track' in step) await track(step.track);
          else if ('pack' in step) await packDays(store.main, brandId, step.pack);
          else await rescan({ brand: id });
        }
        const stored = await contentsOf(store.main);
        for (const each of all) {
          const { figures, leftOut } = await reported(store.main, id, each);
          const byEngine = ENGINES.map((engine) => ({ engine, ...answersOf(stored, brandId, engine, each) }));
          assert.equal(
            leftOut,
            byEngine.reduce((sum, one) => sum + one.leftOut, 0),
          );
          for (const { engine, answers } of byEngine) {
            for (const definition of ids) {
              const [numerator, denominator] = BY_HAND[definition]?.(answers) ?? [Number.NaN, null];
              const row = figures.find((one) => one.engine === engine && one.definition === definition);
              assert.deepEqual([row?.numerator, row?.denominator], [numerator, denominator], definition);
            }
          }
        }
      },
    );
    await fc.assert(property, { numRuns: effort(5, 150) });
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
