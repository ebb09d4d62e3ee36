import { isDeepStrictEqual } from 'node:util';
import { type AuditChange, OPERATOR } from '../../../domain/access/audit.ts';
import type { RandomBytes } from '../../../domain/access/base62.ts';
import { publicId } from '../../../domain/access/public-id.ts';
import { findCollectLimits, saveCollectLimits } from '../../../storage/collect/spending.ts';
import { countWorkspace } from '../../../storage/directory/brands.ts';
import {
  findAlertSettings,
  findOrganizationById,
  findOrganizationByName,
  findSubscription,
  insertOrganization,
  renameOrganization,
  saveAlertSettings,
  saveSubscription,
} from '../../../storage/directory/organizations.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { inTransaction } from '../../../storage/driver/in-transaction.ts';
import {
  alertSettingsOf,
  collectLimitsOf,
  type DeclaredOrganization,
  subscriptionOf,
} from '../document/declared.ts';
import { alertsOf, collectOf, planOf } from '../document/document.ts';
import { applyBrand } from './apply-brand.ts';
import { readApplyFile } from './apply-file.ts';
import {
  ApplyRecord,
  type ApplyResult,
  type ApplyRun,
  type ApplyScope,
  conflict,
  type DueBrand,
} from './apply-run.ts';
import { refuseBeyond } from './apply-scope.ts';
import { auditChanges } from './audit-changes.ts';
import { rolledBack } from './roll-back.ts';

export type { ApplyResult, ApplyScope } from './apply-run.ts';

export interface ApplyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
}

export interface ApplyOptions {
  /** Default: the operator, who may change everything. */
  readonly scope?: ApplyScope | null;
  /** Runs in the transaction before any change. Throwing cancels the apply. */
  readonly before?: (transaction: Database) => Promise<void>;
}

/** Tells the operator about due answers, with the command. */
export function dueNotice({ brand, answers }: DueBrand): string {
  return (
    `${brand}: ${answers} stored answers still have the earlier names, domains, or competitors; ` +
    `\`sightline rescan --brand ${brand}\` reads them again`
  );
}

/**
 * Makes the store match a file in one transaction, all or nothing. Absent parts stay unchanged. A given list
 * (competitors, engines, prompts) is complete: missing entries become retired or inactive, never deleted.
 *
 * @throws SightlineError `invalid_file`, or `conflict` if the file contradicts the store
 */
export async function applyFile(
  deps: ApplyDeps,
  text: string,
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  return await applyDeclared(deps, readApplyFile(text), options);
}

export async function applyDeclared(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: ApplyOptions = {},
): Promise<ApplyResult> {
  if (options.scope) await refuseBeyond(deps.db, options.scope, organizations);
  return await inTransaction(deps.db, (transaction) => applyIn(transaction, deps, organizations, options));
}

/**
 * Previews an apply: applies, looks, and rolls back, so the preview is exact except for random ids.
 *
 * @param look receives the changed store and the result
 */
export async function previewDeclared<Seen>(
  deps: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  options: ApplyOptions,
  look: (db: Database, result: ApplyResult) => Promise<Seen>,
): Promise<{ readonly result: ApplyResult; readonly seen: Seen }> {
  if (options.scope) await refuseBeyond(deps.db, options.scope, organizations);
  return await rolledBack(deps.db, async (transaction) => {
    const result = await applyIn(transaction, deps, organizations, options);
    return { result, seen: await look(transaction, result) };
  });
}

async function applyIn(
  transaction: Database,
  { now, random }: ApplyDeps,
  organizations: readonly DeclaredOrganization[],
  { scope = null, before }: ApplyOptions,
): Promise<ApplyResult> {
  await before?.(transaction);
  const brands = organizations.flatMap((each) => each.brands ?? []);
  const declaredBrandIds = new Set(brands.flatMap((brand) => brand.id ?? []));
  const record = new ApplyRecord();
  const run = { db: transaction, now: now(), random, declaredBrandIds, scope, record };
  for (const organization of organizations) await applyOrganization(run, organization);
  return { changes: record.changes, values: record.values, notices: record.notices, due: record.due };
}

