/** The clock and the pauses. */
export interface Pacing {
  readonly now: () => number;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Begin no further batch after this aborts. The next run continues. */
  readonly stop: AbortSignal;
}

/** Target time per batch; a slower batch makes the next one smaller. */
const STEP_MS = 20;

/** Pauses take four fifths of the time. */
const PAUSES_PER_STEP = 4;
const LONGEST_PAUSE_MS = 5000;

const FIRST_SIZE = 50;
const MOST = 200;
/** Commits have a fixed cost, so smaller batches would never finish. */
const LEAST = 25;

/** Runs background work in short batches with longer pauses, so other users of the store hardly notice. */
export class ThrottledBatches {
  readonly #pacing: Pacing;
  readonly #most: number;
  #size: number;

  /** @param most largest batch, in rows */
  constructor(pacing: Pacing, most = MOST) {
    this.#pacing = pacing;
    this.#most = most;
    this.#size = Math.min(most, FIRST_SIZE);
  }

  /** Runs a batch with a row limit, then pauses. */
  async next<Result>(step: (size: number) => Promise<Result>): Promise<Result> {
    const { now, sleep, stop } = this.#pacing;
    const began = now();
    const result = await step(this.#size);
    const tookMs = now() - began;
    if (tookMs > STEP_MS) this.#size = Math.min(this.#most, Math.max(LEAST, this.#size / 2));
    else if (tookMs < STEP_MS / 2) this.#size = Math.min(this.#most, this.#size * 2);
    await sleep(Math.min(LONGEST_PAUSE_MS, Math.max(1, PAUSES_PER_STEP * tookMs)), stop);
    return result;
  }
}
