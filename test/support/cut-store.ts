import { type KyselyPlugin, sql } from 'kysely';
import { SightlineError } from '../../src/domain/errors.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import type { TestStore } from './stores.ts';

/** How the connections that are cut are told from others. */
const NAME = 'sightline_cut';

/** A store on PostgreSQL, opened once more, all connections of which a third party cuts after a certain statement. */
export class CutStore {
  readonly store: Store;
  readonly #inner: Store;
  readonly #origin: TestStore;
  #statements = 0;
  #cutAfter = Number.POSITIVE_INFINITY;

  private constructor(origin: TestStore, inner: Store) {
    this.#origin = origin;
    this.#inner = inner;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        this.#statements += 1;
        if (this.#statements === this.#cutAfter) await this.cut();
        return result;
      },
    };
    this.store = { ...inner, main: inner.main.withPlugin(counting) };
  }

  static async open(origin: TestStore): Promise<CutStore> {
    const url = `${origin.url}?application_name=${NAME}`;
    return new CutStore(origin, await openStore(url, { connections: 8, statementTimeoutMs: 10_000 }));
  }

  /** Cuts after so many statements from now on. */
  cutIn(statements: number): void {
    this.#statements = 0;
    this.#cutAfter = statements;
  }

  /** Ends every connection of this store, as an administrator or a failing network would. */
  async cut(): Promise<void> {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = ${NAME}`.execute(this.#origin.main);
  }

  /** Runs a piece of work until it succeeds, as who starts it again does. @returns how many statements it took */
  async untilDone(
    work: (store: Store) => Promise<unknown>,
    { cutAfter = Number.POSITIVE_INFINITY, onFailure = () => {} }: CutOptions = {},
  ): Promise<number> {
    this.cutIn(cutAfter);
    for (let tries = 0; ; tries += 1) {
      try {
        await work(this.store);
        return this.#statements;
      } catch (error) {
        const isStore = error instanceof SightlineError && error.code === 'unavailable';
        if (!isStore || tries === 3) throw error;
        onFailure(error);
      }
    }
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }
}

interface CutOptions {
  readonly cutAfter?: number;
  /** Called when the work failed, before it is begun again. */
  readonly onFailure?: (error: unknown) => void;
}

/** So many of the statements from 1 to `most`, evenly spread, always with the first and the last. */
export function someOf(most: number, count: number): number[] {
  if (count >= most) return Array.from({ length: most }, (_, index) => index + 1);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (most - 1)) / (count - 1)));
}
