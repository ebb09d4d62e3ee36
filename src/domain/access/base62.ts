const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns `size` random bytes; main/ passes the system's source. */
export type RandomBytes = (size: number) => Uint8Array;

/** `length` uniform random base62 characters: rejection sampling. */
export function randomBase62(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** An unsigned integer in base62, zero-padded to `length` characters. */
export function base62(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62))
    text = ALPHABET[rest % 62] + text;
  return text;
}
