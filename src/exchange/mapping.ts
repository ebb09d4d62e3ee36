import type { ImportField } from './rows.ts';

/** What a person decided about a file. All else is guessed from the file. */
export interface ImportMapping {
  /** The file's column for a field, by its name; empty for none, though one was guessed. */
  readonly columns: ReadonlyMap<ImportField, string>;
  /** By the file's own name of an engine, empty where it says none: see `engineChoice`. */
  readonly engines: ReadonlyMap<string, string>;
  /** By the file's own name of a market: the name of the brand's. */
  readonly markets: ReadonlyMap<string, string>;
  /** In IANA's spelling, for times without a zone. */
  readonly zone: string;
  /** What comes first in `11/12/2026`; null to take it from the file. */
  readonly first: 'day' | 'month' | null;
}

/** One of Sightline's engines by its slug, an engine of the brand's own under a name, or none: its rows are left out. */
export type EngineChoice = { readonly slug: string } | { readonly own: string } | null;

const OWN = 'own:';

/** Reads a value of `engines`: `chatgpt_app`, `own:DeepSeek`, or empty to leave the engine's rows out. */
export function engineChoice(text: string): EngineChoice {
  if (text === '') return null;
  return text.startsWith(OWN) ? { own: text.slice(OWN.length) } : { slug: text };
}
