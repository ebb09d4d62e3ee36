/** Who asks: fairness is between organizations first, and then between the users, links, and keys of each. */
export interface Asker {
  readonly organization: number | null;
  /** A user, a share link, or a key. */
  readonly subject: string;
}

/** Runs work when it is its turn. */
export type InTurn = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;

export interface FairQueueOptions {
  /** How much work runs at once. */
  readonly atOnce: number;
  /** Milliseconds that only grow. */
  readonly elapsed: () => number;
  /** Calls back after so many milliseconds. */
  readonly later: (next: () => void, milliseconds: number) => void;
}

/** For how long after its last request an organization counts as active. */
const ACTIVE_MS = 5000;

/** How long the busier organization leaves the server to others after a turn, in turns of that length. */
const PAUSE_TURNS = 2;

/**
 * Shares the process between organizations, so that nobody waits for all the pages that somebody else asked for at once.
 * Turns go round the organizations that have work waiting, and within each round its users, links, and keys. While a second
 * organization is active, one that asks for more at once than the lightest runs one request at a time, and after each leaves
 * the server free for twice as long as that took: at most a third of the time is its own, so most requests of the others find the
 * server free. An organization alone, or one request at a time, is never held back.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of their last turns. */
  readonly #houses = new Map<number | null, House>();
  #running = 0;
  #isNextPlanned = false;
  /** When it is tried again because everybody who waits was held back. */
  #retryAt = Number.POSITIVE_INFINITY;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs work when it is its turn: at once, unless something else runs or waits. */
  readonly inTurn: InTurn = (asker, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    const house = this.#houseOf(asker.organization);
    house.add(asker.subject, this.#options.elapsed(), async () => {
      try {
        resolve(await work());
      } catch (error) {
        reject(error);
      }
    });
    if (!this.#isNextPlanned) this.#start();
    return promise;
  };

  #houseOf(organization: number | null): House {
    const known = this.#houses.get(organization) ?? new House();
    this.#houses.set(organization, known);
    return known;
  }

  #start(): void {
    while (this.#running < this.#options.atOnce) {
      const next = this.#nextHouse();
      if (next === null) return;
      this.#running += 1;
      void this.#run(next);
    }
  }

  async #run(house: House): Promise<void> {
    const began = this.#options.elapsed();
    await house.runOne();
    const ended = this.#options.elapsed();
    house.heldUntil = ended + PAUSE_TURNS * (ended - began);
    house.seen = ended;
    this.#running -= 1;
    this.#planNext();
  }

  /** Requests that arrived meanwhile are read first: SQLite answers in this thread, which read none while it did. */
  #planNext(): void {
    if (this.#isNextPlanned) return;
    this.#isNextPlanned = true;
    setImmediate(() => {
      this.#isNextPlanned = false;
      this.#start();
    });
  }

  /** Takes the next organization that may run something to the end of the round; null if none may. */
  #nextHouse(): House | null {
    const now = this.#options.elapsed();
    this.#forgetOthersThan(now);
    let earliest = Number.POSITIVE_INFINITY;
    for (const [organization, house] of this.#houses) {
      if (house.waiting === 0) continue;
      const heldUntil = this.#isBusier(house) ? house.readyAt : now;
      if (heldUntil > now) {
        earliest = Math.min(earliest, heldUntil);
        continue;
      }
      this.#houses.delete(organization);
      this.#houses.set(organization, house);
      return house;
    }
    this.#tryAgainAt(earliest, now);
    return null;
  }

  #forgetOthersThan(now: number): void {
    for (const [organization, house] of this.#houses) {
      if (house.size === 0 && house.seen < now - ACTIVE_MS) this.#houses.delete(organization);
    }
  }

  /** Whether it asks for more at once than another active organization. One that is between two requests has one. */
  #isBusier(house: House): boolean {
    if (house.size <= 1) return false;
    for (const other of this.#houses.values()) if (other !== house && other.size < house.size) return true;
    return false;
  }

  #tryAgainAt(at: number, now: number): void {
    if (at >= this.#retryAt || at === Number.POSITIVE_INFINITY) return;
    this.#retryAt = at;
    this.#options.later(
      () => {
        this.#retryAt = Number.POSITIVE_INFINITY;
        this.#start();
      },
      Math.max(1, at - now),
    );
  }
}

/** What one organization waits for and runs. */
class House {
  /** Of each subject, in the order of their last turns. */
  readonly #subjects = new Map<string, (() => Promise<void>)[]>();
  waiting = 0;
  #running = 0;
  /** When it last asked for something, or got it. */
  seen = 0;
  heldUntil = 0;

  get size(): number {
    return this.waiting + this.#running;
  }

  /** From when it may run something while it is held back. */
  get readyAt(): number {
    return this.#running > 0 ? Number.POSITIVE_INFINITY : this.heldUntil;
  }

  add(subject: string, now: number, work: () => Promise<void>): void {
    const queue = this.#subjects.get(subject) ?? [];
    queue.push(work);
    this.#subjects.set(subject, queue);
    this.waiting += 1;
    this.seen = now;
  }

  /** Runs what the subject waits for whose last turn was longest ago. */
  async runOne(): Promise<void> {
    for (const [subject, queue] of this.#subjects) {
      const work = queue.shift();
      this.#subjects.delete(subject);
      if (queue.length > 0) this.#subjects.set(subject, queue);
      if (work === undefined) continue;
      this.waiting -= 1;
      this.#running += 1;
      await work();
      this.#running -= 1;
      return;
    }
  }
}
