import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import Type from 'typebox';
import type { ActionRunner } from '../actions/by-key.ts';
import { META_OF_ACTIONS } from '../actions/envelope.ts';
import { ROUTED_ACTIONS, type RoutedAction } from '../actions/index.ts';
import { SightlineError } from '../domain/errors.ts';

/** Actions as tools. A dry run is the default, so that an assistant shows the difference before it changes anything. */

const DRY_RUN = {
  type: 'boolean',
  default: true,
  description:
    'By default only shows the difference and the cost. Ask the person before you set it to false.',
};

const BRAND = { type: 'string', description: 'An id from `brands`; required if there are several.' };

function toolOf(action: RoutedAction): Tool {
  const { name, summary, description, isDestructive = false, route, of } = action;
  const { properties, required } = Type.Object(action.input);
  return {
    name,
    title: summary,
    description: [summary, description].filter((each) => each !== '').join(' '),
    inputSchema: {
      type: 'object',
      properties: { ...(properties as object), ...(of === 'brand' && { brand: BRAND }), dry_run: DRY_RUN },
      ...(required && { required: [...required] }),
      additionalProperties: false,
    },
    outputSchema: Type.Object({
      data: action.data,
      meta: META_OF_ACTIONS,
    }) as unknown as Tool['outputSchema'] & object,
    annotations: {
      title: summary,
      readOnlyHint: false,
      destructiveHint: isDestructive,
      idempotentHint: route.method !== 'POST',
      openWorldHint: false,
    },
  };
}

const TOOLS = new Map(ROUTED_ACTIONS.map((action) => [action.name, { action, tool: toolOf(action) }]));

export function actionToolsFor({ mayRun }: ActionRunner): Tool[] {
  return [...TOOLS.values()].filter(({ action }) => mayRun(action)).map(({ tool }) => tool);
}

/** An action by its tool's name, whatever the key may do: a refusal then names the missing scope. */
export function actionNamed(name: string): RoutedAction | undefined {
  return TOOLS.get(name)?.action;
}

/** @throws SightlineError as actByKey does */
export async function callAction(
  act: ActionRunner,
  action: RoutedAction,
  given: Readonly<Record<string, unknown>>,
): Promise<CallToolResult> {
  const { dry_run: dryRun, brand, ...input } = given;
  const isDryRun = dryRun ?? true;
  if (typeof isDryRun !== 'boolean')
    throw new SightlineError('invalid_parameter', '`dry_run` must be true or false.');
  const isForBrand = action.of === 'brand';
  const request = { input: isForBrand ? input : { ...input, ...(brand != null && { brand }) }, isDryRun };
  const { data, meta } = await act.run(action, isForBrand ? brand : undefined, request);
  return { content: [{ type: 'text', text: textOf(meta) }], structuredContent: { data, meta } };
}

function textOf({ note, changes, cost }: Awaited<ReturnType<ActionRunner['run']>>['meta']): string {
  const lines = changes.map(
    ({ what, before, after }) => `${what}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`,
  );
  const costs =
    cost === null
      ? []
      : [
          `Cost: ${cost.before.answers_per_day} → ${cost.after.answers_per_day} answers a day, about ` +
            `$${cost.before.usd_per_30_days} → $${cost.after.usd_per_30_days} in 30 days.`,
        ];
  return [note, ...lines, ...costs].join('\n');
}
