import type { Generated } from 'kysely';
import type { Types } from '../capabilities.ts';

/**
 * Where a distributed store keeps a table's rows.
 *
 * - `brand`: rows that a brand owns. Distributed by `brand_id`, one brand on one machine. Every key begins with
 * `brand_id`, and each request's or job's statement names one brand.
 * - `shared`: rows that brand rows refer to. Copied to every machine, so a write costs a round trip to each: only for
 * people's declarations.
 * - `central`: all others, on the coordinator. Never joined with brand rows.
 */
export type TableKind = 'brand' | 'shared' | 'central';

/** Columns as in `create table`. `serial`, `text`, and `bytes` are each database's own. */
type Columns = Readonly<Record<string, string>>;

export interface Table<Of extends Columns = Columns> {
  readonly kind: TableKind;
  readonly columns: Of;
  /** Keys and checks over several columns. */
  readonly keys: readonly string[];
  /** Whether rows lie in the order of their key. */
  readonly isByKey: boolean;
}

function tables(kind: TableKind, isByKey = false) {
  return <const Of extends Columns>(columns: Of) => {
    const table: Table<Of> = { kind, columns, keys: [], isByKey };
    return { ...table, keyed: (...keys: readonly string[]): Table<Of> => ({ ...table, keys }) };
  };
}

export const owned = tables('brand');
export const ownedByKey = tables('brand', true);
export const shared = tables('shared');
export const central = tables('central');

export function createTable(name: string, { columns, keys, isByKey }: Table, types: Types): string {
  const lines = Object.entries(columns).map(
    ([column, definition]) => `${column} ${native(definition, types)}`,
  );
  return `create table ${name} (${[...lines, ...keys].join(', ')})${isByKey ? types.clustered : ''}`;
}

/** The columns of a primary key over several columns. */
export function primaryKeyOf({ keys }: Pick<Table, 'keys'>): string[] {
  const [, columns = ''] = /^primary key \((.*)\)$/m.exec(keys.join('\n')) ?? [];
  return columns.split(', ');
}

function native(definition: string, types: Types): string {
  return definition.replace(/^(?:serial|text|bytes)\b/, (type) => types[type as 'serial' | 'text' | 'bytes']);
}

type ValueOf<Definition> = Definition extends `text${string}`
  ? string
  : Definition extends `bytes${string}`
    ? Uint8Array
    : number;

type ColumnOf<Definition> = Definition extends `serial ${string}` | `${string} default ${string}`
  ? Generated<ValueOf<Definition>>
  : Definition extends `${string} not null${string}` | `${string} primary key${string}`
    ? ValueOf<Definition>
    : ValueOf<Definition> | null;

/** A table's rows, for Kysely. */
export type RowOf<Of extends Table> = {
  -readonly [Name in keyof Of['columns']]: ColumnOf<Of['columns'][Name]>;
};
