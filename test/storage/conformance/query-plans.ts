import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { dayOf, periodOf } from '../../../src/domain/time/period.ts';
import { findAnswerPosition, locateAnswer } from '../../../src/storage/answers/answers.ts';
import { selectPage } from '../../../src/storage/answers/answers-page.ts';
import { listFailedCollections, storeWithLock } from '../../../src/storage/answers/collections.ts';
import { countDue, listDue } from '../../../src/storage/answers/due-readings.ts';
import { countFailedDays } from '../../../src/storage/answers/failed-days.ts';
import type { AnswerFilter } from '../../../src/storage/answers/filter/answer-filter.ts';
import { answerTimes } from '../../../src/storage/answers/filter/engine-facts.ts';
import { firstCitations } from '../../../src/storage/answers/lookups.ts';
import { newestQuotes } from '../../../src/storage/answers/quotes.ts';
import { resolveReferenceIds } from '../../../src/storage/answers/reference-ids.ts';
import { claimJob, listBrandsWithDueJobs, planJobs } from '../../../src/storage/collect/jobs.ts';
import { claimEndpoint } from '../../../src/storage/delivery/endpoints.ts';
import { findReadableBrand, listReadableBrands } from '../../../src/storage/directory/brands.ts';
import { findKey } from '../../../src/storage/directory/keys.ts';
import type { Database } from '../../../src/storage/driver/database.ts';
import { readEarlierAnswers } from '../../../src/storage/panel/earlier-answers.ts';
import { packDays } from '../../../src/storage/panel/pack.ts';
import { listChanges, listSegments } from '../../../src/storage/panel/tables.ts';
import { findPages } from '../../../src/storage/site/page-facts.ts';
import { findCountedPages } from '../../../src/storage/traffic/add-counts.ts';
import { findLogDays } from '../../../src/storage/traffic/log-days.ts';
import { firstCrawls } from '../../../src/storage/traffic/read-crawls.ts';
import { firstVisits } from '../../../src/storage/traffic/read-visits.ts';
import { listAlerts } from '../../../src/storage/watch/alerts.ts';
import { listComparisons } from '../../../src/storage/watch/comparisons.ts';
import type { TestStore } from '../../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../../support/world.ts';
import type { Part } from './part.ts';

/** Expected indexes in SQLite's and PostgreSQL's plans. */
interface Expected {
  readonly what: string;
  readonly run: (db: Database) => Promise<unknown>;
  readonly uses: readonly string[];
}

const access = { organizationId: 1, brandIds: null };

/** The index for each filter. */
const WALKS: readonly (readonly [string, AnswerFilter, string])[] = [
  ['to a prompt', { firstDigest: '0', lastDigest: 'f', engine: 'claude' }, 'answers_of_prompt'],
  ['from a market', { market: 2 }, 'answers_newest'],
  ['from a market to a prompt', { firstDigest: '0', lastDigest: 'f', market: 2 }, 'answers_of_prompt'],
  ['to one prompt of a set', { promptIds: [1], models: ['x'] }, 'answers_of_prompt'],
  ['by a rare model', { ids: [1, 2], models: ['x'], engine: 'claude' }, 'autoindex_answers_1'],
  ['to few prompts', { promptIds: [1, 2], models: ['x', null] }, 'answers_of_prompt'],
  ['that name nobody', { outcome: 'empty' }, 'answers_empty'],
  [
    'that name a brand',
    { named: { ids: [1], framing: 'negative', reader: 'model' }, notNamed: [2] },
    'mentions_of_named',
  ],
  ["that cite a brand's sites", { citedBrand: 1, from: 1, until: NOW }, 'mentions_of_cited'],
  ['that cite a host', { cited: { host: 'site1.example' } }, 'citations_of_host'],
  ['that cite a site', { cited: { site: 'site1.example' }, notNamed: [1] }, 'citations_of_site'],
  ['that cite a page', { cited: { pageId: 9 }, engine: 'claude' }, 'citations_of_page'],
  ['for which a query was searched', { queryId: 9, lookedFor: [1] }, 'searches_of_query'],
  [
    'that a comparison counts',
    {
      engine: 'claude',
      from: 1,
      until: NOW,
      compared: {
        ...{ engine: 'claude', selfId: 1, trackedId: 2, other: periodOf(NOW, 7) },
        ...{ mark: 'ahead', reader: 'rules' },
      },
    },
    'answers_of_prompt',
  ],
];
const TERMS = { now: NOW, leaseUntil: NOW + HOUR_MS, lease: 'x' };

