import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyRow, type Table, valueAt } from './columns.ts';

interface Row {
  readonly name: string;
  readonly present: number;
  readonly framing: { readonly classified: number };
  readonly change: { readonly points: number } | null;
  readonly tags: readonly string[];
}

const table = (columns: Table<Row>['columns']) => columns.length;

// Held by the types: a line that compiles although it is expected not to is an error of `npm run types`.
test('a column that names no field, or one of another kind, does not compile', () => {
  const label = 'L';
  const written = [
    table([{ label, kind: 'text', field: 'name' }]),
    table([{ label, kind: 'count', field: 'framing.classified' }]),
    table([{ label, kind: 'count', field: 'change.points' }]),
    // @ts-expect-error there is no such field
    table([{ label, kind: 'count', field: 'absent' }]),
    // @ts-expect-error a text is not a count
    table([{ label, kind: 'count', field: 'name' }]),
    // @ts-expect-error a count is not a text
    table([{ label, kind: 'text', field: 'present' }]),
    // @ts-expect-error there is no such field in framing
    table([{ label, kind: 'count', field: 'framing.absent' }]),
    // @ts-expect-error a list is not a field of a cell
    table([{ label, kind: 'text', field: 'tags' }]),
    // @ts-expect-error what the count is out of has to be there, too
    table([{ label, kind: 'count', field: 'present', of: 'absent' }]),
  ];
  assert.equal(written.length, 9);
});

for (const [path, value] of [
  ['name', 'Acme'],
  ['framing.classified', 3],
  ['change.points', null],
  ['change', null],
] as const) {
  test(`the value at ${path} is ${value}`, () => {
    const row: AnyRow = { name: 'Acme', framing: { classified: 3 }, change: null };
    assert.equal(valueAt(row, path), value);
  });
}
