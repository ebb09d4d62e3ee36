import type { Types } from '../capabilities.ts';
import { central, createTable, owned, ownedByKey, shared } from './table.ts';

/** All tables, in dependency order. Their types follow (schema/schema.ts). */
export const TABLES = {
  // reader: who judges its answers (domain/brand/model-reading.ts), null for the installation's choice; reader_model: null
  // for the usual one. plan and the columns to api_access: all null if it never had a plan. alert_settings: null for
  // domain/alerts/alert-rules.ts. Limits per UTC day: null for none; micros are millionths of a US dollar. noticed_month:
  // the first day of the last month with a warning about spending. factor_required: whether its users need a second factor.
  organizations: shared({
    id: 'serial primary key',
    public_id: 'text not null unique',
    name: 'text not null unique',
    created_at: 'bigint not null',
    reader: 'text',
    reader_model: 'text',
    plan: 'text',
    status: 'text',
    trial_ends_at: 'bigint',
    prompts_included: 'integer',
    api_access: 'smallint',
    alert_settings: 'text',
    calls_per_day: 'integer',
    micros_per_day: 'bigint',
    noticed_month: 'integer',
    factor_required: 'smallint not null default 0',
  }),
  spending: central({
    organization_id: 'integer not null references organizations (id)',
    day: 'integer not null',
    calls: 'integer not null',
    micros: 'bigint not null',
  }).keyed('primary key (organization_id, day)'),
  // purge_began_at: the brand can no longer be restored, and any process continues the purge. The row stays, so that
  // the id is never reused and the brand's keys stay refused. sites: the owner's choice of hosts' kinds
  // (domain/web/site-kinds.ts has the rest); themes: the brand's own, or its words for standard ones
  // (domain/brand/theme.ts). Both are JSON lists. drain_address: the hash of the secret address that takes its log;
  // drain_secret: sealed, what its batches are signed with.
  brands: shared({
    id: 'serial primary key',
    public_id: 'text not null unique',
    organization_id: 'integer not null references organizations (id)',
    name: 'text not null',
    domain: 'text',
    configured: 'smallint not null',
    samples_per_day: 'smallint not null default 1',
    created_at: 'bigint not null',
    // When a prospect ends (domain/brand/prospect.ts); null for an ordinary brand.
    prospect_until: 'bigint',
    deleted_at: 'bigint',
    purge_began_at: 'bigint',
    purged_at: 'bigint',
    sites: "text not null default '[]'",
    themes: "text not null default '[]'",
    drain_address: 'text unique',
    drain_secret: 'text',
  }),
  // Every writer of a brand changes this row. It is separate from brands, because it is locked and written on the
  // brand's own server, while every server can read brands. last_id numbers all that a brand owns. version rises with
  // every transaction that writes the brand's data.
  brand_state: owned({
    brand_id: 'integer primary key references brands (id)',
    last_id: 'integer not null',
    version: 'bigint not null',
    // The model that judges its answers; null for rules.
    reader: 'text',
    reader_prompt: 'text',
    // A model reads answers with greater ids as they come.
    read_to: 'integer',
  }),
  // A brand's places and languages, numbered from 1. Removed markets keep their answers. position orders the list. A
  // market's codes change only before its first question or answer.
  markets: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'smallint not null',
    name: 'text not null',
    location_code: 'integer',
    language_code: 'text',
    position: 'smallint not null',
    retired_at: 'bigint',
  }).keyed('primary key (brand_id, id)'),
  // match_options apply to the brand's name. An alias is a text, or an object if it has its own options.
  tracked_brands: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    role: "text not null check (role in ('self', 'competitor'))",
    name: 'text not null',
    aliases: 'text not null',
    match_options: "text not null default '{}'",
    domain: 'text',
    domains: 'text not null',
    retired_at: 'bigint',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, name)'),
  brand_engines: owned({
    brand_id: 'integer not null references brands (id)',
    engine: 'text not null',
  }).keyed('primary key (brand_id, engine)'),
  // Facts that a brand's owner declared (domain/brand/fact.ts). about and value are JSON. Changing a fact creates a
  // new one.
  facts: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    name: 'text not null',
    about: 'text not null',
    value: 'text not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, name)'),
  // digest is the text's SHA-256: a prompt may be longer than an index allows. source is its origin. samples_per_day:
  // null for the brand's default. weekly_from is the
  // UTC day (whole days since 1970) from which it is asked once a week; null: daily. tags is a JSON list of texts, the first being the category; markets is a JSON list
  // of market numbers, [] for all.
  prompts: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    text: 'text not null',
    digest: 'text not null',
    tags: "text not null default '[]'",
    markets: "text not null default '[]'",
    active: 'smallint not null',
    source: "text not null default 'user'",
    samples_per_day: 'smallint',
    weekly_from: 'integer',
    created_at: 'bigint not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, digest)'),
  // organization_id is null for an admin over all organizations. password is a PHC string, null until chosen. brands
  // is a JSON list of the brands that the user sees, null for all; one whose brands are gone sees none. factor is the
  // sealed second factor, and factor_step the last 30 seconds whose code was used; both null without one. issuer and
  // subject name the person at the sign-on provider, which knew them last at known_at.
  users: central({
    id: 'serial primary key',
    public_id: 'text not null unique',
    email: 'text not null',
    name: 'text not null',
    role: "text not null check (role in ('viewer', 'editor', 'admin'))",
    organization_id: 'integer references organizations (id)',
    password: 'text',
    issuer: 'text',
    subject: 'text',
    known_at: 'bigint',
    // 1: a password works even if this server takes none.
    break_glass: 'smallint not null default 0',
    brands: 'text',
    // An IANA name.
    time_zone: "text not null default 'UTC'",
    created_at: 'bigint not null',
    disabled_at: 'bigint',
    factor: 'text',
    factor_step: 'integer',
  }).keyed(
    "check (organization_id is not null or role = 'admin')",
    'check ((issuer is null) = (subject is null) and (known_at is null) = (subject is null))',
  ),
  // Ended sessions have no row. hash is the token's SHA-256. provider_tokens is sealed, null for a session by password.
  sessions: central({
    public_id: 'text primary key',
    user_id: 'integer not null references users (id)',
    hash: 'text not null unique',
    user_agent: 'text not null',
    address: 'text not null',
    created_at: 'bigint not null',
    last_seen_at: 'bigint not null',
    expires_at: 'bigint not null',
    provider_tokens: 'text',
    // When to ask the provider again; null if it gave nothing to ask with.
    next_check: 'bigint',
  }),
  // Used links have no row. Only the first user's link has no user_id.
  one_time_links: central({
    hash: 'text primary key',
    kind: "text not null check (kind in ('first', 'reset', 'invite', 'demo'))",
    user_id: 'integer references users (id)',
    created_at: 'bigint not null',
    expires_at: 'bigint not null',
  }).keyed("check ((user_id is null) = (kind = 'first'))"),
  // created_by is a user id or a word, as in the audit log. audience: the only address where a connection's key works
  // (RFC 8707); null for a key that somebody made.
  api_keys: central({
    id: 'serial primary key',
    public_id: 'text not null unique',
    organization_id: 'integer not null references organizations (id)',
    name: 'text',
    hash: 'text not null unique',
    hint: 'text not null',
    scopes: 'text not null',
    brand_id: 'integer references brands (id)',
    created_by: 'text',
    created_at: 'bigint not null',
    expires_at: 'bigint',
    revoked_at: 'bigint',
    audience: 'text',
  }),
  // Assistants connected by OAuth (domain/access/oauth.ts), until an instant. challenge: PKCE's. family: the hash of
  // the part that all its tokens share. hash: the code's, then the newest refresh token's; used_hash: the hash before,
  // null until the code is used; salt made the one of the other at rotated_at.
  oauth_connections: central({
    key_id: 'integer primary key references api_keys (id)',
    organization_id: 'integer not null references organizations (id)',
    client_id: 'text not null',
    redirect_uri: 'text not null',
    challenge: 'text not null',
    family: 'text not null unique',
    hash: 'text not null',
    used_hash: 'text',
    salt: 'text not null',
    rotated_at: 'bigint not null',
    until: 'bigint not null',
  }),
  // Reports for clients (domain/sharing/shared-report.ts), each with at most one link to it and the live pages in pages,
  // a JSON list; hash is its token's SHA-256. A live report has no look, answers, or figures, which are JSON; figures
  // are as of figures_at. logo is a data: URL. edition is a mailed edition's source report and days.
  shared_reports: central({
    id: 'serial primary key',
    public_id: 'text not null unique',
    brand_id: 'integer not null references brands (id)',
    title: 'text not null',
    pages: 'text not null',
    // Of a live report; null if readers choose the days.
    window_words: 'text',
    hash: 'text unique',
    link_until: 'bigint',
    edition: 'text',
    look: 'text',
    answers: 'text',
    figures_at: 'bigint',
    figures: 'text',
    texts: 'text',
    logo: 'text',
  }).keyed('unique (brand_id, edition)'),
  // Addresses of a report as CSV, for sheets. query: the report's parameters as JSON, without the brand.
  sheet_links: central({
    id: 'serial primary key',
    public_id: 'text not null unique',
    brand_id: 'integer not null references brands (id)',
    report: 'text not null',
    query: 'text not null',
    hash: 'text not null unique',
    until: 'bigint not null',
  }),
  // actor is a user id or a word for other actors; subject the affected object's id. changes is a JSON list of [name,
  // old value, new value], null without values. No foreign keys: entries never change.
  audit_log: central({
    id: 'serial primary key',
    at: 'bigint not null',
    organization_id: 'integer',
    actor: 'text not null',
    action: 'text not null',
    subject: 'text',
    detail: 'text not null',
    changes: 'text',
  }),
  // The first result of a request with an Idempotency-Key; null while its transaction runs.
  action_results: central({
    api_key: 'text not null',
    request_key: 'text not null',
    request: 'text not null',
    result: 'text',
    at: 'bigint not null',
  }).keyed('primary key (api_key, request_key)'),
  // What people brought from elsewhere, each file or request as one. tool is the format's name (exchange/), '' until it is read; mapping and
  // counts are JSON (storage/answers/imports.ts). task: its task's public id; null for the command line and the API.
  imports: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    created_at: 'bigint not null',
    file_name: 'text not null',
    tool: 'text not null',
    mapping: 'text not null',
    started_by: 'text not null',
    task: 'text',
    state: "text not null check (state in ('storing', 'stored', 'undoing'))",
    counts: 'text not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, public_id)'),
  // The rows of another tool's file, with its own figures; none for answers in our format. reason: why a row has no
  // answer of its own (a code); null if it has. collection_id may be pruned. engine is a slug, or the file's word if
  // no slug was chosen. named: null if the tool did not evaluate.
  import_rows: ownedByKey({
    brand_id: 'integer not null',
    import_id: 'integer not null',
    row: 'integer not null',
    collection_id: 'integer',
    reason: 'text',
    question: 'text',
    engine: 'text',
    market_id: 'smallint',
    collected_at: 'bigint',
    named: 'smallint',
    position: 'integer',
  }).keyed(
    'primary key (brand_id, import_id, row)',
    'foreign key (brand_id, import_id) references imports (brand_id, id)',
  ),
  // Every attempt, including failures. An answer shares its collection's id. import_id: the import that brought it;
  // null if Sightline asked.
  collections: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    identity: 'text not null',
    prompt_id: 'integer not null',
    market_id: 'smallint not null default 1',
    engine: 'text not null',
    outcome: "text not null check (outcome in ('ok', 'empty', 'error', 'timeout'))",
    detail: 'text',
    model: 'text',
    micros: 'bigint',
    collected_at: 'bigint not null',
    stored_at: 'bigint not null',
    import_id: 'integer',
  }).keyed(
    'primary key (brand_id, id)',
    'unique (brand_id, identity)',
    'foreign key (brand_id, prompt_id) references prompts (brand_id, id)',
  ),
  // reading is the key of the brands at the reading (extract/extractor.ts); under any other key, including '', the
  // answer is due. outcome_stated is 1 if an import gave the outcome, which then never changes. searches_known is 1
  // if the searches are stored, even if there are none; cards_known likewise for cards. market_id is the requested
  // market; location_code the place that the engine applied, null for none.
  answers: owned({
    brand_id: 'integer not null',
    id: 'integer not null',
    public_id: 'text not null',
    prompt_id: 'integer not null',
    market_id: 'smallint not null default 1',
    engine: 'text not null',
    outcome: "text not null check (outcome in ('ok', 'empty'))",
    outcome_stated: 'smallint not null default 0',
    collected_at: 'bigint not null',
    location_code: 'integer',
    text: 'text',
    reader: 'text not null',
    reading: "text not null default ''",
    searches_known: 'smallint not null default 0',
    cards_known: 'smallint not null default 0',
  }).keyed(
    'primary key (brand_id, id)',
    'unique (brand_id, public_id)',
    'foreign key (brand_id, id) references collections (brand_id, id)',
    'foreign key (brand_id, prompt_id) references prompts (brand_id, id)',
  ),
  // One row per answer and tracked brand, including absent ones. collected_at repeats the answer's, for indexes. said
  // lists sentences by theme, with offsets in the answer's text (domain/brand/theme.ts); null if not read. read_later
  // is 1 if the text was read although an import gave the answer's mentions: the import did not know the brand.
  mentions: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    tracked_id: 'integer not null',
    collected_at: 'bigint not null',
    mentioned: 'smallint not null',
    rank: 'integer',
    count: 'integer',
    framing: "text check (framing in ('recommended', 'neutral', 'negative'))",
    framing_signals: 'text',
    snippet: 'text',
    said: 'text',
    model_framing: "text check (model_framing in ('recommended', 'neutral', 'negative', 'both'))",
    // JSON (domain/brand/model-reading.ts).
    model_words: 'text',
    cited: 'smallint not null',
    read_later: 'smallint not null default 0',
  }).keyed(
    'primary key (brand_id, answer_id, tracked_id)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
    'foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)',
  ),
  // Answers' verdicts on facts; no row if silent. No foreign key to facts: an answer read while a fact is removed may
  // keep rows until the next rescan. sentence is null without text.
  fact_readings: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    fact_id: 'integer not null',
    collected_at: 'bigint not null',
    verdict: "text not null check (verdict in ('agrees', 'contradicts', 'unclear'))",
    sentence: 'text',
  }).keyed(
    'primary key (brand_id, answer_id, fact_id)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
  ),
  // A model's newest reading of an answer, or that there is none (state). prompt: its prompt's hash. asked: its job's
  // identity. dropped counts statements without proof. newest_asked: the newest declared fact or own theme that
  // it was asked about; 0 for none. replaced: JSON of the reader before it.
  readings: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    collected_at: 'bigint not null',
    reader: 'text not null',
    prompt: 'text not null',
    asked: 'text not null',
    state: "text not null check (state in ('read', 'not_judged'))",
    detail: 'text',
    input_tokens: 'integer',
    output_tokens: 'integer',
    micros: 'bigint',
    dropped: 'integer not null',
    newest_asked: 'integer not null default 0',
    replaced: 'text',
    read_at: 'bigint not null',
  }).keyed(
    'primary key (brand_id, answer_id)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
  ),
  // A person's label for how an answer treats a name; null if skipped. Only the sample random tells a reader's errors.
  labels: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    tracked_id: 'integer not null',
    sample: "text not null check (sample in ('random', 'disagreement'))",
    label: "text check (label in ('recommended', 'neutral', 'negative', 'both'))",
    labeled_by: 'text not null',
    labeled_at: 'bigint not null',
  }).keyed(
    'primary key (brand_id, answer_id, tracked_id)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
  ),
  // All pages that a brand's answers cite. digest is its key's (domain/web/page.ts), which may be longer than an
  // index allows; title is the first one given.
  cited_pages: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    digest: 'text not null',
    url: 'text not null',
    title: 'text',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, digest)'),
  // A page's newest fetched facts, as JSON (domain/web/page-facts.ts). digest is as in cited_pages, where the page
  // may be missing; site is its host's.
  page_facts: owned({
    brand_id: 'integer not null references brands (id)',
    digest: 'text not null',
    url: 'text not null',
    site: 'text not null',
    fetched_at: 'bigint not null',
    found: 'text not null',
  }).keyed('primary key (brand_id, digest)'),
  // What a brand's sitemaps listed when they were last read, by declared host, as JSON (storage/site/sitemaps.ts).
  sitemaps: owned({
    brand_id: 'integer not null references brands (id)',
    host: 'text not null',
    fetched_at: 'bigint not null',
    found: 'text not null',
  }).keyed('primary key (brand_id, host)'),
  // In the engine's order, each page once. collected_at repeats the answer's; site is the host's
  // (domain/web/site.ts). first_of_host marks one citation per answer and host, so a host's marked rows count its
  // answers; first_of_site likewise.
  citations: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    position: 'integer not null',
    url: 'text not null',
    host: 'text not null',
    site: 'text not null',
    page_id: 'integer not null',
    title: 'text',
    collected_at: 'bigint not null',
    first_of_host: 'smallint not null',
    first_of_site: 'smallint not null',
  }).keyed(
    'primary key (brand_id, answer_id, position)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
  ),
  // A brand's distinct search queries, folded (storage/answers/searches.ts). Answers refer to them by id, which
  // saves space: engines word queries in thousands of ways.
  search_queries: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    folded: 'text not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, folded)'),
  // In the engine's order. query is the engine's spelling. first_of_query marks one row per answer and folded query,
  // so a query's marked rows count its answers; collected_at repeats the answer's.
  searches: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    position: 'integer not null',
    query: 'text not null',
    query_id: 'integer not null',
    collected_at: 'bigint not null',
    first_of_query: 'smallint not null',
  }).keyed(
    'primary key (brand_id, answer_id, position)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
    'foreign key (brand_id, query_id) references search_queries (brand_id, id)',
  ),
  // Advertisements and products in answers (domain/answers/card.ts), in the engine's order. host is the url's;
  // collected_at repeats the answer's.
  cards: ownedByKey({
    brand_id: 'integer not null',
    answer_id: 'integer not null',
    position: 'integer not null',
    kind: "text not null check (kind in ('ad', 'product'))",
    title: 'text',
    url: 'text',
    host: 'text',
    seller: 'text',
    price: 'text',
    text: 'text',
    collected_at: 'bigint not null',
  }).keyed(
    'primary key (brand_id, answer_id, position)',
    'foreign key (brand_id, answer_id) references answers (brand_id, id)',
  ),
  // A brand's packed days in columns (panel/segment.ts, docs/decisions/003-packed-panel.md): n answers in an
  // inclusive range of days, one row per kind. Ranges never overlap. version is the brand's at writing: equal
  // versions mean equal content.
  segments: owned({
    brand_id: 'integer not null references brands (id)',
    first_day: 'integer not null',
    kind: 'text not null',
    version: 'bigint not null',
    last_day: 'integer not null',
    n: 'integer not null',
    bytes: 'bytes not null',
  }).keyed('primary key (brand_id, first_day, kind)'),
  // Answers missing from the segments: open days, and late, changed, or removed answers on packed days (content null
  // if removed). Packing empties it.
  panel_delta: ownedByKey({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    answer_id: 'integer not null',
    version: 'bigint not null',
    // JSON (panel/row.ts); null for a removed answer.
    content: 'text',
  }).keyed('primary key (brand_id, day, answer_id)'),
  // One question to one engine on one UTC day (days since 1970), or one answer for a model to read. next_at and lease as
  // in driver/queue.ts; a provider's batch has a lease too (storage/collect/batches.ts). attempt
  // numbers the exchanges; tries counts retries by reason, as JSON.
  jobs: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    identity: 'text not null',
    engine: 'text not null',
    prompt_id: 'integer not null',
    market_id: 'smallint not null default 1',
    sample: 'smallint not null',
    // The answer to read; 0 to ask the engine.
    answer_id: 'integer not null default 0',
    // The model that reads it; null to ask the engine.
    reader: 'text',
    day: 'integer not null',
    next_at: 'bigint',
    lease: 'text not null',
    attempt: 'smallint not null',
    tries: 'text not null',
  }).keyed(
    'primary key (brand_id, id)',
    'unique (brand_id, identity)',
    'foreign key (brand_id, prompt_id) references prompts (brand_id, id)',
  ),
  // Raw engine replies, stored before reading, compressed with zstd. reserved is the money reserved at the exchange's
  // first call (millionths of a US dollar), and reserved_day its UTC day, until the real cost replaces them.
  replies: owned({
    brand_id: 'integer not null',
    job_id: 'integer not null',
    attempt: 'smallint not null',
    part: 'smallint not null',
    status: 'smallint not null',
    headers: 'text not null',
    body: 'bytes not null',
    asked_at: 'bigint not null',
    received_at: 'bigint not null',
    reserved: 'bigint',
    reserved_day: 'integer',
  }).keyed(
    'primary key (brand_id, job_id, attempt, part)',
    'foreign key (brand_id, job_id) references jobs (brand_id, id)',
  ),
  // Providers' keys, encrypted (pipeline/secret-box.ts), and who entered them. Keys in the environment take
  // precedence.
  engine_keys: central({
    provider: 'text primary key',
    sealed: 'text not null',
    set_by: 'text not null',
    set_at: 'bigint not null',
  }),
  // Operator-defined engines, current and former: reading their answers needs the name and the searcher.
  own_engines: central({
    slug: 'text primary key',
    name: 'text not null',
    provider: 'text not null',
    search: 'text not null',
  }),
  // Engines stopped until the operator acts, and why.
  breakers: central({
    engine: 'text primary key',
    detail: 'text not null',
    opened_at: 'bigint not null',
    tried_at: 'bigint not null',
  }),
  // Fields that every request to this model omits. model is '' if an engine has none.
  left_out_fields: central({
    engine: 'text not null',
    model: 'text not null',
    field: 'text not null',
    since: 'bigint not null',
  }).keyed('primary key (engine, model, field)'),
  // Questions refused with one code since the engine's last answer. question is a hash of the prompt.
  refusals: central({
    engine: 'text not null',
    detail: 'text not null',
    question: 'text not null',
  }).keyed('primary key (engine, detail, question)'),
  // Long work that a person starts and a background worker does. next_at and lease as in
  // driver/queue.ts; tries counts leases without a return. total is null while unknown; facts has counts and messages,
  // as JSON.
  tasks: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    kind: 'text not null',
    state: 'text not null',
    started_by: 'text not null',
    done: 'bigint not null default 0',
    total: 'bigint',
    facts: 'text not null',
    created_at: 'bigint not null',
    ended_at: 'bigint',
    next_at: 'bigint',
    lease: "text not null default ''",
    tries: 'smallint not null default 0',
    stop_asked: 'smallint not null default 0',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, public_id)'),
  // A task's input, in order. Upload parts arrive before their task, so they refer to its public id; they are deleted
  // when the task ends, or if no task follows the upload.
  task_inputs: owned({
    brand_id: 'integer not null references brands (id)',
    task: 'text not null',
    part: 'integer not null',
    stored_at: 'bigint not null',
    bytes: 'bytes not null',
  }).keyed('primary key (brand_id, task, part)'),
  // Daily work for one of several processes, and its last UTC day.
  daily_jobs: central({
    name: 'text primary key',
    day: 'integer not null',
  }),
  // change_id: the change (domain/alerts/change.ts) that the alert reports, with its state after the newest evaluation and
  // that of the first evaluation in it.
  alerts: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    market_id: 'smallint not null default 1',
    kind: 'text not null',
    title: 'text not null',
    detail: 'text not null',
    facts: 'text not null',
    created_at: 'bigint not null',
    change_id: 'text not null',
    state: 'text not null',
    state_since: 'bigint not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, public_id)'),
  // Alerts read in the dashboard. user_id is a user's public id.
  alert_reads: owned({
    brand_id: 'integer not null references brands (id)',
    alert_id: 'integer not null',
    user_id: 'text not null',
  }).keyed(
    'primary key (brand_id, alert_id, user_id)',
    'foreign key (brand_id, alert_id) references alerts (brand_id, id)',
  ),
  // People's notes on a UTC day (days since 1970), some about the questions with a tag. created_by is a user id, or a word for other actors.
  events: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    day: 'integer not null',
    kind: 'text not null',
    text: 'text not null',
    tag: 'text',
    created_by: 'text not null',
    created_at: 'bigint not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, public_id)'),
  // What engines told people, who pasted it (domain/brand/spot-check.ts): no answers, so no figure counts them. digest tells one try from
  // another; prompt_id is null for a question that the brand did not have. created_by is a user or key id, a client link, or a word for
  // other actors; via is its kind.
  spot_checks: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    digest: 'text not null',
    engine: 'text not null',
    day: 'integer not null',
    person: 'text not null',
    question: 'text not null',
    prompt_id: 'integer',
    text: 'text not null',
    named: 'integer not null',
    rank: 'integer',
    created_by: 'text not null',
    via: 'text not null',
    created_at: 'bigint not null',
  }).keyed('primary key (brand_id, id)', 'unique (brand_id, public_id)', 'unique (brand_id, digest)'),
  // What people noted about things to do. id is a hash (domain/alerts/todo.ts), facts a JSON list of texts. changed_by is a user id, or a
  // word for other actors.
  todo_marks: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'text not null',
    state: 'text not null',
    note: 'text not null',
    facts: 'text',
    begun_at: 'bigint',
    changed_by: 'text not null',
    changed_at: 'bigint not null',
  }).keyed('primary key (brand_id, id)'),
  // One row per brand and UTC day (days since 1970): each day is evaluated once.
  evaluations: owned({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    evaluated_at: 'bigint not null',
  }).keyed('primary key (brand_id, day)'),
  // Streaks and open episodes (stats/alerts/episodes.ts) as JSON; no row if there are none.
  watch_states: owned({
    brand_id: 'integer not null references brands (id)',
    market_id: 'smallint not null',
    engine: 'text not null',
    measure: 'text not null',
    tracked_id: 'integer not null',
    state: 'text not null',
  }).keyed('primary key (brand_id, market_id, engine, measure, tracked_id)'),
  // found: what no statement selects by, as JSON (storage/watch/comparisons.ts). gate is null if the finding was
  // raised; alert is the raised one, or the gate's reason.
  comparisons: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    public_id: 'text not null',
    market_id: 'smallint not null default 1',
    evaluated_at: 'bigint not null',
    engine: 'text not null',
    kind: 'text not null',
    tracked_id: 'integer not null',
    found: 'text not null',
    gate: 'text',
    alert: 'text',
  }).keyed(
    'primary key (brand_id, id)',
    'unique (brand_id, public_id)',
    'foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)',
  ),
  // Addresses for alerts, and for the recurring mails and messages of a client report: report is its public id, '' for
  // alerts. format is null for mail. secret is encrypted with a key outside the store: what signs messages, or the
  // address of a chat, which address has shortened. next_at and lease as in driver/queue.ts; wakes counts alerts that
  // set next_at, so that a sender with an empty queue notices a new one. failures are consecutive. mail_at is when the
  // pending daily mail is due, or the day's report.
  endpoints: central({
    id: 'serial primary key',
    public_id: 'text not null unique',
    organization_id: 'integer not null references organizations (id)',
    brand_id: 'integer references brands (id)',
    kind: "text not null check (kind in ('webhook', 'mail', 'report', 'report_post'))",
    format: "text check (format in ('standard', 'slack', 'teams'))",
    address: 'text not null',
    pace: "text not null check (pace in ('at_once', 'daily', 'weekly', 'monthly'))",
    report: 'text not null',
    secret: 'text',
    created_at: 'bigint not null',
    next_at: 'bigint',
    wakes: 'integer not null default 0',
    lease: "text not null default ''",
    failures: 'smallint not null default 0',
    last_failure: 'text',
    last_failure_at: 'bigint',
    last_sent_at: 'bigint',
    mail_at: 'bigint',
    paused_at: 'bigint',
    paused_for: "text check (paused_for in ('failing', 'gone'))",
  }).keyed('unique (organization_id, kind, address, report)'),
  // The outbox: one row per alert that waits and endpoint, written in the alert's transaction. No foreign key to
  // endpoints: a brand's rows may be on another machine.
  deliveries: owned({
    brand_id: 'integer not null references brands (id)',
    endpoint_id: 'integer not null',
    alert_id: 'integer not null',
  }).keyed(
    'primary key (brand_id, endpoint_id, alert_id)',
    'foreign key (brand_id, alert_id) references alerts (brand_id, id)',
  ),
  // What a site's logs and engines' files say, in whole UTC days since 1970. hours: the bits of the day's hours in which
  // the log has a line. salt: makes the hashes in log_lines the day's own; null once they are gone, after which the
  // day takes no more lines. pages: how many pages crawl_counts and visit_counts name.
  log_days: owned({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    hours: 'integer not null',
    salt: 'text',
    pages: 'integer not null default 0',
    touched_at: 'bigint not null',
  }).keyed('primary key (brand_id, day)'),
  // Hashes of the lines that crawl_counts and visit_counts have, so that nothing counts twice.
  log_lines: ownedByKey({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    line: 'text not null',
  }).keyed('primary key (brand_id, day, line)'),
  // page: a page's key (domain/web/page.ts), cut to fit an index, or '' for pages beyond the day's most; status, verdict,
  // and path are words of traffic/.
  crawl_counts: ownedByKey({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    page: 'text not null',
    crawler: 'text not null',
    verdict: 'text not null',
    status: 'text not null',
    path: 'text not null',
    requests: 'integer not null',
  }).keyed('primary key (brand_id, day, page, crawler, verdict, status, path)'),
  visit_counts: ownedByKey({
    brand_id: 'integer not null references brands (id)',
    day: 'integer not null',
    page: 'text not null',
    product: 'text not null',
    evidence: 'text not null',
    paid: 'smallint not null',
    visits: 'integer not null',
  }).keyed('primary key (brand_id, day, page, product, evidence, paid)'),
  // Files that people gave: logs, and engines' own reports. id is of the brand's numbers; digest is of the content;
  // detail is JSON: the format, the mapping, and lines that none fits.
  given_files: owned({
    brand_id: 'integer not null references brands (id)',
    id: 'integer not null',
    kind: 'text not null',
    name: 'text not null',
    digest: 'text not null',
    given_by: 'text not null',
    given_at: 'bigint not null',
    first_day: 'integer',
    last_day: 'integer',
    lines: 'integer not null',
    counted: 'integer not null',
    unread: 'integer not null',
    detail: 'text not null',
  }).keyed('primary key (brand_id, id)'),
  // The rows of engines' reports. figures is JSON; a figure that the file leaves empty is missing there.
  given_figures: ownedByKey({
    brand_id: 'integer not null',
    file_id: 'integer not null',
    position: 'integer not null',
    day: 'integer',
    page: 'text',
    label: 'text',
    figures: 'text not null',
  }).keyed(
    'primary key (brand_id, file_id, position)',
    'foreign key (brand_id, file_id) references given_files (brand_id, id)',
  ),
  // Operators' published addresses that were read again, by list (traffic/address-lists/). prefixes is a JSON list.
  address_lists: central({
    name: 'text primary key',
    published: 'integer not null',
    fetched: 'integer not null',
    digest: 'text not null',
    prefixes: 'text not null',
  }),
};

