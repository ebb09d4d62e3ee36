import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { TABLES } from '../src/storage/driver/migrations/0002-schema.ts';
import { ROOT } from './support/write-docs.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const PAGE = read('docs/security-review.md');

/** The cells of each row of the tables with this header. */
function rowsBelow(header: string): string[][] {
  const tables = PAGE.split(`${header}\n|---|---|---|\n`).slice(1);
  const rows = tables.flatMap((text) => text.split('\n\n', 1)[0]?.trim().split('\n') ?? []);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The names of a file's tests and suites, as its source has them. */
function namesIn(file: string): string {
  const calls = read(file).matchAll(/\b(?:test|describe|on[A-Z]\w+)\(\s*('[^\n]*?',|"[^\n]*?",|`[^`]*`)/g);
  return [...calls].map(([, name]) => name).join('\n');
}

/** Columns that tell of a person, by their names in this schema. */
const OF_A_PERSON = /mail$|^address$|agent|person|^actor$|_by$|user_id$/;

describe('the page on security', () => {
  const rows = rowsBelow('| question | answer | tests |');

  test('answers every question, and names a test for each', () => {
    assert.ok(rows.length > 40, String(rows.length));
    for (const [question = '', answer = '', tests = '', ...more] of rows) {
      assert.match(question, /\?$/);
      assert.match(answer, /\.$/, question);
      assert.match(tests, /^\[/, question);
      assert.deepEqual(more, [], question);
    }
  });

  test('names tests that exist', () => {
    for (const [question, , tests = ''] of rows) {
      for (const named of tests.split(/(?<="\)), /)) {
        const [, file = '', name = ''] = /^\[[^\]]+\]\(\.\.\/(\S+\.test\.ts) "(.{5,})"\)$/.exec(named) ?? [];
        assert.ok(name, `${question}: ${named}`);
        assert.ok(namesIn(file).includes(name), `${question}: ${file} has no test "${name}"`);
      }
    }
  });

  test('names every table with a column about a person', () => {
    const named = rowsBelow('| data | tables | ends |')
      .map(([, tables]) => tables)
      .join();
    for (const [table, { columns }] of Object.entries(TABLES)) {
      if (Object.keys(columns).some((column) => OF_A_PERSON.test(column)))
        assert.ok(named.includes(`\`${table}\``), table);
    }
  });
});

test('only the database driver makes SQL as text; all other statements have parameters', () => {
  const files = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] });
  const found = files.filter((file) => /\b(?:sql|CompiledQuery)\.raw\(/.test(read(file)));
  assert.ok(found.length > 0);
  for (const file of found) assert.match(file, /^src\/storage\/driver\//);
});
