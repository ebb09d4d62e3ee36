import { sql } from 'kysely';
import { SightlineError, storeUnavailable } from '../../domain/errors.ts';
import { hasCitus } from './citus.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema/schema.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Why reads skip the replica: it fails, lags too far behind, no longer follows the primary, or copies another
 * database.
 */
export type ReplicaProblem = 'failing' | 'behind' | 'promoted' | 'another database';

interface ReplicaOptions {
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** Maximum lag of the replica. */
  readonly mostLagMs: number;
  /** How long to wait for a replica to report its position. */
  readonly mostWaitMs: number;
  readonly onConnectionLost: (error: Error) => void;
  /** Called with the reason when replica reads stop, and with null when they resume. */
  readonly onChange: (problem: ReplicaProblem | null, cause?: unknown) => void;
}

/** A read's requirements. */
interface ReplicaRead {
  /** UTC milliseconds. */
  readonly now: number;
  /** The oldest acceptable state. */
  readonly since: number;
}

/** A position in the primary's log, and an instant before which nothing came after it. */
interface Position {
  readonly at: number;
  readonly bytes: number;
}

/** How often to ask the primary for its log position, while there are requests. */
const MARK_MS = 1000;

/** How long a failed replica is skipped. */
const REST_MS = 10_000;

/**
 * A read-only replica by PostgreSQL streaming replication. Its progress comes from timed positions in the primary's log: a replica past a
 * position has everything up to that time, independent of the database clocks, and even without new writes.
 */
export class Replica {
  readonly #primary: Database;
  readonly #db: Database;
  readonly #options: ReplicaOptions;
  /** By time: the last one before the maximum lag, and all since. */
  #positions: Position[] = [];
  #marking: Promise<void> | null = null;
  #problem: ReplicaProblem | null = null;
  #isKnown = false;
  #isTrying = false;
  #restUntil = Number.NEGATIVE_INFINITY;

  private constructor(primary: Database, url: string, options: ReplicaOptions) {
    this.#primary = primary;
    this.#db = openPostgres<Tables>(url, { ...options, copyOf: primary });
    this.#options = options;
  }

  /**
   * Opens a replica; retries an unreachable one later. Never reads a state from before this call, which may have an
   * older schema.
   *
   * @throws SightlineError `invalid_setting` if the URL names another database, or the store is on a Citus cluster
   */
  static async open(
    { main }: { readonly main: Database },
    url: string,
    now: number,
    options: ReplicaOptions,
  ): Promise<Replica> {
    const replica = new Replica(main, url, options);
    try {
      if (await hasCitus(main)) throw notForCitus();
      await replica.#mark(now);
      await replica.read({ now, since: now }, async () => null);
      if (replica.#problem === 'another database') throw notAReplica();
    } catch (error) {
      await replica.close();
      throw error;
    }
    return replica;
  }

  /**
   * Reads from one replica snapshot, if it is available and recent enough.
   *
   * @param read gets the snapshot and the instant it is complete to, never after `now`
   * @returns null if the primary must answer, also after any refusal: the replica may lack the requested data
   */
  async read<Result>(
    request: ReplicaRead,
    read: (snapshot: Database, at: number) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    const isFailing = this.#problem === 'failing' || this.#problem === 'another database';
    if (isFailing && (this.#isTrying || request.now < this.#restUntil)) return null;
    await this.#mark(request.now);
    this.#isTrying = true;
    try {
      return await this.#db.connection().execute(async (connection) => {
        const at = await this.#completeUpTo(connection, request.now);
        if (at === null || at < request.since) return null;
        return { result: await inSnapshot(connection, (snapshot) => read(snapshot, at)) };
      });
    } catch (error) {
      const isRefusal = error instanceof SightlineError && error.code !== 'unavailable';
      if (!isRefusal) this.#rest(request.now, 'failing', error);
      return null;
    } finally {
      this.#isTrying = false;
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  /** Records the primary's log position. */
  async #mark(now: number): Promise<void> {
    const last = this.#positions.at(-1);
    // After the clock moves backward, earlier positions mean nothing.
    if (last !== undefined && last.at > now + MARK_MS) this.#positions = [];
    else if (last !== undefined && now < last.at + MARK_MS) return;
    this.#marking ??= this.#markNow(now).finally(() => {
      this.#marking = null;
    });
    await this.#marking;
  }

