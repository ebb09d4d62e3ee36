import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type SourceFile, writersIn } from './support/store-writers.ts';

/** What each folder in src/ may import besides itself. This table is the architecture. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  extract: ['domain'],
  stats: ['domain'],
  traffic: ['domain'],
  exchange: ['domain'],
  propose: ['domain', 'extract'],
  panel: ['domain'],
  storage: ['domain', 'panel'],
  engines: ['domain'],
  reports: ['domain', 'extract', 'stats', 'traffic', 'exchange', 'propose', 'panel', 'storage'],
  pipeline: ['domain', 'extract', 'stats', 'traffic', 'exchange', 'propose', 'panel', 'storage', 'engines'],
  actions: ['domain', 'storage', 'propose', 'reports', 'pipeline'],
  metrics: [],
  http: ['domain', 'reports', 'actions'],
  mcp: ['domain', 'reports', 'actions'],
  dashboard: [
    'domain',
    'extract',
    'stats',
    'traffic',
    'exchange',
    'propose',
    'reports',
    'pipeline',
    'actions',
  ],
  cli: ['domain', 'exchange', 'propose', 'reports', 'pipeline', 'actions'],
  main: [
    'domain',
    'extract',
    'stats',
    'traffic',
    'exchange',
    'propose',
    'panel',
    'storage',
    'engines',
    'reports',
    'pipeline',
    'actions',
    'metrics',
    'http',
    'mcp',
    'dashboard',
    'cli',
  ],
};

/** The page areas. None imports another: shared code is in dashboard/parts/. */
const AREAS = [
  'accounts',
  'alerts',
  'answers',
  'brands',
  'claims',
  'collecting',
  'competitors',
  'coverage',
  'delivery',
  'events',
  'imports',
  'logs',
  'overview',
  'questions',
  'reports',
  'said',
  'setup',
  'sources',
  'tasks',
  'trend',
];

/**
 * What each subfolder may import within its folder, besides itself. `.` means the files directly in the
 * folder. Subfolders may have subfolders.
 */
