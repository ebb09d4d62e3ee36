import { SightlineError } from '../domain/errors.ts';
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
  const { values, notices, lookalikes } = await changeBrand(context, {
    scope,
    brand: brand.publicId,
    parts,
    version: null,
  });
  return {
    changes: values.get(brand.publicId) ?? [],
    notices: [...lookalikes, ...notices, ...(await rescanned(context, brand.publicId))].map(asSentence),
  };
}

/** Starts the rescan that a change makes due. @returns a sentence about it, if any */
export async function rescanned(context: OrganizationContext, brand: string): Promise<string[]> {
  const { organizationId, actor: user } = context;
  const due = await rescanIfDue(context, { brand, organizationId, user });
  const answers =
    due === 1 ? '1 stored answer keeps its' : `${due.toLocaleString('en-US')} stored answers keep their`;
  return due === 0 ? [] : [`${answers} earlier reading until the rescan that this starts has finished`];
}

/** Notices as the apply file has them begin in lower case and without a full stop. */
export function asSentence(notice: string): string {
  const text = notice.charAt(0).toUpperCase() + notice.slice(1);
  return /[.?!]$/.test(text) ? text : `${text}.`;
}

export function notFound(what: string): SightlineError {
  return new SightlineError('not_found', `This brand has no ${what}.`);
}
