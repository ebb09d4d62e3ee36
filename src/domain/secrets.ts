/** Stands where a secret was. */
const REDACTED = '[secret]';

/** Texts shorter than this are too likely to stand for something else. So are short words of letters alone. */
const SHORTEST = 6;
const SHORTEST_WORD = 16;

/**
 * Makes a function that replaces every one of these secrets in a text, in plain and in the encodings that an echo of a
 * request may show them in: Base64 (also of the password alone), JSON and URL encoding.
 *
 * A secret that reads like a word, such as the password `postgres`, is left: replacing it would change what answers say.
 */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(partsOf).filter(isTelling).flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first, so that no part of a secret stays beside a shorter one.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map((form) => RegExp.escape(form)).join('|'), 'g');
  return (text) => text.replace(pattern, REDACTED);
}

/** A key, and of `login:password` the password too. The login alone opens nothing. */
function partsOf(secret: string): string[] {
  const colon = secret.indexOf(':');
  return colon < 0 ? [secret] : [secret, secret.slice(colon + 1)];
}

function isTelling(secret: string): boolean {
  return secret.length >= (/^\p{L}*$/u.test(secret) ? SHORTEST_WORD : SHORTEST);
}

function formsOf(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes));
  const url = encodeURIComponent(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const unpadded = base64.replace(/=+$/, '');
  return [
    ...[secret, json, json.replaceAll('/', '\\/'), json.replace(/[&<>]/g, codeEscape)],
    ...[url, lowerEscapes(url), encodeURIComponent(base64), lowerEscapes(encodeURIComponent(base64))],
    ...[base64, unpadded, unpadded.replaceAll('+', '-').replaceAll('/', '_'), base64.replaceAll('/', '\\/')],
  ];
}

/** As Go writes these characters in JSON. */
function codeEscape(character: string): string {
  return `\\u00${character.charCodeAt(0).toString(16)}`;
}

function lowerEscapes(text: string): string {
  return text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
}
