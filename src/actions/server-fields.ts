import Type from 'typebox';
import { LONGEST_NAME } from '../domain/text.ts';

/** Inputs that actions on users, keys, and addresses share. */

const Named = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

/** Whose key or address it is. */
export const ownerFields = {
  organization: Named('Its organization, by name or id.'),
  brand: Named('The only brand, by id or name; left out: all of the organization.'),
};

export const nameField = Type.Optional(Type.String({ maxLength: LONGEST_NAME, description: 'For people.' }));
