import { SCOPES } from '../domain/access/api-key.ts';
import { MCP_PATH } from '../domain/access/api-prefix.ts';
import { audienceOf } from '../domain/access/oauth.ts';

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
export const SERVER_METADATA = '/.well-known/oauth-authorization-server';

/** RFC 9728. Its scopes are those for basic use; a tool that needs another says so. */
export function resourceMetadata(issuer: string) {
  return {
    resource: audienceOf(issuer),
    authorization_servers: [issuer],
    scopes_supported: ['read'],
    bearer_methods_supported: ['header'],
  };
}

/** RFC 8414. Clients ask for `offline_access` before they expect a refresh token; every connection gets one. */
export function serverMetadata(issuer: string, takesRegistrations: boolean) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    ...(takesRegistrations && { registration_endpoint: `${issuer}/oauth/register` }),
    client_id_metadata_document_supported: true,
    scopes_supported: [...SCOPES, 'offline_access'],
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}

/** A refusal's WWW-Authenticate header, which leads a client to its token (RFC 6750, RFC 9728). @param error none for a request without a token */
export function challengeOf(
  issuer: string,
  scope: string,
  error?: 'invalid_token' | 'insufficient_scope',
): string {
  const parts = [
    'Bearer realm="Sightline"',
    ...(error ? [`error="${error}"`] : []),
    `resource_metadata="${issuer}${RESOURCE_METADATA}${MCP_PATH}"`,
    `scope="${scope}"`,
  ];
  return parts.join(', ');
}
