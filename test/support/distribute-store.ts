import { openStore } from '../../src/storage/driver/database.ts';
import { distribute } from '../../src/storage/driver/distribution.ts';

/** Distributes the store in the first argument, or brings it back, and prints each table before it moves. */
const [, , url = '', way = ''] = process.argv;
const store = await openStore(url);
const onTable = (table: string) => process.stdout.write(`${table}\n`);
await distribute(store.main, { undo: way === 'undo', dryRun: false, onTable });
await store.close();
