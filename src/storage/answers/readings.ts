import { sql } from 'kysely';
import { type ModelReading, provenText } from '../../domain/brand/model-reading.ts';
import { saidText } from '../../domain/brand/theme.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import { markChanged } from '../panel/changes.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';

/** What models have read, and what they may read. */

/** A model's attempt to read an answer. */
export interface NewModelReading {
  readonly answerId: number;
  readonly reader: string;
  /** Its prompt's hash. */
  readonly prompt: string;
  /** Its job's identity. */
  readonly asked: string;
  /** The newest declared fact or own theme that it was asked about, by the brand's ids; 0 for none. */
  readonly newestAsked: number;
  /** Null: not judged. */
  readonly reading: ModelReading | null;
  /** Why it is not judged; null if it is. */
  readonly detail: string | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Cost in millionths of a US dollar; null if unknown. */
  readonly micros: number | null;
  readonly readAt: number;
}

/**
 * Stores readings, also in the panel. An attempt that failed leaves an earlier reading, and an older reply leaves a later
 * one. Run it in a transaction with the brand's lock.
 */
export async function storeModelReadings(
  db: Database,
  brandId: number,
  readings: readonly NewModelReading[],
): Promise<void> {
  const changed: number[] = [];
  for (const each of readings) {
    const before = await readingOf(db, brandId, each.answerId);
    // Retention may have removed the answer.
    if (before === null) continue;
    const isLater = each.reading !== null && each.readAt >= (before.readAt ?? 0);
    if (before.state === 'read' && !isLater) continue;
    if (each.reading !== null) {
      await replaceVerdicts(db, brandId, each.answerId, each.reading);
      await replaceFacts(db, brandId, { id: each.answerId, ...before }, each.reading);
    }
    await replaceReading(db, brandId, each, before);
    changed.push(each.answerId);
  }
  await markChanged(db, brandId, changed);
}

/** An answer's time, with the reading before; null if it is gone. */
async function readingOf(db: Database, brandId: number, answerId: number) {
  const row = await db
    .selectFrom('answers as a')
    .leftJoin('readings as r', (join) =>
      join.onRef('r.brand_id', '=', 'a.brand_id').onRef('r.answer_id', '=', 'a.id'),
    )
    .select(['a.collected_at as collectedAt', 'r.reader', 'r.prompt', 'r.state', 'r.replaced'])
    .select('r.read_at as readAt')
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', answerId)
    .executeTakeFirst();
  return row ?? null;
}

type Before = NonNullable<Awaited<ReturnType<typeof readingOf>>>;

async function replaceReading(
  db: Database,
  brandId: number,
  next: NewModelReading,
  { collectedAt, reader, prompt, state, replaced }: Before,
): Promise<void> {
  const isOther = state === 'read' && (reader !== next.reader || prompt !== next.prompt);
  await db
    .deleteFrom('readings')
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', next.answerId)
    .execute();
  await db
    .insertInto('readings')
    .values({
      brand_id: brandId,
      answer_id: next.answerId,
      collected_at: collectedAt,
      reader: next.reader,
      prompt: next.prompt,
      asked: next.asked,
      state: next.reading === null ? 'not_judged' : 'read',
      detail: next.detail,
      input_tokens: next.inputTokens,
      output_tokens: next.outputTokens,
      micros: next.micros,
      dropped: next.reading?.dropped ?? 0,
      newest_asked: next.newestAsked,
      replaced: isOther ? JSON.stringify({ reader, prompt }) : replaced,
      read_at: next.readAt,
    })
    .execute();
}

/** Only names that the rules find have verdicts. */
async function replaceVerdicts(
  db: Database,
  brandId: number,
  answerId: number,
  { names }: ModelReading,
): Promise<void> {
  const update = db.updateTable('mentions').where('brand_id', '=', brandId).where('answer_id', '=', answerId);
  await update.set({ model_framing: null, model_words: null, said: null }).execute();
  for (const { trackedId, verdict, words, said } of names) {
    await update
      .set({
        model_framing: verdict,
        model_words: verdict === null ? null : provenText(words),
        said: saidText(said),
      })
      .where('tracked_id', '=', trackedId)
      .where('mentioned', '=', 1)
      .execute();
  }
}

