import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '../../src/storage/driver/database.ts';
import { runCli } from '../support/cli.ts';
import { historyLines } from '../support/history.ts';
import { onEveryStore } from '../support/stores.ts';
import { ACME_BRAND, acmeFile, DAY_MS, iso, NOW, pipelineOn } from '../support/world.ts';

/** Acme, named in six of ten answers a day on ChatGPT until a week ago and in two since. */
async function droppedOn(store: Store): Promise<Store> {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeFile([{ ...ACME_BRAND, engines: ['chatgpt'], competitors: [] }]));
  await importLines(
    historyLines({ from: 44, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 7 ? 2 : 6) }) }).map(
      (each) => ({ ...each, mentions: (each as { mentions: object[] }).mentions.slice(0, 1) }),
    ),
  );
  return store;
}

const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

const daysAgo = (days: number) => iso(NOW - days * DAY_MS);

onEveryStore('watch command', (fresh) => {
  test('sums up what it compared, and names each alert', async () => {
    const store = await droppedOn(await fresh());
    for (const day of [4, 3]) await runCli(store, ['watch', '--at', daysAgo(day)]);
    const { code, out, err } = await runCli(store, ['watch', '--at', daysAgo(2)]);
    assert.deepEqual([code, err], [0, '']);
    assert.equal(
      out,
      `As of ${daysAgo(2)}: 1 of 1 brands evaluated, 5 comparisons, 1 alert raised.\n` +
        'acme: ChatGPT names Acme less often: 31.4 % now, 60.0 % before\n',
    );
  });

  test('says why it did not evaluate a brand', async () => {
    const store = await droppedOn(await fresh());
    await runCli(store, ['watch']);
    const again = await runCli(store, ['watch']);
    assert.match(again.out, /^acme: not evaluated, this day was evaluated before\nAs of /);
    const earlier = await runCli(store, ['watch', '--at', daysAgo(1)]);
    assert.match(
      earlier.out,
      /^acme: not evaluated, a later day was evaluated before, and days go in order \(--replay begins again\)\n/,
    );
    const nobody = await runCli(await fresh(), ['watch']);
    assert.deepEqual([nobody.code, nobody.out], [0, 'There is no brand whose setup was finished.\n']);
  });

  test('--json tells each brand', async () => {
    const store = await droppedOn(await fresh());
    const { out } = await runCli(store, ['watch', '--brand', 'acme', '--json']);
    assert.deepEqual(JSON.parse(out), {
      at: iso(NOW),
      brands: [{ brand: 'acme', status: 'evaluated', comparisons: 5, alerts: [] }],
    });
  });

  test('shows progress on a terminal and takes it away', async () => {
    const { err } = await runCli(await droppedOn(await fresh()), ['watch'], { isTerminal: true });
    assert.equal(err, '\r\u001b[K1 of 1 brands\r\u001b[K');
  });

  test('refuses a time that is none, has no zone, or has not come yet', async () => {
    const store = await fresh();
    for (const at of ['yesterday', '2026-11-20', '2026-11-20T08:00:00', iso(NOW + 1), '']) {
      const { code, err } = await runCli(store, ['watch', '--at', at]);
      assert.equal(code, 1);
      assert.equal(errorOf(err).code, 'invalid_argument');
      assert.match(errorOf(err).message, /^--at must be a past instant in ISO 8601 with a time zone/);
    }
  });

  test('of a brand that is not there fails', async () => {
    const { code, err } = await runCli(await droppedOn(await fresh()), ['watch', '--brand', 'nobody']);
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), {
      code: 'no_such_brand',
      message: 'There is no brand with that id or name; there are acme (Acme).',
    });
  });

  test('comparisons as a table: counts, change with its interval, and the gate', async () => {
    const store = await droppedOn(await fresh());
    await runCli(store, ['watch']);
    const { out } = await runCli(store, ['comparisons', '--kind', 'visibility_drop', '--table']);
    assert.match(
      out,
      /2026-11-20 {2}chatgpt {2}visibility_drop {2}Acme {3}14 of 70 {2}168 of 280 {2}-40\.0 \(-49\.\d to -27\.\d\) {2}not_persistent {2}-\n/,
    );
  });
});
