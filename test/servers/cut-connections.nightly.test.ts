import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { claude } from '../../src/engines/claude/adapter.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import { startTask } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import type { Store } from '../../src/storage/driver/database.ts';
import { findDifferences } from '../../src/storage/verify.ts';
import { apiOn } from '../support/api.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { CutStore, evenlySpaced } from '../support/cut-store.ts';
import { effort } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { historyLines } from '../support/history.ts';
import { assertRefusal } from '../support/refusals.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { type StubRequest, stubsOfSuite } from '../support/stub-engine.ts';
import { doAllTasks } from '../support/tasks.ts';
import {
  acmeFile,
  Clock,
  DAY_MS,
  line,
  MINUTE_MS,
  NOW,
  newBrand,
  pipelineOn,
  random,
} from '../support/world.ts';

/** How many of a pipeline's statements to cut at; each cut is its own run. */
const CUTS = effort(4, 40);

const TEAMS = Array.from({ length: 4 }, (_, index) => `which tool is best for team ${index}?`);

onEveryStore('with every connection cut in the middle', (fresh, kind) => {
  const skip = kind === 'sqlite';
  const stubOf = stubsOfSuite();
  const opened: CutStore[] = [];
  after(async () => {
    for (const each of opened) await each.close();
  });

  async function stores(): Promise<{ store: TestStore; cutting: CutStore }> {
    const store = await fresh();
    const cutting = await CutStore.open(store);
    opened.push(cutting);
    return { store, cutting };
  }

  /** Runs the work on a new brand without a cut, then with one at each chosen statement; all end the same. */
  async function assertSameDespiteCuts(
    t: TestContext,
    { store, cutting }: { store: TestStore; cutting: CutStore },
    prepare: (brand: string) => Promise<unknown>,
    work: (store: Store, brand: string) => Promise<unknown>,
    state: (brand: string) => Promise<unknown>,
  ): Promise<void> {
    const brand = await newBrand(store);
    await prepare(brand);
    const statements = await cutting.untilDone((on) => work(on, brand));
    const expected = await state(brand);
    let all = 0;
    for (const cutAfter of evenlySpaced(statements, CUTS)) {
      const other = await newBrand(store);
      await prepare(other);
      let failures = 0;
      await cutting.untilDone((on) => work(on, other), { cutAfter, onFailure: () => (failures += 1) });
      assert.deepEqual(await state(other), expected, `cut after statement ${cutAfter} of ${statements}`);
      // After the last statement, nothing remains that could fail.
      if (cutAfter < statements) assert.ok(failures <= 1, `${failures} failures after statement ${cutAfter}`);
      all += failures;
    }
    t.diagnostic(`${statements} statements, ${all} cuts were noticed`);
    assert.deepEqual(await findDifferences(store.main), []);
  }

  /** A brand's reports, without its own ids. */
  async function saidOf(store: TestStore, brand: string): Promise<string> {
    const { key } = await pipelineOn(store).createKey({ organization: brand });
    const api = apiOn(store);
    const bodies = [];
    for (const path of ['/visibility?days=30', '/sources', '/alerts', '/comparisons', '/share-of-voice']) {
      const { status, body } = await api.get(path, key);
      assert.equal(status, 200, path);
      bodies.push(body.data);
    }
    return JSON.stringify(bodies)
      .replaceAll(/"(?:alr|chg|cmp)_\w+"/g, '"id"')
      .replaceAll(brand, 'brand');
  }

  const answers = (brand: string, text: (index: number) => string) =>
    Array.from({ length: 30 }, (_, index) =>
      line({
        brand,
        prompt: `prompt ${index % 3}`,
        external_id: `${brand} ${index}`,
        answer: text(index),
        citations: [{ url: `https://site-${index % 4}.example/` }],
      }),
    );

  test('an import stores every line once', { skip }, async (t) => {
    const world = await stores();
    const lines = new Map<string, object[]>();
    await assertSameDespiteCuts(
      t,
      world,
      async (brand) =>
        lines.set(
          brand,
          answers(brand, (index) => (index % 2 ? 'Acme' : 'Bolt')),
        ),
      (store, brand) => pipelineOn(store).importLines(lines.get(brand) ?? []),
      (brand) => saidOf(world.store, brand),
    );
  });

  test('a rescan reads every answer', { skip }, async (t) => {
    const world = await stores();
    await assertSameDespiteCuts(
      t,
      world,
      async (brand) => {
        const { apply, importLines } = pipelineOn(world.store);
        await importLines(answers(brand, () => 'Acme, Bolt, and Dart'));
        const competitors = ['Bolt', 'Dart'].map((name) => ({ name, domain: `${name}.example` }));
        await apply({ organizations: [{ name: brand, brands: [{ id: brand, name: 'Acme', competitors }] }] });
      },
      (store, brand) => pipelineOn(store).rescan({ brand }),
      (brand) => saidOf(world.store, brand),
    );
  });

  test('an evaluation raises its alert once', { skip }, async (t) => {
    const world = await stores();
    const say = (day: number, prompt: number) => ({ acme: prompt < (day < 7 ? 1 : 8) });
    const days = [4, 3, 2, 1, 0].map((day) => NOW - day * DAY_MS);
    await assertSameDespiteCuts(
      t,
      world,
      (brand) => {
        const lines = historyLines({ brand, from: 40, to: 0, prompts: 10, say });
        const text = JSON.stringify(lines).replaceAll(
          `"brand":"${brand}","mentioned"`,
          '"brand":"Acme","mentioned"',
        );
        return pipelineOn(world.store).importLines(JSON.parse(text));
      },
      async (store, brand) => {
        for (const at of days) await pipelineOn(store).watch({ at, brand });
      },
      async (brand) => {
        const said = await saidOf(world.store, brand);
        assert.match(said, /visibility_drop/);
        return said;
      },
    );
  });

  test('a task continues, and runs once', { skip }, async (t) => {
    const world = await stores();
    await assertSameDespiteCuts(
      t,
      world,
      async (brand) => {
        const { apply, importLines } = pipelineOn(world.store);
        await importLines(answers(brand, () => 'Acme, Bolt, and Dart'));
        const competitors = ['Bolt', 'Dart'].map((name) => ({ name, domain: `${name}.example` }));
        await apply({ organizations: [{ name: brand, brands: [{ id: brand, name: 'Acme', competitors }] }] });
        const { id } = await world.store.main
          .selectFrom('organizations')
          .select('id')
          .where('name', '=', brand)
          .executeTakeFirstOrThrow();
        const starter = { brand, organizationId: id, user: { id: 'usr_ana', name: 'Ana' } };
        await startTask({ db: world.store.main, now: () => NOW, random }, starter, 'rescan');
      },
      async (store) => {
        const clock = new Clock();
        // The lease expires, and another worker takes it.
        for (let round = 0; round < 3; round += 1) {
          await doAllTasks(store, { clock }).catch(() => {});
          clock.at += 5 * MINUTE_MS;
        }
      },
      async (brand) => {
        const tasks = await world.store.main.selectFrom('tasks').select(['kind', 'state', 'done']).execute();
        assert.ok(
          tasks.every(({ state }) => state === 'done'),
          JSON.stringify(tasks),
        );
        return await saidOf(world.store, brand);
      },
    );
  });

  test('collecting asks every question once, and stores every answer once', { skip }, async (t) => {
    const world = await stores();
    const stub = await stubOf((request) => ({ body: bodyFor(request) }));
    const engines = [chatgpt, claude, perplexity].map((adapter) => readyAt(adapter, stub.baseUrl));
    let day = 0;
    const asked = new Map<string, string[]>();
    await assertSameDespiteCuts(
      t,
      world,
      async (brand) => {
        await world.store.main.updateTable('brands').set({ configured: 0 }).execute();
        await pipelineOn(world.store).apply({
          organizations: [
            {
              name: brand,
              brands: [
                {
                  ...(acmeFile() as { organizations: { brands: object[] }[] }).organizations[0]?.brands[0],
                  id: brand,
                  engines: ['chatgpt', 'claude', 'perplexity'],
                  prompts: TEAMS.map((text) => ({ text })),
                },
              ],
            },
          ],
        });
      },
      async (store, brand) => {
        const from = stub.requests.length;
        const clock = morning();
        // A worker with a cut connection keeps its question until the lease expires.
        clock.at += (asked.get(brand)?.length ?? 0) > 0 ? 30 * MINUTE_MS : 0;
        try {
          await collectOn(store, engines, { clock });
        } finally {
          const now = stub.requests.slice(from).filter(({ method }) => method === 'POST');
          asked.set(brand, [...(asked.get(brand) ?? []), ...now.map(keyOf)]);
        }
      },
      async (brand) => {
        day += 1;
        const keys = asked.get(brand) ?? [];
        assert.equal(new Set(keys).size, keys.length, 'no question was asked twice');
        const { main } = world.store;
        const outcomes = await main
          .selectFrom('collections as c')
          .innerJoin('brands as b', 'b.id', 'c.brand_id')
          .select(['c.engine', 'c.outcome'])
          .where('b.public_id', '=', brand)
          .orderBy('c.engine')
          .execute();
        const open = await main.selectFrom('jobs').select('id').where('next_at', 'is not', null).execute();
        assert.deepEqual(open, []);
        const spent = await main
          .selectFrom('spending as s')
          .innerJoin('organizations as o', 'o.id', 's.organization_id')
          .select('s.calls')
          .where('o.name', '=', brand)
          .execute();
        assert.equal(spent[0]?.calls, keys.length, 'every call counts once');
        return { asked: keys.length, outcomes };
      },
    );
    assert.ok(day > 1);
  });

  test('a server answers with its data or 503, and continues', { skip }, async () => {
    const { store, cutting } = await stores();
    await pipelineOn(store).apply(acmeFile());
    const { key } = await pipelineOn(store).createKey();
    // Cached reports would need no statements.
    const api = apiOn(cutting.store, { reportCacheMb: 0 });
    const clock = api.clock;
    let refused = 0;
    for (let round = 0; round < effort(10, 100); round += 1) {
      clock.at += MINUTE_MS;
      cutting.cutIn(1 + 3 * round);
      const asking = Array.from({ length: 12 }, () => api.get('/visibility', key));
      for (const response of await Promise.all(asking)) {
        if (response.status === 200) continue;
        refused += 1;
        assertRefusal(response, 'unavailable');
        assert.match(String(response.headers['retry-after']), /^[1-9]\d*$/);
      }
      // In a late round, the requests have needed fewer statements than come before the cut.
      cutting.cutIn(Number.POSITIVE_INFINITY);
      assert.equal((await api.get('/visibility', key)).status, 200, 'immediately after');
    }
    assert.ok(refused > 0, 'some were in progress');
  });
});

/** A paid request's question, and its part of the answer. */
function keyOf({ path, body }: StubRequest): string {
  if (path === '/v1/messages') return `claude ${body.messages[0].content} ${body.messages.length - 1}`;
  return `${path} ${body.input}`;
}

/** Claude pauses once, so that an exchange has two parts. */
function bodyFor({ path, body }: StubRequest): string {
  if (path === '/v1/messages') return fixture('claude', body.messages.length === 1 ? 'pause_turn' : 'ok');
  return fixture(path === '/v1/responses' ? 'chatgpt' : 'perplexity', 'ok');
}
