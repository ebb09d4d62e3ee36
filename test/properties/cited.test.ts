import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { answers as answersReport } from '../../src/reports/answers/answers.ts';
import { reportNamed } from '../../src/reports/index.ts';
import type { AnswersFilters } from '../../src/reports/shape/answers-filters.ts';
import type { AnyRow } from '../../src/reports/shape/columns.ts';
import type { RowOf } from '../../src/reports/shape/report.ts';
import { pages } from '../../src/reports/sources/pages.ts';
import { recommendations } from '../../src/reports/sources/recommendations.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { countedBrands } from '../support/counted-brands.ts';
import { effort } from '../support/effort.ts';
import { onReusedStore } from '../support/stores.ts';
import { ACME_BRAND, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** A generated answer. Pages are addresses without scheme, each cited in one of several forms. */
interface Generated {
  readonly engine: string;
  readonly prompt: number;
  readonly at: number;
  readonly names: readonly string[];
  readonly cited: readonly string[];
}

const ENGINES = ['chatgpt', 'claude', 'google_ai_mode'];
const BRANDS = ['Acme', 'Bolt', 'Cargo'];
/** Whole sites, and parts: two brands own parts of one site, and of another only a part has an owner. */
const DOMAINS: Record<string, readonly string[]> = {
  Acme: ['acme.example', 'x.a.example'],
  Bolt: ['bolt.example', 'old.reddit.com'],
  Cargo: ['cargo.example', 'y.a.example', 'blog.acme.example'],
};
const KINDS: Record<string, string> = { 'reddit.com': 'community', 'amazon.de': 'marketplace' };
const PAGES = [
  'blog.acme.example/3',
  'deep.x.a.example/1',
  'new.reddit.com/1',
  'acme.example/1',
  'docs.acme.example/2',
  'bolt.example/1',
  'a.example',
  'a.example/1',
  'x.a.example/1',
  'y.a.example/1',
  'b.example/1',
  'reddit.com/1',
  'old.reddit.com/1',
  'amazon.de/1',
  'amazon.de/2',
];

const instants = fc.oneof(
  fc
    .tuple(fc.constantFrom(1, 7, 30, 90, 365), fc.constantFrom(-1, 0, 1))
    .map(([days, off]) => NOW - days * DAY_MS + off),
  fc
    .tuple(fc.integer({ min: 0, max: 25 }), fc.constantFrom(-1, 0, 1))
    .map(([back, off]) => (Math.floor(NOW / DAY_MS / 16) - back) * 16 * DAY_MS + off),
  fc.integer({ min: NOW - 380 * DAY_MS, max: NOW }),
);

const answers: fc.Arbitrary<Generated[]> = fc.array(
  fc.record({
    engine: fc.constantFrom(...ENGINES),
    prompt: fc.nat({ max: 2 }),
    at: instants.filter((at) => at <= NOW),
    names: fc.subarray(BRANDS),
    cited: fc.array(fc.constantFrom(...PAGES), { maxLength: 6 }),
  }),
  { minLength: 1, maxLength: 40 },
);

const questions = fc.record({
  days: fc.oneof(fc.constantFrom(1, 7, 15, 16, 30, 90, 365), fc.integer({ min: 1, max: 365 })),
  until: fc.option(instants.filter((at) => at <= NOW)),
  engine: fc.option(fc.constantFrom(...ENGINES)),
  site: fc.option(fc.constantFrom('a.example', 'acme.example', 'reddit.com', 'none.example')),
});

const hostOf = (page: string) => page.split('/')[0] ?? '';
const siteOf = (page: string) => hostOf(page).split('.').slice(-2).join('.');
const rivalsIn = ({ names }: Generated, tracked: readonly string[]) =>
  names.filter((name) => name !== 'Acme' && tracked.includes(name));
/** Competitors, the most named first. */
const byMostNamed = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => name)]
    .map(([name, all]) => ({ name, answers: all.length }))
    .sort((a, b) => b.answers - a.answers || (a.name < b.name ? -1 : 1));
const isGap = (row: Generated, tracked: readonly string[]) =>
  !row.names.includes('Acme') && rivalsIn(row, tracked).length > 0;
const byMost =
  <Row>(count: (row: Row) => number, name: (row: Row) => string) =>
  (a: Row, b: Row) =>
    count(b) - count(a) || (name(a) < name(b) ? -1 : 1);

function citing(rows: readonly Generated[], of: (page: string) => string) {
  const keys = new Set(rows.flatMap(({ cited }) => cited.map(of)));
  return [...keys].map((key) => ({
    key,
    rows: rows.filter(({ cited }) => cited.some((page) => of(page) === key)),
  }));
}

function countsOf(rows: readonly Generated[]) {
  const named = rows.filter(({ names }) => names.includes('Acme')).length;
  return {
    answers_citing_it: rows.length,
    answers_where_you_were_named: named,
    answers_citing_you_without_naming_you: rows.length - named,
  };
}

