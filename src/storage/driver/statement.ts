import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';

type Parameters = Readonly<Record<string, string | number | Uint8Array | null>>;

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query builder or raw SQL, compiled per database. */
interface Buildable<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>;
}

/** All statement names. PostgreSQL keeps one plan per name, so two statements cannot share one. */
const declared = new Set<string>();

/** PostgreSQL truncates longer names. */
const MOST_NAME_BYTES = 63;

/** @throws Error if the name is taken or too long */
function declare(name: string): void {
  if (declared.has(name)) throw new Error(`Two statements are called "${name}".`);
  if (Buffer.byteLength(name) > MOST_NAME_BYTES)
    throw new Error(`The name of the statement "${name}" is longer than ${MOST_NAME_BYTES} bytes.`);
  declared.add(name);
}

/**
 * A statement built and compiled once per database, for queries in every request, where building would cost more than
 * running. PostgreSQL keeps its plan under the name.
 *
 * @param name a unique short description, at most 63 bytes
 * @param build makes the query. It gets placeholders for the first run's parameters, and may only pass them on as
 * values.
 * @throws Error at declaration, if the name is taken or too long
 */
export function statement<Db, Given extends Parameters, Row>(
  name: string,
  build: (db: Kysely<Db>, given: Given) => Buildable<Row>,
): (db: Kysely<Db>, given: Given) => Promise<Row[]> {
  declare(name);
  const compiled = new Map<Capabilities, CompiledQuery<Row>>();
  return async (db, given) => {
    const dialect = capabilitiesOf(db);
    const known = compiled.get(dialect) ?? labeled(name, build(db, standInsFor(given)).compile(db));
    compiled.set(dialect, known);
    const parameters = known.parameters.map((each) =>
      each instanceof Placeholder ? given[each.name] : each,
    );
    return (await db.executeQuery<Row>({ ...known, parameters })).rows;
  };
}

function standInsFor<Given extends Parameters>(given: Given): Given {
  return Object.fromEntries(
    Object.keys(given).map((each) => [each, new Placeholder(each)]),
  ) as unknown as Given;
}

function labeled<Row>(name: string, query: CompiledQuery<Row>): CompiledQuery<Row> {
  return { ...query, sql: `${labelOf(name)}${query.sql}` };
}

/** A prefix that names a statement, so that PostgreSQL keeps its plan. */
export function labelOf(name: string): string {
  return `/* ${name} */ `;
}

/** A statement text's name, if it has one. */
export function nameOf(text: string): string | undefined {
  return /^\/\* (.+?) \*\/ /.exec(text)?.[1];
}
