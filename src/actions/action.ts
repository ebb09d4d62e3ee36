import type { Static, TObject, TProperties } from 'typebox';
import type { Scope } from '../domain/access/api-key.ts';
import type { AuditChange } from '../domain/access/audit.ts';
import type { RandomBytes } from '../domain/access/base62.ts';
import type { ActorReach } from '../domain/access/brand-reach.ts';
import type { PermissionName } from '../domain/access/permissions.ts';
import type { ConfiguredEngines } from '../pipeline/collect/job/ready-engine.ts';
import type { EngineKeySettings } from '../pipeline/collect/keys/engine-keys.ts';
import type { ApplyScope } from '../pipeline/declare/apply/apply-run.ts';
import type { Senders } from '../pipeline/deliver/senders.ts';
import type { OutsideReading } from '../pipeline/intake/explain.ts';
import type { Pacing } from '../pipeline/prune/throttled-batches.ts';
import type { SecretKey } from '../pipeline/secret-box.ts';
import type { SiteReader } from '../pipeline/site/site-reader.ts';
import type { BrandRow } from '../storage/directory/brands.ts';
import type { Database } from '../storage/driver/database.ts';

/** How keys reach an action: over HTTP, below /api/v1, and as an MCP tool. */
export interface ActionRoute {
  /** The scope that a key needs. */
  readonly scope: Scope;
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With input fields such as `/facts/:name`. `:brand` is the brand; without it, the query has `brand`. */
  readonly path: `/${string}`;
  /**
   * What the body is: the input's other fields; or the one field that it fills: `list`, one entry or a list of them, or `text`, anything of
   * these types.
   */
  readonly body?: { readonly list: string } | { readonly text: string; readonly types: readonly string[] };
  /** Fields in the query, beside a body of text: lists, repeated. */
  readonly query?: readonly string[];
}

export interface Actor {
  /** For the audit log: a user's id, a key's, or a word such as `command line`. */
  readonly id: string;
  /** For people. */
  readonly name: string;
}

/** What an action works with. Its clock stands still. */
interface Context {
  /** A transaction, which a dry run rolls back. */
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly actor: Actor;
  readonly may: (permission: PermissionName) => boolean;
  readonly engines: () => Promise<ConfiguredEngines>;
}

export interface OrganizationContext extends Context {
  readonly organizationId: number;
  /** What the actor may change. */
  readonly scope: ApplyScope;
}

/** The server's settings for keys and addresses. */
export interface ServerSettings {
  /** The longest life of a new key, in days; null for no limit. */
  readonly maxKeyDays: number | null;
  readonly senders: Senders;
  readonly engineKeys: { readonly secretKey: SecretKey };
}

/** What work after the transaction has: the network, and time. */
export interface Outside extends Pacing {
  readonly sites: SiteReader;
  readonly engineKeys: Pick<EngineKeySettings, 'askModel' | 'tryKey'>;
}

/** Users, keys, and addresses: those of one organization, of some of its brands, or of the whole server. */
export interface ServerContext extends Context, ServerSettings {
  readonly reach: ActorReach;
}

export interface BrandContext extends OrganizationContext {
  /** Its lock is held. */
  readonly brand: Pick<BrandRow, 'id' | 'publicId' | 'name'>;
  /** Seals secrets; null where this server or this door cannot. */
  readonly secretKey: SecretKey;
  /** The text that the action `reads`; null for others. */
  readonly reading: OutsideReading | null;
  /** Everything is rolled back afterwards, so new ids are nobody's. */
  readonly isDryRun: boolean;
}

/** A context for functions below, which take the actor's id alone. */
export function byActorId<C extends { readonly actor: Actor }>({ actor, ...context }: C) {
  return { ...context, actor: actor.id };
}

