import Type from 'typebox';
import { applyDeclared } from '../pipeline/declare/apply/apply.ts';
import { readDeclared } from '../pipeline/declare/apply/apply-file.ts';
import { organizationInScope } from '../pipeline/declare/apply/apply-scope.ts';
import {
  AlertsSchema,
  CollectSchema,
  type DeclaredOrganization,
} from '../pipeline/declare/document/declared.ts';
import { text } from '../reports/shape/schemas.ts';
import { defineOrganizationAction, type OrganizationContext } from './action.ts';

/** Settings of an organization. Only people change them. */
const common = {
  command: null,
  route: null,
  data: Type.Object({ organization: text('Its name.') }),
  example: null,
} as const;

export const setAlerts = defineOrganizationAction({
  ...common,
  name: 'set_alerts',
  summary: 'Choose which changes become alerts, for every brand of an organization.',
  description: 'The fields are those of an apply file. Fields left out stay.',
  permission: 'alertSettings',
  input: AlertsSchema.properties,
  run: async (context, alerts) => await declareSettings(context, { alerts }),
});

export const setCeilings = defineOrganizationAction({
  ...common,
  name: 'set_ceilings',
  summary: 'Limit what asking engines may cost an organization a day.',
  description: 'Null: no limit. Fields left out stay.',
  permission: 'plans',
  input: CollectSchema.properties,
  run: async (context, collect) => await declareSettings(context, { collect }),
});

async function declareSettings(
  context: OrganizationContext,
  settings: Pick<DeclaredOrganization, 'alerts' | 'collect'>,
) {
  const { db, scope } = context;
  const { name } = await organizationInScope(db, scope);
  const declared = readDeclared({ organizations: [{ name, ...settings }] });
  const { values } = await applyDeclared(context, declared, { scope });
  return { data: { organization: name }, changes: values.get('') ?? [], notices: [] };
}
