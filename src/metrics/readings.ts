import { clearGauge, type GaugeName, type Instruments } from './instruments.ts';

/** Figures that are read from the store when somebody asks for the metrics. */
export interface Reading {
  readonly name: string;
  /** They are read again after this long. */
  readonly keepMs: number;
  /** What it sets. Figures that cannot be read are absent; old ones would pass for new. */
  readonly gauges: readonly GaugeName[];
  /** Reads, and returns what sets the gauges, which are empty then. */
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
 * Keeps readings up to date, one after the other, on one connection at most. A reading that fails or takes too long leaves the
 * others as they are and its own gauges empty, and never fails a scrape.
 */
export class Readings {
  readonly #deps: ReadingDeps;
  readonly #readings: readonly KeptReading[];
  #refreshing: Promise<void> | null = null;

  constructor(deps: ReadingDeps, readings: readonly Reading[]) {
    this.#deps = deps;
    this.#readings = readings.map((reading) => ({ reading, at: Number.NEGATIVE_INFINITY }));
  }

  /** Reads what is older than it may be. Whoever asks meanwhile waits for the same, and nobody longer than may be waited. */
  async refresh(): Promise<void> {
    this.#refreshing ??= this.#refreshAll().finally(() => {
      this.#refreshing = null;
    });
    await this.#deps.withinTime(this.#refreshing).catch((error: unknown) => this.#failOld(error));
  }

  async #refreshAll(): Promise<void> {
    for (const kept of this.#readings) if (this.#isOld(kept)) await this.#refreshOne(kept);
  }

  #isOld({ reading, at }: KeptReading): boolean {
    return this.#deps.now() - at >= reading.keepMs;
  }

  async #refreshOne(kept: KeptReading): Promise<void> {
    const { reading } = kept;
    try {
      const set = await reading.read();
      this.#empty(reading);
      set();
      kept.at = this.#deps.now();
      this.#deps.instruments.readingOk.set({ reading: reading.name }, 1);
    } catch (error) {
      this.#fail(reading, error);
    }
  }

  /** What is not there in time is absent, until it comes. */
  #failOld(error: unknown): void {
    for (const kept of this.#readings) if (this.#isOld(kept)) this.#fail(kept.reading, error);
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

interface KeptReading {
  readonly reading: Reading;
  /** When it was last read. */
  at: number;
}
