import assert from 'node:assert/strict';
import { PAGES } from '../../src/dashboard/pages/index.ts';
import { chatgpt } from '../../src/engines/chatgpt/adapter.ts';
import { NO_ENGINE_KEYS } from '../../src/main/process/engine-keys.ts';
import { resume, sendTest } from '../../src/pipeline/deliver/endpoints.ts';
import { runBatches } from '../../src/pipeline/judge/batches.ts';
import { readingState, unreadByModel } from '../../src/pipeline/judge/choose-reader.ts';
import { planStoredReadings, switchReader } from '../../src/pipeline/judge/plan-readings.ts';
import { openTaskOf, startTask, stopTask } from '../../src/pipeline/tasks/tasks-of-brand.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { insertAlerts } from '../../src/storage/watch/alerts.ts';
import { apiOn } from './api.ts';
import { BatchProvider } from './batch-provider.ts';
import { runCli } from './cli.ts';
import { readyAt } from './collecting.ts';
import { dashboardOn, type TestDashboard } from './dashboard.ts';
import { deliveryWorld, FAILED, SENT } from './delivery.ts';
import { effort } from './effort.ts';
import { fixture } from './engines.ts';
import { crawlLine, visitLine } from './logs.ts';
import { addressOfRoute, READ_ROUTES, SHARED_ROUTES } from './page-addresses.ts';
import { ANSWER, chatReply, OWN, PAID, PRICE, RECOMMENDED, ReadingWorld } from './reading.ts';
import { reportsAmong } from './reports.ts';
import { parametersOf } from './sample-parameters.ts';
import type { TestStore } from './stores.ts';
import { startStub } from './stub-engine.ts';
import { doAllTasks, uploadTo } from './tasks.ts';
import {
  ACME_BRAND,
  acmeFile,
  acmeWith,
  bytesOf,
  Clock,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  MINUTE_MS,
  NOW,
  pipelineOn,
  random,
} from './world.ts';

