/**
 * The load: reads an order as JSON, requests one URL over kept-alive connections for some seconds, each as
 * soon as the last response is complete, and prints the results. Node's own client costs more than a bare
 * server, so requests per second flatters whatever you compare with one; processor time per request does not.
 */
import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

export interface LoadOrder {
  readonly url: string;
  /** Used in turn. */
  readonly keys: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly requestsPerSecond: number;
  /** Responses with status 200, and all others. */
  readonly ok: number;
  readonly others: number;
}

const order = JSON.parse(await text(process.stdin)) as LoadOrder;
const agent = new Agent({ keepAlive: true, maxSockets: order.connections });
const counted = { ok: 0, others: 0 };
let turn = 0;

function nextKey(): string {
  const key = order.keys[turn % order.keys.length];
  turn += 1;
  return key ?? '';
}

/** Sends one request and reads its response, ignoring the bytes. */
async function ask(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const request = get(order.url, { agent, headers: { 'x-api-key': nextKey() } }, (response) => {
      response.once('end', () => resolve(response.statusCode ?? 0)).resume();
    });
    request.once('error', reject);
  });
}

async function askUntil(end: number): Promise<void> {
  while (performance.now() < end) {
    if ((await ask()) === 200) counted.ok += 1;
    else counted.others += 1;
  }
}

const began = performance.now();
const end = began + order.seconds * 1000;
await Promise.all(Array.from({ length: order.connections }, () => askUntil(end)));
const seconds = (performance.now() - began) / 1000;
agent.destroy();
const result: LoadResult = { ...counted, requestsPerSecond: (counted.ok + counted.others) / seconds };
process.stdout.write(`${JSON.stringify(result)}\n`);
