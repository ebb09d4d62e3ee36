import pg from 'pg';

/**
 * SQLSTATEs for an unavailable server rather than a wrong statement: 08 connection, 25006 read-only, 28 refused
 * login, 3D no such database, 40 lost conflict, 42P01 no such table, 53 out of resources, 57 shutdown or cancel, 58
 * and XX internal failures.
 */
const UNAVAILABLE_STATES = /^(?:08|28|3D|40|53|57|58|XX|42P01$|25006$)/;

/** Error codes from the system or Node for missing, failed, or ended connections. */
const CONNECTION_CODES: ReadonlySet<unknown> = new Set([
  'ECONNRESET',
  'ECONNREFUSED',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTCONN',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ERR_STREAM_PREMATURE_CLOSE',
  // A missing or foreign socket file, and no room for another socket.
  'ENOENT',
  'EACCES',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  // A rejected certificate, and a failed TLS handshake.
  'EPROTO',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
]);

/** Message prefixes of pg's equivalent errors without codes. A test finds each in the installed pg. */
export const CONNECTION_MESSAGES: readonly string[] = [
  'Connection terminated',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Query read timeout',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'The server does not support SSL connections',
  'There was an error establishing an SSL connection',
  'SASL: ',
  'received invalid response: ',
];

/** Whether the server itself reported the error, so that the connection remains usable. */
export function isFromServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined;
}

/**
 * Whether the server is unreachable or cannot serve. Only listed errors are; any other is a mistake in a statement or
 * this program.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isFromServer(error)) return isOutageByState(error as pg.DatabaseError);
  if (CONNECTION_CODES.has((error as { code?: unknown }).code)) return true;
  return CONNECTION_MESSAGES.some((message) => error.message.startsWith(message));
}

function isOutageByState(error: pg.DatabaseError): boolean {
  return UNAVAILABLE_STATES.test(error.code ?? '') && !isRefusedByWorker(error);
}

/**
 * Citus copies the rows of `insert … select` to their machine, and reports that machine's error as its own failure
 * (XX000), keeping the message. In languages other than English it stays a failure.
 */
function isRefusedByWorker({ routine, message }: pg.DatabaseError): boolean {
  return (
    routine === 'ReportCopyError' && / violates (unique|foreign key|check|not-null) constraint/.test(message)
  );
}
