import type { Database } from '../../storage/driver/database.ts';
import { FOREVER, movingInstant, piecesOf } from '../shape/lasting.ts';
import {
  type Asked,
  type Envelope,
  envelopeOf,
  type ReadFrom,
  readFrom,
  resultOf,
  type Seen,
} from './run-report.ts';

/** A finished report, as JSON in pieces: text, and the offsets from now of the instants that move with the clock. */
export interface Finished {
  readonly pieces: readonly (string | number)[];
  /** As it was when it was run. */
  readonly envelope: Envelope;
}

/** What a door makes of a finished report, to send it now and again. */
export interface KeptBody {
  /** What it takes up in memory, at most. */
  readonly bytes: number;
}

/** What is kept of one report, brand, and query. */
interface Kept<Body> {
  readonly body: Body;
  /** The version of the brand in the snapshot that was read. */
  readonly version: number;
  /** It is what a new run would give from this instant on, and before that one. */
  readonly from: number;
  readonly before: number;
}

/** Gets what becomes of kept reports, for metrics. */
export interface KeptObserver {
  /** `hit`: a kept one was sent again; `miss`: it was run; `other`: it is never kept. */
  readonly onReport: (result: 'hit' | 'miss' | 'other') => void;
  /** Called once, with what tells how much is kept. */
  readonly onKept: (kept: () => { readonly reports: number; readonly bytes: number }) => void;
}

/**
 * Reports that are not run again as long as a new run would give the same: nothing of the brand was written since, so it has
 * the same version, and no instant has come at which time alone changes the result. Permission is not kept: who asks, and for
 * which brand, is checked every time. What was not used for longest is dropped when there is too much.
 */
export class KeptReports<Body extends KeptBody> {
  readonly #bodyOf: (finished: Finished) => Body;
  readonly #mostBytes: number;
  readonly #observer: KeptObserver | undefined;
  /** In the order in which they were last used. */
  readonly #kept = new Map<string, Kept<Body>>();
  #bytes = 0;

  constructor(mostBytes: number, bodyOf: (finished: Finished) => Body, observer?: KeptObserver) {
    this.#mostBytes = mostBytes;
    this.#bodyOf = bodyOf;
    this.#observer = observer;
    observer?.onKept(() => ({ reports: this.#kept.size, bytes: this.#bytes }));
  }

  /** What all that is kept takes up. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The body of what is asked, kept or new.
   *
   * @param inTurn runs what is not kept
   * @throws SightlineError as runReport does; that is not kept
   */
  async body(from: ReadFrom, asked: Asked, inTurn: Turn = (work) => work()): Promise<Body> {
    const { now } = asked;
    if (!isKeepable(from.db, asked)) {
      this.#observer?.onReport('other');
      return this.#bodyOf(await inTurn(() => readFrom(from, asked, finishedOf)));
    }
    const key = keyOf(asked);
    const kept = this.#kept.get(key);
    const isSame = kept?.version === asked.brand.version && kept.from <= now && now < kept.before;
    this.#observer?.onReport(isSame ? 'hit' : 'miss');
    if (kept && isSame) this.#use(key, kept);
    return kept && isSame ? kept.body : await this.#renewed(from, key, asked, inTurn);
  }

  async #renewed(from: ReadFrom, key: string, asked: Asked, inTurn: Turn): Promise<Body> {
    const { now, brand } = asked;
    const { finished, version, ...valid } = await inTurn(() => readFrom(from, asked, lastingOf));
    this.#drop(key);
    // Written meanwhile, or not yet on the replica that was read: it is of another state than the brand that was looked up.
    if (version !== brand.version || now >= valid.before) return this.#bodyOf(fixed(finished.envelope));
    const body = this.#bodyOf(finished);
    this.#use(key, { body, version, ...valid });
    return body;
  }

  /** Makes it the last one used. */
  #use(key: string, kept: Kept<Body>): void {
    this.#drop(key);
    const size = sizeOf(key, kept);
    // One large answer must not drop all the others.
    if (size > this.#mostBytes / 8) return;
    this.#kept.set(key, kept);
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key);
    if (kept === undefined) return;
    this.#kept.delete(key);
    this.#bytes -= sizeOf(key, kept);
  }
}

/** Runs work when it is its turn. */
type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** With what a Map and an object need. */
function sizeOf(key: string, { body }: Kept<KeptBody>): number {
  return body.bytes + 2 * key.length + 400;
}

/** Not a page after the first, which is read once; and nothing that a transaction may yet take back. */
function isKeepable(db: Database, { report, query }: Asked): boolean {
  return report.lasts !== undefined && query.cursor === undefined && !db.isTransaction;
}

/** The query has its parameters in the order of the report, with defaults. */
function keyOf({ brand, report, query: { brand: _, ...query } }: Asked): string {
  return `${brand.id} ${report.name} ${JSON.stringify(query)}`;
}

/** A report that is run for this once. */
async function finishedOf(snapshot: Database, seen: Seen): Promise<Finished> {
  return fixed(envelopeOf(seen, await resultOf(snapshot, seen)));
}

/** With its instants as they are. */
function fixed(envelope: Envelope): Finished {
  return { envelope, pieces: [JSON.stringify(envelope)] };
}

interface LastingReport extends Pick<Kept<unknown>, 'version' | 'from' | 'before'> {
  readonly finished: Finished;
}

/** A report that is to be kept. */
async function lastingOf(snapshot: Database, seen: Seen): Promise<LastingReport> {
  const { report, query, ...context } = seen;
  const result = await resultOf(snapshot, seen);
  const envelope = envelopeOf(seen, result);
  const {
    data = result.data,
    window,
    before,
  } = (await report.lasts?.({ db: snapshot, ...context }, query, result)) ?? FOREVER;
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
 * The first instant in the data that is now or later. When it comes, it reads like the end of the window, which is not part of
 * the entity tag.
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
