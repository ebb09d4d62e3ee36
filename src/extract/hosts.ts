import { parse } from 'tldts';

/** An address that stands in visible text. */
export interface Address {
  readonly from: number;
  /** End of the host. */
  readonly hostTo: number;
  /** End of the path and query, where there are any. */
  readonly to: number;
  /** Null where the address is a URL or an e-mail address, which cite and do not name. */
  readonly host: string | null;
}

const URLS = /\b(?:https?:\/\/|www\.)[^\s<>"\uFFFC]+|\b[a-z]{3,10}:\/\/[^\s<>"\uFFFC]+/giu;
const EMAILS = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const BARE_HOSTS =
  /(?<![A-Za-z0-9@._/-])((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_@-])(?::\d{1,5})?([/?#][^\s<>"\uFFFC]*)?/g;

/** URLs, e-mail addresses and bare domains with what follows them, in the order of the text. */
export function addressesIn(text: string): Address[] {
  if (!text.includes('.') && !text.includes('://')) return [];
  const found: Address[] = [];
  for (const pattern of [URLS, EMAILS]) {
    for (const { 0: match, index } of text.matchAll(pattern)) {
      const to = index + withoutEnd(match).length;
      found.push({ from: index, hostTo: to, to, host: null });
    }
  }
  for (const { 1: host = '', 2: path = '', index } of text.matchAll(BARE_HOSTS)) {
    if (found.some((each) => index < each.to && index >= each.from) || !isHost(host)) continue;
    const hostTo = index + host.length;
    found.push({ from: index, hostTo, to: hostTo + withoutEnd(path).length, host: host.toLowerCase() });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** A URL in prose without the punctuation of the sentence that ends with it. */
function withoutEnd(url: string): string {
  return url.replace(/[.,;:!?)\]'"*]+$/, '');
}

/** A text of the form a.b is a host if b is a public suffix; `great.Best` is the end of a sentence. */
function isHost(text: string): boolean {
  const last = text.slice(text.lastIndexOf('.') + 1);
  if (/^[A-Z]/.test(last) && /[a-z]/.test(last)) return false;
  return parse(text).isIcann === true;
}

/** The name that a host's owner registered: `notion` for `www.notion.so`. Null when it is none. */
export function registeredName(host: string): string | null {
  return parse(host).domainWithoutSuffix;
}
