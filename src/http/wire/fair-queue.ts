import { SightlineError } from '../../domain/errors.ts';

/** The requester: fairness is between organizations first, then between each one's users, links, and keys. */
export interface Asker {
  readonly organization: number | null;
  /** A user, a share link, or a key. */
  readonly subject: string;
  /** Whether the client closed its connection. */
  readonly isGone: () => boolean;
}

/** Queues work fairly. */
export type InTurn = <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;

export interface FairQueueOptions {
  /** How many jobs run at once. */
  readonly atOnce: number;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  /** Like setTimeout. */
  readonly later: (next: () => void, milliseconds: number) => void;
}

/** How long an organization counts as active after its last request. */
const ACTIVE_MS = 5000;

/** The longest wait for a turn: shorter than a silent connection stays open, so that each client gets an answer. */
const MOST_WAIT_MS = 30_000;

/** The busier organization's pause after a turn, in lengths of that turn. */
const PAUSE_TURNS = 2;

/**
 * Shares the process between organizations, so that nobody waits for all the pages that somebody else requested at
 * once. Turns are round robin over organizations with waiting work, and within each over its users, links, and keys.
 * While a second organization is active, one with more concurrent work than the lightest runs one request at a time,
 * and then pauses for twice that time: it takes at most a third of the time, so most requests of the others find the
 * server free. A single organization, or one request at a time, never waits.
 *
 * Work that waited too long is refused, and work for a client that is gone is not done.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** In the order of their last turns. */
  readonly #houses = new Map<number | null, House>();
  #running = 0;
  #isNextPlanned = false;
  /** The next attempt, if every waiting organization must pause. */
  #retryAt = Number.POSITIVE_INFINITY;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs work at once, unless other work runs or waits. */
  readonly inTurn: InTurn = (asker, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    const house = this.#houseOf(asker.organization);
    const asked = this.#options.elapsed();
    house.add(asker.subject, asked, async () => {
      try {
        refuseWasted(asker, this.#options.elapsed() - asked);
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

  /** Reads new requests first: SQLite answers in this thread and blocks it meanwhile. */
  #planNext(): void {
    if (this.#isNextPlanned) return;
    this.#isNextPlanned = true;
    setImmediate(() => {
      this.#isNextPlanned = false;
      this.#start();
    });
  }

  /** Moves the next organization that may run to the end of the round; null if none may. */
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

  /** Whether it has more concurrent work than another active organization. One between two requests counts as one. */
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

/** @throws SightlineError `unavailable` after too long a wait, `invalid_request` to a client that no longer listens */
function refuseWasted({ isGone }: Asker, waitedMs: number): void {
  if (isGone()) throw new SightlineError('invalid_request', 'The client closed the connection.');
  if (waitedMs < MOST_WAIT_MS) return;
  const sentence = 'The server is busy with earlier requests. Send fewer at once, or try again later.';
  throw new SightlineError('unavailable', sentence, { retryAfterSeconds: 5 });
}

/** One organization's waiting and running work. */
class House {
  /** By subject, in the order of their last turns. */
  readonly #subjects = new Map<string, (() => Promise<void>)[]>();
  waiting = 0;
  #running = 0;
  /** When its last request or result came. */
  seen = 0;
  heldUntil = 0;

  get size(): number {
    return this.waiting + this.#running;
  }

  /** When its pause ends. */
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

  /** Runs work for the subject whose last turn was longest ago. */
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
