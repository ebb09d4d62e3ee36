import {
  type EndpointFormat,
  isChat,
  mailAddressOf,
  proposedFormat,
  shortenedUrl,
  webhookUrlOf,
} from '../../domain/alerts/endpoint.ts';
import { SightlineError } from '../../domain/errors.ts';

/** What an address leads to. */
type EndpointTarget =
  | { readonly kind: 'mail'; readonly format: null; readonly address: string; readonly url: null }
  | {
      readonly kind: 'webhook';
      readonly format: EndpointFormat;
      /** As lists show it. */
      readonly address: string;
      readonly url: URL;
    };

/** @param format default: as its host suggests; mail has none @throws SightlineError `invalid_argument` */
export function targetOf(address: string, format?: EndpointFormat): EndpointTarget {
  if (!address.includes('/') && address.includes('@')) {
    const mail = mailAddressOf(address);
    if (mail !== null) return { kind: 'mail', format: null, address: mail, url: null };
    throw new SightlineError('invalid_argument', 'Give one email address, such as ann@acme.example.');
  }
  const url = webhookUrlOf(address);
  if (url === null) {
    throw new SightlineError(
      'invalid_argument',
      'Give an email address, or a whole URL such as https://hooks.acme.example/sightline, without a login in it.',
    );
  }
  const chosen = format ?? proposedFormat(url);
  return { kind: 'webhook', format: chosen, address: isChat(chosen) ? shortenedUrl(url) : url.href, url };
}
