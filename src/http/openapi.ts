import Type, { type TSchema } from 'typebox';
import { ROUTED_ACTIONS, type RoutedAction } from '../actions/index.ts';
import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { FAILURES_PER_HOUR, REQUESTS_PER_MINUTE } from '../domain/access/quota.ts';
import { API_ERRORS, type ApiErrorCode } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import { brandParameter, REPORT_SCOPE, type Report } from '../reports/shape/report.ts';
import { BrandRefSchema, instant, named, nullable, nullableText, text } from '../reports/shape/schemas.ts';
import { hasCsv } from '../reports/show/csv.ts';
import { parametersOf as parametersOfAction } from './actions.ts';
import { STATUS } from './problem.ts';

type Json = Record<string, unknown>;

/** Error codes that every report has. */
const EVERY_REPORT: readonly ApiErrorCode[] = [
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

const WITH_BRAND: readonly ApiErrorCode[] = ['brand_required', 'no_such_brand', 'brand_not_configured'];

const NOT_A_LIST: readonly ApiErrorCode[] = ['not_acceptable'];

/** A report's error codes. */
export function errorsOf(report: Report): readonly ApiErrorCode[] {
  return [
    ...EVERY_REPORT,
    ...(report.takesBrand ? WITH_BRAND : []),
    ...(hasCsv(report) ? [] : NOT_A_LIST),
    ...report.errors,
  ];
}

/** The API's OpenAPI 3.1 document, from the report list. */
export function openApiDocument(): Json {
  const schemas: Record<string, unknown> = { Error: ErrorSchema };
  const paths: Json = {};
  for (const report of REPORTS) paths[`/${report.name}`] = { get: operationOf(report, schemas) };
  for (const action of ROUTED_ACTIONS) {
    const path = openPath(action);
    paths[path] = {
      ...(paths[path] as Json),
      [action.route.method.toLowerCase()]: actionOf(action, schemas),
    };
  }
  paths['/openapi.json'] = { get: documentOperation };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sightline reporting API',
      version: '1.0.0',
      description: INTRODUCTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: API_PREFIX, description: 'This server.' }],
    security: [{ apiKey: [] }, { bearer: [] }],
    tags: [
      { name: 'reports', description: 'Read-only reports. Each needs the scope `read`.' },
      { name: 'actions', description: 'Changes. Each names the scope that it needs, and takes `dry_run`.' },
    ],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: `A key with the scope \`${REPORT_SCOPE}\`, or the scope that an action names.`,
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      headers: HEADERS,
      schemas,
    },
  };
}

const INTRODUCTION = `How often AI answer engines name and cite a brand, and which sites they read.

- A rate below \`min_sample\` answers is \`null\`: not enough answers yet, never zero.
- Reports show each engine separately and never average engines.
- Failed collections never count; answers that name nobody always do.
- ${REQUESTS_PER_MINUTE} requests per minute and key, in fixed windows; ${FAILURES_PER_HOUR} failed authentications per hour and address.
- Retry only on 429 and 5xx, and only after \`Retry-After\`.
- Branch on \`error.code\`; the message may change.`;

const ErrorSchema = Type.Object(
  {
    error: Type.Object({
      code: Type.Unsafe<string>({ type: 'string', enum: Object.keys(API_ERRORS), description: 'Stable.' }),
      message: text('One sentence; its wording may change.'),
    }),
  },
  { title: 'Error', description: 'The body of every response that is not a success.' },
);

const integerHeader = (description: string): Json => ({
  description,
  schema: { type: 'integer', minimum: 0 },
});
const textHeader = (description: string): Json => ({ description, schema: { type: 'string' } });

