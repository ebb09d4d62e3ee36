import { after, before } from 'node:test';
import type { CliDeps } from '../../src/cli/shared/deps.ts';
import { type Api, apiOn } from './api.ts';
import { type CliOptions, type CliResult, runCli } from './cli.ts';
import { historyLines } from './history.ts';
import { makeStore, type TestStore } from './stores.ts';
import { ACME_BRAND, acmeFile, Clock, DAY_MS, NOW, pipelineOn } from './world.ts';

/** A store, its server, and the command line against either. */
export interface Remote {
  readonly store: TestStore;
  readonly api: Api;
  readonly clock: Clock;
  readonly server: string;
  /** Reads every brand of Acme Inc. */
  readonly key: string;
  /** Runs a command line on the server. */
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs a command line on the store. */
  runOnStore(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/** Two of Acme Inc's brands with 450 and 10 answers and an alert, served on the loopback interface. */
export async function serveAcme(store: TestStore): Promise<Remote> {
  const { apply, importLines, watch } = pipelineOn(store);
  const prompts = [
    { text: 'best anvils', tags: ['buying'] },
    { text: 'Acme or Bolt', tags: ['versus'] },
  ];
  await apply(
    acmeFile([
      { ...ACME_BRAND, prompts },
      { ...ACME_BRAND, id: 'second', name: 'Acme Söhne' },
    ]),
  );
  await importLines(
    historyLines({
      from: 44,
      to: 0,
      say: (day, prompt) => ({ acme: prompt < (day < 7 ? 2 : 6), cited: true }),
    }),
  );
  await importLines(
    historyLines({ brand: 'second', from: 9, to: 0, prompts: 1, say: () => ({ bolt: true }) }),
  );
  for (let day = 4; day >= 0; day -= 1) await watch({ at: NOW - day * DAY_MS });
  return await serve(store);
}

/** Serves a store. Close the server with `api.app.close()`. */
export async function serve(store: TestStore): Promise<Remote> {
  const { key } = await pipelineOn(store).createKey({ scopes: 'read,prompts:write,brands:write' });
  const clock = new Clock();
  const api = apiOn(store, { clock });
  const server = await api.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    store,
    api,
    clock,
    server,
    key,
    run: (args, options) =>
      runCli(NO_STORE, ['--server', server, ...args], { client: { key }, fetch: apart, ...options }),
    runOnStore: (args, options) => runCli(store, args, options),
  };
}

/** A store and a server for a suite, on SQLite: for tests of the code in front of the store. */
export function served(make: (store: TestStore) => Promise<Remote>): { readonly remote: () => Remote } {
  let remote: Remote;
  let remove: () => Promise<void>;
  before(async () => {
    const made = await makeStore('sqlite');
    remove = made.remove;
    remote = await make(made.store);
  });
  after(async () => {
    await remote.api.app.close();
    await remove();
  });
  return { remote: () => remote };
}

/** Fails on any use, so a command line with it can only ask the server. */
const NO_STORE = new Proxy({} as TestStore, {
  get: (_, name) => {
    throw new Error(`the store is used: ${String(name)}`);
  },
});

/** A connection for each request, so that the server can close at once. */
const apart: CliDeps['fetch'] = (url, init) =>
  fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), connection: 'close' } });
