import type { Types } from '../capabilities.ts';

/** Every table of the store, in an order in which none refers to a later one. */
export const schema = (t: Types): string[] => [
  ...organizations(t),
  ...brands(t),
  ...prompts(t),
  ...users(t),
  ...keysAndLinks(t),
  ...auditLog(t),
  ...answers(t),
  ...mentions(t),
  ...citations(t),
  ...searches(t),
  ...panel(t),
  ...jobs(t),
  ...engineState(t),
  ...tasks(t),
  ...alerts(t),
  ...comparisons(t),
  ...experiments(t),
  ...clientReports(t),
  ...delivery(t),
];

const organizations = (t: Types): string[] => [
  `create table organizations (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    name ${t.text} not null unique,
    created_at bigint not null
  )`,
  // No row: the organization never had a plan.
  `create table subscriptions (
    organization_id integer primary key references organizations (id),
    plan ${t.text} not null,
    status ${t.text} not null,
    trial_ends_at bigint,
    prompts_included integer not null,
    api_access smallint not null
  )`,
  // No row: the defaults of domain/alert-rules.ts. kinds is null for all.
  `create table alert_settings (
    organization_id integer primary key references organizations (id),
    enabled smallint not null,
    kinds ${t.text},
    min_delta_points integer not null,
    min_sample_each_side integer not null
  )`,
  // What an organization may spend in a UTC day; no row, or null: no limit. Micros are millionths of a US dollar.
  `create table collect_limits (
    organization_id integer primary key references organizations (id),
    calls_per_day integer,
    micros_per_day bigint
  )`,
  `create table spending (
    organization_id integer not null references organizations (id),
    day integer not null,
    calls integer not null,
    micros bigint not null,
    primary key (organization_id, day)
  )`,
  // Organizations that were told how much of a month's money is spent. month is its first day.
  `create table spending_notices (
    organization_id integer not null references organizations (id),
    month integer not null,
    noticed_at bigint not null,
    primary key (organization_id, month)
  )`,
];

const brands = (t: Types): string[] => [
  // Removing all that a deleted brand has: from purge_began_at on, the brand cannot be restored, and whoever comes next goes on;
  // once it is done, the row alone is left, so that the id is not given again, and keys of the brand go on being refused as such.
  `create table brands (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    name ${t.text} not null,
    domain ${t.text},
    configured smallint not null,
    samples_per_day smallint not null default 1,
    created_at bigint not null,
    deleted_at bigint,
    purge_began_at bigint,
    purged_at bigint
  )`,
  'create unique index brands_of_organization on brands (organization_id, public_id)',
  // What every writer of a brand changes, apart from what the brand is: a row of its own is locked and written on the server that
  // has the brand's data, and brands can be read everywhere. last_id numbers everything a brand owns. version is raised by every
  // transaction that writes something of the brand.
  `create table brand_heads (
    brand_id integer primary key references brands (id),
    last_id integer not null,
    version bigint not null
  )`,
  // The places and languages that a brand is measured in, numbered from 1 in it. Those that were removed keep their answers. position
  // is the place in the brand's list. A market's codes change only before anything was asked or answered in it.
  `create table markets (
    brand_id integer not null references brands (id),
    id smallint not null,
    name ${t.text} not null,
    location_code integer,
    language_code ${t.text},
    position smallint not null,
    retired_at bigint,
    primary key (brand_id, id)
  )`,
  // match_options are those chosen for the brand's name. An element of aliases is a text, or an object where options were chosen
  // for it.
  `create table tracked_brands (
    brand_id integer not null references brands (id),
    id integer not null,
    role ${t.text} not null check (role in ('self', 'competitor')),
    name ${t.text} not null,
    aliases ${t.text} not null,
    match_options ${t.text} not null default '{}',
    domain ${t.text},
    domains ${t.text} not null,
    retired_at bigint,
    primary key (brand_id, id),
    unique (brand_id, name)
  )`,
  `create table brand_engines (
    brand_id integer not null references brands (id),
    engine ${t.text} not null,
    primary key (brand_id, engine)
  )`,
  // What a host is to a brand, where its owner chose it (domain/site-kinds.ts has the rest).
  `create table brand_sites (
    brand_id integer not null references brands (id),
    host ${t.text} not null,
    kind ${t.text} not null check (kind in ('listing', 'community', 'marketplace')),
    primary key (brand_id, host)
  )`,
  // What the owner of a brand declared to be so (domain/fact.ts). about and value are JSON. A fact that is changed is another one.
  `create table facts (
    brand_id integer not null references brands (id),
    id integer not null,
    name ${t.text} not null,
    about ${t.text} not null,
    value ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, name)
  )`,
  // Themes that a brand added, or its words for ours (domain/theme.ts). words is a JSON list.
  `create table brand_themes (
    brand_id integer not null references brands (id),
    name ${t.text} not null,
    words ${t.text} not null,
    primary key (brand_id, name)
  )`,
];

