import { rescan } from '../../src/pipeline/intake/rescan.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/** Rescans the store named by the first argument in a process of its own, which says so after each batch. */
const store = await openStore(process.argv[2] ?? '');
await rescan(store.main, { onProgress: ({ done }) => process.stdout.write(`${done}\n`) });
await store.close();
