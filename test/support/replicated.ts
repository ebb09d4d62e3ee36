import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { Replica, type ReplicaProblem } from '../../src/storage/driver/replica.ts';
import { administer, type ReplicatedServers, startReplicated } from './postgres.ts';

/** More than a busy machine needs to replay a few rows. */
const MOST_TRIES = 2000;

/** A store and its server's replica, whose replay a test can pause. */
export class ReplicatedStore {
  readonly store: Store;
  readonly replicaUrl: string;
  readonly url: string;
  readonly servers: ReplicatedServers;
  readonly #follower: pg.Client;
  readonly #opened: Replica[] = [];

  private constructor(servers: ReplicatedServers, store: Store, follower: pg.Client) {
    this.servers = servers;
    this.store = store;
    this.#follower = follower;
    this.url = `${servers.primary.url}/${DATABASE}`;
    this.replicaUrl = `${servers.replica.url}/${DATABASE}`;
  }

  static async start(): Promise<ReplicatedStore> {
    const servers = await startReplicated();
    await administer(servers.primary.url, `create database ${DATABASE}`);
    const store = await openStore(`${servers.primary.url}/${DATABASE}`);
    const follower = new pg.Client(`${servers.replica.url}/postgres`);
    follower.on('error', () => {});
    await follower.connect();
    const replicated = new ReplicatedStore(servers, store, follower);
    await replicated.caughtUp();
    return replicated;
  }

  /** Opens the replica, and records its log. */
  async open(
    now: number,
    { url = this.replicaUrl, mostWaitMs = 30_000 } = {},
  ): Promise<{ replica: Replica; told: (ReplicaProblem | null)[] }> {
    const told: (ReplicaProblem | null)[] = [];
    const replica = await Replica.open(this.store, url, now, {
      connections: 5,
      statementTimeoutMs: 10_000,
      mostLagMs: 10_000,
      mostWaitMs,
      onConnectionLost: () => {},
      onChange: (problem) => told.push(problem),
    });
    this.#opened.push(replica);
    return { replica, told };
  }

  /** Waits until the replica has replayed every write so far. */
  async caughtUp(): Promise<void> {
    const { rows } = await sql<{ lsn: string }>`select pg_current_wal_insert_lsn()::text as lsn`.execute(
      this.store.main,
    );
    for (let tries = 0; ; tries += 1) {
      const { rows: replayed } = await this.#follower.query('select pg_last_wal_replay_lsn() >= $1 as is', [
        rows[0]?.lsn,
      ]);
      if (replayed[0].is) return;
      if (tries === MOST_TRIES) throw new Error('the replica does not follow');
      await wait(5);
    }
  }

  async pause(): Promise<void> {
    await this.#follower.query('select pg_wal_replay_pause()');
    const isPaused = async () =>
      (await this.#follower.query('select pg_get_wal_replay_pause_state() as is')).rows[0].is === 'paused';
    while (!(await isPaused())) await wait(5);
  }

  async resume(): Promise<void> {
    await this.#follower.query('select pg_wal_replay_resume()');
    await this.caughtUp();
  }

  async promote(): Promise<void> {
    await this.#follower.query('select pg_promote()');
  }

  async stop(): Promise<void> {
    for (const replica of this.#opened) await replica.close();
    await this.#follower.end().catch(() => {});
    await this.store.close();
    await this.servers.stop();
  }
}

const DATABASE = 'replicated';

/** A route to a server that a test can block. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((socket) => {
      const onward = connect(Number(this.#target.port), this.#target.hostname);
      for (const each of [socket, onward]) {
        this.#sockets.add(each);
        each.on('error', () => {});
      }
      socket.pipe(onward).pipe(socket);
    });
  }

  static async to(url: string): Promise<Wire> {
    const wire = new Wire(url);
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    return wire;
  }

  get url(): string {
    return Object.assign(new URL(this.#target), { port: (this.#server.address() as AddressInfo).port }).href;
  }

  /** Lets nothing through anymore, without an error. */
  hold(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
