import Type, { type TSchema } from 'typebox';
import { ROUTED_ACTIONS } from '../actions/index.ts';
import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { FAILURES_PER_HOUR, REQUESTS_PER_MINUTE } from '../domain/access/quota.ts';
import { API_ERRORS, type ApiErrorCode } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';
import { metaOf } from '../reports/run/lower-bounds.ts';
import { parametersOf } from '../reports/run/run-report.ts';
import { REPORT_SCOPE, type Report } from '../reports/shape/report.ts';
import { BrandRefSchema, instant, text } from '../reports/shape/schemas.ts';
import { hasCsv } from '../reports/show/csv.ts';
import { actionOf, openPath } from './openapi/actions.ts';
import {
  EVERY_OPERATION,
  errorResponses,
  HEADERS,
  headers,
  type Json,
  parameterOf,
  referring,
} from './openapi/parts.ts';

const WITH_BRAND: readonly ApiErrorCode[] = ['brand_required', 'no_such_brand', 'brand_not_configured'];

const NOT_A_LIST: readonly ApiErrorCode[] = ['not_acceptable'];

export function errorsOf(report: Report): readonly ApiErrorCode[] {
  return [
    ...EVERY_OPERATION,
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
