/** Stands where a secret was. */
const REDACTED = '[secret]';

/** Texts shorter than this are too likely to stand for something else. So are short words of letters alone. */
const SHORTEST = 6;
const SHORTEST_WORD = 16;

/**
 * Makes a function that replaces each of these secrets in a text: as plain text, in Base64 (even inside a longer text that
 * was encoded, and the password of a login by itself), and in hex, each with any of its characters escaped as JSON, URLs, and HTML do, even
 * twice.
 *
 * A secret that reads like a word, such as the password `postgres`, is left: replacing it would change what answers say.
 */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(partsOf).filter(isTelling).flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first, so that no part of a secret stays beside a shorter one.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escapedAnyhow).join('|'), 'g');
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
  const base64 = base64Of(secret);
  const encoded = [base64, base64.replace(/=+$/, ''), ...base64Within(secret)];
  const urlSafe = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = [...new TextEncoder().encode(secret)].map((byte) => hexOf(byte, 2)).join('');
  return [secret, ...encoded, ...urlSafe, hex, hex.toUpperCase()];
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** What every Base64 of a text that contains the secret has, wherever it begins: the characters that only it determines. */
function base64Within(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret).length;
  return [0, 1, 2].map((shift) => {
    const begin = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes) * 8) / 6);
    return base64Of('\0'.repeat(shift) + secret).slice(begin, end);
  });
}

/** A pattern for a text in which any character may be escaped. Nothing escapes letters and digits of ASCII. */
function escapedAnyhow(form: string): string {
  return [...form].map((each) => (/[A-Za-z0-9]/.test(each) ? each : variantsOf(each))).join('');
}

const HTML_NAMES: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": 'apos',
};

/** A character as it is or after backslashes, and as JSON, URLs, and HTML write it, in a text that was escaped once or twice. */
function variantsOf(character: string): string {
  const units = [...Array(character.length).keys()].map((at) => anyCase(hexOf(character.charCodeAt(at), 4)));
  const bytes = [...new TextEncoder().encode(character)].map((byte) => anyCase(hexOf(byte, 2)));
  const code = character.codePointAt(0) ?? 0;
  const name = HTML_NAMES[character];
  const entities = [`#0*${code}`, `#[xX]0*${anyCase(code.toString(16))}`, ...(name ? [name] : [])];
  const variants = [
    `\\\\{0,8}${RegExp.escape(character)}`,
    units.map((unit) => `\\\\{1,8}u${unit}`).join(''),
    bytes.map((byte) => `%(?:25)*${byte}`).join(''),
    `&(?:amp;)?(?:${entities.join('|')});`,
  ];
  return `(?:${variants.join('|')})`;
}

function hexOf(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
