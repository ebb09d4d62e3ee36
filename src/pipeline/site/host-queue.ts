/** Runs one piece of work per host at a time. */
export class HostQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work for this host. */
  async run<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(host) ?? Promise.resolve()).then(work, work);
    this.#last.set(host, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(host) === turn) this.#last.delete(host);
    }
  }
}
