import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { filesOf, type GroupName } from './support/group.ts';

const ROOT = join(import.meta.dirname, '..');

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** The test files that a package.json script runs, alone or in a group. */
function filesRunBy(script: string): string[] {
  const patterns = [...script.matchAll(/"([^"]+)"/g)].map(([, pattern = '']) => pattern);
  const named = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
  return named.flatMap((file) =>
    file.startsWith('test/groups/') ? filesOf(basename(file, '.ts') as GroupName) : [file],
  );
}

const every = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT }).toSorted();

for (const name of ['test', 'test:nightly']) {
  test(`npm run ${name} runs every test file once`, () => {
    assert.ok(every.length > 150, String(every.length));
    assert.deepEqual(filesRunBy(scripts[name] ?? '').toSorted(), every);
  });
}

test('npm run test:fast runs no test file twice', () => {
  const files = filesRunBy(scripts['test:fast'] ?? '');
  assert.ok(files.length > 100, String(files.length));
  assert.equal(new Set(files).size, files.length);
});

test('declares every suite synchronously, because a group does not wait for later ones', () => {
  for (const file of every) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    assert.doesNotMatch(text, /^ *(?:describe|onEveryStore)\(.*\basync\b/m, file);
  }
});
