import ipaddr from 'ipaddr.js';
import { API_PREFIX } from '../domain/api-prefix.ts';
import { SightlineError } from '../domain/errors.ts';
import { hasEmptyLabel } from '../domain/host.ts';

/** Addresses that no public network carries. */
const PRIVATE_RANGES = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/** Names that are reserved for this machine or a private network. A name without a dot is one, too. */
const PRIVATE_SUFFIXES = ['.localhost', '.local', '.internal', '.home.arpa'];

/**
 * The address of a server in its one form, `https://host/prefix`, whether or not it was given with `/api/v1`. Messages do
 * not quote what was given, because it may contain a password.
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
  if (url.protocol === 'http:' && !isPrivate(url.hostname)) {
    throw invalid(
      'must begin with https://; the key would be readable to every network on the way. http:// is only for this ' +
        'machine and private networks',
    );
  }
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API_PREFIX) ? path.slice(0, -API_PREFIX.length) : path);
}

function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (ipaddr.isValid(host)) return PRIVATE_RANGES.includes(ipaddr.process(host).range());
  return !host.includes('.') || PRIVATE_SUFFIXES.some((suffix) => host.endsWith(suffix));
}

function invalid(what: string): SightlineError {
  return new SightlineError('invalid_setting', `The address of the server ${what}.`);
}
