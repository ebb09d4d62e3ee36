import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type RandomBytes, randomBase62 } from '../../domain/access/base62.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type DrainRow, findDrain, hasDrain, saveDrain } from '../../storage/traffic/drains.ts';
import type { LogMapping } from '../../traffic/formats/log-format.ts';
import { looksGiven } from '../../traffic/given/read-given.ts';
import { logMappingOf } from '../../traffic/log-mapping.ts';
import { liveBrandId } from '../owned-brand.ts';
import { seal, unseal } from '../secret-box.ts';
import type { CountDeps } from './count-batch.ts';
import { countLog } from './count-log.ts';
import { fileOfDrain } from './log-files.ts';

/** A server, or a product in front of it, posts a log in batches to a secret address of the brand. */

/** Loads the key that seals secrets; null if the operator must set it first. */
type SecretKey = (() => Promise<string>) | null;

const DRAIN_PATH = '/drains/';

/** 62^43 is more than 2^256. */
const SECRET_CHARACTERS = 43;

export interface NewDrain {
  /** The path at this server; the store has only its hash. */
  readonly path: string;
  /** Batches are signed with it, or bring it along. */
  readonly secret: string;
}

/**
 * Gives a brand an address and a secret, in place of earlier ones, in a transaction with the brand's lock.
 *
 * @returns both, which are available only here
 * @throws SightlineError `conflict` without a key to seal the secret
 */
export async function setDrain(
  {
    db,
    random,
    secretKey,
  }: { readonly db: Database; readonly random: RandomBytes; readonly secretKey: SecretKey },
  { id, publicId }: { readonly id: number; readonly publicId: string },
): Promise<NewDrain> {
  if (secretKey === null) throw new SightlineError('conflict', NO_KEY);
  const token = mintToken('drain', random);
  const secret = randomBase62(SECRET_CHARACTERS, random);
  const sealed = seal(secret, contextOf(publicId), await secretKey(), random);
  await saveDrain(db, id, { address: hashToken(token), sealed });
  return { path: `${DRAIN_PATH}${token}`, secret };
}

const NO_KEY =
  'This server has no key to seal the secret of a drain. Ask its operator to set SIGHTLINE_SECRET_KEY.';

const contextOf = (brand: string) => `drain of ${brand}`;

/** In a transaction with the brand's lock. @returns whether there was one */
export async function removeDrain(db: Database, brandId: number): Promise<boolean> {
  const isSet = await hasDrain(db, brandId);
  if (isSet) await saveDrain(db, brandId, null);
  return isSet;
}

/** Whether a brand has an address that takes its log. */
export async function isDrainSet(db: Database, brand: string): Promise<boolean> {
  return await hasDrain(db, await liveBrandId(db, brand));
}

/** An address that somebody posted to. */
export type OpenDrain = DrainRow;

/** The drain with this token in its address; null for an unknown one, without saying why. */
export async function drainOf(db: Database, token: string): Promise<OpenDrain | null> {
  return isToken('drain', token) ? await findDrain(db, hashToken(token)) : null;
}

/** A batch as it came. */
export interface DrainBatch {
  readonly body: Uint8Array;
  /** HMAC-SHA1 of the body with the secret, in hex: Vercel's `x-vercel-signature`. */
  readonly signature: string | undefined;
  /** The secret itself, for senders that cannot sign. */
  readonly secret: string | undefined;
  /** What of the address says where a log has its fields. */
  readonly mapping: readonly string[];
  /** Waited for once the secret is right, before anything is read; refuses by throwing. */
  readonly admitted?: () => Promise<void>;
}

/** Most bytes of a batch after decompression. */
const MOST_PLAIN_BYTES = 16 * 2 ** 20;

/**
 * Counts a batch; when this resolves, it is stored. A batch that came before counts nothing.
 *
 * @throws SightlineError `unauthorized` without the secret, `body_too_large`, `invalid_request` for damaged data,
 *   `invalid_parameter` for a mapping that means nothing
 */
export async function takeBatch(
  deps: CountDeps & { readonly secretKey: SecretKey },
  drain: OpenDrain,
  batch: DrainBatch,
): Promise<void> {
  if (!(await isFromOwner(deps.secretKey, drain, batch))) {
    const sentence = "The batch has no signature or secret of this drain, or another's.";
    throw new SightlineError('unauthorized', sentence);
  }
  await batch.admitted?.();
  const mapping = mappingIn(batch);
  const plain = await plainBytes(batch.body);
  // A test of the address.
  if (plain.length === 0) return;
  checkWhole(plain);
  const { brandId } = drain;
  const fileOf = (db: Database) => fileOfDrain(db, brandId, deps.now());
  await countLog(deps, brandId, { chunks: only(plain), mapping, fileOf });
}

function mappingIn({ mapping }: DrainBatch): LogMapping {
  try {
    return logMappingOf(mapping);
  } catch (error) {
    throw new SightlineError('invalid_parameter', (error as Error).message);
  }
}

async function isFromOwner(
  secretKey: SecretKey,
  { publicId, sealed }: OpenDrain,
  { body, signature, secret }: DrainBatch,
): Promise<boolean> {
  if (sealed === null || secretKey === null) return false;
  const own = unseal(sealed, contextOf(publicId), await secretKey());
  if (own === null) return false;
  if (signature !== undefined) return isSame(signature, createHmac('sha1', own).update(body).digest('hex'));
  return secret !== undefined && isSame(secret, own);
}

/** In a time that tells nothing about either. */
function isSame(one: string, other: string): boolean {
  return timingSafeEqual(hash('sha256', one, 'buffer'), hash('sha256', other, 'buffer'));
}

const gunzipped = promisify(gunzip);

async function plainBytes(body: Uint8Array): Promise<Uint8Array> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await gunzipped(body, { maxOutputLength: MOST_PLAIN_BYTES });
  } catch (cause) {
    const { code } = cause as { readonly code?: string };
    if (code !== 'ERR_BUFFER_TOO_LARGE')
      throw new SightlineError('invalid_request', 'The compressed batch is damaged.', { cause });
    const most = MOST_PLAIN_BYTES / 2 ** 20;
    throw new SightlineError('body_too_large', `A batch may have at most ${most} MB. Send smaller ones.`);
  }
}

/**
 * Refuses what a sender would lose if it were counted in part or not at all: records in one JSON array that ends early,
 * and tables of figures. Lines are independent of each other, so one that broke off is an unread line.
 */
function checkWhole(plain: Uint8Array): void {
  const beginning = new TextDecoder().decode(plain.subarray(0, BEGINNING));
  if (looksGiven(beginning)) {
    const sentence = 'This is a file with figures, and no log: this address takes logs alone.';
    throw new SightlineError('invalid_request', sentence);
  }
  if (!/^\s*\[\s*[{\]]/.test(beginning)) return;
  try {
    JSON.parse(new TextDecoder().decode(plain));
  } catch (cause) {
    const sentence = 'The batch is a JSON array that ends early or is damaged. Nothing of it was counted.';
    throw new SightlineError('invalid_request', sentence, { cause });
  }
}

/** Bytes that show what it is. */
const BEGINNING = 64 * 1024;

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
