import { SightlineError } from '../domain/errors.ts';
import type { Admission } from './route.ts';
import type { Viewer } from './visit.ts';

/** Ranks of roles: each may do what those before it may. */
const RANKS: readonly Admission[] = ['anyone', 'viewer', 'editor', 'admin'];

/** @throws SightlineError `unauthorized`, or `insufficient_scope` to a user of a lesser role */
export function refuseRole(viewer: Viewer, least: Admission): void {
  if (least === 'anyone') return;
  if (viewer.kind !== 'user') throw new SightlineError('unauthorized', 'Sign in first.');
  if (RANKS.indexOf(viewer.user.role) >= RANKS.indexOf(least)) return;
  const who = least === 'admin' ? 'an admin' : 'an editor or an admin';
  throw new SightlineError('insufficient_scope', `Only ${who} may do this.`);
}
