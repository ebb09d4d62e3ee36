import { SightlineError } from '../../domain/errors.ts';

/** The requester: fairness is between organizations first, then between each one's users, links, and keys. */
export interface Asker {
  readonly organization: number | null;
  /** A user, a client link, or a key. */
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
}

/** The longest wait for a turn: shorter than a silent connection stays open, so that each client gets an answer. */
const MOST_WAIT_MS = 30_000;

type Work = () => Promise<void>;

/**
 * Shares the process between organizations, so that nobody waits for all the pages that somebody else requested at
 * once. Turns are round robin over organizations with waiting work, and within each over its users, links, and keys.
 * Work that waited too long is refused, and work for a client that is gone is not done.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** By organization and subject, each in the order of their last turns. None is empty. */
  readonly #waiting = new Map<number | null, Map<string, Work[]>>();
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs work at once, unless other work runs or waits. */
  readonly inTurn: InTurn = (asker, work) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
    const asked = this.#options.elapsed();
    this.#add(asker, async () => {
      try {
        refuseWasted(asker, this.#options.elapsed() - asked);
        resolve(await work());
      } catch (error) {
        reject(error);
      }
    });
    this.#start();
    return promise;
  };

  #add({ organization, subject }: Asker, work: Work): void {
    const subjects = this.#waiting.get(organization) ?? new Map<string, Work[]>();
    this.#waiting.set(organization, subjects.set(subject, [...(subjects.get(subject) ?? []), work]));
  }

  #start(): void {
    while (this.#running < this.#options.atOnce) {
      const next = this.#next();
      if (next === null) return;
      this.#running += 1;
      void next().then(() => this.#planNext());
    }
  }

  /** Reads new requests first: SQLite answers in this thread and blocks it meanwhile. */
  #planNext(): void {
    setImmediate(() => {
      this.#running -= 1;
      this.#start();
    });
  }

  /** Moves the organization and the subject to the ends of their rounds; null if nothing waits. */
  #next(): Work | null {
    const [[organization, subjects] = [null, new Map<string, Work[]>()]] = this.#waiting;
    const [[subject, [work = null, ...others]] = ['', []]] = subjects;
    this.#waiting.delete(organization);
    subjects.delete(subject);
    if (others.length > 0) subjects.set(subject, others);
    if (subjects.size > 0) this.#waiting.set(organization, subjects);
    return work;
  }
}

/** @throws SightlineError `unavailable` after too long a wait, `invalid_request` to a client that no longer listens */
function refuseWasted({ isGone }: Asker, waitedMs: number): void {
  if (isGone()) throw new SightlineError('invalid_request', 'The client closed the connection.');
  if (waitedMs < MOST_WAIT_MS) return;
  const sentence = 'The server is busy with earlier requests. Send fewer at once, or try again later.';
  throw new SightlineError('unavailable', sentence, { retryAfterSeconds: 5 });
}
