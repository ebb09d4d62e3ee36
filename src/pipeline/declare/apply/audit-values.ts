import { isDeepStrictEqual } from 'node:util';
import type { AuditChange } from '../../../domain/access/audit.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { alertsOf, type BrandDocument, collectOf, planOf } from '../document/document.ts';
import { differencesOf } from '../document/document-diff.ts';

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

/** Differences between two documents of a brand, with questions. @param before null for a new brand */
export function brandChanges(before: BrandDocument | null, after: BrandDocument): AuditChange[] {
  const [old, now] = [questionsIn(before), questionsIn(after)];
  const questions = [...new Set([...old.keys(), ...now.keys()])]
    .map((text) => ({
      what: `Question ${text}`,
      before: old.get(text) ?? null,
      after: now.get(text) ?? null,
    }))
    .filter((each) => !isDeepStrictEqual(each.before, each.after));
  return [...differencesOf(before, after), ...questions];
}

function questionsIn(document: BrandDocument | null): Map<string, string> {
  return new Map(
    (document?.prompts ?? []).map((each): [string, string] => {
      if (typeof each === 'string') return [each, 'asked'];
      const { text, tags = [], markets = [], active = true, samples_per_day: samples, every } = each;
      const said = [
        active ? 'asked' : 'paused',
        ...(tags.length > 0 ? [`tags ${tags.join(', ')}`] : []),
        ...(markets.length > 0 ? [`in ${markets.join(', ')}`] : []),
        ...(samples ? [`${samples} times a day`] : []),
        ...(every === 'week' ? ['once a week'] : []),
      ];
      return [text, said.join(', ')];
    }),
  );
}
