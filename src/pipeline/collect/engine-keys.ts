import type { RandomBytes } from '../../domain/base62.ts';
import { SightlineError } from '../../domain/errors.ts';
import type { Provider } from '../../engines/engine.ts';
import { ADAPTERS } from '../../engines/registry.ts';
import {
  deleteEngineKey,
  type EngineKey,
  engineKeysStamp,
  listEngineKeys,
  saveEngineKey,
} from '../../storage/collect/engine-keys.ts';
import { insertAudit } from '../../storage/directory/audit.ts';
import type { Database } from '../../storage/driver/database.ts';
import { seal, unseal } from '../secret-box.ts';
import { forgetTroubles } from './close-breaker.ts';
import type { TriedKey } from './try-key.ts';

export { engineKeysStamp };

/** Where the key is from that encrypts the others; null where the operator has to set it first. */
export type SecretKey = (() => Promise<string>) | null;

/** What a server knows of the keys of its engines, without any of them. */
export interface EngineKeySettings {
  readonly secretKey: SecretKey;
  /** The providers whose key is set by the environment, by slug. It is used, whatever was entered. */
  readonly inEnvironment: ReadonlySet<string>;
  /** Asks an engine of a provider one question with the key that is used. @throws SightlineError `invalid_argument` without one */
  readonly tryKey: (provider: string) => Promise<TriedKey>;
}

/** Who changes the keys of engines, and with what. */
export interface EngineKeyDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly random: RandomBytes;
  readonly secretKey: SecretKey;
  /** The id of a user, or a word for whoever is not one. */
  readonly actor: string;
}

/** A provider with the slugs of its engines. */
export interface ProviderOfEngines extends Provider {
  readonly engines: readonly string[];
}

/** The providers of engines, each once, in the order of the engines. */
export const PROVIDERS: readonly ProviderOfEngines[] = [
  ...Map.groupBy(ADAPTERS, ({ provider }) => provider.slug).values(),
].flatMap((adapters) =>
  adapters.slice(0, 1).map(({ provider }) => ({ ...provider, engines: adapters.map(({ slug }) => slug) })),
);

const LONGEST_KEY = 1000;

/** A key as it is sent. @throws SightlineError `invalid_argument` for what is none */
function engineKeyOf(text: string): string {
  const key = text.trim();
  if (/^[\x21-\x7e]+$/.test(key) && key.length <= LONGEST_KEY) return key;
  throw new SightlineError('invalid_argument', 'A key has letters, digits, and signs, without spaces.');
}

/**
 * Encrypts the key of a provider and stores it, in place of an earlier one. Its engines that were stopped are asked again.
 *
 * @throws SightlineError `invalid_argument` for what is no key, `conflict` where nothing can be encrypted
 */
export async function enterEngineKey(
  deps: EngineKeyDeps,
  slug: string,
  text: string,
): Promise<ProviderOfEngines> {
  const { db, now, random, actor } = deps;
  const provider = providerOf(slug);
  const sealed = seal(engineKeyOf(text), contextOf(slug), await secretOf(deps.secretKey), random);
  await db.transaction().execute(async (transaction) => {
    await saveEngineKey(transaction, { provider: slug, sealed, setBy: actor, setAt: now() });
    for (const engine of provider.engines) await forgetTroubles(transaction, engine);
    await insertAudit(transaction, entryOf(deps, 'engine.key', provider));
  });
  return provider;
}

/** @throws SightlineError `invalid_argument` if no key of this provider was entered */
export async function removeEngineKey(
  deps: Pick<EngineKeyDeps, 'db' | 'now' | 'actor'>,
  slug: string,
): Promise<Provider> {
  const provider = providerOf(slug);
  await deps.db.transaction().execute(async (transaction) => {
    if (!(await deleteEngineKey(transaction, slug)))
      throw new SightlineError('invalid_argument', `No key of ${provider.name} was entered here.`);
    await insertAudit(transaction, entryOf(deps, 'engine.key-remove', provider));
  });
  return provider;
}

/** Notes that somebody has an engine of a provider asked, which may cost something. */
export async function noteTry(
  deps: Pick<EngineKeyDeps, 'db' | 'now' | 'actor'>,
  provider: Provider,
): Promise<void> {
  await insertAudit(deps.db, entryOf(deps, 'engine.key-try', provider));
}

/** A key that was entered, without the key. */
export interface EnteredKey extends Pick<EngineKey, 'setBy' | 'setByEmail' | 'setAt'> {
  readonly provider: string;
}

/** @returns by the provider's slug */
export async function enteredKeys(db: Database): Promise<ReadonlyMap<string, EnteredKey>> {
  const keys = await listEngineKeys(db);
  return new Map(keys.map(({ sealed, ...key }) => [key.provider, key]));
}

/**
 * The keys that were entered, by the provider's slug; null for one that the secret key of this process does not open.
 * Nothing is opened, and no secret key made, where there are none.
 */
export async function openedKeys(
  db: Database,
  secretKey: SecretKey,
): Promise<ReadonlyMap<string, string | null>> {
  const keys = await listEngineKeys(db);
  if (keys.length === 0) return new Map();
  const secret = await secretKey?.();
  return new Map(
    keys.map(({ provider, sealed }) => [
      provider,
      secret === undefined ? null : unseal(sealed, contextOf(provider), secret),
    ]),
  );
}

/** @throws SightlineError `invalid_argument` */
export function providerOf(slug: string): ProviderOfEngines {
  const provider = PROVIDERS.find((each) => each.slug === slug);
  if (provider !== undefined) return provider;
  const all = PROVIDERS.map((each) => each.slug).join(', ');
  throw new SightlineError(
    'invalid_argument',
    `There is no provider ${JSON.stringify(slug)}. Providers: ${all}.`,
  );
}

async function secretOf(secretKey: SecretKey): Promise<string> {
  if (secretKey !== null) return await secretKey();
  throw new SightlineError(
    'conflict',
    'Keys of engines are stored encrypted, and this server has no key for that: its operator has to set SIGHTLINE_SECRET_KEY.',
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