export interface Outcome<Data> {
  readonly data: Data;
  /** Old and new values; empty if nothing changed. */
  readonly changes: readonly AuditChange[];
  /** Further sentences for whoever asked. */
  readonly notices: readonly string[];
  /** The id of a brand that it made or restored. */
  readonly madeBrand?: string;
  /**
   * Paid or slow work once the change is stored, over a network or in many transactions: it stores what it gets itself, and has the data. A
   * dry run ends before it, so it neither spends nor waits.
   */
  readonly afterwards?: (db: Database, outside: Outside) => Promise<Data>;
}

interface Definition<Input extends TProperties, Data extends TObject> {
  /** A verb and a noun, as in `add_questions`: the MCP tool and the OpenAPI operation. */
  readonly name: string;
  /** The words of its command, as in `question add`; null: it has none. */
  readonly command: string | null;
  /** One sentence. */
  readonly summary: string;
  /** Notes for whoever calls it, in Markdown; may be blank. */
  readonly description: string;
  readonly permission: PermissionName;
  /** Null: only people act so. */
  readonly route: ActionRoute | null;
  readonly input: Input;
  readonly data: Data;
  /** Whether it changes what collecting costs. */
  readonly hasCost?: true;
  /** Whether it takes away what cannot be declared again at once. */
  readonly isDestructive?: true;
  /** The field of its data with a secret, which is shown once and stored nowhere. */
  readonly secret?: string;
  /** Whether no trace of what it deletes may stay, not even in the database's log. */
  readonly erases?: true;
  /** A valid input, for the reference and for tests on the sample data; null without a route. */
  readonly example: Static<TObject<Input>> | null;
}

interface BrandAction<Input extends TProperties, Data extends TObject> extends Definition<Input, Data> {
  readonly of: 'brand';
  /** The text from outside in its input, which is read before the transaction. @throws SightlineError */
  reads?(input: Static<TObject<Input>>): string;
  run(context: BrandContext, input: Static<TObject<Input>>): Promise<Outcome<Static<Data>>>;
}

interface OrganizationAction<Input extends TProperties, Data extends TObject>
  extends Definition<Input, Data> {
  readonly of: 'organization';
  run(context: OrganizationContext, input: Static<TObject<Input>>): Promise<Outcome<Static<Data>>>;
}

interface ServerAction<Input extends TProperties, Data extends TObject> extends Definition<Input, Data> {
  readonly of: 'server';
  run(context: ServerContext, input: Static<TObject<Input>>): Promise<Outcome<Static<Data>>>;
}

/**
 * A change to the store: one definition for HTTP, the command line, MCP, the dashboard's forms, OpenAPI, and the reference. Whatever it
 * changes, it audits, in the transaction that it gets.
 *
 * Without type arguments it is any action, whose input its own schema has checked.
 */
export type Action<Input extends TProperties = TProperties, Data extends TObject = TObject> =
  | BrandAction<Input, Data>
  | OrganizationAction<Input, Data>
  | ServerAction<Input, Data>;

export type InputOf<A extends Action> = Static<TObject<A['input']>>;

export type DataOf<A extends Action> = Static<A['data']>;

/** An action's unchecked input, with the right fields, as a form has it. */
export type GivenTo<A extends Action> = { readonly [Field in keyof InputOf<A>]: unknown };

export function defineBrandAction<const Input extends TProperties, Data extends TObject>(
  action: Omit<BrandAction<Input, Data>, 'of'>,
): BrandAction<Input, Data> {
  return { ...action, of: 'brand' };
}

export function defineOrganizationAction<const Input extends TProperties, Data extends TObject>(
  action: Omit<OrganizationAction<Input, Data>, 'of'>,
): OrganizationAction<Input, Data> {
  return { ...action, of: 'organization' };
}

/** Defines an action on users, keys, or addresses, with inferred types. It has no route: keys may not change who has access. */
export function defineServerAction<const Input extends TProperties, Data extends TObject>(
  action: Omit<ServerAction<Input, Data>, 'of' | 'route' | 'example' | 'description'>,
): ServerAction<Input, Data> {
  return { ...action, of: 'server', description: '', route: null, example: null };
}
