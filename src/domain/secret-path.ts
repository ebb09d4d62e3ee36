import { withoutApiKeys } from './api-key.ts';

/** Paths whose last part is a secret: who has it may sign in, or read what was shared. */
const SECRET = /\/(setup|invite|reset|share|demo)\/[^/]+/;

/** A path of a request as it may be logged. */
export function loggablePath(path: string): string {
  return withoutApiKeys(path).replace(SECRET, '/$1/[redacted]');
}
