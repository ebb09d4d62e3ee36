import { declareEngines, ownEngines } from '../../domain/answers/engine.ts';
import { SightlineError } from '../../domain/errors.ts';
import { openaiCompatible } from '../../engines/openai_compatible/adapter.ts';
import { engineOfOwn, type OwnEngine } from '../../engines/openai_compatible/definition.ts';
import { readOwnEngines } from '../../engines/openai_compatible/read-definition.ts';
import { addAdapters, BUILT_IN } from '../../engines/registry.ts';
import type { ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type Config, SETTINGS } from '../settings/config.ts';
import {
  allEngineVariables,
  type Environment,
  engineSettings,
  engineVariables,
  readEngines,
} from '../settings/engines.ts';

/**
 * Registers the engines that the operator defined, so that Sightline can ask them.
 *
 * @throws SightlineError `invalid_setting` naming the mistake in the definition
 */
export function addOwnEngines(config: Pick<Config, 'ownEngines'>): readonly OwnEngine[] {
  const own = readOwnEngines(config.ownEngines);
  if (typeof own === 'string') throw invalid(`must be ${own}`);
  const adapters = own.map(openaiCompatible);
  const others = [...Object.values(SETTINGS), ...allEngineVariables(BUILT_IN)];
  const taken = new Set(others.map(({ variable }) => variable));
  const clash = engineVariables(adapters).find(({ variable }) => taken.has(variable));
  if (clash !== undefined)
    throw invalid(
      `has a \`slug\` or \`provider\` whose variable ${clash.variable} is another setting; choose another`,
    );
  addAdapters(adapters);
  // Before a store is open, or without one; the store then adds those that earlier settings had.
  const earlier = ownEngines().filter((each) => !own.some(({ slug }) => slug === each.slug));
  declareEngines([...earlier, ...own.map(engineOfOwn)]);
  return own;
}

/**
 * Every engine with its settings and key, including the operator's own.
 *
 * @param db null before there is a store, whose keys are then unknown
 */
export async function readAllEngines(
  env: Environment,
  db: Database | null,
  config: Pick<Config, 'ownEngines' | 'secretKey' | 'databaseUrl'>,
): Promise<ConfiguredEngines> {
  addOwnEngines(config);
  return readEngines(db === null ? env : await engineSettings(env, db, config));
}

function invalid(what: string): SightlineError {
  return new SightlineError('invalid_setting', `${SETTINGS.ownEngines.variable} ${what}.`);
}
