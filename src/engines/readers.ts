import { openaiReader } from './chatgpt/reader.ts';
import { anthropicReader } from './claude/reader.ts';
import type { EngineAdapter } from './engine.ts';
import { googleReader } from './gemini/reader.ts';
import { ownReader } from './openai_compatible/reader.ts';

/** Models that read what answers say, each by its provider's key; the last one by an operator's own endpoint. */
export const READERS: readonly EngineAdapter[] = [openaiReader, anthropicReader, googleReader, ownReader];

/** The reader by a provider's key; undefined if the provider has none. */
export function readerOfProvider(provider: string): EngineAdapter | undefined {
  return READERS.find((each) => each.provider.slug === provider);
}
