/**
 * What has to be ended however the run ends: processes, databases, scratch folders. The last begun ends first; each
 * ends once.
 */
export class Endings {
  readonly #pending: (() => Promise<void>)[] = [];
  #ending: Promise<void> = Promise.resolve();

  /** Remembers how to end something, and gives a way to end it early. */
  add(end: () => Promise<void>): () => Promise<void> {
    this.#pending.push(end);
    return async () => {
      const at = this.#pending.indexOf(end);
      if (at < 0) return;
      this.#pending.splice(at, 1);
      await end();
    };
  }

  /** Ends all that is left. A second call waits for the first. */
  async all(): Promise<void> {
    this.#ending = this.#ending.then(() => this.#endAll());
    await this.#ending;
  }

  async #endAll(): Promise<void> {
    for (let end = this.#pending.pop(); end; end = this.#pending.pop()) await end();
  }
}
