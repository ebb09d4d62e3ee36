import { covers, STANDINGS, type Standing, standingOf, type User } from './user.ts';

interface Permission {
  /** The action, as a table shows it. */
  readonly words: string;
  /** The least standing that has this permission. */
  readonly least: Standing;
  /** Not for a user who is limited to some brands. */
  readonly ofAllBrands?: true;
}

export const PERMISSIONS = {
  read: {
    words: 'Read reports, answers, alerts, and settings of a brand, and download them',
    least: 'viewer',
  },
  spotChecks: { words: 'Paste answers that people saw', least: 'viewer' },
  team: { words: 'See who else may sign in', least: 'viewer' },
  brands: {
    words: 'Change and delete brands and their questions; note events, and how far the work on sites is',
    least: 'editor',
  },
  newBrands: { words: 'Add and restore brands', least: 'editor', ofAllBrands: true },
  collecting: {
    words:
      'Ask engines now, retry a stopped engine, import answers and logs, read answers again, and fetch pages',
    least: 'editor',
  },
  alerts: { words: 'Change who receives alerts', least: 'editor' },
  alertSettings: { words: 'Change alert settings', least: 'editor', ofAllBrands: true },
  reader: { words: 'Choose who reads what answers say', least: 'editor', ofAllBrands: true },
  keys: { words: 'Create, replace, and revoke API keys', least: 'editor' },
  reports: { words: 'Make, link, and mail reports for clients', least: 'editor' },
  users: { words: 'Invite and disable users, change their roles, and remove second factors', least: 'admin' },
  factors: { words: 'Require a second factor of everybody', least: 'admin', ofAllBrands: true },
  audit: { words: 'Read and download the audit log', least: 'admin', ofAllBrands: true },
  engineKeys: { words: 'Enter, try, and remove the keys of engines', least: 'operator' },
  plans: { words: "Set an organization's plan and spending ceilings", least: 'operator' },
} as const satisfies Readonly<Record<string, Permission>>;

export type PermissionName = keyof typeof PERMISSIONS;

/** Whether a user has a permission, within their organization and brands. */
export function may(user: Pick<User, 'role' | 'organization' | 'brandIds'>, what: PermissionName): boolean {
  const { least, ofAllBrands }: Permission = PERMISSIONS[what];
  return covers(standingOf(user), least) && (user.brandIds === null || ofAllBrands !== true);
}

export function permissionsMarkdown(): string {
  const all: readonly Permission[] = Object.values(PERMISSIONS);
  const rows = all.map(({ words, least, ofAllBrands }) => [
    ofAllBrands ? `${words} (not a user of some brands)` : words,
    ...STANDINGS.map((standing) => (covers(standing, least) ? 'yes' : '–')),
  ]);
  const head = ['', ...STANDINGS.map((standing) => (standing === 'operator' ? standing : `\`${standing}\``))];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
