import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { questionIdOf } from '../../src/domain/questions/question-id.ts';
import { pageKeyOf } from '../../src/domain/web/page.ts';
import { siteOf } from '../../src/domain/web/site.ts';
import { answers as answersReport } from '../../src/reports/answers/answers.ts';
import { operatorCaller } from '../../src/reports/run/operator.ts';
import { runReport } from '../../src/reports/run/run-report.ts';
import type { AnswersFilters, FilterName } from '../../src/reports/shape/answers-filters.ts';
import type { Caller } from '../../src/reports/shape/report.ts';
import { effort } from '../support/effort.ts';
import { assertWithFixedCase } from '../support/fixed-case.ts';
import {
  ABSENT,
  RANDOM_ENGINES,
  RANDOM_MODELS,
  RANDOM_PROMPTS,
  RANDOM_QUERIES,
  RANDOM_TAGS,
  RANDOM_URLS,
  type RandomAnswer,
  randomAnswer,
  randomLine,
  randomText,
} from '../support/random-answers.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** Late is tracked in the second half of the answers. */
const BRANDS = ['Acme', 'Bolt', 'Cargo', 'Late'];
const DOMAINS: Readonly<Record<string, string>> = { Acme: 'acme.example', Bolt: 'bolt.example' };
/** Few instants, so that several answers share one, on the edges of the requested periods. */
const INSTANTS = [0, 1, 2, DAY_MS, DAY_MS + 1, 7 * DAY_MS, 40 * DAY_MS].map((ago) => NOW - ago);
const instant = fc.constantFrom(...INSTANTS);

const generated = randomAnswer(instant, BRANDS);

const brandName = fc.constantFrom('self', ...BRANDS);
const questionOf = (prompt: string) => questionIdOf(hash('sha256', prompt, 'hex'));
const questionIds = RANDOM_PROMPTS.map(questionOf);
const CITES = [
  ...RANDOM_URLS,
  'HTTPS://WIKI.example/page/',
  'https://wiki.example/never',
  'wiki.example',
  'www.Wiki.Example',
];
const SITES = ['*.wiki.example', '*.acme.example', '*.notwiki.example', '*.never.example', '*.amazonaws.com'];

const filters: fc.Arbitrary<AnswersFilters> = fc
  .record<Record<FilterName, fc.Arbitrary<string | string[]>>>(
    {
      from: instant.map(iso),
      until: instant.map(iso),
      engine: fc.constantFrom(...RANDOM_ENGINES),
      prompt: fc.constantFrom(...questionIds),
      outcome: fc.constantFrom('ok', 'empty'),
      names: fc.oneof(brandName, fc.constant('competitor')),
      names_not: fc.oneof(brandName, fc.constant('competitor')),
      looked_for: fc.oneof(brandName, fc.constant('all')),
      framing: fc.constantFrom('recommended', 'neutral', 'negative', 'any'),
      ranked: fc.constantFrom('true', 'false'),
      top: fc.constantFrom('1', '2', '4'),
      cites: fc.constantFrom(...CITES, ...SITES),
      cites_brand: brandName,
      searched: fc.constantFrom(...RANDOM_QUERIES, 'nobody asked this'),
      tag: fc.subarray(['odd', 'even'], { minLength: 1 }),
      tag_not: fc.subarray(['odd', 'first'], { minLength: 1 }),
      question: fc.subarray(questionIds, { minLength: 1 }),
      model: fc.subarray([...RANDOM_MODELS, 'unknown'], { minLength: 1 }),
    } as never,
    { requiredKeys: [] },
  )
  // All filters together rarely match an answer, so keep up to three.
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: 3 }))
  .map((some) => Object.fromEntries(some) as AnswersFilters);

const hostOfUrl = (url: string) => new URL(url).hostname.replace(/^www\./, '');

/** Whether a generated answer meets the filters. */
function meets(answer: RandomAnswer, { ...given }: AnswersFilters): boolean {
  const brandsOf = (text: string) => {
    if (text === 'competitor') return BRANDS.slice(1);
    return [text === 'self' ? 'Acme' : text];
  };
  const names = (brand: string) => answer.mentions[brand]?.mentioned === true;
  const of = answer.mentions[brandsOf(given.names ?? 'self')[0] ?? ''] ?? ABSENT;
  const hosts = answer.urls.map(hostOfUrl);
  const within = (host: string, site: string) => host === site || host.endsWith(`.${site}`);
  const cites = (text: string) => {
    // bucket.s3.amazonaws.com is its own site, not a part of *.amazonaws.com.
    if (text.startsWith('*.')) return hosts.some((host) => siteOf(host) === text.slice(2).toLowerCase());
    if (/^https?:/i.test(text)) return answer.urls.some((url) => pageKeyOf(url) === pageKeyOf(text));
    return hosts.includes(text.toLowerCase().replace(/^www\./, ''));
  };
  const has = (tags: readonly string[]) => tags.some((tag) => RANDOM_TAGS[answer.prompt]?.includes(tag));
  const checks: Partial<Record<FilterName, (value: never) => boolean>> = {
    from: (at: string) => answer.at >= Date.parse(at),
    until: (at: string) => answer.at <= Date.parse(at),
    engine: (engine: string) => answer.engine === engine,
    prompt: (id: string) => questionOf(answer.prompt) === id,
    question: (ids: readonly string[]) => ids.includes(questionOf(answer.prompt)),
    tag: has,
    tag_not: (tags: readonly string[]) => !has(tags),
    model: (models: readonly string[]) => models.includes(answer.model ?? 'unknown'),
    outcome: (outcome: string) => (BRANDS.some(names) ? 'ok' : 'empty') === outcome,
    names: (text: string) => brandsOf(text).some(names),
    names_not: (text: string) => !brandsOf(text).some(names),
    looked_for: (text: string) =>
      (text === 'all' ? BRANDS : brandsOf(text)).every((brand) => answer.mentions[brand]),
    framing: (framing: string) => (framing === 'any' ? of.framing !== null : of.framing === framing),
    ranked: (ranked: string) => (of.rank !== null) === (ranked === 'true'),
    top: (top: string) => of.rank !== null && of.rank <= Number(top),
    cites,
    cites_brand: (text: string) => {
      const [brand = ''] = brandsOf(text);
      const domain = DOMAINS[brand];
      return (
        answer.mentions[brand] !== undefined &&
        domain !== undefined &&
        hosts.some((host) => within(host, domain))
      );
    },
    searched: (query: string) => answer.searches.some((each) => each.toLowerCase() === query.toLowerCase()),
  };
  return Object.entries(given).every(([name, value]) => checks[name as FilterName]?.(value as never));
}