const ROOMS: Record<string, Record<string, readonly string[]>> = {
  domain: {
    '.': [],
    access: ['time'],
    alerts: ['time', 'web'],
    answers: ['.', 'time'],
    brand: ['.', 'answers'],
    figures: ['time'],
    questions: ['time'],
    sharing: ['.', 'access', 'time'],
    time: ['.'],
    web: ['brand'],
  },
  stats: {
    '.': [],
    alerts: ['distributions', 'rates'],
    claims: ['alerts', 'distributions', 'rates'],
    distributions: [],
    explaining: ['alerts', 'distributions', 'rates'],
    rates: ['distributions'],
  },
  cli: {
    '.': ['alerts', 'brands', 'engines', 'operating', 'reports', 'shared'],
    alerts: ['shared'],
    brands: ['reports', 'shared'],
    engines: ['shared'],
    operating: ['shared'],
    reports: ['shared'],
    shared: [],
  },
  exchange: { '.': ['tools'], tools: ['.'] },
  traffic: { '.': ['address-lists', 'formats'], 'address-lists': ['.'], formats: ['.'], given: ['.'] },
  main: { '.': ['process', 'settings'], process: ['settings'], settings: [] },
  extract: {
    '.': ['facts', 'framing', 'judging', 'names', 'ranks', 'text'],
    facts: ['text'],
    judging: ['facts', 'names', 'text'],
    framing: ['names', 'text'],
    names: ['text'],
    ranks: ['names', 'text'],
    text: [],
  },
  'extract/names': { '.': ['words'], words: [] },
  'extract/framing': { '.': ['words'], words: [] },
  reports: {
    '.': [
      'alerts',
      'answers',
      'brands',
      'cards',
      'claims',
      'planner',
      'run',
      'said',
      'shape',
      'sources',
      'todo',
      'traffic',
    ],
    alerts: ['dimensions', 'shape'],
    answers: ['alerts', 'dimensions', 'shape'],
    brands: ['dimensions', 'figures', 'measures', 'shape'],
    cards: ['dimensions', 'measures', 'shape'],
    claims: ['alerts', 'dimensions', 'shape'],
    client: ['alerts', 'brands', 'run', 'said', 'shape', 'show', 'sources', 'todo'],
    dimensions: ['shape'],
    figures: ['dimensions', 'measures', 'shape'],
    measures: ['dimensions', 'shape'],
    planner: ['dimensions', 'figures', 'shape'],
    run: ['alerts', 'shape'],
    said: ['dimensions', 'figures', 'measures', 'shape'],
    shape: [],
    show: ['run', 'shape'],
    sources: ['answers', 'dimensions', 'figures', 'measures', 'shape'],
    todo: ['alerts', 'brands', 'measures', 'said', 'shape', 'sources', 'traffic'],
    traffic: ['dimensions', 'measures', 'shape'],
  },
  panel: { '.': [], counts: ['.'] },
  'panel/counts': {
    '.': ['share-of-voice', 'spreads'],
    cited: ['.', 'spreads'],
    spreads: [],
    'share-of-voice': ['spreads'],
  },
  pipeline: {
    '.': [],
    accounts: ['.', 'declare', 'site'],
    collect: ['.', 'intake'],
    declare: ['.', 'intake'],
    deliver: ['.', 'declare', 'reach'],
    intake: ['.'],
    judge: ['.', 'collect', 'intake'],
    prune: ['.', 'accounts', 'tasks'],
    reach: [],
    site: ['.', 'reach'],
    tasks: ['.', 'collect', 'declare', 'intake', 'judge', 'site', 'traffic'],
    traffic: ['.', 'reach', 'site'],
    watch: ['.', 'intake'],
  },
  'pipeline/declare': { '.': ['apply', 'document'], apply: ['document'], document: [] },
  'pipeline/collect': { '.': ['job'], job: [], keys: ['job'] },
  dashboard: {
    '.': ['markup', 'pages', 'parts', 'visit'],
    'answer-text': ['markup'],
    assets: [],
    charts: ['markup'],
    markup: [],
    pages: ['.', 'answer-text', 'charts', 'markup', 'parts', 'visit'],
    parts: ['charts', 'markup', 'visit'],
    visit: ['answer-text', 'markup'],
  },
  'dashboard/pages': { '.': AREAS, ...Object.fromEntries(AREAS.map((area) => [area, []])) },
  'dashboard/parts': { '.': [], bar: ['form', 'words'], form: ['words'], table: ['bar', 'words'], words: [] },
  storage: {
    '.': ['driver', 'panel'],
    answers: ['directory', 'driver', 'panel'],
    collect: ['directory', 'driver'],
    delivery: ['directory', 'driver'],
    directory: ['driver'],
    driver: [],
    panel: ['directory', 'driver'],
    site: ['directory', 'driver'],
    tasks: ['directory', 'driver'],
    traffic: ['directory', 'driver'],
    watch: ['answers', 'directory', 'driver'],
  },
  'storage/answers': { '.': ['filter'], filter: [] },
  'storage/directory': { '.': ['access', 'brand'], access: [], brand: [] },
  'storage/driver': { '.': ['migrations', 'schema'], migrations: ['.'], schema: ['migrations'] },
  http: { '.': ['docs', 'openapi', 'wire'], docs: [], openapi: ['.'], wire: [] },
};

