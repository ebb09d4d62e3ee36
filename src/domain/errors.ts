/** The codes that clients branch on, with their conditions. They never change. */
export const API_ERRORS = {
  unauthorized: 'The request has no API key, or the key is malformed, unknown, revoked, or expired.',
  no_subscription: 'The organization has never had a plan.',
  api_not_on_plan: 'The plan excludes API access.',
  insufficient_scope: 'The key lacks the scope the endpoint needs.',
  brand_required: 'The organization has several brands and `brand` was omitted.',
  no_such_brand: 'There is no brand with that id that this key may read.',
  no_brand: 'The organization has no brand, or the brand the key is pinned to was deleted.',
  brand_not_configured: 'The brand exists but its setup was never finished.',
  bad_cursor: 'The cursor does not belong to this brand.',
  invalid_parameter: 'A parameter or field is unknown, repeated, missing, or has a wrong value.',
  invalid_request: 'The API cannot read the request: it is malformed, or a GET with a body.',
  body_too_large: 'The request body is larger than the server accepts.',
  headers_too_large: 'The request line and headers are larger than the server accepts.',
  forbidden_origin: 'A page from another origin called `/mcp`.',
  not_found: 'There is nothing at this path.',
  method_not_allowed: 'The path exists, but not for this method.',
  conflict: 'The change contradicts what is stored, or the `Idempotency-Key` belongs to another request.',
  precondition_failed: 'Somebody changed the brand since the version in `If-Match`.',
  not_acceptable: 'The report has no form that the request accepts: it is not a list, so it has no CSV.',
  rate_limited: "The key's request quota, or the address's limit for failed authentication, is used up.",
  internal_error: 'Something unexpected went wrong; the log has the details under the request id.',
  unavailable: 'The data store cannot be reached right now, or earlier requests keep the server busy.',
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** Codes that only the command line uses. */
export type OperatorErrorCode =
  | 'invalid_argument'
  | 'invalid_setting'
  | 'invalid_file'
  | 'bad_line'
  | 'counts_differ'
  | 'collection_failed';

export type ErrorCode = ApiErrorCode | OperatorErrorCode;

/** An error for clients. `message` is public; the internal reason goes into `cause`, which is logged and never sent. */
export class SightlineError extends Error {
  override readonly name = 'SightlineError';
  readonly code: ErrorCode;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** The store failed. `cause` is the driver's error. */
export function storeUnavailable(cause: unknown): SightlineError {
  return new SightlineError('unavailable', 'The data store is unavailable.', {
    retryAfterSeconds: 5,
    cause,
  });
}

export interface ErrorBody {
  error: { code: ErrorCode; message: string };
}

/** The error body. Anything but a SightlineError becomes "Internal error." */
export function errorBody(error: unknown): ErrorBody {
  if (error instanceof SightlineError) return { error: { code: error.code, message: error.message } };
  return { error: { code: 'internal_error', message: 'Internal error.' } };
}
