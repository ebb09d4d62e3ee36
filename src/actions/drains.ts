import Type from 'typebox';
import { removeDrain, setDrain } from '../pipeline/traffic/drain.ts';
import { text } from '../reports/shape/schemas.ts';
import { insertAudit } from '../storage/directory/access/audit.ts';
import { hasDrain } from '../storage/traffic/drains.ts';
import { type BrandContext, defineBrandAction } from './action.ts';

/** Only people say who may send a brand's log. */
const common = { description: '', permission: 'collecting', route: null, input: {}, example: null } as const;

const WHAT = 'Address for the log';

export const makeDrain = defineBrandAction({
  ...common,
  name: 'set_drain',
  command: 'drain set',
  summary: "Make a secret address that takes the log of the brand's site, in place of an earlier one.",
  secret: 'secret',
  data: Type.Object({
    path: text('The address at this server, where batches are posted.'),
    secret: text('What batches are signed with, or bring along.'),
  }),
  run: async (context) => {
    const hadOne = await hasDrain(context.db, context.brand.id);
    const data = await setDrain(context, context.brand);
    await audit(context, 'brand.drain');
    return {
      data,
      changes: [{ what: WHAT, before: hadOne ? 'an earlier one' : null, after: 'a new one' }],
      notices: hadOne ? ['The earlier address takes nothing any more.'] : [],
    };
  },
});

export const removeDrainAction = defineBrandAction({
  ...common,
  name: 'remove_drain',
  command: 'drain remove',
  summary: "Take no more of the log of the brand's site at its address. What was counted stays.",
  isDestructive: true,
  data: Type.Object({}),
  run: async (context) => {
    const isRemoved = await removeDrain(context.db, context.brand.id);
    if (isRemoved) await audit(context, 'brand.drain-remove');
    return {
      data: {},
      changes: isRemoved ? [{ what: WHAT, before: 'an address', after: null }] : [],
      notices: [],
    };
  },
});

async function audit(
  { db, now, actor, organizationId, brand }: BrandContext,
  action: 'brand.drain' | 'brand.drain-remove',
): Promise<void> {
  const entry = { at: now(), organizationId, actor: actor.id, subject: brand.publicId, detail: '' };
  await insertAudit(db, { ...entry, action });
}
