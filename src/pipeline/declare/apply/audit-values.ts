import type { AuditChange } from '../../../domain/access/audit.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { alertsOf, collectOf, planOf } from '../document/document.ts';

/** An organization's settings by apply-file name: `plan.prompts_included`. */
export type OrganizationValues = ReadonlyMap<string, string>;

export async function organizationValues(db: Database, id: number): Promise<OrganizationValues> {
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

/** Differences between an organization's settings. */
export function valueChanges(before: OrganizationValues, after: OrganizationValues): AuditChange[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((what) => ({ what, before: before.get(what) ?? null, after: after.get(what) ?? null }))
    .filter((each) => each.before !== each.after);
}
