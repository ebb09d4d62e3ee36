/**
 * Lets in what comes while others are being let in together, once they all are. What each does takes the same steps, so
 * those of a wave ask the store for the same things at the same time, and the store answers all of them by one statement each
 * (inBatches). What comes alone waits for nobody.
 */
export function inWaves(): <Result>(enter: () => Promise<Result>) => Promise<Result> {
  let waiting: (() => Promise<unknown>)[] = [];
  let isRunning = false;
  const runAll = async () => {
    while (waiting.length > 0) {
      const wave = waiting;
      waiting = [];
      await Promise.all(wave.map((enter) => enter()));
    }
    isRunning = false;
  };
  return (enter) =>
    new Promise((resolve, reject) => {
      waiting.push(() => enter().then(resolve, reject));
      if (isRunning) return;
      isRunning = true;
      // Those that arrived in the same turn of the event loop have not asked yet.
      setImmediate(() => void runAll());
    });
}
