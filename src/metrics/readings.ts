import { clearGauge, type GaugeName, type Instruments } from './instruments.ts';

/** Figures from the store, read on scrape. */
export interface Reading {
  readonly name: string;
  /** How long they stay fresh. */
  readonly keepMs: number;
  /** The gauges it sets. Unreadable figures are absent; old ones would pass for new. */
  readonly gauges: readonly GaugeName[];
  /** Reads, and returns a function that sets the (then empty) gauges. */
  readonly read: () => Promise<() => void>;
}

export interface ReadingDeps {
  readonly instruments: Instruments;
  /** Milliseconds. */
  readonly now: () => number;
  /** Resolves when all figures are read, or rejects with the reason. */
  readonly withinTime: (work: Promise<void>) => Promise<void>;
  readonly onFailure: (reading: string, error: unknown) => void;
}

/**
 * Refreshes readings in sequence, on at most one connection. A reading that fails or takes too long leaves its own
 * gauges empty and the others unchanged, and never fails a scrape.
 */
export class Readings {
  readonly #deps: ReadingDeps;
  readonly #readings: readonly TimedReading[];
  #refreshing: Promise<void> | null = null;

  constructor(deps: ReadingDeps, readings: readonly Reading[]) {
    this.#deps = deps;
    this.#readings = readings.map((reading) => ({ reading, at: Number.NEGATIVE_INFINITY }));
  }

  /** Refreshes stale readings. Concurrent calls wait for the same refresh, at most until the timeout. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = null;
    });
    await this.#deps.withinTime(this.#refreshing).catch((error: unknown) => this.#failOld(error));
  }

  async #refreshAll(): Promise<void> {
    for (const timed of this.#readings) if (this.#isOld(timed)) await this.#refreshOne(timed);
  }

  #isOld({ reading, at }: TimedReading): boolean {
    return this.#deps.now() - at >= reading.keepMs;
  }

  async #refreshOne(timed: TimedReading): Promise<void> {
    const { reading } = timed;
    try {
      const set = await reading.read();
      this.#empty(reading);
      set();
      timed.at = this.#deps.now();
      this.#deps.instruments.readingOk.set({ reading: reading.name }, 1);
    } catch (error) {
      this.#fail(reading, error);
    }
  }

  /** Late readings are absent until they arrive. */
  #failOld(error: unknown): void {
    for (const timed of this.#readings) if (this.#isOld(timed)) this.#fail(timed.reading, error);
  }

  #fail(reading: Reading, error: unknown): void {
    this.#empty(reading);
    this.#deps.instruments.readingOk.set({ reading: reading.name }, 0);
    this.#deps.onFailure(reading.name, error);
  }

  #empty({ gauges }: Reading): void {
    for (const name of gauges) clearGauge(this.#deps.instruments, name);
  }
}

interface TimedReading {
  readonly reading: Reading;
  /** When it was last read. */
  at: number;
}
