import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { statement } from './statement.ts';

const declareAs = (name: string) => statement(name, () => sql`select 1`);

test('a statement with the name of another one is refused where it is declared', () => {
  declareAs('declared for a test');
  assert.throws(() => declareAs('declared for a test'), /Two statements are called "declared for a test"/);
});

test('63 bytes of a name are kept by PostgreSQL; one more is refused where it is declared', () => {
  declareAs(`${'ä'.repeat(31)}x`);
  assert.throws(() => declareAs('ä'.repeat(32)), /longer than 63 bytes/);
});
