import { SightlineError } from '../../domain/errors.ts';
import { findBrandByName, findBrandByPublicId } from '../../storage/directory/declare.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ApplyDeps, applyDeclared, previewDeclared } from './apply.ts';
import { InvalidFile, readDeclared } from './apply-file.ts';
import type { ApplyFiles } from './apply-files.ts';
import type { ApplyResult, ApplyScope } from './apply-run.ts';
import { organizationInScope } from './apply-scope.ts';
import type { DeclaredOrganization } from './declared.ts';
import { type BrandDocument, brandDocument } from './document.ts';
import { changedSince, type DocumentPart } from './document-version.ts';
import { refuseLongText } from './yaml.ts';

/** What a form changes of a brand: it becomes the apply document of that brand. */
export interface BrandChange {
  readonly scope: ApplyScope;
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  /** The parts that the form gives. What it does not give stays as it is. */
  readonly parts: Partial<BrandDocument>;
  /** What the form was shown of these parts (document-version.ts); null for a new brand. */
  readonly version: string | null;
}

/** Somebody else changed what a form would overwrite since it was shown. Nothing was applied. */
export class ChangedMeanwhile extends SightlineError {
  readonly parts: readonly DocumentPart[];

  constructor(parts: readonly DocumentPart[]) {
    super('conflict', `Nothing was applied: the brand was changed meanwhile (${parts.join(', ')}).`);
    this.parts = parts;
  }
}

/** @throws InvalidFile, ChangedMeanwhile, or SightlineError `conflict` */
export async function changeBrand(deps: ApplyDeps, change: BrandChange): Promise<ApplyResult> {
  return await applyDeclared(deps, await fileOf(deps.db, change), optionsOf(change));
}

/** What the change would do, and what `look` sees in the store as it would be. Nothing is changed. */
export async function previewBrandChange<Seen>(
  deps: ApplyDeps,
  change: BrandChange,
  look: (db: Database, result: ApplyResult) => Promise<Seen>,
): Promise<{ readonly result: ApplyResult; readonly seen: Seen }> {
  return await previewDeclared(deps, await fileOf(deps.db, change), optionsOf(change), look);
}

/** An apply file that somebody edited or uploaded on the pages of a brand. */
export interface FileChange extends Pick<BrandChange, 'scope' | 'version'> {
  readonly brand: string;
  readonly text: string;
}

export interface FileDeps extends ApplyDeps {
  readonly files: ApplyFiles;
}

/** @throws as changeBrand does */
export async function applyBrandFile(deps: FileDeps, change: FileChange): Promise<ApplyResult> {
  return await applyDeclared(deps, await declaredIn(deps, change), optionsOf({ ...change, parts: {} }));
}

/** What it would do. Nothing is changed. */
export async function previewBrandFile<Seen>(
  deps: FileDeps,
  change: FileChange,
  look: (db: Database, result: ApplyResult) => Promise<Seen>,
): Promise<{ readonly result: ApplyResult; readonly seen: Seen }> {
  const declared = await declaredIn(deps, change);
  return await previewDeclared(deps, declared, optionsOf({ ...change, parts: {} }), look);
}

async function declaredIn({ files }: FileDeps, { text }: FileChange): Promise<DeclaredOrganization[]> {
  refuseLongText(text);
  return await files.read(text);
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

/** The id of the brand that an apply created; null if it created none. */
export function createdBrand({ changes }: Pick<ApplyResult, 'changes'>): string | null {
  return changes.find(({ action, kind }) => action === 'created' && kind === 'brand')?.name ?? null;
}

function optionsOf({ scope, brand, version, parts }: BrandChange) {
  if (brand === null) {
    const name = (parts.name ?? '').trim();
    return { scope, before: (transaction: Database) => refuseKnown(transaction, scope, name) };
  }
  if (version === null) return { scope };
  return { scope, before: (transaction: Database) => refuseChanged(transaction, brand, version) };
}

/** A file finds a brand by its name. A form for a new one must not change another. */
async function refuseKnown(transaction: Database, scope: ApplyScope, name: string): Promise<void> {
  if ((await findBrandByName(transaction, scope.organizationId, name)) === null) return;
  throw new InvalidFile([
    { at: 'organizations[0].brands[0].name', text: `there is a brand ${name} already` },
  ]);
}

/** Locks the brand, so that what is compared is what will be overwritten. */
async function refuseChanged(transaction: Database, publicId: string, version: string): Promise<void> {
  const found = await findBrandByPublicId(transaction, publicId);
  if (found) await lockLiveBrand(transaction, found.id);
  const changed = changedSince(version, await brandDocument(transaction, publicId));
  if (changed.length > 0) throw new ChangedMeanwhile(changed);
}
