import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { dayOf } from '../../src/domain/time/period.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { promptDigest } from '../../src/storage/directory/brand/prompts.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, iso, line, NOW, newBrand, pipelineOn } from '../support/world.ts';

/** The questions, with their properties that slices use. */
const QUESTIONS = [
  { text: 'best anvils', tags: ['shopping', 'anvils'], branded: 'none' },
  { text: 'is Acme any good', tags: ['shopping'], branded: 'self' },
  { text: 'Bolt or others', tags: [], branded: 'competitor' },
] as const;
const MARKETS = [
  { name: 'us', location_code: 2840, language_code: 'en' },
  { name: 'de', location_code: 2276, language_code: 'de' },
];
const MODELS = ['m-1', 'm-2'];

const answer = fc.record({
  question: fc.nat({ max: 2 }),
  market: fc.constantFrom('us', 'de'),
  model: fc.constantFrom(...MODELS, null),
  engine: fc.constantFrom('chatgpt', 'claude'),
  days: fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 100 })),
  text: fc.constantFrom('Acme', '1. Bolt\n2. Acme', 'Bolt is the best.', 'Cargo and Acme', 'It depends.'),
  page: fc.nat({ max: 3 }),
});
type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

const tag = fc.constantFrom('shopping', 'anvils');
const slice = fc.record(
  {
    tag: fc.uniqueArray(tag, { minLength: 1 }),
    tag_not: fc.uniqueArray(tag, { minLength: 1 }),
    branded: fc.constantFrom('self', 'competitor', 'none'),
    question: fc.uniqueArray(fc.nat({ max: 2 }), { minLength: 1 }),
    model: fc.uniqueArray(fc.constantFrom(...MODELS, 'unknown'), { minLength: 1 }),
    market: fc.constantFrom('us', 'de'),
  },
  { requiredKeys: [] },
);
type Slice = typeof slice extends fc.Arbitrary<infer S> ? S : never;

function isIn(of: Slice, each: Answer): boolean {
  const { tags, branded } = QUESTIONS[each.question] ?? assert.fail();
  const has = (wanted: readonly string[]) =>
    wanted.some((name) => (tags as readonly string[]).includes(name));
  return (
    (of.tag === undefined || has(of.tag)) &&
    (of.tag_not === undefined || !has(of.tag_not)) &&
    (of.branded === undefined || of.branded === branded) &&
    (of.question === undefined || of.question.includes(each.question)) &&
    (of.model === undefined || of.model.includes(each.model ?? 'unknown')) &&
    (of.market === undefined || of.market === each.market)
  );
}

/** One old answer by each model, so that each is known. */
const OLD: readonly Answer[] = [...MODELS, null].map((model) => ({
  question: 0,
  market: 'us',
  model,
  engine: 'chatgpt',
  days: 600,
  text: 'Acme',
  page: 0,
}));

/** The engine answered on the day before too, but not in the slice. */
const OF_ONE_DAY: [Answer[], Slice, number, number] = [
  [0, 1].map((days) => ({
    question: 1 - days,
    market: 'de',
    model: 'm-1',
    engine: 'chatgpt',
    days,
    text: 'Acme',
    page: 0,
  })),
  { tag_not: ['anvils'], market: 'de' },
  7,
  2,
];

const queryOf = (of: Slice) => ({
  ...of,
  ...(of.question && {
    question: of.question.map((index) => questionIdOf(promptDigest(QUESTIONS[index]?.text ?? ''))),
  }),
});

onReusedStore('a slice', (fresh) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  async function brandWith(answers: readonly Answer[], packed: number): Promise<string> {
    const brand = await newBrand(store, {
      market: undefined,
      markets: MARKETS,
      prompts: QUESTIONS.map(({ text, tags }) => ({ text, tags })),
    });
    await pipelineOn(store).importLines([...OLD, ...answers].map((each) => lineOf(brand, each)));
    const brandId = (await findWorkspace(store.main, brand)) ?? assert.fail();
    await packDays(store.main, brandId, dayOf(NOW) - packed);
    return brand;
  }

  async function readings(brand: string, of: Slice, days: number): Promise<unknown[]> {
    const caller = await operatorCaller(store.main, { brand }, NOW);
    const all: unknown[] = [];
    for (const report of REPORTS.filter(({ query, name }) => 'tag' in query && name !== 'answers')) {
      const required = report.name === 'claim' ? { engine: 'chatgpt', versus: 'Bolt' } : {};
      const window = 'days' in report.query ? { days: String(days) } : {};
      const raw = { ...queryOf(of), brand, ...window, ...required };
      const { data } = await runReport(store.main, NOW, caller, report, raw);
      // A store with only the slice lacks the earlier answer by another model.
      const compared = of.model && report.name === 'share-of-voice' ? withoutIntervals(data) : data;
      // An engine's silence is that of all its answers.
      const sliced =
        report.name === 'todo'
          ? (data as readonly { kind: string }[]).filter(({ kind }) => kind !== 'engine_silent')
          : compared;
      all.push({ report: report.name, data: JSON.parse(JSON.stringify(sliced)) });
    }
    return all;
  }

  test('reads as if there were no other answers', async () => {
    const property = fc.asyncProperty(
      fc.array(answer, { maxLength: 40 }),
      slice,
      fc.constantFrom(7, 30, 90),
      fc.constantFrom(2, 20, 200),
      async (answers, of, days, packed) => {
        const whole = await brandWith(answers, packed);
        const part = await brandWith(
          answers.filter((each) => isIn(of, each)),
          packed,
        );
        assert.deepEqual(await readings(whole, of, days), await readings(part, of, days));
      },
    );
    await fc.assert(property, { examples: [OF_ONE_DAY], numRuns: effort(5, 100) });
  });
});

function withoutIntervals(data: unknown): unknown {
  return (data as { interval: unknown }[]).map(({ interval: _, ...row }) => row);
}

function lineOf(brand: string, { question, market, model, engine, days, text, page }: Answer) {
  return line({
    brand,
    engine,
    market,
    answer: text,
    collected_at: iso(NOW - days * DAY_MS - page),
    ...(model === null ? {} : { model }),
    prompt: QUESTIONS[question]?.text,
    citations: [{ url: `https://site${page}.example/${question}` }, { url: 'https://acme.example/' }],
    searches: [`query ${page}`],
  });
}
