/**
 * Resumes waiting counts one per event loop turn. Resuming all at once would make that turn as long as all of them
 * together.
 */
export class Turns {
  readonly #waiting: (() => void)[] = [];

  async next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) setImmediate(() => this.#goOn());
    await promise;
  }

  #goOn(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) setImmediate(() => this.#goOn());
  }
}
