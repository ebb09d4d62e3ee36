import type { PageRoute } from '../../route.ts';
import { accountRoutes } from './account.ts';
import { auditRoutes } from './audit.ts';
import { consentRoutes } from './consent.ts';
import { engineKeyRoutes } from './engine-keys.ts';
import { keyRoutes } from './keys.ts';
import { linkRoutes } from './links.ts';
import { signInRoutes } from './sign-in.ts';
import { signOnRoutes } from './sign-on.ts';
import { teamRoutes } from './team.ts';

/** Pages of users and organizations, outside any brand. */
export const accountPages: readonly PageRoute[] = [
  ...signInRoutes,
  ...signOnRoutes,
  ...linkRoutes,
  ...accountRoutes,
  ...teamRoutes,
  ...keyRoutes,
  ...consentRoutes,
  ...engineKeyRoutes,
  ...auditRoutes,
];