export const schema = (types: Types): string[] => [
  ...Object.entries(TABLES).map(([name, table]) => createTable(name, table, types)),
  'create unique index brands_of_organization on brands (organization_id, public_id)',
  'create index users_of_organization on users (organization_id)',
  // Logins are unique per organization, and among users of all organizations. Indexes treat nulls as different, and
  // no organization has id 0.
  'create unique index user_of_login on users (email, coalesce(organization_id, 0))',
  'create unique index user_of_identity on users (subject, issuer, coalesce(organization_id, 0))',
  'create index sessions_of_user on sessions (user_id)',
  // Only a user's newest link works.
  'create unique index link_of_user on one_time_links (user_id)',
  'create index shared_reports_of_brand on shared_reports (brand_id, id)',
  'create index sheet_links_of_brand on sheet_links (brand_id, id)',
  'create index audit_log_newest on audit_log (at, id)',
  'create index action_results_by_age on action_results (at)',
  'create index audit_log_of_organization on audit_log (organization_id, at, id)',
  // Reads the few failures by time, without scanning other rows.
  `create index collections_failed on collections (brand_id, collected_at, id) where outcome in ('error', 'timeout')`,
  'create index collections_of_import on collections (brand_id, import_id, id) where import_id is not null',
  'create index answers_newest on answers (brand_id, collected_at, id, market_id)',
  'create index answers_newest_of_engine on answers (brand_id, engine, collected_at, id, market_id)',
  'create index answers_by_reading on answers (brand_id, reading)',
  // Finds earlier and later answers to a prompt on the same engine in the same market. Every id is above 0: queries
  // must repeat the condition to use this index, so that pages of an engine's answers never collect and sort from it.
  'create index answers_of_question on answers (brand_id, engine, prompt_id, id, market_id) where id > 0',
  // Finds the answers behind a figure, newest first.
  'create index answers_of_prompt on answers (brand_id, prompt_id, collected_at, id, engine, market_id)',
  // Answers with known cards: the denominator for card counts.
  'create index answers_of_known_cards on answers (brand_id, collected_at, id) where cards_known = 1',
  "create index answers_empty on answers (brand_id, collected_at, id) where outcome = 'empty'",
  // Finds the newest quote at a list position (0 for none) in any window in one step.
  `create index mentions_of_quote on mentions
    (brand_id, tracked_id, (coalesce(rank, 0)), collected_at, answer_id)
    where mentioned = 1 and snippet is not null`,
  // Finds the answers behind a figure, newest first.
  `create index mentions_of_named on mentions (brand_id, tracked_id, collected_at, answer_id, framing, rank)
    where mentioned = 1`,
  'create index mentions_of_cited on mentions (brand_id, tracked_id, collected_at, answer_id) where cited = 1',
  'create index fact_readings_by_time on fact_readings (brand_id, collected_at, answer_id, fact_id, verdict)',
  'create index readings_by_time on readings (brand_id, collected_at, answer_id)',
  // Finds the answers behind a host, site, or page, newest first.
  'create index citations_of_host on citations (brand_id, host, collected_at, answer_id) where first_of_host = 1',
  'create index citations_of_site on citations (brand_id, site, collected_at, answer_id) where first_of_site = 1',
  'create index citations_of_page on citations (brand_id, page_id, collected_at, answer_id)',
  // Finds the answers behind a query, newest first.
  `create index searches_of_query on searches (brand_id, query_id, collected_at, answer_id)
    where first_of_query = 1`,
  'create index cards_by_time on cards (brand_id, kind, collected_at, answer_id)',
  // Finds brands with due jobs, and one brand's jobs.
  'create index jobs_due on jobs (engine, next_at, brand_id) where next_at is not null',
  'create index jobs_of_brand on jobs (brand_id, engine, next_at, id) where next_at is not null',
  'create index tasks_due on tasks (next_at) where next_at is not null',
  'create index tasks_open on tasks (brand_id, kind) where next_at is not null',
  // One task of a kind per brand at a time; each of several logs, or imports to undo, has its own.
  "create unique index tasks_single on tasks (brand_id, kind) where next_at is not null and kind not in ('logs', 'undo')",
  'create index alerts_newest on alerts (brand_id, created_at, id)',
  'create index events_by_day on events (brand_id, day, id)',
  'create index comparisons_newest on comparisons (brand_id, evaluated_at, id)',
  'create index endpoints_due on endpoints (next_at) where next_at is not null and paused_at is null',
  // Finds the first day of a page.
  'create index crawl_counts_of_page on crawl_counts (brand_id, page, day)',
  'create index visit_counts_of_page on visit_counts (brand_id, page, day)',
];
