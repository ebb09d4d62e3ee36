import pg from 'pg';

/**
 * SQLSTATEs of a server that cannot serve, as against a wrong statement: 08 connection, 25006 read-only, 28 refused log-in, 3D no
 * such database, 40 lost a conflict, 42P01 no such table, 53 out of resources, 57 shutting down or canceled, 58 and XX its own
 * failures.
 */
const UNAVAILABLE_STATES = /^(?:08|28|3D|40|53|57|58|XX|42P01$|25006$)/;

/** What the system or Node says when there is no connection, when one cannot be made, or when it ended. */
const CONNECTION_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN', 'EADDRNOTAVAIL'],
  ...[
    'EHOSTUNREACH',
    'EHOSTDOWN',
    'ENETUNREACH',
    'ENETDOWN',
    'ENETRESET',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EAI_FAIL',
  ],
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END', 'ERR_STREAM_PREMATURE_CLOSE'],
  // A socket file that is not there or not ours, and no room for another socket.
  ...['ENOENT', 'EACCES', 'EMFILE', 'ENFILE', 'ENOBUFS'],
  // A certificate that is not taken, and a TLS handshake that failed.
  ...['EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'CERT_REVOKED'],
  ...['SELF_SIGNED_CERT_IN_CHAIN', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ...['UNABLE_TO_GET_ISSUER_CERT', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
]);

/** How the errors of pg begin that say the same and have no code. A test finds each of them in the installed pg. */
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

/** Whether an error is what the server itself said, so that the connection can be used again. */
export function isFromServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code !== undefined;
}

/**
 * Whether an error means that the server cannot be reached or cannot serve. Only what is listed does: any other error is a mistake
 * in a statement or in this program.
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
 * Citus copies the rows of an `insert … select` to their machine, and gives what that one says about them as a failure of its own
 * (XX000). Its words remain; in another language than English, it stays a failure.
 */
function isRefusedByWorker({ routine, message }: pg.DatabaseError): boolean {
  return (
    routine === 'ReportCopyError' && / violates (unique|foreign key|check|not-null) constraint/.test(message)
  );
}
