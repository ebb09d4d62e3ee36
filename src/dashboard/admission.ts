import { covers, type Standing, standingOf } from '../domain/access/user.ts';
import { SightlineError } from '../domain/errors.ts';
import type { Admission } from './route.ts';
import type { Viewer } from './visit/visit.ts';

const WHO: Readonly<Record<Standing, string>> = {
  viewer: 'a user',
  editor: 'an editor or an admin',
  admin: 'an admin',
  operator: 'an admin of all organizations',
};

/** @throws SightlineError `unauthorized`, or `insufficient_scope` for a lower role or too few brands */
export function refuseRole(viewer: Viewer, least: Admission, isOfAllBrands = false): void {
  if (least === 'anyone') return;
  if (viewer.kind !== 'user') throw new SightlineError('unauthorized', 'Sign in first.');
  if (!covers(standingOf(viewer.user), least))
    throw new SightlineError('insufficient_scope', `Only ${WHO[least]} may do this.`);
  if (isOfAllBrands && viewer.user.brandIds !== null) {
    throw new SightlineError(
      'insufficient_scope',
      'This covers every brand in the organization, and you have access to only some of them: ask an admin.',
    );
  }
}
