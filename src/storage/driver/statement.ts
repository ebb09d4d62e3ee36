import type { CompiledQuery, Kysely, QueryExecutorProvider } from 'kysely';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';

/** A statement's parameters, by name. */
type Parameters = Readonly<Record<string, string | number | Uint8Array | null>>;

/** Stands for a parameter while a statement is built. */
class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A query builder, or a piece of raw SQL, which compiles for the database it is given. */
interface Buildable<Row> {
  compile(db: QueryExecutorProvider): CompiledQuery<Row>;
}

/** The names of all statements. PostgreSQL keeps one plan under each, so two statements of one name could not both run. */
const declared = new Set<string>();

/** PostgreSQL cuts longer names off. */
const MOST_NAME_BYTES = 63;

/** @throws Error if another statement has the name, or PostgreSQL would not keep all of it */
function declare(name: string): void {
  if (declared.has(name)) throw new Error(`Two statements are called "${name}".`);
  if (Buffer.byteLength(name) > MOST_NAME_BYTES)
    throw new Error(`The name of the statement "${name}" is longer than ${MOST_NAME_BYTES} bytes.`);
  declared.add(name);
}

/**
 * A statement that is built and compiled once for each database and then only run: for what every request asks,
 * where building the query would cost more than answering it. PostgreSQL keeps its plan under its name.
 *
 * @param name what it asks, in a few words; unlike any other statement's, in at most 63 bytes
 * @param build makes the query. It is called with stand-ins for the parameters of the first run, and must only hand them on as values.
 * @throws Error where it is declared, if its name is taken or too long
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

/** What gives a statement's text a name when it stands before it: PostgreSQL then keeps its plan. */
export function labelOf(name: string): string {
  return `/* ${name} */ `;
}

/** The name that a statement's text was given, if it was. */
export function nameOf(text: string): string | undefined {
  return /^\/\* (.+?) \*\/ /.exec(text)?.[1];
}
