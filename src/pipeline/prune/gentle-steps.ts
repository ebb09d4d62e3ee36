/** The clock, and what waits. */
export interface Pacing {
  readonly now: () => number;
  /** Resolves after this long, or when the signal is given. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Once it is given, no further step begins. What is done is done; the next run goes on. */
  readonly stop: AbortSignal;
}

/** What a step should take; one that takes longer is followed by a smaller one. */
const STEP_MS = 20;

/** Of the time, a fifth is for the work. */
const PAUSES_PER_STEP = 4;
const LONGEST_PAUSE_MS = 5000;

const FIRST_SIZE = 50;
const MOST = 200;
/** A commit takes its time however little it writes, so steps of single rows would never come to an end. */
const LEAST = 25;

/** Steps of a work that can wait: each is short, and a longer pause follows it, so that whoever else uses the store hardly notices. */
export class GentleSteps {
  readonly #pacing: Pacing;
  readonly #most: number;
  #size: number;

  /** @param most the most rows of a step */
  constructor(pacing: Pacing, most = MOST) {
    this.#pacing = pacing;
    this.#most = most;
    this.#size = Math.min(most, FIRST_SIZE);
  }

  /** Does one step, which is told how many rows it may take, and waits. */
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
