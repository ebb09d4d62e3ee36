import type { Generated } from 'kysely';
import type { CardKind } from '../../../domain/answers/card.ts';

/**
 * Table types. Times are UTC milliseconds, flags 0 or 1, lists JSON texts, alike in both databases. migrations/
 * creates the tables and documents them.
 */
export interface Tables {
  organizations: {
    id: Generated<number>;
    public_id: string;
    name: string;
    created_at: number;
    reader: Generated<string | null>;
    reader_model: Generated<string | null>;
    plan: Generated<string | null>;
    status: Generated<string | null>;
    trial_ends_at: Generated<number | null>;
    prompts_included: Generated<number | null>;
    api_access: Generated<number | null>;
    alert_settings: Generated<string | null>;
    calls_per_day: Generated<number | null>;
    micros_per_day: Generated<number | null>;
    noticed_month: Generated<number | null>;
  };
  api_keys: {
    id: Generated<number>;
    public_id: string;
    organization_id: number;
    name: string | null;
    hash: string;
    hint: string;
    scopes: string;
    brand_id: number | null;
    created_at: number;
    expires_at: number | null;
    revoked_at: number | null;
    created_by: string | null;
  };
  users: {
    id: Generated<number>;
    public_id: string;
    email: string;
    name: string;
    role: string;
    organization_id: number | null;
    password: string | null;
    created_at: number;
    disabled_at: number | null;
    /** Whether `user_brands` limits the user. */
    limited: Generated<number>;
    /** IANA name. */
    time_zone: Generated<string>;
  };
  user_brands: {
    user_id: number;
    brand_id: number;
  };
  sessions: {
    public_id: string;
    user_id: number;
    hash: string;
    user_agent: string;
    address: string;
    created_at: number;
    last_seen_at: number;
    expires_at: number;
  };
  one_time_links: {
    hash: string;
    kind: string;
    user_id: number | null;
    created_at: number;
    expires_at: number;
  };
  audit_log: {
    id: Generated<number>;
    at: number;
    organization_id: number | null;
    actor: string;
    action: string;
    subject: string | null;
    detail: string;
    /** JSON. */
    changes: string | null;
  };
  action_results: {
    api_key: string;
    request_key: string;
    /** The request's SHA-256. */
    request: string;
    /** JSON; null while the request's transaction runs. */
    result: string | null;
    at: number;
  };
  shared_reports: {
    id: Generated<number>;
    public_id: string;
    brand_id: number;
    title: string;
    pages: string;
    /** Of a live report; null if readers choose the days. */
    window_words: string | null;
    hash: string | null;
    link_until: number | null;
    edition: string | null;
    look: string | null;
    answers: string | null;
    figures_at: number | null;
    figures: string | null;
    texts: string | null;
    logo: string | null;
  };
  brands: {
    id: Generated<number>;
    public_id: string;
    organization_id: number;
    name: string;
    domain: string | null;
    configured: number;
    samples_per_day: Generated<number>;
    created_at: number;
    deleted_at: number | null;
    purge_began_at: Generated<number | null>;
    purged_at: Generated<number | null>;
    sites: Generated<string>;
    themes: Generated<string>;
    drain_address: Generated<string | null>;
    drain_secret: Generated<string | null>;
  };
  brand_state: {
    brand_id: number;
    last_id: number;
    version: number;
    /** The model that judges its answers; null for rules. */
    reader: Generated<string | null>;
    reader_prompt: Generated<string | null>;
    /** A model reads answers with greater ids as they come. */
    read_to: Generated<number | null>;
  };
  markets: {
    brand_id: number;
    id: number;
    name: string;
    location_code: number | null;
    language_code: string | null;
    position: number;
    retired_at: number | null;
  };
  tracked_brands: {
    brand_id: number;
    id: number;
    role: string;
    name: string;
    aliases: string;
    match_options: Generated<string>;
    domain: string | null;
    domains: string;
    retired_at: number | null;
  };
  brand_engines: { brand_id: number; engine: string };
  prompts: {
    brand_id: number;
    id: number;
    text: string;
    digest: string;
    tags: Generated<string>;
    markets: Generated<string>;
    active: number;
    source: Generated<string>;
    created_at: number;
    samples_per_day: Generated<number | null>;
    weekly_from: Generated<number | null>;
  };
  search_volumes: {
    brand_id: number;
    prompt_id: number;
    market_id: number;
    keyword: string;
    volume: number | null;
    checked_at: number;
  };
  collections: {
    brand_id: number;
    id: number;
    identity: string;
    prompt_id: number;
    market_id: Generated<number>;
    engine: string;
    outcome: string;
    collected_at: number;
    stored_at: number;
    detail: Generated<string | null>;
    model: Generated<string | null>;
    micros: Generated<number | null>;
    latency_ms: Generated<number | null>;
    location_applied: Generated<number | null>;
    language_applied: Generated<number | null>;
  };
  answers: {
    brand_id: number;
    id: number;
    public_id: string;
    prompt_id: number;
    market_id: Generated<number>;
    engine: string;
    outcome: string;
    collected_at: number;
    location_code: number | null;
    text: string | null;
    reader: string;
    reading: Generated<string>;
    outcome_stated: Generated<number>;
    searches_known: Generated<number>;
    cards_known: Generated<number>;
  };
  mentions: {
    brand_id: number;
    answer_id: number;
    tracked_id: number;
    collected_at: number;
    mentioned: number;
    rank: number | null;
    count: number | null;
    framing: string | null;
    framing_signals: string | null;
    snippet: string | null;
    /** JSON (domain/brand/theme.ts); null if not read. */
    said: string | null;
    model_framing: Generated<string | null>;
    /** JSON (domain/brand/model-reading.ts). */
    model_words: Generated<string | null>;
    cited: number;
    read_later: Generated<number>;
  };
  citations: {
    brand_id: number;
    answer_id: number;
    position: number;
    url: string;
    host: string;
    title: string | null;
    collected_at: number;
    first_of_host: number;
    site: string;
    page_id: number;
    first_of_site: number;
  };
  facts: { brand_id: number; id: number; name: string; about: string; value: string };
  fact_readings: {
    brand_id: number;
    answer_id: number;
    fact_id: number;
    collected_at: number;
    verdict: string;
    sentence: string | null;
  };
  readings: {
    brand_id: number;
    answer_id: number;
    collected_at: number;
    reader: string;
    prompt: string;
    /** The identity of its job: equal ones ask the same. */
    asked: string;
    state: string;
    detail: string | null;
    input_tokens: number | null;
    output_tokens: number | null;
    micros: number | null;
    dropped: number;
    newest_asked: Generated<number>;
    replaced: string | null;
    read_at: number;
  };
  labels: {
    brand_id: number;
    answer_id: number;
    tracked_id: number;
    sample: string;
    label: string | null;
    labeled_by: string;
    labeled_at: number;
  };
  cited_pages: { brand_id: number; id: number; digest: string; url: string; title: string | null };
  page_facts: {
    brand_id: number;
    digest: string;
    url: string;
    site: string;
    fetched_at: number;
    found: string;
  };
  log_days: {
    brand_id: number;
    day: number;
    hours: number;
    salt: string | null;
    pages: Generated<number>;
    touched_at: number;
  };
  log_lines: { brand_id: number; day: number; line: string };
  crawl_counts: {
    brand_id: number;
    day: number;
    page: string;
    crawler: string;
    verdict: string;
    status: string;
    path: string;
    requests: number;
  };
  visit_counts: {
    brand_id: number;
    day: number;
    page: string;
    product: string;
    evidence: string;
    paid: number;
    visits: number;
  };
  given_files: {
    brand_id: number;
    id: number;
    kind: string;
    name: string;
    digest: string;
    given_by: string;
    given_at: number;
    first_day: number | null;
    last_day: number | null;
    lines: number;
    counted: number;
    unread: number;
    /** JSON. */
    detail: string;
  };
  given_figures: {
    brand_id: number;
    file_id: number;
    position: number;
    day: number | null;
    page: string | null;
    label: string | null;
    /** JSON. */
    figures: string;
  };
  address_lists: { name: string; published: number; fetched: number; digest: string; prefixes: string };
  search_queries: { brand_id: number; id: number; folded: string };
  searches: {
    brand_id: number;
    answer_id: number;
    position: number;
    query: string;
    query_id: number;
    collected_at: number;
    first_of_query: number;
  };
  cards: {
    brand_id: number;
    answer_id: number;
    position: number;
    kind: CardKind;
    title: string | null;
    url: string | null;
    host: string | null;
    seller: string | null;
    price: string | null;
    text: string | null;
    collected_at: number;
  };
  segments: {
    brand_id: number;
    first_day: number;
    kind: string;
    version: number;
    last_day: number;
    n: number;
    bytes: Uint8Array;
  };
  panel_delta: {
    brand_id: number;
    day: number;
    answer_id: number;
    version: number;
    /** JSON (panel/row.ts); null for a removed answer. */
    content: string | null;
  };
  alerts: {
    brand_id: number;
    id: number;
    public_id: string;
    market_id: Generated<number>;
    kind: string;
    title: string;
    detail: string;
    facts: string;
    created_at: number;
  };
  alert_reads: { brand_id: number; alert_id: number; user_id: string };
  jobs: {
    brand_id: number;
    id: number;
    identity: string;
    engine: string;
    prompt_id: number;
    sample: number;
    /** The answer to read; 0 to ask the engine. */
    answer_id: Generated<number>;
    /** The model that reads it; null to ask the engine. */
    reader: Generated<string | null>;
    day: number;
    market_id: Generated<number>;
    next_at: number | null;
    lease: string;
    attempt: number;
    tries: string;
  };
  replies: {
    brand_id: number;
    job_id: number;
    attempt: number;
    part: number;
    status: number;
    headers: string;
    body: Uint8Array;
    asked_at: number;
    received_at: number;
    reserved: Generated<number | null>;
    reserved_day: Generated<number | null>;
  };
  daily_jobs: { name: string; day: number };
  spending: { organization_id: number; day: number; calls: number; micros: number };
  engine_keys: { provider: string; sealed: string; set_by: string; set_at: number };
  own_engines: { slug: string; name: string; provider: string; search: string; defined_at: number };
  breakers: { engine: string; detail: string; opened_at: number; tried_at: number };
  left_out_fields: { engine: string; model: string; field: string; since: number };
  refusals: { engine: string; detail: string; question: string; refused_at: number };
  tasks: {
    brand_id: number;
    id: number;
    public_id: string;
    kind: string;
    state: string;
    started_by: string;
    done: number;
    total: number | null;
    facts: string;
    created_at: number;
    ended_at: number | null;
    next_at: number | null;
    lease: string;
    tries: number;
    stop_asked: number;
  };
  task_inputs: { brand_id: number; task: string; part: number; stored_at: number; bytes: Uint8Array };
  endpoints: {
    id: Generated<number>;
    public_id: string;
    organization_id: number;
    brand_id: number | null;
    kind: string;
    address: string;
    pace: string;
    report: string;
    secret: string | null;
    old_secret: string | null;
    old_secret_until: number | null;
    created_at: number;
    next_at: number | null;
    wakes: number;
    lease: string;
    failures: number;
    last_failure: string | null;
    last_failure_at: number | null;
    last_sent_at: number | null;
    mail_at: number | null;
    paused_at: number | null;
    paused_for: string | null;
  };
  deliveries: { brand_id: number; endpoint_id: number; alert_id: number };
  events: {
    brand_id: number;
    id: number;
    public_id: string;
    day: number;
    kind: string;
    text: string;
    tag: string | null;
    created_by: string;
    created_at: number;
  };
  evaluations: { brand_id: number; day: number; evaluated_at: number };
  watch_states: {
    brand_id: number;
    market_id: number;
    engine: string;
    measure: string;
    tracked_id: number;
    state: string;
  };
  recommendation_statuses: {
    brand_id: number;
    site: string;
    part: string;
    status: string;
    note: string;
    asked_at: number | null;
    changed_by: string;
    changed_at: number;
  };
  comparisons: {
    brand_id: number;
    id: number;
    public_id: string;
    market_id: Generated<number>;
    evaluated_at: number;
    engine: string;
    kind: string;
    tracked_id: number;
    current_from: number;
    current_to: number;
    baseline_from: number;
    baseline_to: number;
    current_total: number;
    baseline_total: number;
    shared_prompts: number;
    current_events: number;
    current_trials: number;
    baseline_events: number;
    baseline_trials: number;
    current_effect: number | null;
    baseline_effect: number | null;
    change: number | null;
    lower: number | null;
    upper: number | null;
    same_mix_change: number | null;
    same_mix_lower: number | null;
    same_mix_upper: number | null;
    answers_needed: number | null;
    min_delta_points: number;
    min_sample_each_side: number;
    noise_floor: number | null;
    /** Whose framing it compares. */
    reader: Generated<string>;
    gate: string | null;
    alert: string | null;
  };
}

/** The limits store: requests per key, failures per address, and last uses. */
export interface LimitTables {
  limit_counts: { subject: string; window_start: number; hits: number; expires_at: number };
  last_used: { subject: string; at: number };
}
