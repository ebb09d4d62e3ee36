import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { hostOf } from '../../src/domain/web/host.ts';
import { presence } from '../../src/reports/brands/presence.ts';
import { questions } from '../../src/reports/brands/questions.ts';
import { shareOfVoice } from '../../src/reports/brands/share-of-voice.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { type ClaimRecord, claim } from '../../src/reports/claims/claim.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import { sentiment } from '../../src/reports/said/sentiment.ts';
import type { AnyRow } from '../../src/reports/shape/columns.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { pages } from '../../src/reports/sources/pages.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { effort } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import { type RandomAnswer, randomAnswer, randomBrand } from '../support/random-answers.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { DAY_MS, HOUR_MS, iso, NOW } from '../support/world.ts';

/** Reports with `compare` against themselves in the earlier window, and /claim, which counts differently. */

const BRANDS = ['Acme', 'Bolt', 'Cargo'];

const times = fc.oneof(
  fc
    .tuple(fc.constantFrom(0, 7, 14), fc.constantFrom(0, 1))
    .map(([days, late]) => NOW - days * DAY_MS + late - 1),
  fc.integer({ min: 0, max: 14 * 24 }).map((hours) => NOW - hours * HOUR_MS),
);

const worlds = fc.record({
  all: fc.array(randomAnswer(times, BRANDS), { minLength: 40, maxLength: 160 }),
  /** Cargo was not tracked in these. */
  some: fc.oneof(fc.constant([]), fc.array(randomAnswer(times, ['Acme', 'Bolt']), { maxLength: 20 })),
});

const CURRENT = { from: iso(NOW - 7 * DAY_MS + 1), until: iso(NOW) };
const EARLIER = { from: iso(NOW - 14 * DAY_MS + 1), until: iso(NOW - 7 * DAY_MS) };

/** A row's figures for the earlier window, without the change. */
function figuresOf({
  change: _,
  exceeds_noise: __,
  gate: ___,
  from,
  until,
  ...figures
}: Record<string, unknown>) {
  assert.deepEqual({ from, until }, EARLIER);
  return figures;
}

type Row = Readonly<Record<string, unknown>> & { readonly engine: string; readonly brand: string };
type Compared = NonNullable<Awaited<ReturnType<typeof presence.run>>['data'][number]['compared']>;

