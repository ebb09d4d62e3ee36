import type { AuditChange } from '../domain/access/audit.ts';
import { SightlineError } from '../domain/errors.ts';
import { capitalized } from '../domain/text.ts';
import { type ApplyDeps, applyDeclared } from '../pipeline/declare/apply/apply.ts';
import { InvalidFile, readDeclared } from '../pipeline/declare/apply/apply-file.ts';
import type { ApplyResult, ApplyScope } from '../pipeline/declare/apply/apply-run.ts';
import { organizationInScope } from '../pipeline/declare/apply/apply-scope.ts';
import type { DeclaredOrganization } from '../pipeline/declare/document/declared.ts';
import type { BrandDocument } from '../pipeline/declare/document/document.ts';
import { rescanIfDue } from '../pipeline/tasks/tasks-of-brand.ts';
import { findBrandByName, findBrandByPublicId } from '../storage/directory/brand/declare.ts';
import type { Database } from '../storage/driver/database.ts';
import type { BrandContext, OrganizationContext, Outcome } from './action.ts';

/** Changes parts of a brand's document, as applying a file does, and rereads stored answers if the names changed. */
export async function declareParts(
  context: BrandContext,
  parts: Partial<BrandDocument>,
): Promise<Pick<Outcome<unknown>, 'changes' | 'notices'>> {
  const { scope, brand } = context;
  const result = await changeBrand(context, { scope, brand: brand.publicId, parts });
  const rereading = await rescanned(context, brand.publicId);
  return {
    changes: inWords(result, brand.publicId),
    notices: [...noticesOf(result, brand.publicId), ...rereading.map(asSentence)],
  };
}

/** An apply's changes to one brand. Whatever changed is a change, also where its words are the same. */
function inWords({ changes, values }: ApplyResult, brand: string): readonly AuditChange[] {
  const found = values.get(brand) ?? [];
  const isSilent = changes.length > 0 && found.length === 0;
  return isSilent ? [{ what: 'Further settings', before: 'as before', after: 'changed' }] : found;
}

export function noticesOf({ notices }: ApplyResult, brand: string): string[] {
  return notices.map((notice) => asSentence(withoutId(notice, brand)));
}

/** Starts the rescan that a change makes due. @returns a sentence about it, if any */
async function rescanned(context: OrganizationContext, brand: string): Promise<string[]> {
  const { organizationId, actor: user } = context;
  const due = await rescanIfDue(context, { brand, organizationId, user });
  const answers =
    due === 1 ? '1 stored answer keeps its' : `${due.toLocaleString('en-US')} stored answers keep their`;
  return due === 0 ? [] : [`${answers} earlier reading until the rescan that follows has finished`];
}

/** The caller knows which brand it is. */
function withoutId(notice: string, id: string): string {
  if (notice.startsWith(`${id} has `)) return `the brand${notice.slice(id.length)}`;
  return notice.startsWith(`${id}: `) ? notice.slice(id.length + 2) : notice;
}

/** Notices as the apply file has them begin in lower case and without a full stop. */
function asSentence(notice: string): string {
  const text = capitalized(notice);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function notFound(what: string): SightlineError {
  return new SightlineError('not_found', `This brand has no ${what}.`);
}

/** A change to a brand, which becomes the brand's apply document. */
interface BrandChange {
  readonly scope: ApplyScope;
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  /** Others stay unchanged. */
  readonly parts: Partial<BrandDocument>;
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
