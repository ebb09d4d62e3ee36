import { SightlineError } from '../../../domain/errors.ts';
import { callersOfUser } from '../../../reports/run/user-caller.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../markup/html.ts';
import { selectField } from '../../parts/form/field.ts';
import type { Visit } from '../../visit/visit.ts';

/** The form's subject: a stored or a new brand. */
export interface Subject {
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  readonly caller: Caller;
  /** Possible organizations of a new brand. */
  readonly callers: readonly Caller[];
}

export function visited({ brand, caller }: Visit): Subject {
  return { brand: brand.id, caller, callers: [] };
}

/** @param organization id; by default the brand's, the user's, or the oldest @throws SightlineError `not_found` */
export async function newBrand(visit: Visit, organization: string | null): Promise<Subject> {
  const callers = await callersOfUser(visit.db, visit.user, visit.now);
  const chosen = callers.find(({ organizationId }) => String(organizationId) === organization);
  if (organization && chosen === undefined)
    throw new SightlineError('not_found', 'You have no such organization.');
  return { brand: null, caller: chosen ?? visit.caller, callers };
}

/** The new brand's organization as a hidden field. */
export function organizationIn({ caller }: Subject): Html {
  return html`<input type="hidden" name="organization" value="${caller.organizationId}">`;
}

/** The organization to choose, only for users who have several. */
export function organizationField({ caller, callers }: Subject): Html | null {
  if (callers.length < 2) return null;
  const choices = callers.map(
    ({ organizationId, organizationName }) => [String(organizationId), organizationName] as const,
  );
  return selectField({
    name: 'organization',
    label: 'Organization',
    value: String(caller.organizationId),
    choices,
    help: 'Its plan pays for the brand, and its users see it.',
  });
}
