import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS, engineOf } from '../../src/domain/answers/engine.ts';
import { BUCKET_UNITS } from '../../src/domain/time/buckets.ts';
import { presence } from '../../src/reports/brands/presence.ts';
import { trend } from '../../src/reports/brands/trend.ts';
import { sentiment } from '../../src/reports/said/sentiment.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { searches } from '../../src/reports/sources/searches.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

const BRANDS = ['Acme', 'Bolt', 'Cargo'] as const;
const ENGINES = ENGINE_SLUGS.slice(0, 3);
const ASKED = ['chatgpt', 'claude'];
const WEEK_MS = 7 * DAY_MS;
/** A Monday. */
const MONDAY = Date.UTC(2026, 10, 16);

interface Generated {
  readonly engine: string;
  readonly at: number;
  readonly failed: boolean;
  readonly mentions: readonly {
    readonly mentioned: boolean;
    readonly rank: number | null;
    readonly framing: 'recommended' | 'neutral' | 'negative' | null;
  }[];
  readonly cited: readonly (typeof BRANDS)[number][];
  /** Null: unknown. */
  readonly searches: readonly string[] | null;
}

/** On the edges of days, weeks, and windows, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.integer({ min: -1, max: 400 }), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => MONDAY - days * DAY_MS + off),
  fc
    .tuple(fc.integer({ min: 0, max: 56 }), fc.constantFrom(-1, 0, 1))
    .map(([weeks, off]) => MONDAY - weeks * WEEK_MS + off),
  fc.constantFrom(NOW - 30 * DAY_MS, NOW - 30 * DAY_MS + 1, NOW, NOW + 1),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW }),
);

const absent = fc.constant({ mentioned: false, rank: null, framing: null });
const namedMention = fc.record({
  mentioned: fc.constant(true),
  rank: fc.option(fc.integer({ min: 1, max: 9 })),
  framing: fc.constantFrom('recommended' as const, 'neutral' as const, 'negative' as const, null),
});

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    at: times,
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    mentions: fc.array(fc.oneof(absent, namedMention), { minLength: 3, maxLength: 3 }),
    cited: fc.subarray([...BRANDS]),
    searches: fc.option(fc.array(fc.constantFrom('a', 'A', ' a', 'b', 'best c', 'Ü', 'ü'), { maxLength: 4 })),
  }),
  { minLength: 1, maxLength: 50 },
);

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 30, 365), fc.integer({ min: 1, max: 365 })),
  until: times.filter((at) => at <= NOW),
  engine: fc.option(fc.constantFrom(...ENGINE_SLUGS.slice(0, 4)), { nil: undefined }),
  by: fc.constantFrom(...BUCKET_UNITS),
});

type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

/** An engine's answers from one instant to another, both included. */
function collected(rows: readonly Generated[], engine: string, from: number, until: number): Generated[] {
  return rows.filter((row) => !row.failed && row.engine === engine && row.at >= from && row.at <= until);
}

function listedEngines(rows: readonly Generated[], { engine }: Question, from: number, until: number) {
  return ENGINE_SLUGS.filter(
    (slug) =>
      (engine === undefined || engine === slug) &&
      (ASKED.includes(slug) || collected(rows, slug, from, until).length > 0),
  );
}

/** One brand's counts in some answers, the slow way. */
function countedFor(rows: readonly Generated[], brand: (typeof BRANDS)[number]) {
  const own = rows.map((row) => row.mentions[BRANDS.indexOf(brand)] ?? assert.fail());
  const ranks = own.flatMap(({ rank }) => (rank === null ? [] : [rank]));
  const framed = (framing: string) => own.filter((mention) => mention.framing === framing).length;
  return {
    present: own.filter(({ mentioned }) => mentioned).length,
    responses: own.length,
    citations: rows.filter((row) => row.cited.includes(brand)).length,
    ranks,
    recommended: framed('recommended'),
    neutral: framed('neutral'),
    negative: framed('negative'),
  };
}

const shareOf = (part: number, whole: number) =>
  whole < 5 ? null : Math.round((1000 * part) / whole) / 1000;

function expectedPresence(rows: readonly Generated[], question: Question) {
  const from = question.until - question.days * DAY_MS + 1;
  return listedEngines(rows, question, from, question.until).flatMap((engine) => {
    const [self, ...others] = BRANDS.map((brand) => ({
      brand,
      counted: countedFor(collected(rows, engine, from, question.until), brand),
    }));
    others.sort((a, b) => b.counted.present - a.counted.present || (a.brand < b.brand ? -1 : 1));
    return [self ?? assert.fail(), ...others].map(({ brand, counted }) => {
      const { ranks, recommended, neutral, negative, present, responses, citations } = counted;
      const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
      return {
        market: 'us-en',
        engine,
        engine_name: engineOf(engine).name,
        brand,
        role: brand === 'Acme' ? 'self' : 'competitor',
        present,
        responses,
        rate: shareOf(present, responses),
        citations,
        avg_rank_when_named: ranks.length === 0 ? null : Math.round(mean * 100) / 100,
        ranked_answers: ranks.length,
        first_position: ranks.filter((rank) => rank === 1).length,
        framing: { classified: recommended + neutral + negative, recommended, negative },
      };
    });
  });
}

