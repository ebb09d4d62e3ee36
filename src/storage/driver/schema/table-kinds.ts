import type { LimitTables, Tables } from './schema.ts';

/**
 * Where a distributed store keeps a table's rows.
 *
 * - `brand`: rows that a brand owns. Distributed by `brand_id`, one brand on one machine. Every key begins with
 * `brand_id`, and each request's or job's statement names one brand.
 * - `shared`: rows that brand rows refer to. Copied to every machine, so a write costs a round trip to each: only for
 * people's declarations.
 * - `central`: all others, on the coordinator. Never joined with brand rows.
 */
export type TableKind = 'brand' | 'shared' | 'central';

type TableName = keyof (Tables & LimitTables);

/** Every table's kind, in dependency order within a kind. */
export const TABLE_KINDS: Readonly<Record<TableName, TableKind>> = {
  organizations: 'shared',
  brands: 'shared',

  spending: 'central',
  engine_keys: 'central',
  own_engines: 'central',
  breakers: 'central',
  left_out_fields: 'central',
  address_lists: 'central',
  refusals: 'central',
  endpoints: 'central',
  daily_jobs: 'central',
  users: 'central',
  user_brands: 'central',
  sessions: 'central',
  one_time_links: 'central',
  api_keys: 'central',
  shared_reports: 'central',
  audit_log: 'central',
  action_results: 'central',
  limit_counts: 'central',
  last_used: 'central',

  brand_state: 'brand',
  markets: 'brand',
  tracked_brands: 'brand',
  brand_engines: 'brand',
  facts: 'brand',
  prompts: 'brand',
  search_volumes: 'brand',
  collections: 'brand',
  answers: 'brand',
  mentions: 'brand',
  fact_readings: 'brand',
  readings: 'brand',
  labels: 'brand',
  cited_pages: 'brand',
  page_facts: 'brand',
  citations: 'brand',
  search_queries: 'brand',
  searches: 'brand',
  cards: 'brand',
  segments: 'brand',
  panel_delta: 'brand',
  jobs: 'brand',
  replies: 'brand',
  tasks: 'brand',
  task_inputs: 'brand',
  alerts: 'brand',
  alert_reads: 'brand',
  deliveries: 'brand',
  events: 'brand',
  evaluations: 'brand',
  watch_states: 'brand',
  recommendation_statuses: 'brand',
  comparisons: 'brand',
  log_days: 'brand',
  log_lines: 'brand',
  crawl_counts: 'brand',
  visit_counts: 'brand',
  given_files: 'brand',
  given_figures: 'brand',
};

/** One kind's tables, in dependency order. */
export function tablesOf(kind: TableKind): TableName[] {
  return (Object.keys(TABLE_KINDS) as TableName[]).filter((table) => TABLE_KINDS[table] === kind);
}
