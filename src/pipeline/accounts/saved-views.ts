import type { User } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { MOST_VIEWS, type SavedView, viewName, viewOf } from '../../domain/sharing/saved-view.ts';
import {
  deleteView,
  insertView,
  listViews,
  updateViewName,
  type ViewsOf,
} from '../../storage/directory/access/saved-views.ts';
import { findUserById, lockUser } from '../../storage/directory/access/users.ts';
import { findWorkspace } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { noBrand } from '../owned-brand.ts';

/** A user's saved views of a brand. Private to the user, so the audit log omits them. */
export type { SavedView };

/** By name. @param brand public id of a brand that the user may read */
export async function savedViews(db: Database, { id: user }: User, brand: string): Promise<SavedView[]> {
  return await listViews(db, { user, brand });
}

/** @throws SightlineError `invalid_argument`, or `conflict`: the name exists, or there are too many */
export async function saveView(
  { db, now }: { readonly db: Database; readonly now: () => number },
  user: User,
  brand: string,
  given: SavedView,
): Promise<SavedView> {
  const view = viewOf(given);
  await withViews(db, user, brand, async (transaction, of) => {
    const all = await listViews(transaction, { user: user.id, brand });
    if (all.length >= MOST_VIEWS) {
      throw new SightlineError('conflict', `You have ${MOST_VIEWS} views for this brand; remove one first.`);
    }
    if (!(await insertView(transaction, of, view, now()))) throw nameTaken(view.name);
  });
  return view;
}

/** @throws SightlineError `invalid_argument`, `not_found`, or `conflict`: another view has the name */
export async function renameView(
  db: Database,
  user: User,
  brand: string,
  { name, to }: { readonly name: string; readonly to: string },
): Promise<void> {
  const newName = viewName(to);
  await withViews(db, user, brand, async (transaction, of) => {
    const all = await listViews(transaction, { user: user.id, brand });
    if (newName !== name && all.some((view) => view.name === newName)) throw nameTaken(newName);
    if (!(await updateViewName(transaction, of, name, newName))) throw noView();
  });
}

/** @throws SightlineError `not_found` */
export async function removeView(db: Database, user: User, brand: string, name: string): Promise<void> {
  await withViews(db, user, brand, async (transaction, of) => {
    if (!(await deleteView(transaction, of, name))) throw noView();
  });
}

/** Serializes changes to one user's views, because it checks their number and names first. */
async function withViews(
  db: Database,
  user: User,
  brand: string,
  change: (transaction: Database, of: ViewsOf) => Promise<void>,
): Promise<void> {
  const [row, brandId] = [await findUserById(db, user.id), await findWorkspace(db, brand)];
  if (row === null || brandId === null) throw noBrand();
  const of = { userId: row.internalId, brandId };
  await db.transaction().execute(async (transaction) => {
    await lockUser(transaction, of.userId);
    await change(transaction, of);
  });
}

function nameTaken(name: string): SightlineError {
  return new SightlineError('conflict', `You have a view named “${name}”.`);
}

function noView(): SightlineError {
  return new SightlineError('not_found', 'You have no view with that name; somebody may have removed it.');
}