const HEADERS: Json = {
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

function headers(...further: string[]): Json {
  const names = [...ON_EVERY_RESPONSE, ...further];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function operationOf(report: Report, schemas: Record<string, unknown>): Json {
  return {
    operationId: report.name,
    tags: ['reports'],
    summary: report.summary,
    description: report.description,
    parameters: Object.entries(parametersOf(report)).map(([name, schema]) => parameterOf(name, schema)),
    responses: {
      200: {
        description: 'The report.',
        headers: headers('ETag', 'Cache-Control', ...('next_cursor' in report.meta ? ['Link'] : [])),
        content: contentOf(report, schemas),
      },
      304: {
        description: 'Not modified since the tag in `If-None-Match`.',
        headers: headers('ETag', 'Cache-Control'),
      },
      ...errorResponses(errorsOf(report)),
    },
  };
}

function contentOf(report: Report, schemas: Record<string, unknown>): Json {
  const json = { 'application/json': { schema: referring(envelopeOf(report), schemas) } };
  return hasCsv(report) ? { ...json, 'text/csv': { schema: CsvSchema } } : json;
}

const CsvSchema = text(
  'One row per record, with field names as the header: RFC 4180, UTF-8 with a byte order mark. A list joins its ' +
    'items with `; `, null is empty, and text that a spreadsheet would run as a formula begins with an apostrophe.',
);

function parameterOf(name: string, schema: TSchema): Json {
  const { description, ...rest } = schema as TSchema & { description?: string };
  return { name, in: 'query', required: false, description, schema: rest };
}

function envelopeOf(report: Report): TSchema {
  return Type.Object({
    data: report.data,
    meta: Type.Object({
      generated_at: instant('When Sightline made the report.'),
      brand: BrandRefSchema,
      note: text('A caveat for these numbers.'),
      ...metaOf(report),
    }),
  });
}

function errorResponses(codes: readonly ApiErrorCode[]): Json {
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

/** Error codes of actions, in the order of the checks. */
export function errorsOfAction({ of, route }: RoutedAction): readonly ApiErrorCode[] {
  const isForBrand = of === 'brand';
  return [
    ...EVERY_REPORT.filter((code) => isForBrand || code !== 'no_brand'),
    ...(isForBrand ? (['no_such_brand'] as const) : []),
    ...(isForBrand && !route.path.includes('/:brand') ? (['brand_required'] as const) : []),
    ...(route.path.includes(':') ? (['not_found'] as const) : []),
    'conflict',
    ...(isForBrand ? (['precondition_failed'] as const) : []),
    ...(route.method === 'DELETE' ? [] : (['body_too_large'] as const)),
  ];
}

/** An action's path, with its parameters in braces. */
export function openPath({ route }: RoutedAction): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

function actionOf(action: RoutedAction, schemas: Record<string, unknown>): Json {
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
      ...Object.entries(parametersOfAction(action)).map(([field, schema]) => parameterOf(field, schema)),
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
      content: { [body.type]: { schema: describedSchema(action.input[body.text]).schema } },
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

const ChangeSchema = named(
  'ActionChange',
  {
    what: text('The part that changes.'),
    before: nullableText('In words; null if it was not there.'),
    after: nullableText('In words; null if it is gone.'),
  },
  'A part that an action changes.',
);

const CostSchema = named(
  'AskingCost',
  {
    answers_per_day: Type.Number({ minimum: 0, description: 'Answers a day, on average.' }),
    usd_per_day: Type.Number({ minimum: 0, description: 'Estimate in US dollars.' }),
    usd_per_30_days: Type.Number({ minimum: 0, description: 'Estimate in US dollars.' }),
  },
  "What asking a brand's questions costs.",
);

/** The `meta` of every action. */
export const META_OF_ACTIONS = Type.Object({
  generated_at: instant('When it was stored, or tried.'),
  brand: BrandRefSchema,
  note: text('What happened, and what follows from it.'),
  dry_run: Type.Boolean({ description: 'Whether nothing was stored.' }),
  changes: Type.Array(ChangeSchema, { description: 'The difference.' }),
  cost: nullable(
    Type.Object({ before: CostSchema, after: CostSchema }),
    "What asking the brand's questions costs; null if the action does not change that.",
  ),
  version: nullableText("The brand's version after it, for `If-Match`; null if the brand is gone."),
});

function resultOf({ data }: RoutedAction): TSchema {
  return Type.Object({ data, meta: META_OF_ACTIONS });
}

const documentOperation: Json = {
  operationId: 'openapi',
  tags: ['reports'],
  summary: 'This document. Needs no key.',
  security: [],
  responses: {
    200: {
      description: 'The OpenAPI document.',
      headers: headers(),
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    ...errorResponses(['headers_too_large', 'internal_error']),
  },
};

/** Moves every named object in a schema to `schemas` and refers to it. */
function referring(schema: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(schema)) return schema.map((each) => referring(each, schemas));
  if (typeof schema !== 'object' || schema === null) return schema;
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, referring(value, schemas)]),
  );
  if (inside.type !== 'object' || typeof inside.title !== 'string') return inside;
  schemas[inside.title] = inside;
  return { $ref: `#/components/schemas/${inside.title}` };
}
