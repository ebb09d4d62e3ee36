import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '../../domain/access/base62.ts';
import { typedPassword } from '../../domain/access/password.ts';

/** OWASP's first choice: 19 MiB and two passes, about 35 ms on a server of 2026. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify(argon2);

/**
 * Hashes a password with argon2id into a PHC string.
 *
 * @param others stored hashes of users with the same login: the new hash shares their salt, so one computation
 *   checks all
 */
export async function hashPassword(
  password: string,
  random: RandomBytes,
  others: readonly string[],
): Promise<string> {
  const [other] = others;
  const salt = other === undefined ? Buffer.from(random(SALT_BYTES)) : readPhc(other).salt;
  const settings = { memory: MEMORY_KIB, passes: PASSES, lanes: LANES, bytes: HASH_BYTES };
  const derived = await argon2id(password, salt, settings);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64(salt)}$${base64(derived)}`;
}

/** Hash of random bytes for unknown users, so refusing them takes as long as refusing a wrong password. */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$7sRSmO3ZjC2kYn0eVt0A0g$mC0h3u2v1p5bJc0x4YqvK3n8m1vWc9o5rA7eZt2fQdI`;

/**
 * The stored hashes that match a password. It hashes once per salt, and once if there are none, so the time does not
 * reveal how many users share a login.
 */
export async function matchesOf(password: string, stored: readonly string[]): Promise<ReadonlySet<string>> {
  const bySalt = Map.groupBy(stored.length === 0 ? [NOBODYS] : stored, madeAs);
  const found = new Set<string>();
  for (const [, [first = NOBODYS, ...others]] of bySalt) {
    const { salt, derived, ...settings } = readPhc(first);
    const given = await argon2id(password, salt, { ...settings, bytes: derived.length });
    for (const each of [first, ...others]) {
      if (timingSafeEqual(given, readPhc(each).derived) && each !== NOBODYS) found.add(each);
    }
  }
  return found;
}

/** A PHC string's parameters and hash length, without the hash. */
function madeAs(phc: string): string {
  return `${phc.slice(0, phc.lastIndexOf('$'))} ${phc.length}`;
}

interface Settings {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly bytes: number;
}

async function argon2id(
  password: string,
  salt: Buffer,
  { memory, passes, lanes, bytes }: Settings,
): Promise<Buffer> {
  return await derive('argon2id', {
    message: typedPassword(password),
    nonce: salt,
    memory,
    passes,
    parallelism: lanes,
    tagLength: bytes,
  });
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function readPhc(text: string): Omit<Settings, 'bytes'> & { salt: Buffer; derived: Buffer } {
  const [, memory, passes, lanes, salt = '', derived = ''] = PHC.exec(text) ?? [];
  if (memory === undefined) throw new Error('a stored password hash is not one of ours');
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    derived: Buffer.from(derived, 'base64'),
  };
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/={1,2}$/, '');
}