/** Statements that may read several brands, with the reason. */
export const OF_ALL_BRANDS: readonly (readonly [shape: RegExp, reason: string])[] = [
  [
    /^select brand_id as "brandId" from "(jobs|tasks)" .* group by brand_id/,
    'looks for brands with work; locks nothing',
  ],
  [
    /^select "next_at" as "nextAt" from "jobs" where "engine" = \$ and "next_at" is not null order by/,
    'how long a worker waits',
  ],
  [
    /^select distinct "brand_id" as "brandId", "engine", "reader", "lease" from "jobs"/,
    'looks for batches; locks nothing',
  ],
  [/^select "engine", count\(\*\) as "questions" from "jobs"/, 'what the command `collect` says is left'],
  [
    /^update "jobs" set "next_at" = \$ where "day" = \$ and "answer_id" = \$ and "lease" = \$/,
    'the command `collect` asks everything now',
  ],
  [
    /^select "h"."brand_id" from "brand_state" as "h" where exists \(select "d"."day" from "panel_delta"/,
    'looks for brands with days to pack, once a day and after the command `collect`; locks nothing',
  ],
  [
    /^select count\(\*\) as "n" from "prompts" where "brand_id" in/,
    'a plan includes prompts of all brands of an organization',
  ],
];

const ENGINES = ['chatgpt', 'claude'];
const ANSWERS = [
  'It depends.',
  '1. Acme\n2. Bolt\n\nAcme has a free plan.',
  '1. Bolt\n2. Acme\n3. Cargo',
  'Cargo is the best.',
];

const LINES = Array.from({ length: 80 }, (_, index) =>
  line({
    brand: index % 4 === 0 ? 'second' : 'acme',
    engine: ENGINES[index % 2],
    collected_at: iso(NOW - index * 8 * HOUR_MS),
    answer: ANSWERS[index % 4],
    citations: [{ url: `https://site${index % 5}.example/page${index % 3}` }],
    searches: [`query ${index % 3}`],
  }),
);

/** Report parameters besides a window; each report gets the ones it has, one at a time. */
const QUERIES = [
  '&days=365',
  '&engine=claude',
  '&by=week',
  '&quotes=1',
  '&engines=1',
  '&site=site1.example',
  '&limit=2',
  '&kind=visibility_drop',
  '&raised=1',
  '&names=self',
  '&names_not=Bolt',
  '&cites=site1.example',
  '&outcome=empty',
  '&search=query 1',
  '&framing=negative',
];

/** Makes every kind of request, page, job, and command on an empty store. */
export async function useEverything(store: TestStore): Promise<void> {
  const clock = new Clock();
  clock.at += HOUR_MS;
  const stub = await startStub(() => ({ body: fixture('chatgpt', 'ok') }));
  try {
    const key = await declare(store);
    await readReports(store, key);
    await readPages(store, key, clock);
    await work(store, stub.baseUrl);
    await haveRead(store);
    await command(store, stub.baseUrl);
    await deliver(store);
    await prune(store);
  } finally {
    await stub.stop();
  }
}

/** A model that reads new answers, another that takes over, and stored ones. */
async function haveRead(store: TestStore): Promise<void> {
  const world = new ReadingWorld(store);
  const reply = async () => chatReply(RECOMMENDED);
  await switchReader(world.deps, 1, world.readers);
  await pipelineOn(store).importLines([line({ answer: ANSWER }), line({ answer: ANSWER })]);
  await world.read(reply, 1);
  await world.choose('own', 'other');
  await unreadByModel(store.main, 'acme', world.readers);
  await readingState(store.main, world.clock.now(), 1, world.readers);
  await planStoredReadings(world.deps, 1, { ...OWN, access: { ...OWN.access, model: 'other' } });
  await world.read(reply, 1);
  await world.choose('off');
  await haveReadInBatch(store);
}

/** Stored answers at half the price. */
async function haveReadInBatch(store: TestStore): Promise<void> {
  const world = new ReadingWorld(store, [PAID]);
  const provider = new BatchProvider(world.clock.now, () => ({}));
  const look = async () => {
    const deps = { ...world.deps, fetch: provider.fetch, sleep: async () => {} };
    await runBatches(deps, { engines: [PAID], stop: new AbortController().signal });
  };
  await world.limit(1000 * PRICE);
  await world.choose('openai');
  await pipelineOn(store).importLines(Array.from({ length: 20 }, () => line({ answer: ANSWER })));
  await planStoredReadings(world.deps, 1, PAID);
  await look();
  provider.made = (_, place) => (place === 0 ? 'refused' : 'answered');
  provider.end();
  await look();
  await world.choose('off');
  await world.limit(null);
}

/** Alerts to an endpoint that fails at first. */
async function deliver(store: TestStore): Promise<void> {
  const world = await deliveryWorld(store);
  const { id } = await world.add();
  await world.raise(2);
  world.answers.post = async () => FAILED;
  await world.deliver();
  world.answers.post = async () => SENT;
  const { senders, clock } = world;
  await sendTest(world.acting, await world.named(id), world.stop.signal);
  await resume(world.acting, await world.named(id));
  await world.deliver();
  const { code, err } = await runCli(store, ['delivery', 'remove', id], { senders, clock });
  assert.equal(code, 0, err);
}

const REMOVALS = [
  'prune --dry-run',
  'prune',
  'brand delete second --yes',
  'brand delete second --for-good --yes',
  'user create gone@example.com --role admin',
  'user create some@example.com --role viewer --organization {organization} --brands acme',
  'user change some@example.com --all-brands',
  'user delete some@example.com --yes',
  'user delete gone@example.com --yes',
  'organization delete {organization} --yes',
];

/** Years later, when retention has removed most data. */
async function prune(store: TestStore): Promise<void> {
  const clock = new Clock();
  clock.at += 3000 * DAY_MS;
  const { public_id } = await store.main
    .selectFrom('organizations')
    .select('public_id')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  for (const words of REMOVALS) {
    const args = words.replace('{organization}', public_id).split(' ');
    const { code, err } = await runCli(store, args, { clock, retention: { answerDays: 100 } });
    assert.equal(code, 0, err);
  }
}

/** A fact that some answers contradict. */
const FACT = { name: 'Free plan', type: 'yes_no', values: [false], about: ['free plan'] };

/** Two brands with answers, an alert, and a key. */
async function declare(store: TestStore): Promise<string> {
  const { apply, importLines, watch, rescan, createKey } = pipelineOn(store);
  await apply(
    acmeFile([
      ACME_BRAND,
      { ...ACME_BRAND, id: 'second', name: 'Second', sites: [{ host: 'site1.example', kind: 'listing' }] },
    ]),
  );
  await importLines(LINES);
  await watch({ at: NOW });
  const rival = { name: 'Rival', domain: 'rival.example' };
  await apply(acmeWith({ competitors: [rival], facts: [FACT] }));
  await rescan();
  await watch({ at: NOW + DAY_MS });
  const { id } = await store.main.selectFrom('brands').select('id').orderBy('id').executeTakeFirstOrThrow();
  const alert = {
    id: 1_000_000,
    publicId: 'alr_zzzzzzzzzzzz',
    changeId: 'chg_zzzzzzzzzzzz',
    marketId: 1,
    kind: 'visibility_drop',
    title: 'x',
    detail: 'x',
  } as const;
  await insertAlerts(store.main, id, [{ ...alert, facts: {}, createdAt: NOW }]);
  return (await createKey()).key;
}

async function readReports(store: TestStore, key: string): Promise<void> {
  const [api, reports] = [apiOn(store), reportsAmong(...REPORTS)(store)];
  for (const { name, query: parameters } of REPORTS) {
    const read = async (query: string) => await reports.get(`/${name}?brand=acme${query}`, key);
    // A new quota for each. Only the server keeps reports, and asks for how long.
    api.clock.at += MINUTE_MS;
    const { status, body } = await api.get(`/${name}?brand=acme`, key);
    assert.ok(status < 500, `${name}: ${status}`);
    const { data } = body ?? {};
    const [first] = Array.isArray(data) ? data : [];
    const ids = ['alert', 'prompt', 'cursor'].map((parameter) => `&${parameter}=${first?.id}`);
    for (const query of [...QUERIES, ...ids]) {
      const [, parameter = ''] = /^&(\w+)=/.exec(query) ?? [];
      if (parameter in parameters) await read(query);
    }
  }
  await api.app.close();
}

async function readPages(store: TestStore, key: string, clock: Clock): Promise<void> {
  const dashboard: TestDashboard = dashboardOn(store, { clock, routes: PAGES });
  const own = { dashboard, store, clock, close: async () => {} };
  const parameters = await parametersOf(own, { key, organization: 'Acme Inc', brand: 'acme' });
  const admin = await dashboard.signedIn('admin', null);
  // A shared page reads as the user's does, once its link is known.
  for (const route of [...READ_ROUTES, ...SHARED_ROUTES.slice(0, effort(3, SHARED_ROUTES.length))]) {
    const { status } = await admin.get(addressOfRoute(route, parameters));
    assert.ok(status < 500, `${route.path}: ${status}`);
  }
  await dashboard.api.app.close();
}

async function work(store: TestStore, stubUrl: string): Promise<void> {
  const deps = { db: store.main, now: () => NOW, random };
  const starter = { brand: 'acme', organizationId: 1, user: { id: 'usr_ana', name: 'Ana' } };
  await uploadTo(deps, starter, bytesOf([line()]));
  await startTask(deps, starter, 'collect');
  await stopTask(deps, starter, (await openTaskOf(store.main, 'acme')) ?? assert.fail());
  await startTask(deps, starter, 'collect');
  await doAllTasks(store, { engines: [readyAt(chatgpt, stubUrl)] });
}

const COMMANDS = [
  'apply file.yaml',
  'export',
  'export --answers',
  'logs import a.log --brand acme',
  'drain set --brand acme',
  'verify',
  'watch',
  'collect',
  'collect --dry-run',
  'rescan --reparse',
  'brands',
  'key list',
  'user list',
  'explain {answer}',
  'me',
  'watch --from 2026-11-18',
  'brand delete second --yes',
  'brand restore second',
];

async function command(store: TestStore, stubUrl: string): Promise<void> {
  const answer = await store.main
    .selectFrom('answers')
    .select('public_id')
    .where('brand_id', '=', 1)
    .executeTakeFirst();
  for (const words of COMMANDS) {
    const { err } = await runCli(store, words.replace('{answer}', answer?.public_id ?? '').split(' '), {
      files: { 'file.yaml': JSON.stringify(acmeFile()), 'a.log': `${crawlLine()}\n${visitLine()}` },
      engineKeys: { ...NO_ENGINE_KEYS, secretKey: async () => 'k'.repeat(40) },
      engines: { ready: [readyAt(chatgpt, stubUrl)], disabled: [] },
    });
    assert.doesNotMatch(err, /Internal error/, words);
  }
}