const STATEMENTS: readonly Expected[] = [
  {
    what: 'a key is found by its hash',
    run: (db) => findKey(db, 'x'),
    uses: ['api_keys.*hash|autoindex_api_keys|api_keys_hash'],
  },
  {
    what: 'the version of a brand is found with the brand',
    run: (db) => findReadableBrand(db, access, 'acme'),
    uses: ['brand_state USING INTEGER PRIMARY KEY|brand_state_pkey'],
  },
  {
    what: 'the newest answer of each brand',
    run: (db) => listReadableBrands(db, access),
    uses: ['answers_newest'],
  },
  {
    what: 'what was found of cited pages',
    run: (db) => findPages(db, 1, ['https://a.example/x', 'https://a.example/y']),
    uses: ['autoindex_page_facts_1|page_facts_pkey'],
  },
  {
    what: 'the earlier answers to a question',
    run: (db) => readEarlierAnswers(db, 1, [399]),
    uses: ['answers_of_question|answers_pkey'],
  },
  {
    what: 'the segments of a brand',
    run: (db) => listSegments(db, 1),
    uses: ['autoindex_segments_1|segments_pkey'],
  },
  {
    what: 'the changes of a panel',
    run: (db) => listChanges(db, 1, 9),
    uses: ['panel_delta USING PRIMARY|panel_delta_pkey'],
  },
  {
    what: 'the newest quotes at a list position',
    run: (db) =>
      newestQuotes(db, 1, { period: periodOf(NOW, 7), only: { engine: 'claude' }, trackedId: 1, rank: 2 }, 3),
    // With hardly any mentions, PostgreSQL rates both alike.
    uses: ['mentions_of_quote|mentions_of_named'],
  },
  {
    what: 'a page of comparisons',
    run: (db) =>
      listComparisons(db, 1, {
        period: periodOf(NOW, 7),
        limit: 50,
        marketId: 1,
        engine: undefined,
        kind: undefined,
        raised: undefined,
        after: { evaluatedAt: NOW, id: 9 },
      }),
    uses: ['comparisons_newest'],
  },
  {
    what: 'a page of answers',
    run: (db) => selectPage(db, 1, { limit: 50, filter: {}, after: { collectedAt: NOW, id: 9 } }),
    uses: [
      'answers_newest',
      'SEARCH mentions USING PRIMARY KEY|mentions_pkey',
      'SEARCH citations USING PRIMARY KEY|citations_pkey',
    ],
  },
  {
    what: 'a page of answers of one engine',
    run: (db) => selectPage(db, 1, { limit: 50, filter: { engine: 'claude' }, after: null }),
    // Over so few rows, PostgreSQL has no reason to prefer one index to another.
    uses: ['answers_newest_of_engine|"QUERY PLAN".*Index'],
  },
  ...WALKS.map(([what, wanted, index]) => ({
    what: `a page of answers ${what}`,
    run: (db: Database) =>
      selectPage(db, 1, { limit: 50, filter: wanted, after: { collectedAt: NOW, id: 9 } }),
    // Over so few rows, PostgreSQL has no reason to prefer one index to another.
    uses: [`${index}|"QUERY PLAN".*Index`],
  })),
  {
    what: 'the first answer of an engine',
    run: (db) => answerTimes(db, 1, ['claude'], 'first'),
    // Over so few rows, PostgreSQL has no reason to prefer one index to another.
    uses: ['answers_newest_of_engine|"QUERY PLAN".*Index'],
  },
  {
    what: 'a cursor',
    run: (db) => findAnswerPosition(db, 1, 'ans_000000000000'),
    uses: ['answers.*public_id|autoindex_answers|answers_brand_id_public_id_key'],
  },
  {
    what: 'an answer of a brand',
    run: (db) => locateAnswer(db, 'ans_000000000000', 'acme'),
    uses: ['answers.*public_id|autoindex_answers|answers_brand_id_public_id_key'],
  },
  {
    what: 'an answer of any brand',
    run: (db) => locateAnswer(db, 'ans_000000000000', null),
    uses: ['answers.*public_id|autoindex_answers|answers_brand_id_public_id_key'],
  },
  {
    what: 'the failed collections of a brand',
    run: (db) => listFailedCollections(db, 'acme', { limit: 51 }),
    uses: ['collections_failed'],
  },
  { what: 'how many answers are due', run: (db) => countDue(db, 1, 'x'), uses: ['answers_by_reading'] },
  {
    what: 'the next answers that are due',
    run: (db) => listDue(db, 1, { reading: 'x', after: 9, limit: 5 }),
    uses: ['autoindex_answers_1|answers_pkey'],
  },
  {
    what: 'the newest alerts',
    run: (db) => listAlerts(db, 1, { limit: 50, marketId: 1 }),
    uses: ['alerts_newest'],
  },
  {
    what: 'the next job of a brand and an engine',
    run: (db) => claimJob(db, { ...TERMS, engine: 'claude', brandId: 1, beforeDay: null }),
    uses: ['autoindex_jobs_1|jobs_pkey', 'jobs_of_brand'],
  },
  {
    what: 'the brands with due jobs of an engine',
    run: (db) => listBrandsWithDueJobs(db, { engine: 'claude', now: NOW, beforeDay: null }),
    // Both have only open jobs.
    uses: ['jobs_due|jobs_of_brand'],
  },
  {
    what: 'the endpoint that has waited longest',
    run: (db) => claimEndpoint(db, { ...TERMS, kinds: ['webhook', 'mail'] }),
    uses: ['endpoints_due'],
  },
  {
    what: 'the days of a log',
    run: (db) => findLogDays(db, 1, [20_000, 20_001]),
    uses: ['autoindex_log_days_1|log_days_pkey'],
  },
  {
    what: 'which pages of a day have counts',
    run: (db) => findCountedPages(db, 1, [{ day: 20_000, page: 'acme.example/a' }]),
    uses: ['crawl_counts_of_page|crawl_counts_pkey', 'visit_counts_of_page|visit_counts_pkey'],
  },
  {
    what: 'when pages were first crawled',
    run: (db) => firstCrawls(db, 1, ['acme.example/a']),
    uses: ['crawl_counts_of_page'],
  },
  {
    what: 'when pages were first visited',
    run: (db) => firstVisits(db, 1, ['acme.example/a']),
    uses: ['visit_counts_of_page'],
  },
  {
    what: 'when pages were first cited',
    run: (db) => firstCitations(db, 1, ['x']),
    uses: ['autoindex_cited_pages_2|cited_pages_brand_id_digest_key', 'citations_of_page'],
  },
  {
    what: 'failures by day',
    run: (db) => countFailedDays(db, 1, { from: 1, to: NOW }),
    uses: ['collections_failed'],
  },
];

