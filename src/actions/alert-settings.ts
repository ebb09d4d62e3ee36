import Type from 'typebox';
import { applyDeclared } from '../pipeline/declare/apply/apply.ts';
import { readDeclared } from '../pipeline/declare/apply/apply-file.ts';
import { organizationInScope } from '../pipeline/declare/apply/apply-scope.ts';
import { AlertsSchema } from '../pipeline/declare/document/declared.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineOrganizationAction } from './action.ts';

export const setAlerts = defineOrganizationAction({
  name: 'set_alerts',
  command: null,
  summary: 'Choose which changes become alerts, for every brand of an organization.',
  description: 'The fields are those of an apply file. Fields left out stay.',
  permission: 'alertSettings',
  route: null,
  input: AlertsSchema.properties,
  data: Type.Object({ organization: text('Its name.') }),
  example: null,
  run: async (context, alerts) => {
    const { name } = await organizationInScope(context.db, context.scope);
    const { values } = await applyDeclared(
      context,
      readDeclared({ organizations: [{ name, alerts }] }),
      context,
    );
    return { data: { organization: name }, changes: values.get('') ?? [], notices: [] };
  },
});
