import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import type { Scope } from '../../domain/access/api-key.ts';
import type { BrandReach } from '../../domain/access/brand-reach.ts';
import type { QuotaState } from '../../domain/access/quota.ts';
import type { Subscription } from '../../domain/access/subscription.ts';
import type { ApiErrorCode } from '../../domain/errors.ts';
import type { Panel } from '../../panel/panel.ts';
import type { Measure } from '../../stats/alerts/gates.ts';
import type { BrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { AnyRow, AnyTables, Lists, Tables } from './columns.ts';
import { engineSlug } from './schemas.ts';

/** The caller: a key, or the operator on the command line. */
export interface Caller {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly subscription: Subscription | null;
  readonly scopes: readonly Scope[];
  /** The brands it may read, such as the one that a key is pinned to; null for the whole organization. */
  readonly brandIds: BrandReach;
  readonly quota: QuotaState;
}

/** The context in which a report runs. `now` is taken once per request and is `meta.generated_at`. */
export interface ReportContext {
  readonly db: Database;
  readonly now: number;
  readonly caller: Caller;
  /** The brand in question; for reports without `brand`, the oldest that the caller may read. */
  readonly brand: BrandSnapshot;
  /** The brand's answers, to count them. */
  readonly panel: Panel;
  /**
   * An answer's cost by engine, in micros, from the settings.
   * @throws SightlineError `invalid_setting`
   */
  readonly prices: Prices;
}

/** The context for a report that counts nothing. */
export type UncountedContext = Omit<ReportContext, 'panel'>;

export type Prices = (db: Database) => Promise<ReadonlyMap<string, number>>;

/** For stores without engine settings. */
export const NO_PRICES: Prices = async () => new Map();

/**
 * A report: one definition for HTTP (`/api/v1/<name>`), the command line, the OpenAPI document, and the reference.
 *
 * Without type arguments it is any report. Members that take a query or a row are methods, so every report fits this type: callers pass the
 * query that the report's own schema has parsed, and its own rows.
 */
export interface Report<
  Name extends string = string,
  Query extends TProperties = TProperties,
  Data extends TSchema = TSchema,
  Meta extends TProperties = TProperties,
  Columns = AnyTables,
> {
  readonly name: Name;
  /** One sentence. */
  readonly summary: string;
  /** Notes for those who read the numbers, in Markdown. */
  readonly description: string;
  /** Whether it takes `brand`; other reports ignore it. */
  readonly takesBrand: boolean;
  readonly query: Query;
  readonly data: Data;
  /** `meta` fields besides generated_at, brand, and note. */
  readonly meta: Meta;
  /** Whether it covers one market, the first by default; its note then says so. */
  readonly isOfOneMarket?: true;
  /** Shares that it shows over the window, or that such a share moves with; its note then has their changes within. */
  readonly windowShares?: readonly Measure[];
  /** Whether it counts tracked brands' mentions; `meta` then lists the lower bounds. */
  readonly countsMentions?: true;
  readonly columns: Columns;
  /** The note under a table, if the API's note names fields. */
  readonly tableNote?: string;
  /** Which answers it leaves out and why, if for another reason than `partialAnswersNote`; '' for none. */
  leftOutNote?(meta: MetaOf<Meta>): string;
  /** Error codes that only this report has. */
  readonly errors: readonly ApiErrorCode[];
  /** Refuses contradictory parameters. @throws SightlineError `invalid_parameter` */
  check?(query: QueryOf<Query>): void;
  run(context: ReportContext, query: QueryOf<Query>): Promise<ReportResult<Data, Meta>>;
}

export interface ReportResult<Data extends TSchema, Meta extends TProperties> {
  readonly data: Static<Data>;
  readonly meta: MetaOf<Meta>;
  /** `meta.note` */
  readonly note: string;
}

export type QueryOf<Query extends TProperties> = Static<Type.TObject<Query>>;
export type MetaOf<Meta extends TProperties> = Static<Type.TObject<Meta>>;

export type DataOf<R extends Report> = Static<R['data']>;

/** A list's name in a report's data: `rows` if the data is the list. */
export type ListOf<R extends Report> = keyof Lists<DataOf<R>> & keyof R['columns'] & string;

export type RowOf<R extends Report, List extends ListOf<R> = ListOf<R>> = Lists<
  DataOf<R>
>[List] extends infer Row extends AnyRow
  ? Row
  : never;

export type ColumnIdOf<R extends Report, List extends ListOf<R> = ListOf<R>> = R['columns'][List] extends {
  readonly columns: readonly { readonly id: infer Id extends string }[];
}
  ? Id
  : never;

/** Defines a report with inferred types: a column can only name a field that the data has. */
export function defineReport<
  const Name extends string,
  Query extends TProperties,
  Data extends TSchema,
  Meta extends TProperties,
  const Columns extends Tables<Static<Data>>,
>(report: Report<Name, Query, Data, Meta, Columns>): Report<Name, Query, Data, Meta, Columns> {
  return report;
}

/** The scope that every report needs. */
export const REPORT_SCOPE: Scope = 'read';

export const BOOLEAN_FORM = '`true` or `1`; `false` or `0`.';

/** A Boolean parameter. Each also takes 1 and 0 (run/query.ts). */
export const booleanParameter = (description: string, options: { readonly default?: boolean } = {}) =>
  Type.Boolean({ ...options, description: `${description} ${BOOLEAN_FORM}` });

export const INSTANT_FORM = 'A UTC day, or ISO 8601 with a time zone; not in the future.';

/**
 * An instant that is not in the future, or a UTC day: its first instant or, in `until`, its last, which may be in the future. After
 * parsing, UTC milliseconds.
 */
export const pastInstantParameter = (description: string) =>
  Type.Unsafe<number>({
    type: 'string',
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    description: `${description} ${INSTANT_FORM}`,
  });

/** Keeps the request line within HTTP limits. */
export const MOST_VALUES = 200;

export const LIST_FORM = 'Repeat it for several.';

/** Last sentences of descriptions that say how values are written. */
export const VALUE_FORMS: readonly string[] = [BOOLEAN_FORM, INSTANT_FORM, LIST_FORM];

/** A repeatable parameter; a list after parsing (run/query.ts). */
export const listParameter = (description: string) =>
  Type.Unsafe<readonly string[]>({
    type: 'array',
    items: { type: 'string' },
    maxItems: MOST_VALUES,
    description: `${description} ${LIST_FORM}`,
  });

export const engineParameter = Type.Optional(engineSlug("Only this engine's answers."));

export const limitParameter = (what: string) =>
  Type.Integer({ minimum: 1, maximum: 200, default: 50, description: `How many ${what} to return at most.` });

export const brandParameter = Type.Optional(
  Type.String({
    description: 'An id from GET /brands; required if there are several.',
  }),
);
