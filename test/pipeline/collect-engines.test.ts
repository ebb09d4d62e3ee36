import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { declareEngines } from '../../src/domain/answers/engine.ts';
import { marketOf } from '../../src/domain/brand/market.ts';
import type { EngineAdapter } from '../../src/engines/engine.ts';
import { openaiCompatible } from '../../src/engines/openai_compatible/adapter.ts';
import { engineOfOwn, type OwnEngine } from '../../src/engines/openai_compatible/definition.ts';
import { ADAPTERS } from '../../src/engines/registry.ts';
import { readingOf } from '../../src/pipeline/collect/job/collection-of-reply.ts';
import { readyAt } from '../support/collecting.ts';
import { effort, isNightly } from '../support/effort.ts';
import { EngineWorld, type Expected, PROMPT } from '../support/engine-world.ts';
import { fixture } from '../support/engines.ts';
import { pluck } from '../support/pluck.ts';
import { scriptedFetch } from '../support/scripted-fetch.ts';
import { onReusedStore } from '../support/stores.ts';
import { type StubReply, startStub } from '../support/stub-engine.ts';
import { HOUR_MS, MINUTE_MS } from '../support/world.ts';

const ok = (detail: string | null = null): Expected => ({ stored: ['ok', detail] });
const empty = (detail: string): Expected => ({
  stored: ['empty', detail],
  asked: detail === 'blank' ? 2 : 1,
});
const final = (detail: string): Expected => ({ stored: ['error', detail] });
const cutShort = (detail: string): Expected => ({ stored: ['error', detail], asked: 2 });
const passing = (detail: string, status = 200): Expected => ({ status, stored: ['error', detail], asked: 6 });
const stopping = (detail: string, status = 200): Expected => ({
  status,
  stored: ['error', detail],
  stops: true,
});

