import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { statement } from './statement.ts';

const declareAs = (name: string) => statement(name, () => sql`select 1`);

test("refuses a statement with another one's name at its declaration", () => {
  declareAs('declared for a test');
  assert.throws(() => declareAs('declared for a test'), /Two statements are called "declared for a test"/);
});

test('PostgreSQL keeps 63 bytes of a name; refuses one more at its declaration', () => {
  declareAs(`${'ä'.repeat(31)}x`);
  assert.throws(() => declareAs('ä'.repeat(32)), /longer than 63 bytes/);
});
