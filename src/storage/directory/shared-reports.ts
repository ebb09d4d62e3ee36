import {
  currentBlocks,
  type FrozenFigures,
  type FrozenReport,
  type ListedReport,
  type ReportedAnswers,
  type ReportLink,
  type ReportLook,
  type SharedPage,
  type SharedReport,
} from '../../domain/sharing/shared-report.ts';
import type { Database } from '../driver/database.ts';
import { statement } from '../driver/statement.ts';
import { subscriptionOf } from './organizations.ts';

const LISTED = [
  'public_id',
  'title',
  'pages',
  'link_until',
  'window_words',
  'answers',
  'figures_at',
] as const;

/** A brand's reports, newest first. */
export async function listSharedReports(db: Database, brandId: number): Promise<ListedReport[]> {
  const rows = await db
    .selectFrom('shared_reports')
    .select(LISTED)
    .where('brand_id', '=', brandId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ window_words: window, answers, figures_at: at, ...row }) => ({
    ...headOf(row),
    window,
    frozen: answers === null || at === null ? null : { ...(JSON.parse(answers) as ReportedAnswers), at },
  }));
}

/** Excludes editions made for mail. */
export async function countSharedReports(db: Database, brandId: number): Promise<number> {
  const { n } = await db
    .selectFrom('shared_reports')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('brand_id', '=', brandId)
    .where('edition', 'is', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Null if the brand has none with this public id. */
export async function findSharedReport(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<SharedReport | null> {
  const row = await db
    .selectFrom('shared_reports')
    .select([...LISTED, 'look', 'logo', 'figures', 'texts'])
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { look, answers, logo, figures, texts, figures_at: at } = row;
  if (look === null || answers === null || figures === null || texts === null || at === null) {
    return { ...headOf(row), window: row.window_words, frozen: null };
  }
  const { blocks, ...stored } = JSON.parse(look) as Omit<ReportLook, 'title'>;
  return {
    ...headOf(row),
    ...stored,
    blocks: currentBlocks(blocks),
    ...(JSON.parse(answers) as ReportedAnswers),
    logo,
    frozen: { figures, texts, at },
  };
}

/** Null also for a live report. */
export async function findFrozenReport(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<FrozenReport | null> {
  const report = await findSharedReport(db, brandId, publicId);
  return report?.frozen ? report : null;
}

interface HeadRow {
  readonly public_id: string;
  readonly title: string;
  readonly pages: string;
  readonly link_until: number | null;
}

function headOf({ public_id: id, title, pages, link_until: linkUntil }: HeadRow) {
  return { id, title, pages: JSON.parse(pages) as SharedPage[], linkUntil };
}

interface NewFigures {
  readonly answers: ReportedAnswers;
  readonly frozen: FrozenFigures;
}

export type NewReport =
  | { readonly title: string; readonly window: string | null }
  | (NewFigures & {
      readonly look: ReportLook;
      readonly logo?: string | null;
      /** For a mailed edition: what it is an edition of. */
      readonly editionOf?: string;
    });

/** The caller holds the brand's lock. @returns its title */
export async function insertSharedReport(
  db: Database,
  brandId: number,
  id: string,
  report: NewReport,
): Promise<string> {
  const own = { brand_id: brandId, public_id: id, pages: '[]' };
  const row =
    'look' in report
      ? {
          ...lookColumns(report.look),
          ...figuresColumns(report),
          logo: report.logo ?? null,
          edition: report.editionOf === undefined ? null : editionKey(report.editionOf, report.answers),
        }
      : { title: report.title, window_words: report.window };
  await db
    .insertInto('shared_reports')
    .values({ ...own, ...row })
    .execute();
  return row.title;
}

/** The public id of a report's edition for these days; null for none. */
export async function findEdition(
  db: Database,
  brandId: number,
  editionOf: string,
  answers: ReportedAnswers,
): Promise<string | null> {
  const row = await db
    .selectFrom('shared_reports')
    .select('public_id')
    .where('brand_id', '=', brandId)
    .where('edition', '=', editionKey(editionOf, answers))
    .executeTakeFirst();
  return row?.public_id ?? null;
}

function editionKey(editionOf: string, { firstDay, lastDay }: ReportedAnswers): string {
  return `${editionOf} ${firstDay} ${lastDay}`;
}

/** Columns to change. */
export interface ReportChange {
  /** Of a frozen report. */
  readonly look?: ReportLook;
  readonly logo?: string | null;
  /** Figures change together with their answers. */
  readonly figures?: NewFigures;
  /** Replaces its link, which ends; null for none. `hash` is the token's SHA-256. */
  readonly link?: {
    readonly hash: string;
    readonly until: number;
    readonly pages: readonly SharedPage[];
  } | null;
}

/** The caller holds the brand's lock. @returns its title; null if the brand has none with this public id */
export async function updateSharedReport(
  db: Database,
  brandId: number,
  publicId: string,
  { look, logo, figures, link }: ReportChange,
): Promise<string | null> {
  const row = await db
    .updateTable('shared_reports')
    .set({
      ...(look && lookColumns(look)),
      ...(logo !== undefined && { logo }),
      ...(figures && figuresColumns(figures)),
      ...(link && { pages: JSON.stringify(link.pages) }),
      ...(link !== undefined && { hash: link?.hash ?? null, link_until: link?.until ?? null }),
    })
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('title')
    .executeTakeFirst();
  return row?.title ?? null;
}

/** The caller holds the brand's lock. @returns its title; null if the brand has none with this public id */
export async function deleteSharedReport(
  db: Database,
  brandId: number,
  publicId: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('shared_reports')
    .where('brand_id', '=', brandId)
    .where('public_id', '=', publicId)
    .returning('title')
    .executeTakeFirst();
  return row?.title ?? null;
}

function lookColumns({ title, preparedBy, color, blocks }: ReportLook) {
  return { title, look: JSON.stringify({ preparedBy, color, blocks }) };
}

function figuresColumns({ answers, frozen: { figures, texts, at } }: NewFigures) {
  const { firstDay, lastDay, compare, only } = answers;
  return { answers: JSON.stringify({ firstDay, lastDay, compare, only }), figures, texts, figures_at: at };
}

/** A link valid at an instant, by its token's SHA-256; null for a deleted brand. */
export async function findLink(db: Database, hash: string, now: number): Promise<ReportLink | null> {
  const [row] = await selectLink(db, { hash, now });
  if (!row) return null;
  return {
    organizationId: row.organization_id,
    organizationName: row.organization,
    subscription: subscriptionOf(row),
    brandInternalId: row.brand_id,
    brandId: row.brand,
    brandName: row.brand_name,
    report: row.public_id,
    isFrozen: row.figures_at !== null,
    pages: JSON.parse(row.pages) as SharedPage[],
    window: row.window_words,
  };
}

const selectLink = statement('link by hash', (db: Database, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('shared_reports as r')
    .innerJoin('brands as b', 'b.id', 'r.brand_id')
    .innerJoin('organizations as o', 'o.id', 'b.organization_id')
    .select(['r.public_id', 'r.pages', 'r.window_words', 'r.figures_at', 'r.brand_id'])
    .select(['b.public_id as brand', 'b.name as brand_name', 'b.organization_id', 'o.name as organization'])
    .select(['o.plan', 'o.status', 'o.trial_ends_at', 'o.prompts_included', 'o.api_access'])
    .where('r.hash', '=', hash)
    .where('r.link_until', '>', now)
    .where('b.deleted_at', 'is', null),
);
