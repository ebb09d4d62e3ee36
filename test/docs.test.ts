import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { appLines } from '../samples/app-answers.ts';
import { sampleLines } from '../samples/generate.ts';
import { ADAPTERS } from '../src/engines/registry.ts';
import { SETTINGS } from '../src/main/settings/config.ts';
import { byQuery } from '../src/reports/dimensions/split.ts';
import { TAG } from '../src/reports/dimensions/tag.ts';
import { REPORTS } from '../src/reports/index.ts';
import { compareQuery } from '../src/reports/shape/compared.ts';
import { sliceQuery } from '../src/reports/shape/slice.ts';
import { windowQuery } from '../src/reports/shape/window.ts';
import { runHere } from './support/command-line.ts';
import { isNightly } from './support/effort.ts';
import { fixture } from './support/engines.ts';
import { sampleReportsOn } from './support/report-examples.ts';
import { sampleStore } from './support/sample-store.ts';
import { startStub } from './support/stub-engine.ts';
import { generatedDocs, generatedExamples, ROOT } from './support/write-docs.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { scripts, bin } = JSON.parse(read('package.json')) as { scripts: Record<string, string>; bin: object };
const TOP_DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  'examples/README.md',
];
const DOCUMENTS = [...TOP_DOCUMENTS, ...docsFolder()];

function docsFolder(): string[] {
  return globSync('**/*.md', { cwd: join(ROOT, 'docs') }).map((name) => `docs/${name}`);
}

/** The lines in a document's shell blocks. */
function shellLines(path: string): string[] {
  const blocks = [...read(path).matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.trim().split('\n'));
}

for (const [path, text] of Object.entries(generatedDocs())) {
  test(`${path} matches the code (npm run docs writes it)`, () => assert.equal(read(path), text));
}

test('the examples in the API reference equal the reports over the sample data', async () => {
  const { store, key, remove } = await sampleStore();
  const generated = await generatedExamples(sampleReportsOn(store, key)).finally(remove);
  for (const [path, text] of Object.entries(generated)) {
    assert.ok(read(path) === text, `${path}: run npm run docs`);
  }
});

test('the generator still writes both files of sample answers', () => {
  assert.ok(read('samples/answers.jsonl') === sampleLines(), 'run node samples/generate.ts');
  assert.ok(read('samples/app-answers.jsonl') === appLines(), 'run node samples/generate.ts');
});

test('every report has something to show over the sample data', () => {
  const examples: Record<string, { data: object }> = JSON.parse(read('test/support/examples.json'));
  for (const [name, { data }] of Object.entries(examples)) {
    assert.ok(Object.keys(data).length > 0, name);
  }
});

for (const path of DOCUMENTS) {
  test(`${path}: its links resolve and its npm scripts exist`, () => {
    const text = read(path);
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)#\s]+)/g)) {
      assert.ok(existsSync(join(ROOT, dirname(path), target)), target);
    }
    for (const [, name = ''] of text.matchAll(/npm run (?:-s )?([a-z:]+)/g)) assert.ok(scripts[name], name);
  });
}

test('every path under src/ in ARCHITECTURE.md exists, for every engine where it says <engine>', () => {
  const isFolder = (name: string) => existsSync(join(ROOT, 'src', name));
  const named = [...read('ARCHITECTURE.md').matchAll(/`(?:src\/)?((\w+)\/[^`\s]*)`/g)];
  const paths = named.flatMap(([, path = '', folder = '']) => (isFolder(folder) ? [path] : []));
  assert.ok(paths.length > 80, String(paths.length));
  for (const path of paths) {
    for (const { slug } of ADAPTERS) {
      assert.ok(existsSync(join(ROOT, 'src', path.replace('<engine>', slug))), `${path} for ${slug}`);
    }
  }
});

test('the page on reports names every report, and the page on settings every variable', () => {
  const [reports, settings] = [read('docs/reports.md'), read('docs/settings.md')];
  for (const { name } of REPORTS) assert.ok(reports.includes(`\`/${name}\``), name);
  for (const { variable } of Object.values(SETTINGS)) assert.ok(settings.includes(variable), variable);
});

test('the README leads to the list of all pages', () =>
  assert.ok(read('README.md').includes('](docs/index.md)')));

test('the page on slices names every parameter of slices and windows', () => {
  const page = read('docs/slices.md');
  const parameters = Object.keys({ ...sliceQuery, ...byQuery([TAG]), ...windowQuery(30), ...compareQuery });
  for (const name of parameters) assert.match(page, new RegExp(`\\b${name}=|^\\| \`${name}\``, 'm'), name);
});

