/** The most a Node server can do: answers every request with a body of as many bytes as the argument says. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify('x'.repeat(Number(process.argv[2]) - 2));
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.setHeader('content-length', body.length);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ base_url: `http://127.0.0.1:${port}` })}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
