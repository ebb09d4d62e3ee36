import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { REPORTS } from '../../src/reports/index.ts';
import { openStore, type Store } from '../../src/storage/driver/database.ts';
import { type Api, apiOn } from '../support/api.ts';
import { makeStore } from '../support/stores.ts';
import { acmeFile, DAY_MS, HOUR_MS, iso, line, NOW, pipelineOn } from '../support/world.ts';

/** More than PostgreSQL plans by value before it chooses a generic plan, and more than a table has parts. */
const BRANDS = Array.from({ length: 24 }, (_, index) => `brand-${index}`);

const ENGINES = ['chatgpt', 'claude', 'gemini'];

/** Each brand owns a different amount. */
const LINES = BRANDS.flatMap((brand, number) =>
  Array.from({ length: 4 + number }, (_, index) =>
    line({
      brand,
      engine: ENGINES[index % 3],
      prompt: `question ${index % 2}`,
      collected_at: iso(NOW - HOUR_MS - index * number * DAY_MS),
      answer: index % 3 === 0 ? `1. ${brand}\n2. Rival ${number}` : `Rival ${number} is better.`,
      citations: [{ url: `https://site-${number}.example/page${index % 3}` }],
      searches: [`query ${number} ${index % 2}`],
    }),
  ),
);

const FILE = acmeFile(
  BRANDS.map((id, number) => ({
    id,
    name: id,
    domain: `${id}.example`,
    configured: true,
    engines: ENGINES,
    competitors: [{ name: `Rival ${number}`, domain: `rival-${number}.example` }],
    prompts: [{ text: 'question 0' }, { text: 'question 1' }],
  })),
  { plan: { name: 'growth', prompts_included: 1000 } },
);

const QUERIES = ['', '&days=7', '&days=365', '&engine=claude', '&limit=2', '&by=week'];

interface Asked {
  readonly api: Api;
  readonly keys: ReadonlyMap<string, string>;
}

/** A plan belongs to a connection, so all report statements use one. */
describe('on one connection to a cluster, brand after brand', () => {
  const closes: (() => Promise<unknown>)[] = [];
  let connection: Store;
  let cluster: Asked;
  let alone: Asked;

  before(async () => {
    const spread = await makeStore('postgres');
    const file = await makeStore('sqlite');
    connection = await openStore(spread.store.url, { connections: 1 });
    closes.push(() => connection.close(), spread.remove, file.remove);
    cluster = await asked(spread.store, connection);
    alone = await asked(file.store, file.store);
  });
  after(async () => {
    for (const close of closes) await close();
  });

  /** A key for each brand, because each key has a quota. */
  async function asked(store: Store, read: Store): Promise<Asked> {
    const { apply, importLines, createKey, watch } = pipelineOn(store);
    await apply(FILE);
    await importLines(LINES, { strict: true });
    await watch({ at: NOW });
    const keys = new Map<string, string>();
    for (const brand of BRANDS) keys.set(brand, (await createKey({ brand })).key);
    const api = apiOn(read, { reportCacheMb: 0 });
    closes.unshift(() => api.app.close());
    return { api, keys };
  }

  for (const { name, takesBrand } of REPORTS) {
    test(`/${name} says what it says on one machine`, async () => {
      let found = 0;
      for (const [index, brand] of [...BRANDS, ...BRANDS].entries()) {
        const path = takesBrand ? `/${name}?brand=${brand}${QUERIES[index % QUERIES.length]}` : `/${name}`;
        const [spread, one] = await Promise.all(
          [cluster, alone].map(({ api, keys }) => api.get(path, keys.get(brand))),
        );
        assert.equal(spread?.status, one?.status, `${path}: ${spread?.text}`);
        assert.equal(withoutIds(spread?.text), withoutIds(one?.text), path);
        if (one?.status === 200) found += 1;
      }
      assert.ok(found > 0, 'no query is one that the report has');
    });
  }

  test('has run statements so often that their plans were kept, where one plan serves every brand', async () => {
    const { rows } = await sql<{ runs: number }>`
      select max(generic_plans + custom_plans) as runs from pg_prepared_statements`.execute(connection.main);
    assert.ok((rows[0]?.runs ?? 0) > 2 * BRANDS.length, JSON.stringify(rows));
  });
});

/** Without random ids, which differ between two stores. */
function withoutIds(text = ''): string {
  return text.replace(/"(ans|alr|cmp|key|org)_[^"]+"/g, '"$1"');
}
