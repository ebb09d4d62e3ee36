import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

/** Whether a request is below `/share/`. Also checks the route, because the path may contain escapes. */
export function isBelowShare({ url, routeOptions }: FastifyRequest): boolean {
  return url.startsWith('/share/') || routeOptions.url?.startsWith('/share/') === true;
}

export function tokenOf({ params }: FastifyRequest): string {
  return (params as { token: string }).token;
}

export function pathOf({ url }: Pick<FastifyRequest, 'url'>): string {
  return url.split('?', 1)[0] ?? '/';
}

export function queryOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  return new URLSearchParams(url.slice(pathOf({ url }).length));
}

/** With `__Host-`, other hosts and unencrypted pages cannot set the cookie. It requires HTTPS. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-sightline' : 'sightline';
}

/** For what a browser keeps of a begun sign-on. */
export function signOnCookieName(isHttps: boolean): string {
  return `${sessionCookieName(isHttps)}-sign-on`;
}

export function sessionCookieOptions(isHttps: boolean): CookieSerializeOptions {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps };
}
