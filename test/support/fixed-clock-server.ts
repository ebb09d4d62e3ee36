import { pino } from 'pino';
import { composeApp } from '../../src/main/compose.ts';
import { openStore } from '../../src/storage/driver/database.ts';
import { NOW } from './world.ts';

/** Serves the store in its argument at a fixed time. Prints its port, and ends with its input. */
const store = await openStore(process.argv[2] ?? '', { connections: 10 });
const app = composeApp({ trustProxy: '', databaseConnections: 10 }, store, pino({ level: 'silent' }), {
  now: () => NOW,
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`);
process.stdin.resume();
process.stdin.on('end', async () => {
  await app.close();
  await store.close();
});
