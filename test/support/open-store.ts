import { openStore } from '../../src/storage/driver/database.ts';

/** Opens and closes the store in the first argument, in its own process. */
const store = await openStore(process.argv[2] ?? '');
await store.close();
