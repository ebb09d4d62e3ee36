import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS, engineOf } from '../../src/domain/answers/engine.ts';
import { BUCKET_UNITS } from '../../src/domain/time/buckets.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { competitors } from '../../src/reports/brands/competitors.ts';
import { presence } from '../../src/reports/brands/presence.ts';
import { trend } from '../../src/reports/brands/trend.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { sentiment } from '../../src/reports/said/sentiment.ts';
import type { Report } from '../../src/reports/shape/report.ts';
import { searches } from '../../src/reports/sources/searches.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

interface Mention {
  readonly brand: string;
  readonly mentioned: boolean;
  readonly rank: number | null;
  readonly count: number | null;
  readonly framing: 'recommended' | 'neutral' | 'negative' | null;
  readonly snippet: string | null;
}

/** A generated answer, with only what a straightforward count needs. */
interface Generated {
  readonly index: number;
  readonly engine: string;
  readonly at: number;
  readonly failed: boolean;
  /** A brand without one is not named. */
  readonly mentions: readonly Mention[];
  readonly hosts: readonly string[];
  /** Null: unknown. */
  readonly searches: readonly string[] | null;
}

const BRANDS = ['Acme', 'Bolt', 'Cargo'];
const domainOf = (brand: string) => `${brand.toLowerCase()}.example`;
const HOSTS = [
  'acme.example',
  'shop.acme.example',
  'notacme.example',
  'bolt.example',
  'cargo.example',
  'a.example',
  'b.example',
];
const OWNED: Record<string, { site: string; kind: string; owners: readonly string[] }> = {
  'acme.example': { site: 'acme.example', kind: 'own_page', owners: ['Acme'] },
  'shop.acme.example': { site: 'acme.example', kind: 'own_page', owners: ['Acme'] },
  'bolt.example': { site: 'bolt.example', kind: 'competitor', owners: ['Bolt'] },
  'cargo.example': { site: 'cargo.example', kind: 'competitor', owners: ['Cargo'] },
};
const ENGINES = ENGINE_SLUGS.slice(0, 4);
/** The engines that the brand asks. */
const ASKED = ['chatgpt', 'claude'];
const WEEK_MS = 7 * DAY_MS;
const MONDAY = Date.UTC(2026, 10, 16);
const TODAY = Math.floor(NOW / DAY_MS);

/** On the edges of windows, weeks, days, and blocks of 4, 16 and 64 days, and anywhere. */
const times = fc.oneof(
  edges(fc.constantFrom(0, 1, 2, 7, 30, 90, 365).map((days) => NOW - days * DAY_MS)),
  edges(fc.integer({ min: 0, max: 56 }).map((weeks) => MONDAY - weeks * WEEK_MS)),
  edges(fc.integer({ min: 0, max: 400 }).map((days) => (TODAY - days) * DAY_MS)),
  edges(
    fc
      .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(4, 16, 64))
      .map(([back, span]) => (Math.floor(TODAY / span) - back) * span * DAY_MS),
  ),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW + 60_000 }),
);

function edges(instants: fc.Arbitrary<number>): fc.Arbitrary<number> {
  return fc.tuple(instants, fc.constantFrom(-1, 0, 1)).map(([at, off]) => at + off);
}

const mentionOf = (brand: string): fc.Arbitrary<Mention | null> =>
  fc.oneof(
    fc.constantFrom(null, { brand, mentioned: false, rank: null, count: null, framing: null, snippet: null }),
    fc.record({
      brand: fc.constant(brand),
      mentioned: fc.constant(true),
      rank: fc.option(fc.integer({ min: 1, max: 12 })),
      count: fc.option(fc.integer({ min: 1, max: 5 })),
      framing: fc.constantFrom('recommended', 'neutral', 'negative', null),
      snippet: fc.option(fc.constantFrom('One sentence.', 'Another **one**.')),
    }),
  );

const answers: fc.Arbitrary<Generated[]> = fc
  .array(
    fc.record({
      engine: fc.constantFrom(...ENGINES),
      at: times,
      failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
      mentions: fc.tuple(...BRANDS.map(mentionOf)).map((all) => all.filter((each) => each !== null)),
      hosts: fc.array(fc.constantFrom(...HOSTS), { maxLength: 5 }),
      searches: fc.option(
        fc.array(fc.constantFrom('a', 'A', ' a', 'b', 'best c', 'Ü', 'ü'), { maxLength: 4 }),
      ),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((all) => all.map((each, index) => ({ index, ...each })));

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(1, 2, 7, 30, 90, 365), fc.integer({ min: 1, max: 365 })),
  until: times.filter((at) => at <= NOW),
  engine: fc.option(fc.constantFrom(...ENGINE_SLUGS.slice(0, 5)), { nil: undefined }),
  by: fc.constantFrom(...BUCKET_UNITS),
});

