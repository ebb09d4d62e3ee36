import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openStore } from '../../src/storage/driver/database.ts';
import { historyLines } from '../support/history.ts';
import { onAnyStore, type TestStore } from '../support/stores.ts';
import { CHATGPT_ONLY, severalBrands } from '../support/watching.ts';
import { acmeFile, DAY_MS, NOW, pipelineOn, setUp } from '../support/world.ts';

const WATCH_STORE = fileURLToPath(new URL('../support/watch-store.ts', import.meta.url));

/** Evaluates in another process and returns its output. `killAfter`: number of brands before the kill. */
async function watchStore(
  store: TestStore,
  instants: readonly number[],
  killAfter = Infinity,
): Promise<string> {
  const child = spawn(process.execPath, [WATCH_STORE, store.url, ...instants.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.split('\n').length > killAfter) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return printed;
}

/** Only processes can share one file: within a process, two writers would block each other. */
async function byTwoProcesses(store: TestStore, instants: readonly number[]): Promise<string[]> {
  const both = await Promise.all([watchStore(store, instants), watchStore(store, instants)]);
  return both.flatMap(statusesIn);
}

/** Two stores with separate connections. */
async function byTwo(store: TestStore, instants: readonly number[]): Promise<string[]> {
  const other = await openStore(store.url);
  const all = async ({ watch }: ReturnType<typeof pipelineOn>) => {
    const statuses: string[] = [];
    for (const at of instants) statuses.push(...(await watch({ at })).map(({ status }) => status));
    return statuses;
  };
  const both = await Promise.all([all(pipelineOn(store)), all(pipelineOn(other))]).finally(() =>
    other.close(),
  );
  return both.flat();
}

function statusesIn(printed: string): string[] {
  return JSON.parse(printed.trim().split('\n').at(-1) ?? '[]') as string[];
}

onAnyStore('looking for changes, by several processes', (fresh, kind) => {
  test('a planted drop evaluated by two concurrently is reported once', async () => {
    const { store, importLines } = await setUp(fresh, acmeFile([CHATGPT_ONLY]));
    const say = (day: number, prompt: number) => ({ acme: prompt < (day < 7 ? 2 : 6) });
    await importLines(historyLines({ from: 44, to: 0, say }));
    const days = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((day) => NOW - day * DAY_MS);
    const statuses = kind === 'sqlite' ? await byTwoProcesses(store, days) : await byTwo(store, days);
    assert.equal(statuses.filter((status) => status === 'evaluated').length, days.length);
    assert.equal(statuses.length, 2 * days.length);
    assert.equal((await store.main.selectFrom('alerts').select('id').execute()).length, 1);
    const rows = await store.main.selectFrom('comparisons').select(['evaluated_at', 'kind']).execute();
    assert.equal(rows.length, days.length * 6);
    assert.equal(new Set(rows.map((row) => `${row.evaluated_at} ${row.kind}`)).size, rows.length);
  });

  test('killed in the middle, an evaluation is finished by the next and evaluates nothing twice', async () => {
    const store = await fresh();
    const { pipeline, assertEvaluatedOnce } = await severalBrands(store, 12);
    await watchStore(store, [NOW], 2);
    await watchStore(store, [NOW], 7);
    const statuses = (await pipeline.watch({ at: NOW })).map(({ status }) => status);
    assert.equal(statuses.length, 12);
    assert.ok(statuses.filter((status) => status === 'done_before').length >= 5);
    await assertEvaluatedOnce();
  });
});
