import { callersOfUser } from '../../../reports/run/user-caller.ts';
import type { Caller } from '../../../reports/shape/report.ts';
import { type Html, html } from '../../html.ts';
import { selectField } from '../../parts/field.ts';
import type { Visit } from '../../visit.ts';

/** What a form is about: a brand, or a new one, of an organization that the user may see. */
export interface Subject {
  /** Public id; null for a new brand. */
  readonly brand: string | null;
  readonly caller: Caller;
  /** The organizations that a new brand may be of. */
  readonly callers: readonly Caller[];
}

/** The brand that is visited. */
export function visited({ brand, caller }: Visit): Subject {
  return { brand: brand.id, caller, callers: [] };
}

/** @param organization by its id: that of the brand, as far as the user may see it; otherwise their own, or the oldest */
export async function newBrand(visit: Visit, organization: string | null): Promise<Subject> {
  const callers = await callersOfUser(visit.db, visit.user, visit.now);
  const chosen = callers.find(({ organizationId }) => String(organizationId) === organization);
  return { brand: null, caller: chosen ?? visit.caller, callers };
}

/** The organization of a new brand, to be sent again. */
export function organizationIn({ caller }: Subject): Html {
  return html`<input type="hidden" name="organization" value="${caller.organizationId}">`;
}

/** Asked only of whoever may see several. */
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
    help: 'Whose plan pays for it, and whose users see it.',
  });
}
