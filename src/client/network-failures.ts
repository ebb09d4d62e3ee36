import { SightlineError } from '../domain/errors.ts';

/** Sentences for network error codes. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused; is the server running?',
  ENOTFOUND: 'there is no host of that name',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  ETIMEDOUT: 'nothing answers there',
  UND_ERR_CONNECT_TIMEOUT: 'nothing answers there',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ECONNRESET: 'the connection was closed before the response was complete',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the connection was closed before the response was complete',
  Z_BUF_ERROR: 'the connection was closed before the response was complete',
};

const UNKNOWN_AUTHORITY =
  'its certificate was issued by an authority that this machine does not know; NODE_EXTRA_CA_CERTS can name a file with it';
const NOT_TLS = 'it does not speak TLS on this port; is it http:// instead?';

/** Sentences for certificate error codes. */
const UNTRUSTED: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; is the clock of this machine right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNKNOWN_AUTHORITY,
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_AUTHORITY,
  ERR_SSL_WRONG_VERSION_NUMBER: NOT_TLS,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: NOT_TLS,
};

/** A failed request as a sentence. Omits the message of `fetch`, which may quote the request. */
export function networkFailure(server: string, error: unknown): SightlineError {
  const code = codeOf(error);
  const untrusted = UNTRUSTED[code] ?? (/^(CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/.test(code) ? code : undefined);
  if (untrusted !== undefined) {
    return new SightlineError('bad_server', `No secure connection to ${server}: ${sentence(untrusted)}`);
  }
  if (code.startsWith('HPE_')) {
    return new SightlineError('bad_server', `What answers at ${server} does not speak HTTP.`);
  }
  const why = UNREACHABLE[code] ?? (code || 'the request could not be sent');
  return new SightlineError('unavailable', `Cannot reach ${server}: ${sentence(why)}`);
}

function sentence(why: string): string {
  return why.endsWith('?') ? why : `${why}.`;
}

function codeOf(error: unknown): string {
  const { code } = ((error as { cause?: unknown }).cause ?? error) as { code?: unknown };
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : '';
}
