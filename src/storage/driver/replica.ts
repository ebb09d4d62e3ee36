import { sql } from 'kysely';
import { SightlineError, storeUnavailable } from '../../domain/errors.ts';
import { hasCitus } from './citus.ts';
import type { Database } from './database.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './schema.ts';
import { inSnapshot } from './snapshot.ts';

/**
 * Why nothing is read from the replica: it fails or does not answer, lacks more than it may, no longer follows the primary,
 * or is a copy of something else.
 */
export type ReplicaProblem = 'failing' | 'behind' | 'promoted' | 'another database';

interface ReplicaOptions {
  readonly connections: number;
  readonly statementTimeoutMs: number;
  /** A replica that lacks more than the changes of so long is not read. */
  readonly mostLagMs: number;
  /** One that does not say by then how far it is is given up, so that a client does not wait for one that hangs. */
  readonly mostWaitMs: number;
  readonly onConnectionLost: (error: Error) => void;
  /** Called when reading from the replica ends, with the reason, and when it begins again, with null. */
  readonly onChange: (problem: ReplicaProblem | null, cause?: unknown) => void;
}

/** What a read needs. */
interface ReplicaRead {
  /** UTC milliseconds. */
  readonly now: number;
  /** The state that is read may not be older than this. */
  readonly since: number;
}

/** An end of the primary's log, and an instant at which it was not longer than that. */
interface Position {
  readonly at: number;
  readonly bytes: number;
}

/** How often the primary is asked how long its log is, while there are requests. */
const MARK_MS = 1000;

/** A replica that failed is tried again after this long. */
const REST_MS = 10_000;

/**
 * A replica of the primary by PostgreSQL's streaming replication, for reading alone. How far it is, is known from
 * positions of the primary's log that were noted with the time: what has replayed one of them holds everything up to that
 * time, whatever the clocks of the database servers say, and whether or not anything was written since.
 */
export class Replica {
  readonly #primary: Database;
  readonly #db: Database;
  readonly #options: ReplicaOptions;
  /** By time; the last of them from before the longest lag, and everything since. */
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
   * Opens a replica. One that cannot be reached is tried again later. No state is read from before this: an older one may
   * have an older schema.
   *
   * @throws SightlineError `invalid_setting` if the URL is of another database, or the store is on a Citus cluster
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
   * Reads from one snapshot of the replica, if it is there and complete enough.
   *
   * @param read gets the snapshot and the instant up to which it is complete, which is not after `now`
   * @returns null if the primary has to be read: also after any refusal, because the replica may not have what was asked for yet
   */
  async read<Result>(
    wanted: ReplicaRead,
    read: (snapshot: Database, at: number) => Promise<Result>,
  ): Promise<{ readonly result: Result } | null> {
    const isFailing = this.#problem === 'failing' || this.#problem === 'another database';
    if (isFailing && (this.#isTrying || wanted.now < this.#restUntil)) return null;
    await this.#mark(wanted.now);
    this.#isTrying = true;
    try {
      return await this.#db.connection().execute(async (connection) => {
        const at = await this.#completeUpTo(connection, wanted.now);
        if (at === null || at < wanted.since) return null;
        return { result: await inSnapshot(connection, (snapshot) => read(snapshot, at)) };
      });
    } catch (error) {
      const isRefusal = error instanceof SightlineError && error.code !== 'unavailable';
      if (!isRefusal) this.#rest(wanted.now, 'failing', error);
      return null;
    } finally {
      this.#isTrying = false;
    }
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  /** Notes how long the primary's log is now. */
  async #mark(now: number): Promise<void> {
    const last = this.#positions.at(-1);
    // A clock that was set back says nothing of earlier positions.
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

  /** Up to when the replica is complete. Read before its snapshot is taken, which can only hold more. Null if not to be read. */
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
    // Without a position that is old enough, it is not known whether it is behind or was not needed for a while.
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

  /** Leaves the replica alone for a while. It may be another server when it is back. */
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

/** A replica of the coordinator would read the workers as they are now, and so mix two states. */
function notForCitus(): SightlineError {
  return new SightlineError(
    'invalid_setting',
    'SIGHTLINE_READ_URL is not for a Citus cluster, whose data is on several servers; leave it empty.',
  );
}

/** Whether a server follows a primary, and how much of its log it has replayed. */
async function statusOf(db: Database): Promise<{ follows: boolean; bytes: number }> {
  const { rows } = await sql<{ follows: boolean; bytes: number | null }>`
    select pg_is_in_recovery() as follows, pg_last_wal_replay_lsn() - '0/0'::pg_lsn as bytes`.execute(db);
  return { follows: rows[0]?.follows === true, bytes: rows[0]?.bytes ?? 0 };
}

/** The same on a primary and its replicas, and on nothing else: the cluster, the database, and the schema. */
async function identityOf(db: Database): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select concat_ws(' ', system_identifier, (select oid from pg_database where datname = current_database()),
      to_regclass('sightline_migrations')::oid) as id from pg_control_system()`.execute(db);
  return rows[0]?.id ?? '';
}