/** Lookups when storing, by unique indexes that begin with the brand, like the primary key. */
const LOOK_UPS = [
  'sqlite_autoindex_cited_pages_2|cited_pages_brand_id_digest_key',
  'sqlite_autoindex_search_queries_2|search_queries_brand_id_folded_key',
  'sqlite_autoindex_prompts_2|prompts_brand_id_digest_key',
  'sqlite_autoindex_collections_2|collections_brand_id_identity_key',
];

async function lookUp(db: Database): Promise<void> {
  const pages = new Map([['x', { url: 'https://site1.example/', title: null }]]);
  await resolveReferenceIds(db, 1, { prompts: ['x'], pages, queries: ['x'] }, 1);
  await storeWithLock(db, { brandId: 1, firstId: 1, version: 1 }, [], NOW);
}

/** Jobs of 200 days, one of which waits. */
async function planMany(db: Database): Promise<void> {
  const { id: promptId } = await db
    .selectFrom('prompts')
    .select('id')
    .where('brand_id', '=', 1)
    .executeTakeFirstOrThrow();
  const job = { engine: 'claude', promptId, sample: 1, marketId: 1, dueAt: NOW };
  const jobs = Array.from({ length: 200 }, (_, day) => ({ ...job, identity: `job ${day}`, day }));
  await db.transaction().execute((transaction) => planJobs(transaction, 1, jobs));
  await db.updateTable('jobs').set({ next_at: null }).where('day', '>', 0).execute();
}

