import type { TSchema } from 'typebox';
import { API_ERRORS, type ApiErrorCode } from '../../domain/errors.ts';
import { STATUS } from '../problem.ts';

/** Pieces of the OpenAPI document that reports and actions share. */

export type Json = Record<string, unknown>;

/** Error codes that every operation has. */
export const EVERY_OPERATION: readonly ApiErrorCode[] = [
  'invalid_parameter',
  'invalid_request',
  'unauthorized',
  'no_subscription',
  'api_not_on_plan',
  'insufficient_scope',
  'no_brand',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'unavailable',
];

const integerHeader = (description: string): Json => ({
  description,
  schema: { type: 'integer', minimum: 0 },
});
const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });

export const HEADERS: Json = {
  'X-RateLimit-Limit': integerHeader('Requests per minute.'),
  'X-RateLimit-Remaining': integerHeader('Requests left in the current window.'),
  'X-RateLimit-Reset': integerHeader('Seconds until the window rolls.'),
  RateLimit: textHeader('The rate limit as an IETF structured field.'),
  'RateLimit-Policy': textHeader('The rate-limit policy.'),
  'X-Request-Id': textHeader('Identifies this request in the server log.'),
  'Retry-After': integerHeader('Whole seconds to wait, at least 1.'),
  'WWW-Authenticate': textHeader('How to authenticate.'),
  ETag: textHeader('Weak tag of everything but `meta.generated_at` and `meta.window`.'),
  Link: textHeader('The next page, with `rel="next"`, unless this is the last one.'),
  'Cache-Control': textHeader('`private, no-cache`: you may store it, but revalidate it before each use.'),
};

const ON_EVERY_RESPONSE = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
];

/** The headers of a response: those of every response, and further ones. */
export function headers(...further: string[]): Json {
  const names = [...ON_EVERY_RESPONSE, ...further];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function parameterOf(name: string, schema: TSchema): Json {
  const { description, ...rest } = schema as TSchema & { description?: string };
  return { name, in: 'query', required: false, description, schema: rest };
}

export function errorResponses(codes: readonly ApiErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => STATUS[code]);
  const sorted = [...byStatus].sort(([a], [b]) => a - b);
  return Object.fromEntries(sorted.map(([status, members]) => [status, errorResponse(status, members)]));
}

function errorResponse(status: number, codes: readonly ApiErrorCode[]): Json {
  const further = [
    ...(status === STATUS.rate_limited || status === STATUS.unavailable ? ['Retry-After'] : []),
    ...(status === STATUS.unauthorized ? ['WWW-Authenticate'] : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${API_ERRORS[code]}`).join('\n\n'),
    headers: headers(...further),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { properties: { error: { properties: { code: { enum: [...codes] } } } } },
          ],
        },
      },
    },
  };
}

/** Moves every named object in a schema to `schemas` and refers to it. */
export function referring(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => referring(each, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, referring(value, schemas)]),
  );
  if (inside.type !== 'object' || typeof inside.title !== 'string') return inside;
  schemas[inside.title] = inside;
  return { $ref: `#/components/schemas/${inside.title}` };
}