/** Only these files may name a database driver; only main/ may use clock, environment, or randomness. */
const DRIVERS: Record<string, readonly string[]> = {
  'node:sqlite': ['storage/driver/sqlite.ts'],
  pg: ['storage/driver/postgres.ts', 'storage/driver/postgres-errors.ts'],
};
const WORLD = [
  /\bprocess\.env\b/,
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\brandomBytes\(/,
  /\brandomUUID\(/,
];

/** Pages and commands change the store by actions alone. What does not, and why. */
const WITHOUT_ACTION: Readonly<Record<string, readonly string[]>> = {
  'It decides who acts: sign-in, sessions, own passwords, second factors, and connections.': [
    'dashboard/dashboard.ts sessionOf',
    'dashboard/pages/accounts/account-deps.ts endSession',
    'dashboard/pages/accounts/account-deps.ts limited',
    'dashboard/pages/accounts/account.ts changePassword',
    'dashboard/pages/accounts/account.ts endOtherSessions',
    'dashboard/pages/accounts/account.ts endSession',
    'dashboard/pages/accounts/consent.ts allowConnection',
    'dashboard/pages/accounts/links.ts choosePassword',
    'dashboard/pages/accounts/links.ts createFirstUser',
    'dashboard/pages/accounts/links.ts openDemo',
    'dashboard/pages/accounts/second-factor.ts beginEnrollment',
    'dashboard/pages/accounts/second-factor.ts choose',
    'dashboard/pages/accounts/second-factor.ts enterWithCode',
    'dashboard/pages/accounts/second-factor.ts removeOwnFactor',
    'dashboard/pages/accounts/sign-in.ts limited',
    'dashboard/pages/accounts/sign-in.ts signIn',
    'dashboard/pages/accounts/sign-in.ts signOut',
    'dashboard/pages/accounts/sign-on.ts endSignOn',
  ],
  'Reading is audited too.': ['dashboard/note-export.ts noteDownload'],
  'A recipient of mail is no user.': ['dashboard/pages/delivery/unsubscribe-page.ts unsubscribe'],
  'The file arrives as slowly as its client sends it, before the action that imports it.': [
    'dashboard/pages/logs/logs-page.ts withUpload',
    'dashboard/pages/imports/import-page.ts withUpload',
  ],
  'It counts what storing would do, and stores nothing.': [
    'dashboard/pages/imports/mapping-page.ts dryRunOf',
  ],
  'It is the work of `serve`, by hand: it changes nothing that anybody declared.': [
    'cli/alerts/watch.ts catchUp',
    'cli/alerts/watch.ts watch',
    'cli/brands/logs.ts importLog',
    'cli/brands/logs.ts storeGivenFile',
    'cli/brands/prospect.ts doNext',
    'cli/engines/collect.ts collect',
    'cli/engines/collect.ts packAll',
    'cli/engines/collect.ts planNewReadings',
    'cli/engines/collect.ts planNow',
    'cli/engines/collect.ts runBatches',
    'cli/operating/prune.ts prune',
    'cli/operating/prune.ts pruneAndCompact',
    'cli/operating/import.ts importItems',
    'cli/operating/import.ts planNewReadings',
    'cli/operating/import.ts undoImport',
    'cli/operating/store.ts planStoredReadings',
    'cli/operating/store.ts reparse',
    'cli/operating/store.ts rescan',
  ],
  'An apply file declares many organizations at once, with a preview of its own.': [
    'cli/operating/store.ts applyFile',
    'cli/operating/store.ts previewDeclared',
  ],
};

const DOORS = /^(?:dashboard|cli)\//;

const SRC = fileURLToPath(new URL('../src', import.meta.url));

function sourceFiles(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(SRC, path), 'utf8') }));
}

function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

/** Every violation in a set of files, a sentence each. */
function violationsOf(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...importsOf(file).flatMap((name) => importViolation(file.path, name)),
    ...worldViolations(file),
    ...htmlViolations(file),
  ]);
}

function importViolation(path: string, name: string): string[] {
  const folder = path.split('/')[0] ?? '';
  const homes = DRIVERS[name];
  if (homes !== undefined) return homes.includes(path) ? [] : [`${path} names the driver ${name}`];
  if (!name.startsWith('.')) return [];
  const target = relative(SRC, join(SRC, dirname(path), name)).split(sep)[0] ?? '';
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return [`${folder} is no folder of the table`];
  if (target === folder) return [...engineViolation(path, name), ...roomViolation(path, name)];
  return allowed.includes(target) ? [] : [`${path} imports ${name}: ${folder} may not import ${target}`];
}

/** One engine never imports another, nor does a provider. Engines share what is directly in engines/ and in engines/providers/. */
function engineViolation(path: string, name: string): string[] {
  const [folder, engine, file] = path.split('/');
  if (folder !== 'engines' || file === undefined) return [];
  const [, other, inside] = join(dirname(path), name).split(sep);
  const isOwn = inside === undefined || other === engine || other === 'providers';
  return isOwn ? [] : [`${path} imports another engine, ${name}`];
}

