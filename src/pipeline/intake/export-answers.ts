import type { TrackedBrand } from '../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import {
  readCollections,
  type WholeAnswer,
  type WholeCollection,
} from '../../storage/answers/whole-collections.ts';
import { listMarkets } from '../../storage/directory/brand/markets.ts';
import { findWorkspace, listTracked } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { type ImportRecord, isImportedIdentity } from './import-line.ts';

/** Limits per portion, so memory stays flat. */
const PORTION = { collections: 200, bytes: 4_000_000 };

/**
 * Exports every collection of a brand as import lines, in stored order: importing them into the same declaration
 * gives the same reports. It omits readings of texts, because the import reads them again.
 *
 * @param publicId of a live brand
 * @returns portions of lines
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
  /** Names by market id. */
  readonly markets: ReadonlyMap<number, string>;
}

function lineOf({ publicId, tracked, markets }: ExportedBrand, collection: WholeCollection): ImportRecord {
  const { engine, prompt, marketId, outcome, collectedAt, model, isImported, answer } = collection;
  return {
    brand: publicId,
    market: markets.get(marketId) ?? null,
    engine: engine as ImportRecord['engine'],
    prompt,
    collected_at: formatInstant(collectedAt),
    ...identityIn(collection),
    ...(isImported ? {} : { imported: false }),
    ...(model === null ? {} : { model }),
    ...(answer === null || answer.outcomeStated ? { outcome } : {}),
    ...(answer === null ? {} : answerIn(answer, tracked)),
  };
}

/**
 * How a second import recognizes the collection. Imported ones keep their identity, so importing the original file
 * adds nothing. Collected ones get an external id, because question ids differ between stores.
 */
function identityIn({ identity }: WholeCollection): Pick<ImportRecord, 'identity' | 'external_id'> {
  return isImportedIdentity(identity) ? { identity } : { external_id: identity };
}

function answerIn(answer: WholeAnswer, tracked: readonly TrackedBrand[]): Partial<ImportRecord> {
  const { text, locationCode, citations, searches, cards, given } = answer;
  return {
    ...(text === null ? {} : { answer: text }),
    ...(locationCode === null ? {} : { location_code: locationCode }),
    ...(citations.length === 0 ? {} : { citations: citations.map(citationIn) }),
    ...(searches === null ? {} : { searches: [...searches] }),
    ...(cards === null ? {} : { cards: cards.map((card) => ({ ...card })) }),
    ...(given === null ? {} : { mentions: mentionsIn(given, tracked) }),
  };
}

function citationIn({ url, title, position }: WholeAnswer['citations'][number]) {
  return { url, rank: position, ...(title === null ? {} : { title }) };
}

/**
 * Mentions of the brands tracked now. Lists brands without a given mention too, because an omitted one counts as
 * absent.
 */
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
