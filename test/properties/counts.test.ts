import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ENGINE_SLUGS } from '../../src/domain/answers/engine.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { findWorkspace } from '../../src/storage/directory/brands.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { anyPackedDay, packExactly } from '../support/packing.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, iso, NOW } from '../support/world.ts';

/** A generated answer, with only what a straightforward count needs. */
interface Generated {
  readonly engine: string;
  readonly at: number;
  readonly failed: boolean;
  readonly mentions: readonly {
    readonly brand: string;
    readonly mentioned: boolean;
    readonly rank: number | null;
    readonly framing: 'recommended' | 'neutral' | 'negative' | null;
  }[];
  readonly hosts: readonly string[];
}

const BRANDS = ['Acme', 'Bolt', 'Cargo'];
const DOMAINS: Record<string, string> = {
  Acme: 'acme.example',
  Bolt: 'bolt.example',
  Cargo: 'cargo.example',
};
const HOSTS = [
  'acme.example',
  'shop.acme.example',
  'notacme.example',
  'bolt.example',
  'a.example',
  'b.example',
];
const OWNED: Record<string, { site: string; kind: string; owners: readonly string[] }> = {
  'acme.example': { site: 'acme.example', kind: 'own_page', owners: ['Acme'] },
  'shop.acme.example': { site: 'acme.example', kind: 'own_page', owners: ['Acme'] },
  'bolt.example': { site: 'bolt.example', kind: 'competitor', owners: ['Bolt'] },
};
const ENGINES = ENGINE_SLUGS.slice(0, 4);

/** On the edges of windows, days, and blocks of 4, 16 and 64 days, and anywhere. */
const times = fc.oneof(
  fc
    .tuple(fc.constantFrom(1, 2, 7, 30, 90, 365), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => NOW - days * DAY_MS + off),
  fc
    .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => (Math.floor(NOW / DAY_MS) - days) * DAY_MS + off),
  fc
    .tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom(4, 16, 64), fc.constantFrom(-1, 0))
    .map(([back, span, off]) => (Math.floor(NOW / DAY_MS / span) - back) * span * DAY_MS + off),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW + 60_000 }),
);

const mentionsOf = fc.tuple(
  ...BRANDS.map((brand) =>
    fc.oneof(
      fc.constant({ brand, mentioned: false, rank: null, framing: null }),
      fc.record({
        brand: fc.constant(brand),
        mentioned: fc.constant(true),
        rank: fc.option(fc.integer({ min: 1, max: 12 })),
        framing: fc.constantFrom('recommended' as const, 'neutral' as const, 'negative' as const, null),
      }),
    ),
  ),
);

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    at: times.filter((at) => at <= NOW + 60_000),
    failed: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    mentions: mentionsOf,
    hosts: fc.array(fc.constantFrom(...HOSTS), { maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 60 },
);

const windows = fc.record({
  days: fc.oneof(fc.constantFrom(1, 2, 7, 30, 90, 365), fc.integer({ min: 1, max: 365 })),
  now: fc.oneof(fc.constant(NOW), times),
});

function inWindow(generated: readonly Generated[], now: number, days: number): Generated[] {
  return generated.filter(({ at, failed }) => !failed && at > now - days * DAY_MS && at <= now);
}

function rate(present: number, responses: number) {
  const share = responses < 5 ? null : Number((Math.round((present / responses) * 1000) / 1000).toFixed(3));
  const interval = share === null ? null : intervalOf(present, responses);
  return { present, responses, rate: share, min_sample: 5, interval };
}

/** The rates that lie 1.96 of their own standard errors from the observed one: the roots of a quadratic. */
function intervalOf(present: number, responses: number) {
  const share = present / responses;
  const square = 1.959963984540054 ** 2 / responses;
  const [a, b, c] = [1 + square, -(2 * share + square), share * share];
  const root = Math.sqrt(Math.max(0, b * b - 4 * a * c));
  const [lower, upper] = [(-b - root) / (2 * a), (-b + root) / (2 * a)];
  const rounded = (end: number) => Math.round(Math.min(1, Math.max(0, end)) * 1000) / 1000;
  return { lower: rounded(lower), upper: rounded(upper) };
}

