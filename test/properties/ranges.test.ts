import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { presence } from '../../src/reports/brands/presence.ts';
import { shareOfVoice } from '../../src/reports/brands/share-of-voice.ts';
import { trend } from '../../src/reports/brands/trend.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { sentiment } from '../../src/reports/said/sentiment.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

/** Every report's range of questions, against a count that goes through the answers question by question. */

const ENGINES = ['chatgpt', 'claude'] as const;
const BRANDS = ['Acme', 'Bolt', 'Cargo'] as const;
const FRAMINGS = ['recommended', 'neutral', null] as const;

/** The last two name a tracked brand. */
const QUESTIONS = [
  ...Array.from({ length: 12 }, (_, index) => `which anvil is good for ${index} hammers`),
  'is Acme any good',
  'alternatives to Bolt',
];
const BRANDED = QUESTIONS.length - 2;

interface Answer {
  readonly question: number;
  readonly engine: (typeof ENGINES)[number];
  readonly days: number;
  /** For each brand, whether the answer names it, how often, and how. */
  readonly said: readonly {
    readonly named: boolean;
    readonly times: number;
    readonly framing: (typeof FRAMINGS)[number];
  }[];
}

/** Questions differ in how often they name a brand, as real ones do. */
const answers: fc.Arbitrary<readonly Answer[]> = fc
  .array(fc.constantFrom(0, 2, 5, 8, 10), { minLength: QUESTIONS.length, maxLength: QUESTIONS.length })
  .chain((often) =>
    fc.array(
      fc.nat(QUESTIONS.length - 1).chain((question) =>
        fc.record({
          question: fc.constant(question),
          engine: fc.constantFrom(...ENGINES),
          days: fc.nat(40),
          said: fc.array(
            fc.record({
              named: fc.nat(9).map((roll) => roll < (often[question] ?? 0)),
              times: fc.integer({ min: 1, max: 4 }),
              framing: fc.constantFrom(...FRAMINGS),
            }),
            { minLength: 3, maxLength: 3 },
          ),
        }),
      ),
      { minLength: 100, maxLength: 200 },
    ),
  );

/** Two-sided, for 7 to 11 degrees of freedom: scipy.stats.t.ppf(0.975, freedom). */
const STUDENT: Record<number, number> = {
  7: 2.364624251592784,
  8: 2.306004135204166,
  9: 2.262157162798205,
  10: 2.228138851964939,
  11: 2.200985160091639,
};

/** A rate's range over questions, from the answers it counts and their events. */
function expectedOf(
  rows: readonly Answer[],
  isTrial: (row: Answer) => boolean,
  isEvent: (row: Answer) => boolean,
) {
  const ofQuestions = QUESTIONS.map((_, question) => {
    const own = rows.filter((row) => row.question === question && isTrial(row));
    return { n: own.length, x: own.filter(isEvent).length };
  });
  return expectedFrom(ofQuestions, ofQuestions.reduce((sum, { n }) => sum + n, 0) >= 5);
}

/** One brand's share of the mentions in these answers. */
function expectedShare(rows: readonly Answer[], at: number) {
  const times = (own: readonly Answer[], brand: number) =>
    own.reduce((sum, { said }) => sum + (said[brand]?.named ? said[brand].times : 0), 0);
  const ofQuestions = QUESTIONS.map((_, question) => {
    const own = rows.filter((row) => row.question === question);
    return { n: BRANDS.reduce((sum, _brand, brand) => sum + times(own, brand), 0), x: times(own, at) };
  });
  return expectedFrom(ofQuestions, rows.length >= 5 && ofQuestions.some(({ n }) => n > 0));
}

function expectedFrom(groups: readonly { readonly n: number; readonly x: number }[], isKnown: boolean) {
  const asked = groups.slice(0, BRANDED).filter(({ n }) => n > 0);
  const questions = {
    asked: asked.length,
    naming: asked.filter(({ x }) => x > 0).length,
    branded: groups.slice(BRANDED).filter(({ n }) => n > 0).length,
  };
  return { range_of_questions: isKnown ? rangeOf(asked.filter(({ n }) => n > 1)) : null, questions };
}

function rangeOf(groups: readonly { readonly n: number; readonly x: number }[]) {
  const [ever, everNot] = [groups.filter(({ x }) => x > 0), groups.filter(({ x, n }) => x < n)];
  if (groups.length < 8 || ever.length < 5 || everNot.length < 5) return null;
  const [p, n] = [groups.length, groups.reduce((sum, each) => sum + each.n, 0)];
  const rate = groups.reduce((sum, each) => sum + each.x, 0) / n;
  const v =
    groups.reduce((sum, each) => sum + (each.x - rate * each.n) ** 2, 0) / (p * (p - 1) * (n / p) ** 2);
  const trials = Math.min(n, Math.max(1, (rate * (1 - rate)) / v));
  const square = (STUDENT[p - 1] ?? assert.fail()) ** 2 / trials;
  // The rates that lie t of their own standard errors from the observed one: the roots of a quadratic.
  const [a, b, c] = [1 + square, -(2 * rate + square), rate * rate];
  const root = Math.sqrt(b * b - 4 * a * c);
  return { lower: (-b - root) / (2 * a), upper: (-b + root) / (2 * a) };
}

type Expected = ReturnType<typeof expectedOf>;

