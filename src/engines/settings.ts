import { hasEmptyLabel } from '../domain/web/host.ts';
import type { EngineSetting } from './engine.ts';

/** A setting with a few allowed words; the first is the default. */
export function choice(name: string, words: readonly [string, ...string[]], help: string): EngineSetting {
  return {
    name,
    help,
    standard: words[0],
    mustBe: words.join(' or '),
    read: (text) => (words.includes(text) ? text : null),
  };
}

export function amountUsd(name: string, standard: string, help: string): EngineSetting {
  return {
    name,
    help,
    standard,
    mustBe: 'a number from 0 to 100',
    read: (text) => (/^\d+(\.\d+)?$/.test(text) && Number(text) <= 100 ? text : null),
  };
}

export function baseUrl(name: string, standard: string, help: string): EngineSetting {
  return { name, help, standard, mustBe: 'an https:// URL', read: readBaseUrl };
}

function readBaseUrl(text: string): string | null {
  return baseUrlOf(text, (hostname) => ['127.0.0.1', 'localhost', '[::1]'].includes(hostname));
}

/**
 * A base URL without trailing slashes; null unless it is https, or http to a host that may go without, and has nothing
 * beyond its path. Every request appends its own path, and sends the key.
 */
export function baseUrlOf(text: string, needsNoTls: (hostname: string) => boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || hasEmptyLabel(url.hostname)) return null;
  const isPlain = url.username === '' && url.password === '' && !/[?#\s\\]/.test(text);
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && needsNoTls(url.hostname));
  return isPlain && isSafe ? text.replace(/(?<!\/)\/+$/, '') : null;
}
