import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy that can cut connections to a database. */
export interface CuttingProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** How many connections it cut. */
  readonly cut: number;
  /** Cuts every open connection. The next one works. */
  cutAll(isReset?: boolean): void;
  /** From now on, cuts every connection after this many client messages, so many times, each in another way. */
  cutEvery(messages: number, times: number): void;
  stop(): Promise<void>;
}

/** The side to cut, client or server, and whether to close or reset the connection. */
const WAYS = [
  { isBefore: true, isReset: true },
  { isBefore: false, isReset: false },
  { isBefore: true, isReset: false },
  { isBefore: false, isReset: true },
] as const;

/** Starts a proxy on the loopback interface. At first it cuts nothing. */
export async function startCuttingProxy(url: string): Promise<CuttingProxy> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let [every, left, last] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0];
  let [cut, cuts] = [0, 0];

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
      if (cuts < last) left -= 1;
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
    cutEvery: (messages, times) => {
      [every, left, last] = [messages, messages, cuts + times];
    },
    stop: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
}
