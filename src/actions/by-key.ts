import type { KeyRecord } from '../domain/access/api-key.ts';
import { PERMISSIONS } from '../domain/access/permissions.ts';
import { SightlineError } from '../domain/errors.ts';
import { candidatesFor, chosen, refuseWithoutPlan, refuseWithoutScope } from '../reports/run/access.ts';
import type { Caller } from '../reports/shape/report.ts';
import { envelopeOf } from './envelope.ts';
import type { RoutedAction } from './index.ts';
import { type ActionCall, type ActionCaller, type ActionDeps, runAction } from './run-action.ts';

export type KeyCaller = Caller & KeyRecord;

/** What a key asks for, once its plan, scope, and brand are known. */
export type KeyRequest = Pick<ActionCall, 'input' | 'isDryRun' | 'ifMatch' | 'repeatable'>;

/** Runs actions for one key, whose scopes and brand say which. */
export interface ActionRunner {
  readonly mayRun: (action: RoutedAction) => boolean;
  readonly run: (
    action: RoutedAction,
    brand: unknown,
    request: KeyRequest,
  ) => Promise<ReturnType<typeof envelopeOf>>;
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs an action for a key, with the checks in the order of the reports': plan, scope, existence of any brand, input, brand.
 *
 * @param brand the id that the request names, if any
 * @param read reads the request, as slowly as its client sends it
 * @param inTurn waits for a turn to run
 * @throws SightlineError with the contract's code
 */
export async function actByKey(
  deps: ActionDeps,
  caller: KeyCaller,
  { action, brand }: { readonly action: RoutedAction; readonly brand: unknown },
  read: () => Promise<KeyRequest>,
  inTurn: InTurn,
): Promise<ReturnType<typeof envelopeOf>> {
  refuseWithoutPlan(caller);
  refuseWithoutScope(caller, action.route.scope);
  const acting = callerOf(caller);
  if (!acting.may(action.permission)) throw pinned();
  const candidates = action.of === 'brand' ? await candidatesFor(deps.db, caller, brand) : null;
  const request = await read();
  if (candidates === null && request.ifMatch != null)
    throw new SightlineError(
      'invalid_parameter',
      '`If-Match` has no meaning here: the action changes no brand.',
    );
  const brandOf = { brand: candidates && chosen(candidates), isVersioned: true };
  const call = { ...request, ...brandOf, action, caller: acting };
  return envelopeOf(await inTurn(() => runAction(deps, call)), request.isDryRun === true);
}

export function mayRun(caller: KeyCaller, { route, permission }: RoutedAction): boolean {
  return caller.scopes.includes(route.scope) && callerOf(caller).may(permission);
}

function pinned(): SightlineError {
  return new SightlineError(
    'insufficient_scope',
    'This key is pinned to a brand: use a key of the whole organization.',
  );
}

/** What a key may do as an action's caller. A key for one brand has no permission that concerns all. */
function callerOf({ publicId, name, organizationId, brandIds }: KeyCaller): ActionCaller {
  return {
    id: publicId,
    name: name ?? publicId,
    scope: { actor: publicId, organizationId, brandIds },
    may: (permission) => brandIds === null || !('ofAllBrands' in PERMISSIONS[permission]),
  };
}
