import pg from 'pg';
import type { TableKind } from '../../src/storage/driver/migrations/table.ts';
import { TABLE_KINDS, tablesOf } from '../../src/storage/driver/schema/table-kinds.ts';

/** More than two, so that a statement that happens to need two doesn't look like one that needs all. */
const PARTITIONS = 3;

/**
 * Partitions the empty brand tables by brand, as a cluster places them on its machines. A statement that
 * touches the same one partition in each table can go to one machine.
 */
export async function partition(client: pg.Client): Promise<void> {
  for (const table of tablesOf('brand')) {
    const parts = Array.from(
      { length: PARTITIONS },
      (_, part) =>
        `create table ${table}_part${part} partition of ${table} for values with (modulus ${PARTITIONS}, remainder ${part});`,
    );
    await client.query(`
      alter table ${table} rename to ${table}_whole;
      create table ${table} (like ${table}_whole including defaults including constraints including indexes)
        partition by hash (brand_id);
      ${parts.join('\n')}
      drop table ${table}_whole cascade;
      create trigger one_brand after insert on ${table} referencing new table as added
        for each statement execute function refuse_several_brands()`);
  }
}

/** No plan shows where an insert's rows go. */
export const REFUSE_SEVERAL_BRANDS = `
  create function refuse_several_brands() returns trigger language plpgsql as $$
  begin
    if (select count(distinct brand_id) from added) > 1 then
      raise exception 'one statement adds rows of several brands to %', tg_table_name;
    end if;
    return null;
  end $$`;

/** A statement, with its first parameters. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Records every kind of statement sent to any PostgreSQL from now on. @returns them, and how to stop */
export function noteStatements(): { readonly sent: ReadonlyMap<string, Sent>; stop(): void } {
  const sent = new Map<string, Sent>();
  const client = pg.Client.prototype;
  const { query } = client;
  client.query = function noting(this: pg.Client, ...args: unknown[]) {
    const [first, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    const text = typeof first === 'string' ? first : first.text;
    const shape = shapeOf(text);
    const given = typeof first === 'string' ? values : first.values;
    if (IS_STATEMENT.test(text) && !sent.has(shape)) sent.set(shape, { text, values: given ?? [] });
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  return {
    sent,
    stop: () => {
      client.query = query;
    },
  };
}

const IS_STATEMENT = /^\s*(\/\*.*?\*\/)?\s*(select|insert|update|delete|with)\b/;

/** One shape for statements that differ only in how many values they have. */
export function shapeOf(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\((\$\d+(, ?)?)+\)(, ?\((\$\d+(, ?)?)+\))*/g, '($…)')
    .replace(/\$\d+/g, '$')
    .trim();
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The tables that a statement reads or changes. */
export interface TouchedTables {
  /** The brand tables' parts, each once. */
  readonly parts: ReadonlySet<string>;
  readonly tables: ReadonlySet<string>;
  readonly kinds: ReadonlySet<TableKind>;
}

/** From PostgreSQL's plan for these parameters. */
export async function touchedTables(client: pg.Client, { text, values }: Sent): Promise<TouchedTables> {
  const { rows } = await client.query(`explain (format json, costs off) ${text}`, [...values]);
  const names = relationsIn(rows[0]['QUERY PLAN'][0].Plan);
  const found = names.map((name) => /^(.+?)(?:_part(\d+))?$/.exec(name) ?? []);
  const tables = new Set(found.flatMap(([, table]) => table ?? []));
  const kinds = [...tables].flatMap((table) => TABLE_KINDS[table as keyof typeof TABLE_KINDS] ?? []);
  return { parts: new Set(found.flatMap(([, , part]) => part ?? [])), tables, kinds: new Set(kinds) };
}

function relationsIn(plan: Plan): string[] {
  const name = plan['Relation Name'];
  return [...(name === undefined ? [] : [name]), ...(plan.Plans ?? []).flatMap(relationsIn)];
}