/** The tracked brands that own a host, by their declared hosts alone. */
const ownersOf = (host: string, tracked: readonly string[]) =>
  BRANDS.filter((name) => name === 'Acme' || tracked.includes(name)).filter((name) =>
    DOMAINS[name]?.some((declared) => `.${host}`.endsWith(`.${declared}`)),
  );

function sourceKind(host: string, tracked: readonly string[]): string {
  const owners = ownersOf(host, tracked);
  if (owners.includes('Acme')) return 'own_page';
  return owners.length > 0 ? 'competitor' : (KINDS[siteOf(host)] ?? 'listing');
}

/** One engine's answers that cite a host, and how often they and others to the same questions name the brand. */
function onOneEngine(rows: readonly Generated[], citing: readonly Generated[]) {
  const both = [...Map.groupBy(rows, ({ prompt }) => prompt).values()].filter(
    (all) => all.some((row) => citing.includes(row)) && !all.every((row) => citing.includes(row)),
  );
  const side = (of: readonly Generated[]) => ({
    count: of.filter(({ names }) => names.includes('Acme')).length,
    of: of.length,
  });
  const [cited = [], elsewhere = []] = [true, false].map((does) =>
    both.flat().filter((row) => citing.includes(row) === does),
  );
  return {
    cited_in: [citing.length, rows.length],
    naming: { cited: side(cited), elsewhere: side(elsewhere) },
  };
}

const expectedSources = (rows: readonly Generated[], tracked: readonly string[], engine: string | null) =>
  citing(rows, hostOf)
    .map(({ key, rows: of }) => {
      const site = siteOf(key);
      const owners = ownersOf(key, tracked);
      const gaps = byMostNamed(
        of.filter((row) => isGap(row, tracked)).flatMap((row) => rivalsIn(row, tracked)),
      );
      const competitors = byMostNamed(of.flatMap((row) => rivalsIn(row, tracked))).map((rival) => ({
        ...rival,
        answers_without_you: gaps.find(({ name }) => name === rival.name)?.answers ?? 0,
      }));
      const answers_without_you = of.filter((row) => isGap(row, tracked)).length;
      const named = { competitors, answers_without_you, pages_name: null };
      const work = { status: 'open', status_since: null, note: null };
      const share = engine === null ? { cited_in: null, naming: null } : onOneEngine(rows, of);
      const kind = sourceKind(key, tracked);
      return { domain: key, ...countsOf(of), site, kind, owners, ...named, ...work, ...share };
    })
    .sort(
      byMost(
        (row) => row.answers_citing_it,
        ({ domain }) => domain,
      ),
    );

const expectedPages = (rows: readonly Generated[], site: string | null, tracked: readonly string[]) =>
  citing(rows, (page) => page)
    .filter(({ key }) => site === null || siteOf(key) === site)
    .map(({ key, rows: of }) => ({
      page: key,
      domain: hostOf(key),
      site: siteOf(key),
      ...countsOf(of),
      owners: ownersOf(hostOf(key), tracked),
      answers_naming_competitors: of.filter((row) => rivalsIn(row, tracked).length > 0).length,
      answers_without_you: of.filter((row) => isGap(row, tracked)).length,
      // No page was fetched.
      page_facts: null,
    }));

/** The part that a page belongs to: the brand's own, nobody's, or a competitor's. */
function partOf(page: string, tracked: readonly string[]): string {
  const owners = ownersOf(hostOf(page), tracked);
  if (owners.includes('Acme')) return 'own';
  return owners.length > 0 ? 'theirs' : 'others';
}

/** Each declared host has at least as many labels as its site. */
const ownedHosts = (site: string, tracked: readonly string[]) =>
  BRANDS.filter((name) => name === 'Acme' || tracked.includes(name)).flatMap((brand) =>
    (DOMAINS[brand] ?? [])
      .filter((host) => siteOf(host) === site)
      .map((host) => ({ host, brand, role: brand === 'Acme' ? 'self' : 'competitor' })),
  );

function expectedRecommendations(rows: readonly Generated[], tracked: readonly string[]) {
  const tiers = ['own_page', 'listing', 'community', 'marketplace'];
  return citing(rows, (page) => `${siteOf(page)} ${partOf(page, tracked)}`)
    .filter(({ key }) => !key.endsWith(' theirs'))
    .map(({ key, rows: all }) => {
      const [site = '', part] = key.split(' ');
      const isOwn = part === 'own';
      const of = isOwn ? all : all.filter((row) => isGap(row, tracked));
      const kind = isOwn ? 'own_page' : (KINDS[site] ?? 'listing');
      const answers_naming_you = of.filter(({ names }) => names.includes('Acme')).length;
      return {
        kind,
        tier: tiers.indexOf(kind) + 1,
        site,
        owned_hosts: ownedHosts(site, tracked),
        answers: of.length,
        answers_naming_you,
        pages: citing(of, (page) => page)
          .filter(({ key: page }) => siteOf(page) === site && partOf(page, tracked) === part)
          .map(({ key: page, rows: its }) => [its.length, page] as const)
          .sort(
            byMost(
              (each) => each[0],
              (each) => each[1],
            ),
          )
          .slice(0, 5)
          .map(([, page]) => page),
        competitors_named: new Set(of.flatMap((row) => rivalsIn(row, tracked))).size,
        competitors: byMostNamed(of.flatMap((row) => rivalsIn(row, tracked))),
        engines: ENGINES.filter((engine) => of.some((row) => row.engine === engine)),
        share:
          rows.length === 0 ? 0 : Number((Math.round((of.length / rows.length) * 1000) / 1000).toFixed(3)),
        status: 'open',
        note: null,
        cited_since: null,
      };
    })
    .filter(({ answers, answers_naming_you }) => answers > answers_naming_you)
    .sort((a, b) => a.tier - b.tier || b.answers - a.answers || (a.site < b.site ? -1 : 1));
}

