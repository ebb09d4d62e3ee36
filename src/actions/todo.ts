import Type from 'typebox';
import { LONGEST_NOTE, TODO_KINDS, TODO_STATES } from '../domain/alerts/todo.ts';
import { markTodo, subjectOf } from '../pipeline/declare/todo.ts';
import { refuseUnknownSubject } from '../pipeline/declare/todo-subjects.ts';
import { oneOf, text } from '../reports/shape/schemas.ts';
import { byActorId, defineBrandAction } from './action.ts';

export const setTodo = defineBrandAction({
  name: 'set_todo',
  command: null,
  summary: 'Take on, finish, or ignore a thing to do.',
  description:
    'What is done or ignored leaves [/todo](todo.md) until its facts change. A `site` may be any that answers cite; ' +
    '`own example.org` is its own part.',
  permission: 'brands',
  route: { scope: 'brands:write', method: 'PUT', path: '/todo' },
  input: {
    subject: Type.String({
      minLength: 1,
      maxLength: 4000,
      description: 'As in /todo; of a `site`, such as example.org.',
    }),
    kind: oneOf(TODO_KINDS, 'As in /todo.'),
    state: oneOf(TODO_STATES, 'How far the work is.'),
    note: Type.Optional(
      Type.String({ maxLength: LONGEST_NOTE, description: 'One line; left out: it stays; blank: removed.' }),
    ),
    facts: Type.Optional(
      Type.Array(Type.String({ maxLength: 4000 }), {
        maxItems: 300,
        description: 'As in /todo, when you decided: another fact opens it again. Left out: they stay.',
      }),
    ),
  },
  data: Type.Object({ id: text('As in /todo.'), state: text('Its state.') }),
  example: {
    subject: 'toolroundup.example',
    kind: 'site' as const,
    state: 'taken' as const,
    note: 'Wrote to the editor',
  },
  run: async (context, input) => {
    const thing = { kind: input.kind, subject: subjectOf(input) };
    await refuseUnknownSubject(context.db, context.brand.id, thing);
    const { id, subject, before, after } = await markTodo(byActorId(context), context.brand.publicId, input);
    const changes = before === after ? [] : [{ what: `To do: ${subject}`, before, after }];
    return { data: { id, state: input.state }, changes, notices: [] };
  },
});
