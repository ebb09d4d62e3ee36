import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { seeded } from '../../bench/data/random.ts';
import { perplexity } from '../../src/engines/perplexity/adapter.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { collectOn, morning, readyAt } from '../support/collecting.ts';
import { effort } from '../support/effort.ts';
import { fixture } from '../support/engines.ts';
import { failingStore } from '../support/failing-store.ts';
import { onEveryStore, type TestStore } from '../support/stores.ts';
import { acmeFile, HOUR_MS, pipelineOn } from '../support/world.ts';

const SEEDS = effort(1, 60);
const QUESTIONS = effort(12, 24);
const MOST_MICROS = 20_000;
const OK = JSON.parse(fixture('perplexity', 'ok'));
const CUT = JSON.parse(fixture('perplexity', 'incomplete'));

class Killed extends Error {}

/** A process on a store; after its kill, nothing from it reaches the store. */
function mortal(store: Store): { readonly store: Store; kill(): void } {
  let isAlive = true;
  return {
    store: failingStore(store, () => (isAlive ? null : new Killed())),
    kill: () => {
      isAlive = false;
    },
  };
}

/**
 * A call's cost becomes known with its reply, and both processes have several calls in flight. The oracle is the
 * vendor's books: billed <= booked <= ceiling.
 */
onEveryStore('the ceiling in dollars', (fresh, kind) => {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    test(`holds through random costs, failures, and kills in two processes, seed ${seed}`, async () => {
      const random = seeded(seed);
      const store = await fresh();
      await questionsOn(store);
      const ceiling = Math.floor(random() * QUESTIONS * MOST_MICROS);
      await limit(store, ceiling);
      let [billed, most] = [0, 0];
      const vendor = async (kill: () => void): Promise<Response> => {
        most = Math.max(most, await spent(store));
        const { reply, micros } = replyWith(random);
        billed += micros;
        // So that replies overtake each other.
        for (let turns = Math.floor(random() * 20); turns > 0; turns -= 1) await turn();
        if (reply === 'kill') kill();
        if (reply instanceof Response) return reply;
        throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      };
      // SQLite blocks the thread while it waits for another connection.
      const other = kind === 'sqlite' ? store : await openStore(store.url, { connections: 4 });
      const day = morning();
      // Restarts a killed process after its jobs become free.
      for (let hour = 0; hour < 6; hour += 1) {
        const running = [store, other].map(async (each) => {
          const clock = Object.assign(morning(), { at: day.at + hour * HOUR_MS });
          const { store: own, kill } = mortal(each);
          const engine = readyAt(perplexity, 'http://127.0.0.1:1', { concurrency: 3, ...PRICES });
          const options = { clock, patienceMs: 60_000, fetch: () => vendor(kill) };
          await collectOn(own, [engine], options).catch((error) => assert.ok(error instanceof Killed));
        });
        await Promise.all(running);
      }
      if (other !== store) await other.close();
      const booked = await spent(store);
      assert.ok(Math.max(most, booked) <= ceiling, `${most} booked, with a ceiling of ${ceiling}`);
      assert.ok(billed <= booked, `${billed} billed, and ${booked} booked`);
    });
  }
});

const PRICES = { micros: 6000, mostMicros: MOST_MICROS };

/** The vendor's behavior and billing. It bills failures with a price too. */
function replyWith(random: () => number): { reply: Response | 'kill' | 'reset'; micros: number } {
  const micros = Math.floor(random() * MOST_MICROS);
  const usage = { usage: { cost: { currency: 'USD', total_cost: micros / 1_000_000 } } };
  const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });
  const kind = random();
  if (kind < 0.5) return { reply: json(200, { ...OK, ...usage }), micros };
  // A retried answer costs up to twice as much; even two stay below one.
  if (kind < 0.6) return { reply: json(200, { ...CUT, ...usage }), micros };
  if (kind < 0.7) return { reply: json(429, {}), micros: 0 };
  if (kind < 0.8) return { reply: json(500, {}), micros: 0 };
  if (kind < 0.9) return { reply: 'reset', micros };
  return { reply: 'kill', micros };
}

async function questionsOn(store: TestStore): Promise<void> {
  const prompts = Array.from({ length: QUESTIONS }, (_, index) => ({
    text: `which tool suits team ${index}?`,
  }));
  const brand = { id: 'acme', name: 'Acme', configured: true, engines: ['perplexity'], prompts };
  await pipelineOn(store).apply(acmeFile([brand]));
}

async function limit(store: TestStore, micros: number): Promise<void> {
  await store.main.updateTable('organizations').set({ micros_per_day: micros }).execute();
}

async function spent(store: TestStore): Promise<number> {
  const rows = await store.main.selectFrom('spending').select('micros').execute();
  assert.ok(rows.length <= 1, 'all is one day');
  return rows[0]?.micros ?? 0;
}
