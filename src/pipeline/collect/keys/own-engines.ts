import { isDeepStrictEqual } from 'node:util';
import { declareEngines, type Engine, ownEngines } from '../../../domain/answers/engine.ts';
import { SightlineError } from '../../../domain/errors.ts';
import {
  engineOfOwn,
  type OwnEngine,
  SEARCHES,
  type SearchBy,
} from '../../../engines/openai_compatible/definition.ts';
import { listOwnEngines, type StoredEngine, saveOwnEngine } from '../../../storage/collect/own-engines.ts';
import type { Database } from '../../../storage/driver/database.ts';

/**
 * Declares the operator's own engines, and stored ones from earlier settings, whose answers stay readable. Stores new
 * ones.
 *
 * @param own engines from the settings, with adapters
 * @throws SightlineError `invalid_setting` if one's search setting differs from its stored answers
 */
export async function declareOwnEngines(db: Database, own: readonly OwnEngine[]): Promise<void> {
  const stored = new Map((await listOwnEngines(db)).map((each) => [each.slug, each]));
  for (const each of own) {
    const { slug, name, provider } = engineOfOwn(each);
    const known = stored.get(slug);
    if (known !== undefined && known.search !== each.search) throw otherSearch(known, each);
    if (known?.name !== name) await saveOwnEngine(db, { slug, name, provider, search: each.search });
    stored.set(slug, { slug, name, provider, search: each.search });
  }
  declareEngines([...stored.values()].map(engineOfStored));
}

/**
 * Declares engines that another process stored meanwhile, such as a server with newer settings. Without that, this
 * process would leave their answers out of reports, and a saved setup would drop them.
 */
export async function declareStoredEngines(db: Database): Promise<void> {
  const stored = (await listOwnEngines(db)).map(engineOfStored);
  if (!isDeepStrictEqual(new Set(stored), new Set(ownEngines()))) declareEngines(stored);
}

function engineOfStored({ slug, name, provider, search }: StoredEngine): Engine {
  const engine = { slug, name, method: 'api', provider } as const;
  return search === 'none' ? { ...engine, citesNothing: true } : engine;
}

/** Refuses another search setting: reports would mix answers under both. */
function otherSearch({ slug, search }: StoredEngine, { search: other }: OwnEngine): SightlineError {
  const words = (each: string) => `${each} (${SEARCHES[each as SearchBy]})`;
  return new SightlineError(
    'invalid_setting',
    `SIGHTLINE_ENGINES has ${slug} with the search ${words(other)}; so far it was ${words(search)}, as the answers in this store say. Give the new one another slug.`,
  );
}