const prompts = (t: Types): string[] => [
  // digest is the SHA-256 of the text: a prompt may be longer than an index takes. source is how it got here. samples_per_day is
  // how often a day it is asked; null: as often as its brand says. tags is a JSON list of texts, the first of which is its category;
  // markets one of the markets that it is asked in, [] for all.
  `create table prompts (
    brand_id integer not null references brands (id),
    id integer not null,
    text ${t.text} not null,
    digest ${t.text} not null,
    tags ${t.text} not null default '[]',
    markets ${t.text} not null default '[]',
    active smallint not null,
    source ${t.text} not null default 'user',
    samples_per_day smallint,
    created_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, digest)
  )`,
  // The newest look-up of a prompt in a market, and the keyword that it was of. volume is null where the source had no figure; a
  // prompt that was never looked up has no row.
  `create table search_volumes (
    brand_id integer not null,
    prompt_id integer not null,
    market_id smallint not null,
    keyword ${t.text} not null,
    volume integer,
    checked_at bigint not null,
    primary key (brand_id, prompt_id, market_id),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )${t.clustered}`,
];

const users = (t: Types): string[] => [
  // organization_id is null for an admin of all organizations. password is a PHC string, null until one was chosen. limited says
  // whether user_brands limits the user, so that one whose brands are all gone has none, and not all.
  `create table users (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    email ${t.text} not null,
    name ${t.text} not null,
    role ${t.text} not null check (role in ('viewer', 'editor', 'admin')),
    organization_id integer references organizations (id),
    password ${t.text},
    limited smallint not null default 0,
    time_zone ${t.text} not null default 'UTC',
    created_at bigint not null,
    disabled_at bigint,
    check (organization_id is not null or role = 'admin')
  )`,
  'create index users_of_organization on users (organization_id)',
  // A login is unique in each organization, and among the users of all organizations. Nulls are all different to an index, and no
  // organization has the id 0.
  'create unique index user_of_login on users (email, coalesce(organization_id, 0))',
  // The brands that a user is limited to.
  `create table user_brands (
    user_id integer not null references users (id),
    brand_id integer not null references brands (id),
    primary key (user_id, brand_id)
  )`,
  'create index user_brands_of_brand on user_brands (brand_id)',
  // What a user chose on a page of a brand, under a name of their own. page is its path below the brand's.
  `create table saved_views (
    brand_id integer not null references brands (id),
    user_id integer not null references users (id),
    name ${t.text} not null,
    page ${t.text} not null,
    query ${t.text} not null,
    created_at bigint not null,
    primary key (brand_id, user_id, name)
  )`,
  'create index saved_views_of_user on saved_views (user_id)',
  // A session that ended has no row. hash is the SHA-256 of its token.
  `create table sessions (
    public_id ${t.text} primary key,
    user_id integer not null references users (id),
    hash ${t.text} not null unique,
    user_agent ${t.text} not null,
    address ${t.text} not null,
    created_at bigint not null,
    last_seen_at bigint not null,
    expires_at bigint not null
  )`,
  'create index sessions_of_user on sessions (user_id)',
  // A link that was used has no row. Only the link to the first user has no user_id.
  `create table one_time_links (
    hash ${t.text} primary key,
    kind ${t.text} not null check (kind in ('first', 'reset', 'invite', 'demo')),
    user_id integer references users (id),
    created_at bigint not null,
    expires_at bigint not null,
    check ((user_id is null) = (kind = 'first'))
  )`,
  // A user has one link that works: the newest.
  'create unique index link_of_user on one_time_links (user_id)',
];

