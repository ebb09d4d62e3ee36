import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a database that can be cut. */
export interface CuttingProxy {
  /** The database's URL, by this way. */
  readonly url: string;
  /** How many connections were cut. */
  readonly cut: number;
  /** Cuts every connection there is. The next one is let through. */
  cutAll(isReset?: boolean): void;
  /** From now on, cuts every connection after so many messages of clients, each time in another way. */
  cutEvery(messages: number): void;
  stop(): Promise<void>;
}

/** The side to cut, client or server, and whether to close or reset the connection. */
const WAYS = [
  { isBefore: true, isReset: true },
  { isBefore: false, isReset: false },
  { isBefore: true, isReset: false },
  { isBefore: false, isReset: true },
] as const;

/** Starts a proxy on the loopback before a database. It cuts nothing by itself until it is told to. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let [every, left, cut, cuts] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];

  function cutAll(isReset = true): void {
    cuts += 1;
    cut += pairs.size;
    for (const pair of pairs) {
      for (const socket of pair) isReset ? socket.resetAndDestroy() : socket.destroy();
    }
    pairs.clear();
  }

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    const pair = [client, database] as const;
    pairs.add(pair);
    let cutsReply: (typeof WAYS)[number] | null = null;
    for (const [one, other] of [pair, [database, client] as const]) {
      one.on('error', () => {});
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      left -= 1;
      const way = left === 0 ? WAYS[cuts % WAYS.length] : undefined;
      if (left === 0) left = every;
      if (way?.isBefore) return cutAll(way.isReset);
      cutsReply = way ?? cutsReply;
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (cutsReply === null) client.write(bytes);
      else cutAll(cutsReply.isReset);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: Object.assign(new URL(url), { port }).href,
    get cut() {
      return cut;
    },
    cutAll,
    cutEvery: (messages) => {
      every = messages;
      left = messages;
    },
    stop: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
