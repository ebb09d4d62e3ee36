import type { Static, TObject } from 'typebox';
import Type from 'typebox';
import type { AuditChange } from '../domain/access/audit.ts';
import type { RandomBytes } from '../domain/access/base62.ts';
import type { ActorReach } from '../domain/access/brand-reach.ts';
import { PERMISSIONS, type PermissionName } from '../domain/access/permissions.ts';
import { SightlineError } from '../domain/errors.ts';
import { capitalized } from '../domain/text.ts';
import { type CollectingCost, collectingCost } from '../pipeline/collect/cost.ts';
import type { ConfiguredEngines } from '../pipeline/collect/job/ready-engine.ts';
import { InvalidFile } from '../pipeline/declare/apply/apply-file.ts';
import type { ApplyScope } from '../pipeline/declare/apply/apply-run.ts';
import { rolledBack } from '../pipeline/declare/apply/roll-back.ts';
import { brandDocument } from '../pipeline/declare/document/document.ts';
import {
  brandVersion,
  changedSince,
  type DocumentPart,
} from '../pipeline/declare/document/document-version.ts';
import { readValue } from '../pipeline/declare/document/yaml.ts';
import { engineValidator } from '../pipeline/engine-validator.ts';
import { CLOSED } from '../pipeline/fields.ts';
import { type ExplainText, type OutsideReading, readOutside } from '../pipeline/intake/explain.ts';
import { type Problem, placedProblemsOf, sentenceOf } from '../pipeline/problems.ts';
import { noSuchBrand } from '../reports/run/access.ts';
import {
  claimRequest,
  type RepeatableRequest,
  saveResult,
} from '../storage/directory/access/action-results.ts';
import { hasAudit } from '../storage/directory/access/audit.ts';
import { lockLiveBrand } from '../storage/directory/brand/brand-lock.ts';
import { findBrandByPublicId } from '../storage/directory/brand/declare.ts';
import type { BrandRow } from '../storage/directory/brands.ts';
import type { Database } from '../storage/driver/database.ts';
import { inTransaction } from '../storage/driver/in-transaction.ts';
import { emptyLog } from '../storage/space.ts';
import type { Action, Actor, InputOf, Outcome, Outside, ServerSettings } from './action.ts';

export type { RepeatableRequest };

/** The server's settings are for doors with actions on users, keys, and addresses. */
export interface ActionDeps extends Partial<ServerSettings> {
  /** For doors with actions that have work after their transaction. */
  readonly outside?: (db: Database) => Promise<Outside>;
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  /** Reads texts from outside; in this thread by default. */
  readonly explain?: ExplainText;
  /** The engines with their prices. @param db the transaction: another connection could wait for it */
  readonly engines: (db: Database) => Promise<ConfiguredEngines>;
}

/** Whoever asks for an action. */
export interface ActionCaller extends Actor {
  /** The organization is null for an action on those of all. */
  readonly scope: Omit<ApplyScope, 'organizationId'> & Pick<ActorReach, 'organizationId'>;
  readonly may: (permission: PermissionName) => boolean;
}

export interface ActionCall<A extends Action = Action> {
  readonly action: A;
  /** Checked here. */
  readonly input: unknown;
  readonly caller: ActionCaller;
  /** Null for an action on the organization. */
  readonly brand: Pick<BrandRow, 'id' | 'publicId' | 'name'> | null;
  readonly isDryRun?: boolean;
  /** Whether the result has the brand's version, for which its whole declaration is read. */
  readonly isVersioned?: boolean;
  /** A version of the brand, whole or of a form's parts (document-version.ts), that must still be the newest. */
  readonly ifMatch?: string | null;
  /** A request that, repeated, gets its first result. */
  readonly repeatable?: RepeatableRequest | null;
}

export interface ActionResult<Data = unknown> {
  readonly data: Data;
  readonly changes: readonly AuditChange[];
  readonly notices: readonly string[];
  /** Estimates; null if the action does not change them. */
  readonly cost: { readonly before: CollectingCost; readonly after: CollectingCost } | null;
  /** UTC milliseconds. */
  readonly at: number;
  /** Null for an action on no brand. */
  readonly brand: { readonly id: string; readonly name: string } | null;
  /** The brand's version after the action, if asked for; null if there is no such brand any more. */
  readonly version: string | null;
}

interface Performed extends ActionResult, Pick<Outcome<unknown>, 'afterwards'> {}

