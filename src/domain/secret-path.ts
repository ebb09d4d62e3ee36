import { withoutApiKeys } from './api-key.ts';

/** The first part of the paths whose second part is a secret: who has it may sign in, read what was shared, or stop mail. */
const SECRET = 'setup|invite|reset|share|demo|unsubscribe';

/** Such a path as this server's own links write it. What follows the secret is of use in a log. */
const PLAIN = new RegExp(`^(/+)(${SECRET})/[\\w-]+((?:/[\\w-]*)*)$`, 'i');

const FIRST_PART = new RegExp(`^(?:${SECRET})$`, 'i');

/** Characters that mean the same escaped and not (RFC 3986, section 2.3). The router reads them so. */
const NEEDLESS = /%(?:2d|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/gi;

/** Escapes of ASCII characters, escaped any number of times. */
const ESCAPED = /%(?:25)*([0-7][0-9a-f])/gi;

/** An escape may be made of escapes. Nobody who mistyped a link gets further than this. */
const PASSES = 5;

/** A path of a request as it may be logged: without the secret, however it is written. */
export function loggablePath(path: string): string {
  const plain = path.replace(NEEDLESS, decodeURIComponent);
  if (PLAIN.test(plain)) return plain.replace(PLAIN, '$1$2/[redacted]$3');
  const [first = '', second] = partsMeant(plain);
  return second !== undefined && FIRST_PART.test(first) ? `/${first}/[redacted]` : withoutApiKeys(plain);
}

/** The parts of a path whose author escaped slashes, doubled them, or put dots between them. */
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
