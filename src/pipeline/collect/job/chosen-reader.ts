import type { ReaderChoice } from '../../../storage/directory/reader-choices.ts';
import type { ReadyEngine } from './ready-engine.ts';

/** The choice of rules alone. */
export const READER_OFF = 'off';

/**
 * A reader with the model that an organization chose; null if it chose another. Without a choice, an operator's own
 * endpoint reads.
 */
export function chosenBy({ reader, model }: ReaderChoice, engine: ReadyEngine): ReadyEngine | null {
  const { slug, isOwn = false } = engine.adapter.provider;
  if (reader === null) return isOwn ? engine : null;
  if (reader !== slug) return null;
  return model === null ? engine : withModel(engine, model);
}

export function withModel(engine: ReadyEngine, model: string): ReadyEngine {
  return { ...engine, access: { ...engine.access, model } };
}
