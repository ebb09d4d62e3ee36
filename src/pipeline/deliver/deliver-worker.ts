import { type DeliverDeps, deliverNext } from './deliver.ts';

const POLL_MS = 1000;

/** Wait after a store failure. */
const RETRY_MS = 15_000;

/** Concurrent endpoints, so a slow one delays no other. */
const MOST_SENDERS = 8;

export interface WorkerDeps extends DeliverDeps {
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Sends due messages as they arrive. */
export class DeliveryWorker {
  readonly #deps: WorkerDeps;
  readonly #sending = new Set<Promise<void>>();
  #failed = false;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  get isBusy(): boolean {
    return this.#sending.size > 0;
  }

  /** Runs until stopped. */
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

  /** Starts a sender that handles endpoints until none is due. */
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
    while (!this.#deps.stop.aborted && (await deliverNext(this.#deps)));
  }
}
