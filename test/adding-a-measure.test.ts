import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from './support/write-docs.ts';

const SOURCES = globSync('src/**/*.ts', { cwd: ROOT })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

function filesWith(words: string): string[] {
  return SOURCES.filter(({ text }) => text.includes(words)).map(({ path }) => path);
}

test('a measure is one file and the reports that list it', () => {
  assert.deepEqual(filesWith('first_position'), ['src/reports/measures/first.ts']);
  assert.deepEqual(filesWith('/measures/first.ts'), ['src/reports/brands/presence.ts']);
});

test('a dimension is one file and the reports that list it', () => {
  const reports = ['src/reports/brands/trend.ts', 'src/reports/brands/visibility.ts'];
  assert.deepEqual(filesWith('/dimensions/model.ts').sort(), reports);
});
