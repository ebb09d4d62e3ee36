/** Lets one piece of work at a time be done for each host. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Does the work when everything has ended that was begun for this host before. */
  async of<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const turn = (this.#last.get(host) ?? Promise.resolve()).then(work, work);
    this.#last.set(host, turn);
    try {
      return await turn;
    } finally {
      if (this.#last.get(host) === turn) this.#last.delete(host);
    }
  }
}
