import { covers, STANDINGS, type Standing, standingOf, type User } from './user.ts';

interface Permission {
  /** What somebody does, as a table says it. */
  readonly words: string;
  /** Who may, with those above. */
  readonly least: Standing;
}

/** Everything that a user of the dashboard may be allowed, from the least to the most. */
export const PERMISSIONS = {
  read: {
    words: 'Read reports, answers, alerts, and settings of a brand, and download them',
    least: 'viewer',
  },
  team: { words: 'See who else may sign in', least: 'viewer' },
  brands: { words: 'Add, change, delete, and restore brands and their questions', least: 'editor' },
  collecting: {
    words: 'Ask engines now, retry a stopped engine, import answers, and read them again',
    least: 'editor',
  },
  alerts: { words: 'Change alert settings, and where alerts are sent', least: 'editor' },
  keys: { words: 'Create, replace, and revoke API keys', least: 'editor' },
  shares: { words: 'Create and revoke share links', least: 'editor' },
  users: { words: 'Invite and disable users, and change their roles', least: 'admin' },
  audit: { words: 'Read and download the audit log', least: 'admin' },
  plans: { words: 'Set the plan of an organization, and what collecting may cost it', least: 'operator' },
} as const satisfies Readonly<Record<string, Permission>>;

export type PermissionName = keyof typeof PERMISSIONS;

/** Whether a user may do something at all; where, their organization and brands say. */
export function may(user: Pick<User, 'role' | 'organization'>, what: PermissionName): boolean {
  return covers(standingOf(user), PERMISSIONS[what].least);
}

/** Who may do what, as a Markdown table. */
export function permissionsMarkdown(): string {
  const rows = Object.values(PERMISSIONS).map(({ words, least }) => [
    words,
    ...STANDINGS.map((standing) => (covers(standing, least) ? 'yes' : '–')),
  ]);
  const head = ['', ...STANDINGS.map((standing) => (standing === 'operator' ? standing : `\`${standing}\``))];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
