import assert from 'node:assert/strict';
import type { EngineAdapter, Settings } from '../../src/engines/engine.ts';
import type { Fetch } from '../../src/pipeline/collect/job/transport.ts';
import { visibility } from '../../src/reports/brands/visibility.ts';
import { collectOn, morning, readyAt } from './collecting.ts';
import { type Reports, reportsAmong } from './reports.ts';
import { storedBody } from './stored-reply.ts';
import type { TestStore } from './stores.ts';
import { type Stub, type StubReply, type StubRequest, startStub } from './stub-engine.ts';
import { acmeFile, DAY_MS, MINUTE_MS, pipelineOn } from './world.ts';

export const PROMPT = 'best project management software for a 5 person agency';

/** The expected outcome, stored detail, and number of requests. */
export interface Expected {
  readonly status?: number;
  readonly stored: readonly [outcome: string, detail: string | null];
  readonly asked?: number;
  /** The engine stops; its questions are stored as failed when the day ends. */
  readonly stops?: boolean;
}

/** One engine, one brand with one prompt or several, and a stub. Each test takes the next day. */
export class EngineWorld {
  readonly #adapter: EngineAdapter;
  readonly #fresh: () => Promise<TestStore>;
  readonly #prompts: readonly string[];
  #store: TestStore | undefined;
  #key = '';
  #days = 0;
  #script: readonly StubReply[] = [];
  #turn = 0;
  #times: number[] = [];
  #clock = morning();
  #reports: Reports | undefined;
  stub: Stub = { baseUrl: '', requests: [], served: 0, stop: async () => {} };

  constructor(
    adapter: EngineAdapter,
    fresh: () => Promise<TestStore>,
    prompts: readonly string[] = [PROMPT],
  ) {
    this.#adapter = adapter;
    this.#fresh = fresh;
    this.#prompts = prompts;
  }

