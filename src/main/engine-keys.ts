import { SightlineError } from '../domain/errors.ts';
import { type EngineKeySettings, providerOf } from '../pipeline/collect/engine-keys.ts';
import { tryKey } from '../pipeline/collect/try-key.ts';
import type { Database } from '../storage/driver/database.ts';
import type { Config } from './config.ts';
import { type Environment, engineSettings, providersSet, readEngines } from './engines.ts';
import { secretKeyOf } from './secret-key.ts';
import { type SecretSettings, secretsOf } from './secrets.ts';
import { system } from './system.ts';

/** Where no key can be entered, and none is known. */
export const NO_ENGINE_KEYS: EngineKeySettings = {
  secretKey: null,
  inEnvironment: new Set(),
  tryKey: async (provider) => {
    throw missing(provider);
  },
};

type EngineKeyConfig = Pick<Config, 'secretKey'> & SecretSettings;

/** How a server with these settings lets keys of engines be entered and tried. */
export function engineKeySettings(
  env: Environment,
  db: Database,
  config: EngineKeyConfig,
): EngineKeySettings {
  return {
    secretKey: secretKeyOf(config),
    inEnvironment: providersSet(env),
    tryKey: async (provider) => {
      const { ready } = readEngines(await engineSettings(env, db, config));
      const [first, ...others] = ready.filter(({ adapter }) => adapter.provider.slug === provider);
      if (first === undefined) throw missing(provider);
      return await tryKey(system, [first, ...others], secretsOf(env, config));
    },
  };
}

function missing(provider: string): SightlineError {
  return new SightlineError('invalid_argument', `There is no key of ${providerOf(provider).name} to try.`);
}
