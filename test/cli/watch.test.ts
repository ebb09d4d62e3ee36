import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVALUATION_TIME } from '../../src/domain/alerts/alert-rules.ts';
import { catchUp, watchDaily } from '../../src/pipeline/watch/schedule.ts';
import { insertEndpoint } from '../../src/storage/delivery/endpoints.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { errorOf, runCli } from '../support/cli.ts';
import { historyLines } from '../support/history.ts';
import { pluck } from '../support/pluck.ts';
import { onReusedStore } from '../support/stores.ts';
import { acmeWith, DAY_MS, iso, NOW, pipelineOn, random } from '../support/world.ts';

/** Acme, which ChatGPT named in six of ten daily answers until a week ago and in two since. */
async function droppedOn(store: Store): Promise<Store> {
  const { apply, importLines } = pipelineOn(store);
  await apply(acmeWith({ engines: ['chatgpt'], competitors: [] }));
  await importLines(
    historyLines({ from: 44, to: 0, say: (day, prompt) => ({ acme: prompt < (day < 7 ? 2 : 6) }) }).map(
      (each) => ({ ...each, mentions: (each as { mentions: object[] }).mentions.slice(0, 1) }),
    ),
  );
  return store;
}

const daysAgo = (days: number) => iso(NOW - days * DAY_MS);

/** Six o'clock UTC, this many days before the newest one. */
const sixDaysAgo = (days: number) => iso(Math.floor(NOW / DAY_MS) * DAY_MS + EVALUATION_TIME - days * DAY_MS);

const DAYS = [6, 5, 4, 3, 2, 1, 0];

async function alertsOn(store: Store) {
  return await store.main
    .selectFrom('alerts')
    .select(['kind', 'title', 'detail', 'facts', 'created_at'])
    .orderBy('id')
    .execute();
}

/** Does everything that `serve` would do on a store. */
async function serveOn(store: Store): Promise<void> {
  const stopping = new AbortController();
  await watchDaily(
    {
      db: store.main,
      random,
      now: () => NOW,
      sleep: async () => stopping.abort(),
      onEvaluated: () => {},
      onFailure: (error) => assert.fail(String(error)),
    },
    { timeOfDay: EVALUATION_TIME },
    stopping.signal,
  );
}

