const POLL_MS = 1000;

/** Wait after a failure, most likely of the store. */
const RETRY_MS = 15_000;

/** Work of one kind. */
export interface Lane {
  /** How many at once. */
  readonly most: number;
  /** Does what has waited longest. @returns whether there was any */
  readonly next: () => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
}

export interface WorkDeps {
  /** Aborts when the process ends: begin nothing new. */
  readonly stop: AbortSignal;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export async function doWork({ stop, sleep }: WorkDeps, lanes: readonly Lane[]): Promise<void> {
  const running = new Map(lanes.map((lane) => [lane, new Set<Promise<void>>()]));
  const resting = new Set<Lane>();
  const doAll = async (lane: Lane) => {
    try {
      while (!stop.aborted && (await lane.next()));
    } catch (error) {
      lane.onFailure(error);
      resting.add(lane);
      await sleep(RETRY_MS, stop);
      resting.delete(lane);
    }
  };
  while (!stop.aborted) {
    // One more at a time: an idle lane asks the store once.
    for (const [lane, workers] of running) {
      if (workers.size >= lane.most || resting.has(lane)) continue;
      const worker = doAll(lane).finally(() => workers.delete(worker));
      workers.add(worker);
    }
    await sleep(POLL_MS, stop);
  }
  await Promise.all([...running.values()].flatMap((workers) => [...workers]));
}
