import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { redactReport } from '../../src/dashboard/visit/redaction.ts';
import { TODO_KINDS } from '../../src/domain/alerts/todo.ts';
import type { FetchedPage } from '../../src/domain/web/page-facts.ts';
import { readingKey } from '../../src/extract/reading-key.ts';
import { markTodo } from '../../src/pipeline/declare/todo.ts';
import { answers } from '../../src/reports/answers/answers.ts';
import { todo } from '../../src/reports/todo/todo.ts';
import { listTracked } from '../../src/storage/directory/brands.ts';
import { savePage } from '../../src/storage/site/page-facts.ts';
import { judge, MODEL, readBy } from '../support/judged.ts';
import { reportsAmong } from '../support/reports.ts';
import { onReusedStore } from '../support/stores.ts';
import {
  ACME_BRAND,
  acmeFile,
  DAY_MS,
  HOUR_MS,
  iso,
  line,
  NOW,
  pipelineOn,
  saying,
} from '../support/world.ts';

const reportsOn = reportsAmong(answers, todo);

const PRO = {
  name: 'Pro price',
  type: 'price',
  values: [{ amount: 12, currency: 'USD', period: 'month' }],
  about: ['Pro'],
};
const WRONG = 'Acme Pro costs $15 per month.';

const OWN = 'https://acme.example';
const LIST = 'https://toolroundup.example/best';
const cites = (...urls: string[]) => ({ citations: urls.map((url) => ({ url })) });
const at = (days: number) => ({ collected_at: iso(NOW - days * DAY_MS - HOUR_MS) });

/** Each kind once: a broken and a hidden own page, an overtaking, a site, lost questions, a silent engine, a wrong fact. */
function history(): object[] {
  const daily = Array.from({ length: 40 }, (_, day) => day).flatMap((day) =>
    Array.from({ length: 10 }, (_, prompt) => {
      const names = day < 8 ? 'Bolt' : prompt % 4 === 0 ? 'Bolt' : 'Acme';
      return line({ ...saying(names), prompt: `prompt ${prompt}`, ...at(day) });
    }),
  );
  return [
    ...daily,
    line({ answer: 'Acme', ...cites(`${OWN}/gone`, `${OWN}/hidden`), ...at(1) }),
    line({ answer: 'Acme', ...cites(`${OWN}/gone`, `${OWN}/fine`), ...at(2) }),
    line({ answer: 'Bolt', ...cites(LIST), ...at(1) }),
    line({ answer: WRONG, ...cites('https://prices.example/'), ...at(1) }),
    line({ answer: 'Acme', engine: 'claude', ...at(4) }),
    ...[0, 1, 2].map((day) => line({ engine: 'claude', answer: undefined, outcome: 'error', ...at(day) })),
  ];
}

