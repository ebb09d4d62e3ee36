import type { PlanName, Subscription } from '../../domain/access/subscription.ts';
import type { AlertSettings } from '../../domain/alerts/alert-rules.ts';
import { DEFAULT_ALERT_SETTINGS } from '../../domain/alerts/alert-rules.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';
import { lockBrandsOf } from './brand/brand-lock.ts';

export interface Organization {
  readonly id: number;
  readonly publicId: string;
  readonly name: string;
}

/** By public id, else by name. */
export async function findOrganization(db: Database, idOrName: string): Promise<Organization | null> {
  return (await findOrganizationById(db, idOrName)) ?? (await findOrganizationByName(db, idOrName));
}

export async function findOrganizationById(db: Database, publicId: string): Promise<Organization | null> {
  return (await organizations(db).where('public_id', '=', publicId).executeTakeFirst()) ?? null;
}

export async function findOrganizationByName(db: Database, name: string): Promise<Organization | null> {
  return (await organizations(db).where('name', '=', name).executeTakeFirst()) ?? null;
}

/** By internal id. */
export async function findOrganizationByKey(db: Database, id: number): Promise<Organization | null> {
  return (await organizations(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** An error lists at most this many organizations. */
const MOST_LISTED = 20;

/** @throws SightlineError `not_found`, listing the organizations */
export async function organizationNamed(db: Database, idOrName: string): Promise<Organization> {
  const found = await findOrganization(db, idOrName);
  if (found) return found;
  const names = (await listOrganizations(db)).map(({ name }) => name);
  const shown = names.slice(0, MOST_LISTED).join(', ');
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : '';
  const there =
    names.length === 0 ? 'there is none yet' : `there ${names.length === 1 ? 'is' : 'are'} ${shown}${more}`;
  throw new SightlineError('not_found', `There is no organization ${idOrName}; ${there}.`);
}

/** Oldest first. */
export async function listOrganizations(db: Database): Promise<Organization[]> {
  return await organizations(db).orderBy('id').execute();
}

function organizations(db: Database) {
  return db.selectFrom('organizations').select(['id', 'public_id as publicId', 'name']);
}

/** By a live brand's public id. */
export async function findOrganizationOfBrand(db: Database, brand: string): Promise<Organization | null> {
  const row = await db
    .selectFrom('brands as b')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .select(['o.id', 'o.public_id as publicId', 'o.name'])
    .where('b.public_id', '=', brand)
    .where('b.deleted_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertOrganization(
  db: Database,
  row: { publicId: string; name: string; createdAt: number },
): Promise<number> {
  const { id } = await db
    .insertInto('organizations')
    .values({ public_id: row.publicId, name: row.name, created_at: row.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameOrganization(db: Database, id: number, name: string): Promise<void> {
  await db.updateTable('organizations').set({ name }).where('id', '=', id).execute();
}

/** An organization's current or former plan; null if it never had one. */
export async function findSubscription(db: Database, organizationId: number): Promise<Subscription | null> {
  const [row] = await selectSubscription(db, { organizationId });
  return row ? subscriptionOf(row) : null;
}

const selectSubscription = statement(
  'subscription',
  (db: Database, { organizationId }: { organizationId: number }) =>
    db
      .selectFrom('organizations')
      .select(['plan', 'status', 'trial_ends_at', 'prompts_included', 'api_access'])
      .where('id', '=', organizationId),
);

/** The subscription in a row with its columns, which are all null without one. */
export function subscriptionOf(row: {
  plan: string | null;
  status: string | null;
  trial_ends_at: number | null;
  prompts_included: number | null;
  api_access: number | null;
}): Subscription | null {
  const { plan, status, prompts_included: promptsIncluded } = row;
  if (plan === null || status === null || promptsIncluded === null) return null;
  return {
    plan: plan as PlanName,
    status,
    trialEndsAt: row.trial_ends_at,
    promptsIncluded,
    apiAccess: row.api_access === 1,
  };
}

/** Sets the plan; null removes it without a trace. */
export async function saveSubscription(
  db: Database,
  organizationId: number,
  subscription: Subscription | null,
): Promise<void> {
  const columns = {
    plan: subscription?.plan ?? null,
    status: subscription?.status ?? null,
    trial_ends_at: subscription?.trialEndsAt ?? null,
    prompts_included: subscription?.promptsIncluded ?? null,
    api_access: subscription && (subscription.apiAccess ? 1 : 0),
  };
  await db.updateTable('organizations').set(columns).where('id', '=', organizationId).execute();
}

/** The organization's own alert settings, or the defaults. */
export async function findAlertSettings(db: Database, organizationId: number): Promise<AlertSettings> {
  const row = await db
    .selectFrom('organizations')
    .select('alert_settings')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.alert_settings ? (JSON.parse(row.alert_settings) as AlertSettings) : DEFAULT_ALERT_SETTINGS;
}

/** Saves alert settings for all its brands. Run it in a transaction. */
export async function saveAlertSettings(
  db: Database,
  organizationId: number,
  { enabled, kinds, minDeltaPoints, minSampleEachSide }: AlertSettings,
): Promise<void> {
  await lockBrandsOf(db, organizationId);
  const alert_settings = JSON.stringify({ enabled, kinds, minDeltaPoints, minSampleEachSide });
  await db.updateTable('organizations').set({ alert_settings }).where('id', '=', organizationId).execute();
}
