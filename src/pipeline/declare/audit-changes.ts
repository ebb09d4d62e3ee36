import type { AuditAction, AuditChange } from '../../domain/audit.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import { findBrandByPublicId } from '../../storage/directory/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Change } from './apply-run.ts';

/** Who changed something, and when. */
export interface Deed {
  readonly actor: string;
  readonly at: number;
}

/** What changes are called in the audit log, of one thing and of several. */
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

/** What an apply changed, and the old and new values of it by the id of a brand; those of the organization by ''. */
interface Audited {
  readonly changes: readonly Change[];
  readonly values: ReadonlyMap<string, readonly AuditChange[]>;
}

/** Notes what an apply changed, an entry for each brand and one for the organization. */
export async function auditChanges(
  db: Database,
  deed: Deed,
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

/** Notes that a brand was deleted or restored. */
export async function auditBrand(
  db: Database,
  { actor, at }: Deed,
  action: AuditAction,
  brand: string,
): Promise<void> {
  const organizationId = (await findBrandByPublicId(db, brand))?.organizationId ?? null;
  await insertAudit(db, { actor, at, organizationId, action, subject: brand, detail: '' });
}

/** An id has no colon, and whatever is of a brand is named after its id. */
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
