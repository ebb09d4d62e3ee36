import { type BrandReach, isWithin } from './brand-reach.ts';

export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export interface User {
  /** `usr_…` */
  readonly id: string;
  readonly name: string;
  /** An email address, or a login name. */
  readonly email: string;
  readonly role: Role;
  /** The user's IANA time zone. */
  readonly timeZone: string;
  /** The role's organization. Null: all organizations, only for an admin. */
  readonly organization: {
    readonly internalId: number;
    readonly id: string;
    readonly name: string;
  } | null;
  /** The role's brands. Only a user in one organization can be limited. */
  readonly brandIds: BrandReach;
}

/** A role and those above it, or only an operator: an admin of all organizations. */
export const STANDINGS = [...ROLES, 'operator'] as const;
export type Standing = (typeof STANDINGS)[number];

/** An operator pays for all organizations, so only an operator sets their ceilings. */
export function standingOf({ role, organization }: Pick<User, 'role' | 'organization'>): Standing {
  return role === 'admin' && organization === null ? 'operator' : role;
}

export function covers(standing: Standing, least: Standing): boolean {
  return STANDINGS.indexOf(standing) >= STANDINGS.indexOf(least);
}

type Placed = Pick<User, 'role' | 'organization' | 'brandIds'>;

/** Whether a user may administer another: an admin may, in their organization, if the other's brands are all within the admin's reach. */
export function administers(admin: Placed, user: Omit<Placed, 'role'>): boolean {
  if (admin.role !== 'admin') return false;
  if (admin.organization === null) return true;
  return (
    admin.organization.internalId === user.organization?.internalId && isWithin(user.brandIds, admin.brandIds)
  );
}

const LONGEST = 254;
const EMAIL = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u;
const LOGIN_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]+$/u;

/** An email address or login name as stored: trimmed, in lower case. Null if the text is neither. */
export function loginOf(text: string): string | null {
  const login = text.trim().normalize('NFC').toLowerCase();
  return login.length <= LONGEST && (EMAIL.test(login) || LOGIN_NAME.test(login)) ? login : null;
}