  async open(): Promise<void> {
    this.#store = await this.#fresh();
    this.stub = await startStub((request) => this.#answer(request));
    const { apply, createKey } = pipelineOn(this.#store, this.#clock);
    const brand = {
      id: 'tandemly',
      name: 'Tandemly',
      domain: 'tandemly.example',
      configured: true,
      market: { location_code: 2826, language_code: 'en' },
      engines: [this.#adapter.slug],
      competitors: [{ name: 'Kestrel Boards', domain: 'kestrelboards.example' }],
      prompts: this.#prompts.map((text) => ({ text })),
    };
    await apply(acmeFile([brand]));
    this.#key = (await createKey()).key;
  }

  async close(): Promise<void> {
    await this.stub.stop();
  }

  /** Some engines redirect citations through another host, where a GET leads to a page. */
  get #redirects(): boolean {
    const { settings = [] } = this.#adapter;
    return settings.some(({ standard }) => URL.canParse(standard));
  }

  get #main() {
    assert.ok(this.#store);
    return this.#store.main;
  }

  #answer({ method }: StubRequest): StubReply {
    this.#times.push(this.#clock.at);
    if (method === 'GET' && this.#redirects)
      return { status: 302, headers: { location: `https://${this.#turn}.example/` } };
    const reply = this.#script[Math.min(this.#turn, this.#script.length - 1)] ?? {};
    this.#turn += 1;
    return reply;
  }

  /** A new day on which the engine sends these replies in turn, and then repeats the last one. */
  async day(
    script: readonly StubReply[],
    {
      baseUrl = this.stub.baseUrl,
      deadlineMs = 20_000,
      patienceMs = DAY_MS,
      settings = {} as Settings,
      fetch = globalThis.fetch as Fetch,
      pace = 1,
    } = {},
  ) {
    assert.ok(this.#store);
    this.#script = script;
    this.#turn = 0;
    this.#times = [];
    const since = this.#begin();
    const from = this.stub.requests.length;
    const ready = readyAt(this.#adapter, baseUrl, { deadlineMs });
    const engines = [
      { ...ready, access: { ...ready.access, settings: { ...ready.access.settings, ...settings } } },
    ];
    const { breakers } = await collectOn(this.#store, engines, {
      clock: this.#clock,
      patienceMs,
      fetch,
      pace,
    });
    return {
      breakers,
      rows: await this.#rowsSince(since),
      requests: this.stub.requests.slice(from),
      times: this.#times,
      replies: await this.#repliesSince(since),
    };
  }

  /**
   * A new day on which the engine gives each question its own reply, again and again, without a network.
   *
   * @returns each question's stored outcome and detail, and its number of requests
   */
  async dayOfEach(replies: ReadonlyMap<string, StubReply>): Promise<ReadonlyMap<string, readonly unknown[]>> {
    assert.ok(this.#store);
    const since = this.#begin();
    const asked = new Map<string, number>();
    // One question at a time, so a request without one belongs to the last.
    let prompt = '';
    const fetch: Fetch = async (_url, { method, body }) => {
      prompt = [...replies.keys()].find((each) => String(body).includes(each)) ?? prompt;
      asked.set(prompt, (asked.get(prompt) ?? 0) + 1);
      const isRedirected = method === 'GET' && this.#redirects;
      const reply = isRedirected
        ? { status: 302, headers: { location: 'https://page.example/' } }
        : replies.get(prompt);
      const { status = 200, headers = {}, body: text = '' }: StubReply = reply ?? {};
      return new Response(text, { status, headers: { 'content-type': 'application/json', ...headers } });
    };
    const engines = [readyAt(this.#adapter, this.stub.baseUrl)];
    await collectOn(this.#store, engines, { clock: this.#clock, patienceMs: DAY_MS, fetch });
    const rows = await this.#main
      .selectFrom('collections as c')
      .innerJoin('prompts as p', (join) =>
        join.onRef('p.brand_id', '=', 'c.brand_id').onRef('p.id', '=', 'c.prompt_id'),
      )
      .select(['p.text', 'c.outcome', 'c.detail'])
      .where('c.collected_at', '>=', since)
      .execute();
    return new Map(rows.map(({ text, outcome, detail }) => [text, [outcome, detail, asked.get(text)]]));
  }

  /** The start of a new day. */
  #begin(): number {
    this.#days += 1;
    this.#clock = morning(this.#days);
    return this.#clock.at;
  }

  async #repliesSince(since: number) {
    const rows = await this.#main
      .selectFrom('replies')
      .selectAll()
      .where('asked_at', '>=', since)
      .orderBy('part')
      .execute();
    return rows.map((row) => ({ ...row, body: storedBody(row) }));
  }

  async #rowsSince(since: number) {
    const rows = await this.#main
      .selectFrom('collections')
      .select(['outcome', 'detail'])
      .where('collected_at', '>=', since)
      .orderBy('id')
      .execute();
    return rows.map(({ outcome, detail }) => [outcome, detail]);
  }

  /** Checks the replies' outcome, and that a failure changes no count. */
  async assertOutcome(script: readonly StubReply[], expected: Expected): Promise<void> {
    const { stored, asked = 1, stops = false } = expected;
    const before = await this.#visibility();
    const patienceMs = stops ? MINUTE_MS : DAY_MS;
    const { rows, requests, breakers } = await this.day(script, { patienceMs });
    assert.equal(requests.length, asked);
    assert.deepEqual(breakers, stops ? [`${this.#adapter.slug}: ${stored[1]}`] : []);
    assert.deepEqual(rows, stops ? [] : [stored]);
    if (stops) await this.#assertStopped(stored);
    const after = await this.#visibility();
    if (stored[0] === 'error' || stored[0] === 'timeout') assert.deepEqual(after, before);
    else assert.equal(answersIn(after), answersIn(before) + 1);
  }

  /** Checks that the next day stores the question as failed with this reason, without another request. */
  async #assertStopped(stored: readonly [string, string | null]): Promise<void> {
    assert.ok(this.#store);
    const since = this.#clock.at;
    const from = this.stub.requests.length;
    const clock = morning(this.#days + 1);
    await collectOn(this.#store, [readyAt(this.#adapter, this.stub.baseUrl)], { clock, isPlanned: true });
    assert.deepEqual(await this.#rowsSince(since), [stored]);
    assert.equal(this.stub.requests.length, from);
  }

  /** Every engine's counts over the longest window, as of a moment after this suite. */
  async #visibility(): Promise<unknown> {
    assert.ok(this.#store);
    this.#reports ??= reportsAmong(visibility)(this.#store, morning(80));
    const { status, body } = await this.#reports.get('/visibility?days=90', this.#key);
    assert.equal(status, 200);
    return body.data;
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the body of a report
function answersIn(data: any): number {
  return data.engines[0]?.responses ?? 0;
}