/** The /answers filters behind the count in a /recommendations row. */
function behindAnswers(row: AnyRow): AnswersFilters {
  const { columns } = reportNamed('recommendations').columns.rows ?? assert.fail();
  return columns.find(({ id }) => id === 'answers')?.answerFilter?.(row) ?? assert.fail();
}

onReusedStore('cited sites and pages against raw answers', (fresh) => {
  const { store, stored, dataOf } = countedBrands(fresh);

  const domainsOf = (name: string) => ({ domain: DOMAINS[name]?.[0], domains: DOMAINS[name]?.slice(1) });
  const tracking = (names: readonly string[]) => ({
    ...domainsOf('Acme'),
    competitors: names.map((name) => ({ name, ...domainsOf(name) })),
  });
  const track = async (id: string, names: readonly string[]) => {
    const brands = [{ ...ACME_BRAND, ...tracking(names), id }];
    await pipelineOn(store()).apply({ organizations: [{ name: id, plan: { name: 'growth' }, brands }] });
  };

  const linesOf = (generated: readonly Generated[]) =>
    generated.map(({ engine, prompt, at, names, cited }) => ({
      engine,
      prompt: `prompt ${prompt}`,
      collected_at: iso(at),
      citations: cited.map((page, place) => ({
        url: `https://${page}${place % 2 === 0 ? '' : '?utm_source=x'}`,
      })),
      mentions: BRANDS.map((brand) => ({ brand, mentioned: names.includes(brand) })),
    }));

  const pageOf = (url: string) => url.replace('https://', '').replace(/\/$/, '');

  async function check(
    brand: string,
    generated: readonly Generated[],
    asked: {
      readonly days: number;
      readonly until: number | null;
      readonly engine: string | null;
      readonly site: string | null;
    },
    tracked: readonly string[],
  ): Promise<void> {
    const { days, engine, site } = asked;
    const until = asked.until ?? NOW;
    const rows = generated.filter(
      (row) =>
        row.at > until - days * DAY_MS && row.at <= until && (engine === null || row.engine === engine),
    );
    const query = { days, engine, until: iso(until) };
    const cited: RowOf<typeof sources>[] = await dataOf(sources, brand, query);
    assert.deepEqual(
      cited.map(({ cited_in: share, naming, ...row }) => ({
        ...row,
        cited_in: share && [share.present, share.responses],
        naming: naming && { cited: naming.cited, elsewhere: naming.elsewhere },
      })),
      expectedSources(rows, tracked, engine),
    );
    const listed = await dataOf(pages, brand, { ...query, site });
    assert.deepEqual(
      listed.map(({ url, title, ...row }: { url: string; title: null }) => ({ page: pageOf(url), ...row })),
      expectedPages(rows, site, tracked).sort(
        byMost(
          (row) => row.answers_citing_it,
          ({ page }) => (page.includes('/') ? page : `${page}/`),
        ),
      ),
    );
    const recommended = await dataOf(recommendations, brand, query);
    assert.deepEqual(
      recommended.map((row: { pages: { url: string }[] }) => ({
        ...row,
        pages: row.pages.map(({ url }) => pageOf(url)),
      })),
      expectedRecommendations(rows, tracked),
    );
    for (const row of recommended) {
      const behind = {
        ...behindAnswers(row),
        from: iso(until - days * DAY_MS + 1),
        until: iso(until),
        engine,
      };
      assert.equal((await dataOf(answersReport, brand, behind)).length, row.answers);
    }
  }

  test('agree with a straightforward count, for any data, window, engine, site, and tracked brands', async () => {
    const property = fc.asyncProperty(
      answers,
      fc.array(questions, { minLength: 2, maxLength: 4 }),
      fc.subarray(['Bolt', 'Cargo']),
      async (generated, asked, kept) => {
        const brand = await stored(linesOf(generated), tracking(['Bolt', 'Cargo']));
        for (const question of asked) await check(brand, generated, question, BRANDS);
        await track(brand, kept);
        for (const question of asked) await check(brand, generated, question, ['Acme', ...kept]);
        await track(brand, ['Bolt', 'Cargo']);
        for (const question of asked.slice(0, 1)) await check(brand, generated, question, BRANDS);
      },
    );
    await fc.assert(property, { numRuns: effort(6, 150) });
  });

  test('and the stored counts equal the raw rows afterwards', async () =>
    assert.deepEqual(await findDifferences(store().main), []));
});
