import { type SqlBool, sql } from 'kysely';
import type { LabelSample } from '../../domain/answers/label.ts';
import type { Verdict } from '../../domain/brand/model-reading.ts';
import { aliasesFrom } from '../directory/brand/names.ts';
import type { Database } from '../driver/database.ts';

interface LabelPlace {
  readonly answerId: number;
  readonly trackedId: number;
}

/** A name to label, by the answer's public id and the tracked brand's name. */
export interface NameToLabel {
  readonly answer: string;
  readonly name: string;
}

/**
 * The next name without a label, in an order that looks random and is the same each time, so that nobody can reload until
 * an easy one comes. Reads the window's mentions.
 *
 * @param since only answers collected from then on
 */
export async function nextToLabel(
  db: Database,
  brandId: number,
  { sample, since }: { readonly sample: LabelSample; readonly since: number },
): Promise<NameToLabel | null> {
  const differs = sql<SqlBool>`m.model_framing <> coalesce(m.framing, 'both')`;
  const row = await db
    .selectFrom('mentions as m')
    .innerJoin('answers as a', (join) =>
      join.onRef('a.brand_id', '=', 'm.brand_id').onRef('a.id', '=', 'm.answer_id'),
    )
    .leftJoin('labels as l', (join) =>
      join
        .onRef('l.brand_id', '=', 'm.brand_id')
        .onRef('l.answer_id', '=', 'm.answer_id')
        .onRef('l.tracked_id', '=', 'm.tracked_id'),
    )
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'm.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select(['a.public_id as answer', 't.name'])
    .where('m.brand_id', '=', brandId)
    .where('m.collected_at', '>=', since)
    .where('m.mentioned', '=', 1)
    .where('a.text', 'is not', null)
    .where('l.labeled_at', 'is', null)
    .$if(sample === 'disagreement', (query) => query.where(differs))
    .orderBy(placeIn('m'))
    .orderBy('m.answer_id')
    .orderBy('m.tracked_id')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A tracked brand's mention, by the answer's public id and the brand's name; null if the answer doesn't name it. */
export async function findNamedIn(
  db: Database,
  brandId: number,
  answer: string,
  name: string,
): Promise<LabelPlace | null> {
  const row = await db
    .selectFrom('answers as a')
    .innerJoin('mentions as m', (join) =>
      join.onRef('m.brand_id', '=', 'a.brand_id').onRef('m.answer_id', '=', 'a.id'),
    )
    .innerJoin('tracked_brands as t', (join) =>
      join.onRef('t.brand_id', '=', 'm.brand_id').onRef('t.id', '=', 'm.tracked_id'),
    )
    .select(['a.id as answerId', 't.id as trackedId'])
    .where('a.brand_id', '=', brandId)
    .where('a.public_id', '=', answer)
    .where('t.name', '=', name)
    .where('m.mentioned', '=', 1)
    .executeTakeFirst();
  return row ?? null;
}

export interface NewLabel extends LabelPlace {
  readonly sample: LabelSample;
  /** Null: skipped. */
  readonly label: Verdict | null;
  readonly by: string;
  readonly at: number;
}

/** A name's place in the order in which the random sample is drawn. */
function placeIn(table: 'm' | 'labels') {
  const id = (column: string) => sql`cast(${sql.ref(`${table}.${column}`)} as bigint)`;
  const mixed = sql`((${id('answer_id')} * 7919 + ${id('tracked_id')} * 31) % 1000003)`;
  return sql<number>`(${mixed} * ${mixed} % 1000003)`;
}

/**
 * Stores a label, or replaces it; the sample stays. A random one makes the labels random that come before it in the order
 * of the sample: without them, disagreements that somebody labeled first would be missing in it.
 */
export async function storeLabel(db: Database, brandId: number, given: NewLabel): Promise<void> {
  const label = { label: given.label, labeled_by: given.by, labeled_at: given.at };
  await db
    .insertInto('labels')
    .values({
      brand_id: brandId,
      answer_id: given.answerId,
      tracked_id: given.trackedId,
      sample: given.sample,
      ...label,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'answer_id', 'tracked_id']).doUpdateSet(label))
    .execute();
  if (given.sample !== 'random') return;
  const own = db
    .selectFrom('labels')
    .select(placeIn('labels').as('place'))
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', given.answerId)
    .where('tracked_id', '=', given.trackedId);
  await db
    .updateTable('labels')
    .set({ sample: 'random' })
    .where('brand_id', '=', brandId)
    .where('sample', '=', 'disagreement')
    .where(placeIn('labels'), '<', own)
    .execute();
}

