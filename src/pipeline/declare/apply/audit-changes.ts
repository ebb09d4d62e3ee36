import type { AuditAction, AuditChange } from '../../../domain/access/audit.ts';
import { insertAudit } from '../../../storage/directory/access/audit.ts';
import { findBrandByPublicId } from '../../../storage/directory/brand/declare.ts';
import type { Database } from '../../../storage/driver/database.ts';
import type { Change } from './apply-run.ts';

export interface AuditActor {
  readonly actor: string;
  readonly at: number;
}

/** Names of changes in the audit log, singular and plural. */
const WORDS: Readonly<Record<string, readonly [string, string]>> = {
  brand: ['settings', 'settings'],
  'tracked brand': ['name or competitor', 'names or competitors'],
  engines: ['engines', 'engines'],
  sites: ['sites', 'sites'],
  facts: ['facts', 'facts'],
  themes: ['themes', 'themes'],
  prompt: ['question', 'questions'],
};

const OF_ORGANIZATION = ['organization', 'plan', 'alerts', 'collecting'];

/** Changes of an apply, with old and new values by brand id; '' for the organization. */
interface Audited {
  readonly changes: readonly Change[];
  readonly values: ReadonlyMap<string, readonly AuditChange[]>;
}

export async function auditChanges(
  db: Database,
  deed: AuditActor,
  organizationId: number,
  { changes, values }: Audited,
): Promise<void> {
  const ofOrganization = changes.filter(({ kind }) => OF_ORGANIZATION.includes(kind));
  if (ofOrganization.length > 0) {
    const detail = ofOrganization.map(({ kind }) => kind).join(', ');
    const about = { action: 'organization.change', subject: null, detail } as const;
    await insertAudit(db, { ...deed, organizationId, ...about, changes: values.get('') ?? [] });
  }
  const ofBrands = changes.filter(({ kind }) => !OF_ORGANIZATION.includes(kind));
  for (const [brand, mine] of Map.groupBy(ofBrands, brandOf)) {
    const isNew = mine.some(({ action, kind }) => action === 'created' && kind === 'brand');
    const action = isNew ? 'brand.create' : 'brand.change';
    const about = { action, subject: brand, detail: summary(mine) } as const;
    await insertAudit(db, { ...deed, organizationId, ...about, changes: values.get(brand) ?? [] });
  }
}

export async function auditBrand(
  db: Database,
  { actor, at }: AuditActor,
  action: AuditAction,
  brand: string,
): Promise<void> {
  const organizationId = (await findBrandByPublicId(db, brand))?.organizationId ?? null;
  await insertAudit(db, { actor, at, organizationId, action, subject: brand, detail: '' });
}

/** Ids contain no colon, and a brand's parts have names that start with its id. */
function brandOf({ name }: Change): string {
  return name.split(':', 1)[0] ?? '';
}

function summary(changes: readonly Change[]): string {
  return [...Map.groupBy(changes, ({ kind }) => kind)]
    .map(([kind, { length }]) => {
      const [one, several] = WORDS[kind] ?? [kind, kind];
      return one === several ? one : `${length} ${length === 1 ? one : several}`;
    })
    .join(', ');
}