type Question = typeof questions extends fc.Arbitrary<infer T> ? T : never;

/** The answers from one instant to another, both included. */
function collected(rows: readonly Generated[], from: number, until: number): Generated[] {
  return rows.filter(({ failed, at }) => !failed && at >= from && at <= until);
}

function inWindow(rows: readonly Generated[], { days, until, engine }: Partial<Question>): Generated[] {
  const end = until ?? NOW;
  return ofEngine(collected(rows, end - (days ?? 30) * DAY_MS + 1, end), engine);
}

function ofEngine(rows: readonly Generated[], engine: string | undefined): Generated[] {
  return rows.filter((row) => engine === undefined || row.engine === engine);
}

/** The engines that are asked or answered. */
function listedEngines(rows: readonly Generated[], only?: string): string[] {
  return ENGINE_SLUGS.filter(
    (slug) =>
      (only === undefined || only === slug) && (ASKED.includes(slug) || ofEngine(rows, slug).length > 0),
  );
}

const shareOf = (part: number, whole: number) =>
  whole < 5 ? null : Math.round((1000 * part) / whole) / 1000;

/** The rates that lie 1.96 of their own standard errors from the observed one: the roots of a quadratic. */
function intervalOf(present: number, responses: number) {
  if (responses < 5) return null;
  const share = present / responses;
  const square = 1.959963984540054 ** 2 / responses;
  const [a, b, c] = [1 + square, -(2 * share + square), share * share];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const [lower, upper] = [(-b - root) / (2 * a), (-b + root) / (2 * a)];
  const rounded = (end: number) => Math.round(Math.min(1, Math.max(0, end)) * 1000) / 1000;
  return { lower: rounded(lower), upper: rounded(upper) };
}

const roleOf = (brand: string) => (brand === 'Acme' ? 'self' : 'competitor');

function namingIn({ mentions }: Generated, brand: string): Mention | undefined {
  return mentions.find((each) => each.mentioned && each.brand === brand);
}

/** One brand's counts in some answers, the slow way. */
function countedFor(rows: readonly Generated[], brand: string) {
  const own = rows.flatMap((row) => namingIn(row, brand) ?? []);
  const ranks = own.flatMap(({ rank }) => rank ?? []);
  const framed = (framing: string) => own.filter((mention) => mention.framing === framing).length;
  const [recommended, neutral, negative] = [framed('recommended'), framed('neutral'), framed('negative')];
  const mean = ranks.reduce((sum, rank) => sum + rank, 0) / ranks.length;
  return {
    share: {
      present: own.length,
      responses: rows.length,
      rate: shareOf(own.length, rows.length),
      citations: rows.filter(({ hosts }) => hosts.some((host) => `.${host}`.endsWith(`.${domainOf(brand)}`)))
        .length,
    },
    positions: {
      avg_rank_when_named: ranks.length === 0 ? null : Math.round(mean * 100) / 100,
      ranked_answers: ranks.length,
    },
    first_position: ranks.filter((rank) => rank === 1).length,
    framing: { classified: recommended + neutral + negative, recommended, negative },
    neutral,
  };
}

/** The brand, and its competitors, the most named first. */
function countedBrandsIn(rows: readonly Generated[]) {
  const [self, ...others] = BRANDS.map((brand) => ({ brand, counted: countedFor(rows, brand) }));
  others.sort((a, b) => b.counted.share.present - a.counted.share.present || (a.brand < b.brand ? -1 : 1));
  return [self ?? assert.fail(), ...others];
}

function expectedVisibility(rows: readonly Generated[]) {
  const withInterval = ({ share, positions }: ReturnType<typeof countedFor>) => {
    const interval = intervalOf(share.present, share.responses);
    return { ...share, min_sample: 5, interval, ...positions };
  };
  return {
    engines: listedEngines(rows).map((engine) => ({
      engine,
      ...withInterval(countedFor(ofEngine(rows, engine), 'Acme')),
    })),
    brands: countedBrandsIn(rows).map(({ brand, counted }) => ({
      name: brand,
      role: roleOf(brand),
      ...withInterval(counted),
      framing: counted.framing,
    })),
  };
}

