import type { CookieSerializeOptions } from '@fastify/cookie';

/** With `__Host-`, other hosts and unencrypted pages cannot set the cookie. It requires HTTPS. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-sightline' : 'sightline';
}

export function sessionCookieOptions(isHttps: boolean): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps };
}
