import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seeded } from '../../bench/data/random.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { alerts } from '../../src/reports/alerts/alerts.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { brands } from '../../src/reports/brands.ts';
import { me } from '../../src/reports/me.ts';
import { sources } from '../../src/reports/sources/sources.ts';
import { collectOn, readyAt } from '../support/collecting.ts';
import { effort } from '../support/effort.ts';
import { BODIES, pageOf, promptIn, type ScriptedAnswer } from '../support/engine-bodies.ts';
import { pluck } from '../support/pluck.ts';
import { type Reports, reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import { type StubRequest, stubsOfSuite } from '../support/stub-engine.ts';
import { Clock, pipelineOn } from '../support/world.ts';

const ENGINES = Object.keys(BODIES);
const PROMPTS = effort(3, 10);

const reportsOn = reportsAmong(me, brands, visibility, sources, answers, alerts);

/** Every brand has the two others as competitors. */
const NAMES = ['Tandemly', 'Plotwise', 'Kestrel Boards'] as const;
const domainOf = (name: string) => `${name.toLowerCase().replace(' ', '')}.example`;
const idOf = (name: string) => name.toLowerCase().replace(' ', '-');

const PAGES = [
  ...NAMES.map((name) => `https://${domainOf(name)}/pricing`),
  'https://blog.plotwise.example/news',
  'https://reviews.example/best',
  'https://forum.example/t/1',
  'https://forum.example/t/2',
];

/** Served answers, as counts. */
interface Served {
  readonly brand: string;
  readonly prompt: string;
  readonly engine: string;
  /** In the order of the answer's list. */
  readonly named: readonly string[];
  readonly cited: readonly string[];
  readonly failed: boolean;
}

const promptsOf = (name: string) =>
  Array.from({ length: PROMPTS }, (_, index) => `${idOf(name)}: question ${index}?`);

/** Every engine's answer to every prompt: some brands in some order, some pages, sometimes nothing. */
function tableOf(seed: number): Map<string, Served> {
  const random = seeded(seed);
  const some = (list: readonly string[], chance: number) =>
    list
      .map((each) => ({ each, at: random() }))
      .filter(() => random() < chance)
      .sort((one, other) => one.at - other.at)
      .map(({ each }) => each);
  const rows = NAMES.flatMap((brand) =>
    promptsOf(brand).flatMap((prompt) =>
      ENGINES.map((engine) => ({
        brand,
        prompt,
        engine,
        failed: random() < 0.08,
        named: some(NAMES, 0.4),
        cited: some(PAGES, 0.3),
      })),
    ),
  );
  return new Map(rows.map((row) => [`${row.engine} ${row.prompt}`, row]));
}

function sayingOf({ named, cited }: Served): ScriptedAnswer {
  const list = named.map((name, index) => `${index + 1}. **${name}** is one of them.\n`).join('');
  return { text: named.length === 0 ? 'It depends on the team.' : `These come up:\n\n${list}\n`, cited };
}

onReusedStore('from the engines to the reports', (fresh) => {
  const stubOf = stubsOfSuite();

  test(`3 brands, ${PROMPTS} prompts, and 6 engines: every report agrees with the served answers`, async () => {
    const store = await fresh();
    const clock = new Clock();
    const table = tableOf(7);
    const served: Served[] = [];
    const engines = [];
    for (const slug of ENGINES) {
      const stub = await stubOf((request) => answerOf(slug, request, table, served));
      const adapter = ADAPTERS.find((each) => each.slug === slug);
      assert.ok(adapter);
      engines.push(readyAt(adapter, stub.baseUrl, { deadlineMs: 20_000 }));
    }
    const { apply, createKey } = pipelineOn(store, clock);
    await apply({
      organizations: [
        { name: 'Acme Inc', plan: { name: 'growth', status: 'active' }, brands: NAMES.map(brandOf) },
      ],
    });
    const { collected } = await collectOn(store, engines, { clock, patienceMs: 0 });
    assert.equal(collected.length, table.size);
    assert.deepEqual(new Set(served), new Set(table.values()));
    assert.equal(served.length, table.size);
    const succeeded = served.filter(({ failed }) => !failed);
    assert.ok(succeeded.length < served.length && succeeded.length > 0.8 * served.length);
    const reports = reportsOn(store, clock);
    const { key } = await createKey();
    await assertWorkspace(reports, key);
    for (const name of NAMES) {
      const mine = succeeded.filter(({ brand }) => brand === name);
      await assertVisibility(reports, key, name, mine);
      await assertSources(reports, key, name, mine);
      await assertAnswers(reports, key, name, mine);
      const { status, body } = await reports.get(`/alerts?brand=${idOf(name)}`, key);
      assert.deepEqual([status, body.data], [200, []]);
    }
  });
});

function brandOf(name: string): object {
  return {
    id: idOf(name),
    name,
    domain: domainOf(name),
    configured: true,
    engines: ENGINES,
    competitors: NAMES.filter((each) => each !== name).map((each) => ({
      name: each,
      domain: domainOf(each),
    })),
    prompts: promptsOf(name).map((text) => ({ text })),
  };
}

function answerOf(slug: string, request: StubRequest, table: ReadonlyMap<string, Served>, served: Served[]) {
  if (request.method === 'GET') return { status: 302, headers: { location: pageOf(request.path) } };
  const row = table.get(`${slug} ${promptIn(request)}`);
  assert.ok(row);
  served.push(row);
  return { body: row.failed ? '{"cut": "off' : JSON.stringify(BODIES[slug]?.(sayingOf(row))) };
}

async function assertWorkspace(reports: Reports, key: string): Promise<void> {
  assert.equal((await reports.get(`/me?brand=${idOf(NAMES[0])}`, key)).status, 200);
  const listed = await reports.get('/brands', key);
  assert.deepEqual(
    pluck(listed.body.data, 'id', 'active_prompts'),
    NAMES.map((name) => [idOf(name), PROMPTS]),
  );
  for (const each of listed.body.data) {
    assert.equal(each.last_collected_at.slice(0, 10), new Date(reports.clock.at).toISOString().slice(0, 10));
  }
}

const hostOf = (url: string) => new URL(url).host;
const citesSiteOf = (name: string, { cited }: Served) =>
  cited.some((url) => hostOf(url) === domainOf(name) || hostOf(url).endsWith(`.${domainOf(name)}`));

/** A brand's counts over answers, as in /visibility. */
function countsOf(name: string, answers: readonly Served[]) {
  const ranks = answers.flatMap(({ named }) => (named.includes(name) ? [named.indexOf(name) + 1] : []));
  const mean = ranks.reduce((sum, each) => sum + each, 0) / ranks.length;
  return {
    present: ranks.length,
    responses: answers.length,
    citations: answers.filter((each) => citesSiteOf(name, each)).length,
    avg_rank_when_named: ranks.length === 0 ? null : Math.round(mean * 100) / 100,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a row of a report
const countsIn = ({ present, responses, citations, avg_rank_when_named }: any) => ({
  present,
  responses,
  citations,
  avg_rank_when_named,
});

async function assertVisibility(
  reports: Reports,
  key: string,
  name: string,
  mine: readonly Served[],
): Promise<void> {
  const { body } = await reports.get(`/visibility?brand=${idOf(name)}`, key);
  for (const slug of ENGINES) {
    const row = body.data.engines.find((each: { engine: string }) => each.engine === slug);
    assert.deepEqual(
      countsIn(row),
      countsOf(
        name,
        mine.filter(({ engine }) => engine === slug),
      ),
      `${name} on ${slug}`,
    );
  }
  assert.equal(body.data.brands.length, 3);
  for (const row of body.data.brands) assert.deepEqual(countsIn(row), countsOf(row.name, mine), row.name);
}

async function assertSources(
  reports: Reports,
  key: string,
  name: string,
  mine: readonly Served[],
): Promise<void> {
  const { body } = await reports.get(`/sources?brand=${idOf(name)}`, key);
  const hosts = [...new Set(PAGES.map(hostOf))];
  const expected = hosts.map((host) => {
    const citing = mine.filter(({ cited }) => cited.some((url) => hostOf(url) === host));
    const named = citing.filter((each) => each.named.includes(name)).length;
    return [host, citing.length, named, citing.length - named];
  });
  const found = body.data.map((row: Record<string, unknown>) => [
    row.domain,
    row.answers_citing_it,
    row.answers_where_you_were_named,
    row.answers_citing_you_without_naming_you,
  ]);
  assert.deepEqual(found.sort(), expected.filter(([, answers]) => answers !== 0).sort());
}

async function assertAnswers(
  reports: Reports,
  key: string,
  name: string,
  mine: readonly Served[],
): Promise<void> {
  const { body } = await reports.get(`/answers?brand=${idOf(name)}&limit=200`, key);
  assert.equal(body.meta.next_cursor, null);
  assert.equal(body.data.length, mine.length);
  for (const row of body.data) {
    const one = mine.find(({ engine, prompt }) => engine === row.engine && prompt === row.prompt);
    assert.ok(one);
    assert.equal(row.outcome, one.named.length > 0 ? 'ok' : 'empty');
    assert.ok(row.answer.startsWith(sayingOf(one).text));
    assert.deepEqual(
      pluck(row.citations, 'url', 'rank'),
      one.cited.map((url, index) => [url, index + 1]),
    );
    for (const mention of row.mentions) {
      const at = one.named.indexOf(mention.brand);
      assert.deepEqual([mention.mentioned, mention.rank], [at >= 0, at >= 0 ? at + 1 : null]);
    }
  }
}