const keysAndLinks = (t: Types): string[] => [
  // created_by is who made the key, as the audit log says it: the id of a user, or a word.
  `create table api_keys (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    name ${t.text},
    hash ${t.text} not null unique,
    hint ${t.text} not null,
    scopes ${t.text} not null,
    brand_id integer references brands (id),
    created_by ${t.text},
    created_at bigint not null,
    expires_at bigint,
    revoked_at bigint
  )`,
  // Read-only links to pages of a brand. pages is a JSON list, hash the SHA-256 of the token, created_by the id of a user. report is the
  // public id of the one report for a client that a link opens; null for a link to pages alone.
  `create table shares (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    brand_id integer not null references brands (id),
    name ${t.text} not null,
    hash ${t.text} not null unique,
    pages ${t.text} not null,
    report ${t.text},
    window_words ${t.text},
    created_by ${t.text} not null,
    created_at bigint not null,
    expires_at bigint not null,
    revoked_at bigint
  )`,
  'create index shares_of_brand on shares (brand_id, created_at, id)',
];

const auditLog = (t: Types): string[] => [
  // actor is the id of a user, or a word for whoever is not one; subject the id of what was acted on. changes is a JSON list of
  // [what, old value, new value], null where nothing has values. No foreign keys: an entry stays as it was written.
  `create table audit_log (
    id ${t.serial} primary key,
    at bigint not null,
    organization_id integer,
    actor ${t.text} not null,
    action ${t.text} not null,
    subject ${t.text},
    detail ${t.text} not null,
    changes ${t.text}
  )`,
  'create index audit_log_newest on audit_log (at, id)',
  'create index audit_log_of_organization on audit_log (organization_id, at, id)',
];

