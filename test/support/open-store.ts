import { openStore } from '../../src/storage/driver/database.ts';

/** Opens the store named by the first argument in a process of its own, and closes it. */
const store = await openStore(process.argv[2] ?? '');
await store.close();