function expectedSentiment(rows: readonly Generated[], question: Question) {
  const from = question.until - question.days * DAY_MS + 1;
  return expectedPresence(rows, question).map(({ market, engine, engine_name, brand, present, framing }) => ({
    market,
    engine,
    engine_name,
    brand,
    is_you: brand === 'Acme',
    answers_naming_them: present,
    ...framing,
    neutral: countedFor(collected(rows, engine, from, question.until), brand).neutral,
    recommended_share: shareOf(framing.recommended, framing.classified),
    corrected: null,
  }));
}

function expectedTrend(rows: readonly Generated[], question: Question) {
  const { days, until, by } = question;
  const lastDay = Math.floor(until / DAY_MS);
  const buckets = Map.groupBy(
    Array.from({ length: days }, (_, index) => new Date((lastDay - days + 1 + index) * DAY_MS)),
    (day) => day.getTime() - (by === 'week' ? ((day.getUTCDay() + 6) % 7) * DAY_MS : 0),
  );
  const starts = [...buckets.keys()];
  const engines = listedEngines(rows, question, starts[0] ?? 0, until);
  return engines.flatMap((engine) =>
    BRANDS.flatMap((brand) =>
      starts.map((start) => {
        const end = start + (by === 'week' ? WEEK_MS : DAY_MS) - 1;
        const last = Math.min(end, until);
        const { present, responses, citations } = countedFor(collected(rows, engine, start, last), brand);
        return {
          market: 'us-en',
          engine,
          engine_name: engineOf(engine).name,
          brand,
          role: brand === 'Acme' ? 'self' : 'competitor',
          start: iso(start),
          end: iso(last),
          complete: end <= until,
          present,
          responses,
          rate: shareOf(present, responses),
          citations,
        };
      }),
    ),
  );
}

/** /searches without prompts and domains: each query by its text in lower case. */
function expectedSearches(rows: readonly Generated[], question: Question) {
  const { until, days, engine: only } = question;
  const counted = ENGINES.filter((engine) => only === undefined || only === engine).flatMap((engine) => {
    const known = collected(rows, engine, until - days * DAY_MS + 1, until).filter((row) => row.searches);
    const keysOf = (row: Generated) => (row.searches ?? []).map((query) => query.trim().toLowerCase());
    return [...new Set(known.flatMap(keysOf))].map((key) => {
      const searching = known.filter((row) => keysOf(row).includes(key));
      const naming = searching.filter((row) => row.mentions[0]?.mentioned);
      return { key, engine, answers: searching.length, answers_naming_you: naming.length };
    });
  });
  return counted.sort(
    (a, b) => b.answers - a.answers || compare(a.key, b.key) || compare(a.engine, b.engine),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

onReusedStore('reports by engine against raw answers', (fresh) => {
  const { stored, dataOf } = countedBrands(fresh);

  const linesOf = (generated: readonly Generated[]) =>
    generated.map((each) => ({
      engine: each.engine,
      prompt: 'best anvils',
      collected_at: iso(each.at),
      ...(each.failed ? { outcome: 'timeout' } : {}),
      citations: each.cited.map((brand) => ({ url: `https://${brand.toLowerCase()}.example/` })),
      ...(each.searches === null ? {} : { searches: each.searches }),
      mentions: each.mentions.map((mention, at) => ({ brand: BRANDS[at], ...mention })),
    }));

  async function rowsOf(
    report: Report,
    brand: string,
    question: Partial<Question>,
  ): Promise<Record<string, unknown>[]> {
    const data = await dataOf(report, brand, { ...question, until: iso(question.until ?? NOW) });
    // Other tests check intervals, ranges, and estimates.
    const OWN = ['min_sample', 'interval', 'range_of_questions', 'questions', 'design_effect'];
    const isCount = ([name]: [string, unknown]) => !OWN.includes(name);
    return data.map((row: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(row).filter(isCount)),
    );
  }

  test('/presence, /sentiment, /trend, and /searches agree with a straightforward count', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(questions, { minLength: 3, maxLength: 6 }),
      async (generated, asked) => {
        const brand = await stored(linesOf(generated));
        for (const question of asked) {
          const { by, ...window } = question;
          assert.deepEqual(await rowsOf(presence, brand, window), expectedPresence(generated, question));
          assert.deepEqual(await rowsOf(sentiment, brand, window), expectedSentiment(generated, question));
          const isRefused = by === 'day' && question.days > 92 && question.engine === undefined;
          const shown = isRefused ? { ...question, by: 'week' as const } : question;
          assert.deepEqual(await rowsOf(trend, brand, shown), expectedTrend(generated, shown));
          const searched = (await rowsOf(searches, brand, window)).map(
            ({ query, engine, answers, answers_naming_you }) => ({
              key: String(query).toLowerCase(),
              engine,
              answers,
              answers_naming_you,
            }),
          );
          assert.deepEqual(searched, expectedSearches(generated, question));
        }
      },
    );
    await fc.assert(property, { numRuns: effort(6, 250) });
  });
});
