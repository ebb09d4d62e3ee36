import { type AlertWork, LONGEST_ALERT_NOTE } from '../../domain/alert-work.ts';
import { reaches } from '../../domain/brand-reach.ts';
import { SightlineError } from '../../domain/errors.ts';
import { may } from '../../domain/permissions.ts';
import { isPublicId } from '../../domain/public-id.ts';
import { canBeStored, oneLine } from '../../domain/text.ts';
import type { User } from '../../domain/user.ts';
import { findBrandByPublicId } from '../../storage/directory/declare.ts';
import { lockLiveBrand } from '../../storage/directory/heads.ts';
import { listUsers, type UserRow } from '../../storage/directory/users.ts';
import type { Database } from '../../storage/driver/database.ts';
import { findWorkedAlert, saveAlertWork, type WorkedAlert } from '../../storage/watch/alert-work.ts';
import { auditOwned, noBrand, type OwnedBrand } from '../owned-brand.ts';

/** Who works on alerts: the id of a user, or a word for whoever is not one. */
export interface AlertWorkDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly actor: string;
}

/**
 * Marks an alert of a brand as handled, with a note or ''. Another mark replaces it.
 *
 * @param brand, alert their public ids
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

/** Takes that back. @throws SightlineError `no_such_brand`, or `not_found` */
export async function reopenAlert(deps: AlertWorkDeps, brand: string, alert: string): Promise<void> {
  await changeWork(deps, brand, alert, async (db, of, { title, work }) => {
    if (work.handled !== null) await auditOwned({ ...deps, db }, of, 'alert.reopen', alert, title);
    return { ...work, handled: null };
  });
}

/**
 * Assigns an alert to a user by their id, or to nobody.
 *
 * @param among users to whom it may be assigned
 * @throws SightlineError `invalid_argument` for anybody else, `no_such_brand`, or `not_found`
 */
export async function assignAlert(
  deps: AlertWorkDeps,
  brand: string,
  alert: string,
  { to, among }: { readonly to: string | null; readonly among: readonly Pick<User, 'id'>[] },
): Promise<void> {
  if (to !== null && !among.some(({ id }) => id === to)) {
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

/** To whom the alerts of a brand may be assigned: the users of its organization who may work on them. @throws SightlineError `no_such_brand` */
export async function assignableTo(db: Database, brand: string): Promise<UserRow[]> {
  const found = await findBrandByPublicId(db, brand);
  if (found === null) throw noBrand();
  const users = await listUsers(db, found.organizationId);
  return users.filter(
    (user) => user.disabledAt === null && may(user, 'alertWork') && reaches(user.brandIds, found.id),
  );
}

type Change = (db: Database, of: OwnedBrand, alert: WorkedAlert) => Promise<AlertWork>;

async function changeWork(
  { db }: AlertWorkDeps,
  brand: string,
  alert: string,
  change: Change,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const found = await findBrandByPublicId(transaction, brand);
    if (found === null || !(await lockLiveBrand(transaction, found.id))) throw noBrand();
    const worked = isPublicId('alr', alert) ? await findWorkedAlert(transaction, found.id, alert) : null;
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