/**
 * Runs an action in one transaction, or only previews it: a dry run does everything and rolls it back, so the preview is exact but for random
 * ids. Work that takes long or waits for a network comes after the transaction.
 *
 * @throws SightlineError `invalid_parameter`, `insufficient_scope`, `no_such_brand`, `precondition_failed`, `conflict`, or `not_found`
 */
export async function runAction<A extends Action>(
  deps: ActionDeps,
  call: ActionCall<A>,
): Promise<ActionResult<Static<A['data']>>> {
  const { action, caller, isDryRun = false, repeatable = null } = call;
  if (!caller.may(action.permission)) throw notAllowed(action.permission);
  const input = inputOf(action, call.input);
  const at = deps.now();
  const reading = await readingOf(deps, call, input).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const work = async (db: Database) =>
    await performed({ ...deps, now: () => at, db }, call, { input, reading });
  const run = async (): Promise<Performed> => {
    if (isDryRun) return await rolledBack(deps.db, work);
    if (repeatable !== null && action.secret !== undefined)
      throw new Error('A secret has no second showing.');
    return await inTransaction(deps.db, async (db) =>
      repeatable === null ? await work(db) : await once(db, repeatable, at, work),
    );
  };
  const finished = async (): Promise<ActionResult> => {
    const { afterwards, ...result } = await run();
    if (!afterwards || isDryRun) return result;
    return { ...result, data: await afterwards(deps.db, await outsideOf(deps)) };
  };
  const result = await finished().catch((error: unknown) => {
    throw asRefusal(error);
  });
  if (action.erases && !isDryRun) await emptyLog(deps.db);
  return result as ActionResult<Static<A['data']>>;
}

/** The text that the action reads, as the brand's reader reads it. */
async function readingOf(
  { db, explain }: ActionDeps,
  { action, brand }: ActionCall,
  input: unknown,
): Promise<OutsideReading | null> {
  if (action.of !== 'brand' || action.reads === undefined || brand === null) return null;
  return await readOutside(db, brand.id, action.reads(input as InputOf<Action>), explain);
}

async function outsideOf({ db, outside }: ActionDeps): Promise<Outside> {
  if (outside) return await outside(db);
  throw new Error('This door has no network for actions.');
}

/** The first result for a repeated request. @throws SightlineError `conflict` if the key came with another request */
async function once(
  db: Database,
  repeatable: RepeatableRequest,
  at: number,
  work: (db: Database) => Promise<ActionResult>,
): Promise<ActionResult> {
  const earlier = await claimRequest(db, repeatable, at);
  if (earlier === null) {
    const result = await work(db);
    await saveResult(db, repeatable, JSON.stringify(result));
    return result;
  }
  if (earlier.request !== repeatable.request)
    throw new SightlineError('conflict', 'This `Idempotency-Key` came with another request within 24 hours.');
  return JSON.parse(earlier.result) as ActionResult;
}

/** An action's checked input, and the text that it reads. */
interface Given {
  readonly input: unknown;
  readonly reading: OutsideReading | null;
}

async function performed(deps: ActionDeps, call: ActionCall, given: Given): Promise<Performed> {
  const { db, now } = deps;
  const { action, caller, brand, ifMatch = null } = call;
  if (brand !== null) await lockUnchanged(db, brand, ifMatch);
  const before = action.hasCost ? await costOf(deps, caller, brand?.publicId ?? null) : null;
  const outcome = await outcomeOf(deps, call, given);
  const subject = outcome.madeBrand ?? brand?.publicId ?? null;
  const after = before && (await costOf(deps, caller, subject));
  if (outcome.changes.length > 0 && !(await hasAudit(db, { actor: caller.id, at: now() })))
    throw new Error(`The action ${action.name} left no audit entry.`);
  const { data, changes, notices, afterwards } = outcome;
  const cost = before && after && { before, after };
  const state = await stateOf(db, subject, call.isVersioned === true);
  return { at: now(), data, changes, notices, cost, ...state, ...(afterwards && { afterwards }) };
}

