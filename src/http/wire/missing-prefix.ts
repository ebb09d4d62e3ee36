import type { IncomingHttpHeaders } from 'node:http';
import { isApiKey } from '../../domain/access/api-key.ts';
import { API_PREFIX } from '../../domain/access/api-prefix.ts';
import { SightlineError } from '../../domain/errors.ts';
import { REPORTS } from '../../reports/index.ts';

const PATHS: ReadonlySet<string> = new Set([...REPORTS.map(({ name }) => name), 'openapi.json']);

/**
 * The error for a program that left out all or part of the API prefix; otherwise null. Some of these paths also have
 * pages, which would redirect it to a form for people.
 */
export function missingPrefix(path: string, headers: IncomingHttpHeaders): SightlineError | null {
  const [, name = ''] = /^(?:\/api|\/v\d+)?\/([a-z.-]+)\/?$/.exec(path) ?? [];
  if (!PATHS.has(name) || !isProgram(headers)) return null;
  const right = `${API_PREFIX}/${name}`;
  return new SightlineError(
    'not_found',
    `There is nothing at this path: the prefix \`${API_PREFIX}\` is missing. Ask for \`${right}\`.`,
  );
}

/**
 * Whether a program sent the request: it has a key, or accepts JSON. A browser accepts HTML for pages, and a proxy may
 * add its own token.
 */
export function isProgram({ accept = '', authorization = '', ...headers }: IncomingHttpHeaders): boolean {
  if (headers['x-api-key'] !== undefined) return true;
  const token = /^bearer +(\S+)/i.exec(authorization)?.[1];
  if (token !== undefined && isApiKey(token)) return true;
  return !/\btext\/html\b/.test(accept) && (token !== undefined || /\bapplication\/json\b/.test(accept));
}
