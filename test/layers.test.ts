import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** What each folder of src/ may import of ours, beside itself. The architecture is this table. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  domain: [],
  extract: ['domain'],
  stats: ['domain'],
  storage: ['domain'],
  engines: ['domain'],
  reports: ['domain', 'stats', 'storage'],
  pipeline: ['domain', 'extract', 'stats', 'storage', 'engines'],
  http: ['domain', 'reports'],
  mcp: ['domain', 'reports'],
  cli: ['domain', 'reports', 'pipeline'],
  main: ['domain', 'extract', 'stats', 'storage', 'engines', 'reports', 'pipeline', 'http', 'mcp', 'cli'],
};

/** Only these files may name a database driver; only main/ may reach for the world. */
const DRIVERS: Record<string, string> = { 'node:sqlite': 'storage/sqlite.ts', pg: 'storage/postgres.ts' };
const WORLD = [
  /\bprocess\.env\b/,
  /\bDate\.now\(/,
  /\bnew Date\(\)/,
  /\bMath\.random\(/,
  /\brandomBytes\(/,
  /\brandomUUID\(/,
];

const SRC = fileURLToPath(new URL('../src', import.meta.url));

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function sourceFiles(): SourceFile[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(SRC, path), 'utf8') }));
}

function importsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
}

/** Every broken rule of a set of files, a sentence each. */
function violationsOf(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...importsOf(file).flatMap((name) => importViolation(file.path, name)),
    ...worldViolations(file),
  ]);
}

function importViolation(path: string, name: string): string[] {
  const folder = path.split('/')[0] ?? '';
  const driverHome = DRIVERS[name];
  if (driverHome !== undefined) return path === driverHome ? [] : [`${path} names the driver ${name}`];
  if (!name.startsWith('.')) return [];
  const target = relative(SRC, join(SRC, dirname(path), name)).split(sep)[0] ?? '';
  const allowed = MAY_IMPORT[folder];
  if (!allowed) return [`${folder} is no folder of the table`];
  if (target === folder) return engineViolation(path, name);
  return allowed.includes(target) ? [] : [`${path} imports ${name}: ${folder} may not import ${target}`];
}

/** One engine never imports another. */
function engineViolation(path: string, name: string): string[] {
  const [folder, engine, file] = path.split('/');
  if (folder !== 'engines' || file === undefined) return [];
  const inside = join(dirname(path), name).split(sep);
  return inside.length < 3 || inside[1] === engine ? [] : [`${path} imports another engine, ${name}`];
}

function worldViolations({ path, text }: SourceFile): string[] {
  if (path.startsWith('main/')) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  return WORLD.filter((pattern) => pattern.test(code)).map(
    (pattern) => `${path} reaches for ${pattern.source}`,
  );
}

test('every import keeps to the table', (context) => {
  for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
    context.diagnostic(`${folder} may import ${allowed.join(', ') || 'nothing of ours'}`);
  }
  const files = sourceFiles();
  assert.ok(files.length > 50, 'the source files were found');
  assert.deepEqual(violationsOf(files), []);
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
  'a second home for a driver': { path: 'storage/x.ts', text: "import pg from 'pg';" },
  'an engine that imports another': { path: 'engines/a/parser.ts', text: "import '../b/parser.ts';" },
  'a folder nobody knows': { path: 'helpers/x.ts', text: "import '../domain/rate.ts';" },
  'a clock outside main': { path: 'domain/x.ts', text: 'const at = Date.now();' },
  'the environment outside main': { path: 'cli/x.ts', text: 'process.env.HOME' },
})) {
  test(`${what} is found`, () => {
    assert.equal(violationsOf([planted]).length, 1);
  });
}

test('what the table allows is not found', () => {
  assert.deepEqual(
    violationsOf([
      { path: 'reports/x.ts', text: "import { rateOf } from '../domain/rate.ts';" },
      { path: 'engines/a/parser.ts', text: "import '../registry.ts';\nimport './adapter.ts';" },
      { path: 'main/x.ts', text: "import '../http/app.ts'; Date.now();" },
    ]),
    [],
  );
});