test('the page on engines names every engine, its key, its cost, and its prompt limit', () => {
  const page = read('docs/engines.md');
  for (const { slug, provider, mostPromptCharacters } of ADAPTERS) {
    assert.match(
      page,
      new RegExp(`^\\| \\[\`${slug}\`\\]\\(#[\\w-]+\\) \\|.*\\| (\\$0|not known)`, 'm'),
      slug,
    );
    assert.ok(page.includes(`SIGHTLINE_${provider.slug.toUpperCase()}_KEY`), provider.slug);
    if (mostPromptCharacters !== null) {
      const limit = `at most ${mostPromptCharacters.toLocaleString('en-US')} characters`;
      assert.ok(page.includes(limit), limit);
    }
  }
});

test("the CI runs the README's commands, then lint and types", () => {
  const ci = read('.ci/run')
    .split('\n')
    .filter((line) => /^npm/.test(line));
  assert.deepEqual(ci, ['npm ci', 'npm test', 'npm run -s lint', 'npm run -s types']);
  assert.deepEqual(shellLines('README.md').slice(0, 3), ['npm ci', 'npm run demo', 'npm test']);
  const told = shellLines('CONTRIBUTING.md').filter((line) => line === 'npm ci' || line === 'npm run check');
  assert.deepEqual(told, ['npm ci', 'npm run check']);
});

test('the commands of the first five minutes work, line by line, in an empty store', async () => {
  const lines = ['README.md', 'docs/getting-started.md'].flatMap(shellLines);
  const ours = lines.filter((line) => line.includes('npm run -s sightline -- '));
  const steps = [...new Set(ours.filter((line) => !line.endsWith(' serve')))];
  assert.equal(steps.length, 6);
  const folder = await mkdtemp(join(tmpdir(), 'sightline-readme-'));
  const openai = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  try {
    const env = {
      SIGHTLINE_DATABASE_URL: `sqlite:${join(folder, 'data', 'sightline.db')}`,
      SIGHTLINE_OPENAI_BASE_URL: openai.baseUrl,
    };
    // All samples are imported by the demo.
    const some = join(folder, 'answers.jsonl');
    await writeFile(some, read('samples/answers.jsonl').split('\n').slice(0, 100).join('\n'));
    for (const step of steps) {
      const { args, settings } = commandOf(step.replace('samples/answers.jsonl', some));
      const { code, out, err } = await runHere(args, { ...env, ...settings });
      assert.equal(code, 0, `${step}\n${out}${err}`);
      assert.notEqual(out, '');
    }
  } finally {
    await openai.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** A shell line's command and the settings before it: `NAME=value npm run -s sightline -- …` or `KEY=$(…)`. */
function commandOf(step: string): { args: string[]; settings: Record<string, string> } {
  const [before = '', after = ''] = step.replace(/\)$/, '').split('npm run -s sightline -- ');
  const args = [...after.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
  return {
    args,
    settings: Object.fromEntries([...before.matchAll(/(SIGHTLINE_\w+)=(\S+)/g)].map(([, ...each]) => each)),
  };
}

test('npm run demo prints a key and three curl lines that work, and stops on SIGTERM', {
  skip: !isNightly,
}, async () => {
  const [, ...args] = (scripts.demo ?? '').split(' ');
  const env = { ...process.env, SIGHTLINE_PORT: '0' };
  const demo = spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  try {
    while (!printed.includes('Ctrl-C')) printed += ((await once(demo.stdout, 'data')) as [Buffer])[0];
    const curls = [...printed.matchAll(/curl -s -H 'X-API-Key: (sl_live_\w{40})' '(\S+)'/g)];
    assert.equal(curls.length, 3);
    for (const [, key = '', url = ''] of curls) {
      const response = await fetch(url, { headers: { 'x-api-key': key } });
      assert.equal(response.status, 200, url);
      const { data } = (await response.json()) as {
        data: { engines?: { engine: string; rate: number | null }[] };
      };
      if (url.includes('visibility'))
        // Grok was added yesterday, so it has too few answers for a rate.
        assert.ok(data.engines?.every(({ engine, rate }) => (engine === 'grok' ? rate === null : rate)));
    }
  } finally {
    demo.kill('SIGTERM');
    await once(demo, 'exit');
  }
  assert.deepEqual(Object.keys(bin), ['sightline']);
});

test('the lockfile has every optional dependency that it names, because npm ci needs them', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string>; resolved?: string }>;
  };
  const paths = Object.keys(packages);
  for (const { optionalDependencies = {}, resolved } of Object.values(packages)) {
    assert.equal(resolved, undefined, 'and names no registry');
    for (const name of Object.keys(optionalDependencies)) {
      assert.ok(
        paths.some((path) => path.endsWith(`node_modules/${name}`)),
        name,
      );
    }
  }
});
