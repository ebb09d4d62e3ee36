import { type KyselyPlugin, sql } from 'kysely';
import { SightlineError } from '../../src/domain/errors.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import type { TestStore } from './stores.ts';

/** The application name that marks the connections to cut. */
const NAME = 'sightline_cut';

/** A second connection to a PostgreSQL store. A third party cuts its connections after a chosen statement. */
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

  /** Cuts the connections after this many more statements. */
  cutIn(statements: number): void {
    this.#statements = 0;
    this.#cutAfter = statements;
  }

  /** Ends every connection to this store, as an administrator or a failing network would. */
  async cut(): Promise<void> {
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = ${NAME}`.execute(this.#origin.main);
  }

  /** Repeats a piece of work until it succeeds, as an operator would. @returns how many statements it took */
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
  /** Called after a failure, before the next try. */
  readonly onFailure?: (error: unknown) => void;
}

/** `count` numbers from 1 to `most`, evenly spaced, always with the first and the last. */
export function evenlySpaced(most: number, count: number): number[] {
  if (count >= most) return Array.from({ length: most }, (_, index) => index + 1);
  return Array.from({ length: count }, (_, index) => 1 + Math.round((index * (most - 1)) / (count - 1)));
}