onReusedStore('compared windows', (fresh) => {
  let store: TestStore;
  before(async () => {
    store = await fresh();
  });

  test('property: rows have their figures of the earlier window, and the change that /claim finds', async () => {
    let changes = 0;
    const property = fc.asyncProperty(worlds, async (world) => {
      const brand = await randomBrand(store, world);
      const caller = await operatorCaller(store.main, { brand }, NOW);
      const run = async <R extends typeof presence>(report: R, query: Record<string, string>) =>
        await runReport(store.main, NOW, caller, report, { brand, ...query });
      for (const [report, measure] of [
        [presence, 'named'],
        [sentiment, 'recommended_of_judged'],
        [shareOfVoice, null],
      ] as const) {
        const any = report as unknown as typeof presence;
        const { data, meta } = await run(any, { days: '7', compare: 'previous' });
        assert.equal(meta.compared?.from, EARLIER.from);
        const alone = await run(any, { days: '7' });
        const earlier = await run(any, EARLIER);
        const keyOf = ({ engine, brand: name }: Row) => `${engine} ${name}`;
        const before = new Map((earlier.data as unknown as Row[]).map((row) => [keyOf(row), row]));
        for (const [index, { compared, ...row }] of data.entries()) {
          assert.deepEqual(row, alone.data[index], 'nothing else changes');
          const then = before.get(keyOf(row as unknown as Row));
          if (then && compared) {
            const known = figuresOf(compared);
            for (const [name, value] of Object.entries(known)) assert.deepEqual(value, then[name], name);
          }
        }
        if (measure === null) continue;
        for (const [about, engine] of [
          ['self', 'chatgpt'],
          ['Bolt', 'claude'],
          ['Cargo', 'chatgpt'],
        ] as const) {
          const claimed = await runReport(store.main, NOW, caller, claim, {
            brand,
            measure,
            about,
            engine,
            ...CURRENT,
            baseline_from: EARLIER.from,
            baseline_until: EARLIER.until,
          });
          const [record] = claimed.data as readonly ClaimRecord[];
          const row = data.find((each) => each.engine === engine && each.brand === record?.first.brand);
          if (record && row) changes += assertSame(row.compared as Compared, record);
        }
      }
    });
    await assertWithFixedCase(property, { seed: 2, numRuns: effort(4, 60) });
    assert.ok(changes > 0, `${changes} changes`);
  });

  test('property: cited hosts and pages, and questions, have their counts of the earlier window', async () => {
    let changes = 0;
    const property = fc.asyncProperty(worlds, async (world) => {
      const brand = await randomBrand(store, world);
      const caller = await operatorCaller(store.main, { brand }, NOW);
      const run = async <R extends Report>(report: R, query: Record<string, string>) =>
        await runReport(store.main, NOW, caller, report, { brand, ...query });
      const answers = [...world.all, ...world.some].filter(
        ({ failed, engine }) => !failed && engine === 'chatgpt',
      );
      const engine = { engine: 'chatgpt' };
      for (const [report, key] of [
        [sources, 'domain'],
        [pages, 'url'],
      ] as const) {
        const { data } = await run(report as typeof sources, { days: '7', compare: 'previous', ...engine });
        const then = (await run(report as typeof sources, { ...EARLIER, ...engine }))
          .data as readonly AnyRow[];
        const both = await run(report as typeof sources, { days: '7', compare: 'previous' });
        assert.ok(both.data.every(({ compared }) => !compared || compared.gate === 'several_engines'));
        for (const { compared, ...row } of data) {
          const what = JSON.stringify({ row, compared });
          if (compared === undefined) {
            assert.deepEqual(then, [], 'no answers in the earlier window');
            continue;
          }
          const own = then.find((each) => each[key] === (row as AnyRow)[key]);
          for (const [name, value] of Object.entries(figuresOf(compared as object as AnyRow))) {
            assert.equal(value, own?.[name] ?? 0, `${name} of ${what}`);
          }
          const counted = sharedCounts(answers, ({ urls }) =>
            key === 'domain' ? urls.some((url) => hostOf(url) === row.domain) : null,
          );
          const change = compared?.change ?? null;
          assert.equal(change === null, Math.min(counted.current.of, counted.earlier.of) < 5, what);
          if (change === null) continue;
          changes += 1;
          const { current, earlier, shared_prompts: shared } = change;
          assert.equal(shared, counted.shared, what);
          if (key === 'domain') assert.deepEqual({ current, earlier, shared }, counted, what);
          else assert.deepEqual([current.of, earlier.of], [counted.current.of, counted.earlier.of], what);
        }
      }
      const { data } = await run(questions, { days: '7', compare: 'previous', engines: '1' });
      const then = await run(questions, { ...EARLIER, engines: '1' });
      for (const { id, compared, engines } of data) {
        const own = then.data.find((each) => each.id === id);
        assert.deepEqual(compared, {
          ...EARLIER,
          answers: own?.answers,
          answers_naming_you: own?.answers_naming_you,
        });
        for (const { compared: on, engine: slug } of engines ?? []) {
          const before = own?.engines?.find((each) => each.engine === slug);
          if (before && on) assert.equal(on.present, before.present);
        }
      }
    });
    await assertWithFixedCase(property, { seed: 2, numRuns: effort(4, 60) });
    assert.ok(changes > 0, `${changes} changes`);
  });

  test('the rows of /visibility equal the rows of /presence, and its pooled ones compare by engine and question', async () => {
    const at = (days: number, hours: number) => NOW - days * DAY_MS - hours * HOUR_MS;
    const answers = (engine: string, days: number, n: number, named: number) =>
      Array.from(
        { length: n },
        (_, index): RandomAnswer => ({
          engine,
          prompt: 'one',
          at: at(days, index),
          failed: false,
          urls: [],
          searches: [],
          model: null,
          mentions: {
            Acme: { mentioned: index < named, rank: null, count: null, framing: null },
            Bolt: { mentioned: false, rank: null, count: null, framing: null },
          },
        }),
      );
    const brand = await randomBrand(store, {
      all: [],
      some: [
        ...answers('chatgpt', 1, 40, 36),
        ...answers('chatgpt', 8, 40, 4),
        ...answers('claude', 1, 10, 5),
        ...answers('claude', 8, 10, 5),
        ...answers('gemini', 1, 10, 10),
      ],
    });
    const caller = await operatorCaller(store.main, { brand }, NOW);
    const { data } = await runReport(store.main, NOW, caller, visibility, { brand, compare: 'previous' });
    const [chatgpt, claude, gemini] = data.engines.map(({ compared }) => compared);
    assert.deepEqual([[chatgpt?.present, chatgpt?.responses], chatgpt?.change?.points], [[4, 40], 80]);
    assert.deepEqual([chatgpt?.exceeds_noise, claude?.gate], [true, 'below_min_delta']);
    assert.deepEqual([gemini?.change, gemini?.gate], [null, 'too_few_answers']);
    const [self] = data.brands;
    assert.deepEqual([self?.present, self?.compared?.present], [51, 9]);
    // Gemini's answers are in only one window.
    assert.deepEqual(self?.compared?.change?.current, { count: 41, of: 50 });
    assert.deepEqual(self?.compared?.change?.earlier, { count: 9, of: 50 });
    assert.equal(self?.compared?.change?.points, 64);
    assert.equal(self?.compared?.change?.shared_prompts, 1, 'one question, on two engines');
  });
});

