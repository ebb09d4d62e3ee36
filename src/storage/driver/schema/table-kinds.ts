import { TABLES } from '../migrations/0002-schema.ts';
import type { TableKind } from '../migrations/table.ts';
import type { LimitTables, Tables } from './schema.ts';

type TableName = keyof (Tables & LimitTables);

/** Every table's kind, in dependency order within a kind. */
export const TABLE_KINDS = {
  ...Object.fromEntries(Object.entries(TABLES).map(([name, { kind }]) => [name, kind])),
  limit_counts: 'central',
  last_used: 'central',
} as Readonly<Record<TableName, TableKind>>;

/** One kind's tables, in dependency order. */
export function tablesOf(kind: TableKind): TableName[] {
  return (Object.keys(TABLE_KINDS) as TableName[]).filter((table) => TABLE_KINDS[table] === kind);
}
