/** Does something for many at once, and gives each its result, in their order. */
type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * Turns work for many into work for one that shares: what is asked for in one turn of the event loop, or while an earlier batch
 * runs, is done together. Nothing waits for company: a batch starts as soon as none is running. One that fails fails exactly
 * those that are in it.
 *
 * @param most how many are done at once
 */
export function inBatches<Item, Result>(
  work: BatchWork<Item, Result>,
  most = MOST,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let isRunning = false;
  const runAll = async () => {
    while (waiting.length > 0) await runBatch(work, waiting.splice(0, most));
    isRunning = false;
  };
  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    if (!isRunning) {
      isRunning = true;
      // The requests that arrived in the same turn have not asked yet.
      setImmediate(() => void runAll());
    }
    return promise;
  };
}

/** A store, or a transaction on one. */
interface Asked {
  readonly isTransaction: boolean;
}

/**
 * The same for work on a store, whichever it is. What is asked in a transaction is not shared: it may see what others do not.
 *
 * @param work reads, and gives each of many its result, in their order
 */
export function inBatchesOn<Db extends Asked, Item, Result>(
  work: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const shared = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return async (db, item) => {
    if (db.isTransaction) return (await work(db, [item]))[0] as Result;
    const ask = shared.get(db) ?? inBatches((items: readonly Item[]) => work(db, items));
    shared.set(db, ask);
    return await ask(item);
  };
}

/** So that no statement gets longer than what a busy server has in hand. */
const MOST = 500;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Never throws: each of the batch learns how it went. */
async function runBatch<Item, Result>(
  work: BatchWork<Item, Result>,
  batch: readonly Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item));
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
