import { createHmac, hash, timingSafeEqual } from 'node:crypto';
import { type RandomBytes, randomBase62 } from '../../domain/access/base62.ts';
import { hashToken, isToken, mintToken } from '../../domain/access/secret-token.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type DrainRow, findDrain, hasDrain, saveDrain } from '../../storage/traffic/drains.ts';
import type { LogMapping } from '../../traffic/formats/log-format.ts';
import { logMappingOf } from '../../traffic/log-mapping.ts';
import { liveBrandId } from '../owned-brand.ts';
import { type SecretKey, seal, sealingKey, unseal } from '../secret-box.ts';
import { type CountDeps, countBatch, type TrafficBatch } from './count-batch.ts';
import { siteOf } from './count-log.ts';
import { fileOfDrain } from './log-files.ts';
import type { DrainText } from './read-drain.ts';

/** A server, or a product in front of it, posts a log in batches to a secret address of the brand. */

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
  const key = await sealingKey(secretKey, 'the secret of a drain');
  const token = mintToken('drain', random);
  const secret = randomBase62(SECRET_CHARACTERS, random);
  const sealed = seal(secret, contextOf(publicId), key, random);
  await saveDrain(db, id, { address: hashToken(token), sealed });
  return { path: `${DRAIN_PATH}${token}`, secret };
}

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

/** Reads a batch without the store. @throws as `readDrain` */
export type ReadDrain = (text: DrainText) => Promise<readonly TrafficBatch[]>;

/**
 * Counts a batch; when this resolves, it is stored. A batch that came before counts nothing.
 *
 * @throws SightlineError `unauthorized` without the secret, `body_too_large`, `invalid_request` for damaged data,
 *   `invalid_parameter` for a mapping that means nothing, `unavailable` where reading takes too much time
 */
export async function takeBatch(
  deps: CountDeps & { readonly secretKey: SecretKey; readonly read: ReadDrain },
  drain: OpenDrain,
  batch: DrainBatch,
): Promise<void> {
  if (!(await isFromOwner(deps.secretKey, drain, batch))) {
    const sentence = "The batch has no signature or secret of this drain, or another's.";
    throw new SightlineError('unauthorized', sentence);
  }
  await batch.admitted?.();
  const [mapping, { brandId }, now] = [mappingIn(batch), drain, deps.now()];
  const site = await siteOf(deps.db, brandId);
  const fileOf = (db: Database) => fileOfDrain(db, brandId, now);
  for (const part of await deps.read({ body: batch.body, mapping, site, now }))
    await countBatch(deps, brandId, part, fileOf);
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
