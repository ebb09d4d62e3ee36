import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey, isApiKey, type KeyRecord } from '../domain/access/api-key.ts';
import { SightlineError } from '../domain/errors.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { countFailure, type HitCounter, isThrottled, refuseThrottled } from './quota.ts';

export interface AuthenticationDeps {
  readonly hits: HitCounter;
  /** Finds a key by its SHA-256, in any state. */
  readonly findKey: (hash: string) => Promise<KeyRecord | null>;
}

interface AuthenticatedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly address: string;
}

/**
 * Identifies the caller. An address with too many failures is rejected before any look at its key, valid or not; every
 * other failure counts against it.
 *
 * @throws SightlineError `rate_limited` or `unauthorized`
 */
export async function authenticate(
  deps: AuthenticationDeps,
  request: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord> {
  const client = clientOf(request.address);
  await refuseThrottled(deps.hits, client, now);
  const record = await recordOrReason(deps, request, now);
  if (typeof record !== 'string') return record;
  await countFailure(deps.hits, client, now);
  throw new SightlineError('unauthorized', record);
}

/**
 * The caller of a request that is answered without looking at its key, or null. Nothing was refused for the key, so
 * nothing counts against the address; a throttled address learns nothing here either.
 */
export async function recognize(
  deps: AuthenticationDeps,
  request: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord | null> {
  // A request without a key, or with a proxy's token, costs no statement.
  if ('problem' in givenKey(request)) return null;
  if (await isThrottled(deps.hits, clientOf(request.address), now)) return null;
  const record = await recordOrReason(deps, request, now);
  return typeof record === 'string' ? null : record;
}

/** The key's record, or the reason for rejecting it, in a sentence. */
async function recordOrReason(
  deps: AuthenticationDeps,
  request: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord | string> {
  const given = givenKey(request);
  if ('problem' in given) return given.problem;
  const record = await deps.findKey(hashApiKey(given.key));
  if (record === null) return 'This API key is not known.';
  if (record.revokedAt !== null) return 'This API key was revoked.';
  if (record.expiresAt !== null && record.expiresAt <= now) return 'This API key has expired.';
  return record;
}

/** Whether a header occurs more than once. For some, Node keeps the first and drops the others. */
export function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length > 1;
}

/** The request's key, from either header. A malformed key costs no lookup. */
function givenKey({ headers, rawHeaders }: AuthenticatedRequest): { key: string } | { problem: string } {
  if (isRepeated('authorization', rawHeaders)) {
    return { problem: 'The Authorization header was given more than once.' };
  }
  const plain = headers['x-api-key'] || undefined;
  const { authorization } = headers;
  if (plain === undefined && authorization === undefined) {
    return {
      problem: 'No API key was given: send it as `X-API-Key: <key>` or `Authorization: Bearer <key>`.',
    };
  }
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) {
    return { problem: 'The Authorization header must be `Bearer <key>`.' };
  }
  const key = plain ?? bearer;
  if (bearer !== undefined && key !== bearer) return { problem: 'The two headers carry different keys.' };
  if (typeof key !== 'string' || !isApiKey(key)) return { problem: 'The API key is malformed.' };
  return { key };
}
