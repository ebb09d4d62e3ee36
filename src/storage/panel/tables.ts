import type { Selectable } from 'kysely';
import { dayOf } from '../../domain/time/period.ts';
import type { PanelAnswer } from '../../panel/row.ts';
import { rowFrom, rowText } from '../../panel/row.ts';
import { KINDS, type Kind } from '../../panel/segment.ts';
import type { Database } from '../driver/database.ts';
import { insertAll } from '../driver/insert-all.ts';
import type { Tables } from '../driver/schema/schema.ts';
import { statement } from '../driver/statement.ts';

/** A stored segment without content. Equal versions mean equal bytes. */
export interface StoredSegment {
  readonly firstDay: number;
  readonly lastDay: number;
  readonly version: number;
  readonly n: number;
}

/** An unpacked change: the answer, or null if removed. */
export interface Change {
  readonly id: number;
  /** The answer's day. */
  readonly day: number;
  /** The brand's version at the change. */
  readonly version: number;
  readonly answer: PanelAnswer | null;
}

/** Oldest first. */
export async function listSegments(db: Database, brandId: number): Promise<StoredSegment[]> {
  return await selectSegments(db, { brandId });
}

const selectSegments = statement<Tables, { brandId: number }, StoredSegment>('segments', (db, { brandId }) =>
  db
    .selectFrom('segments')
    .select(['first_day as firstDay', 'last_day as lastDay', 'version', 'n'])
    .where('brand_id', '=', brandId)
    .where('kind', '=', 'mentions')
    .orderBy('first_day'),
);

/** A brand's changes after a version. */
export async function listChanges(db: Database, brandId: number, after: number): Promise<Change[]> {
  return (await selectChanges(db, { brandId, after })).map(changeFrom);
}

/** A brand's changes to days before this one. */
export async function listChangesBefore(db: Database, brandId: number, day: number): Promise<Change[]> {
  const rows = await db
    .selectFrom('panel_delta')
    .select(CHANGE)
    .where('brand_id', '=', brandId)
    .where('day', '<', day)
    .execute();
  return rows.map(changeFrom);
}

/** The end of the days with about this many changes, at least one day; null without changes before `day`. */
export async function dayOfChange(
  db: Database,
  brandId: number,
  { before, after }: { readonly before: number; readonly after: number },
): Promise<number | null> {
  const at = (offset: number) =>
    db
      .selectFrom('panel_delta')
      .select('day')
      .where('brand_id', '=', brandId)
      .where('day', '<', before)
      .orderBy('day')
      .offset(offset)
      .limit(1)
      .executeTakeFirst();
  const first = await at(0);
  if (first === undefined) return null;
  const last = await at(after);
  return last === undefined ? before : Math.max(last.day, first.day + 1);
}

/** Brands with changes to days before this one. */
export async function listChanged(db: Database, before: number): Promise<number[]> {
  const rows = await db
    .selectFrom('brand_state as h')
    .select('h.brand_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('panel_delta as d')
          .select('d.day')
          .whereRef('d.brand_id', '=', 'h.brand_id')
          .where('d.day', '<', before),
      ),
    )
    .orderBy('h.brand_id')
    .execute();
  return rows.map((row) => row.brand_id);
}

interface ChangeRow {
  readonly id: number;
  readonly day: number;
  readonly version: number;
  readonly content: string | null;
}

const CHANGE = ['answer_id as id', 'day', 'version', 'content'] as const;

const selectChanges = statement<Tables, { brandId: number; after: number }, ChangeRow>(
  'changes of a panel',
  (db, { brandId, after }) =>
    db.selectFrom('panel_delta').select(CHANGE).where('brand_id', '=', brandId).where('version', '>', after),
);

function changeFrom({ id, day, version, content }: ChangeRow): Change {
  return { id, day, version, answer: content === null ? null : rowFrom(id, content) };
}

/** A segment's kind as bytes, by its first day. @throws Error if missing */
export async function readSegment(
  db: Database,
  brandId: number,
  firstDay: number,
  kind: Kind,
): Promise<Uint8Array> {
  const [row] = await selectBytes(db, { brandId, firstDay, kind });
  if (row === undefined) throw new Error(`brand ${brandId} has no segment of day ${firstDay} with ${kind}`);
  return row.bytes;
}

