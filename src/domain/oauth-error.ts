import { SightlineError } from './errors.ts';

/** Codes of RFC 6749 (4.1.2.1, 5.2), RFC 7591 (3.2.2), and RFC 8707 (2). */
export type OAuthCode =
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A refusal that an OAuth client gets under the protocol's own code. */
export class OAuthError extends SightlineError {
  readonly oauthCode: OAuthCode;

  constructor(oauthCode: OAuthCode, message: string) {
    super(oauthCode === 'invalid_client' ? 'unauthorized' : 'invalid_request', message);
    this.oauthCode = oauthCode;
  }
}
