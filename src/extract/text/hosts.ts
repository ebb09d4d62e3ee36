import { parse } from 'tldts';

export interface VisibleHost {
  readonly from: number;
  readonly to: number;
  readonly host: string;
}

/** Bare domains, and other addresses: URLs, email addresses, and the paths after bare domains. */
export interface Addresses {
  readonly hosts: readonly VisibleHost[];
  readonly others: readonly { readonly from: number; readonly to: number }[];
}

const URLS = /\b(?:https?:\/\/|www\.)[^\s<>"\uFFFC]+|\b[a-z]{3,10}:\/\/[^\s<>"\uFFFC]+/giu;
const EMAILS = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
const BARE_HOSTS =
  /(?<![A-Za-z0-9@._/-])((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24})(?![A-Za-z0-9_@-])(?::\d{1,5})?([/?#][^\s<>"\uFFFC]*)?/g;

const NONE: Addresses = { hosts: [], others: [] };

export function addressesIn(text: string): Addresses {
  if (!text.includes('.') && !text.includes('://')) return NONE;
  const others: { from: number; to: number }[] = [];
  const add = ({ 0: match, index }: RegExpExecArray) =>
    others.push({ from: index, to: index + withoutPunctuation(match).length });
  if (/:\/\/|www\./i.test(text)) for (const match of text.matchAll(URLS)) add(match);
  if (text.includes('@')) for (const match of text.matchAll(EMAILS)) add(match);
  others.sort((a, b) => a.from - b.from);
  const hosts: VisibleHost[] = [];
  let at = 0;
  for (const { 1: host = '', 2: path = '', index } of text.matchAll(BARE_HOSTS)) {
    while ((others[at]?.to ?? text.length) <= index) at += 1;
    if ((others[at]?.from ?? text.length) <= index || !isHost(host)) continue;
    const to = index + host.length;
    hosts.push({ from: index, to, host: host.toLowerCase() });
    if (path !== '') others.splice(at, 0, { from: to, to: to + withoutPunctuation(path).length });
  }
  return { hosts, others };
}

/** A URL in prose, without its sentence's punctuation. */
function withoutPunctuation(url: string): string {
  return url.replace(/(?<![.,;:!?)\]'"*])[.,;:!?)\]'"*]+$/, '');
}

/** Whether a.b is a host: b is a public suffix. `great.Best` is the end of a sentence. */
function isHost(text: string): boolean {
  const last = text.slice(text.lastIndexOf('.') + 1);
  if (/^[A-Z]/.test(last) && /[a-z]/.test(last)) return false;
  return parse(text).isIcann === true;
}

/** The registered name in a host: `notion` for `www.notion.so`. Null for none. */
export function registeredName(host: string): string | null {
  return parse(host).domainWithoutSuffix;
}