async function outcomeOf(
  deps: ActionDeps,
  { action, caller, brand, isDryRun = false }: ActionCall,
  { input, reading }: Given,
): Promise<Outcome<unknown>> {
  const { db, now, random } = deps;
  const engines = () => deps.engines(db);
  const { id, name, may } = caller;
  const context = { db, now, random, engines, actor: { id, name }, may };
  const checked = input as InputOf<Action>;
  if (action.of === 'server') {
    return await action.run({ ...context, ...settingsOf(deps), reach: caller.scope }, checked);
  }
  const organizationId = organizationOf(caller);
  const declaring = { ...context, organizationId, scope: { ...caller.scope, organizationId } };
  if (action.of === 'organization') return await action.run(declaring, checked);
  if (brand === null) throw new Error(`The action ${action.name} needs a brand.`);
  const secretKey = deps.engineKeys?.secretKey ?? null;
  return await action.run({ ...declaring, brand, secretKey, reading, isDryRun }, checked);
}

function settingsOf({ maxKeyDays = null, senders, engineKeys }: ActionDeps): ServerSettings {
  if (senders && engineKeys) return { maxKeyDays, senders, engineKeys };
  throw new Error('This door has no settings for actions on the server.');
}

function organizationOf({ scope }: ActionCaller): number {
  if (scope.organizationId !== null) return scope.organizationId;
  throw new Error('This action needs an organization.');
}

/** Locks the brand, so the compared version is the one that changes. */
async function lockUnchanged(
  db: Database,
  { id, publicId }: NonNullable<ActionCall['brand']>,
  ifMatch: string | null,
): Promise<void> {
  if (!(await lockLiveBrand(db, id))) throw noSuchBrand();
  if (ifMatch === null) return;
  const document = await brandDocument(db, publicId);
  const changed = changedSince(ifMatch, document);
  if (changed.length > 0) throw new ChangedMeanwhile(changed);
}

async function stateOf(
  db: Database,
  brand: string | null,
  isVersioned: boolean,
): Promise<Pick<ActionResult, 'brand' | 'version'>> {
  const found = brand === null ? null : await findBrandByPublicId(db, brand);
  if (!found) return { brand: null, version: null };
  const hasVersion = isVersioned && found.deletedAt === null;
  return {
    brand: { id: found.publicId, name: found.name },
    version: hasVersion ? brandVersion(await brandDocument(db, found.publicId)) : null,
  };
}

async function costOf(
  { db, now, engines }: ActionDeps,
  caller: ActionCaller,
  brand: string | null,
): Promise<CollectingCost> {
  const of = { organizationId: organizationOf(caller), brand };
  return await collectingCost(db, now(), of, await engines(db));
}

const VALIDATORS = new WeakMap<Action, ReturnType<typeof engineValidator<TObject>>>();

/** The input, trimmed. @throws SightlineError `invalid_parameter` with every problem */
function inputOf(action: Action, given: unknown): unknown {
  let validator = VALIDATORS.get(action);
  if (validator === undefined) {
    validator = engineValidator(Type.Object(action.input, CLOSED));
    VALIDATORS.set(action, validator);
  }
  const { value, problems: unusable } = readValue(given);
  const problems = unusable.length > 0 ? unusable : placedProblemsOf(validator(), value);
  if (problems.length > 0) throw new InvalidInput(problems);
  return value;
}

/** What is wrong with an input, by field. */
export class InvalidInput extends SightlineError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const text = sentenceOf(problems.map((each) => each.text));
    super('invalid_parameter', capitalized(text));
    this.problems = problems;
  }
}

/** Somebody else changed the same parts since the form loaded. Nothing was applied. */
export class ChangedMeanwhile extends SightlineError {
  readonly parts: readonly DocumentPart[];

  constructor(parts: readonly DocumentPart[]) {
    super('precondition_failed', 'Nothing was changed: somebody else changed the brand meanwhile.');
    this.parts = parts;
  }
}

/** Places in an apply file mean nothing to a caller who sent one part. */
const PLACE = /organizations\[0\]\.brands\[0\]\.?/g;

const REFUSED_INPUT: ReadonlySet<string> = new Set(['invalid_argument', 'invalid_file', 'bad_line']);

function asRefusal(error: unknown): unknown {
  if (error instanceof InvalidFile)
    return new InvalidInput(
      error.problems.map(({ at, text }) => ({
        at: at.replace(PLACE, ''),
        text: text.replace(PLACE, '') || 'the input is not valid',
      })),
    );
  if (error instanceof SightlineError && REFUSED_INPUT.has(error.code))
    return new SightlineError('invalid_parameter', error.message);
  return error;
}

function notAllowed(permission: PermissionName): SightlineError {
  const { words } = PERMISSIONS[permission];
  return new SightlineError(
    'insufficient_scope',
    `You may not do this: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`,
  );
}
