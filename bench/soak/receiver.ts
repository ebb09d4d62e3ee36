import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { Webhook } from 'standardwebhooks';

/**
 * A report from the receiver: where it listens, an accepted message's id, a busy answer, or a message without
 * a valid signature.
 */
export type Received =
  | { readonly port: number }
  | { readonly taken: string }
  | { readonly busy: true }
  | { readonly refused: string };

/**
 * After this many messages, the receiver answers that it is busy. It gets the message again after 5 seconds.
 */
const BUSY_EVERY = 23;

/**
 * Receives webhooks on this machine, once it has the secret. Its own thread answers however busy the loads
 * are.
 */
async function receive(parent: MessagePort): Promise<void> {
  const tell = (received: Received) => parent.postMessage(received);
  let webhook: Webhook | undefined;
  parent.on('message', (secret: string) => {
    webhook = new Webhook(secret);
  });
  let requests = 0;
  const server = createServer(async (request, response) => {
    requests += 1;
    const body = await buffer(request);
    const id = String(request.headers['webhook-id']);
    const isBusy = requests % BUSY_EVERY === 0;
    try {
      if (webhook === undefined) throw new Error('the secret is not known yet');
      webhook.verify(body.toString(), request.headers as Record<string, string>);
      tell(isBusy ? { busy: true } : { taken: id });
    } catch (error) {
      tell({ refused: `${id}: ${error}` });
    }
    response.writeHead(isBusy ? 503 : 204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  tell({ port: (server.address() as AddressInfo).port });
}

if (parentPort !== null) await receive(parentPort);
