import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import type { Scope } from '../../domain/api-key.ts';
import type { BrandReach } from '../../domain/brand-reach.ts';
import { ENGINE_SLUGS } from '../../domain/engine.ts';
import type { ApiErrorCode } from '../../domain/errors.ts';
import type { QuotaState } from '../../domain/quota.ts';
import type { Subscription } from '../../domain/subscription.ts';
import type { Panel } from '../../panel/panel.ts';
import type { BrandRow, SeenBrand } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { AnyRow, AnyTables, Lists, Tables } from './columns.ts';
import { oneOf } from './schemas.ts';

/** Who is asking: a key, or the operator on the command line. */
export interface Caller {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly scopes: readonly Scope[];
  /** The brands it may read, such as the one that a key is pinned to; null for all of its organization. */
  readonly brandIds: BrandReach;
  readonly quota: QuotaState;
  /** Counts that a claim is asked, and says on how many days it was. Absent where nothing remembers it. */
  readonly countAsking?: (brandId: number, claim: string) => Promise<number>;
}

/** What a report is run with. `now` is taken once per request and is `meta.generated_at`. */
export interface ReportContext {
  readonly db: Database;
  readonly now: number;
  readonly caller: Caller;
  /** The brand asked for; on reports that take none, the oldest that the caller may read. */
  readonly brand: SeenBrand;
  /** The brand's answers, to count them. */
  readonly panel: Panel;
  /** What the settings say an answer costs, in micros by engine; read only by what asks. @throws SightlineError `invalid_setting` */
  readonly prices: Prices;
}

/** The same of a report that counts nothing. */
export type UncountedContext = Omit<ReportContext, 'panel'>;

/** What is known while it is asked what the brand tracks. */
export interface ContextAhead extends Omit<ReportContext, 'brand' | 'panel'> {
  readonly brand: BrandRow;
}

export type Prices = (db: Database) => Promise<ReadonlyMap<string, number>>;

/** Where there are no settings of engines. */
export const NO_PRICES: Prices = async () => new Map();

/**
 * A report: one definition behind every door. HTTP mounts it at `/api/v1/<name>`, the command line prints it, and
 * the OpenAPI document and the reference page are made from it.
 *
 * Without arguments it is any report, for doors that handle all of them alike. What takes a query or a row is a method, so every
 * report is one of these: whoever runs any report hands it the query that its own schema has read, and shows it its own rows.
 */
export interface Report<
  Name extends string = string,
  Query extends TProperties = TProperties,
  Data extends TSchema = TSchema,
  Meta extends TProperties = TProperties,
  Columns = AnyTables,
  Ahead = unknown,
> {
  readonly name: Name;
  /** One sentence. */
  readonly summary: string;
  /** What readers of the numbers must know, in Markdown. */
  readonly description: string;
  /** Whether it takes `brand`; other reports ignore it. */
  readonly takesBrand: boolean;
  readonly query: Query;
  readonly data: Data;
  /** A parameter of sentences, one per line, which the command line takes as its arguments too. */
  readonly sentences?: keyof Query & string;
  /** What `meta` has in addition to generated_at, brand, and note. */
  readonly meta: Meta;
  /** Whether it is about one market of the brand, the first if none is asked for; its note then says so. */
  readonly isOfOneMarket?: true;
  /** Whether it counts what names tracked brands; `meta` then says which counts are lower bounds. */
  readonly countsMentions?: true;
  /** What a person sees of the data: the one source of every table and of CSV. */
  readonly columns: Columns;
  /** What to say under a table instead of the note, where that speaks of fields. */
  readonly tableNote?: string;
  /** Error codes that only this report can return. */
  readonly errors: readonly ApiErrorCode[];
  /** Refuses parameters that contradict each other. @throws SightlineError `invalid_parameter` */
  check?(query: QueryOf<Query>): void;
  /** Reads what does not depend on what is tracked, so that both are asked of the store at once; undefined where all does. */
  ahead?(context: ContextAhead, query: QueryOf<Query>): Promise<Ahead> | undefined;
  /**
   * What it writes, as a count of asking: done before its snapshot is opened, because a snapshot that waits for another connection
   * can wait for itself. What this returns is what `run` gets as read ahead.
   */
  prepare?(context: ContextAhead, query: QueryOf<Query>): Promise<Ahead>;
  run(
    context: ReportContext,
    query: QueryOf<Query>,
    ahead: Ahead | undefined,
  ): Promise<ReportResult<Data, Meta>>;
  /**
   * How long its result holds while nothing of the brand is written, so that it can be kept. A report without this depends
   * on more than its brand, the query, and the clock, and is run every time.
   */
  lasts?(context: ReportContext, query: QueryOf<Query>, result: ReportResult<Data, Meta>): Promise<Lasting>;
}