function expectedPresence(rows: readonly Generated[], question: Question) {
  const seen = inWindow(rows, question);
  return listedEngines(seen, question.engine).flatMap((engine) =>
    countedBrandsIn(ofEngine(seen, engine)).map(({ brand, counted }) => ({
      market: 'us-en',
      engine,
      engine_name: engineOf(engine).name,
      brand,
      role: roleOf(brand),
      ...counted.share,
      ...counted.positions,
      first_position: counted.first_position,
      framing: counted.framing,
    })),
  );
}

function expectedSentiment(rows: readonly Generated[], question: Question) {
  const seen = inWindow(rows, question);
  return expectedPresence(rows, question).map(({ market, engine, engine_name, brand, present, framing }) => ({
    market,
    engine,
    engine_name,
    brand,
    is_you: brand === 'Acme',
    answers_naming_them: present,
    ...framing,
    neutral: countedFor(ofEngine(seen, engine), brand).neutral,
    recommended_share: shareOf(framing.recommended, framing.classified),
    corrected: null,
  }));
}

function expectedTrend(rows: readonly Generated[], { days, until, engine: only, by }: Question) {
  const lastDay = Math.floor(until / DAY_MS);
  const buckets = Map.groupBy(
    Array.from({ length: days }, (_, index) => new Date((lastDay - days + 1 + index) * DAY_MS)),
    (day) => day.getTime() - (by === 'week' ? ((day.getUTCDay() + 6) % 7) * DAY_MS : 0),
  );
  const starts = [...buckets.keys()];
  const engines = listedEngines(collected(rows, starts[0] ?? 0, until), only);
  return engines.flatMap((engine) =>
    BRANDS.flatMap((brand) =>
      starts.map((start) => {
        const end = start + (by === 'week' ? WEEK_MS : DAY_MS) - 1;
        const last = Math.min(end, until);
        return {
          market: 'us-en',
          engine,
          engine_name: engineOf(engine).name,
          brand,
          role: roleOf(brand),
          start: iso(start),
          end: iso(last),
          complete: end <= until,
          ...countedFor(ofEngine(collected(rows, start, last), engine), brand).share,
        };
      }),
    ),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/** /searches without prompts and domains: each query by its text in lower case. */
function expectedSearches(rows: readonly Generated[], question: Question) {
  const known = inWindow(rows, question).filter((row) => row.searches !== null);
  const keysOf = (row: Generated) => (row.searches ?? []).map((query) => query.trim().toLowerCase());
  const counted = ENGINES.flatMap((engine) => {
    const own = ofEngine(known, engine);
    return [...new Set(own.flatMap(keysOf))].map((key) => {
      const searching = own.filter((row) => keysOf(row).includes(key));
      const naming = searching.filter((row) => namingIn(row, 'Acme'));
      return { key, engine, answers: searching.length, answers_naming_you: naming.length };
    });
  });
  return counted.sort(
    (a, b) => b.answers - a.answers || compare(a.key, b.key) || compare(a.engine, b.engine),
  );
}

function expectedSources(rows: readonly Generated[]) {
  const counted = HOSTS.map((domain) => {
    const citing = rows.filter((row) => row.hosts.includes(domain));
    const named = citing.filter((row) => namingIn(row, 'Acme')).length;
    return {
      domain,
      answers_citing_it: citing.length,
      answers_where_you_were_named: named,
      answers_citing_you_without_naming_you: citing.length - named,
      ...(OWNED[domain] ?? { site: domain, kind: 'listing', owners: [] }),
    };
  });
  return counted
    .filter((row) => row.answers_citing_it > 0)
    .sort((a, b) => b.answers_citing_it - a.answers_citing_it || compare(a.domain, b.domain));
}

/** One row of /competitors. */
function expectedCompetitor(rows: readonly Generated[], brand: string) {
  const named = rows.flatMap((row) => {
    const own = namingIn(row, brand);
    return own ? [{ row, own }] : [];
  });
  const positions = named.flatMap(({ own }) => own.rank ?? []).sort((a, b) => a - b);
  const middle = [positions[(positions.length - 1) >> 1], positions[positions.length >> 1]];
  const position = ({ own }: (typeof named)[number]) => own.rank ?? 1000;
  // The best position first, then the newest; later answers have larger ids.
  const quotable = named
    .filter(({ own }) => own.snippet !== null)
    .sort((a, b) => position(a) - position(b) || b.row.at - a.row.at || b.row.index - a.row.index);
  return {
    competitor: brand,
    domain: domainOf(brand),
    answers_naming_them: named.length,
    answers_without_you: named.filter(({ row }) => !namingIn(row, 'Acme')).length,
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

function expectedCompetitors(rows: readonly Generated[]) {
  return ['Bolt', 'Cargo']
    .map((brand) => expectedCompetitor(rows, brand))
    .sort((a, b) => b.answers_naming_them - a.answers_naming_them);
}

/** Rows without these fields, at any depth. */
function without(rows: unknown, ...fields: readonly string[]) {
  return JSON.parse(JSON.stringify(rows), (name, value) => (fields.includes(name) ? undefined : value));
}

/** ranges.test.ts and the tests of estimates check them. */
const RANGES = ['range_of_questions', 'questions', 'design_effect'];
/** cited.test.ts checks the named brands, one engine's figures, and the work on a site. */
const OF_SITES = [
  ...['competitors', 'answers_without_you', 'cited_in', 'naming', 'pages_name'],
  ...['status', 'status_since', 'note'],
];

onReusedStore('reports on brands against raw answers', (fresh) => {
  const { store, stored, dataOf } = countedBrands(fresh);

  const linesOf = (generated: readonly Generated[]) =>
    generated.map(({ index, engine, at, failed, hosts, searches: asked, mentions }) => ({
      engine,
      prompt: `prompt ${index}`,
      collected_at: iso(at),
      ...(failed ? { outcome: 'timeout' } : {}),
      citations: hosts.map((host, place) => ({
        url: `https://${place % 2 === 0 ? 'www.' : ''}${host}/${place}`,
      })),
      ...(asked === null ? {} : { searches: asked }),
      mentions,
    }));

  /** /visibility and /sources as of an instant. */
  async function agreeAt(brand: string, rows: readonly Generated[], { days, until }: Question) {
    const seen = inWindow(rows, { days, until });
    const { engines, brands } = await dataOf(visibility, brand, { days }, until);
    assert.deepEqual(
      without({ engines: without(engines, 'name', 'collection_method'), brands }, ...RANGES),
      expectedVisibility(seen),
    );
    assert.deepEqual(
      without(await dataOf(sources, brand, { days }, until), ...OF_SITES),
      expectedSources(seen),
    );
  }

  /** The reports that end at any instant, of one engine or each. */
  async function agreeUntil(brand: string, rows: readonly Generated[], question: Question) {
    const { by, ...window } = question;
    const rowsOf = async (
      report: Report,
      query: Partial<Question>,
    ): Promise<readonly Record<string, unknown>[]> =>
      without(
        await dataOf(report, brand, { ...query, until: iso(question.until) }),
        ...['min_sample', 'interval', ...RANGES],
      );
    assert.deepEqual(await rowsOf(presence, window), expectedPresence(rows, question));
    assert.deepEqual(await rowsOf(sentiment, window), expectedSentiment(rows, question));
    const isRefused = by === 'day' && question.days > 92 && question.engine === undefined;
    const shown = isRefused ? { ...question, by: 'week' as const } : question;
    assert.deepEqual(await rowsOf(trend, shown), expectedTrend(rows, shown));
    assert.deepEqual(
      (await rowsOf(searches, window)).map(({ query, engine, answers: count, answers_naming_you }) => ({
        key: String(query).toLowerCase(),
        engine,
        answers: count,
        answers_naming_you,
      })),
      expectedSearches(rows, question),
    );
    const rivals = await dataOf(competitors, brand, { ...window, quotes: '1', until: iso(question.until) });
    assert.deepEqual(without(rivals, 'answerId'), expectedCompetitors(inWindow(rows, question)));
  }

  test('agree with a straightforward count, for any data, window, engine, and packed days', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(questions, { minLength: 3, maxLength: 6 }),
      anyPackedDay,
      async (generated, asked, packedDay) => {
        const brand = await stored(linesOf(generated));
        const id = (await findWorkspace(store().main, brand)) ?? assert.fail();
        await packExactly(store().main, id, packedDay);
        for (const question of asked) {
          await agreeAt(brand, generated, question);
          await agreeUntil(brand, generated, question);
        }
      },
    );
    await fc.assert(property, { numRuns: effort(6, 300) });
  });

  test('and the stored counts equal the raw rows afterwards', async () =>
    assert.deepEqual(await findDifferences(store().main), []));
});
