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
