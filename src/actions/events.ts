import Type from 'typebox';
import { EVENT_KINDS, LONGEST_EVENT } from '../domain/brand/event.ts';
import { LONGEST_TAG } from '../domain/questions/tags.ts';
import { addEvent, removeEvent } from '../pipeline/declare/events.ts';
import { Words } from '../pipeline/fields.ts';
import { oneOf, text } from '../reports/shape/schemas.ts';
import { byActorId, defineBrandAction } from './action.ts';

const data = Type.Object({ event: Type.Object({ id: text('The id in /events.') }) });

export const noteEvent = defineBrandAction({
  name: 'add_event',
  command: null,
  summary: 'Note an event, such as a published page, for charts and alerts.',
  description:
    'With a `tag`, its page compares the questions that have it with the others, before and after.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'POST', path: '/events' },
  input: {
    text: Type.String({ ...Words(LONGEST_EVENT), description: 'One line.' }),
    day: Type.Optional(
      Type.String({ maxLength: 10, description: 'A UTC day, not in the future; default: today.' }),
    ),
    kind: Type.Optional(oneOf(EVENT_KINDS, 'Default: other.')),
    tag: Type.Optional(Type.String({ maxLength: LONGEST_TAG, description: 'A tag of your questions.' })),
  },
  data,
  example: { text: 'New pricing page', kind: 'page' as const, tag: 'price' },
  run: async (context, { day = '', kind = 'other', text: said, tag }) => {
    const id = await addEvent(byActorId(context), context.brand.publicId, { day, kind, text: said, tag });
    return { data: { event: { id } }, changes: [{ what: 'Event', before: null, after: said }], notices: [] };
  },
});

export const dropEvent = defineBrandAction({
  name: 'remove_event',
  command: null,
  summary: 'Remove a noted event.',
  description: '',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'DELETE', path: '/events/:id' },
  isDestructive: true,
  input: { id: Type.String({ description: 'The id from /events.' }) },
  data,
  example: { id: 'evt_000000000000' },
  run: async (context, { id }) => {
    const said = await removeEvent(byActorId(context), context.brand.publicId, id);
    return { data: { event: { id } }, changes: [{ what: 'Event', before: said, after: null }], notices: [] };
  },
});
