import { rescan } from '../../src/pipeline/intake/rescan.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/**
 * Rescans the store named by the first argument in a process of its own, which says so after each batch. With `unfinished` as the
 * second one it stops before the last batch, so whoever kills it is never too late.
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