const answers = (t: Types): string[] => [
  // Every attempt, failed ones too. An answer has the id of the collection that brought it.
  `create table collections (
    brand_id integer not null references brands (id),
    id integer not null,
    identity ${t.text} not null,
    prompt_id integer not null,
    market_id smallint not null default 1,
    engine ${t.text} not null,
    outcome ${t.text} not null check (outcome in ('ok', 'empty', 'error', 'timeout')),
    detail ${t.text},
    model ${t.text},
    micros bigint,
    latency_ms integer,
    location_applied smallint,
    language_applied smallint,
    collected_at bigint not null,
    stored_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, identity),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  // Failed collections are read by time, without going through the others; they are few.
  `create index collections_failed on collections (brand_id, collected_at, id) where outcome in ('error', 'timeout')`,
  // reading is the key of the brands that the answer was read with (extract/extractor.ts). Under any other, '' too, it is due.
  // outcome_stated is 1 where the outcome was stated, and stands. searches_known is 1 where what the engine searched for is stored,
  // even where that is nothing; 0: not known. market_id is the market that it was asked in; location_code the place that the engine
  // answered for, null where it took none into account.
  `create table answers (
    brand_id integer not null,
    id integer not null,
    public_id ${t.text} not null,
    prompt_id integer not null,
    market_id smallint not null default 1,
    engine ${t.text} not null,
    outcome ${t.text} not null check (outcome in ('ok', 'empty')),
    outcome_stated smallint not null default 0,
    collected_at bigint not null,
    location_code integer,
    text ${t.text},
    reader ${t.text} not null,
    reading ${t.text} not null default '',
    searches_known smallint not null default 0,
    primary key (brand_id, id),
    unique (brand_id, public_id),
    foreign key (brand_id, id) references collections (brand_id, id),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  'create index answers_newest on answers (brand_id, collected_at, id, market_id)',
  'create index answers_newest_of_engine on answers (brand_id, engine, collected_at, id, market_id)',
  'create index answers_by_reading on answers (brand_id, reading)',
  // The earlier and later answers to the same prompt on the same engine, in the same market. Every id is above 0: the condition keeps the index
  // for those who repeat it, because a page of an engine's answers must not be collected from it and sorted.
  'create index answers_of_question on answers (brand_id, engine, prompt_id, id, market_id) where id > 0',
  // Ways to the answers behind a figure, from the newest to the oldest, without going through all the others.
  'create index answers_of_prompt on answers (brand_id, prompt_id, collected_at, id, engine, market_id)',
  "create index answers_empty on answers (brand_id, collected_at, id) where outcome = 'empty'",
];

const mentions = (t: Types): string[] => [
  // One row per answer and tracked brand, absent ones too. collected_at repeats the answer's, for the indexes. said lists sentences by
  // theme, with their places in the answer's text (domain/theme.ts); null where they were not read. read_later is 1 where it was read out of the text of an answer whose
  // mentions were given, which did not know the brand yet.
  `create table mentions (
    brand_id integer not null,
    answer_id integer not null,
    tracked_id integer not null,
    collected_at bigint not null,
    mentioned smallint not null,
    rank integer,
    count integer,
    framing ${t.text} check (framing in ('recommended', 'neutral', 'negative')),
    framing_signals ${t.text},
    snippet ${t.text},
    said ${t.text},
    cited smallint not null,
    read_later smallint not null default 0,
    primary key (brand_id, answer_id, tracked_id),
    foreign key (brand_id, answer_id) references answers (brand_id, id),
    foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)
  )${t.clustered}`,
  // Sentences to quote, by list position (0 for none) and time: the newest at a position within any window is one step.
  `create index mentions_of_quote on mentions
    (brand_id, tracked_id, (coalesce(rank, 0)), collected_at, answer_id)
    where mentioned = 1 and snippet is not null`,
  // The answers behind a figure, newest first.
  `create index mentions_of_named on mentions (brand_id, tracked_id, collected_at, answer_id, framing, rank)
    where mentioned = 1`,
  'create index mentions_of_cited on mentions (brand_id, tracked_id, collected_at, answer_id) where cited = 1',
  // What answers say of facts; one that says nothing of a fact has no row. No foreign key to facts: one that was removed may still have
  // rows from an answer that was read meanwhile, until it is read again. sentence is null where the answer has no text.
  `create table fact_readings (
    brand_id integer not null,
    answer_id integer not null,
    fact_id integer not null,
    collected_at bigint not null,
    verdict ${t.text} not null check (verdict in ('agrees', 'contradicts', 'unclear')),
    sentence ${t.text},
    primary key (brand_id, answer_id, fact_id),
    foreign key (brand_id, answer_id) references answers (brand_id, id)
  )${t.clustered}`,
  'create index fact_readings_by_time on fact_readings (brand_id, collected_at, answer_id, fact_id, verdict)',
];

const citations = (t: Types): string[] => [
  // Every page that a brand's answers cite. digest is of its key (domain/page.ts), which may be longer than an index takes;
  // title is the first that an engine gave.
  `create table cited_pages (
    brand_id integer not null references brands (id),
    id integer not null,
    digest ${t.text} not null,
    url ${t.text} not null,
    title ${t.text},
    primary key (brand_id, id),
    unique (brand_id, digest)
  )`,
  // In the engine's order, each page once. collected_at repeats the answer's; site is the host's (domain/site.ts). first_of_host marks
  // one citation per answer and host, so that a host's rows are its answers; first_of_site does so for sites.
  `create table citations (
    brand_id integer not null,
    answer_id integer not null,
    position integer not null,
    url ${t.text} not null,
    host ${t.text} not null,
    site ${t.text} not null,
    page_id integer not null,
    title ${t.text},
    collected_at bigint not null,
    first_of_host smallint not null,
    first_of_site smallint not null,
    primary key (brand_id, answer_id, position),
    foreign key (brand_id, answer_id) references answers (brand_id, id)
  )${t.clustered}`,
  // The answers behind a host, a site, and a page, newest first.
  'create index citations_of_host on citations (brand_id, host, collected_at, answer_id) where first_of_host = 1',
  'create index citations_of_site on citations (brand_id, site, collected_at, answer_id) where first_of_site = 1',
  'create index citations_of_page on citations (brand_id, page_id, collected_at, answer_id)',
];

const searches = (t: Types): string[] => [
  // Every query a brand's engines searched for, folded (domain/search-query.ts). Answers have its number, which keeps
  // them small: engines word their queries in thousands of ways.
  `create table search_queries (
    brand_id integer not null references brands (id),
    id integer not null,
    folded ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, folded)
  )`,
  // In the engine's order. query is as the engine wrote it. first_of_query marks one row per answer and folded query, so
  // a query's rows are its answers; collected_at repeats the answer's.
  `create table searches (
    brand_id integer not null,
    answer_id integer not null,
    position integer not null,
    query ${t.text} not null,
    query_id integer not null,
    collected_at bigint not null,
    first_of_query smallint not null,
    primary key (brand_id, answer_id, position),
    foreign key (brand_id, answer_id) references answers (brand_id, id),
    foreign key (brand_id, query_id) references search_queries (brand_id, id)
  )${t.clustered}`,
  // The answers behind a query, newest first.
  `create index searches_of_query on searches (brand_id, query_id, collected_at, answer_id)
    where first_of_query = 1`,
];

const panel = (t: Types): string[] => [
  // A brand's sealed days in columns (panel/segment.ts, ARCHITECTURE.md): n answers from one day to another, both included, in one row of
  // each kind. Segments have no day in common. version is that of the brand when it was written: what has the same version is the same.
  `create table segments (
    brand_id integer not null references brands (id),
    first_day integer not null,
    kind ${t.text} not null,
    version bigint not null,
    last_day integer not null,
    n integer not null,
    bytes ${t.bytes} not null,
    primary key (brand_id, first_day, kind)
  )`,
  // What the segments do not have yet: answers of open days, and answers of sealed ones that came late, changed, or were removed, whose
  // content is null. Sealing empties it.
  `create table panel_delta (
    brand_id integer not null references brands (id),
    day integer not null,
    answer_id integer not null,
    version bigint not null,
    content ${t.text},
    primary key (brand_id, day, answer_id)
  )${t.clustered}`,
];

const jobs = (t: Types): string[] => [
  // One question to one engine on one UTC day (whole days since 1970). next_at is when it may be taken: the time it is
  // due while it waits, the end of the lease while a worker has it, null once it is done. So a lease that nobody renews
  // is taken again by itself. attempt numbers the exchanges; tries counts retries by their reason, as JSON.
  `create table jobs (
    brand_id integer not null references brands (id),
    id integer not null,
    identity ${t.text} not null,
    engine ${t.text} not null,
    prompt_id integer not null,
    market_id smallint not null default 1,
    sample smallint not null,
    day integer not null,
    next_at bigint,
    lease ${t.text} not null,
    attempt smallint not null,
    tries ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, identity),
    foreign key (brand_id, prompt_id) references prompts (brand_id, id)
  )`,
  // Which brands have jobs that are due, and the jobs of one brand.
  'create index jobs_due on jobs (engine, next_at, brand_id) where next_at is not null',
  'create index jobs_of_brand on jobs (brand_id, engine, next_at, id) where next_at is not null',
  // What came back, in full and before anybody read it. The body is compressed, as zstd.
  // reserved is what was set aside for the exchange when its first call was made, in millionths of a US dollar, and reserved_day on
  // which UTC day, until what it cost takes their place.
  `create table replies (
    brand_id integer not null,
    job_id integer not null,
    attempt smallint not null,
    part smallint not null,
    status smallint not null,
    headers ${t.text} not null,
    body ${t.bytes} not null,
    asked_at bigint not null,
    received_at bigint not null,
    reserved bigint,
    reserved_day integer,
    primary key (brand_id, job_id, attempt, part),
    foreign key (brand_id, job_id) references jobs (brand_id, id)
  )`,
];

const engineState = (t: Types): string[] => [
  // The key of a provider of engines, encrypted (pipeline/secret-box.ts), and who entered it. One that the environment has comes first.
  `create table engine_keys (
    provider ${t.text} primary key,
    sealed ${t.text} not null,
    set_by ${t.text} not null,
    set_at bigint not null
  )`,
  // An engine that is stopped until the operator acts, and why.
  `create table breakers (
    engine ${t.text} primary key,
    detail ${t.text} not null,
    opened_at bigint not null,
    tried_at bigint not null
  )`,
  // A field that is omitted from every request to this model from then on. model is '' if an engine has none.
  `create table left_out_fields (
    engine ${t.text} not null,
    model ${t.text} not null,
    field ${t.text} not null,
    since bigint not null,
    primary key (engine, model, field)
  )`,
  // Questions refused with the same code since the engine last answered one. question is a hash of the prompt.
  `create table refusals (
    engine ${t.text} not null,
    detail ${t.text} not null,
    question ${t.text} not null,
    refused_at bigint not null,
    primary key (engine, detail, question)
  )`,
];

const tasks = (t: Types): string[] => [
  // Long work that a person starts and a background worker does. next_at is when a worker may take it, as in jobs: since when it
  // waits, the end of the lease while a worker has it, null once it has ended. So a lease that nobody renews is taken again by
  // itself. tries counts how often it was taken and not given back. total is null while it is not known; facts has counts and
  // messages, as JSON.
  `create table tasks (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    kind ${t.text} not null,
    state ${t.text} not null,
    started_by ${t.text} not null,
    done bigint not null,
    total bigint,
    facts ${t.text} not null,
    created_at bigint not null,
    ended_at bigint,
    next_at bigint,
    lease ${t.text} not null,
    tries smallint not null,
    stop_asked smallint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id)
  )`,
  'create index tasks_due on tasks (next_at) where next_at is not null',
  // One task of a kind per brand at a time.
  'create unique index tasks_open on tasks (brand_id, kind) where next_at is not null',
  // What a task reads, in order. The parts of an upload come before its task, so they refer to it by its public id; they
  // are deleted when the task ends, or when no task came of the upload.
  `create table task_inputs (
    brand_id integer not null references brands (id),
    task ${t.text} not null,
    part integer not null,
    stored_at bigint not null,
    bytes ${t.bytes} not null,
    primary key (brand_id, task, part)
  )`,
  // Daily work that one of several processes does, and the last UTC day on which it was done.
  `create table chores (
    name ${t.text} primary key,
    day integer not null
  )`,
];

const alerts = (t: Types): string[] => [
  `create table alerts (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    market_id smallint not null default 1,
    kind ${t.text} not null,
    title ${t.text} not null,
    detail ${t.text} not null,
    facts ${t.text} not null,
    created_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id)
  )`,
  'create index alerts_newest on alerts (brand_id, created_at, id)',
  // Who has read an alert in the dashboard. user_id is the public id of a user.
  `create table alert_reads (
    brand_id integer not null references brands (id),
    alert_id integer not null,
    user_id ${t.text} not null,
    primary key (brand_id, alert_id, user_id),
    foreign key (brand_id, alert_id) references alerts (brand_id, id)
  )`,
  // Who is to look after an alert, and who says that it is handled: ids of users, or a word for whoever is not one. No row for neither.
  `create table alert_work (
    brand_id integer not null references brands (id),
    alert_id integer not null,
    assigned_to ${t.text},
    handled_by ${t.text},
    handled_at bigint,
    note ${t.text} not null,
    primary key (brand_id, alert_id),
    foreign key (brand_id, alert_id) references alerts (brand_id, id)
  )`,
  // What people noted of a UTC day, in whole days since 1970. created_by is the id of a user, or a word for whoever is not one.
  `create table events (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    day integer not null,
    kind ${t.text} not null,
    text ${t.text} not null,
    created_by ${t.text} not null,
    created_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id)
  )`,
  'create index events_by_day on events (brand_id, day, id)',
  // The work on recommended sites: part is own or others. changed_by is the id of a user, or a word for whoever is not one.
  `create table recommendation_statuses (
    brand_id integer not null references brands (id),
    site ${t.text} not null,
    part ${t.text} not null,
    status ${t.text} not null,
    note ${t.text} not null,
    asked_at bigint,
    changed_by ${t.text} not null,
    changed_at bigint not null,
    primary key (brand_id, site, part)
  )`,
  // One row per brand and UTC day, in whole days since 1970: a day is evaluated once.
  `create table evaluations (
    brand_id integer not null references brands (id),
    day integer not null,
    evaluated_at bigint not null,
    primary key (brand_id, day)
  )`,
  // Streaks and open episodes (stats/episodes.ts) as JSON; no row if there is nothing to remember.
  `create table watch_states (
    brand_id integer not null references brands (id),
    market_id smallint not null,
    engine ${t.text} not null,
    measure ${t.text} not null,
    tracked_id integer not null,
    state ${t.text} not null,
    primary key (brand_id, market_id, engine, measure, tracked_id)
  )`,
  // Claims that somebody has watched, each from the day after registered_at on. key says what is claimed, without names of
  // days; claim and slice are JSON. reading is how answers were read then: another one starts it again.
  `create table watched_claims (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    key ${t.text} not null,
    text ${t.text} not null,
    claim ${t.text} not null,
    slice ${t.text} not null,
    registered_at bigint not null,
    reading ${t.text} not null,
    primary key (brand_id, id),
    unique (brand_id, key)
  )`,
];

const experiments = (t: Types): string[] => [
  // registration is what was registered, as JSON (domain/experiment.ts), and hash its SHA-256: neither ever changes. tracked_id and
  // market_id are whom and what it names, whatever they are called later.
  `create table experiments (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    tracked_id integer not null,
    market_id smallint not null,
    starts_at bigint not null,
    ends_at bigint not null,
    registration ${t.text} not null,
    hash ${t.text} not null,
    withdrawn_at bigint,
    withdrawn_because ${t.text},
    primary key (brand_id, id),
    unique (brand_id, public_id),
    foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id),
    foreign key (brand_id, market_id) references markets (brand_id, id)
  )`,
];

const clientReports = (t: Types): string[] => [
  // Reports for clients (domain/client-report.ts). first_day and last_day are days since 1970; answers_only and blocks are JSON. figures is
  // canonical JSON as of figures_at, and hash its SHA-256; texts is the JSON of texts beside them,
  // answers that of the answers behind them, null where these are too many for a file. logo is a data: URL.
  // edition_of is the public id of the report that this one was made of to be mailed.
  `create table client_reports (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    title ${t.text} not null,
    prepared_by ${t.text} not null,
    color ${t.text} not null,
    logo ${t.text},
    edition_of ${t.text},
    first_day integer not null,
    last_day integer not null,
    compare ${t.text} not null check (compare in ('previous', 'year', 'off')),
    answers_only ${t.text} not null,
    blocks ${t.text} not null,
    figures ${t.text} not null,
    texts ${t.text} not null,
    hash ${t.text} not null,
    answers ${t.text},
    figures_at bigint not null,
    created_by ${t.text} not null,
    created_at bigint not null,
    changed_at bigint not null,
    primary key (brand_id, id),
    unique (brand_id, public_id),
    unique (brand_id, edition_of, first_day, last_day)
  )`,
];

const comparisons = (t: Types): string[] => [
  // Differences are current - baseline, from -1 to 1; null where a side has no answers. gate is null where the finding
  // was raised; alert is the one raised, or the one that is the reason for the gate.
  `create table comparisons (
    brand_id integer not null references brands (id),
    id integer not null,
    public_id ${t.text} not null,
    market_id smallint not null default 1,
    evaluated_at bigint not null,
    engine ${t.text} not null,
    kind ${t.text} not null,
    tracked_id integer not null,
    current_from bigint not null,
    current_to bigint not null,
    baseline_from bigint not null,
    baseline_to bigint not null,
    current_total integer not null,
    baseline_total integer not null,
    shared_prompts integer not null,
    current_events integer not null,
    current_trials integer not null,
    baseline_events integer not null,
    baseline_trials integer not null,
    current_effect double precision,
    baseline_effect double precision,
    change double precision,
    lower double precision,
    upper double precision,
    same_mix_change double precision,
    same_mix_lower double precision,
    same_mix_upper double precision,
    answers_needed integer,
    min_delta_points integer not null,
    min_sample_each_side integer not null,
    noise_floor double precision,
    gate ${t.text},
    alert ${t.text},
    primary key (brand_id, id),
    unique (brand_id, public_id),
    foreign key (brand_id, tracked_id) references tracked_brands (brand_id, id)
  )`,
  'create index comparisons_newest on comparisons (brand_id, evaluated_at, id)',
];

const delivery = (t: Types): string[] => [
  // Reports for clients that go by mail: report is a public id, day the UTC day on which it goes next, and due_at when it is tried next.
  // Until lease_until, one sender has it.
  `create table report_mails (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    brand_id integer not null references brands (id),
    report ${t.text} not null,
    address ${t.text} not null,
    pace ${t.text} not null check (pace in ('weekly', 'monthly')),
    day integer not null,
    due_at bigint not null,
    failures integer not null,
    last_failure ${t.text},
    last_sent_at bigint,
    lease_until bigint,
    unique (brand_id, report, address)
  )`,
  'create index report_mails_due on report_mails (due_at)',
  // Where alerts are sent. secret is encrypted with a key that is not in the store; the old one also signs until old_secret_until.
  // due_at is when there is something to do, null for nothing; wakes counts the alerts that set it, so that a sender who found
  // nothing more does not overlook one. lease holds an endpoint for one sender, until lease_until. failures are those in a row.
  // mail_at is when the daily mail goes that gathers alerts now. One that was removed stays, without its secret, because the outbox
  // names it.
  `create table endpoints (
    id ${t.serial} primary key,
    public_id ${t.text} not null unique,
    organization_id integer not null references organizations (id),
    brand_id integer references brands (id),
    kind ${t.text} not null check (kind in ('webhook', 'mail')),
    address ${t.text} not null,
    pace ${t.text} not null check (pace in ('at_once', 'daily')),
    secret ${t.text},
    old_secret ${t.text},
    old_secret_until bigint,
    created_at bigint not null,
    removed_at bigint,
    due_at bigint,
    wakes integer not null,
    lease ${t.text} not null,
    lease_until bigint not null,
    failures smallint not null,
    last_failure ${t.text},
    last_failure_at bigint,
    last_sent_at bigint,
    mail_at bigint,
    paused_at bigint,
    paused_for ${t.text} check (paused_for in ('failing', 'gone'))
  )`,
  'create unique index endpoints_of_address on endpoints (organization_id, kind, address) where removed_at is null',
  'create index endpoints_due on endpoints (due_at) where due_at is not null and paused_at is null and removed_at is null',
  // The outbox: a row for every alert and endpoint, written in the transaction of the alert. found_at repeats the alert's
  // created_at. No foreign key to endpoints: the rows of a brand may be on another machine.
  `create table deliveries (
    brand_id integer not null references brands (id),
    endpoint_id integer not null,
    alert_id integer not null,
    found_at bigint not null,
    sent_at bigint,
    primary key (brand_id, endpoint_id, alert_id),
    foreign key (brand_id, alert_id) references alerts (brand_id, id)
  )`,
  'create index deliveries_waiting on deliveries (brand_id, endpoint_id, alert_id) where sent_at is null',
];
