import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { questions } from '../../src/reports/brands/questions.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

const DECLARED = [
  { text: 'b', tags: ['letters', 'b'], active: true },
  { text: 'a', tags: [], active: true },
  { text: 'c', tags: [], active: false },
];
const PROMPTS = ['a', 'b', 'c', 'imported', 'Imported too?'];

/** On the edges of windows and days, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 1, 7, 30, 90, 365), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => Math.min(NOW, NOW - days * DAY_MS + off)),
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW }),
);

const answers = fc.array(
  fc.record({
    prompt: fc.constantFrom(...PROMPTS),
    engine: fc.constantFrom('chatgpt', 'claude', 'gemini'),
    at: times,
    outcome: fc.constantFrom('ok', 'ok', 'ok', 'timeout', 'error'),
    named: fc.boolean(),
  }),
  { minLength: 1, maxLength: 50 },
);
type Answers = typeof answers extends fc.Arbitrary<infer Value> ? Value : never;

const windows = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 30, 365), fc.integer({ min: 1, max: 365 })),
  until: times,
});

/** The beta distribution's mean after a question's answers, to 9 decimals. */
function shrunkOf(rows: readonly { readonly answers: number; readonly answers_naming_you: number }[]) {
  const asked = rows.filter(({ answers }) => answers > 0);
  const n = asked.reduce((sum, { answers }) => sum + answers, 0);
  const rate = n === 0 ? 0 : asked.reduce((sum, row) => sum + row.answers_naming_you, 0) / n;
  const within = asked.reduce((sum, { answers, answers_naming_you: x }) => sum + x * (1 - x / answers), 0);
  const noise = within / (n - asked.length) / (rate * (1 - rate));
  const alike = Number.isNaN(noise) || noise === Number.POSITIVE_INFINITY ? 0 : Math.max(0, 1 - noise);
  return ({ answers, answers_naming_you: x }: (typeof rows)[number]) => {
    const [a, b] = [rate * (1 / alike - 1), (1 - rate) * (1 / alike - 1)];
    const mean = alike === 0 || a + b + answers === 0 ? rate : (a + x) / (a + b + answers);
    return Math.round(mean * 1e9);
  };
}

/** /questions, counted the slow way. */
function expected(all: Answers, { days, until }: { days: number; until: number }) {
  const texts = [...new Set([...DECLARED.map(({ text }) => text), ...all.map(({ prompt }) => prompt)])];
  const rows = texts.map((text) => {
    const declared = DECLARED.find((each) => each.text === text);
    const own = all.filter(
      ({ prompt, at, outcome }) =>
        prompt === text && outcome === 'ok' && at > until - days * DAY_MS && at <= until,
    );
    return {
      text,
      category: declared?.tags[0] ?? null,
      tags: declared?.tags ?? [],
      branded: 'none',
      source: declared ? 'user' : 'import',
      every: 'day',
      active: declared?.active ?? false,
      answers: own.length,
      answers_naming_you: own.filter(({ named }) => named).length,
      web_search_volume: null,
      volume_checked_at: null,
    };
  });
  const shrunk = shrunkOf(rows);
  const key = (row: (typeof rows)[number]) => [
    row.active ? 0 : 1,
    -shrunk(row),
    -row.answers_naming_you,
    -row.answers,
  ];
  return rows.sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    const at = a.findIndex((each, index) => each !== b[index]);
    return at < 0 ? (one.text < other.text ? -1 : 1) : (a[at] ?? 0) - (b[at] ?? 0);
  });
}

type QuestionRow = RowOf<typeof questions>;

const countsOf = ({ engine, present, responses }: NonNullable<QuestionRow['engines']>[number]) => [
  engine,
  present,
  responses,
];

/** A row with only the engines that answered. */
function answering({ engines = [], ...row }: QuestionRow) {
  return { ...row, engines: engines.filter(({ responses }) => responses > 0) };
}

const byText = (rows: readonly QuestionRow[]) =>
  rows.map(answering).sort((one, other) => (one.text < other.text ? -1 : 1));

/** For one question, a row for each engine that is configured or answered. */
function expectedEngines(all: Answers, text: string, { days, until }: { days: number; until: number }) {
  const own = all.filter(({ at, outcome }) => outcome === 'ok' && at > until - days * DAY_MS && at <= until);
  return ['chatgpt', 'claude', 'gemini']
    .filter((engine) => engine !== 'gemini' || own.some((each) => each.engine === engine))
    .map((engine) => {
      const mine = own.filter((each) => each.prompt === text && each.engine === engine);
      return [engine, mine.filter(({ named }) => named).length, mine.length];
    });
}

onReusedStore('questions against raw answers', (fresh) => {
  const { store, stored } = countedBrands(fresh);

  /** Stores answers under a new brand, beside those from earlier runs. */
  async function storedWith(all: Answers): Promise<string> {
    const lines = all.map(({ prompt, engine, at, outcome, named }) => ({
      engine,
      prompt,
      collected_at: iso(at),
      ...(outcome === 'ok' ? { answer: named ? 'Acme' : 'Bolt' } : { outcome }),
    }));
    return await stored(lines, { prompts: DECLARED });
  }

  test('/questions agrees with a straightforward count, for any data and window', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(windows, { minLength: 2, maxLength: 6 }),
      anyPackedDay,
      async (all, asked, packedDay) => {
        const brand = await storedWith(all);
        await packExactly(store().main, (await findWorkspace(store().main, brand)) ?? 0, packedDay);
        const caller = await operatorCaller(store().main, { brand }, NOW);
        for (const { days, until } of asked) {
          const raw = { brand, days: String(days), until: iso(until) };
          const { data } = await runReport(store().main, NOW, caller, questions, { ...raw, engines: '1' });
          const rows = data.map(({ id: _, engines: __, ...row }) => row);
          assert.deepEqual(rows, expected(all, { days, until }));
          for (const { text, engines = [] } of data) {
            assert.deepEqual(engines.map(countsOf), expectedEngines(all, text, { days, until }));
          }
          const some = data.filter((_, index) => index % 2 === 0);
          const only = { question: some.map(({ id }) => id), engines: '1' };
          const chosen = await runReport(store().main, NOW, caller, questions, { ...raw, ...only });
          // Their order may differ, because a question's estimate depends on the other chosen questions.
          assert.deepEqual(byText(chosen.data), byText(some));
        }
      },
    );
    await fc.assert(property, { numRuns: effort(10, 250) });
  });

  test('and the stored counts equal the raw rows afterwards', async () =>
    assert.deepEqual(await findDifferences(store().main), []));
});
