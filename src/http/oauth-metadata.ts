import { SCOPES } from '../domain/access/api-key.ts';
import { MCP_PATH } from '../domain/access/api-prefix.ts';
import { audienceOf } from '../domain/access/oauth.ts';

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';
export const SERVER_METADATA = '/.well-known/oauth-authorization-server';

/** RFC 9728. Its scope is what clients ask for; a person may allow more. */
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

/** The WWW-Authenticate header that leads a client to its token (RFC 6750, RFC 9728), whether it had another or none. */
export function challengeOf(issuer: string, hadToken: boolean): string {
  const parts = [
    'Bearer realm="Sightline"',
    ...(hadToken ? ['error="invalid_token"'] : []),
    `resource_metadata="${issuer}${RESOURCE_METADATA}${MCP_PATH}"`,
    'scope="read"',
  ];
  return parts.join(', ');
}
