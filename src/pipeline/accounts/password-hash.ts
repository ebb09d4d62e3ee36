import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RandomBytes } from '../../domain/base62.ts';
import { typedPassword } from '../../domain/password.ts';

/** OWASP's first choice: 19 MiB and two passes, about 35 ms on a server of 2026. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const derive = promisify(argon2);

/**
 * What is stored of a password: argon2id as a PHC string, which says how it was made.
 *
 * @param others what is stored of other users with the same login: it gets their salt, so that one hash is compared with all of them
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

/**
 * Stands for the password of an unknown user, so that refusing one takes as long as refusing a wrong password. Nobody knows what it
 * is the hash of: it was drawn at random.
 */
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$7sRSmO3ZjC2kYn0eVt0A0g$mC0h3u2v1p5bJc0x4YqvK3n8m1vWc9o5rA7eZt2fQdI`;

/**
 * Those of the stored hashes that a password is the one of. It is hashed once for all that have the same salt, and once if there are
 * none, so that it takes the same time however many users a login has.
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

/** Everything of a PHC string but the hash, and how long that is. */
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
  return bytes.toString('base64').replace(/=+$/, '');
}
