import type { RandomBytes } from '../../../domain/access/base62.ts';
import { SightlineError } from '../../../domain/errors.ts';
import type { Provider } from '../../../engines/engine.ts';
import { readerOfProvider } from '../../../engines/readers.ts';
import { ADAPTERS } from '../../../engines/registry.ts';
import {
  deleteEngineKey,
  type EngineKey,
  engineKeysStamp,
  listEngineKeys,
  saveEngineKey,
} from '../../../storage/collect/engine-keys.ts';
import { insertAudit } from '../../../storage/directory/access/audit.ts';
import type { Database } from '../../../storage/driver/database.ts';
import { inTransaction } from '../../../storage/driver/in-transaction.ts';
import { type SecretKey, seal, sealingKey, unseal } from '../../secret-box.ts';
import type { ModelReply } from './ask-model.ts';
import { forgetTroubles } from './close-breaker.ts';
import type { KeyTestResult } from './try-key.ts';

export { engineKeysStamp };

export interface EngineKeySettings {
  readonly secretKey: SecretKey;
  /** Slugs of providers with a key in the environment, which overrides stored keys. */
  readonly inEnvironment: ReadonlySet<string>;
  /**
   * Asks one of the provider's engines a test question with the current key.
   *
   * @throws SightlineError `invalid_argument` without one
   */
  readonly tryKey: (provider: string) => Promise<KeyTestResult>;
  /** Asks an engine once as collecting would. @throws SightlineError `invalid_argument` without its key */
  readonly askModel: (engine: string, prompt: string) => Promise<ModelReply>;
}

export interface EngineKeyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly secretKey: SecretKey;
  /** A user's id, or a word such as `server`. */
  readonly actor: string;
}

export interface ProviderOfEngines extends Provider {
  readonly engines: readonly string[];
}

/** Providers, each once, in engine order. */
export function engineProviders(): ProviderOfEngines[] {
  return [...Map.groupBy(ADAPTERS, ({ provider }) => provider.slug).values()].flatMap((adapters) =>
    adapters.slice(0, 1).map(({ provider }) => ({ ...provider, engines: adapters.map(({ slug }) => slug) })),
  );
}

const LONGEST_KEY = 1000;

/** A key in the form to send. @throws SightlineError `invalid_argument` */
function engineKeyOf(text: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= LONGEST_KEY) return key;
  throw new SightlineError('invalid_argument', 'A key has letters, digits, and symbols, without spaces.');
}

/**
 * Encrypts and stores a provider's key, replacing an earlier one, and restarts its stopped engines.
 *
 * @throws SightlineError `invalid_argument` for a malformed key, `conflict` without an encryption key
 */
export async function enterEngineKey(
  deps: EngineKeyDeps,
  slug: string,
  text: string,
): Promise<ProviderOfEngines> {
  const { db, now, random, actor } = deps;
  const provider = providerOf(slug);
  const sealed = seal(
    engineKeyOf(text),
    contextOf(slug),
    await sealingKey(deps.secretKey, 'engine keys'),
    random,
  );
  await inTransaction(db, async (transaction) => {
    await saveEngineKey(transaction, { provider: slug, sealed, setBy: actor, setAt: now() });
    const reader = readerOfProvider(slug)?.slug ?? [];
    for (const engine of provider.engines.concat(reader)) await forgetTroubles(transaction, engine);
    await insertAudit(transaction, entryOf(deps, 'engine.key', provider));
  });
  return provider;
}

/** @throws SightlineError `invalid_argument` without a stored key for this provider */
export async function removeEngineKey(
  deps: Pick<EngineKeyDeps, 'db' | 'now' | 'actor'>,
  slug: string,
): Promise<Provider> {
  const provider = providerOf(slug);
  await inTransaction(deps.db, async (transaction) => {
    if (!(await deleteEngineKey(transaction, slug)))
      throw new SightlineError('invalid_argument', `Nobody entered a key for ${provider.name} here.`);
    await insertAudit(transaction, entryOf(deps, 'engine.key-remove', provider));
  });
  return provider;
}

export async function storeKeyTest(
  deps: Pick<EngineKeyDeps, 'db' | 'now' | 'actor'>,
  provider: Provider,
): Promise<void> {
  await insertAudit(deps.db, entryOf(deps, 'engine.key-try', provider));
}

/** A stored key's facts, without the key. */
export interface EnteredKey extends Pick<EngineKey, 'setBy' | 'setByEmail' | 'setAt'> {
  readonly provider: string;
}

export async function enteredKeys(db: Database): Promise<ReadonlyMap<string, EnteredKey>> {
  const keys = await listEngineKeys(db);
  return new Map(keys.map(({ sealed, ...key }) => [key.provider, key]));
}

/**
 * Decrypted keys by provider slug; null for one that this process cannot decrypt, also if it cannot read its encryption
 * key, so that engines with a key in the environment go on. Without stored keys, it neither decrypts nor creates an
 * encryption key.
 */
export async function openedKeys(
  db: Database,
  secretKey: SecretKey,
): Promise<ReadonlyMap<string, string | null>> {
  const keys = await listEngineKeys(db);
  if (keys.length === 0) return new Map();
  const secret = await readableSecret(secretKey);
  return new Map(
    keys.map(({ provider, sealed }) => [
      provider,
      secret === null ? null : unseal(sealed, contextOf(provider), secret),
    ]),
  );
}

async function readableSecret(secretKey: SecretKey): Promise<string | null> {
  try {
    return (await secretKey?.()) ?? null;
  } catch (error) {
    if (error instanceof SightlineError && error.code === 'unavailable') return null;
    throw error;
  }
}

/** @throws SightlineError `invalid_argument` */
export function providerOf(slug: string): ProviderOfEngines {
  const providers = engineProviders();
  const provider = providers.find((each) => each.slug === slug);
  if (provider !== undefined) return provider;
  const all = providers.map((each) => each.slug).join(', ');
  throw new SightlineError(
    'invalid_argument',
    `There is no provider ${JSON.stringify(slug)}. Providers: ${all}.`,
  );
}

function contextOf(provider: string): string {
  return `engine key of ${provider}`;
}

function entryOf(
  { now, actor }: Pick<EngineKeyDeps, 'now' | 'actor'>,
  action: 'engine.key' | 'engine.key-remove' | 'engine.key-try',
  { name, slug }: Provider,
) {
  return { at: now(), organizationId: null, actor, action, subject: slug, detail: name };
}
