import { ownEngines } from '../../domain/answers/engine.ts';
import type { Database } from '../../storage/driver/database.ts';
import { FOREVER, movingInstant, piecesOf } from '../shape/cache-validity.ts';
import {
  type Envelope,
  envelopeOf,
  type ReportRequest,
  readFrom,
  resultOf,
  type SnapshotRequest,
} from './run-report.ts';

/** A finished report, as JSON in pieces: text, and moving instants as offsets from now. */
export interface FinishedReport {
  readonly pieces: readonly (string | number)[];
  /** With the clock of its run. */
  readonly envelope: Envelope;
}

/** A finished report in the form that an adapter sends. */
export interface CachedBody {
  /** Its maximum size in memory. */
  readonly bytes: number;
}

/** A cache entry for one report, brand, and query. */
interface CacheEntry<Body> {
  readonly body: Body;
  /** The brand's version in its snapshot. */
  readonly version: number;
  /** It equals a new run from this instant on, and until `expiresAt`. */
  readonly from: number;
  readonly before: number;
}

/** Gets cache results, for metrics. */
export interface ReportCacheObserver {
  /** `hit`: sent from the cache; `miss`: run; `other`: never cached. */
  readonly onReport: (result: 'hit' | 'miss' | 'other') => void;
  /** Called once, with a function that returns the cache's size. */
  readonly onSize: (size: () => { readonly reports: number; readonly bytes: number }) => void;
}

/**
 * Caches reports while a new run would return the same: the brand has the same version, and no instant has come at which time alone changes
 * the result. Permissions are checked every time. The least recently used entries leave when the cache is full.
 */
export class ReportCache<Body extends CachedBody> {
  readonly #bodyOf: (finished: FinishedReport) => Body;
  readonly #mostBytes: number;
  readonly #observer: ReportCacheObserver | undefined;
  /** Least recently used first. */
  readonly #entries = new Map<string, CacheEntry<Body>>();
  #bytes = 0;

  constructor(mostBytes: number, bodyOf: (finished: FinishedReport) => Body, observer?: ReportCacheObserver) {
    this.#mostBytes = mostBytes;
    this.#bodyOf = bodyOf;
    this.#observer = observer;
    observer?.onSize(() => ({ reports: this.#entries.size, bytes: this.#bytes }));
  }

  /**
   * A request's body, cached or new.
   *
   * @param inTurn runs a report that is not cached
   * @throws SightlineError as runReport does; errors are not cached
   */
  async body(db: Database, asked: ReportRequest, inTurn: Turn = (work) => work()): Promise<Body> {
    const { now } = asked;
    if (!isCacheable(db, asked)) {
      this.#observer?.onReport('other');
      return this.#bodyOf(await inTurn(() => readFrom(db, asked, finishedOf)));
    }
    const key = keyOf(asked);
    const entry = this.#entries.get(key);
    const isSame = entry?.version === asked.brand.version && entry.from <= now && now < entry.before;
    this.#observer?.onReport(isSame ? 'hit' : 'miss');
    if (entry && isSame) this.#use(key, entry);
    return entry && isSame ? entry.body : await this.#renewed(db, key, asked, inTurn);
  }

  async #renewed(db: Database, key: string, asked: ReportRequest, inTurn: Turn): Promise<Body> {
    const { now, brand } = asked;
    const { finished, version, ...valid } = await inTurn(() => readFrom(db, asked, cacheableReport));
    this.#drop(key);
    // The brand was written meanwhile: the result belongs to another state.
    if (version !== brand.version || now >= valid.before) return this.#bodyOf(fixed(finished.envelope));
    const body = this.#bodyOf(finished);
    this.#use(key, { body, version, ...valid });
    return body;
  }

  /** Marks it as most recently used. */
  #use(key: string, entry: CacheEntry<Body>): void {
    this.#drop(key);
    const size = sizeOf(key, entry);
    // One large answer must not evict all the others.
    if (size > this.#mostBytes / 8) return;
    this.#entries.set(key, entry);
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= sizeOf(key, entry);
  }
}

/** Runs work in its turn. */
type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Includes the overhead for a Map and an object. */
function sizeOf(key: string, { body }: CacheEntry<CachedBody>): number {
  return body.bytes + 2 * key.length + 400;
}

/** Not later pages, which callers read once; nothing inside a transaction, which may roll back. */
function isCacheable(db: Database, { report, query }: ReportRequest): boolean {
  return report.cacheValidity !== undefined && query.cursor === undefined && !db.isTransaction;
}

/**
 * The query has its parameters in the report's order, with defaults. The operator's engines are part of the key,
 * because a process may learn of one after its answers changed the brand's version.
 */
function keyOf({ brand, report, query: { brand: _, ...query } }: ReportRequest): string {
  const engines = ownEngines().map(({ name }) => name);
  return `${brand.id} ${report.name} ${JSON.stringify([query, engines])}`;
}

/** A report that is not cached. */
async function finishedOf(snapshot: Database, seen: SnapshotRequest): Promise<FinishedReport> {
  return fixed(envelopeOf(seen, await resultOf(snapshot, seen)));
}

/** A report with its instants filled in. */
function fixed(envelope: Envelope): FinishedReport {
  return { envelope, pieces: [JSON.stringify(envelope)] };
}

interface CacheableReport extends Pick<CacheEntry<unknown>, 'version' | 'from' | 'before'> {
  readonly finished: FinishedReport;
}

/** A report to cache. */
async function cacheableReport(snapshot: Database, seen: SnapshotRequest): Promise<CacheableReport> {
  const { report, query, ...context } = seen;
  const result = await resultOf(snapshot, seen);
  const envelope = envelopeOf(seen, result);
  const {
    data = result.data,
    window,
    before,
  } = (await report.cacheValidity?.({ db: snapshot, ...context }, query, result)) ?? FOREVER;
  const meta = { ...envelope.meta, generated_at: movingInstant(0), ...(window && { window }) };
  const pieces = piecesOf(JSON.stringify({ data, meta }));
  return {
    finished: { envelope, pieces },
    version: seen.brand.version,
    from: seen.now,
    before: window === undefined ? before : Math.min(before, firstFrom(pieces, seen.now)),
  };
}

const INSTANTS = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;

/**
 * The first instant in the data that is now or later. When it comes, it reads like the window's end, which is not part of the entity tag.
 */
function firstFrom(pieces: readonly (string | number)[], now: number): number {
  let first = Number.POSITIVE_INFINITY;
  for (const piece of pieces) {
    if (typeof piece === 'number') continue;
    for (const [instant] of piece.matchAll(INSTANTS)) {
      const at = Date.parse(instant);
      if (at >= now && at < first) first = at;
    }
  }
  return first;
}