onReusedStore('watch command', (fresh) => {
  test('raises the same alerts as serve, whichever runs first', async () => {
    const watchOn = async (store: Store) => void (await runCli(store, ['watch']));
    const raised = [];
    for (const order of [
      [serveOn, watchOn],
      [watchOn, serveOn],
    ]) {
      const store = await droppedOn(await fresh());
      for (const evaluate of order) {
        await evaluate(store);
        raised.push(await alertsOn(store));
      }
    }
    const [first, ...others] = raised;
    const found = first?.map(({ kind }) => kind);
    assert.deepEqual(found, ['visibility_drop']);
    for (const other of others) assert.deepEqual(other, first);
  });

  test('missed days give the same results as days on time', async () => {
    const [daily, late] = [await droppedOn(await fresh()), await droppedOn(await fresh())];
    const schedule = { timeOfDay: EVALUATION_TIME };
    const evaluateOn = async (store: Store, daysBefore: number) =>
      void (await catchUp({ db: store.main, now: () => NOW, random }, schedule, {
        now: NOW - daysBefore * DAY_MS,
      }));
    for (const day of DAYS) await evaluateOn(daily, day);
    for (const day of [6, 0]) await evaluateOn(late, day);
    assert.equal((await alertsOn(daily)).length, 1);
    assert.deepEqual(await alertsOn(late), await alertsOn(daily));
  });

  test('alerts of missed days wait for delivery from their detection on', async () => {
    const store = await droppedOn(await fresh());
    await insertEndpoint(store.main, {
      id: 'end_000000000000',
      organizationId: 1,
      brandId: null,
      kind: 'mail',
      format: null,
      pace: 'daily',
      address: 'ann@acme.example',
      secret: null,
      createdAt: NOW - 30 * DAY_MS,
    });
    await serveOn(store);
    const [alert, ...others] = await alertsOn(store);
    assert.ok(alert && alert.created_at < NOW - DAY_MS && others.length === 0);
    const endpoints = await store.main.selectFrom('endpoints').select('next_at').execute();
    assert.deepEqual(pluck(endpoints, 'next_at'), [NOW]);
  });

  test('makes up for the last seven days, and sums up each with its alerts', async () => {
    const store = await droppedOn(await fresh());
    const { code, out, err } = await runCli(store, ['watch']);
    assert.deepEqual([code, err], [0, '']);
    const line = (day: number) => `As of ${sixDaysAgo(day)}: 1 of 1 brands evaluated, 3 comparisons, `;
    assert.equal(
      out,
      DAYS.map((day) =>
        day === 1
          ? `${line(day)}1 alert raised.\nacme: ChatGPT (API) names Acme less often: 31.4% in the 7 days to Nov 19, 60.0% before\n`
          : `${line(day)}0 alerts raised.\n`,
      ).join(''),
    );
  });

  test('names the reason for skipping a brand', async () => {
    const store = await droppedOn(await fresh());
    await runCli(store, ['watch']);
    const again = await runCli(store, ['watch']);
    assert.equal(
      again.out,
      'acme: not evaluated, an earlier run evaluated this day\n' +
        `As of ${sixDaysAgo(0)}: 0 of 1 brands evaluated, 0 comparisons, 0 alerts raised.\n`,
    );
    const earlier = await runCli(store, ['watch', '--at', daysAgo(1)]);
    assert.match(
      earlier.out,
      /^acme: not evaluated, an earlier run evaluated a later day, and days go in order \(--from starts over\)\n/,
    );
    const nobody = await runCli(await fresh(), ['watch']);
    assert.deepEqual([nobody.code, nobody.out], [0, 'No configured brand.\n']);
  });

  test('--from evaluates every day from one on again, as a first time would have', async () => {
    const [late, whole] = [await droppedOn(await fresh()), await droppedOn(await fresh())];
    await runCli(late, ['watch', '--at', daysAgo(0)]);
    assert.deepEqual(await alertsOn(late), [], 'one look alone raises nothing');
    const { out } = await runCli(late, ['watch', '--from', '2026-11-10']);
    assert.equal(out.match(/1 of 1 brands evaluated/g)?.length, 11);
    await runCli(whole, ['watch', '--from', '2026-11-10']);
    assert.equal((await alertsOn(late)).length, 1);
    assert.deepEqual(await alertsOn(late), await alertsOn(whole));
  });

  test('--from skips a brand with an alert since that day', async () => {
    const store = await droppedOn(await fresh());
    await runCli(store, ['watch']);
    const before = await alertsOn(store);
    const { out } = await runCli(store, ['watch', '--from', '2026-11-16']);
    assert.match(
      out,
      /^acme: not evaluated again, this day or a later one raised an alert, and Sightline never withdraws/,
    );
    assert.deepEqual(await alertsOn(store), before);
    const one = await runCli(store, ['watch', '--from', '2026-11-16', '--at', daysAgo(0)]);
    assert.equal(one.code, 2, 'one of the two is enough');
  });

  test('--from refuses a value that is not a UTC day, and a day that is not due yet', async () => {
    const store = await fresh();
    for (const from of ['yesterday', '2026-11-31', '2026-11-21', '2026-11-20T06:00:00Z', '']) {
      const { code, err } = await runCli(store, ['watch', '--from', from]);
      assert.equal(code, 1, from);
      assert.match(
        errorOf(err).message,
        /^--from must be a past UTC day, up to the last due day, such as 2026-11-1\d\.$/,
      );
    }
  });

  test('--json has each brand of each day', async () => {
    const store = await droppedOn(await fresh());
    const { out } = await runCli(store, ['watch', '--brand', 'acme', '--at', daysAgo(0), '--json']);
    const brand = { brand: 'acme', status: 'evaluated', comparisons: 3, alerts: [] };
    assert.deepEqual(JSON.parse(out), { evaluations: [{ at: iso(NOW), brands: [brand] }] });
    const due = await runCli(await droppedOn(await fresh()), ['watch', '--json']);
    const { evaluations } = JSON.parse(due.out) as { evaluations: { at: string }[] };
    assert.deepEqual(pluck(evaluations, 'at'), DAYS.map(sixDaysAgo));
  });

  test('shows progress on a terminal and clears it', async () => {
    const store = await droppedOn(await fresh());
    const { err } = await runCli(store, ['watch', '--at', daysAgo(0)], { isTerminal: true });
    assert.equal(err, '\r\u001b[K2026-11-20: 1 of 1 brands\r\u001b[K');
  });

  test('--at refuses a value that is not a time, has no time zone, or is in the future', async () => {
    const store = await fresh();
    for (const at of ['yesterday', '2026-11-20', '2026-11-20T08:00:00', iso(NOW + 1), '']) {
      const { code, err } = await runCli(store, ['watch', '--at', at]);
      assert.deepEqual([code, errorOf(err).code], [1, 'invalid_argument']);
      assert.match(errorOf(err).message, /^--at must be a past instant in ISO 8601 with a time zone/);
    }
  });

  test('fails for a brand that does not exist', async () => {
    const { code, err } = await runCli(await droppedOn(await fresh()), ['watch', '--brand', 'nobody']);
    assert.equal(code, 1);
    assert.deepEqual(errorOf(err), {
      code: 'no_such_brand',
      message: 'There is no brand with that id or name; there is acme (Acme).',
    });
  });

  test('comparisons as a table: counts, change with its interval, and the gate', async () => {
    const store = await droppedOn(await fresh());
    await runCli(store, ['watch', '--at', daysAgo(0)]);
    const { out } = await runCli(store, ['comparisons', '--table']);
    assert.match(
      out,
      /\n2026-11-20 {2}ChatGPT \(API\) {2}named +Acme +14 of 70, 20% \(12 to 31%\) +168 of 280, 60% \(54 to 66%\) +-40\.0 \(-49\.\d to -27\.\d\) {2}not for long enough yet +-\n/,
    );
  });
});
