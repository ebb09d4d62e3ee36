import type { BrandMarket } from '../../domain/brand/market.ts';
import { hostOf } from '../../domain/web/host.ts';
import type { Source } from '../../exchange/bytes.ts';
import { readRows } from '../../exchange/read-rows.ts';
import { type ImportRow, isLeftOut, type LeftOutRow } from '../../exchange/rows.ts';
import { type Survey, surveyOf } from '../../exchange/survey.ts';
import { liveBrandId } from '../owned-brand.ts';
import { type BadLineGroup, BadLines } from './bad-lines.ts';
import { type BrandReader, isCited, loadBrandReader, readText } from './brand-reader.ts';
import { type IngestDeps, type IngestSummary, importItems } from './ingest.ts';
import { hasOwnLines, importOf, type MappedFile, openMapped, readOptionsOf } from './open-import.ts';

/** Rows that are looked at before an import: more would keep a person, and others, waiting. */
export const MOST_PREVIEWED = 20_000;

/** What Sightline reads of the brands in a row's answer. */
export interface ReadBrand {
  readonly name: string;
  readonly isOwn: boolean;
  readonly isNamed: boolean;
  readonly rank: number | null;
  readonly isCited: boolean;
}

export type PreviewedRow = (ImportRow | LeftOutRow) & { readonly read: readonly ReadBrand[] };

/** How another tool's file would be imported. Nothing is stored. */
export interface ImportPreview extends MappedFile {
  readonly markets: readonly BrandMarket[];
  /** Of the first `MOST_PREVIEWED` rows. */
  readonly survey: Survey;
  readonly examples: readonly PreviewedRow[];
}

/**
 * @returns null for a file of our own lines, which need no mapping
 * @throws SightlineError `invalid_file` for a file that cannot be read
 */
export async function previewImport(
  { db, now }: Pick<IngestDeps, 'db' | 'now'>,
  brand: string,
  source: Source,
  entries: readonly string[],
): Promise<ImportPreview | null> {
  if (await hasOwnLines(source, entries)) return null;
  const { mapped, brandId, options } = await openForBrand({ db, now }, brand, source, entries);
  const reader = await loadBrandReader(db, brandId);
  const survey = await surveyOf(firstOf(readRows(mapped.file, mapped.plan, options), MOST_PREVIEWED));
  return {
    ...mapped,
    markets: options.markets,
    survey,
    examples: survey.examples.map((row) => ({ ...row, read: readOf(row, reader) })),
  };
}

/** A file as it would be read for a brand. @throws SightlineError as `openMapped` */
export async function openForBrand(
  { db, now }: Pick<IngestDeps, 'db' | 'now'>,
  brand: string,
  source: Source,
  entries: readonly string[],
) {
  const brandId = await liveBrandId(db, brand);
  const mapped = await openMapped(source, entries);
  return { mapped, brandId, options: await readOptionsOf(db, brandId, now()) };
}

async function* firstOf<Item>(items: AsyncIterable<Item>, most: number): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of items) {
    if (count >= most) return;
    count += 1;
    yield item;
  }
}

function readOf(row: ImportRow | LeftOutRow, reader: BrandReader): ReadBrand[] {
  if (isLeftOut(row)) return [];
  const citedHosts = (row.citations ?? []).map(({ url }) => hostOf(url)).filter((host) => host !== null);
  const read = readText(reader, { text: row.answer, stated: null, citedHosts });
  return reader.tracked.map((tracked) => {
    const mention = read.get(tracked.id);
    return {
      name: tracked.name,
      isOwn: tracked.role === 'self',
      isNamed: mention?.mentioned === true,
      rank: mention?.rank ?? null,
      isCited: isCited(tracked, citedHosts),
    };
  });
}

/** What storing a file's first rows would do, counted as storing them counts. */
export interface DryRun {
  readonly summary: IngestSummary;
  /** Why lines are bad, with their numbers. */
  readonly problems: readonly BadLineGroup[];
}

/** @param preview what `previewImport` gave for the file @throws SightlineError as `importOf` */
export async function dryRunOf(
  deps: IngestDeps,
  brand: string,
  source: Source,
  preview: ImportPreview | null,
): Promise<DryRun> {
  const items = await importOf(source, preview).items(deps.db, brand, deps.now());
  const bad = new BadLines();
  const onBadLine = (line: number, reason: string) => bad.add(line, reason);
  const { summary } = await importItems(deps, firstOf(items, MOST_PREVIEWED), {
    brand,
    isDryRun: true,
    onBadLine,
  });
  // The survey counts rows that are left out.
  return { summary, problems: bad.groups.filter(({ reason }) => !reason.startsWith('left out: ')) };
}

/** All rows of a file that are left out. */
export async function* leftOutRows(
  deps: Pick<IngestDeps, 'db' | 'now'>,
  brand: string,
  source: Source,
  entries: readonly string[],
): AsyncGenerator<LeftOutRow> {
  const { mapped, options } = await openForBrand(deps, brand, source, entries);
  for await (const row of readRows(mapped.file, mapped.plan, options)) if (isLeftOut(row)) yield row;
}