function roomViolation(path: string, name: string): string[] {
  const target = join(dirname(path), name).split(sep).join('/');
  return Object.entries(ROOMS).flatMap(([folder, rooms]) => {
    if (!path.startsWith(`${folder}/`) || !target.startsWith(`${folder}/`)) return [];
    const [from, to] = [roomOf(path, folder), roomOf(target, folder)];
    const allowed = rooms[from];
    if (!allowed) return [`${folder}/${from} is no room of the table`];
    if (from === to || allowed.includes(to)) return [];
    return [`${path} imports ${name}: ${folder}/${from} may not import ${folder}/${to}`];
  });
}

/** The subfolder that contains a file, from its path in src/. */
function roomOf(path: string, folder: string): string {
  const [room = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 ? room : '.';
}

/** Import cycles, each once, as a path. */
function circlesOf(files: readonly SourceFile[]): string[][] {
  const imports = new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .filter((name) => name.startsWith('.'))
        .map((name) => join(dirname(file.path), name).split(sep).join('/')),
    ]),
  );
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) circles.push([...trail.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

/** Everything that loading a file loads: our files by path, packages by name. Types are not loaded. */
function loadedWith(start: string, files: readonly SourceFile[]): Set<string> {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const loaded = new Set([start]);
  for (const path of loaded) {
    for (const [, name = ''] of (texts.get(path) ?? '').matchAll(LOADING))
      loaded.add(name.startsWith('.') ? join(dirname(path), name).split(sep).join('/') : name);
  }
  return loaded;
}

const LOADING = /^(?:import|export)\s(?!\s*type\b)(?:[^;']*?\sfrom\s)?\s*'([^']+)'/gm;

/** Only one file turns text into HTML without escaping, and one receives a thread's HTML. */
function htmlViolations({ path, text }: SourceFile): string[] {
  const isHome = ['dashboard/markup/html.ts', 'main/process/outside-texts.ts'].includes(path);
  return !isHome && /\bofEscaped\b/.test(text) ? [`${path} makes HTML of text that nothing escaped`] : [];
}

function worldViolations({ path, text }: SourceFile): string[] {
  if (path.startsWith('main/')) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return WORLD.filter((pattern) => pattern.test(code)).map(
    (pattern) => `${path} reaches for ${pattern.source}`,
  );
}

test('every import follows the layer table', (context) => {
  for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
    context.diagnostic(`${folder} may import ${allowed.join(', ') || 'nothing of ours'}`);
  }
  const files = sourceFiles();
  assert.ok(files.length > 50, 'found the source files');
  assert.deepEqual(violationsOf(files), []);
});

test('no files import each other in a loop', () => {
  assert.deepEqual(circlesOf(sourceFiles()), []);
  const planted = [
    { path: 'domain/a.ts', text: "import type { B } from './b.ts';" },
    { path: 'domain/b.ts', text: "import { a } from './a.ts';" },
  ];
  assert.deepEqual(circlesOf(planted), [['domain/a.ts', 'domain/b.ts', 'domain/a.ts']]);
});

test('pages and commands change the store by actions', () =>
  assert.deepEqual(writersIn(sourceFiles(), DOORS), Object.values(WITHOUT_ACTION).flat().sort()));

for (const [how, text] of Object.entries({
  'through a function': "import { change as save } from '../pipeline/x.ts';",
  'through a loaded function': "const { change: save } = await import('../pipeline/x.ts');",
  'with a statement': "async function save(db) { await db.deleteFrom('brands').execute(); }",
})) {
  test(`finds a page that changes the store ${how}`, () => {
    const files = [
      { path: 'dashboard/x.ts', text },
      {
        path: 'pipeline/x.ts',
        text: "import { put } from '../storage/x.ts';\nexport const change = () => put();",
      },
      { path: 'storage/x.ts', text: "export function put(db) { return db.insertInto('brands'); }" },
    ];
    assert.equal(writersIn(files, DOORS).length, 1);
  });
}

// Without these modules, a command that opens a store and the thread beside a server start in half the time.
for (const start of ['main/process/configured-store.ts', 'main/process/background-thread.ts']) {
  test(`${start} loads no page, no HTTP, no report, and no schema`, () => {
    const loaded = [...loadedWith(start, sourceFiles())];
    assert.ok(loaded.includes('storage/driver/database.ts') && loaded.includes('kysely'));
    const heavy =
      /^(?:dashboard|http|mcp|reports)\/|^(?:@?fastify|@modelcontextprotocol|typebox|yaml)(?:\/|$)/;
    const found = loaded.filter((name) => heavy.test(name));
    assert.deepEqual(found, []);
  });
}

test('the thread beside a server loads the extractor, the client of PostgreSQL, and HTTP when it needs them', () => {
  const loaded = [...loadedWith('main/process/background-thread.ts', sourceFiles())];
  assert.ok(loaded.includes('extract/reading-key.ts'));
  const heavy = /^(?:extract\/(?!reading-key\.ts)|pg$|node:https?$)/;
  const found = loaded.filter((name) => heavy.test(name));
  assert.deepEqual(found, []);
});

test('a server loads neither the code that posts messages nor, on SQLite, the PostgreSQL client', () => {
  const loaded = [...loadedWith('main/serve.ts', sourceFiles())];
  assert.ok(loaded.includes('http/wire/node-http.ts'));
  const found = loaded.filter((name) => /^(?:pg|node:https?)$/.test(name));
  assert.deepEqual(found, []);
});

for (const [what, planted] of Object.entries({
  'a report that imports HTTP': {
    path: 'reports/x.ts',
    text: "import { STATUS } from '../http/problem.ts';",
  },
  'a type import over the line': {
    path: 'domain/x.ts',
    text: "import type { Database } from '../storage/database.ts';",
  },
  'an export over the line': { path: 'http/x.ts', text: "export { findKey } from '../storage/keys.ts';" },
  'a dynamic import over the line': { path: 'domain/x.ts', text: "await import('../main/config.ts')" },
  'a second home for a driver': { path: 'storage/driver/x.ts', text: "import pg from 'pg';" },
  'an engine that imports another': { path: 'engines/a/parser.ts', text: "import '../b/parser.ts';" },
  'a provider that imports an engine': { path: 'engines/providers/p.ts', text: "import '../b/parser.ts';" },
  'a room that imports one above it': {
    path: 'storage/driver/x.ts',
    text: "import { findBrand } from '../directory/brands.ts';",
  },
  'a room of a room that imports one above it': {
    path: 'extract/framing/words/x.ts',
    text: "import { PICK } from '../cue.ts';",
  },
  'a page that imports one of another area': {
    path: 'dashboard/pages/brands/x.ts',
    text: "import { enginesSection } from '../overview/engines.ts';",
  },
  'a part that imports a page': { path: 'dashboard/parts/x.ts', text: "import '../pages/csv.ts';" },
  'HTML of text that nothing escaped': { path: 'dashboard/parts/x.ts', text: 'Html.ofEscaped(text)' },
  'a room nobody knows': { path: 'storage/helpers/x.ts', text: "import '../driver/database.ts';" },
  'a folder nobody knows': { path: 'helpers/x.ts', text: "import '../domain/rate.ts';" },
  'a clock outside main': { path: 'domain/x.ts', text: 'const at = Date.now();' },
  'the environment outside main': { path: 'cli/x.ts', text: 'process.env.HOME' },
})) {
  test(`finds ${what}`, () => assert.equal(violationsOf([planted]).length, 1));
}

test('finds nothing that the table allows', () =>
  assert.deepEqual(
    violationsOf([
      { path: 'reports/x.ts', text: "import { rateOf } from '../domain/rate.ts';" },
      { path: 'engines/a/parser.ts', text: "import '../registry.ts';\nimport './adapter.ts';" },
      { path: 'main/x.ts', text: "import '../http/app.ts'; Date.now();" },
    ]),
    [],
  ));