/** Each fixture's result if the engine sends nothing else. */
const FIXTURES: Readonly<Record<string, Readonly<Record<string, Expected>>>> = {
  chatgpt: {
    ok: ok(),
    drift_action: ok(),
    drift_title: ok(),
    nosearch: ok('no_search'),
    search_failed: ok('no_search'),
    content_filter: empty('content_filter'),
    refusal: empty('refusal'),
    incomplete_empty: cutShort('truncated:max_output_tokens'),
    incomplete_max_tokens: cutShort('truncated:max_output_tokens'),
    failed: passing('server_error'),
    failed_invalid_prompt: final('invalid_prompt'),
    err500: passing('server_error', 500),
    err429_rate: passing('rate_limit_exceeded', 429),
    err401: stopping('invalid_api_key', 401),
    err404_model: stopping('model_not_found', 404),
    err429_quota: stopping('insufficient_quota', 429),
    err429_spend_limit: stopping('project_spend_limit_exceeded', 429),
  },
  claude: {
    ok: ok(),
    search_error: ok('search_error:max_uses_exceeded'),
    findings_before_search: ok(),
    empty: empty('blank'),
    refusal: empty('refusal:general_harms'),
    max_tokens: cutShort('truncated:max_tokens'),
    pause_turn: { stored: ['error', 'paused'], asked: 6 },
    err500: passing('api_error', 500),
    err529: passing('overloaded_error', 529),
    err429: passing('rate_limit_error', 429),
    err401: stopping('authentication_error', 401),
    err400_billing: stopping('invalid_request_error', 400),
    err429_spend_limit: stopping('rate_limit_error', 429),
    err400_prompt_too_long: { ...final('invalid_request_error'), status: 400 },
  },
  gemini: {
    ok: { ...ok(), asked: 4 },
    nogrounding: ok('no_search'),
    queries_no_chunks: ok('searched_no_chunks'),
    safety: empty('blocked:SAFETY'),
    prompt_blocked: empty('blocked:PROHIBITED_CONTENT'),
    max_tokens_empty: cutShort('truncated:MAX_TOKENS'),
    continuation: final('truncated:CONTINUATION'),
    stopped: passing('stopped:OTHER'),
    err400_prompt_too_long: { ...final('INVALID_ARGUMENT'), status: 400 },
    err503: passing('UNAVAILABLE', 503),
    err429: passing('RESOURCE_EXHAUSTED', 429),
    err400_key: stopping('API_KEY_INVALID', 400),
  },
  perplexity: {
    ok: ok(),
    nosearch: ok('no_search'),
    web_markers: ok('unread_citations:1'),
    incomplete: cutShort('truncated:max_output_tokens'),
    failed200: passing('internal_error'),
    err400_prompt_too_long: { ...final('too_many_prompt_tokens'), status: 400 },
    err429: passing('request_rate_limit_exceeded', 429),
    err401: stopping('forbidden', 401),
    // Perhaps only this question's fault: retry once, stop nothing.
    err400_field: { status: 400, stored: ['error', 'invalid_request'], asked: 2 },
  },
  grok: {
    ok: ok(),
    question_returned: ok(),
    incomplete_time_limit: { stored: ['timeout', 'truncated:max_time_limit'], asked: 2 },
    err429: passing('Some_resource_has_been_exhausted', 429),
    err400_key: stopping('Client_specified_an_invalid_argument', 400),
    err410_live_search: stopping('Gone', 410),
  },
  mistral: { ok: ok() },
  chatgpt_app: {
    ok: ok(),
    nosources: ok('no_search'),
    // Only its products name the brand, and they are no part of the text.
    cards: { stored: ['empty', null] },
    // Only posted tasks wait: a live call with this status has failed.
    task_in_queue: passing('dfs:40602'),
  },
  gemini_app: { ok: ok() },
  google_ai_overview: {
    ok: ok(),
    no_ai_overview: empty('no_ai_overview'),
    not_loaded: passing('ai_overview_not_loaded'),
  },
  google_ai_mode: {
    ok: ok(),
    partial_list: ok(),
    no_items: empty('no_ai_overview'),
    task_40102: empty('no_results'),
    task_40101: passing('dfs:40101'),
    task_40209: passing('dfs:40209'),
    top_40202: passing('dfs:40202'),
    task_50401: { stored: ['timeout', 'dfs:50401'], asked: 2 },
    task_40501: { stored: ['error', 'dfs:40501'], asked: 1 },
    http_401: stopping('dfs:40100', 401),
    http_402: stopping('dfs:40200', 402),
  },
  copilot_search: { ok: ok(), no_ai_overview: empty('no_ai_overview') },
  chatgpt_app_cloro: {
    ok: ok(),
    mobile: ok(),
    nosources: ok('no_search'),
    blank: empty('blank'),
    failed: passing('INTERNAL_SERVER_ERROR'),
    err500: passing('INTERNAL_SERVER_ERROR', 500),
    err429_queue: passing('QUEUE_LIMIT_EXCEEDED', 429),
    err429_rate: passing('RATE_LIMIT_EXCEEDED', 429),
    err401: stopping('INVALID_OR_EXPIRED_API_KEY', 401),
    err403_credits: stopping('INSUFFICIENT_CREDITS', 403),
    err400_country: { ...final('VALIDATION_ERROR'), status: 400 },
    // Perhaps only this question's fault: retry once, stop nothing.
    err400_field: { status: 400, stored: ['error', 'VALIDATION_ERROR'], asked: 2 },
  },
  gemini_app_cloro: { ok: ok() },
  google_ai_overview_cloro: {
    ok: ok(),
    no_ai_overview: empty('no_ai_overview'),
    overview_null: empty('no_ai_overview'),
  },
  google_ai_mode_cloro: { ok: ok(), cards: ok() },
  openai_compatible: {
    ok: ok(),
    local: ok('no_search'),
    harmony: ok('no_search'),
    only_reasoning: empty('blank'),
    out_of_resources: passing('stopped:insufficient_system_resource'),
    nosearch: ok('no_search'),
    blank: empty('blank'),
    content_filter: empty('content_filter'),
    refusal: empty('refusal'),
    length: cutShort('truncated:length'),
    choice_error: passing('http_502'),
    error_in_200: passing('http_502'),
    // Perhaps only this question's fault: retry once, stop nothing.
    err400_model: { status: 400, stored: ['error', 'http_400'], asked: 2 },
    err400_context: { ...final('exceed_context_size_error'), status: 400 },
    err401: stopping('http_401', 401),
    err402: stopping('http_402', 402),
    err403_moderation: { ...final('http_403'), status: 403 },
    err404_model: stopping('NotFoundError', 404),
    err429: passing('http_429', 429),
    err503_loading: passing('unavailable_error', 503),
  },
};

