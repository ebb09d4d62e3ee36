import { rescan } from '../../src/pipeline/intake/rescan.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/**
 * Rescans the store in the first argument in its own process, and prints each batch. With `unfinished` as the
 * second argument it stops before the last batch, so killing it is never too late.
 */
const [, , url = '', until] = process.argv;
const store = await openStore(url);
let batch = 0;
await rescan(store.main, {
  onProgress: ({ done, total }) => {
    batch ||= done;
    process.stdout.write(`${done}\n`);
    if (until === 'unfinished' && done + batch >= total)
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
});
await store.close();
