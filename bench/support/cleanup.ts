/**
 * Cleanup that must run however the program ends: processes, databases, scratch folders. In reverse order,
 * each once.
 */
export class Cleanup {
  readonly #pending: (() => Promise<void>)[] = [];
  #ending: Promise<void> = Promise.resolve();

  /** Adds a cleanup step. Returns a function that runs it early. */
  add(end: () => Promise<void>): () => Promise<void> {
    this.#pending.push(end);
    return async () => {
      const at = this.#pending.indexOf(end);
      if (at < 0) return;
      this.#pending.splice(at, 1);
      await end();
    };
  }

  /** Runs all remaining steps. A second call waits for the first. */
  async all(): Promise<void> {
    this.#ending = this.#ending.then(() => this.#endAll());
    await this.#ending;
  }

  async #endAll(): Promise<void> {
    for (let end = this.#pending.pop(); end; end = this.#pending.pop()) await end();
  }
}
