import type { Role, User } from '../../../domain/access/user.ts';

/** Roles and their permissions, as choices of a form. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'Viewer: sees everything',
  editor: 'Editor: also changes brands, questions, keys, and reports for clients',
  admin: 'Admin: also manages the team and sees the audit log',
};

/** `editor in Acme Inc` */
export function roleText({
  role,
  organization,
  brandIds,
}: Pick<User, 'role' | 'organization' | 'brandIds'>): string {
  const where = organization === null ? 'of all organizations' : `in ${organization.name}`;
  return `${role} ${where}${brandIds === null ? '' : ', for some of its brands'}`;
}