async function replaceFacts(
  db: Database,
  brandId: number,
  { id, collectedAt }: { readonly id: number; readonly collectedAt: number },
  { facts }: ModelReading,
): Promise<void> {
  await db.deleteFrom('fact_readings').where('brand_id', '=', brandId).where('answer_id', '=', id).execute();
  const rows = facts.map(({ factId, verdict, sentence }) => ({
    brand_id: brandId,
    answer_id: id,
    fact_id: factId,
    collected_at: collectedAt,
    verdict,
    sentence,
  }));
  await insertAll(db, 'fact_readings', rows);
}

/** An answer that a model may read: with a text, and a name that rules found. */
export interface ReadableAnswer {
  readonly id: number;
  readonly promptId: number;
  readonly marketId: number;
  /** Tracked brands that it names, removed ones too, by id. */
  readonly named: readonly number[];
  /** The identity of its reading; null without one, or if it was not judged. */
  readonly asked: string | null;
}

/** A brand's readable answers among some ids, or after one, in id order. */
export async function listReadable(
  db: Database,
  brandId: number,
  which: { readonly after: number; readonly limit: number } | { readonly ids: readonly number[] },
): Promise<ReadableAnswer[]> {
  const readable = db
    .selectFrom('answers as a')
    .select(['a.id', 'a.prompt_id as promptId', 'a.market_id as marketId'])
    .where('a.brand_id', '=', brandId)
    .where(isReadable(brandId))
    .orderBy('a.id');
  const answers =
    'ids' in which
      ? await readable.where('a.id', 'in', [0, ...which.ids]).execute()
      : await readable.where('a.id', '>', which.after).limit(which.limit).execute();
  const ids = answers.map(({ id }) => id);
  const mentions = await rowsOfAnswers(db, brandId, ids, 'mentions', ['tracked_id', 'mentioned']);
  const named = Map.groupBy(
    mentions.filter(({ mentioned }) => mentioned === 1),
    (row) => row.answer_id,
  );
  const readings = await rowsOfAnswers(db, brandId, ids, 'readings', ['asked', 'state']);
  const asked = new Map(
    readings.map((row) => [row.answer_id, row.state === 'read' ? row.asked : null] as const),
  );
  return answers.map((answer) => ({
    ...answer,
    named: (named.get(answer.id) ?? []).map(({ tracked_id: id }) => id),
    asked: asked.get(answer.id) ?? null,
  }));
}

function isReadable(brandId: number) {
  return sql<boolean>`a.text is not null and exists (select 1 from mentions m
    where m.brand_id = ${brandId} and m.answer_id = a.id and m.mentioned = 1)`;
}

/** Whether a brand has an answer with a greater id. */
export async function hasAnswersAfter(db: Database, brandId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('answers')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many readable answers a brand collected since an instant, by the index answers_newest. */
export async function countReadable(db: Database, brandId: number, since: number): Promise<number> {
  const { n } = await db
    .selectFrom('answers as a')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('a.brand_id', '=', brandId)
    .where('a.collected_at', '>=', since)
    .where(isReadable(brandId))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** An answer with what a model is told about it; null if it is gone, or has no text. */
export async function findJudgedText(
  db: Database,
  brandId: number,
  answerId: number,
): Promise<{
  readonly text: string;
  readonly question: string;
  readonly citedHosts: readonly string[];
} | null> {
  const row = await db
    .selectFrom('answers as a')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.brand_id', '=', 'a.brand_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .select(['a.text', 'p.text as question'])
    .where('a.brand_id', '=', brandId)
    .where('a.id', '=', answerId)
    .executeTakeFirst();
  if (row?.text == null) return null;
  const citations = await rowsOfAnswers(db, brandId, [answerId], 'citations', ['host']);
  return { text: row.text, question: row.question, citedHosts: citations.map(({ host }) => host) };
}

/** A model's attempts at answers collected since an instant, by the index readings_by_time. */
export async function countReadings(
  db: Database,
  brandId: number,
  since: number,
): Promise<{ readonly read: number; readonly notJudged: number }> {
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*) as n from readings
    where brand_id = ${brandId} and collected_at >= ${since} group by state`.execute(db);
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.n ?? 0);
  return { read: of('read'), notJudged: of('not_judged') };
}