  async #markNow(now: number): Promise<void> {
    const { rows } = await sql<{ bytes: number }>`
      select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`.execute(this.#primary);
    const oldest = now - this.#options.mostLagMs;
    const from = this.#positions.findLastIndex(({ at }) => at < oldest);
    this.#positions = [...this.#positions.slice(Math.max(0, from)), { at: now, bytes: rows[0]?.bytes ?? 0 }];
  }

  /**
   * The instant the replica is complete to, read before its snapshot, which can only contain more. Null if unusable.
   */
  async #completeUpTo(connection: Database, now: number): Promise<number | null> {
    if (!this.#isKnown && !(await this.#isOurs(connection))) {
      this.#rest(now, 'another database');
      return null;
    }
    this.#isKnown = true;
    const { follows, bytes } = await this.#inTime(statusOf(connection));
    if (!follows) return this.#change('promoted');
    const position = this.#positions.findLast((each) => each.bytes <= bytes);
    if (position !== undefined && now - position.at <= this.#options.mostLagMs) {
      this.#change(null);
      return Math.min(position.at, now);
    }
    // Without an old enough position, it may lag, or may just not have been used.
    const [oldest] = this.#positions;
    if (oldest !== undefined && now - oldest.at > this.#options.mostLagMs && oldest.bytes > bytes)
      this.#change('behind');
    return null;
  }

  async #isOurs(connection: Database): Promise<boolean> {
    const [ours, theirs] = await Promise.all([
      identityOf(this.#primary),
      this.#inTime(identityOf(connection)),
    ]);
    return ours === theirs;
  }

  async #inTime<Result>(work: Promise<Result>): Promise<Result> {
    const { mostWaitMs } = this.#options;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const giveUp = () => reject(storeUnavailable(new Error(`no answer in ${mostWaitMs} ms`)));
    const timer = setTimeout(giveUp, mostWaitMs);
    return await Promise.race([work, late]).finally(() => clearTimeout(timer));
  }

  /** Skips the replica for a while. Another server may be there afterwards. */
  #rest(now: number, problem: ReplicaProblem, cause?: unknown): void {
    this.#isKnown = false;
    this.#restUntil = now + REST_MS;
    this.#change(problem, cause);
  }

  #change(problem: ReplicaProblem | null, cause?: unknown): null {
    if (problem !== this.#problem) this.#options.onChange(problem, cause);
    this.#problem = problem;
    return null;
  }
}

function notAReplica(): SightlineError {
  return new SightlineError(
    'invalid_setting',
    'SIGHTLINE_READ_URL must name a replica of the database that SIGHTLINE_DATABASE_URL names; it is another database.',
  );
}

/** A coordinator's replica would read the workers' current state and mix two states. */
function notForCitus(): SightlineError {
  return new SightlineError(
    'invalid_setting',
    'SIGHTLINE_READ_URL is not for a Citus cluster, whose data is on several servers; leave it empty.',
  );
}

/** Whether a server follows a primary, and its replayed log position. */
async function statusOf(db: Database): Promise<{ follows: boolean; bytes: number }> {
  const { rows } = await sql<{ follows: boolean; bytes: number | null }>`
    select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() - '0/0'::pg_lsn as bytes`.execute(db);
  return { follows: rows[0]?.follows === true, bytes: rows[0]?.bytes ?? 0 };
}

/** Equal only for a primary and its replicas: cluster, database, and schema. */
async function identityOf(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select concat_ws(' ', system_identifier, (select oid from pg_database where datname = current_database()),
      to_regclass('sightline_migrations')::oid) as id from pg_control_system()`.execute(db);
  return rows[0]?.id ?? '';
}
