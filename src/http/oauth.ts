import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MCP_PATH } from '../domain/access/api-prefix.ts';
import type { TokenRequest } from '../domain/access/oauth.ts';
import type { ErrorBody } from '../domain/errors.ts';
import { OAuthError } from '../domain/oauth-error.ts';
import { RESOURCE_METADATA, resourceMetadata, SERVER_METADATA, serverMetadata } from './oauth-metadata.ts';
import { problemOf } from './problem.ts';
import { readBody } from './wire/read-body.ts';

/** The authorization server behind the routes. */
export interface OAuthServer {
  /** Its public address, without a path. */
  readonly issuer: string;
  readonly clients: {
    readonly takesRegistrations: boolean;
    /** @throws OAuthError */
    register(metadata: string): Promise<object>;
  };
  /** @throws OAuthError */
  readonly exchange: (request: TokenRequest, now: number) => Promise<object>;
  readonly disconnect: (token: string, now: number) => Promise<void>;
}

const MOST_BYTES = 8 * 1024;

/** The routes that clients use; users allow a connection on a page. Errors have the form of RFC 6749, section 5.2. */
export function addOAuth(routes: FastifyInstance, oauth: OAuthServer): void {
  const { issuer, clients } = oauth;
  const documents = {
    [RESOURCE_METADATA]: resourceMetadata(issuer),
    [`${RESOURCE_METADATA}${MCP_PATH}`]: resourceMetadata(issuer),
    [SERVER_METADATA]: serverMetadata(issuer, clients.takesRegistrations),
  };
  routes.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.setErrorHandler((error, request, reply) => sendError(request, reply, error));
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    for (const [path, document] of Object.entries(documents)) scope.get(path, async () => document);
    scope.post('/oauth/token', async (request, reply) => {
      return await oauth.exchange(tokenRequestIn(await formIn(request, reply)), request.now);
    });
    scope.post('/oauth/revoke', async (request, reply) => {
      await oauth.disconnect(required(await formIn(request, reply), 'token'), request.now);
      return reply.code(200).send();
    });
    if (!clients.takesRegistrations) return;
    scope.post('/oauth/register', async (request, reply) => {
      const made = await clients.register(await readBody(request, reply, MOST_BYTES));
      return reply.code(201).send(made);
    });
  });
}

/** The field with the token of each grant type. */
const FIELDS = new Map([
  ['authorization_code', 'code'],
  ['refresh_token', 'refresh_token'],
]);

/** @throws OAuthError */
function tokenRequestIn(form: Fields): TokenRequest {
  const field = FIELDS.get(required(form, 'grant_type'));
  if (field === undefined) {
    throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
  }
  const kind = field === 'code' ? 'code' : 'refresh';
  return {
    kind,
    token: required(form, field),
    clientId: required(form, 'client_id'),
    redirectUri: form.get('redirect_uri') ?? null,
    verifier: kind === 'code' ? required(form, 'code_verifier') : '',
    resource: form.get('resource') ?? null,
  };
}

type Fields = ReadonlyMap<string, string>;

/** A form's fields that have a value (RFC 6749, section 3.2). @throws OAuthError for another type, or a repeated field */
async function formIn(request: FastifyRequest, reply: FastifyReply): Promise<Fields> {
  const body = await readBody(request, reply, MOST_BYTES);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) {
    throw new OAuthError('invalid_request', 'Send the fields as application/x-www-form-urlencoded.');
  }
  const given = [...new URLSearchParams(body)].filter(([, value]) => value !== '');
  const form = new Map(given);
  if (form.size === given.length) return form;
  throw new OAuthError('invalid_request', 'A field is repeated.');
}

function required(form: Fields, name: string): string {
  const value = form.get(name);
  if (value !== undefined) return value;
  throw new OAuthError('invalid_request', `The field ${name} is missing.`);
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, headers, body } = problemOf(error);
  if (status >= 500) request.log.error({ err: error }, 'request failed');
  const other = status >= 500 ? 'server_error' : 'invalid_request';
  const { message } = (JSON.parse(body) as ErrorBody).error;
  const code = error instanceof OAuthError ? error.oauthCode : other;
  return reply.code(status).headers(headers).send({ error: code, error_description: message });
}
