import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey, isApiKey, type KeyRecord } from '../domain/access/api-key.ts';
import { familyOf } from '../domain/access/oauth.ts';
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
  /** Where the request goes, if connections' tokens work there. */
  readonly audience: string | null;
}

/**
 * Identifies the caller. An address with too many failures is rejected before any look at its key, valid or not; every
 * other failure counts against it. Connections' tokens, and requests without any where those work, neither count nor are
 * rejected: clouds of assistants send everybody's from the same addresses, and nobody guesses a token.
 *
 * @throws SightlineError `rate_limited` or `unauthorized`
 */
export async function authenticate(
  deps: AuthenticationDeps,
  request: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord> {
  const client = clientOf(request.address);
  const given = givenKey(request);
  const isShared = 'key' in given ? isAccessToken(given.key) : given.isMissing && request.audience !== null;
  if (!isShared) await refuseThrottled(deps.hits, client, now);
  const found = 'key' in given ? await recordOrReason(deps, given.key, request, now) : given.problem;
  if (typeof found !== 'string') return found;
  if (!isShared) await countFailure(deps.hits, client, now);
  throw new SightlineError('unauthorized', found);
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
  const given = givenKey(request);
  if (!('key' in given)) return null;
  if (await isThrottled(deps.hits, clientOf(request.address), now)) return null;
  const record = await recordOrReason(deps, given.key, request, now);
  return typeof record === 'string' ? null : record;
}

/** The key's record, or the reason for rejecting it, in a sentence. */
async function recordOrReason(
  deps: AuthenticationDeps,
  key: string,
  { audience }: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord | string> {
  const record = await deps.findKey(hashApiKey(key));
  if (record === null) return 'This API key is not known.';
  if (record.revokedAt !== null) return 'This API key was revoked.';
  if (record.expiresAt !== null && record.expiresAt <= now) return 'This API key has expired.';
  if (record.audience === null || record.audience === audience) return record;
  return `This is a connected assistant's token, which works only at ${record.audience}.`;
}

function isAccessToken(key: string): boolean {
  return familyOf(key, ['access']) !== null;
}

/** Whether a header occurs more than once. For some, Node keeps the first and drops the others. */
export function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  return rawHeaders.filter((each, index) => index % 2 === 0 && each.toLowerCase() === name).length > 1;
}

/** The request's key, from either header. A malformed key costs no lookup. */
function givenKey({
  headers,
  rawHeaders,
}: AuthenticatedRequest): { key: string } | { problem: string; isMissing?: true } {
  if (isRepeated('authorization', rawHeaders)) {
    return { problem: 'The Authorization header was given more than once.' };
  }
  const plain = headers['x-api-key'] || undefined;
  const { authorization } = headers;
  if (plain === undefined && authorization === undefined) {
    return {
      problem: 'No API key was given: send it as `X-API-Key: <key>` or `Authorization: Bearer <key>`.',
      isMissing: true,
    };
  }
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) {
    return { problem: 'The Authorization header must be `Bearer <key>`.' };
  }
  const key = plain ?? bearer;
  if (bearer !== undefined && key !== bearer) return { problem: 'The two headers carry different keys.' };
  const isKey = typeof key === 'string' && (isApiKey(key) || isAccessToken(key));
  return isKey ? { key } : { problem: 'The API key is malformed.' };
}
