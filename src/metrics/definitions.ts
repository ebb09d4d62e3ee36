export interface Definition<Label extends string = string> {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** With its unit, by Prometheus's rules: seconds and bytes, never milliseconds or megabytes. */
  readonly name: string;
  readonly labels: readonly Label[];
  readonly help: string;
  /** A histogram's upper bounds, in seconds. */
  readonly buckets?: readonly number[];
}

/** Seconds, from a cached report to the statement timeout. */
const REQUEST_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const STATEMENT_BUCKETS = [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.5, 2.5, 10];

/**
 * All our metrics. docs/metrics.md comes from this table, and the alert rules and the dashboard use only these. Labels
 * never have values that a user chose, such as brands or organizations, so the series are few and identify nobody.
 */
export const METRICS = {
  buildInfo: gauge(
    'sightline_build_info',
    ['version', 'node', 'database'],
    'Always 1. The labels say what runs.',
  ),
  requestSeconds: {
    ...histogram(
      'sightline_http_request_duration_seconds',
      ['method', 'route', 'status'],
      "Time from a request's headers to its response's end. `route` is the path's pattern, or `unmatched`; `status` is `aborted` if the client left.",
    ),
    buckets: REQUEST_BUCKETS,
  },
  requestsInProgress: gauge(
    'sightline_http_requests_in_progress',
    [],
    'Requests whose response has not ended.',
  ),
  statementSeconds: {
    ...histogram(
      'sightline_store_statement_duration_seconds',
      [],
      'Time of a statement for a request, without waiting for a connection. Excludes background work.',
    ),
    buckets: STATEMENT_BUCKETS,
  },
  statementErrors: counter(
    'sightline_store_statement_errors_total',
    ['reason'],
    'Such statements that failed: `unavailable` if the store did, otherwise `refused`.',
  ),
  connections: gauge(
    'sightline_store_connections',
    ['state'],
    'Connections to PostgreSQL for requests: `busy` or `idle`.',
  ),
  connectionsWaiting: gauge(
    'sightline_store_connections_waiting',
    [],
    'Statements that wait for a PostgreSQL connection.',
  ),
  reportCacheRequests: counter(
    'sightline_report_cache_requests_total',
    ['result'],
    'JSON reports that clients requested: `hit` if the cache had it, `miss` if Sightline ran it, `other` if Sightline never caches it.',
  ),
  panelReads: counter(
    'sightline_panel_reads_total',
    ['result'],
    'Segments (runs of packed days) that reports counted: `hit` in memory, `miss` from the store.',
  ),
  panelSegments: gauge('sightline_panel_segments', [], 'Segments that this process has in memory.'),
  panelBytes: gauge(
    'sightline_panel_bytes',
    [],
    'Memory for these segments, their sums, and names, at most `SIGHTLINE_PANEL_MB`.',
  ),
  signIns: counter(
    'sightline_sign_ins_total',
    ['result'],
    'Passwords and codes of second factors that people typed, and single sign-ons: `opened` if right, `wrong`, or `refused`, because too many had failed.',
  ),
  engineQuestions: counter(
    'sightline_engine_questions_total',
    ['engine', 'result', 'code'],
    'Questions that this process asked or held back, by result; `code` is the cause of a failure. Sightline asks `retried` ones again later.',
  ),
  engineUnreadCitations: counter(
    'sightline_engine_unread_citations_total',
    ['engine'],
    'Citations without a known page in answers to such questions. If they grow with every answer, the engine has changed its format.',
  ),
  readings: counter(
    'sightline_readings_total',
    ['reader', 'result', 'code'],
    'Answers that this process had a model read or held back, by result: `not_judged` ones have no verdict; `code` says why. Sightline tries `retried` ones again later.',
  ),
  readingsDropped: counter(
    'sightline_readings_dropped_total',
    ['reader'],
    'Statements of such models that Sightline dropped, because the answer did not prove them.',
  ),
  deliveryAttempts: counter(
    'sightline_delivery_attempts_total',
    ['kind', 'result'],
    'Attempts to send by this process: `sent`, `failed` if it tries again, or `paused` if this was the last try.',
  ),
  prunedRows: counter(
    'sightline_pruned_rows_total',
    ['what'],
    'Rows past their retention that this process deleted.',
  ),
  prunedBytes: counter(
    'sightline_pruned_bytes_total',
    [],
    'Bytes that pruning gave back from a SQLite file. PostgreSQL reuses the space.',
  ),
  backgroundFailures: counter(
    'sightline_background_failures_total',
    ['work'],
    "Failures in this process's background work, which it tries again: `collect`, `watch`, `tasks`, `deliver`, `prune`, or the whole `thread`.",
  ),
} as const;

/** The process metrics from prom-client that docs/metrics.md documents. */
export const PROCESS_METRICS: readonly Definition[] = [
  counter('process_cpu_seconds_total', [], 'Processor time of the process.'),
  gauge('process_resident_memory_bytes', [], 'Memory of the process.'),
  gauge('process_open_fds', [], 'Open file descriptors. Linux only.'),
  gauge('process_max_fds', [], 'The most file descriptors it may open. Linux only.'),
  gauge('process_start_time_seconds', [], 'When the process started.'),
  gauge(
    'nodejs_eventloop_lag_p99_seconds',
    [],
    'Event loop delay since the last scrape, 99th percentile. About 0.01 means no delay.',
  ),
  gauge('nodejs_eventloop_lag_max_seconds', [], 'The longest such delay.'),
  gauge('nodejs_heap_size_used_bytes', [], 'JavaScript heap in use.'),
];

/** All series names, including a histogram's. */
export function seriesNames(): Set<string> {
  const all: readonly Definition[] = [...Object.values(METRICS), ...PROCESS_METRICS];
  return new Set(
    all.flatMap(({ name, type }) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}

export function metricsMarkdown(definitions: readonly Definition[]): string {
  const rows = definitions.map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((each) => `\`${each}\``).join(', ')} | ${unitOf(name)} | ${help} |`,
  );
  return ['| metric | type | labels | unit | meaning |', '|---|---|---|---|---|', ...rows].join('\n');
}

const UNITS = { seconds: 'seconds', bytes: 'bytes' };

function unitOf(name: string): string {
  const last =
    name
      .replace(/_total$/, '')
      .split('_')
      .at(-1) ?? '';
  return last in UNITS ? UNITS[last as keyof typeof UNITS] : '';
}

function counter<const Label extends string>(name: string, labels: readonly Label[], help: string) {
  return { type: 'counter', name, labels, help } as const;
}

function gauge<const Label extends string>(name: string, labels: readonly Label[], help: string) {
  return { type: 'gauge', name, labels, help } as const;
}

function histogram<const Label extends string>(name: string, labels: readonly Label[], help: string) {
  return { type: 'histogram', name, labels, help } as const;
}
