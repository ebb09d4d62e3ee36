import { withoutApiKeys } from './api-key.ts';

/** First path segments before a secret segment, which signs in, opens shared pages or a sheet, unsubscribes, or takes a log. */
const SECRET = 'setup|invite|reset|share|sheet|demo|unsubscribe|drains';

/** Such a path as this server's own links write it. The part after the secret is useful in a log. */
const PLAIN = new RegExp(`^(/+)(${SECRET})/[\\w-]+((?:/[\\w-]*)*)$`, 'i');

const FIRST_PART = new RegExp(`^(?:${SECRET})$`, 'i');

/** Characters that mean the same escaped and unescaped (RFC 3986, section 2.3), also to the router. */
const NEEDLESS = /%(?:2d|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/gi;

/** Escapes of ASCII characters, nested to any depth. */
const ESCAPED = /%(?:25)*([0-7][0-9a-f])/gi;

/** Escapes may be nested. No mistyped link goes deeper than this. */
const PASSES = 5;

/** A request's path for logging, without the secret in any spelling. */
export function loggablePath(path: string): string {
  const plain = path.replace(NEEDLESS, decodeURIComponent);
  if (PLAIN.test(plain)) return plain.replace(PLAIN, '$1$2/[redacted]$3');
  const [first = '', second] = partsMeant(plain);
  return second !== undefined && FIRST_PART.test(first) ? `/${first}/[redacted]` : withoutApiKeys(plain);
}

/** A path's segments, with escaped or doubled slashes and dot segments resolved. */
function partsMeant(path: string): string[] {
  let text = path;
  for (let pass = 0; pass < PASSES; pass += 1) {
    text = text.replace(ESCAPED, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  const parts: string[] = [];
  for (const part of text.split(/[/\\]/).map((each) => each.trim())) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts;
}
