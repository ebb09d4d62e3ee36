import { SightlineError } from '../domain/errors.ts';
import { covers, type Standing, standingOf } from '../domain/user.ts';
import type { Admission } from './route.ts';
import type { Viewer } from './visit.ts';

const WHO: Readonly<Record<Standing, string>> = {
  viewer: 'a user',
  editor: 'an editor or an admin',
  admin: 'an admin',
  operator: 'an admin of all organizations',
};

/** @throws SightlineError `unauthorized`, or `insufficient_scope` to a user of a lesser role, or of too few brands */
export function refuseRole(viewer: Viewer, least: Admission, isOfAllBrands = false): void {
  if (least === 'anyone') return;
  if (viewer.kind !== 'user') throw new SightlineError('unauthorized', 'Sign in first.');
  if (!covers(standingOf(viewer.user), least))
    throw new SightlineError('insufficient_scope', `Only ${WHO[least]} may do this.`);
  if (isOfAllBrands && viewer.user.brandIds !== null) {
    throw new SightlineError(
      'insufficient_scope',
      'This is about all brands of the organization, and you are a user of some: ask an admin.',
    );
  }
}
