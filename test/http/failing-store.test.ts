import assert from 'node:assert/strict';
import { copyFile, open, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { openStore } from '../../src/storage/driver/database.ts';
import { apiOn } from '../support/api.ts';
import { assertRefusal } from '../support/refusals.ts';
import { onEveryStore } from '../support/stores.ts';
import { acmeFile, pipelineOn } from '../support/world.ts';

/** A route to PostgreSQL that a test can cut and restore. */
class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  port = 0;

  constructor(port: number) {
    this.#server = createServer((socket) => {
      if (this.#isCut) {
        socket.destroy();
        return;
      }
      const onward = connect(port, '127.0.0.1');
      for (const each of [socket, onward]) {
        this.#sockets.add(each);
        each.on('error', () => each.destroy());
        each.on('close', () => {
          socket.destroy();
          onward.destroy();
        });
      }
      socket.pipe(onward).pipe(socket);
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.port = (this.#server.address() as { port: number }).port;
    return this;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

onEveryStore('a store that fails', (fresh, kind) => {
  const cleanups: (() => Promise<void> | void)[] = [];
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  test('is 503 with Retry-After, on /readyz too, and works again once it is back, without a restart', async () => {
    const origin = await fresh();
    await pipelineOn(origin).apply(acmeFile());
    const { key } = await pipelineOn(origin).createKey();
    const { url, breakIt, mendIt } =
      kind === 'sqlite' ? await sqliteFile(origin) : await postgresWire(origin.url);
    const store = await openStore(url);
    cleanups.push(() => store.close());
    const api = apiOn(store);
    assert.equal((await api.get('/visibility', key)).status, 200);
    await breakIt();
    for (const path of ['/visibility', '/me', '/answers']) {
      const response = await api.get(path, key);
      assertRefusal(response, 'unavailable');
      assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
    }
    assert.equal((await api.app.inject({ url: '/readyz' })).statusCode, 503);
    assert.equal((await api.app.inject({ url: '/healthz' })).statusCode, 200);
    assert.ok(
      api.log.some((line) => line.includes('request failed')),
      'the operator sees the reason',
    );
    await mendIt();
    assert.equal((await api.get('/visibility', key)).status, 200);
    assert.equal((await api.app.inject({ url: '/readyz' })).statusCode, 200);
  });

  async function postgresWire(direct: string) {
    const wire = await new Wire(Number(new URL(direct).port)).listen();
    cleanups.push(() => wire.close());
    const url = direct.replace(/:\d+\//, `:${wire.port}/`);
    return { url, breakIt: () => wire.cut(), mendIt: () => wire.mend() };
  }

  /** A copy of the store's file that a test can overwrite and restore. */
  async function sqliteFile(origin: { url: string; main: { destroy(): Promise<void> } }) {
    const path = origin.url.replace('sqlite:', '');
    await origin.main.destroy();
    const copy = `${path}.copy`;
    await copyFile(path, copy);
    return {
      url: `sqlite:${copy}`,
      breakIt: async () => {
        await writeFile(copy, 'this is no database, and long enough to be read as one'.repeat(1000));
        // SQLite has so small a store in memory, and reads the file again only with a new index of the log.
        const index = await open(`${copy}-shm`, 'r+');
        await index.write(Buffer.alloc((await index.stat()).size));
        await index.close();
      },
      mendIt: async () => await copyFile(path, copy),
    };
  }
});
