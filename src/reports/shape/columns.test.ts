import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REPORTS } from '../index.ts';
import { type AnyRow, type Table, valueAt } from './columns.ts';

interface Row {
  readonly name: string;
  readonly present: number;
  readonly framing: { readonly classified: number };
  readonly change: { readonly points: number } | null;
  readonly tags: readonly string[];
}

const table = (columns: Table<Row>['columns']) => columns.length;

// The compiler checks this: an expected error that does not occur fails `npm run types`.
test('a column that names no field, or one of another kind, does not compile', () => {
  const named = { id: 'c', label: 'L' };
  const written = [
    table([{ ...named, kind: 'text', field: 'name' }]),
    table([{ ...named, kind: 'count', field: 'framing.classified' }]),
    table([{ ...named, kind: 'count', field: 'change.points' }]),
    // @ts-expect-error there is no such field
    table([{ ...named, kind: 'count', field: 'absent' }]),
    // @ts-expect-error a text is not a count
    table([{ ...named, kind: 'count', field: 'name' }]),
    // @ts-expect-error a count is not a text
    table([{ ...named, kind: 'text', field: 'present' }]),
    // @ts-expect-error there is no such field in framing
    table([{ ...named, kind: 'count', field: 'framing.absent' }]),
    // @ts-expect-error a list is not a field of a cell
    table([{ ...named, kind: 'text', field: 'tags' }]),
    // @ts-expect-error what the count is out of has to be there, too
    table([{ ...named, kind: 'count', field: 'present', of: 'absent' }]),
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

test('every column has an id in snake_case that no other of its table has', () => {
  const tables = REPORTS.flatMap(({ name, columns }) =>
    Object.entries(columns).map(([list, table]) => ({
      at: `${name}.${list}`,
      ids: table.columns.map(({ id }) => id),
    })),
  );
  for (const { at, ids } of tables) {
    assert.deepEqual(
      ids.filter((id, index) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(id) || ids.indexOf(id) !== index),
      [],
      at,
    );
  }
});
