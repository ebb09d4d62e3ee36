import { SightlineError } from '../../domain/errors.ts';
import { askModel } from '../../pipeline/collect/keys/ask-model.ts';
import { type EngineKeySettings, providerOf } from '../../pipeline/collect/keys/engine-keys.ts';
import { tryKey } from '../../pipeline/collect/keys/try-key.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Config } from '../settings/config.ts';
import { type Environment, engineSettings, providersSet, readEngines } from '../settings/engines.ts';
import { secretKeyOf } from '../settings/secret-key.ts';
import { type SecretSettings, secretsOf } from '../settings/secrets.ts';
import { system } from './system.ts';

/** Settings for stores without entered keys. */
export const NO_ENGINE_KEYS: EngineKeySettings = {
  secretKey: null,
  inEnvironment: new Set(),
  tryKey: async (provider) => {
    throw missing(provider);
  },
  askModel: async () => {
    throw notReady();
  },
};

type EngineKeyConfig = Pick<Config, 'secretKey'> & SecretSettings;

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
    askModel: async (slug, prompt) => {
      const { ready } = readEngines(await engineSettings(env, db, config));
      const engine = ready.find(({ adapter }) => adapter.slug === slug);
      if (engine === undefined) throw notReady();
      return await askModel(system, engine, { prompt, secrets: secretsOf(env, config) });
    },
  };
}

function notReady(): SightlineError {
  return new SightlineError('invalid_argument', 'This engine has no key.');
}

function missing(provider: string): SightlineError {
  return new SightlineError('invalid_argument', `There is no ${providerOf(provider).name} key to try.`);
}
