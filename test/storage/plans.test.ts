import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely';
import { windowsAt } from '../../src/domain/alert-rules.ts';
import { bucketsOf } from '../../src/domain/buckets.ts';
import { periodOf } from '../../src/domain/period.ts';
import { findAnswerPosition, listAnswers } from '../../src/storage/answers/answers.ts';
import { countDue, listDue } from '../../src/storage/answers/due-readings.ts';
import { countPrompts } from '../../src/storage/answers/prompt-counts.ts';
import { countRanks, newestQuotes, UNRANKED } from '../../src/storage/answers/ranks.ts';
import { countSources } from '../../src/storage/answers/sources.ts';
import { countTrend } from '../../src/storage/answers/trend.ts';
import { countVisibility } from '../../src/storage/answers/visibility.ts';
import { findReadableBrand, listReadableBrands } from '../../src/storage/directory/brands.ts';
import { findKey } from '../../src/storage/directory/keys.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import { listAlerts } from '../../src/storage/watch/alerts.ts';
import { listComparisons } from '../../src/storage/watch/comparisons.ts';
import { countPanel } from '../../src/storage/watch/panel.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

/** What a statement is expected to go by: indexes of SQLite's plan, and of PostgreSQL's. */
interface Expected {
  readonly what: string;
  readonly run: (db: Database) => Promise<unknown>;
  readonly uses: readonly string[];
}

const access = { organizationId: 1, pinnedBrandId: null };

const STATEMENTS: readonly Expected[] = [
  {
    what: 'a key is found by its hash',
    run: (db) => findKey(db, 'x'),
    uses: ['api_keys.*hash|autoindex_api_keys|api_keys_hash'],
  },
  {
    what: 'a brand is found within its organization',
    run: (db) => findReadableBrand(db, access, 'acme'),
    uses: ['brands_of_organization'],
  },
  {
    what: 'the newest answer of each brand',
    run: (db) => listReadableBrands(db, access),
    uses: ['answers_newest'],
  },
  {
    what: 'visibility reads its edges and its blocks',
    run: (db) => countVisibility(db, 1, periodOf(NOW, 7)),
    uses: ['mentions_of_edge', 'visibility_counts.*PRIMARY|visibility_counts_pkey'],
  },
  {
    what: 'a trend by week reads blocks of two spans, and an edge',
    run: (db) => countTrend(db, 1, 'week', bucketsOf(NOW, 30, 'week'), null),
    uses: ['mentions_of_edge', 'visibility_counts.*PRIMARY|visibility_counts_pkey'],
  },
  {
    what: 'sources reads its edges and its blocks',
    run: (db) => countSources(db, 1, periodOf(NOW, 7), 100),
    uses: ['citations_of_edge', 'source_counts.*PRIMARY|source_counts_pkey'],
  },
  {
    what: 'answers by prompt reads its edges and its blocks',
    run: (db) => countPrompts(db, 1, periodOf(NOW, 7)),
    uses: [
      'answers_of_panel|answers_newest',
      'SEARCH you USING PRIMARY KEY|mentions_pkey',
      'prompt_counts.*PRIMARY|prompt_counts_pkey',
    ],
  },
  {
    what: 'competitors reads its edges and its blocks',
    run: (db) => countRanks(db, 1, periodOf(NOW, 7)),
    uses: [
      'answers_of_panel|answers_newest',
      'SEARCH m USING PRIMARY KEY|mentions_pkey',
      'rank_counts.*PRIMARY|rank_counts_pkey',
    ],
  },
  {
    what: 'the newest quotes at a list position',
    run: (db) => newestQuotes(db, 1, periodOf(NOW, 7), { trackedId: 1, rank: UNRANKED, engine: 'claude' }, 3),
    uses: ['mentions_of_quote'],
  },
  {
    what: 'a comparison reads its windows and what their answers say',
    run: (db) => countPanel(db, 1, 1, windowsAt(NOW)),
    uses: ['answers_of_panel|answers_by_reading', 'SEARCH s USING PRIMARY KEY|mentions_pkey'],
  },
  {
    what: 'a page of comparisons',
    run: (db) =>
      listComparisons(db, 1, {
        period: periodOf(NOW, 7),
        limit: 50,
        engine: undefined,
        kind: undefined,
        raised: undefined,
        after: { evaluatedAt: NOW, id: 9 },
      }),
    uses: ['comparisons_newest'],
  },
  {
    what: 'a page of answers',
    run: (db) => listAnswers(db, 1, { limit: 50, wanted: {}, after: { collectedAt: NOW, id: 9 } }),
    uses: [
      'answers_newest',
      'SEARCH mentions USING PRIMARY KEY|mentions_pkey',
      'SEARCH citations USING PRIMARY KEY|citations_pkey',
    ],
  },
  {
    what: 'a page of answers of one engine',
    run: (db) => listAnswers(db, 1, { limit: 50, wanted: { engine: 'claude' }, after: null }),
    uses: ['answers_newest_of_engine'],
  },
  {
    what: 'a cursor',
    run: (db) => findAnswerPosition(db, 1, 'ans_000000000000'),
    uses: ['answers.*public_id|autoindex_answers|answers_brand_id_public_id_key'],
  },
  {
    what: 'how many answers are due',
    run: (db) => countDue(db, 1, 'x'),
    uses: ['answers_by_reading'],
  },
  {
    what: 'the next answers that are due',
    run: (db) => listDue(db, 1, { reading: 'x', after: 9, limit: 5 }),
    uses: ['autoindex_answers_1|answers_pkey'],
  },
  { what: 'the newest alerts', run: (db) => listAlerts(db, 1, 50), uses: ['alerts_newest'] },
];

onEveryStore('query plans', (fresh, kind) => {
  let store: TestStore;

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
          citations: [{ url: `https://site${index % 40}.example/` }],
        }),
      ),
    );
    await sql`analyze`.execute(store.main);
  });

  for (const { what, run, uses } of STATEMENTS) {
    test(what, async () => {
      const plan = await planOf(store, kind, run);
      for (const index of uses) assert.match(plan, new RegExp(index));
      assert.doesNotMatch(
        plan,
        /SCAN (a|p|m|c|answers|mentions|citations|\w+_counts)\b/,
        'no large table is read whole',
      );
    });
  }
});

/** The plans of the statements a function runs. Small tables tempt PostgreSQL to scan them, so it may not. */
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
  // What is compiled once and kept passes here.
  watched.executeQuery = async (query) => {
    statements.push('compile' in query ? query.compile() : query);
    return { rows: [] };
  };
  await run(watched);
  const explain = kind === 'sqlite' ? 'explain query plan' : 'explain';
  return await store.main.connection().execute(async (connection) => {
    if (kind === 'postgres') await sql`set enable_seqscan = off`.execute(connection);
    const plans: string[] = [];
    // What is compiled to be kept is seen twice, first with stand-ins for its parameters.
    const real = statements.filter(
      ({ parameters }) => !parameters.some((each) => typeof each === 'object' && each),
    );
    assert.ok(real.length > 0, 'a statement was run');
    for (const { sql: text, parameters } of real) {
      const { rows } = await connection.executeQuery(
        CompiledQuery.raw(`${explain} ${text}`, [...parameters]),
      );
      plans.push(...rows.map((row) => JSON.stringify(row)));
    }
    return plans.join('\n');
  });
}