/** An operator's own engine, beside the built-in ones. Its fixtures are in its kind's folder. */
const OWN: OwnEngine = {
  slug: 'openai_compatible',
  name: 'DeepSeek V4',
  provider: 'OpenRouter',
  model: 'deepseek/deepseek-v4',
  baseUrl: 'https://openrouter.ai/api/v1',
  search: 'openrouter_exa',
  needsKey: true,
  costUsd: 0.01,
  concurrency: 2,
  deadlineSeconds: 120,
};
const EVERY_ADAPTER = [...ADAPTERS, openaiCompatible(OWN)];

/** A task's status before it ends. */
const WAITING: readonly string[] = ['task_post.json', 'task_processing.json'];

/** Each engine's first request: its path, key header, and place of Great Britain. */
const REQUESTS: Readonly<
  Record<string, readonly [path: string, header: string, key: string, market: unknown]>
> = {
  chatgpt: ['/v1/responses', 'authorization', 'Bearer key', 'GB'],
  claude: ['/v1/messages', 'x-api-key', 'key', 'GB'],
  gemini: ['/v1beta/models/model:generateContent', 'x-goog-api-key', 'key', 51.51],
  perplexity: ['/v1/agent', 'authorization', 'Bearer key', 'GB'],
  grok: ['/v1/responses', 'authorization', 'Bearer key', undefined],
  mistral: ['/v1/conversations', 'authorization', 'Bearer key', undefined],
  chatgpt_app: [
    '/v3/ai_optimization/chat_gpt/llm_scraper/live/advanced',
    'authorization',
    'Basic a2V5',
    2826,
  ],
  gemini_app: ['/v3/ai_optimization/gemini/llm_scraper/live/advanced', 'authorization', 'Basic a2V5', 2826],
  google_ai_overview: ['/v3/serp/google/organic/live/advanced', 'authorization', 'Basic a2V5', 2826],
  google_ai_mode: ['/v3/serp/google/ai_mode/live/advanced', 'authorization', 'Basic a2V5', 2826],
  copilot_search: ['/v3/serp/bing/organic/live/advanced', 'authorization', 'Basic a2V5', 2826],
  chatgpt_app_cloro: ['/v1/async/task', 'authorization', 'Bearer key', 'GB'],
  gemini_app_cloro: ['/v1/async/task', 'authorization', 'Bearer key', 'GB'],
  google_ai_overview_cloro: ['/v1/async/task', 'authorization', 'Bearer key', 'GB'],
  google_ai_mode_cloro: ['/v1/async/task', 'authorization', 'Bearer key', 'GB'],
  openai_compatible: ['/chat/completions', 'authorization', 'Bearer key', undefined],
};

// biome-ignore lint/suspicious/noExplicitAny: a request of any engine
function marketIn(body: any): unknown {
  return (
    body.tools?.[0]?.user_location?.country ??
    body.toolConfig?.retrievalConfig?.latLng?.latitude ??
    body.payload?.country ??
    body[0]?.location_code
  );
}

const html = (status: number, body = '<!doctype html><title>Sorry</title>'): StubReply => ({
  status,
  body,
  headers: { 'content-type': 'text/html' },
});

type Broken = readonly [what: string, reply: StubReply, expected: Expected];

/** Every status that breaks an exchange, with its result. */
const STATUSES: readonly Broken[] = [
  ['500 without a word', { status: 500 }, passing('http_500')],
  ['502 in HTML', html(502), passing('http_502')],
  ['529 without a word', { status: 529 }, passing('http_529')],
  ['429 without a word', { status: 429 }, passing('http_429')],
  ['504 from a gateway', html(504), { stored: ['timeout', 'http_504'], asked: 2 }],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, stopping('http_307')],
];

/** Every body that no parser reads. */
const BODIES: readonly Broken[] = [
  ['HTML with status 200', html(200), final('parse')],
  [
    'a body that is not what its type says',
    { body: 'Service notice', headers: { 'content-type': 'text/plain' } },
    final('parse'),
  ],
  ['JSON of another kind', { body: '[1, 2, 3]' }, final('parse')],
  ['nothing at all', { body: '' }, final('parse')],
  ['NUL bytes', { body: '\u0000\u0000{"a": "\u0000"}' }, final('parse')],
];

/** What happens between an engine and its parser is the same for all, so daily runs try it on the first. */
const isTriedFully = ({ slug }: EngineAdapter) => isNightly || slug === ADAPTERS[0]?.slug;

