import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { composeApp } from '../../src/main/compose.ts';
import { fillWithSamples } from '../../src/main/demo.ts';
import { openStore } from '../../src/storage/driver/database.ts';

/**
 * Serves the sample data for the official conformance suite, which knows no keys, through a proxy that adds
 * one and changes nothing else. Run by hand; conformance-expected.yaml says how, and lists the expected
 * failures.
 */
const folder = await mkdtemp(join(tmpdir(), 'sightline-conformance-'));
const store = await openStore(`sqlite:${join(folder, 'store.db')}`);
// The clock runs fast, because the suite sends more requests than a key's quota.
let at = Date.now();
const now = () => {
  at += 1000;
  return at;
};
const random = (size: number) => randomBytes(size);
const schedule = { timeOfDay: 0 };
const key = await fillWithSamples({ db: store.main, now: () => Date.now(), random }, schedule);
const app = composeApp({ trustProxy: '', databaseConnections: 10 }, store, pino({ level: 'silent' }), {
  now,
});
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as { port: number };

const proxy = createServer((incoming, response) => {
  const { method = 'GET', url = '/', headers } = incoming;
  const target = { host: '127.0.0.1', port, method, path: url, headers: { ...headers, 'x-api-key': key } };
  const outgoing = request(target, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  incoming.pipe(outgoing);
});
proxy.listen(Number(process.argv[2] ?? 8099), '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(proxy.address() as { port: number }).port}/mcp\n`);
});
