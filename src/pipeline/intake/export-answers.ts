import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/instant.ts';
import type { TrackedBrand } from '../../domain/tracked-brand.ts';
import {
  readCollections,
  type WholeAnswer,
  type WholeCollection,
} from '../../storage/answers/whole-collections.ts';
import { findWorkspace, listTracked } from '../../storage/directory/brands.ts';
import { listMarkets } from '../../storage/directory/markets.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ImportRecord, isImported } from './import-line.ts';

/** Collections that are read at once, and at most this much text of theirs, so memory stays flat. */
const PORTION = { collections: 200, bytes: 4_000_000 };

/**
 * Every collection of a brand as a line of an import file, in the order in which they were stored: importing them where the same
 * is declared gives the same reports. What was read from a text is not in it, because the import reads it again.
 *
 * @param publicId of a live brand
 * @returns lines, some at a time
 * @throws SightlineError `not_found`
 */
export async function* exportedAnswers(db: Database, publicId: string): AsyncGenerator<ImportRecord[]> {
  const brandId = await findWorkspace(db, publicId);
  if (brandId === null) throw new SightlineError('not_found', `There is no brand ${publicId}.`);
  const tracked = await listTracked(db, brandId);
  const markets = new Map((await listMarkets(db, brandId)).map(({ id, name }) => [id, name]));
  for (let after = 0; ; ) {
    const collections = await readCollections(db, brandId, after, PORTION);
    const last = collections.at(-1);
    if (last === undefined) return;
    yield collections.map((each) => lineOf({ publicId, tracked, markets }, each));
    after = last.id;
  }
}

interface ExportedBrand {
  readonly publicId: string;
  readonly tracked: readonly TrackedBrand[];
  /** Their names, by their ids. */
  readonly markets: ReadonlyMap<number, string>;
}

function lineOf({ publicId, tracked, markets }: ExportedBrand, collection: WholeCollection): ImportRecord {
  const { engine, prompt, marketId, outcome, collectedAt, model, answer } = collection;
  return {
    brand: publicId,
    market: markets.get(marketId) ?? null,
    engine: engine as ImportRecord['engine'],
    prompt,
    collected_at: formatInstant(collectedAt),
    ...identityIn(collection),
    ...(model === null ? {} : { model }),
    ...(answer === null || answer.outcomeStated ? { outcome } : {}),
    ...(answer === null ? {} : answerIn(answer, tracked)),
  };
}

/**
 * By what it is recognised when it comes again. An imported one by what it was recognised by before, so the file that it came from adds
 * nothing. One that was asked for gets an id: to its own, the questions of another store, which are numbered anew, may come too.
 */
function identityIn({ identity }: WholeCollection): Pick<ImportRecord, 'identity' | 'external_id'> {
  return isImported(identity) ? { identity } : { external_id: identity };
}

function answerIn(answer: WholeAnswer, tracked: readonly TrackedBrand[]): Partial<ImportRecord> {
  const { text, locationCode, citations, searches, given } = answer;
  return {
    ...(text === null ? {} : { answer: text }),
    ...(locationCode === null ? {} : { location_code: locationCode }),
    ...(citations.length === 0 ? {} : { citations: citations.map(citationIn) }),
    ...(searches === null ? {} : { searches: [...searches] }),
    ...(given === null ? {} : { mentions: mentionsIn(given, tracked) }),
  };
}

function citationIn({ url, title, position }: WholeAnswer['citations'][number]) {
  return { url, rank: position, ...(title === null ? {} : { title }) };
}

/** Of the brands tracked now. Those that it was not given about are listed too: one that is missing would be absent. */
function mentionsIn(
  given: NonNullable<WholeAnswer['given']>,
  tracked: readonly TrackedBrand[],
): NonNullable<ImportRecord['mentions']> {
  return tracked.map(({ id, name: brand }) => {
    const reading = given.get(id);
    if (reading === undefined) return { brand, mentioned: null };
    const { mentioned, rank, count, framing, framingSignals, snippet } = reading;
    if (!mentioned) return { brand, mentioned };
    const signals = framingSignals === null ? null : [...framingSignals];
    return { brand, mentioned, rank, count, framing, framing_signals: signals, snippet };
  });
}
