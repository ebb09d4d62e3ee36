import type { IncomingHttpHeaders } from 'node:http';
import { hashApiKey, isApiKey, type KeyRecord } from '../domain/access/api-key.ts';
import { familyOf } from '../domain/access/oauth.ts';
import { SightlineError } from '../domain/errors.ts';
import { clientOf } from '../domain/web/client-address.ts';
import { countFailure, countStale, type HitCounter, isThrottled, refuseThrottled } from './quota.ts';

export interface AuthenticationDeps {
  readonly hits: HitCounter;
  /** Finds a key by its SHA-256, in any state. */
  readonly findKey: (hash: string) => Promise<KeyRecord | null>;
  /** Whether a connection had this access token and has a newer one. */
  readonly isReplaced: (token: string) => Promise<boolean>;
}

interface AuthenticatedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly address: string;
  /** Where the request goes, if connections' tokens work there. */
  readonly audience: string | null;
}

/** Why a request has no caller. */
interface Refusal {
  /** A sentence. */
  readonly reason: string;
  /** Whether somebody may be guessing. Clouds of assistants send old tokens and none for many people from one address. */
  readonly isGuess: boolean;
}

/**
 * Identifies the caller. An address with too many failures is rejected before any look at its key, valid or not; every
 * other failure counts against it, unless it is no guess.
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
  const found = await recordOrRefusal(deps, request, now);
  if (!('reason' in found)) return found;
  await (found.isGuess ? countFailure : countStale)(deps.hits, client, now);
  throw new SightlineError('unauthorized', found.reason);
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
  const found = await recordOrRefusal(deps, request, now);
  return 'reason' in found ? null : found;
}

async function recordOrRefusal(
  deps: AuthenticationDeps,
  request: AuthenticatedRequest,
  now: number,
): Promise<KeyRecord | Refusal> {
  const { audience } = request;
  const given = givenKey(request);
  if ('problem' in given) return { reason: given.problem, isGuess: audience === null || !given.isMissing };
  const record = await deps.findKey(hashApiKey(given.key));
  if (record === null) {
    const isReplaced = await deps.isReplaced(given.key);
    return {
      reason: isReplaced ? 'A newer token replaced this one.' : 'This API key is not known.',
      isGuess: !isReplaced,
    };
  }
  const refused = (reason: string) => ({ reason, isGuess: record.audience === null });
  if (record.revokedAt !== null) return refused('This API key was revoked.');
  if (record.expiresAt !== null && record.expiresAt <= now) return refused('This API key has expired.');
  if (record.audience === null || record.audience === audience) return record;
  return refused(`This is a connected assistant's token, which works only at ${record.audience}.`);
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
  const isKey = typeof key === 'string' && (isApiKey(key) || familyOf(key, ['access']) !== null);
  return isKey ? { key } : { problem: 'The API key is malformed.' };
}
