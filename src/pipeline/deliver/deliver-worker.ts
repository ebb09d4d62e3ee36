import { type DeliverDeps, deliverNext } from './deliver.ts';

/** How often a worker looks for something to send. */
const POLL_MS = 1000;

/** After a failure of the store. */
const RETRY_MS = 15_000;

/** So many endpoints are sent to at a time: one that is slow holds up no other. */
const MOST_SENDERS = 8;

export interface WorkerDeps extends DeliverDeps {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Sends the report for a client that has waited longest. @returns whether there was one */
  readonly sendReport?: () => Promise<boolean>;
}

/** Sends what is due, as it comes. */
export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #sending = new Set<Promise<void>>();
  #failed = false;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /** Whether something is being sent. */
  get isBusy(): boolean {
    return this.#sending.size > 0;
  }

  /** Works until stopped. */
  async run(): Promise<void> {
    const { stop, sleep } = this.#deps;
    while (!stop.aborted) {
      if (this.#sending.size < MOST_SENDERS) this.#start();
      await sleep(POLL_MS, stop);
      if (!this.#failed) continue;
      this.#failed = false;
      await sleep(RETRY_MS, stop);
    }
    await Promise.all(this.#sending);
  }

  /** Starts a sender, which goes from endpoint to endpoint while there are any. */
  #start(): void {
    const sending = this.#sendAll()
      .catch((error: unknown) => {
        this.#failed = true;
        this.#deps.onFailure(error);
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #sendAll(): Promise<void> {
    const { stop, sendReport } = this.#deps;
    while (!stop.aborted && ((await deliverNext(this.#deps)) || (await sendReport?.())));
  }
}