/** The brands of answers, in the order of their lists. */
const LISTS = [[], ['SELF', 'Bolt', 'Cargo'], ['Bolt', 'Cargo', 'SELF'], ['Cargo', 'SELF', 'Bolt'], ['Bolt']];

export const queryPlans: Part = (fresh, kind) => {
  let store: TestStore;
  let early = '';

  before(async () => {
    store = await fresh();
    const { apply, importLines } = pipelineOn(store);
    await apply(acmeFile([ACME_BRAND, { ...ACME_BRAND, id: 'second', name: 'Second' }]));
    const engines = ['chatgpt', 'claude', 'gemini'];
    await importLines(
      Array.from({ length: 400 }, (_, index) =>
        line({
          brand: index % 2 === 0 ? 'acme' : 'second',
          engine: engines[index % 3],
          collected_at: iso(NOW - index * HOUR_MS),
          mentions: (LISTS[index % LISTS.length] ?? []).map((name, at) => ({
            brand: name !== 'SELF' ? name : index % 2 === 0 ? 'Acme' : 'Second',
            mentioned: true,
            rank: at + 1,
          })),
          citations: [{ url: `https://site${index % 40}.example/` }],
          ...(index % 3 === 0 ? {} : { searches: [`query ${index % 7}`] }),
        }),
      ),
    );
    early = await planOf(store, kind, lookUp);
    await planMany(store.main);
    for (const id of [1, 2]) await packDays(store.main, id, dayOf(NOW) - 1);
    await sql`analyze`.execute(store.main);
  });

  test('each look-up during storage uses its own index, also before there are statistics', () => {
    for (const index of LOOK_UPS) assert.match(early, new RegExp(index));
  });

  for (const { what, run, uses } of STATEMENTS) {
    test(what, async () => {
      const plan = await planOf(store, kind, run);
      for (const index of uses) assert.match(plan, new RegExp(index));
      assert.doesNotMatch(
        plan,
        /SCAN (a|p|m|c|answers|mentions|citations|panel_delta)\b/,
        'no plan reads a large table whole',
      );
    });
  }
};

/** Plans of a function's statements. PostgreSQL may not scan, which small tables tempt it to. */
async function planOf(store: TestStore, kind: string, run: Expected['run']): Promise<string> {
  const statements: CompiledQuery[] = [];
  const noting: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.push(store.main.getExecutor().compileQuery(node as never, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const watched = store.main.withPlugin(noting);
  // Compiled, cached statements pass here.
  watched.executeQuery = async (query) => {
    statements.push('compile' in query ? query.compile() : query);
    return { rows: [] };
  };
  await run(watched);
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  return await store.main.connection().execute(async (connection) => {
    if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
    const plans: string[] = [];
    // A statement appears twice when compiled, first with placeholders.
    const real = statements.filter(
      ({ parameters }) => !parameters.some((each) => typeof each === 'object' && each),
    );
    assert.ok(real.length > 0, 'a statement ran');
    for (const { sql: text, parameters } of real) {
      const { rows } = await connection.executeQuery(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      );
      plans.push(...rows.map((row) => JSON.stringify(row)));
    }
    return plans.join('\n');
  });
}
