import { sql } from 'kysely';
import { countSources } from '../../src/panel/counts/cited/sources.ts';
import { countVisibility } from '../../src/panel/counts/visibility.ts';
import { readBrandSnapshot } from '../../src/storage/directory/brands.ts';
import type { Database } from '../../src/storage/driver/database.ts';
import type { Tables } from '../../src/storage/driver/schema/schema.ts';
import { inSnapshot } from '../../src/storage/driver/snapshot.ts';
import { openPanel } from '../../src/storage/panel/open-panel.ts';

const TABLES: readonly (keyof Tables)[] = [
  'organizations',
  'api_keys',
  'users',
  'sessions',
  'one_time_links',
  'audit_log',
  'shared_reports',
  'sheet_links',
  'brands',
  'brand_state',
  'markets',
  'tracked_brands',
  'brand_engines',
  'prompts',
  'imports',
  'import_rows',
  'collections',
  'answers',
  'mentions',
  'fact_readings',
  'citations',
  'cited_pages',
  'page_facts',
  'sitemaps',
  'facts',
  'search_queries',
  'searches',
  'cards',
  'segments',
  'panel_delta',
  'alerts',
  'endpoints',
  'deliveries',
  'events',
  'todo_marks',
  'evaluations',
  'watch_states',
  'comparisons',
  'jobs',
  'replies',
  'spending',
  'breakers',
  'left_out_fields',
  'refusals',
  'log_days',
  'crawl_counts',
  'visit_counts',
  'given_files',
  'given_figures',
];

type Contents = Record<keyof Tables, Record<string, unknown>[]>;

/**
 * Every row of every table, in one fixed order, to compare a store with itself. Omits brand versions, which
 * count every write, even one without effect.
 */
export async function contentsOf(db: Database): Promise<Contents> {
  const contents: Partial<Contents> = {};
  for (const table of TABLES) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db);
    contents[table] = byJson(rows.map(({ version: _, ...row }) => row));
  }
  return contents as Contents;
}

/** Without the audit log, which also records undone changes. */
export async function contentsUnaudited(db: Database): Promise<Omit<Contents, 'audit_log'>> {
  const { audit_log: _, ...others } = await contentsOf(db);
  return others;
}

/** What people and engines gave: without the audit log, tasks, and the panel, which `verify` compares. */
export async function givenContentsOf(db: Database): Promise<object> {
  const { brand_state: _, panel_delta: __, segments: ___, ...given } = await contentsUnaudited(db);
  return given;
}

/** All time. */
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** How often each engine named and cited a brand's tracked brands, in all time. */
export async function visibilityOf(db: Database, brandId: number) {
  return await inSnapshot(db, async (snapshot) => {
    const panel = openPanel(snapshot, await readBrandSnapshot(snapshot, { id: brandId }));
    return await countVisibility({ panel, period: EVER, only: {} });
  });
}

/** The hosts that a brand's answers cite, in all time. */
export async function sourcesOf(db: Database, brandId: number) {
  return await inSnapshot(db, async (snapshot) => {
    const panel = openPanel(snapshot, await readBrandSnapshot(snapshot, { id: brandId }));
    return await countSources({ panel, period: EVER, only: {} });
  });
}

/** Answers' results, without fields that differ between stores. */
export async function countsOf(db: Database): Promise<unknown[]> {
  const tracked = await db.selectFrom('tracked_brands').select(['brand_id', 'id', 'name']).execute();
  const rows: Record<string, unknown>[] = [];
  for (const { id, public_id: brand } of await db
    .selectFrom('brands')
    .select(['id', 'public_id'])
    .execute()) {
    const nameOf = (trackedId: number) =>
      tracked.find((each) => each.brand_id === id && each.id === trackedId)?.name;
    for (const { trackedId, ...counts } of await visibilityOf(db, id)) {
      rows.push({ brand, name: nameOf(trackedId), ...counts });
    }
    for (const counts of await sourcesOf(db, id)) rows.push({ brand, ...counts });
  }
  return byJson(rows);
}

/** Stored answers' results for the brands tracked now, without fields that differ between stores. */
export async function readingsOf(
  db: Database,
): Promise<Record<'answers' | 'mentions' | 'citations', unknown[]>> {
  const answers = db
    .selectFrom('answers as a')
    .innerJoin('collections as c', (join) =>
      join.onRef('c.brand_id', '=', 'a.brand_id').onRef('c.id', '=', 'a.id'),
    )
    .innerJoin('brands as b', 'b.id', 'a.brand_id')
    .select(['b.public_id', 'c.identity']);
  const mentions = answers
    .innerJoin('mentions as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.answer_id', '=', 'a.id'),
    )
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'a.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select(['t.name', 'm.mentioned', 'm.rank', 'm.count', 'm.framing', 'm.framing_signals', 'm.snippet'])
    .select(['m.cited', 'm.collected_at'])
    .where('t.retired_at', 'is', null);
  const citations = answers
    .innerJoin('citations as k', (join) =>
      join.onRef('k.brand_id', '=', 'a.brand_id').onRef('k.answer_id', '=', 'a.id'),
    )
    .select(['k.position', 'k.url', 'k.host', 'k.first_of_host']);
  const stated = answers.select(['a.outcome', 'c.outcome as collected', 'a.outcome_stated', 'a.reader']);
  const sorted = (rows: object[]) => byJson(rows.map((row) => ({ ...row })));
  return {
    answers: sorted(await stated.execute()),
    mentions: sorted(await mentions.execute()),
    citations: sorted(await citations.execute()),
  };
}

function byJson<Row>(rows: readonly Row[]): Row[] {
  // Makes each text once, because a comparison would make two.
  const texts = new Map(rows.map((row) => [row, JSON.stringify(row)]));
  return rows.toSorted((one, other) => ((texts.get(one) ?? '') < (texts.get(other) ?? '') ? -1 : 1));
}
