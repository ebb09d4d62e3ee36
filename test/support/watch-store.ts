import { randomBytes } from 'node:crypto';
import { watch } from '../../src/pipeline/watch/watch.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/**
 * Evaluates the store in the first argument as of the instants that follow, in its own process. Prints the
 * count after each brand, and the outcomes at the end.
 */
const [url = '', ...instants] = process.argv.slice(2);
const store = await openStore(url);
const deps = { db: store.main, now: Date.now, random: (size: number) => randomBytes(size) };
const statuses: string[] = [];
for (const at of instants.map(Number)) {
  const onProgress = ({ done }: { done: number }) => process.stdout.write(`${done}\n`);
  statuses.push(...(await watch(deps, { at, onProgress })).map(({ status }) => status));
}
process.stdout.write(`${JSON.stringify(statuses)}\n`);
await store.close();
