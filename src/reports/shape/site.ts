import { SightlineError } from '../../domain/errors.ts';
import { hostOfSite, siteOf } from '../../domain/web/site.ts';

/** The site that a parameter names. @throws SightlineError `invalid_parameter` */
export function siteFrom(site: string): string {
  const host = hostOfSite(site);
  if (host === null) {
    throw new SightlineError('invalid_parameter', '`site` must be a site such as example.org.');
  }
  if (siteOf(host) !== host) {
    throw new SightlineError(
      'invalid_parameter',
      `\`site\` must be a registrable site; ${host} belongs to ${siteOf(host)}.`,
    );
  }
  return host;
}
