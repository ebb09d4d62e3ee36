import type { LimitTables, Tables } from './schema.ts';

/**
 * Where the rows of a table are once a store is distributed over several machines.
 *
 * - `brand`: what a brand owns. Distributed by `brand_id`, all rows of one brand on one machine. Every key begins with `brand_id`,
 *   and a statement of a request or a job names one brand.
 * - `shared`: what rows of brands refer to. A copy on every machine, so a write costs a round trip to each: for what changes
 *   only when a person declares it.
 * - `central`: everything else, on the machine that statements are sent to. It is never joined with what a brand owns.
 */
export type TableKind = 'brand' | 'shared' | 'central';

type TableName = keyof (Tables & LimitTables);

/** The kind of every table. In dependency order: no table refers to a later one of its kind. */
export const TABLE_KINDS: Readonly<Record<TableName, TableKind>> = {
  organizations: 'shared',
  brands: 'shared',

  subscriptions: 'central',
  alert_settings: 'central',
  collect_limits: 'central',
  spending: 'central',
  engine_keys: 'central',
  breakers: 'central',
  left_out_fields: 'central',
  refusals: 'central',
  spending_notices: 'central',
  endpoints: 'central',
  chores: 'central',
  users: 'central',
  user_brands: 'central',
  saved_views: 'central',
  sessions: 'central',
  one_time_links: 'central',
  api_keys: 'central',
  shares: 'central',
  report_mails: 'central',
  audit_log: 'central',
  limit_counts: 'central',
  last_used: 'central',

  brand_heads: 'brand',
  markets: 'brand',
  tracked_brands: 'brand',
  brand_engines: 'brand',
  brand_sites: 'brand',
  brand_themes: 'brand',
  facts: 'brand',
  prompts: 'brand',
  search_volumes: 'brand',
  collections: 'brand',
  answers: 'brand',
  mentions: 'brand',
  fact_readings: 'brand',
  cited_pages: 'brand',
  citations: 'brand',
  search_queries: 'brand',
  searches: 'brand',
  segments: 'brand',
  panel_delta: 'brand',
  jobs: 'brand',
  replies: 'brand',
  tasks: 'brand',
  task_inputs: 'brand',
  alerts: 'brand',
  alert_reads: 'brand',
  alert_work: 'brand',
  deliveries: 'brand',
  events: 'brand',
  evaluations: 'brand',
  watch_states: 'brand',
  watched_claims: 'brand',
  recommendation_statuses: 'brand',
  comparisons: 'brand',
  experiments: 'brand',
  client_reports: 'brand',
};

/** The tables of a kind, in dependency order. */
export function tablesOf(kind: TableKind): TableName[] {
  return (Object.keys(TABLE_KINDS) as TableName[]).filter((table) => TABLE_KINDS[table] === kind);
}
