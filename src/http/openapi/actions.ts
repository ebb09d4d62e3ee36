import Type, { type TSchema } from 'typebox';
import { META_OF_ACTIONS } from '../../actions/envelope.ts';
import type { RoutedAction } from '../../actions/index.ts';
import type { ApiErrorCode } from '../../domain/errors.ts';
import { brandParameter } from '../../reports/shape/report.ts';

import { parametersOf } from '../actions.ts';
import { EVERY_OPERATION, errorResponses, headers, type Json, parameterOf, referring } from './parts.ts';

/** Actions in the OpenAPI document. */

/** Error codes of actions, in the order of the checks. */
export function errorsOfAction({ of, route }: RoutedAction): readonly ApiErrorCode[] {
  const isForBrand = of === 'brand';
  return [
    ...EVERY_OPERATION.filter((code) => isForBrand || code !== 'no_brand'),
    ...(isForBrand ? (['no_such_brand'] as const) : []),
    ...(isForBrand && !route.path.includes('/:brand') ? (['brand_required'] as const) : []),
    ...(route.path.includes(':') ? (['not_found'] as const) : []),
    'conflict',
    ...(isForBrand ? (['precondition_failed'] as const) : []),
    ...(route.method === 'DELETE' ? [] : (['body_too_large'] as const)),
  ];
}

export function openPath({ route }: RoutedAction): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

export function actionOf(action: RoutedAction, schemas: Record<string, unknown>): Json {
  const { name, summary, description, route } = action;
  const { method, path } = route;
  const isRepeatable = method === 'POST';
  return {
    operationId: name,
    tags: ['actions'],
    summary,
    description: [description, `Needs the scope \`${route.scope}\`.`]
      .filter((each) => each !== '')
      .join('\n\n'),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map(([, field = '']) => ({
        name: field,
        in: 'path',
        required: true,
        ...describedSchema(field === 'brand' ? brandParameter : action.input[field]),
      })),
      ...Object.entries(parametersOf(action)).map(([field, schema]) => parameterOf(field, schema)),
      ...(isRepeatable ? [IDEMPOTENCY_KEY] : []),
      ...(action.of === 'brand' ? [IF_MATCH] : []),
    ],
    ...(method === 'DELETE' ? {} : { requestBody: bodyOf(action, schemas) }),
    responses: {
      200: {
        description: 'What was stored, or would be.',
        headers: headers('ETag'),
        content: { 'application/json': { schema: referring(resultOf(action), schemas) } },
      },
      ...errorResponses(errorsOfAction(action)),
    },
  };
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Any text of yours: repeated within 24 hours, the request gets its first result and stores nothing again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH: Json = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    "The brand's `ETag` from an earlier action: if somebody changed its declaration since, nothing is stored.",
  schema: { type: 'string' },
};

function describedSchema(schema: TSchema | undefined): Json {
  const { description, ...rest } = (schema ?? {}) as TSchema & { description?: string };
  return { description, schema: rest };
}

/** The body of an action: its input without what the path names. */
function bodyOf(action: RoutedAction, schemas: Record<string, unknown>): Json {
  const { body, path } = action.route;
  if (body !== undefined && 'text' in body)
    return {
      required: true,
      content: Object.fromEntries(
        body.types.map((type) => [type, { schema: describedSchema(action.input[body.text]).schema }]),
      ),
    };
  const schema =
    body === undefined ? Type.Object(fieldsIn(action, path), CLOSED) : oneOrList(action.input[body.list]);
  return { required: true, content: { 'application/json': { schema: referring(schema, schemas) } } };
}

const CLOSED = { additionalProperties: false };

function fieldsIn({ input }: RoutedAction, path: string): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !path.includes(`:${name}`)));
}

function oneOrList(list: TSchema | undefined): unknown {
  return { oneOf: [(list as { items?: unknown } | undefined)?.items, list] };
}

function resultOf({ data }: RoutedAction): TSchema {
  return Type.Object({ data, meta: META_OF_ACTIONS });
}
