import { isDeepStrictEqual } from 'node:util';
import { OPERATOR } from '../../../domain/access/audit.ts';
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
import {
  alertSettingsOf,
  collectLimitsOf,
  type DeclaredOrganization,
  subscriptionOf,
} from '../document/declared.ts';
import { applyBrand } from './apply-brand.ts';
import { type ApplyRun, conflict } from './apply-run.ts';
import { auditChanges } from './audit-changes.ts';
import { organizationValues, valueChanges } from './audit-values.ts';

/** Updates one organization of the file with its brands. */
export async function applyOrganization(run: ApplyRun, declared: DeclaredOrganization): Promise<void> {
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

/** The organization's id and previous name. */
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
