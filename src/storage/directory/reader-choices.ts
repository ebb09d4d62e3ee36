import type { Database } from '../driver/database.ts';

/** Who judges how answers treat names: an organization's choice, and what follows from it for a brand. */

/** A provider's slug, or `off`; null for the installation's choice. */
export interface ReaderChoice {
  readonly reader: string | null;
  /** The provider's id of a model; null for the usual one. */
  readonly model: string | null;
}

export async function findReaderChoice(db: Database, organizationId: number): Promise<ReaderChoice> {
  const row = await db
    .selectFrom('organizations')
    .select(['reader', 'reader_model as model'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return { reader: row?.reader ?? null, model: row?.model ?? null };
}

export async function saveReaderChoice(
  db: Database,
  organizationId: number,
  { reader, model }: ReaderChoice,
): Promise<void> {
  await db
    .updateTable('organizations')
    .set({ reader, reader_model: model })
    .where('id', '=', organizationId)
    .execute();
}

/** Whether a provider's model reads for another live brand. @param isOwn it reads where nobody chose */
export async function isReadForOthers(
  db: Database,
  { slug, model, isOwn = false }: { readonly slug: string; readonly model: string; readonly isOwn?: boolean },
  brandId: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('brand_state as s')
    .innerJoin('brands as b', 'b.id', 's.brand_id')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .select('b.id')
    .where('s.reader', '=', model)
    .where((eb) => eb.or([eb('o.reader', '=', slug), ...(isOwn ? [eb('o.reader', 'is', null)] : [])]))
    .where('b.id', '<>', brandId)
    .where('b.deleted_at', 'is', null)
    .where('b.configured', '=', 1)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export interface BrandJudge {
  /** Null: rules alone. */
  readonly reader: string | null;
  /** Its prompt's hash. */
  readonly prompt: string | null;
  /** It reads answers with greater ids as they come; null before a model was first chosen. */
  readonly readTo: number | null;
}

/** With the brand's newest id. */
export async function findBrandJudge(
  db: Database,
  brandId: number,
): Promise<BrandJudge & { readonly lastId: number }> {
  return await db
    .selectFrom('brand_state')
    .select(['reader', 'reader_prompt as prompt', 'read_to as readTo', 'last_id as lastId'])
    .where('brand_id', '=', brandId)
    .executeTakeFirstOrThrow();
}

/** Run it with the brand's lock. */
export async function saveBrandJudge(
  db: Database,
  brandId: number,
  { reader, prompt, readTo }: BrandJudge,
): Promise<void> {
  await db
    .updateTable('brand_state')
    .set({ reader, reader_prompt: prompt, read_to: readTo })
    .where('brand_id', '=', brandId)
    .execute();
}
