import type { Action, DataOf } from '../../actions/action.ts';
import { type ActionCall, type ActionResult, runAction } from '../../actions/run-action.ts';
import { OPERATOR } from '../../domain/access/audit.ts';
import { brandNamed } from '../../pipeline/declare/find-brand.ts';
import type { Database } from '../../reports/run/operator.ts';
import type { CliDeps, Invocation } from './deps.ts';

export { actions } from '../../actions/index.ts';

/** What an action is on: a brand, an organization (internal id), or neither. */
export interface Target {
  readonly brand: ActionCall['brand'];
  readonly organizationId: number | null;
}

/** @throws SightlineError as `brandNamed` does */
export async function brandTarget(
  db: Database,
  brand: string,
  organization?: string | undefined,
): Promise<Target & { readonly brand: object }> {
  const found = await brandNamed(db, brand, organization);
  return { brand: found, organizationId: found.organizationId };
}

type OperatorCall<A extends Action> = Pick<ActionCall<A>, 'action' | 'input' | 'isDryRun'> & Partial<Target>;

/** Runs an action as the operator, who may everything. @throws SightlineError as `runAction` does */
export async function act<A extends Action>(
  deps: CliDeps,
  { flags }: Invocation,
  db: Database,
  { brand = null, organizationId = null, ...call }: OperatorCall<A>,
): Promise<ActionResult<DataOf<A>>> {
  const { now, random } = deps;
  const scope = { actor: OPERATOR, brandIds: null, organizationId };
  const caller = { id: OPERATOR, name: OPERATOR, scope, may: () => true };
  const engines = (at: Database) => deps.engines(flags, at);
  // Reading them registers the operator's own engines.
  if (call.action.hasCost) await engines(db);
  const outside = async () => ({
    sites: deps.sites(),
    engineKeys: await deps.engineKeys(flags, db),
    now,
    sleep: deps.sleep,
    stop: deps.stopSignal(),
  });
  const hasSettings = call.action.of === 'server' || call.action.secret !== undefined;
  const settings = hasSettings ? await settingsOf(deps, flags, db) : {};
  return await runAction({ now, random, ...settings, db, engines, outside }, { ...call, brand, caller });
}

async function settingsOf(deps: CliDeps, flags: Invocation['flags'], db: Database) {
  return {
    maxKeyDays: deps.maxKeyDays(flags),
    senders: await deps.senders(flags),
    engineKeys: await deps.engineKeys(flags, db),
  };
}
