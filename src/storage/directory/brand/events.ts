import type { EventKind, EventNote } from '../../../domain/brand/event.ts';
import type { Database } from '../../driver/database.ts';

export interface StoredEvent extends EventNote {
  readonly publicId: string;
}

/** Stores a note under an id reserved in the same transaction. */
export async function insertEvent(
  db: Database,
  brandId: number,
  {
    id,
    event,
    by,
    at,
  }: { readonly id: number; readonly event: StoredEvent; readonly by: string; readonly at: number },
): Promise<void> {
  const { publicId, day, kind, text, tag } = event;
  await db
    .insertInto('events')
    .values({
      brand_id: brandId,
      id,
      public_id: publicId,
      day,
      kind,
      text,
      tag,
      created_by: by,
      created_at: at,
    })
    .execute();
}

/** A brand's notes in a range of days, inclusive, newest first, by the index events_by_day. */
export async function listEvents(
  db: Database,
  brandId: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<StoredEvent[]> {
  const rows = await db
    .selectFrom('events')
    .select(['public_id as publicId', 'day', 'kind', 'text', 'tag'])
    .where('brand_id', '=', brandId)
    .where('day', '>=', first)
    .where('day', '<=', last)
    .orderBy('day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as EventKind }));
}

export async function countEvents(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Removes a note under the brand's lock. @returns its text; null if there is none */
export async function deleteEvent(db: Database, brandId: number, publicId: string): Promise<string | null> {
  const row = await db
    .deleteFrom('events')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('text')
    .executeTakeFirst();
  return row?.text ?? null;
}