const selectBytes = statement<
  Tables,
  { brandId: number; firstDay: number; kind: string },
  { bytes: Uint8Array }
>('bytes of a segment', (db, { brandId, firstDay, kind }) =>
  db
    .selectFrom('segments')
    .select('bytes')
    .where('brand_id', '=', brandId)
    .where('first_day', '=', firstDay)
    .where('kind', '=', kind),
);

/** Rows for a version's changes. */
export function changeRows(
  { brandId, version }: { readonly brandId: number; readonly version: number },
  answers: readonly PanelAnswer[],
): Selectable<Tables['panel_delta']>[] {
  return answers.map((answer) => ({
    brand_id: brandId,
    day: dayOf(answer.at),
    answer_id: answer.id,
    version,
    content: rowText(answer),
  }));
}

/** Adds answers without earlier changes. Run it in the transaction that stores them, with its version. */
export async function insertChanges(
  db: Database,
  packing: { readonly brandId: number; readonly version: number },
  answers: readonly PanelAnswer[],
): Promise<void> {
  await insertAll(db, 'panel_delta', changeRows(packing, answers));
}

/** An answer's id and collection time. */
export interface CollectedAt {
  readonly id: number;
  readonly at: number;
}

/** Adds removed answers. */
export async function insertRemovals(
  db: Database,
  { brandId, version }: { readonly brandId: number; readonly version: number },
  removed: readonly CollectedAt[],
): Promise<void> {
  await insertAll(
    db,
    'panel_delta',
    removed.map(({ id, at }) => ({
      brand_id: brandId,
      day: dayOf(at),
      answer_id: id,
      version,
      content: null,
    })),
  );
}

/** Removes these answers' changes. */
export async function deleteChanges(
  db: Database,
  brandId: number,
  answers: readonly CollectedAt[],
): Promise<void> {
  for (let at = 0; at < answers.length; at += AT_ONCE) {
    const some = answers.slice(at, at + AT_ONCE);
    await db
      .deleteFrom('panel_delta')
      .where('brand_id', '=', brandId)
      .where('day', 'in', [...new Set(some.map((each) => dayOf(each.at)))])
      .where(
        'answer_id',
        'in',
        some.map(({ id }) => id),
      )
      .execute();
  }
}

/** Removes all changes to days before this one. */
export async function deleteChangesBefore(db: Database, brandId: number, day: number): Promise<void> {
  await db.deleteFrom('panel_delta').where('brand_id', '=', brandId).where('day', '<', day).execute();
}

const AT_ONCE = 500;

/** Replaces a brand's segments with these first days. */
export async function replaceSegments(
  db: Database,
  { brandId, version }: { readonly brandId: number; readonly version: number },
  replaced: readonly StoredSegment[],
  segments: readonly NewSegment[],
): Promise<void> {
  for (const { firstDay } of replaced) {
    await db
      .deleteFrom('segments')
      .where('brand_id', '=', brandId)
      .where('first_day', '=', firstDay)
      .execute();
  }
  for (const { firstDay, lastDay, n, bytes } of segments) {
    for (const kind of KINDS) {
      await insertSegment(db, {
        brandId,
        firstDay,
        lastDay,
        version,
        n,
        kind,
        bytes: bytes[kind],
      });
    }
  }
}

export interface NewSegment extends Omit<StoredSegment, 'version'> {
  readonly bytes: Readonly<Record<Kind, Uint8Array>>;
}

type SegmentParameters = {
  brandId: number;
  firstDay: number;
  lastDay: number;
  version: number;
  n: number;
  kind: string;
  bytes: Uint8Array;
};

const insertSegment = statement<Tables, SegmentParameters, never>(
  'insert a segment',
  (db, { brandId, firstDay, lastDay, version, n, kind, bytes }) =>
    db.insertInto('segments').values({
      brand_id: brandId,
      first_day: firstDay,
      kind,
      version,
      last_day: lastDay,
      n,
      bytes,
    }) as never,
);