onReusedStore('ranges of questions against raw answers', (fresh) => {
  const { stored, dataOf } = countedBrands(fresh);

  const linesOf = (generated: readonly Answer[]) =>
    generated.map(({ question, engine, days, said }, index) => ({
      engine,
      prompt: QUESTIONS[question],
      collected_at: iso(NOW - days * DAY_MS - index),
      mentions: said.map(({ named, times, framing }, at) => ({
        brand: BRANDS[at],
        mentioned: named,
        framing: named ? framing : null,
        count: named ? times : 0,
      })),
    }));

  function assertRange(seen: Expected, expected: Expected, what: string) {
    assert.deepEqual({ ...seen.questions }, expected.questions, what);
    const [own, other] = [seen.range_of_questions, expected.range_of_questions];
    assert.equal(own === null, other === null, what);
    if (own === null || other === null) return;
    // The error in the expansion of Student's t is less than a tenth of the last shown digit.
    assert.ok(Math.abs(own.lower - other.lower) < 0.0007 && Math.abs(own.upper - other.upper) < 0.0007, what);
  }

  test('/visibility, /presence, /sentiment, and /share-of-voice', async () => {
    let told = 0;
    const property = fc.asyncProperty(answers, fc.constantFrom(14, 60), async (generated, days) => {
      const brand = await stored(linesOf(generated));
      const rows = generated.filter((row) => row.days < days);
      const isOf = (row: Answer, at: number, engine: string | null) =>
        (engine === null || row.engine === engine) && row.said[at] !== undefined;
      const named = (at: number, engine: string | null) =>
        expectedOf(
          rows,
          (row) => isOf(row, at, engine),
          (row) => row.said[at]?.named === true,
        );
      const framed = (row: Answer, at: number) => (row.said[at]?.named ? row.said[at].framing : null);
      const recommended = (at: number, engine: string | null) =>
        expectedOf(
          rows,
          (row) => isOf(row, at, engine) && framed(row, at) !== null,
          (row) => framed(row, at) === 'recommended',
        );
      const raw = { days };
      const { engines, brands } = await dataOf(visibility, brand, raw);
      told += brands.filter((row: Expected) => row.range_of_questions !== null).length;
      for (const row of engines) assertRange(row, named(0, row.engine), `visibility ${row.engine}`);
      for (const row of brands)
        assertRange(row, named(BRANDS.indexOf(row.name), null), `visibility ${row.name}`);
      for (const row of await dataOf(presence, brand, raw)) {
        assertRange(row, named(BRANDS.indexOf(row.brand), row.engine), `presence ${row.brand} ${row.engine}`);
      }
      for (const row of await dataOf(shareOfVoice, brand, raw)) {
        const own = rows.filter(({ engine }) => engine === row.engine);
        assertRange(row, expectedShare(own, BRANDS.indexOf(row.brand)), `share ${row.brand} ${row.engine}`);
      }
      for (const row of await dataOf(sentiment, brand, raw)) {
        assertRange(
          row,
          recommended(BRANDS.indexOf(row.brand), row.engine),
          `sentiment ${row.brand} ${row.engine}`,
        );
      }
    });
    await fc.assert(property, { numRuns: effort(6, 120) });
    assert.ok(told > 0, 'some have a range');
  });

  test('/trend by week', async () => {
    let told = 0;
    const property = fc.asyncProperty(answers, async (generated) => {
      // Close together and across the end of a week, so that a week has several answers to a question.
      const near = generated.map((each) => ({ ...each, days: each.days % 4 }));
      const brand = await stored(linesOf(near));
      const placed = near.map((each, index) => ({ ...each, at: NOW - each.days * DAY_MS - index }));
      for (const row of await dataOf(trend, brand, { days: '10', by: 'week' })) {
        const own = placed.filter(
          ({ engine, at }) =>
            engine === row.engine && at >= Date.parse(row.start) && at <= Date.parse(row.end),
        );
        const at = BRANDS.indexOf(row.brand);
        const expected = expectedOf(
          own,
          () => true,
          ({ said }) => said[at]?.named === true,
        );
        if (row.range_of_questions !== null) told += 1;
        assertRange({ ...row, questions: expected.questions }, expected, `${row.brand} ${row.start}`);
      }
    });
    await fc.assert(property, { numRuns: effort(6, 120) });
    assert.ok(told > 0, 'some have a range');
  });

  test('the earlier window of a comparison has its own', async () => {
    const at = (days: number, named: (question: number) => boolean) =>
      Array.from({ length: 48 }, (_, index) => ({
        question: index % 12,
        engine: 'chatgpt' as const,
        days: days + (index % 4),
        said: BRANDS.map((_, brand) => ({
          named: brand === 0 && named(index % 12),
          times: 1,
          framing: null,
        })),
      }));
    const [now, then] = [at(0, (question) => question < 6), at(10, (question) => question < 8)];
    const brand = await stored(linesOf([...now, ...then]));
    const [row] = await dataOf(presence, brand, { days: '10', compare: 'previous', engine: 'chatgpt' });
    const own = (rows: readonly Answer[]) =>
      expectedOf(
        rows,
        () => true,
        ({ said }) => said[0]?.named === true,
      );
    assertRange(row, own(now), 'this window');
    assertRange(row.compared, own(then), 'the earlier window');
    assert.notDeepEqual(row.range_of_questions, row.compared.range_of_questions);
  });
});
