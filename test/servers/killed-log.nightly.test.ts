import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startLog, withUpload } from '../../src/pipeline/tasks/upload.ts';
import { findDifferences } from '../../src/pipeline/verify.ts';
import { crawlLine, logOf } from '../support/logs.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, pipelineOn, random } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

/** Five transactions. */
const LINES = 20_000;

const ANA = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };

onEveryStore('an uploaded log', (fresh) => {
  const started: ChildProcess[] = [];
  after(() => {
    for (const each of started) if (each.exitCode === null && each.signalCode === null) each.kill('SIGKILL');
  });

  function serve(url: string): ChildProcess {
    const args = [BIN, 'serve', '--port', '0', '--log-level', 'silent', '--database-url', url];
    const server = spawn(process.execPath, args, { stdio: 'ignore' });
    started.push(server);
    return server;
  }

  async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }

  const counted = async ({ main }: TestStore) =>
    (await main.selectFrom('crawl_counts').select('requests').execute()).reduce(
      (sum, each) => sum + each.requests,
      0,
    );
  const isOpen = async ({ main }: TestStore) =>
    (await main.selectFrom('tasks').select('id').where('next_at', 'is not', null).execute()).length > 0;

  test('that a server was killed over counts exactly once another has taken it', async () => {
    const store = await fresh();
    await pipelineOn(store).apply(acmeFile());
    const at = Date.now() - 2 * DAY_MS;
    const lines = Array.from({ length: LINES }, (_, place) =>
      crawlLine({ path: `/${place % 40}`, at: at + place * 1000 }),
    );
    const deps = { db: store.main, now: Date.now, random };
    const file = { name: 'access.log', mapping: [] };
    await withUpload(deps, 'acme', logOf(lines), (upload) => startLog(deps, ANA, { ...upload, ...file }));
    const first = serve(store.url);
    while (first.exitCode === null && (await counted(store)) === 0) await wait(5);
    await end(first, 'SIGKILL');
    const some = await counted(store);
    assert.ok(some > 0 && some < LINES, `${some} were counted when it was killed`);
    // Nobody waits here for the lease to end.
    await store.main.updateTable('tasks').set({ next_at: Date.now() }).execute();
    const second = serve(store.url);
    while (second.exitCode === null && (await isOpen(store))) await wait(50);
    await end(second, 'SIGTERM');
    assert.equal(await counted(store), LINES);
    assert.deepEqual(await findDifferences(store.main), []);
  });
});
