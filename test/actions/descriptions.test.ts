import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTIONS, ROUTED_ACTIONS } from '../../src/actions/index.ts';

interface Field {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Field>>;
  readonly items?: Field;
}

function undescribed(fields: Readonly<Record<string, Field>>, path: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    ...(field.description ? [] : [`${path}.${name}`]),
    ...undescribed(field.properties ?? field.items?.properties ?? {}, `${path}.${name}`),
  ]);
}

test('every input field of an action with a command or a route has a description, and so do the fields inside', () =>
  assert.deepEqual(
    ACTIONS.filter(({ command, route }) => command !== null || route !== null).flatMap(({ name, input }) =>
      undescribed(input as Readonly<Record<string, Field>>, name),
    ),
    [],
  ));

test('no key reaches users, keys, receivers of alerts, plans, or the keys of engines', () => {
  const permissions = new Set(ROUTED_ACTIONS.map(({ permission }) => permission));
  assert.deepEqual([...permissions].toSorted(), ['brands', 'collecting', 'newBrands', 'spotChecks']);
});