/** Answers to both windows' prompts that meet a condition, one by one; null for prompts outside either. */
function sharedCounts(answers: readonly RandomAnswer[], isCounted: (answer: RandomAnswer) => boolean | null) {
  const within = ({ from, until }: typeof CURRENT) =>
    answers.filter(({ at }) => at >= Date.parse(from) && at <= Date.parse(until));
  const [now, then] = [within(CURRENT), within(EARLIER)];
  const prompts = new Set(now.map(({ prompt }) => prompt)).intersection(
    new Set(then.map(({ prompt }) => prompt)),
  );
  const side = (own: readonly RandomAnswer[]) => {
    const shared = own.filter(({ prompt }) => prompts.has(prompt));
    return { count: shared.filter(isCounted).length, of: shared.length };
  };
  return { current: side(now), earlier: side(then), shared: prompts.size };
}

/** Returns 1 if there is a difference, otherwise 0. */
function assertSame(compared: Compared, record: ClaimRecord): number {
  const { change, gate } = compared;
  const what = JSON.stringify({ compared, record });
  const { first, second, difference, difference_with_same_mix: sameMix } = record;
  assert.equal(change === null, difference === null, what);
  // A table contains only changes that alerts use, and judges its verdicts together: both may hold back a
  // change that a claim alone may state.
  if (gate !== 'not_after_correction' && gate !== 'below_min_delta') assert.equal(gate, record.gate, what);
  if (change === null || difference === null || sameMix === null) return 0;
  const { points, lower, upper } = change;
  assert.deepEqual({ value: points, lower, upper }, difference, what);
  const { points: mixed, ...ends } = change.with_same_mix;
  assert.deepEqual({ value: mixed, lower: ends.lower, upper: ends.upper }, sameMix, what);
  assert.deepEqual(change.current, { count: first.present, of: first.responses }, what);
  assert.deepEqual(change.earlier, { count: second?.present, of: second?.responses }, what);
  assert.equal(change.shared_prompts, record.questions, what);
  return 1;
}