/** Removes the newest label. @returns whether there was one */
export async function removeLastLabel(db: Database, brandId: number, by: string): Promise<boolean> {
  const last = await db
    .selectFrom('labels')
    .select(['answer_id', 'tracked_id'])
    .where('brand_id', '=', brandId)
    .where('labeled_by', '=', by)
    .orderBy('labeled_at', 'desc')
    .orderBy('answer_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return false;
  await db
    .deleteFrom('labels')
    .where('brand_id', '=', brandId)
    .where('answer_id', '=', last.answer_id)
    .where('tracked_id', '=', last.tracked_id)
    .execute();
  return true;
}

/** A label beside the stored readings of today. */
export interface StoredLabel extends LabelPlace {
  readonly sample: LabelSample;
  readonly label: Verdict | null;
  /** The rules' framing; null for none or both. */
  readonly byRules: Verdict | null;
  /** The model's; null without a reading. */
  readonly byModel: Verdict | null;
  /** Who read it; null for no model. */
  readonly reader: string | null;
  readonly prompt: string | null;
  /** The market's language code; null for none. */
  readonly language: string | null;
}

/** All labels of a brand: a few hundred. */
export async function listLabels(db: Database, brandId: number): Promise<StoredLabel[]> {
  const rows = await sql<StoredLabel>`
    select l.answer_id as "answerId", l.tracked_id as "trackedId", l.sample, l.label, m.framing as "byRules",
      m.model_framing as "byModel", r.reader, r.prompt, k.language_code as language
    from labels l
      join answers a on a.brand_id = ${brandId} and a.id = l.answer_id
      join mentions m on m.brand_id = ${brandId} and m.answer_id = l.answer_id and m.tracked_id = l.tracked_id
      left join markets k on k.brand_id = ${brandId} and k.id = a.market_id
      left join readings r on r.brand_id = ${brandId} and r.answer_id = l.answer_id and r.state = 'read'
    where l.brand_id = ${brandId}
    order by l.labeled_at, l.answer_id, l.tracked_id`.execute(db);
  return rows.rows;
}

/** A label with everything that another reader needs to read it again. */
export interface ExportedLabel {
  readonly answer_id: string;
  readonly question: string;
  readonly brand: string;
  readonly answer: string;
  readonly label: Verdict;
  readonly sample: LabelSample;
  /** The other names by which rules find the brand. */
  readonly aliases: readonly string[];
  readonly by_rules: Verdict | null;
  readonly by_model: Verdict | null;
  /** The model that read it; null for none. */
  readonly reader: string | null;
}

/** Labels with their answers, without skipped ones. */
export async function exportLabels(db: Database, brandId: number): Promise<ExportedLabel[]> {
  const { rows } = await sql<Omit<ExportedLabel, 'aliases'> & { readonly aliases: string }>`
    select a.public_id as answer_id, p.text as question, t.name as brand, t.aliases, a.text as answer, l.label, l.sample,
      m.framing as by_rules, m.model_framing as by_model, r.reader
    from labels l
      join mentions m on m.brand_id = ${brandId} and m.answer_id = l.answer_id and m.tracked_id = l.tracked_id
      left join readings r on r.brand_id = ${brandId} and r.answer_id = l.answer_id and r.state = 'read'
      join answers a on a.brand_id = ${brandId} and a.id = l.answer_id
      join prompts p on p.brand_id = ${brandId} and p.id = a.prompt_id
      join tracked_brands t on t.brand_id = ${brandId} and t.id = l.tracked_id
    where l.brand_id = ${brandId} and l.label is not null and a.text is not null
    order by l.labeled_at, l.answer_id, l.tracked_id`.execute(db);
  return rows.map((row) => ({ ...row, aliases: aliasesFrom(row.aliases).map(({ text }) => text) }));
}
