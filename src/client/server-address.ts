import { API_PREFIX } from '../domain/access/api-prefix.ts';
import { SightlineError } from '../domain/errors.ts';
import { hasEmptyLabel } from '../domain/web/host.ts';
import { isPrivateHost } from '../domain/web/private-host.ts';

/**
 * Normalizes a server's address to `https://host/prefix`, with or without `/api/v1`. Messages never quote the input, which may contain a
 * password.
 *
 * @throws SightlineError `invalid_setting` if it is not an address, or if a key would cross a public network unencrypted
 */
export function serverAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || hasEmptyLabel(url.hostname)) {
    throw invalid('must be a URL such as https://sightline.example.com');
  }
  if (url.username !== '' || url.password !== '')
    throw invalid('must not contain a login; a key is all it takes');
  if (/[?#]/.test(text)) throw invalid('must not contain `?` or `#`');
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    throw invalid(
      'must begin with https://; the key would be readable to every network on the way. http:// is only for this ' +
        'machine and private networks',
    );
  }
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  return url.origin + (path.endsWith(API_PREFIX) ? path.slice(0, -API_PREFIX.length) : path);
}

function invalid(what: string): SightlineError {
  return new SightlineError('invalid_setting', `The address of the server ${what}.`);
}
