import type { CookieSerializeOptions } from '@fastify/cookie';

/** Why `__Host-`: no other host, and no unencrypted page, can set such a cookie. It needs an encrypted connection. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-sightline' : 'sightline';
}

/** How the cookie that carries a session is set. */
export function sessionCookieOptions(isHttps: boolean): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps };
}
