import Type from 'typebox';
import { SCOPES } from '../domain/access/api-key.ts';
import { createKey, revoke, rotateKey } from '../pipeline/declare/keys.ts';
import { nullableText, oneOf, readonlyList, text } from '../reports/shape/schemas.ts';
import { byActorId, defineServerAction } from './action.ts';
import { nameField, ownerFields } from './server-fields.ts';

const made = {
  id: text('For `key rotate` and `key revoke`.'),
  key: text('The key. Sightline stores only its hash.'),
  organization: text('Its name.'),
  scopes: readonlyList(oneOf(SCOPES, 'A scope.'), 'What it may.'),
  brand: nullableText('The only brand that it reads; null: all.'),
};

const key = Type.String({ description: 'The id of the key.' });

export const createKeyAction = defineServerAction({
  name: 'create_key',
  command: 'key create',
  summary: 'Create a key, and show it once.',
  permission: 'keys',
  secret: 'key',
  input: {
    ...ownerFields,
    name: nameField,
    scopes: Type.Optional(
      Type.Array(oneOf(SCOPES, 'A scope.'), { minItems: 1, description: 'What it may; default: read.' }),
    ),
    expires: Type.Optional(
      Type.String({ maxLength: 40, description: 'When it ends, such as 2027-01-31T00:00:00Z.' }),
    ),
  },
  data: Type.Object(made),
  run: async (context, given) => {
    const data = await createKey(byActorId(context), given);
    return { data, changes: [{ what: 'Key', before: null, after: given.name ?? data.id }], notices: [] };
  },
});

export const rotateKeyAction = defineServerAction({
  name: 'rotate_key',
  command: 'key rotate',
  summary: 'Replace a key by a new one with the same name, scopes, and end; the old one ends at once.',
  permission: 'keys',
  secret: 'key',
  input: { key },
  data: Type.Object({
    ...made,
    replaces: text('The id of the old key.'),
  }),
  run: async (context, { key: id }) => {
    const data = await rotateKey(byActorId(context), id);
    return {
      data,
      changes: [{ what: 'Key', before: id, after: data.id }],
      notices: ['The old key no longer works.'],
    };
  },
});

export const revokeKey = defineServerAction({
  name: 'revoke_key',
  command: 'key revoke',
  summary: 'Revoke a key for good.',
  permission: 'keys',
  isDestructive: true,
  input: { key },
  data: Type.Object({ id: text('The id of the key.') }),
  run: async (context, { key: id }) => {
    const { name, revokedAt } = await revoke(byActorId(context), id);
    const changes = revokedAt === null ? [{ what: 'Key', before: name ?? id, after: null }] : [];
    return { data: { id }, changes, notices: [] };
  },
});