/** A provider's queue is the same for its engines, so daily runs wait in it for the first of them. */
const asksForProvider = ({ slug, provider }: EngineAdapter) =>
  isNightly || slug === ADAPTERS.find((each) => each.provider.slug === provider.slug)?.slug;

/** An engine's replies, with their results. */
function casesOf(adapter: EngineAdapter): readonly Broken[] {
  const ok = fixture(adapter.slug, 'ok');
  return [
    ...Object.entries(FIXTURES[adapter.slug] ?? {}).map(([name, expected]): Broken => {
      const reply = { status: expected.status ?? 200, body: fixture(adapter.slug, name) };
      return [`fixture ${name}`, reply, expected];
    }),
    ...(isTriedFully(adapter) ? STATUSES : []),
    ...BODIES,
    ['truncated JSON', { body: ok.slice(0, ok.length / 2) }, final('parse')],
    ...(isTriedFully(adapter)
      ? [['JSON with a wrong content type', html(200, ok), asksAll(adapter, 'ok')] as const]
      : []),
  ];
}

onReusedStore('every engine', (fresh) => {
  before(() => declareEngines([engineOfOwn(OWN)]));
  after(() => declareEngines([]));
  for (const adapter of EVERY_ADAPTER) {
    describe(adapter.slug, () => {
      const OK = fixture(adapter.slug, 'ok');
      const world = new EngineWorld(adapter, fresh);
      before(() => world.open());
      after(() => world.close());

      test("sends the adapter's request for the market, and stores the raw body byte for byte", async () => {
        const { rows, requests, replies } = await world.day([{ body: OK }]);
        assert.deepEqual(rows, [['ok', null]]);
        const [request] = requests;
        const [path, header, key, market] = REQUESTS[adapter.slug] ?? [];
        assert.equal(request?.path, path);
        assert.equal(request?.headers[header ?? ''], key);
        assert.equal(request?.headers['content-type'], 'application/json');
        assert.equal(marketIn(request?.body), market);
        const { access } = readyAt(adapter, world.stub.baseUrl);
        const [built] = adapter.next({ prompt: PROMPT, market: marketOf(2826, 'en') }, access, []);
        assert.deepEqual(request?.body, JSON.parse(JSON.stringify(built?.body)));
        assert.equal(`${world.stub.baseUrl}${request?.path}`, built?.url);
        assert.equal(replies[0]?.status, 200);
        assert.equal(replies[0]?.body, OK);
      });

      test('has an expectation for each of its fixtures', () => {
        const folder = new URL(`../../src/engines/${adapter.slug}/fixtures/`, import.meta.url);
        const files = readdirSync(folder).filter((file) => !WAITING.includes(file));
        const names = files.map((file) => file.replace('.json', ''));
        assert.deepEqual(Object.keys(FIXTURES[adapter.slug] ?? {}).sort(), names.sort());
      });

      if (adapter.provider.slug === 'dataforseo' && asksForProvider(adapter)) {
        test('in the queue, posts a task once, and polls it every half a minute', async () => {
          const body = fixture('chatgpt_app', 'task_post');
          const waiting = { body: fixture('chatgpt_app', 'task_in_queue') };
          const script = [{ body }, waiting, { status: 503 }, waiting, { body: OK }];
          const { rows, requests, times, replies } = await world.day(script, { settings: { mode: 'queue' } });
          assert.deepEqual(rows, [['ok', null]]);
          assert.deepEqual(pluck(requests, 'method'), ['POST', 'GET', 'GET', 'GET', 'GET']);
          assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 30_000);
          assert.deepEqual(pluck(replies, 'body'), [body, OK]);
        });
      }

      if (adapter.provider.slug === 'cloro' && asksForProvider(adapter)) {
        test('posts a task once, and polls until it is done', async () => {
          const body = fixture('chatgpt_app_cloro', 'task_post');
          const waiting = { body: fixture('chatgpt_app_cloro', 'task_processing') };
          const script = [{ body }, waiting, { status: 503 }, { status: 429 }, waiting, { body: OK }];
          const { rows, requests, times, replies } = await world.day(script);
          assert.deepEqual(rows, [['ok', null]]);
          assert.deepEqual(pluck(requests, 'method'), ['POST', 'GET', 'GET', 'GET', 'GET', 'GET']);
          assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 20_000);
          assert.deepEqual(pluck(replies, 'body'), [body, OK]);
        });

        test('gives up an unfinished task after an hour, with one post', async () => {
          const waiting = { body: fixture('chatgpt_app_cloro', 'task_processing') };
          const script = [{ body: fixture('chatgpt_app_cloro', 'task_post') }, waiting];
          const pace = effort(20, 1);
          const { rows, requests, times } = await world.day(script, { patienceMs: 2 * HOUR_MS, pace });
          assert.equal(requests.filter(({ method }) => method === 'POST').length, 1);
          assert.deepEqual(rows, [['timeout', 'queue_deadline']]);
          assert.ok((times.at(-1) ?? 0) - (times[0] ?? 0) > HOUR_MS);
        });
      }

      const cases = casesOf(adapter);

      // One question each, on one day.
      describe('asked with others', () => {
        const shared = cases.filter(([, , { stops }]) => !stops);
        const promptOf = (what: string) => `${what}: ${PROMPT}`;
        const several = new EngineWorld(
          adapter,
          fresh,
          shared.map(([what]) => promptOf(what)),
        );
        let outcomes: ReadonlyMap<string, readonly unknown[]>;
        before(async () => {
          await several.open();
          outcomes = await several.dayOfEach(new Map(shared.map(([what, reply]) => [promptOf(what), reply])));
        });
        after(() => several.close());

        for (const [what, , { stored, asked = 1 }] of shared) {
          test(`${what}: ${stored.join(', ')}`, () =>
            assert.deepEqual(outcomes.get(promptOf(what)), [...stored, asked]));
        }
      });

      // A stopped engine asks nothing else that day.
      for (const [what, reply, expected] of cases.filter(([, , { stops }]) => stops || isNightly)) {
        test(`${what}: ${expected.stored.join(', ')}`, () => world.assertOutcome([reply], expected));
      }

      test('a status without a word is the detail', () => {
        const details = STATUSES.map(([, { status = 200, body = '' }]) =>
          readingOf(adapter, [{ status, headers: {}, body }]),
        );
        assert.deepEqual(
          pluck(details, 'outcome', 'detail'),
          STATUSES.map(([, , { stored }]) => stored),
        );
      });

      if (!isTriedFully(adapter)) return;

      test('a connection reset in the middle of a body, then an answer', async () => {
        const expected = asksAll(adapter, 'ok');
        await world.assertOutcome([{ body: OK, fault: 'reset' }, { body: OK }], {
          ...expected,
          asked: (expected.asked ?? 1) + 1,
        });
      });

      test('a connection reset for good', () =>
        world.assertOutcome([{ body: OK, fault: 'reset' }], passing('network:UND_ERR_SOCKET')));

      for (const fault of ['hang', 'trickle'] as const) {
        test(`retries once after a reply that comes too slowly (${fault})`, async () => {
          const scripted = scriptedFetch(fault);
          const { rows } = await world.day([], { deadlineMs: 20, fetch: scripted.fetch });
          assert.deepEqual([rows, scripted.asked], [[['timeout', 'deadline']], 2]);
        });
      }

      test('a refused connection', async () => {
        const gone = await startStub(() => ({}));
        await gone.stop();
        const { rows } = await world.day([], { baseUrl: gone.baseUrl });
        assert.deepEqual(rows, [['error', 'network:ECONNREFUSED']]);
      });

      if (adapter.slug === 'gemini') {
        test('retries a 429 with a delay in its body after that, not before', async () => {
          const limited = { status: 429, body: fixture('gemini', 'err429') };
          const { times } = await world.day([limited, { body: OK }]);
          assert.equal((times[1] ?? 0) - (times[0] ?? 0), 34_000);
        });
      }

      for (const [seconds, least] of [
        ['90', 90_000],
        ['7200', 2 * HOUR_MS],
      ] as const) {
        test(`retries a 429 with retry-after: ${seconds} after that, not before`, async () => {
          const limited = { status: 429, headers: { 'retry-after': seconds } };
          const { rows, times } = await world.day([limited, { body: OK }]);
          assert.deepEqual(rows, [['ok', null]]);
          const waited = (times[1] ?? 0) - (times[0] ?? 0);
          assert.ok(waited >= least && waited < least + 10 * MINUTE_MS, `${waited} ms`);
        });
      }
    });
  }
});

/** In a normal run, which also resolves Gemini's redirects. */
function asksAll({ slug }: EngineAdapter, name: string): Expected {
  const expected = FIXTURES[slug]?.[name];
  assert.ok(expected);
  return expected;
}
