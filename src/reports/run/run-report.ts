import { SightlineError } from '../../domain/errors.ts';
import { formatInstant } from '../../domain/instant.ts';
import { canBeStored } from '../../domain/text.ts';
import {
  asSeen,
  type BrandRow,
  findReadableBrand,
  oldestReadableBrands,
} from '../../storage/directory/brands.ts';
import type { Database } from '../../storage/driver/database.ts';
import type { Replica } from '../../storage/driver/replica.ts';
import { inSnapshot } from '../../storage/driver/snapshot.ts';
import { openPanel } from '../../storage/panel/open-panel.ts';
import { type MarketQuery, marketNote } from '../shape/markets.ts';
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
import { latestNamed, refuseWindow, type WindowQuery } from '../shape/window.ts';
import { engineNote } from './engine-note.ts';
import { leftOutNote } from './left-out.ts';
import { lowerBoundsNote, lowerBoundsOf } from './lower-bounds.ts';
import { parseQuery, type RawQuery } from './query.ts';

export { inSnapshot };

/** What every report returns; without arguments, what any report does. */
export interface Envelope<Data = unknown, Meta = object> {
  readonly data: Data;
  readonly meta: CommonMeta & Meta;
}

/** What `meta` of every report has, and those of its fields that are the same wherever there are any. */
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
};

/** What a report returns. */
export type EnvelopeOf<R extends Report> = Envelope<DataOf<R>, MetaOf<R['meta']>>;

/**
 * Runs a report for a caller, after the checks that all doors share. The report reads one snapshot, so its figures agree with
 * each other while answers are imported or read again.
 *
 * Between the checks and the result a report is any report. What comes back is what its own `run` gave, so here it gets the types of
 * this report again: nowhere else.
 *
 * @param replica where to read, if it is complete enough. Who may read what is looked up in `db` all the same.
 * @throws SightlineError with the contract's code
 */
export async function runReport<R extends Report>(
  db: Database,
  now: number,
  caller: Caller,
  report: R,
  raw: RawQuery,
  replica: Replica | null = null,
  prices: Prices = NO_PRICES,
): Promise<EnvelopeOf<R>> {
  const asked = await askedFor(db, now, caller, report, raw, prices);
  return (await runAsked({ db, replica }, asked)) as EnvelopeOf<R>;
}

/** Runs what a caller asks who may. */
export async function runAsked(from: ReadFrom, asked: Asked): Promise<Envelope> {
  return await readFrom(from, asked, async (snapshot, of) => envelopeOf(of, await resultOf(snapshot, of)));
}

/** Where a report is read: the replica, if there is one and it is complete enough, or else the primary. */
export interface ReadFrom {
  readonly db: Database;
  readonly replica: Replica | null;
}

/** Runs what is asked on one snapshot. On a replica it is asked as of the instant of the state that is there. */
export async function readFrom<Result>(
  { db, replica }: ReadFrom,
  asked: Asked,
  run: (snapshot: Database, seen: Seen) => Promise<Result>,
): Promise<Result> {
  const { report, query, ...context } = asked;
  const prepared: Prepared = { ...asked, prepared: await report.prepare?.({ db, ...context }, query) };
  const onPrimary = async (snapshot: Database) => await run(snapshot, await seenIn(snapshot, prepared));
  return (await onReplica(replica, prepared, run)) ?? (await inSnapshot(db, onPrimary));
}

async function seenIn(snapshot: Database, { prepared, ...asked }: Prepared): Promise<Seen> {
  const { report, query, ...context } = asked;
  if (!report.takesBrand) {
    const untracked = { ...asked.brand, tracked: [], markets: [] };
    return { ...asked, brand: untracked, panel: openPanel(snapshot, untracked), ahead: undefined };
  }
  const [brand, ahead] = await Promise.all([
    asSeen(snapshot, asked.brand),
    prepared ?? report.ahead?.({ db: snapshot, ...context }, query),
  ]);
  return { ...asked, brand, panel: openPanel(snapshot, brand), ahead };
}

/** What a query may say of instants. */
type Instants = WindowQuery & { readonly shared_until?: number };

/** Null if it has to be run on the primary, as reports about the key itself always are. */
async function onReplica<Result>(
  replica: Replica | null,
  asked: Prepared,
  run: (snapshot: Database, seen: Seen) => Promise<Result>,
): Promise<Result | null> {
  if (replica === null || !asked.report.takesBrand) return null;
  const { shared_until: until, ...window } = asked.query as Instants;
  const read = await replica.read(
    { now: asked.now, since: Math.max(latestNamed(asked.now, window), latestNamed(asked.now, { until })) },
    async (snapshot, at) => {
      // What the brand is called is of the same state as what is said about it.
      const brand = await findReadableBrand(snapshot, asked.caller, asked.brand.publicId);
      return brand?.configured
        ? await run(snapshot, await seenIn(snapshot, { ...asked, now: at, brand }))
        : null;
    },
  );
  return read?.result ?? null;
}

/** What a caller who may ask it asks of a report. */
export interface Asked extends Omit<ReportContext, 'db' | 'brand' | 'panel'> {
  readonly brand: BrandRow;
  readonly report: Report;
  readonly query: QueryOf<Report['query']>;
}

/** The same, with what the report did before it is read. */
interface Prepared extends Asked {
  readonly prepared: unknown;
}

/** The same of a snapshot, with the brand as that has it. */
export interface Seen extends Asked {
  readonly brand: ReportContext['brand'];
  readonly panel: ReportContext['panel'];
  /** What the report read ahead. */
  readonly ahead: unknown;
}

