import type { AuditChange } from '../domain/access/audit.ts';
import { SightlineError } from '../domain/errors.ts';
import { ADVICE, withAdvice } from '../pipeline/declare/apply/advice.ts';
import type { ApplyResult } from '../pipeline/declare/apply/apply-run.ts';
import { changeBrand } from '../pipeline/declare/change-brand.ts';
import type { BrandDocument } from '../pipeline/declare/document/document.ts';
import { rescanIfDue } from '../pipeline/tasks/tasks-of-brand.ts';
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

/** What an apply tells about one brand, in sentences. */
export function noticesOf({ lookalikes, notices }: ApplyResult, brand: string): string[] {
  return [...lookalikes, ...notices.map((notice) => withoutId(notice, brand))].map(asSentence);
}

/** Starts the rescan that a change makes due. @returns a sentence about it, if any */
async function rescanned(context: OrganizationContext, brand: string): Promise<string[]> {
  const { organizationId, actor: user } = context;
  const due = await rescanIfDue(context, { brand, organizationId, user });
  const answers =
    due === 1 ? '1 stored answer keeps its' : `${due.toLocaleString('en-US')} stored answers keep their`;
  return due === 0 ? [] : [`${answers} earlier reading until ${ADVICE.rescan.input}`];
}

/** The caller knows which brand it is. */
function withoutId(notice: string, id: string): string {
  if (notice.startsWith(`${id} has `)) return `the brand${notice.slice(id.length)}`;
  return notice.startsWith(`${id}: `) ? notice.slice(id.length + 2) : notice;
}

/** Notices as the apply file has them begin in lower case and without a full stop. */
function asSentence(notice: string): string {
  const said = withAdvice(notice, 'file', 'input');
  const text = said.charAt(0).toUpperCase() + said.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function notFound(what: string): SightlineError {
  return new SightlineError('not_found', `This brand has no ${what}.`);
}
