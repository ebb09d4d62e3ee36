import { engineNameOf } from '../../domain/answers/engine.ts';
import { formatInstant } from '../../domain/time/instant.ts';
import { hasEngine } from '../../storage/answers/filter/engine-facts.ts';
import { type BrandRow, readBrandSnapshot } from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import { inSnapshot, onceIn } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { mixedWindowsNote } from '../alerts/mixed-windows.ts';
import { type Imported, importedIn, importedNote } from '../shape/imported.ts';
import { type MarketQuery, marketNote } from '../shape/markets.ts';
import type { ReaderQuery } from '../shape/reader.ts';
import {
  brandParameter,
  type Caller,
  type DataOf,
  type MetaOf,
  NO_PRICES,
  type Prices,
  type QueryOf,
  REPORT_SCOPE,
  type Report,
  type ReportContext,
} from '../shape/report.ts';
import { isWindowed, refuseWindow } from '../shape/window.ts';
import { candidatesFor, chosen, configured, refuseWithoutPlan, refuseWithoutScope } from './access.ts';
import { lowerBoundsNote, lowerBoundsOf } from './lower-bounds.ts';
import { leftOutNoteOf } from './partial-answers-note.ts';
import { parseQuery, type RawQuery } from './query.ts';
import { newcomersFrom } from './usual-window.ts';

export { inSnapshot };

/** Every report's envelope. Without type arguments, any report's. */
export interface Envelope<Data = unknown, Meta = object> {
  readonly data: Data;
  readonly meta: CommonMeta & Meta;
}

/** `meta` fields in every report. */
type CommonMeta = {
  readonly generated_at: string;
  readonly brand: { readonly id: string; readonly name: string };
  readonly note: string;
  readonly window_days?: number;
  readonly window?: { readonly from: string; readonly until: string };
  readonly next_cursor?: string | null;
  readonly lower_bounds?: readonly string[];
  readonly answers_left_out?: number;
  readonly compared?: { readonly from: string; readonly until: string };
  readonly imported?: Imported;
};

export type EnvelopeOf<R extends Report> = Envelope<DataOf<R>, MetaOf<R['meta']>>;

/**
 * Runs a report for a caller after the common checks. It reads one snapshot, so its figures agree with each other while answers are
 * imported or re-extracted.
 *
 * Between the checks and the result a report loses its own type; only here does the result get it back.
 *
 * @throws SightlineError with the contract's code
 */
export async function runReport<R extends Report>(
  db: Database,
  now: number,
  caller: Caller,
  report: R,
  raw: RawQuery,
  prices: Prices = NO_PRICES,
): Promise<EnvelopeOf<R>> {
  const asked = await prepareRequest(db, now, caller, report, raw, prices);
  return (await runRequest(db, asked)) as EnvelopeOf<R>;
}

export async function runRequest(db: Database, asked: ReportRequest): Promise<Envelope> {
  return await inSnapshot(db, async (snapshot) => {
    const seen = await requestIn(snapshot, asked);
    return envelopeOf(seen, await resultOf(snapshot, seen));
  });
}

async function requestIn(snapshot: Database, asked: ReportRequest): Promise<SnapshotRequest> {
  const brand = asked.report.takesBrand
    ? await onceIn(snapshot, `brand ${asked.brand.id}`, () => readBrandSnapshot(snapshot, asked.brand))
    : { ...asked.brand, tracked: [], markets: [], reader: null, hasImports: false };
  const { reader } = asked.query as ReaderQuery;
  const from = isWindowed(asked.report) ? await newcomersFrom(snapshot, asked) : null;
  const query = from === null ? asked.query : { ...asked.query, from };
  return { ...asked, query, brand, panel: openPanel(snapshot, brand, reader) };
}

/** A request that passed the checks. */
export interface ReportRequest extends Omit<ReportContext, 'db' | 'brand' | 'panel'> {
  readonly brand: BrandRow;
  readonly report: Report;
  readonly query: QueryOf<Report['query']>;
}