async function applyOrganization(run: ApplyRun, declared: DeclaredOrganization): Promise<void> {
  const earlier = run.record.changes.length;
  const { id, name } = await organizationOf(run, declared);
  const before = await organizationValues(run.db, id);
  run.record.reach(`organization ${id}`, declared.name);
  await applyPlan(run, id, declared);
  await applyAlerts(run, id, declared);
  await applyCollectLimits(run, id, declared);
  for (const brand of declared.brands ?? []) await applyBrand(run, id, brand);
  await noticePlan(run, id, declared);
  const renamed = name === declared.name ? [] : [{ what: 'name', before: name, after: declared.name }];
  const values = new Map(run.record.values);
  values.set('', [...renamed, ...valueChanges(before, await organizationValues(run.db, id))]);
  const deed = { actor: run.scope?.actor ?? OPERATOR, at: run.now };
  await auditChanges(run.db, deed, id, { changes: run.record.changes.slice(earlier), values });
}

async function organizationOf(
  run: ApplyRun,
  declared: DeclaredOrganization,
): Promise<{ readonly id: number; readonly name: string | null }> {
  const named = await findOrganizationByName(run.db, declared.name);
  const known = declared.id === undefined ? named : await findOrganizationById(run.db, declared.id);
  if (named && named.id !== known?.id) {
    throw conflict(`the organization ${declared.name} already has the id ${named.publicId}`);
  }
  if (!known) return { id: await newOrganization(run, declared), name: null };
  if (known.name !== declared.name) {
    await renameOrganization(run.db, known.id, declared.name);
    run.record.changed('changed', 'organization', declared.name);
  }
  return known;
}

async function newOrganization(run: ApplyRun, { id, name }: DeclaredOrganization): Promise<number> {
  const row = { publicId: id ?? publicId('org', run.random), name, createdAt: run.now };
  run.record.changed('created', 'organization', name);
  return await insertOrganization(run.db, row);
}

async function applyPlan(run: ApplyRun, id: number, declared: DeclaredOrganization): Promise<void> {
  const { db, record } = run;
  const subscription = subscriptionOf(declared);
  if (subscription === undefined) return;
  if (isDeepStrictEqual(await findSubscription(db, id), subscription)) return;
  await saveSubscription(db, id, subscription);
  record.changed('changed', 'plan', `${declared.name}: ${subscription?.plan ?? 'none'}`);
}

async function applyAlerts(
  { db, record }: ApplyRun,
  id: number,
  declared: DeclaredOrganization,
): Promise<void> {
  if (declared.alerts === undefined) return;
  const before = await findAlertSettings(db, id);
  const settings = alertSettingsOf(declared, before);
  if (isDeepStrictEqual(before, settings)) return;
  await saveAlertSettings(db, id, settings);
  record.changed('changed', 'alerts', declared.name);
}

async function applyCollectLimits(run: ApplyRun, id: number, declared: DeclaredOrganization): Promise<void> {
  const { db, record } = run;
  const limits = collectLimitsOf(declared);
  if (limits === undefined) return;
  if (isDeepStrictEqual(await findCollectLimits(db, id), limits)) return;
  await saveCollectLimits(db, id, limits);
  record.changed('changed', 'collecting', declared.name);
}

async function noticePlan(
  { db, record }: ApplyRun,
  id: number,
  declared: DeclaredOrganization,
): Promise<void> {
  const { name, plan } = declared;
  const subscription = await findSubscription(db, id);
  if (subscription === null) {
    if (plan === undefined) record.notices.push(noPlanNotice(name));
    return;
  }
  const { activePrompts } = await countWorkspace(db, id);
  if (activePrompts <= subscription.promptsIncluded) return;
  record.notices.push(
    `${name}: ${activePrompts} active questions, but the plan includes ${subscription.promptsIncluded}`,
  );
}

/** Says that an organization has no plan. Not for `plan: null`, which says so itself. */
function noPlanNotice(name: string): string {
  return (
    `${name} has no plan, so its API keys get 402, and Sightline asks no engine; ` +
    'write `plan: { name: growth }` below its name'
  );
}

/** An organization's settings by apply-file name: `plan.prompts_included`. */
type OrganizationValues = ReadonlyMap<string, string>;

async function organizationValues(db: Database, id: number): Promise<OrganizationValues> {
  const parts = {
    plan: await planOf(db, id),
    collect: await collectOf(db, id),
    alerts: await alertsOf(db, id),
  };
  return new Map(
    Object.entries(parts).flatMap(([part, settings]) =>
      Object.entries(settings ?? {})
        .filter(([, value]) => value !== null)
        .map(([name, value]): [string, string] => [`${part}.${name}`, String(value)]),
    ),
  );
}

function valueChanges(before: OrganizationValues, after: OrganizationValues): AuditChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, before: before.get(what) ?? null, after: after.get(what) ?? null }))
    .filter((each) => each.before !== each.after);
}
