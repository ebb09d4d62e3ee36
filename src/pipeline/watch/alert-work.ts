import { reaches } from '../../domain/access/brand-reach.ts';
import { may } from '../../domain/access/permissions.ts';
import { isPublicId } from '../../domain/access/public-id.ts';
import type { User } from '../../domain/access/user.ts';
import { type AlertWork, LONGEST_ALERT_NOTE } from '../../domain/alerts/alert-work.ts';
import { SightlineError } from '../../domain/errors.ts';
import { canBeStored, oneLine } from '../../domain/text.ts';
import { listUsers, type UserRow } from '../../storage/directory/access/users.ts';
import { lockLiveBrand } from '../../storage/directory/brand/brand-lock.ts';
import { findBrandByPublicId } from '../../storage/directory/brand/declare.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type AlertWithWork, findAlertWithWork, saveAlertWork } from '../../storage/watch/alert-work.ts';
import { auditOwned, noBrand, type OwnedBrand } from '../owned-brand.ts';

/** The actor is a user's id, or a word such as `server`. */
export interface AlertWorkDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly actor: string;
}

/**
 * Marks an alert as handled, with a note or ''. Replaces an earlier mark.
 *
 * @param brand, alert public ids
 * @throws SightlineError `invalid_argument`, `no_such_brand`, or `not_found`
 */
export async function handleAlert(
  deps: AlertWorkDeps,
  brand: string,
  alert: string,
  given: string,
): Promise<void> {
  const note = noteFrom(given);
  const handled = { by: deps.actor, at: deps.now(), note };
  await changeWork(deps, brand, alert, async (db, of, { title, work }) => {
    const detail = note === '' ? title : `${title}: ${note}`;
    await auditOwned({ ...deps, db }, of, 'alert.handle', alert, detail);
    return { ...work, handled };
  });
}

/** Removes the mark. @throws SightlineError `no_such_brand`, or `not_found` */
export async function reopenAlert(deps: AlertWorkDeps, brand: string, alert: string): Promise<void> {
  await changeWork(deps, brand, alert, async (db, of, { title, work }) => {
    if (work.handled !== null) await auditOwned({ ...deps, db }, of, 'alert.reopen', alert, title);
    return { ...work, handled: null };
  });
}

/**
 * Assigns an alert to a user by id, or to nobody.
 *
 * @param assignable eligible users
 * @throws SightlineError `invalid_argument` for other users, `no_such_brand`, or `not_found`
 */
export async function assignAlert(
  deps: AlertWorkDeps,
  brand: string,
  alert: string,
  { to, assignable }: { readonly to: string | null; readonly assignable: readonly Pick<User, 'id'>[] },
): Promise<void> {
  if (to !== null && !assignable.some(({ id }) => id === to)) {
    throw invalid('Choose somebody who may work on the alerts of this brand.');
  }
  await changeWork(deps, brand, alert, async (db, of, { title, work }) => {
    if (work.assignedTo !== to) {
      const action = to === null ? 'alert.unassign' : 'alert.assign';
      await auditOwned({ ...deps, db }, of, action, to ?? alert, title);
    }
    return { ...work, assignedTo: to };
  });
}

/** Users of the brand's organization who may handle its alerts. @throws SightlineError `no_such_brand` */
export async function assignableTo(db: Database, brand: string): Promise<UserRow[]> {
  const found = await findBrandByPublicId(db, brand);
  if (found === null) throw noBrand();
  const users = await listUsers(db, found.organizationId);
  return users.filter(
    (user) => user.disabledAt === null && may(user, 'alertWork') && reaches(user.brandIds, found.id),
  );
}

type Change = (db: Database, of: OwnedBrand, alert: AlertWithWork) => Promise<AlertWork>;

async function changeWork(
  { db }: AlertWorkDeps,
  brand: string,
  alert: string,
  change: Change,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await findBrandByPublicId(transaction, brand);
    if (found === null || !(await lockLiveBrand(transaction, found.id))) throw noBrand();
    const worked = isPublicId('alr', alert) ? await findAlertWithWork(transaction, found.id, alert) : null;
    if (worked === null) throw new SightlineError('not_found', 'There is no such alert.');
    const work = await change(transaction, { organizationId: found.organizationId, brand }, worked);
    await saveAlertWork(transaction, found.id, worked.id, work);
  });
}

function noteFrom(given: string): string {
  const note = oneLine(given).trim();
  if (note.length > LONGEST_ALERT_NOTE || !canBeStored(note)) {
    throw invalid(`A note has at most ${LONGEST_ALERT_NOTE} characters.`);
  }
  return note;
}

function invalid(sentence: string): SightlineError {
  return new SightlineError('invalid_argument', sentence);
}
