import Type from 'typebox';
import { organizationOf } from '../pipeline/accounts/users.ts';
import { continueDeletion, startDeletion } from '../pipeline/prune/delete-organization.ts';
import {
  continuePurge,
  purgeableBrand,
  type RowsByTable,
  refuseEarlyEnd,
  startPurge,
} from '../pipeline/prune/purge-brand.ts';
import { text } from '../reports/shape/schemas.ts';
import { byActorId, defineServerAction } from './action.ts';

/** Removals for good, by the operator: the rows go after the transaction, in steps that others hardly notice. */
const common = {
  permission: 'plans',
  isDestructive: true,
  data: Type.Object({
    id: text('The id of what is removed.'),
    removed: Type.Unsafe<RowsByTable>({ type: 'object', description: 'Rows by table.' }),
  }),
} as const;

export const purgeBrand = defineServerAction({
  ...common,
  name: 'purge_brand',
  command: null,
  summary: 'Permanently remove the data of a deleted brand.',
  input: { brand: Type.String({ description: 'Its id.' }) },
  run: async ({ db, now, actor }, { brand: id }) => {
    const found = await purgeableBrand(db, id);
    const isStarted = await startPurge({ db, now }, found, actor.id);
    return {
      data: { id, removed: found.rows },
      changes: isStarted ? [{ what: 'Brand', before: id, after: null }] : [],
      notices: [],
      afterwards: async (store, outside) => {
        const removed = await continuePurge({ ...outside, db: store }, found.brand);
        refuseEarlyEnd(outside);
        return { id, removed };
      },
    };
  },
});

export const deleteOrganization = defineServerAction({
  ...common,
  name: 'delete_organization',
  command: 'organization delete',
  summary: 'Permanently remove an organization with its users, keys, brands, and all their data.',
  input: { organization: Type.String({ description: 'Its name or id.' }) },
  run: async (context, { organization: named }) => {
    const acting = byActorId(context);
    const found = await organizationOf(context.db, named);
    const deletion = await startDeletion(acting, found);
    const id = found.publicId;
    return {
      data: { id, removed: deletion.rows },
      changes: [{ what: 'Organization', before: found.name, after: null }],
      notices: [],
      afterwards: async (store, outside) => {
        const removed = await continueDeletion({ ...acting, ...outside, db: store }, deletion);
        return { id, removed };
      },
    };
  },
});
