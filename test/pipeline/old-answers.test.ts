import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf } from '../../src/domain/time/period.ts';
import { type PruneOptions, prune } from '../../src/pipeline/prune/prune.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { packDays } from '../../src/storage/panel/pack.ts';
import { effort } from '../support/effort.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore, type TestStore } from '../support/stores.ts';
import { contentsOf } from '../support/tables.ts';
import { acmeWith, DAY_MS, iso, line, NOW, setUp } from '../support/world.ts';

const ANSWER_DAYS = 100;
const RETENTION = {
  replyDays: null,
  jobDays: 36_500,
  comparisonDays: 3650,
  auditDays: 36_500,
  answerDays: ANSWER_DAYS,
  deletedDays: 36_500,
};
const CUTOFF = (dayOf(NOW) - ANSWER_DAYS) * DAY_MS;

/** Reports over all retained days, up to the edge, and over fewer. */
const CHECKED: readonly string[] = [
  'visibility',
  'sources',
  'answers',
  'competitors',
  'share-of-voice',
  'sentiment',
  'recommendations',
  'questions',
  'presence',
  'trend',
  'pages',
  'searches',
  'definitions',
  'planner',
];
const WINDOWS = effort([99], [99, 30, 7]);
/** Three answers in two days. */
const DAYS = effort(150, 300);
const ANSWERS = 1.5 * DAYS;

onReusedStore('answers past their retention', (fresh) => {
  /** Answers to two prompts on two engines, several on some days. */
  async function filled({ inOrder = true } = {}) {
    const { store, importLines, createKey } = await setUp(
      fresh,
      acmeWith({ prompts: [{ text: 'best anvils' }, { text: 'cheap anvils' }] }),
    );
    const names = [['Acme'], ['Bolt', 'Acme'], ['Cargo', 'Acme'], [], ['Bolt']];
    const lines = Array.from({ length: ANSWERS }, (_, index) =>
      line({
        engine: index % 3 === 0 ? 'claude' : 'chatgpt',
        prompt: index % 2 === 0 ? 'best anvils' : 'cheap anvils',
        collected_at: iso(NOW - ((index * 137) % DAYS) * DAY_MS - (index % 5) * 3_600_000),
        mentions: (names[(index * 7) % names.length] ?? []).map((brand, at) => ({
          brand,
          mentioned: true,
          rank: at + 1,
          framing: index % 2 === 0 ? 'recommended' : 'neutral',
        })),
        citations: [{ url: `https://s${index % 4}.example/p${index % 40}` }],
        searches: [`anvil ${index % 60}`],
        cards: [{ kind: 'ad', title: `Rival ${index}`, url: 'https://rival.example/' }],
      }),
    );
    const failed = [5, 150, 250].map((ago) =>
      line({ outcome: 'error', collected_at: iso(NOW - ago * DAY_MS) }),
    );
    const stored = inOrder ? lines.toSorted(byDay) : lines;
    await importLines([...stored, ...failed]);
    await packDays(store.main, 1, dayOf(NOW) - 1);
    const { key } = await createKey();
    return { store, key };
  }

  const pruned = (store: TestStore, more: Partial<PruneOptions> = {}) =>
    prune(
      { db: store.main, now: () => NOW, sleep: async () => {} },
      { retention: RETENTION, isDryRun: false, stop: new AbortController().signal, ...more },
    );

  async function reportsOf(store: TestStore, key: string) {
    const reports = reportsAmong(...REPORTS)(store);
    const bodies: Record<string, unknown> = {};
    for (const report of CHECKED) {
      for (const days of WINDOWS) {
        const { status, body } = await reports.get(`/${report}?${windowOf(report, days)}`, key);
        assert.equal(status, 200, report);
        const { generated_at: _, ...meta } = body.meta;
        bodies[`${report} ${days}`] = { meta, data: body.data };
      }
    }
    return bodies;
  }

  test('go with their counts, and no report over retained days changes', async () => {
    const { store, key } = await filled();
    const before = await reportsOf(store, key);
    const [counted] = (await pruned(store, { isDryRun: true })).brands;
    const [done] = (await pruned(store)).brands;
    assert.deepEqual(done, counted);
    assert.ok((done?.answers ?? 0) > 0.2 * ANSWERS);
    assert.equal(done?.failures, 2);
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual(await reportsOf(store, key), before);
    const left = await store.main
      .selectFrom('answers')
      .select('id')
      .where('collected_at', '<', CUTOFF)
      .execute();
    assert.ok(left.length <= 4 * 7, 'only answers that retained ones are compared with');
    const { collections, answers, cited_pages, citations, search_queries, searches } = await contentsOf(
      store.main,
    );
    assert.equal(collections.length, answers.length + 1);
    assert.deepEqual(idsIn(cited_pages, 'id'), idsIn(citations, 'page_id'));
    assert.deepEqual(idsIn(search_queries, 'id'), idsIn(searches, 'query_id'));
    assert.deepEqual((await pruned(store)).brands, [], 'once');
  });

  test('go within 35 more days, in any order of storage', async () => {
    const { store } = await filled({ inOrder: false });
    await pruned(store);
    assert.deepEqual(await findDifferences(store.main), []);
    const { at } = await store.main
      .selectFrom('answers')
      .select((eb) => eb.fn.min('collected_at').as('at'))
      .executeTakeFirstOrThrow();
    assert.ok(at >= CUTOFF - 35 * DAY_MS && at < CUTOFF);
  });

  test('continue after an interrupted run, and two concurrent runs remove each once', async () => {
    const { store } = await filled();
    const stopping = new AbortController();
    const deps = { db: store.main, now: () => NOW, sleep: async () => stopping.abort() };
    await prune(deps, { retention: RETENTION, isDryRun: false, stop: stopping.signal });
    assert.deepEqual(await findDifferences(store.main), []);
    await Promise.all([pruned(store), pruned(store)]);
    assert.deepEqual(await findDifferences(store.main), []);
    assert.deepEqual((await pruned(store)).brands, []);
  });
});

const byDay = (a: Record<string, unknown>, b: Record<string, unknown>) =>
  String(a.collected_at) < String(b.collected_at) ? -1 : 1;

function windowOf(report: string, days: number): string {
  return report === 'answers' ? `from=${iso(NOW - days * DAY_MS)}` : `days=${days}`;
}

function idsIn(rows: readonly Record<string, unknown>[], column: string): unknown[] {
  return [...new Set(rows.map((row) => row[column]))].toSorted((a, b) => Number(a) - Number(b));
}