export interface ReportResult<Data extends TSchema, Meta extends TProperties> {
  readonly data: Static<Data>;
  readonly meta: MetaOf<Meta>;
  /** `meta.note`: what to keep in mind with these numbers. */
  readonly note: string;
}

/** How a result ages while nothing of its brand is written. */
export interface Lasting {
  /** The first instant from which on it would be another one, in more than the instants that move with the clock. */
  readonly before: number;
  /** The data and the window with `movingInstant` (lasting.ts) for instants that move with the clock; left out where none do. */
  readonly data?: unknown;
  readonly window?: { readonly from: string; readonly until: string };
}

export type QueryOf<Query extends TProperties> = Static<Type.TObject<Query>>;
export type MetaOf<Meta extends TProperties> = Static<Type.TObject<Meta>>;

/** The data of a report. */
export type DataOf<R extends Report> = Static<R['data']>;

/** The name of a list in a report's data: `rows` if the data is the list. */
export type ListOf<R extends Report> = keyof Lists<DataOf<R>> & keyof R['columns'] & string;

/** A record of a list of a report. */
export type RowOf<R extends Report, List extends ListOf<R> = ListOf<R>> = Lists<
  DataOf<R>
>[List] extends infer Row extends AnyRow
  ? Row
  : never;

/** The id of a column of a list of a report. */
export type ColumnIdOf<R extends Report, List extends ListOf<R> = ListOf<R>> = R['columns'][List] extends {
  readonly columns: readonly { readonly id: infer Id extends string }[];
}
  ? Id
  : never;

/** Defines a report, with its types inferred: a column can only name a field that the data has. */
export function defineReport<
  const Name extends string,
  Query extends TProperties,
  Data extends TSchema,
  Meta extends TProperties,
  const Columns extends Tables<Static<Data>>,
  Ahead = unknown,
>(report: Report<Name, Query, Data, Meta, Columns, Ahead>): Report<Name, Query, Data, Meta, Columns, Ahead> {
  return report;
}

/** The scope that every report needs. */
export const REPORT_SCOPE: Scope = 'read';

/** How a parameter that is true or false is written. */
export const BOOLEAN_FORM = '`true` or `1`; `false` or `0`.';

/** A parameter that is true or false. Every one of them takes 1 and 0 too (run/query.ts). */
export const booleanParameter = (description: string, options: { readonly default?: boolean } = {}) =>
  Type.Boolean({ ...options, description: `${description} ${BOOLEAN_FORM}` });

/** How the instants of parameters are written. */
export const INSTANT_FORM = 'A UTC day, or ISO 8601 with a time zone; not in the future.';

/**
 * An instant that is not in the future, or a day of UTC: its first instant, or in a parameter named `until` its last, which may be
 * later than now. In the query of a report it is UTC milliseconds.
 */
export const pastInstantParameter = (description: string) =>
  Type.Unsafe<number>({
    type: 'string',
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    description: `${description} ${INSTANT_FORM}`,
  });

/** As many ids as fit into the line of a request. */
export const MOST_VALUES = 200;

/** How a parameter is given that takes several values. */
export const LIST_FORM = 'Repeat it for several.';

/** A parameter that may be repeated. In the query of a report it is a list (run/query.ts). */
export const listParameter = (description: string) =>
  Type.Unsafe<readonly string[]>({
    type: 'array',
    items: { type: 'string' },
    maxItems: MOST_VALUES,
    description: `${description} ${LIST_FORM}`,
  });

/** Only answers of one engine. */
export const engineParameter = Type.Optional(oneOf(ENGINE_SLUGS, 'Only answers of this engine.'));

export const limitParameter = (what: string) =>
  Type.Integer({ minimum: 1, maximum: 200, default: 50, description: `How many ${what} to return at most.` });

export const brandParameter = Type.Optional(
  Type.String({
    description: 'An id from GET /brands; required if there are several.',
  }),
);
