import { hashApiKey, type Scope } from '../../domain/access/api-key.ts';
import {
  answersChallenge,
  familyOf,
  type GrantKind,
  isSameAddress,
  mintCode,
  mintSalt,
  type OAuthClient,
  redirectIn,
  type TokenRequest,
  tokensAfter,
} from '../../domain/access/oauth.ts';
import { publicId } from '../../domain/access/public-id.ts';
import { hashToken } from '../../domain/access/secret-token.ts';
import type { User } from '../../domain/access/user.ts';
import { OAuthError } from '../../domain/oauth-error.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/time/period.ts';
import { insertAudit } from '../../storage/directory/access/audit.ts';
import {
  type Connection,
  dropUnusedConnections,
  findConnection,
  insertConnection,
  lockConnection,
  rotateTokens,
} from '../../storage/directory/access/oauth.ts';
import { findUserById, type UserRow } from '../../storage/directory/access/users.ts';
import { insertKey } from '../../storage/directory/keys.ts';
import type { Database } from '../../storage/driver/database.ts';
import { ownerNamed } from '../declare/find-brand.ts';
import { endConnection, mayKeep } from './end-access.ts';
import { mayUsePassword } from './session-check.ts';
import { type AccountDeps, IDLE_MS } from './sessions.ts';

const CODE_MS = MINUTE_MS;
const ACCESS_MS = HOUR_MS;
/**
 * How long a refresh token still gets the answer that it got when it was used: a server killed before it answered has
 * started again by then. Later, a used token means that somebody else has it (RFC 9700, section 4.14.2).
 */
const GRACE_MS = 2 * MINUTE_MS;
export interface ConnectionRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly challenge: string;
  /** The address of /mcp. */
  readonly audience: string;
  /** Name or id. */
  readonly organization: string;
  /** Id; default: all brands. */
  readonly brand?: string | undefined;
  readonly scopes: readonly Scope[];
  readonly days: number;
}

/**
 * Connects a client, as a user allowed. Its key starts without a token that anybody has, until the client brings the
 * code.
 *
 * @returns the code @throws SightlineError as `ownerNamed`
 */
export async function allowConnection(
  { db: database, random, now }: AccountDeps,
  user: User,
  request: ConnectionRequest,
): Promise<string> {
  const [createdAt, code, key] = [now(), mintCode(random), publicId('key', random)];
  const { client, redirectUri, scopes, days, challenge, audience } = request;
  const { organization: own, brandIds } = user;
  return await database.transaction().execute(async (db) => {
    await dropUnusedConnections(db, createdAt - CODE_MS);
    const reach = { organizationId: own?.internalId ?? null, brandIds };
    const { organization, brand } = await ownerNamed(db, reach, request);
    const host = client.host ?? redirectIn(redirectUri)?.host ?? '';
    const keyId = await insertKey(db, {
      publicId: key,
      organizationId: organization.id,
      name: client.name,
      hash: hashApiKey(mintCode(random)),
      hint: host,
      scopes,
      brandId: brand?.id ?? null,
      createdAt,
      expiresAt: createdAt,
      createdBy: user.id,
      audience,
    });
    await insertConnection(db, {
      keyId,
      organizationId: organization.id,
      clientId: client.id,
      redirectUri,
      challenge,
      family: familyHash(code, ['code']) ?? '',
      hash: hashToken(code),
      salt: mintSalt(random),
      rotatedAt: createdAt,
      until: createdAt + days * DAY_MS,
    });
    const detail = `${client.name} (${host}), ${scopes.join(' ')}, for ${days} days`;
    const entry = { at: createdAt, organizationId: organization.id, actor: user.id, subject: key };
    await insertAudit(db, { ...entry, action: 'key.connect', detail });
    return code;
  });
}

export interface TokenDeps extends Pick<AccountDeps, 'db' | 'random' | 'isSignOnOnly'> {
  /** The address of /mcp. */
  readonly audience: string;
}

/** A token response (RFC 6749, section 5.1). */
export interface Tokens {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
}

/**
 * Exchanges a code or a refresh token for new tokens. Wrong ones count against no address: nobody guesses them, and
 * clouds of assistants send everybody's from the same ones.
 *
 * @throws OAuthError
 */
