/**
 * Batches requests that arrive while others are being authorized. A batch takes the same steps together, so that the
 * store answers each step with one statement (inBatches). A lone request never waits.
 */
export function admissionBatches(): <Result>(enter: () => Promise<Result>) => Promise<Result> {
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
      // Requests from the same event loop turn have not started yet.
      setImmediate(() => void runAll());
    });
}
