import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { AnswerOutcome } from '../../domain/answers/answer-reading.ts';
import type { FactReading, FactVerdict } from '../../domain/brand/fact.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { markChanged } from '../panel/changes.ts';
import { comparedWith } from '../panel/earlier-answers.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';
import { mentionColumns, READING, readingFrom } from './answer-rows.ts';
import { GIVEN, type NewMention } from './new-collection.ts';

/** Reads and writes for a rescan: stored answers whose names or extractor have changed since they were read. */

/**
 * Counts answers with other reading keys, by scanning the index answers_by_reading on either side of the current key;
 * if none is due, the scans read nothing.
 */
export async function countDue(db: Database, brandId: number, reading: string): Promise<number> {
  const beside = (side: '<' | '>') =>
    db
      .selectFrom('answers')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('brand_id', '=', brandId)
      .where('reading', side, reading)
      .executeTakeFirstOrThrow();
  return (await beside('<')).n + (await beside('>')).n;
}

export interface DueAnswer {
  readonly id: number;
  /** Its current key. */
  readonly reading: string;
  /** Text size, at least one byte per character. */
  readonly bytes: number;
}

/** The first `limit` due answers after an id, by primary key. */
export async function listDue(
  db: Database,
  brandId: number,
  { reading, after, limit }: { reading: string; after: number; limit: number },
): Promise<DueAnswer[]> {
  return await db
    .selectFrom('answers')
    .select(['id', 'reading', sql<number>`coalesce(octet_length(text), 0)`.as('bytes')])
    .where('brand_id', '=', brandId)
    .where('id', '>', after)
    .where('reading', '<>', reading)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The answers among these that no other process has read meanwhile. */
export async function filterDue(
  db: Database,
  brandId: number,
  listed: readonly DueAnswer[],
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('answers')
    .select(['id', 'reading'])
    .where('brand_id', '=', brandId)
    .where(
      'id',
      'in',
      listed.map((each) => each.id),
    )
    .execute();
  const readings = new Map(rows.map((row) => [row.id, row.reading]));
  return new Set(listed.filter(({ id, reading }) => readings.get(id) === reading).map(({ id }) => id));
}

/** A stored answer with all inputs of a new reading, and the previous reading. */
export interface StoredAnswer {
  readonly id: number;
  readonly engine: string;
  readonly collectedAt: number;
  readonly text: string | null;
  readonly outcome: AnswerOutcome;
  readonly outcomeStated: boolean;
  /** Whether an import gave its mentions. */
  readonly given: boolean;
  /** Cited hosts, in the engine's order. */
  readonly citedHosts: readonly string[];
  /** By tracked brand id, including retired brands. */
  readonly mentions: ReadonlyMap<number, StoredMention>;
  /** By fact id. */
  readonly facts: readonly FactReading[];
}

export interface StoredMention extends NewMention {
  /**
   * Whether the text was read for this brand although an import gave the answer's mentions: the import did not know
   * the brand.
   */
  readonly readLater: boolean;
}

/** Stored answers with these ids, oldest id first. */
export async function loadStored(
  db: Database,
  brandId: number,
  ids: readonly number[],
): Promise<StoredAnswer[]> {
  const answers = await db
    .selectFrom('answers')
    .select(['id', 'engine', 'collected_at', 'text', 'outcome', 'outcome_stated', 'reader'])
    .where('brand_id', '=', brandId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
  const mentions = Map.groupBy(
    await rowsOfAnswers(db, brandId, ids, 'mentions', ['tracked_id', ...READING, 'cited', 'read_later']),
    (row) => row.answer_id,
  );
  const citations = Map.groupBy(
    await rowsOfAnswers(db, brandId, ids, 'citations', ['host']),
    (row) => row.answer_id,
  );
  const facts = Map.groupBy(
    await rowsOfAnswers(db, brandId, ids, 'fact_readings', ['fact_id', 'verdict', 'sentence']),
    (row) => row.answer_id,
  );
  return answers.map((row) => ({
    id: row.id,
    engine: row.engine,
    collectedAt: row.collected_at,
    text: row.text,
    outcome: row.outcome as AnswerOutcome,
    outcomeStated: row.outcome_stated === 1,
    given: row.reader === GIVEN,
    citedHosts: (citations.get(row.id) ?? []).map(({ host }) => host),
    facts: (facts.get(row.id) ?? []).map(({ fact_id: factId, verdict, sentence }) => ({
      factId,
      verdict: verdict as FactVerdict,
      sentence,
    })),
    mentions: new Map(
      mentions.get(row.id)?.map((mention) => [
        mention.tracked_id,
        {
          ...readingFrom(mention),
          trackedId: mention.tracked_id,
          cited: mention.cited === 1,
          readLater: mention.read_later === 1,
        },
      ]),
    ),
  }));
}

export interface NewReading {
  readonly answer: StoredAnswer;
  /** For the current brands. */
  readonly mentions: readonly StoredMention[];
  readonly outcome: AnswerOutcome;
}

/** The extractor, and the key of the brands. */
interface ReadBy {
  readonly reader: string;
  readonly reading: string;
}

/**
 * Stores new readings, also in the panel. Writes only changes, and the key that records the reading. Run it in a
 * transaction with the brand's lock.
 *
 * @returns how many answers changed
 */
export async function storeNewReadings(
  db: Database,
  brandId: number,
  rereads: readonly NewReading[],
  by: ReadBy,
): Promise<number> {
  const changes = rereads.map((reread) => ({
    ...reread,
    mentions: reread.mentions.filter(differs(reread.answer)),
  }));
  const remade = changes.filter(({ mentions }) => mentions.length > 0);
  const restated = changes.filter(({ answer, outcome }) => answer.outcome !== outcome);
  await replaceMentions(db, brandId, remade);
  await restate(db, brandId, restated);
  await markRead(db, brandId, rereads, by);
  const compared = remade.length > 0 ? await comparedWith(db, brandId, idsOf(remade)) : [];
  await markChanged(db, brandId, [...idsOf(rereads), ...compared]);
  return new Set(idsOf([...remade, ...restated])).size;
}

function differs({ mentions }: StoredAnswer): (mention: StoredMention) => boolean {
  return (mention) => {
    const before = mentions.get(mention.trackedId);
    return before === undefined || !isDeepStrictEqual(columnsOf(before), columnsOf(mention));
  };
}

function columnsOf(mention: StoredMention) {
  return { ...mentionColumns(mention), read_later: mention.readLater ? 1 : 0 };
}

function idsOf(rereads: readonly NewReading[]): number[] {
  return rereads.map(({ answer }) => answer.id);
}

/** A model's reading of a mention stays as long as the answer names the brand. */
const BY_MODEL = ['said', 'model_framing', 'model_words'] as const;

async function replaceMentions(db: Database, brandId: number, rereads: readonly NewReading[]): Promise<void> {
  const before = await rowsOfAnswers(db, brandId, idsOf(rereads), 'mentions', ['tracked_id', ...BY_MODEL]);
  const judged = new Map(
    before.map(({ answer_id, tracked_id, ...byModel }) => [`${answer_id} ${tracked_id}`, byModel]),
  );
  const rows = rereads.flatMap(({ answer, mentions }) =>
    mentions.map((mention) => ({
      brand_id: brandId,
      answer_id: answer.id,
      collected_at: answer.collectedAt,
      ...columnsOf(mention),
      ...(mention.mentioned ? judged.get(`${answer.id} ${mention.trackedId}`) : undefined),
    })),
  );
  for (const [trackedId, replaced] of Map.groupBy(rows, (row) => row.tracked_id)) {
    await db
      .deleteFrom('mentions')
      .where('brand_id', '=', brandId)
      .where('tracked_id', '=', trackedId)
      .where(
        'answer_id',
        'in',
        replaced.map((row) => row.answer_id),
      )
      .execute();
  }
  await insertAll(db, 'mentions', rows);
}

/** Changes the outcome of answers and their collections. */
async function restate(db: Database, brandId: number, rereads: readonly NewReading[]): Promise<void> {
  for (const [outcome, some] of Map.groupBy(rereads, (reread) => reread.outcome)) {
    for (const table of ['answers', 'collections'] as const) {
      await db
        .updateTable(table)
        .set({ outcome })
        .where('brand_id', '=', brandId)
        .where('id', 'in', idsOf(some))
        .execute();
    }
  }
}

/** Records the key; imported mentions keep theirs. */
async function markRead(
  db: Database,
  brandId: number,
  rereads: readonly NewReading[],
  by: ReadBy,
): Promise<void> {
  for (const [given, some] of Map.groupBy(rereads, ({ answer }) => answer.given)) {
    await db
      .updateTable('answers')
      .set({ reading: by.reading, reader: given ? GIVEN : by.reader })
      .where('brand_id', '=', brandId)
      .where('id', 'in', idsOf(some))
      .execute();
  }
}
