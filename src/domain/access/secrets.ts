const REDACTED = '[secret]';

/** Shorter texts, and short words of letters alone, are too likely to mean something else. */
const SHORTEST = 6;
const SHORTEST_WORD = 16;

/**
 * Makes a function that redacts these secrets: as plain text, in Base64 (also inside a longer encoded text, and the
 * password of a login by itself), and in hex, with any characters escaped as in JSON, URLs, and HTML, even twice.
 *
 * Secrets that read like a word, such as the password `postgres`, stay: redacting them would change answers.
 */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const forms = new Set(secrets.flatMap(partsOf).filter(isTelling).flatMap(formsOf));
  if (forms.size === 0) return (text) => text;
  // The longest first, so that redacting a shorter secret leaves no part of a longer one.
  const longestFirst = [...forms].sort((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escapedAnyhow).join('|'), 'g');
  return (text) => text.replace(pattern, REDACTED);
}

/** A key; for `login:password`, also the password. The login alone opens nothing. */
function partsOf(secret: string): string[] {
  const colon = secret.indexOf(':');
  return colon < 0 ? [secret] : [secret, secret.slice(colon + 1)];
}

function isTelling(secret: string): boolean {
  return secret.length >= (/^\p{L}*$/u.test(secret) ? SHORTEST_WORD : SHORTEST);
}

function formsOf(secret: string): string[] {
  const base64 = base64Of(secret);
  const encoded = [base64, base64.replace(/={1,2}$/, ''), ...base64Within(secret)];
  const urlSafe = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  const hex = [...new TextEncoder().encode(secret)].map((byte) => hexOf(byte, 2)).join('');
  return [secret, ...encoded, ...urlSafe, hex, hex.toUpperCase()];
}

function base64Of(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** The Base64 characters that the secret determines alone, for each alignment in a longer text. */
function base64Within(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret).length;
  return [0, 1, 2].map((shift) => {
    const begin = Math.ceil((shift * 8) / 6);
    const end = Math.floor(((shift + bytes) * 8) / 6);
    return base64Of('\0'.repeat(shift) + secret).slice(begin, end);
  });
}

/** A pattern for a text with any characters escaped. Nothing escapes ASCII letters and digits. */
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

/** A character in its spellings: plain, after backslashes, and escaped once or twice for JSON, URLs, and HTML. */
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