onReusedStore('filters of /answers', (fresh) => {
  let store: TestStore;
  let round = 0;

  before(async () => {
    store = await fresh();
  });

  /** Stores answers under a new brand. After the first half, Late replaces Gone as a tracked brand. */
  async function stored(all: readonly RandomAnswer[]): Promise<{ brand: string; answers: RandomAnswer[] }> {
    round += 1;
    const brand = `brand-${round}`;
    const { apply, importLines } = pipelineOn(store);
    const half = Math.floor(all.length / 2);
    const answers = all.map((answer, index) => {
      const { Late, ...early } = answer.mentions;
      return index < half ? { ...answer, mentions: early } : answer;
    });
    const bare = (name: string) => ({ name, ...(DOMAINS[name] ? { domain: DOMAINS[name] } : {}) });
    const declare = async (competitors: readonly string[]) =>
      await apply({
        organizations: [
          {
            name: brand,
            plan: { name: 'growth' },
            brands: [
              {
                ...ACME_BRAND,
                id: brand,
                competitors: competitors.map(bare),
                prompts: RANDOM_PROMPTS.map((text) => ({ text, tags: RANDOM_TAGS[text] })),
              },
            ],
          },
        ],
      });
    const give = async (from: number, to: number) => {
      const lines = answers.slice(from, to).map((each, index) => randomLine(each, brand, from + index));
      assert.equal((await importLines(lines)).bad_lines, 0);
    };
    await declare(['Bolt', 'Cargo', 'Gone']);
    await give(0, half);
    await declare(['Bolt', 'Cargo', 'Late']);
    await give(half, answers.length);
    return { brand, answers };
  }

  /** The answers' numbers on every page of a list; undefined if the API refuses it. */
  async function listed(brand: string, given: AnswersFilters, limit: number): Promise<string[] | undefined> {
    const caller: Caller = await operatorCaller(store.main, { brand }, NOW);
    const texts: string[] = [];
    let cursor: string | null | undefined;
    for (let pages = 1; cursor !== null; pages += 1) {
      const query = { ...given, brand, limit: String(limit), ...(cursor === undefined ? {} : { cursor }) };
      const page = await runReport(store.main, NOW, caller, answersReport, query).catch((error) => {
        assert.equal(error.code, 'invalid_parameter');
      });
      if (page === undefined) return undefined;
      const rows = page.data;
      assert.ok(pages === 1 || rows.length > 0, 'only the first page may be empty');
      texts.push(...rows.map(({ answer }) => answer ?? ''));
      cursor = page.meta.next_cursor;
    }
    return texts;
  }

  test('property: they list the answers that meet all of them, newest first, with any page size', async () => {
    let refused = 0;
    let found = 0;
    const property = fc.asyncProperty(
      fc.array(generated, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(filters, fc.constantFrom(2, 7, 200, 200)), { minLength: 12, maxLength: 24 }),
      async (all, asked) => {
        const { brand, answers } = await stored(all);
        const newest = answers
          .map((answer, index) => ({ answer, index }))
          .filter(({ answer }) => !answer.failed)
          .sort(newestFirst);
        for (const [given, limit] of asked) {
          const seen = await listed(brand, given, limit);
          const expected = newest.filter(({ answer }) => meets(answer, given));
          if (seen === undefined) {
            refused += 1;
            if (!isAboutNoBrand(given) && !isByUnknown(given, newest))
              assert.deepEqual(expected, [], 'the API refuses only filters without answers');
          } else {
            found += expected.length;
            assert.deepEqual(
              seen,
              expected.map(({ index }) => randomText(index)),
            );
          }
        }
      },
    );
    await assertWithFixedCase(property, { seed: 1, numRuns: effort(4, 200) });
    assert.ok(refused > 0 && found > 0, 'the API refuses some, and some have answers');
  });
});

/** Refused although some answers would match: `framing`, `ranked`, and `top` without a single brand. */
function isAboutNoBrand({ framing, ranked, top, names = 'competitor' }: AnswersFilters): boolean {
  return (framing ?? ranked ?? top) !== undefined && names === 'competitor';
}

/** Refused: an unknown model, even beside a known one. */
function isByUnknown({ model = [] }: AnswersFilters, answers: readonly Numbered[]): boolean {
  return [model]
    .flat()
    .some((each) => each !== 'unknown' && !answers.some(({ answer }) => answer.model === each));
}

interface Numbered {
  readonly answer: RandomAnswer;
  readonly index: number;
}

function newestFirst(one: Numbered, other: Numbered): number {
  return other.answer.at - one.answer.at || other.index - one.index;
}
