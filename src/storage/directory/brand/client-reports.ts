import type {
  Block,
  FrozenFigures,
  ReportedAnswers,
  ReportLook,
} from '../../../domain/sharing/client-report.ts';
import type { Database } from '../../driver/database.ts';

/** A client report without figures. */
export interface ListedReport extends ReportLook, ReportedAnswers {
  /** Public id. */
  readonly id: string;
  /** A data: URL. */
  readonly logo: string | null;
  readonly figuresAt: number;
  /** A user id. */
  readonly createdBy: string;
  readonly createdAt: number;
  readonly changedAt: number;
}

export interface ClientReport extends ListedReport {
  readonly frozen: FrozenFigures;
}

const LISTED = [
  ...(['public_id', 'title', 'prepared_by', 'color', 'logo', 'first_day', 'last_day', 'compare'] as const),
  ...(['answers_only', 'blocks', 'figures_at', 'created_by', 'created_at', 'changed_at'] as const),
] as const;

/** Newest first. */
export async function listClientReports(db: Database, brandId: number): Promise<ListedReport[]> {
  const rows = await db
    .selectFrom('client_reports')
    .select(LISTED)
    .where('brand_id', '=', brandId)
    .orderBy('client_reports.id', 'desc')
    .execute();
  return rows.map(listedOf);
}

/** Excludes editions made for mail. */
export async function countClientReports(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('client_reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('edition_of', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Null if the brand has none with this public id. */
export async function findClientReport(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<ClientReport | null> {
  const row = await db
    .selectFrom('client_reports')
    .select([...LISTED, 'figures', 'texts'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { figures, texts, figures_at: at } = row;
  return { ...listedOf(row), frozen: { figures, texts, at } };
}

type ListedRow = {
  readonly [Column in (typeof LISTED)[number]]: Column extends 'logo'
    ? string | null
    : Column extends 'compare'
      ? ReportedAnswers['compare']
      : Column extends 'first_day' | 'last_day' | `${string}_at`
        ? number
        : string;
};

function listedOf(row: ListedRow): ListedReport {
  return {
    id: row.public_id,
    title: row.title,
    preparedBy: row.prepared_by,
    color: row.color,
    logo: row.logo,
    firstDay: row.first_day,
    lastDay: row.last_day,
    compare: row.compare,
    only: JSON.parse(row.answers_only) as ReportedAnswers['only'],
    blocks: JSON.parse(row.blocks) as Block[],
    figuresAt: row.figures_at,
    createdBy: row.created_by,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}

export interface NewClientReport extends ReportLook, ReportedAnswers {
  readonly internalId: number;
  readonly id: string;
  readonly frozen: FrozenFigures;
  readonly createdBy: string;
  readonly createdAt: number;
  /** For a mailed edition: its source report's public id. */
  readonly editionOf?: string;
  readonly logo?: string | null;
}

/** The caller holds the brand's lock. */
export async function insertClientReport(
  db: Database,
  brandId: number,
  report: NewClientReport,
): Promise<void> {
  const { internalId, id, createdBy, createdAt, editionOf = null, logo = null } = report;
  await db
    .insertInto('client_reports')
    .values({
      brand_id: brandId,
      id: internalId,
      public_id: id,
      logo,
      edition_of: editionOf,
      ...lookColumns(report),
      ...answersColumns(report),
      ...frozenColumns(report.frozen),
      created_by: createdBy,
      created_at: createdAt,
      changed_at: createdAt,
    })
    .execute();
}

/** The public id of a report's edition for these days; null for none. */
export async function findEdition(
  db: Database,
  brandId: number,
  editionOf: string,
  { firstDay, lastDay }: Pick<ReportedAnswers, 'firstDay' | 'lastDay'>,
): Promise<string | null> {
  const row = await db
    .selectFrom('client_reports')
    .select('public_id')
    .where('brand_id', '=', brandId)
    .where('edition_of', '=', editionOf)
    .where('first_day', '=', firstDay)
    .where('last_day', '=', lastDay)
    .executeTakeFirst();
  return row?.public_id ?? null;
}

/** Columns to change. */
export interface ReportChange {
  readonly look?: ReportLook;
  readonly logo?: string | null;
  /** Figures change together with their answers. */
  readonly figures?: { readonly answers: ReportedAnswers; readonly frozen: FrozenFigures };
  readonly at: number;
}

/** The caller holds the brand's lock. @returns its title; null if the brand has none with this public id */
export async function updateClientReport(
  db: Database,
  brandId: number,
  publicId: string,
  { look, logo, figures, at }: ReportChange,
): Promise<string | null> {
  const row = await db
    .updateTable('client_reports')
    .set({
      ...(look && lookColumns(look)),
      ...(logo !== undefined && { logo }),
      ...(figures && { ...answersColumns(figures.answers), ...frozenColumns(figures.frozen) }),
      changed_at: at,
    })
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('title')
    .executeTakeFirst();
  return row?.title ?? null;
}

/** The caller holds the brand's lock. @returns its title; null if the brand has none with this public id */
export async function deleteClientReport(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('client_reports')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('title')
    .executeTakeFirst();
  return row?.title ?? null;
}

function lookColumns({ title, preparedBy, color, blocks }: ReportLook) {
  return { title, prepared_by: preparedBy, color, blocks: JSON.stringify(blocks) };
}

function answersColumns({ firstDay, lastDay, compare, only }: ReportedAnswers) {
  return { first_day: firstDay, last_day: lastDay, compare, answers_only: JSON.stringify(only) };
}

function frozenColumns({ figures, texts, at }: FrozenFigures) {
  return { figures, texts, figures_at: at };
}
