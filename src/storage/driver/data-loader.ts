/** Processes a batch; returns results in the items' order. */
type BatchWork<Item, Result> = (items: readonly Item[]) => Promise<readonly Result[]>;

/**
 * Batches concurrent calls (the DataLoader pattern, without a cache): calls within one turn of the event loop, or
 * during an earlier batch, run together. A batch starts as soon as none is running. A failure fails only its batch.
 *
 * @param most items per batch
 */
export function dataLoader<Item, Result>(
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
      // Other requests from this turn have not called yet.
      setImmediate(() => void runAll());
    }
    return promise;
  };
}

/** A store or transaction. */
interface Asked {
  readonly isTransaction: boolean;
}

/**
 * A `dataLoader` per store. Calls in a transaction run alone: it may see other data.
 *
 * @param work reads many items; returns results in order
 */
export function dataLoaderOn<Db extends Asked, Item, Result>(
  work: (db: Db, items: readonly Item[]) => Promise<readonly Result[]>,
): (db: Db, item: Item) => Promise<Result> {
  const shared = new WeakMap<Db, (item: Item) => Promise<Result>>();
  return async (db, item) => {
    if (db.isTransaction) return (await work(db, [item]))[0] as Result;
    const ask = shared.get(db) ?? dataLoader((items: readonly Item[]) => work(db, items));
    shared.set(db, ask);
    return await ask(item);
  };
}

/** Limits statements to a busy server's usual load. */
const MOST = 500;

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Never throws: every caller gets its outcome. */
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
