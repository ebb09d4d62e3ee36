import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { effort } from '../../test/support/effort.ts';
import type { Envelope } from '../reports/run/run-report.ts';
import { MOST_CHARACTERS, truncate } from './truncate.ts';

const META = { generated_at: '2026-11-20T13:37:21.123Z', brand: { id: 'acme', name: 'Acme' }, note: 'Note.' };
const rowsOf = (count: number, characters: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `row_${index}`, text: 'x'.repeat(characters) }));

const fitted = (data: unknown, meta: object = {}) =>
  truncate({ data, meta: { ...META, ...meta } }, String, (each: Envelope) => each) as Envelope & {
    meta: { cut?: { what: string; rows_left_out: number; cursor: string | null } };
  };

test('a result that fits stays unchanged, without a note', () => {
  const data = rowsOf(3, 100);
  assert.deepEqual(fitted(data, { next_cursor: null }), { data, meta: { ...META, next_cursor: null } });
});

test('keeps as many rows as fit, and the cursor continues after the last', () => {
  const { data, meta } = fitted(rowsOf(100, 1000), { next_cursor: 'later' });
  const kept = data as readonly unknown[];
  assert.deepEqual([kept.length, meta.next_cursor, meta.cut?.cursor], [38, 'row_37', 'row_37']);
  assert.equal(meta.cut?.rows_left_out, 62);
  assert.match(String(meta.cut?.what), /`cursor`/);
});

test('a report without pages states how many rows are missing, and continues after the kept ones', () => {
  const { meta } = fitted(rowsOf(100, 1000));
  assert.equal('next_cursor' in meta, false);
  assert.deepEqual([meta.cut?.rows_left_out, meta.cut?.cursor], [62, '38']);
});

test('of several lists, each keeps its first rows, and fields beside them stay', () => {
  const { data, meta } = fitted({ engines: rowsOf(2, 10), brands: rowsOf(100, 1000), total: 7 });
  const { engines, brands, total } = data as { engines: unknown[]; brands: unknown[]; total: number };
  assert.deepEqual([engines.length, total], [2, 7]);
  assert.equal(meta.cut?.rows_left_out, 100 - brands.length);
});

test('one row that is too large has its texts and lists shortened, without half of a character', () => {
  const row = {
    id: 'row_0',
    text: '😀'.repeat(50_000),
    links: Array.from({ length: 3000 }, () => 'y'.repeat(50)),
  };
  const { data, meta } = fitted([row, row], { next_cursor: null });
  const [{ id, text, links }] = data as [typeof row];
  assert.equal(id, 'row_0');
  assert.ok(text.endsWith('…') && text.isWellFormed());
  assert.ok(links.length > 0 && links.length < 100);
  assert.match(String(meta.cut?.what), /Texts end after \d+ characters/);
  assert.equal(meta.cut?.cursor, 'row_0');
});

test('property: for any rows, the result is small enough, and kept and missing rows are all of them', () => {
  const row = fc.record({ id: fc.string({ maxLength: 20 }), text: fc.integer({ min: 0, max: 60_000 }) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.boolean(), (shapes, isPaged) => {
      const rows = shapes.map(({ id, text }) => ({ id, text: '"'.repeat(text) }));
      const { data, meta } = fitted(rows, isPaged ? { next_cursor: null } : {});
      assert.ok(JSON.stringify({ data, meta }).length <= MOST_CHARACTERS);
      assert.equal((data as unknown[]).length + (meta.cut?.rows_left_out ?? 0), rows.length);
    }),
    { numRuns: effort(15, 60) },
  );
});