onReusedStore('GET /todo', (fresh) => {
  let world: Awaited<ReturnType<typeof newWorld>>;
  before(async () => {
    world = await newWorld();
  });

  async function newWorld() {
    const store = await fresh();
    const { apply, importLines, createKey, watch } = pipelineOn(store);
    const alerts = { kinds: ['competitor_overtook'] };
    await apply(acmeFile([{ ...ACME_BRAND, facts: [PRO] }], { alerts }));
    assert.equal((await importLines(history())).bad_lines, 0);
    const wrongKey = { detail: 'invalid_api_key' };
    await store.main.updateTable('collections').set(wrongKey).where('outcome', '=', 'error').execute();
    await readBy(store.main, 1, MODEL);
    await judge(store.main, 1, (text) =>
      text === WRONG
        ? {
            names: { Acme: { verdict: 'neutral' } },
            facts: [{ name: 'Pro price', verdict: 'contradicts', sentence: WRONG }],
          }
        : undefined,
    );
    for (const days of [2, 1, 0]) await watch({ at: NOW - days * DAY_MS, brand: 'acme' });
    const tracked = await listTracked(store.main, 1);
    const fetched = (url: string, found: Partial<FetchedPage>, fetchedAt = NOW - DAY_MS) =>
      savePage(store.main, 1, {
        url,
        fetchedAt,
        status: 200,
        isReachable: true,
        problem: null,
        leadsTo: null,
        keptOut: [],
        facts: {
          title: null,
          type: 'list',
          isNoindex: false,
          canonical: null,
          published: null,
          changed: null,
        },
        named: tracked.filter(({ name }) => name === 'Bolt').map(({ id }) => id),
        lookedFor: readingKey(tracked),
        ...found,
      });
    await fetched(`${OWN}/gone`, { status: 404, isReachable: false, facts: null, named: null });
    await fetched(`${OWN}/hidden`, { keptOut: ['GPTBot', 'OAI-SearchBot'] });
    await fetched(`${OWN}/fine`, { keptOut: ['GPTBot'] });
    await fetched(LIST, {});
    const { key } = await createKey();
    const { get, csv } = reportsOn(store);
    const list = async (query = '?limit=200') => (await get(`/todo${query}`, key)).body;
    const count = async (filters: object) =>
      (await get(`/answers?limit=200&${new URLSearchParams({ ...filters })}`, key)).body.data.length;
    const mark = (input: Parameters<typeof markTodo>[2], days = 0) =>
      markTodo({ db: store.main, now: () => NOW - days * DAY_MS, actor: 'usr_test' }, 'acme', input);
    return { list, count, mark, fetched, csv: async () => await csv('/todo?limit=200', key) };
  }

  type Row = Record<string, unknown> &
    Pick<Parameters<typeof markTodo>[2], 'kind' | 'subject'> & { filters: object | null; facts: string[] };

  test('200: each kind, in its order, with as many answers as its filters list', async () => {
    const { list, count, csv } = world;
    const { data, meta } = await list();
    const rows = data as Row[];
    const said = (kind: string) =>
      rows.filter((row) => row.kind === kind).map(({ title, reason, answers }) => [title, reason, answers]);
    assert.deepEqual([...new Set(rows.map(({ kind }) => kind))], TODO_KINDS);
    assert.deepEqual(said('page_fails'), [['Repair acme.example/gone', 'It answers 404.', 2]]);
    assert.deepEqual(said('page_hidden'), [
      ['Let engines index acme.example/hidden', 'Its robots.txt keeps out OAI-SearchBot.', 1],
    ]);
    assert.match(
      String(said('rival_ahead')),
      /^Catch up with Bolt on ChatGPT \(API\),It is ahead there since about Nov \d+\.,\d+$/,
    );
    assert.deepEqual(said('site'), [['Ask toolroundup.example to list Acme', 'It lists Bolt.', 1]]);
    assert.match(String(said('question_lost')[0]), /^Win back “prompt \d” on ChatGPT \(API\)/);
    assert.deepEqual(said('engine_silent'), [
      ['Renew the key of Claude (API)', 'No answer since Nov 16.', null],
    ]);
    assert.deepEqual(said('wrong_fact'), [
      [
        'Correct “Pro price” in answers',
        'You declare “12 USD per month”; answers say otherwise. They cite prices.example most often.',
        1,
      ],
    ]);
    for (const { filters, answers } of rows) {
      if (filters !== null)
        assert.equal(await count({ ...meta.window, ...filters }), answers, JSON.stringify(filters));
    }
    assert.equal(meta.more, 0);
    assert.equal((await csv()).trim().split('\n').length, rows.length + 1);
  });

  test('200: the first rows, and how many more; by engine only its own', async () => {
    const { list } = world;
    const all = (await list()).data;
    const { data, meta } = await list('');
    assert.deepEqual([data, meta.more], [all.slice(0, 5), all.length - 5]);
    const ofClaude = (await list('?engine=claude')).data as Row[];
    assert.deepEqual(
      ofClaude.map(({ kind }) => kind),
      ['engine_silent'],
    );
  });

  test('200: what is done goes until it is still so at the next look, what is ignored until there is more', async () => {
    const { list, mark, fetched } = world;
    const subjectsOf = async (query?: string) =>
      ((await list(query)).data as Row[]).map(({ kind, subject }) => `${kind} ${subject}`);
    const [gone, hidden] = (await list()).data as Row[];
    const given = ({ kind, subject, facts }: Row) => ({ kind, subject, facts });
    await mark({ ...given(gone as Row), state: 'done' });
    await mark({ ...given(hidden as Row), state: 'ignored', note: 'on purpose' });
    const without = await subjectsOf();
    assert.equal(
      without.some((each) => each.startsWith('page_')),
      false,
    );
    assert.deepEqual(await subjectsOf('?state=done'), [`page_fails ${OWN}/gone`]);
    assert.equal(((await list('?state=ignored')).data as Row[])[0]?.note, 'on purpose');
    await fetched(
      `${OWN}/gone`,
      { status: 404, isReachable: false, facts: null, named: null },
      NOW + HOUR_MS,
    );
    await fetched(`${OWN}/hidden`, { keptOut: ['OAI-SearchBot'] }, NOW + HOUR_MS);
    assert.deepEqual(await subjectsOf(), [`page_fails ${OWN}/gone`, ...without]);
    await fetched(`${OWN}/hidden`, { keptOut: ['OAI-SearchBot', 'Bingbot'] }, NOW + HOUR_MS);
    assert.deepEqual((await subjectsOf())[1], `page_hidden ${OWN}/hidden`);
    const site = 'www.toolroundup.example';
    await mark({ kind: 'site', subject: site, state: 'taken' });
    assert.equal((await subjectsOf()).includes('site toolroundup.example'), false);
    await mark({ kind: 'site', subject: site, state: 'open' });
  });

  test('a client link shows what its pages show, and no notes', async () => {
    const { list } = world;
    const { data } = await list();
    const shown = (...pages: string[]) =>
      new Set((redactReport('todo', data, (page) => pages.includes(page)) as Row[]).map(({ kind }) => kind));
    assert.deepEqual([...shown('overview')], []);
    assert.deepEqual([...shown('sources')], ['page_fails', 'page_hidden', 'site']);
    assert.equal(
      shown('overview', 'sources', 'competitors', 'questions', 'said', 'answers').has('engine_silent'),
      false,
    );
  });
});
