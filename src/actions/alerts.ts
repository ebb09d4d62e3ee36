import Type from 'typebox';
import { markAlerts } from '../pipeline/watch/read-alerts.ts';
import { count } from '../reports/shape/schemas.ts';
import { defineBrandAction } from './action.ts';

export const markRead = defineBrandAction({
  name: 'mark_alerts',
  command: null,
  summary: 'Mark alerts as read or unread, for whoever does it alone.',
  description: '',
  permission: 'read',
  route: null,
  input: {
    alerts: Type.Array(Type.String(), { maxItems: 1000, description: 'Ids from /alerts.' }),
    read: Type.Boolean({ description: 'False: unread.' }),
  },
  data: Type.Object({ alerts: count('How many of them there are.') }),
  example: null,
  run: async ({ db, brand, actor }, { alerts, read }) => {
    const found = await markAlerts(db, brand.publicId, alerts, { by: actor.id, read });
    // What somebody has read is nobody else's matter: no audit.
    return { data: { alerts: found }, changes: [], notices: [] };
  },
});