export async function exchange(deps: TokenDeps, request: TokenRequest, now: number): Promise<Tokens> {
  const { db: database, audience } = deps;
  if (request.resource !== null && !isSameAddress(request.resource, audience))
    throw new OAuthError('invalid_target', `Tokens of this server are for ${audience}.`);
  const family = familyHash(request.token, [request.kind]);
  const known = family === null ? null : await findConnection(database, family);
  if (known?.audience === audience && isBound(known, request)) {
    const tokens = await database.transaction().execute(async (db) => {
      await lockConnection(db, known.family);
      const connection = await findConnection(db, known.family);
      return connection && (await exchanged({ ...deps, db }, connection, request.token, now));
    });
    if (tokens !== null) return tokens;
  }
  const sentence = "The code or refresh token has ended, or is another client's. Connect again.";
  throw new OAuthError('invalid_grant', sentence);
}

/** Whether a request comes from the client that a code or refresh token was made for. */
function isBound(connection: Connection, { kind, clientId, redirectUri, verifier }: TokenRequest): boolean {
  if (clientId !== connection.clientId) return false;
  if (kind === 'refresh') return true;
  const isAtRedirect = redirectUri === null || redirectUri === connection.redirectUri;
  return isAtRedirect && answersChallenge(verifier, connection.challenge);
}

/** Null if the connection has ended or ends now. */
async function exchanged(
  deps: Omit<TokenDeps, 'audience'>,
  connection: Connection,
  token: string,
  now: number,
): Promise<Tokens | null> {
  const { db } = deps;
  const { hash, usedHash, rotatedAt, until, revokedAt, userId } = connection;
  if (revokedAt !== null) return null;
  const given = hashToken(token);
  const isCode = familyOf(token, ['code']) !== null;
  const isRepeated = given === usedHash && !isCode && now < rotatedAt + GRACE_MS;
  if (given !== hash && !isRepeated)
    return await endConnection(db, connection, now, 'a used code or token came again');
  const user = await findUserById(db, userId);
  if (user === null || !mayKeep(user, connection) || connection.brandDeletedAt !== null)
    return await endConnection(db, connection, now);
  if (!isKnown(deps, user, now))
    return await endConnection(db, connection, now, 'its user has not signed on lately');
  if (until <= now || (isCode && rotatedAt + CODE_MS <= now)) return null;
  return tokensOf(token, isRepeated ? connection : await rotated(deps, connection, token, now), now);
}

async function rotated(
  { db, random }: Pick<TokenDeps, 'db' | 'random'>,
  connection: Connection,
  token: string,
  rotatedAt: number,
): Promise<Connection> {
  const salt = mintSalt(random);
  const { access, refresh } = tokensAfter(token, salt);
  const expiresAt = Math.min(rotatedAt + ACCESS_MS, connection.until);
  const hashes = { hash: hashToken(refresh), usedHash: hashToken(token) };
  const made = { ...connection, ...hashes, salt, rotatedAt, expiresAt };
  await rotateTokens(db, made, hashApiKey(access));
  return made;
}

function tokensOf(token: string, { salt, expiresAt, scopes }: Connection, now: number): Tokens {
  const { access, refresh } = tokensAfter(token, salt);
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: Math.floor((expiresAt - now) / 1000),
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

/** Ends the connection of a token, which only its client has (RFC 7009). Any other text has no effect. */
export async function disconnect(database: Database, token: string, now: number): Promise<void> {
  const family = familyHash(token, ['access', 'refresh']);
  const found = family === null ? null : await findConnection(database, family);
  if (found?.revokedAt !== null) return;
  await database.transaction().execute((db) => endConnection(db, found, now, 'by its client'));
}

/** Whether a password may sign a user in, or the provider knew them within the time that a session may be unused. */
function isKnown(deps: Pick<AccountDeps, 'isSignOnOnly'>, user: UserRow, now: number): boolean {
  const { knownAt, hasPassword } = user;
  if (knownAt !== null && now - knownAt < IDLE_MS) return true;
  return mayUsePassword(deps, user) && (hasPassword || knownAt === null);
}

function familyHash(token: string, kinds: readonly GrantKind[]): string | null {
  const family = familyOf(token, kinds);
  return family === null ? null : hashToken(family);
}
