/**
 * Measures collection without the engine's time: planning, claiming, retaining replies, extracting, and
 * storing, with a server on this machine that answers immediately.
 *
 *   npm run bench:collect -- [--database sqlite|postgres|both] [--questions 600]
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chatgpt } from '../src/engines/chatgpt/adapter.ts';
import { collect } from '../src/pipeline/collect/collect.ts';
import { planNow } from '../src/pipeline/collect/questions.ts';
import { applyFile } from '../src/pipeline/declare/apply/apply.ts';
import { loadBrandReader, readText } from '../src/pipeline/intake/brand-reader.ts';
import { findWorkspace } from '../src/storage/directory/brands.ts';
import { type Database, openStore } from '../src/storage/driver/database.ts';
import { bytesFrom, seeded } from './data/random.ts';
import { Cleanup } from './support/cleanup.ts';
import { placeFor, STORE_KINDS, STORE_NAMES, type StoreKind } from './support/stores.ts';
import { table } from './support/table.ts';

const CONCURRENCY = 4;
const READINGS = 100;

/** Answers before the clock starts, so that code and plans are ready, as in a server that runs for days. */
const WARM_UP = 100;

const PROCESSOR = ['our processor ms per answer', 'extraction alone'];

const { values } = parseArgs({
  options: { database: { type: 'string', default: 'both' }, questions: { type: 'string', default: '600' } },
});
const questions = Number(values.questions);
if (!Number.isInteger(questions) || questions <= WARM_UP) {
  throw new Error(`--questions is a whole number above ${WARM_UP}, the number asked before the clock starts`);
}

/** An answer of 3 KB that names two of the brands and cites five pages. */
const TEXT = `1. **Tandemly** is a good start.\n2. **Rival 2** costs less.\n\n${'It depends on how the team works. '.repeat(85)}`;
const ANSWER = JSON.stringify({
  status: 'completed',
  model: 'bench',
  output: [
    { type: 'web_search_call', status: 'completed', action: { type: 'search', sources: [] } },
    {
      type: 'message',
      content: [
        {
          type: 'output_text',
          text: TEXT,
          annotations: Array.from({ length: 5 }, (_, index) => ({
            type: 'url_citation',
            start_index: index,
            url: `https://site-${index}.example/page`,
            title: `Page ${index}`,
          })),
        },
      ],
    },
  ],
});

async function measure(kind: StoreKind, cleanup: Cleanup): Promise<string[]> {
  const place = await placeFor(kind, undefined, cleanup);
  const store = await openStore(place.url);
  cleanup.add(() => store.close());
  const engine = createServer((request, response) => {
    request.resume().once('end', () => response.end(ANSWER));
  });
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
  cleanup.add(async () => {
    engine.closeAllConnections();
    engine.close();
  });
  const random = bytesFrom(seeded(1));
  const now = () => Date.now();
  const brand = {
    id: 'tandemly',
    name: 'Tandemly',
    configured: true,
    engines: ['chatgpt'],
    competitors: Array.from({ length: 9 }, (_, index) => ({ name: `Rival ${index + 1}` })),
    prompts: Array.from({ length: questions }, (_, index) => ({ text: `Question ${index}` })),
  };
  const plan = { name: 'agency', prompts_included: questions };
  await applyFile(
    { db: store.main, now, random },
    JSON.stringify({ organizations: [{ name: 'Bench', plan, brands: [brand] }] }),
  );
  const planning = performance.now();
  await planNow(store.main, now());
  const planned = performance.now();
  let [asking, began] = [planned, process.cpuUsage()];
  let stored = 0;
  const { port } = engine.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const access = { baseUrl, key: 'key', model: 'bench', settings: {} };
  await collect(
    { db: store.main, now, random, fetch: (url, init) => fetch(url, init), sleep: async (ms) => wait(ms) },
    {
      engines: [
        {
          adapter: chatgpt,
          access,
          keyVariable: '',
          concurrency: CONCURRENCY,
          deadlineMs: 30_000,
          micros: 0,
          mostMicros: 0,
        },
      ],
      stop: new AbortController().signal,
      patienceMs: 1000,
      onCollected: ({ result }) => {
        if (result === 'ok') stored += 1;
        if (stored === WARM_UP) [asking, began] = [performance.now(), process.cpuUsage()];
      },
      onBreaker: () => {},
    },
  );
  const ms = performance.now() - asking;
  const processor = process.cpuUsage(began);
  const timed = stored - WARM_UP;
  return [
    STORE_NAMES[kind],
    String(timed),
    (planned - planning).toFixed(0),
    (ms / timed).toFixed(1),
    ((1000 * timed) / ms).toFixed(0),
    ((processor.user + processor.system) / 1000 / timed).toFixed(1),
    (await readingMs(store.main)).toFixed(1),
  ];
}

/** Processor time to extract one answer, which is part of all other times. */
async function readingMs(db: Database): Promise<number> {
  const workspace = await loadBrandReader(db, (await findWorkspace(db, 'tandemly')) ?? 0);
  const before = process.cpuUsage();
  for (let times = 0; times < READINGS; times += 1) {
    readText(workspace, { text: TEXT, stated: null, citedHosts: [] });
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / READINGS;
}

const cleanup = new Cleanup();
try {
  const rows: string[][] = [];
  for (const kind of STORE_KINDS.filter((each) => values.database === 'both' || values.database === each)) {
    rows.push(await measure(kind, cleanup));
    await cleanup.all();
  }
  const head = ['database', 'answers', 'planned in ms', 'ms per answer', 'answers per s', ...PROCESSOR];
  process.stdout.write(
    `Collecting from an engine that answers immediately, ${CONCURRENCY} calls concurrently\n\n${table(head, rows)}`,
  );
} finally {
  await cleanup.all();
}
