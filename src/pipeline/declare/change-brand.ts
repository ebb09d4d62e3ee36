import { SightlineError } from '../../domain/errors.ts';
import { findBrandByName, findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ApplyDeps, applyDeclared } from './apply/apply.ts';
import { InvalidFile, readDeclared } from './apply/apply-file.ts';
import type { ApplyResult, ApplyScope } from './apply/apply-run.ts';
import { organizationInScope } from './apply/apply-scope.ts';
import type { DeclaredOrganization } from './document/declared.ts';
import type { BrandDocument } from './document/document.ts';
import type { DocumentPart } from './document/document-version.ts';

/** A form's change to a brand, which becomes the brand's apply document. */
export interface BrandChange {
  readonly scope: ApplyScope;
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  /** Parts in the form. Others stay unchanged. */
  readonly parts: Partial<BrandDocument>;
}

/** Somebody else changed the same parts since the form loaded. Nothing was applied. */
export class ChangedMeanwhile extends SightlineError {
  readonly parts: readonly DocumentPart[];

  constructor(parts: readonly DocumentPart[]) {
    super('precondition_failed', 'Nothing was changed: somebody else changed the brand meanwhile.');
    this.parts = parts;
  }
}

/** @throws InvalidFile, or SightlineError `conflict` */
export async function changeBrand(deps: ApplyDeps, change: BrandChange): Promise<ApplyResult> {
  return await applyDeclared(deps, await fileOf(deps.db, change), optionsOf(change));
}

async function fileOf(db: Database, { scope, brand, parts }: BrandChange): Promise<DeclaredOrganization[]> {
  const { name } = await organizationInScope(db, scope);
  const current = brand === null || parts.name !== undefined ? {} : { name: await nameOf(db, brand) };
  const id = brand === null ? {} : { id: brand };
  return readDeclared({ organizations: [{ name, brands: [{ ...current, ...parts, ...id }] }] });
}

async function nameOf(db: Database, brand: string): Promise<string> {
  return (await findBrandByPublicId(db, brand))?.name ?? brand;
}

/** The new brand's id; null if the apply created none. */
export function createdBrand({ changes }: Pick<ApplyResult, 'changes'>): string | null {
  return changes.find(({ action, kind }) => action === 'created' && kind === 'brand')?.name ?? null;
}

function optionsOf({ scope, brand, parts }: BrandChange) {
  if (brand !== null) return { scope };
  const name = (parts.name ?? '').trim();
  return { scope, before: (transaction: Database) => refuseKnown(transaction, scope, name) };
}

/** A file finds a brand by name, but a form for a new brand must not change another. */
async function refuseKnown(transaction: Database, scope: ApplyScope, name: string): Promise<void> {
  if ((await findBrandByName(transaction, scope.organizationId, name)) === null) return;
  throw new InvalidFile([
    { at: 'organizations[0].brands[0].name', text: `there is a brand ${name} already` },
  ]);
}
