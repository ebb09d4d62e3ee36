import type { IncomingHttpHeaders } from 'node:http';
import { isApiKey } from '../domain/api-key.ts';
import { API_PREFIX } from '../domain/api-prefix.ts';
import { SightlineError } from '../domain/errors.ts';
import { REPORTS } from '../reports/index.ts';

const PATHS: ReadonlySet<string> = new Set([...REPORTS.map(({ name }) => name), 'openapi.json']);

/**
 * The refusal of a program that left out the prefix of the API, or a part of it; null for everybody else. Some of these
 * paths are pages as well, which would send it to a form for people.
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
 * Whether a request is that of a program: it has a key, or it takes JSON. A browser takes HTML wherever a person opens a
 * page, and a proxy may add a token of its own to that.
 */
export function isProgram({ accept = '', authorization = '', ...headers }: IncomingHttpHeaders): boolean {
  if (headers['x-api-key'] !== undefined) return true;
  const token = /^bearer +(\S+)/i.exec(authorization)?.[1];
  if (token !== undefined && isApiKey(token)) return true;
  return !/\btext\/html\b/.test(accept) && (token !== undefined || /\bapplication\/json\b/.test(accept));
}
