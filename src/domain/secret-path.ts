import { withoutApiKeys } from './api-key.ts';

/** Paths whose last part is a secret: who has it may sign in, read what was shared, or stop mail. */
const SECRET = /^(\/+)(setup|invite|reset|share|demo|unsubscribe)\/[^/]+/i;

/** Characters that mean the same escaped and not (RFC 3986, section 2.3). The router reads them so. */
const NEEDLESS = /%(?:2d|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/gi;

/** A path of a request as it may be logged. */
export function loggablePath(path: string): string {
  const plain = path.replace(NEEDLESS, decodeURIComponent);
  return withoutApiKeys(plain).replace(SECRET, '$1$2/[redacted]');
}
