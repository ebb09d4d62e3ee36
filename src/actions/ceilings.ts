import Type from 'typebox';
import { applyDeclared } from '../pipeline/declare/apply/apply.ts';
import { readDeclared } from '../pipeline/declare/apply/apply-file.ts';
import { organizationInScope } from '../pipeline/declare/apply/apply-scope.ts';
import { CollectSchema } from '../pipeline/declare/document/declared.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineOrganizationAction } from './action.ts';

export const setCeilings = defineOrganizationAction({
  name: 'set_ceilings',
  command: null,
  summary: 'Limit what asking engines may cost an organization a day.',
  description: 'Null: no limit. Fields left out stay.',
  permission: 'plans',
  route: null,
  input: CollectSchema.properties,
  data: Type.Object({ organization: text('Its name.') }),
  example: null,
  run: async (context, collect) => {
    const { name } = await organizationInScope(context.db, context.scope);
    const declared = readDeclared({ organizations: [{ name, collect }] });
    const { values } = await applyDeclared(context, declared, { scope: context.scope });
    return { data: { organization: name }, changes: values.get('') ?? [], notices: [] };
  },
});
