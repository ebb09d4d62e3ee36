import { findCollectLimits } from '../../storage/collect/spending.ts';
import { findReaderChoice } from '../../storage/directory/reader-choices.ts';
import type { Database } from '../../storage/driver/database.ts';
import { chosenBy, READER_OFF } from '../collect/job/chosen-reader.ts';
import type { ReadyEngine } from '../collect/job/ready-engine.ts';

/**
 * Who reads an organization's answers, or why only rules do: they were chosen (`off`), or nothing was (`unchosen`); the
 * chosen provider's key is missing, or a ceiling of dollars a day, which every reader that costs money needs.
 */
export type ReaderState =
  | { readonly kind: 'reads'; readonly engine: ReadyEngine }
  | { readonly kind: 'off' | 'unchosen' }
  | { readonly kind: 'no_key'; readonly provider: string }
  | { readonly kind: 'no_ceiling'; readonly engine: ReadyEngine };

export async function readerStateOf(
  db: Database,
  organizationId: number,
  readers: readonly ReadyEngine[],
): Promise<ReaderState> {
  const choice = await findReaderChoice(db, organizationId);
  if (choice.reader === READER_OFF) return { kind: 'off' };
  const engine = readers.map((each) => chosenBy(choice, each)).find((each) => each !== null);
  if (engine === undefined)
    return choice.reader === null ? { kind: 'unchosen' } : { kind: 'no_key', provider: choice.reader };
  const { microsPerDay } = await findCollectLimits(db, organizationId);
  return { kind: engine.mostMicros > 0 && microsPerDay === null ? 'no_ceiling' : 'reads', engine };
}
