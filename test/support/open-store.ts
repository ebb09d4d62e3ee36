import { completeFills } from '../../src/storage/answers/fills.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/** Opens and completes the store named by the first argument in a process of its own, and closes it. */
const store = await openStore(process.argv[2] ?? '', { complete: completeFills });
await store.close();
