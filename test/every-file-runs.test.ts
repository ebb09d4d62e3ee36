import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const every = globSync(['src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: ROOT }).toSorted();

test('every test file is in exactly one group', () => {
  const groups = globSync('test/groups/*.ts', { cwd: ROOT });
  const patterns = groups.flatMap((file) => [...read(file).matchAll(/'([^']+\.test\.ts)'/g)]);
  const grouped = patterns.flatMap(([, pattern = '']) => globSync(pattern, { cwd: ROOT }));
  assert.ok(every.length > 150, String(every.length));
  assert.deepEqual(grouped.toSorted(), every);
});

test('declares every suite synchronously, because a group does not wait for later ones', () => {
  for (const file of every) {
    assert.doesNotMatch(read(file), /^ *(?:describe|on(?:Every|Any|Reused)Store)\(.*\basync\b/m, file);
  }
});
