import { type ApiErrorCode, type ErrorBody, errorBody, SightlineError } from '../domain/errors.ts';
import { LimitReached } from './quota.ts';

/** The only table from error codes to HTTP status codes. */
export const STATUS: Record<ApiErrorCode, number> = {
  invalid_parameter: 400,
  invalid_request: 400,
  brand_required: 400,
  bad_cursor: 400,
  unauthorized: 401,
  no_subscription: 402,
  api_not_on_plan: 402,
  insufficient_scope: 403,
  forbidden_origin: 403,
  not_found: 404,
  no_such_brand: 404,
  no_brand: 404,
  brand_not_configured: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  precondition_failed: 412,
  body_too_large: 413,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
};

export interface Problem {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The public form for anything thrown. */
export function problemOf(error: unknown): Problem {
  const known = asKnown(error);
  const body = errorBody(known);
  return { status: statusOf(body.error.code), headers: headersOf(known), body: JSON.stringify(body) };
}

/** JSON-RPC's codes for them; other errors get a server-defined one. */
const RPC_CODES: Partial<Record<ApiErrorCode, number>> = {
  invalid_request: -32600,
  body_too_large: -32600,
  internal_error: -32603,
  unavailable: -32603,
};
const RPC_REFUSED = -32000;

/** A problem as JSON-RPC clients expect it: `error.data` has the API's code. */
export function rpcProblem({ status, headers, body }: Problem): Problem {
  const { code, message } = (JSON.parse(body) as ErrorBody).error;
  const error = { code: RPC_CODES[code as ApiErrorCode] ?? RPC_REFUSED, message, data: { code } };
  return { status, headers, body: JSON.stringify({ jsonrpc: '2.0', id: null, error }) };
}

function headersOf(error: SightlineError | undefined): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  };
  if (error?.code === 'unauthorized') headers['www-authenticate'] = 'Bearer realm="Sightline"';
  const seconds = error?.retryAfterSeconds;
  if (seconds !== undefined) headers['retry-after'] = String(seconds);
  return error instanceof LimitReached ? { ...headers, ...error.headers } : headers;
}

/** A SightlineError with an API code; a client error from the framework becomes `invalid_request`. */
function asKnown(error: unknown): SightlineError | undefined {
  if (error instanceof SightlineError) return error.code in STATUS ? error : undefined;
  const { statusCode } = error as { statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined;
  if (statusCode === STATUS.body_too_large) {
    return new SightlineError('body_too_large', 'The request is larger than this page takes.');
  }
  return new SightlineError('invalid_request', 'The request cannot be read.');
}

function statusOf(code: string): number {
  return code in STATUS ? STATUS[code as ApiErrorCode] : STATUS.internal_error;
}