function countedFor(rows: readonly Generated[], brand: string) {
  const own = rows.map((row) => row.mentions.find((mention) => mention.brand === brand));
  const ranks = own.flatMap((mention) => (mention?.rank ? [mention.rank] : []));
  const domain = DOMAINS[brand] ?? '';
  const citing = rows.filter((row) =>
    row.hosts.some((host) => host === domain || host.endsWith(`.${domain}`)),
  );
  const mean = ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
  return {
    ...rate(own.filter((mention) => mention?.mentioned).length, rows.length),
    citations: citing.length,
    avg_rank_when_named: ranks.length === 0 ? null : Math.round(mean * 100) / 100,
    ranked_answers: ranks.length,
    framed: own.flatMap((mention) => (mention?.framing ? [mention.framing] : [])),
  };
}

/** /visibility, counted the slow way. */
function expectedVisibility(rows: readonly Generated[], asked: readonly string[]) {
  const engines = ENGINE_SLUGS.filter(
    (slug) => asked.includes(slug) || rows.some((row) => row.engine === slug),
  );
  const brands = BRANDS.map((name) => {
    const { framed, ...counts } = countedFor(rows, name);
    return {
      name,
      role: name === 'Acme' ? 'self' : 'competitor',
      ...counts,
      framing: {
        classified: framed.length,
        recommended: framed.filter((each) => each === 'recommended').length,
        negative: framed.filter((each) => each === 'negative').length,
      },
    };
  });
  const [self, ...others] = brands;
  others.sort((a, b) => b.present - a.present || (a.name < b.name ? -1 : 1));
  return {
    engines: engines.map((engine) => {
      const { framed, ...counts } = countedFor(
        rows.filter((row) => row.engine === engine),
        'Acme',
      );
      return { engine, ...counts };
    }),
    brands: [self, ...others],
  };
}

/** /sources, counted the slow way. */
function expectedSources(rows: readonly Generated[]) {
  const counted = HOSTS.map((domain) => {
    const citing = rows.filter((row) => row.hosts.includes(domain));
    const named = citing.filter((row) =>
      row.mentions.some((each) => each.brand === 'Acme' && each.mentioned),
    );
    return {
      domain,
      answers_citing_it: citing.length,
      answers_where_you_were_named: named.length,
      answers_citing_you_without_naming_you: citing.length - named.length,
      ...(OWNED[domain] ?? { site: domain, kind: 'listing', owners: [] }),
    };
  });
  return counted
    .filter((row) => row.answers_citing_it > 0)
    .sort((a, b) => b.answers_citing_it - a.answers_citing_it || (a.domain < b.domain ? -1 : 1));
}

/** Without ranges; ranges.test.ts checks them. */
function withoutRanges(rows: readonly Record<string, unknown>[]) {
  return rows.map(({ range_of_questions, questions, design_effect, ...row }) => row);
}

/** Without the named brands and site tasks; cited.test.ts checks them. */
function withoutWork(rows: readonly Record<string, unknown>[]) {
  return rows.map(({ competitors, status, note, ...row }) => row);
}

onReusedStore('counts against raw answers', (fresh) => {
  const { store, stored, dataOf } = countedBrands(fresh);

  const linesOf = (generated: readonly Generated[]) =>
    generated.map((each, index) => ({
      engine: each.engine,
      prompt: `prompt ${index % 3}`,
      collected_at: iso(each.at),
      ...(each.failed ? { outcome: 'timeout' } : {}),
      citations: each.hosts.map((host, at) => ({
        url: `https://${at % 2 === 0 ? 'www.' : ''}${host}/${at}`,
      })),
      mentions: each.mentions.map((mention) => ({ ...mention, count: mention.mentioned ? 1 : 0 })),
    }));

  test('/visibility and /sources agree with a straightforward count, for any data, window and engine', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(windows, { minLength: 3, maxLength: 8 }),
      anyPackedDay,
      async (generated, asked, packedDay) => {
        const brand = await stored(linesOf(generated));
        await packExactly(
          store().main,
          (await findWorkspace(store().main, brand)) ?? assert.fail(),
          packedDay,
        );
        for (const { days, now } of asked) {
          const rows = inWindow(generated, now, days);
          const seen = await dataOf(visibility, brand, { days }, now);
          const engines = withoutRanges(seen.engines).map(({ name, collection_method, ...rest }) => rest);
          assert.deepEqual(
            { engines, brands: withoutRanges(seen.brands) },
            expectedVisibility(rows, ['chatgpt', 'claude']),
          );
          assert.deepEqual(withoutWork(await dataOf(sources, brand, { days }, now)), expectedSources(rows));
        }
      },
    );
    await fc.assert(property, { numRuns: effort(6, 300) });
  });

  test('and the stored counts equal the raw rows afterwards', async () => {
    assert.deepEqual(await findDifferences(store().main), []);
  });
});
