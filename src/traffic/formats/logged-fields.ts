import ipaddr from 'ipaddr.js';
import { addressIn } from '../../domain/web/client-address.ts';
import type { LineRead } from '../logged-request.ts';

/** A line's fields as its log writes them; `-` and empty texts mean none. */
export interface LoggedFields {
  /** UTC milliseconds; null if the line has no time that can be read. */
  readonly at: number | null;
  readonly host?: string | undefined;
  readonly method?: string | undefined;
  /** Path with or without query, or a whole address. */
  readonly target?: string | undefined;
  /** The query by itself, without its question mark. */
  readonly query?: string | undefined;
  /** `GET /pricing HTTP/1.1`, instead of method and target. */
  readonly request?: string | undefined;
  readonly status?: string | number | undefined;
  /** An address, or a list as proxies forward it. */
  readonly address?: string | undefined;
  /** The list that proxies forwarded, if another field has the address. */
  readonly forwarded?: string | undefined;
  readonly agent?: string | undefined;
  readonly referrer?: string | undefined;
}

/** The request that the fields tell: nothing to count without a path, unread without a time. */
export function requestOf(fields: LoggedFields): LineRead {
  if (fields.target === undefined && fields.request === undefined) return 'nothing';
  if (fields.at === null) return 'unread';
  const { method, target } = fields.request === undefined ? methodAndTarget(fields) : askedIn(fields.request);
  const place = placeIn(target, fields.query);
  if (place === null) return isPathless(fields) ? 'nothing' : 'unread';
  return {
    at: fields.at,
    host: hostIn(place.host ?? fields.host),
    method,
    target: place.target,
    status: statusIn(fields.status),
    address: clientIn(fields.address, fields.forwarded),
    agent: textOf(fields.agent),
    referrer: textOf(fields.referrer),
  };
}

/** Whether a request has no path by its kind. A field that should have one and has another text is one that we misread. */
function isPathless({ request, method, target }: LoggedFields): boolean {
  const text = textOf(target);
  return request !== undefined || text === null || text === '*' || method?.toUpperCase() === 'CONNECT';
}

/** No text for `-` and blanks. A NUL, which no store of ours can hold, is left out. */
function textOf(text: string | undefined): string | null {
  if (text === undefined || text === '-' || text === '') return null;
  return text.includes('\0') ? text.replaceAll('\0', '') : text;
}

interface Asked {
  readonly method: string | null;
  readonly target: string;
}

function methodAndTarget({ method, target = '' }: LoggedFields): Asked {
  return { method: textOf(method)?.toUpperCase() ?? null, target };
}

/** A target may have blanks; only the last part is the protocol. Anything but HTTP, such as a TLS greeting, has no target. */
function askedIn(request: string): Asked {
  const blank = request.indexOf(' ');
  const protocol = request.lastIndexOf(' HTTP/');
  const method = request.slice(0, Math.max(0, blank));
  if (!/^[A-Za-z][\w-]{0,29}$/.test(method)) return { method: null, target: '' };
  return {
    method: method.toUpperCase(),
    target: request.slice(blank + 1, protocol > blank ? protocol : undefined),
  };
}

interface Place {
  readonly host?: string | undefined;
  readonly target: string;
}

/** Null for what is no path: `*`, the `host:port` of CONNECT, `-`. */
function placeIn(text: string, query: string | undefined): Place | null {
  const target = textOf(text) ?? '';
  if (target.charCodeAt(0) === SLASH) return { target: withQuery(target, query) };
  const [, host, rest = ''] = /^(?:https?|wss?):\/\/(?:[^/?#@]*@)?([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (host === undefined) return null;
  return { host, target: withQuery(rest.startsWith('/') ? rest : `/${rest}`, query) };
}

const SLASH = 0x2f;

function withQuery(target: string, query: string | undefined): string {
  const given = textOf(query);
  return given === null || target.includes('?') ? target : `${target}?${given.replace(/^\?/, '')}`;
}

/** Lower case, without port and trailing dot. nginx writes `_` for a server without a name. */
function hostIn(text: string | undefined): string | null {
  const host = textOf(text);
  if (host === null || host === '_') return null;
  const [, name = host] = /^(\[[^\]]*\]|[^:]*)(?::\d*)?$/.exec(host) ?? [];
  return name.toLowerCase().replace(/\.$/, '') || null;
}

function statusIn(status: string | number | undefined): number | null {
  const code = Number(status);
  return Number.isInteger(code) && code >= 100 && code <= 999 ? code : null;
}

const BYTE = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
/** The most frequent form. */
const FOUR_NUMBERS = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);

/** With brackets, zone, port, and blanks around it. */
const LONGEST_ADDRESS = 80;

/** The addresses of a list in its order; empty if the text is no such list. */
export function addressesIn(text: string | undefined): string[] {
  if (text === undefined || text === '-') return [];
  if (FOUR_NUMBERS.test(text)) return [text];
  return text
    .split(',')
    .flatMap((each) => (each.length > LONGEST_ADDRESS ? [] : (addressIn(each.trim()) ?? [])));
}

/** Where proxies and machines of one's own are. */
const INTERNAL = ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat', 'unspecified'];

const isInternal = (address: string): boolean => INTERNAL.includes(ipaddr.process(address).range());

/** The first address that is no internal one, as proxies on the way add; without one, the first. */
function clientIn(address: string | undefined, forwarded: string | undefined): string | null {
  const own = addressesIn(address);
  if (own.length === 1 && forwarded === undefined) return own[0] ?? null;
  const all = [...own, ...addressesIn(forwarded)];
  return all.find((each) => !isInternal(each)) ?? all[0] ?? null;
}