/** The request, with the brand as the snapshot has it. */
export interface SnapshotRequest extends Omit<ReportRequest, 'brand'> {
  readonly brand: ReportContext['brand'];
  readonly panel: ReportContext['panel'];
}

/**
 * Checks every report request, until the first failure: plan, scope, existence of any brand, parameters, brand, and the report's own
 * checks.
 *
 * @throws SightlineError with the contract's code
 */
export async function prepareRequest(
  db: Database,
  now: number,
  caller: Caller,
  report: Report,
  raw: RawQuery,
  prices: Prices,
): Promise<ReportRequest> {
  refuseWithoutPlan(caller);
  refuseWithoutScope(caller, REPORT_SCOPE);
  const candidates = await candidatesFor(db, caller, report.takesBrand ? raw.brand : undefined);
  const query = parseQuery(parametersOf(report), raw, report.takesBrand ? [] : ['brand'], now);
  if (isWindowed(report)) refuseWindow(now, query);
  report.check?.(query);
  const brand = report.takesBrand ? configured(chosen(candidates)) : candidates.oldest;
  return { now, caller, brand, prices, report, query };
}

export async function resultOf(snapshot: Database, seen: SnapshotRequest): Promise<AnyResult> {
  const { report, query, ...context } = seen;
  // Together, because the store sends concurrent queries at once.
  const [result, names, engine, imported] = await Promise.all([
    report.run({ db: snapshot, ...context }, query),
    report.countsMentions
      ? onceIn(snapshot, `lower bounds ${seen.brand.id}`, () => lowerBoundsOf(snapshot, seen.brand))
      : [],
    engineNote({ db: snapshot, brand: seen.brand }, query as { engine?: string }),
    importedIn({ db: snapshot, ...context }, report, query),
  ]);
  const mixed = await mixedWindowsNote({ db: snapshot, ...context }, report, query);
  const market = report.isOfOneMarket ? marketNote(seen.brand, query as MarketQuery) : '';
  const note = joined([result.note, mixed, market, engine, importedNote(imported)]);
  const meta = imported === null ? result.meta : { ...result.meta, imported };
  return withLowerBounds(report, { ...result, meta, note }, names);
}

export function envelopeOf({ now, brand }: ReportRequest, { data, meta, note }: AnyResult): Envelope {
  const ref = { id: brand.publicId, name: brand.name };
  return { data, meta: { generated_at: formatInstant(now), brand: ref, note, ...meta } };
}

/** Adds the names with lower bounds to a result. */
function withLowerBounds(report: Report, result: AnyResult, names: readonly string[]): AnyResult {
  if (!report.countsMentions) return result;
  const note = joined([result.note, leftOutNoteOf(report, result.meta), lowerBoundsNote(names)]);
  return { ...result, note, meta: { ...result.meta, lower_bounds: names } };
}

/** Joins a note's sentences, without empty ones. */
function joined(sentences: readonly string[]): string {
  return sentences.filter((each) => each !== '').join(' ');
}

export type AnyResult = Awaited<ReturnType<Report['run']>>;

/** Every query parameter that a report takes, `brand` last. */
export function parametersOf(report: Report): Report['query'] {
  return report.takesBrand ? { ...report.query, brand: brandParameter } : report.query;
}

/**
 * A report's note about an engine that does not collect for the brand; '' otherwise. The engine is a valid parameter, but an empty result
 * says nothing about its answers.
 */
async function engineNote(
  { db, brand }: Pick<ReportContext, 'db' | 'brand'>,
  { engine }: { readonly engine?: string | undefined },
): Promise<string> {
  if (engine === undefined || (await hasEngine(db, brand.id, engine))) return '';
  return `Sightline does not ask ${engineNameOf(engine)} for this brand and has no answers from it.`;
}