/**
 * The checks before every report. The first that fails ends the work: plan, scope, whether there is a brand at all, parameters,
 * which brand, and then the report's own.
 *
 * @throws SightlineError with the contract's code
 */
export async function askedFor(
  db: Database,
  now: number,
  caller: Caller,
  report: Report,
  raw: RawQuery,
  prices: Prices,
): Promise<Asked> {
  refuseWithoutPlan(caller);
  refuseWithoutScope(caller);
  const candidates = await candidatesFor(db, caller, report, raw);
  const query = parseQuery(parametersOf(report), raw, report.takesBrand ? [] : ['brand'], now);
  if (isWindowed(report)) refuseWindow(now, query);
  report.check?.(query);
  const brand = report.takesBrand ? chosen(candidates) : candidates.oldest;
  return { now, caller, brand, prices, report, query };
}

/** Whether it is over a window: `month` is a parameter of no other report. */
function isWindowed({ query }: Report): boolean {
  return 'month' in query;
}

/** What the report says. */
export async function resultOf(snapshot: Database, seen: Seen): Promise<AnyResult> {
  const { report, query, ahead, ...context } = seen;
  // Together, because what is asked for at once is sent at once.
  const [result, names, engine] = await Promise.all([
    report.run({ db: snapshot, ...context }, query, ahead),
    report.countsMentions ? lowerBoundsOf(snapshot, seen.brand) : [],
    engineNote({ db: snapshot, brand: seen.brand }, query as { engine?: string }),
  ]);
  const market = report.isOfOneMarket ? marketNote(seen.brand, query as MarketQuery) : '';
  return withLowerBounds(report, { ...result, note: joined([result.note, market, engine]) }, names);
}

export function envelopeOf({ now, brand }: Asked, { data, meta, note }: AnyResult): Envelope {
  const ref = { id: brand.publicId, name: brand.name };
  return { data, meta: { generated_at: formatInstant(now), brand: ref, note, ...meta } };
}

/** A result that says which names it counts too few mentions of. */
function withLowerBounds({ countsMentions }: Report, result: AnyResult, names: readonly string[]): AnyResult {
  if (!countsMentions) return result;
  const note = joined([result.note, leftOutNote(result.meta), lowerBoundsNote(names)]);
  return { ...result, note, meta: { ...result.meta, lower_bounds: names } };
}

/** The sentences of a note, without those that are not needed. */
function joined(sentences: readonly string[]): string {
  return sentences.filter((each) => each !== '').join(' ');
}

export type AnyResult = Awaited<ReturnType<Report['run']>>;

/** Every query parameter of a report, `brand` last. */
export function parametersOf(report: Report): Report['query'] {
  return report.takesBrand ? { ...report.query, brand: brandParameter } : report.query;
}

function refuseWithoutPlan({ subscription }: Caller): void {
  if (subscription === null) {
    throw new SightlineError('no_subscription', 'This organization has never had a plan.');
  }
  if (!subscription.apiAccess) {
    throw new SightlineError('api_not_on_plan', 'The plan of this organization does not include the API.');
  }
}

function refuseWithoutScope({ scopes }: Caller): void {
  if (!scopes.includes(REPORT_SCOPE)) {
    throw new SightlineError('insufficient_scope', `This key lacks the scope \`${REPORT_SCOPE}\`.`);
  }
}

interface Candidates {
  /** The brand named by `brand`, where the caller may read it. */
  readonly named: BrandRow | null;
  readonly isNamed: boolean;
  readonly oldest: BrandRow;
  readonly several: boolean;
}

/**
 * What `brand` may refer to. An id that the caller may not read takes the same two lookups and the same refusal, whether
 * it belongs to somebody else or to nobody.
 *
 * @throws SightlineError `no_brand` when there is nothing the caller may read
 */
async function candidatesFor(
  db: Database,
  caller: Caller,
  report: Report,
  raw: RawQuery,
): Promise<Candidates> {
  const id = report.takesBrand && typeof raw.brand === 'string' ? raw.brand : null;
  const named = id === null || !canBeStored(id) ? null : await findReadableBrand(db, caller, id);
  if (named) return { named, isNamed: true, oldest: named, several: false };
  const [oldest, second] = await oldestReadableBrands(db, caller);
  if (!oldest) throw noBrand(caller);
  return { named: null, isNamed: id !== null, oldest, several: second !== undefined };
}

function chosen({ named, isNamed, oldest, several }: Candidates): BrandRow {
  if (isNamed && named === null) {
    throw noSuchBrand();
  }
  if (!isNamed && several) {
    throw new SightlineError(
      'brand_required',
      'This organization has several brands: pass `brand`, an id from /brands.',
    );
  }
  const brand = named ?? oldest;
  if (!brand.configured) {
    throw new SightlineError(
      'brand_not_configured',
      'The setup of this brand was never finished: finish it in the dashboard, or with `configured: true` in its apply file.',
    );
  }
  return brand;
}

/** The one refusal of a brand that does not exist, and of somebody else's. */
export function noSuchBrand(): SightlineError {
  return new SightlineError(
    'no_such_brand',
    'There is no brand with that id that this key may read: /brands lists those it may.',
  );
}

function noBrand({ brandIds }: Caller): SightlineError {
  return new SightlineError(
    'no_brand',
    brandIds === null
      ? 'This organization has no brand: add one in the dashboard, or with `sightline apply`.'
      : 'The brand this key is pinned to was deleted: use a key of another brand.',
  );
}
