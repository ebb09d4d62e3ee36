import { sql } from 'kysely';
import type { Card, CardKind } from '../../domain/answers/card.ts';
import type { Period } from '../../domain/time/period.ts';
import { capabilitiesOf } from '../driver/capabilities.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { rowsOfAnswers } from '../panel/rows-of-answers.ts';
import type { BatchRow } from './batch.ts';
import type { NewCard } from './new-collection.ts';
import type { AnswerOfJob } from './searches.ts';

export function cardRows(
  brandId: number,
  answerId: number,
  collectedAt: number,
  cards: readonly NewCard[],
): BatchRow<'cards'>[] {
  return cards.map(({ kind, title, url, host, seller, price, text }, index) => ({
    brand_id: brandId,
    answer_id: answerId,
    position: index + 1,
    collected_at: collectedAt,
    kind,
    title,
    url,
    host,
    seller,
    price,
    text,
  }));
}

/**
 * Stores an existing answer's cards. Run it in a transaction with the brand's lock.
 *
 * @returns false if another process stored them first
 */
export async function storeLateCards(
  db: Database,
  brandId: number,
  { id, collectedAt }: Pick<AnswerOfJob, 'id' | 'collectedAt'>,
  cards: readonly NewCard[],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('answers')
    .set({ cards_known: 1 })
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .where('cards_known', '=', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await insertAll(db, 'cards', cardRows(brandId, id, collectedAt, cards));
  return true;
}

export interface StoredCard extends Card {
  readonly answerId: number;
  readonly host: string | null;
  /** 1-based among the answer's cards of this kind. */
  readonly place: number;
}

/** A window's cards of one kind, by answer in the engine's order. Uses the index cards_by_time. */
export async function listCards(
  db: Database,
  brandId: number,
  kind: CardKind,
  { from, to }: Period,
): Promise<StoredCard[]> {
  const { rows } = await sql<Omit<StoredCard, 'place'>>`
    select answer_id as "answerId", kind, title, url, host, seller, price, text from cards
    where brand_id = ${brandId} and kind = ${kind} and collected_at >= ${from} and collected_at < ${to}
    order by answer_id, position`.execute(db);
  let [last, place] = [0, 0];
  return rows.map((row) => {
    place = row.answerId === last ? place + 1 : 1;
    last = row.answerId;
    return { ...row, place };
  });
}

/** Ids of a window's answers with known cards, as one list. Uses the index answers_of_known_cards. */
export async function listKnownCards(db: Database, brandId: number, { from, to }: Period): Promise<number[]> {
  const { jsonList } = capabilitiesOf(db);
  const { rows } = await sql<{
    ids: string;
  }>`select ${jsonList('id', sql`cards_known = 1`)} as ids from answers
    where brand_id = ${brandId} and collected_at >= ${from} and collected_at < ${to} and cards_known = 1`.execute(
    db,
  );
  return JSON.parse(rows[0]?.ids ?? '[]') as number[];
}

/** Whether any answer has a card. Uses the index cards_by_time. */
export async function hasCards(db: Database, brandId: number): Promise<boolean> {
  const found = await db
    .selectFrom('cards')
    .select('answer_id')
    .where('brand_id', '=', brandId)
    .limit(1)
    .execute();
  return found.length > 0;
}

/** A card's columns, as the engine sent them. */
export const CARD_COLUMNS = ['kind', 'title', 'url', 'seller', 'price', 'text'] as const;

/** One answer's cards, in the engine's order. */
export async function listCardsOfAnswer(db: Database, brandId: number, answerId: number): Promise<Card[]> {
  const rows = await rowsOfAnswers(db, brandId, [answerId], 'cards', CARD_COLUMNS);
  return rows.map(cardFrom);
}

type CardRow = { readonly [Name in (typeof CARD_COLUMNS)[number] | 'answer_id']: Tables['cards'][Name] };

export function cardFrom({ answer_id: _, ...card }: CardRow): Card {
  return { ...card, kind: card.kind as CardKind };
}
