import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Client, Tool } from '@modelcontextprotocol/client';
import { ENGINES } from '../../src/domain/answers/engine.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { ParameterSchema } from '../../src/reports/run/query.ts';
import { type Api, apiOn } from '../support/api.ts';
import { effort, isNightly } from '../support/effort.ts';
import { clientOn, ERAS, type Era, refusedWith } from '../support/mcp.ts';
import { pluck } from '../support/pluck.ts';
import { sampleStore } from '../support/sample-store.ts';
import type { TestStore } from '../support/stores.ts';
import { MINUTE_MS } from '../support/world.ts';

const MOST_CHARACTERS = 40_000;

/** Arguments with which a report's result is complete, and equals the one over HTTP. */
const GIVEN: Readonly<Record<string, object>> = {
  // On all engines its result exceeds the limit.
  definitions: { engine: 'chatgpt' },
  coverage: { days: 5 },
  // HTTP has other defaults.
  visibility: { days: 7 },
  sources: { days: 30 },
  planner: { engine: 'chatgpt' },
  said: { engine: 'chatgpt', about: 'self' },
  answers: { limit: 5 },
  comparisons: { limit: 5 },
  searches: { engine: 'claude', days: 7 },
  trend: { by: 'week', days: 7 },
};

interface Page {
  // biome-ignore lint/suspicious/noExplicitAny: as for `call`
  readonly content: any;
  readonly structuredContent: {
    // biome-ignore lint/suspicious/noExplicitAny: as for `call`
    readonly data: any;
    readonly meta: {
      readonly next_cursor: string | null;
      readonly cut?: { readonly rows_left_out: number; readonly cursor: string | null };
    };
  };
}

/** A body without the remaining quota, which every request changes. */
function unmetered(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (name, value) => (name === 'rate_limit' ? undefined : value)));
}

describe('the tools over the sample data', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  let api: Api;
  let key: string;
  const clients = {} as Record<Era, Client>;
  let tools: Tool[];

  before(async () => {
    ({ store, key, remove } = await sampleStore());
    api = apiOn(store);
    for (const era of ERAS) clients[era] = await clientOn(api, key, era);
    ({ tools } = await clients.modern.listTools());
  });
  beforeEach(() => {
    // A new quota for each.
    api.clock.at += MINUTE_MS;
  });
  after(async () => {
    for (const client of Object.values(clients)) await client.close();
    await api.app.close();
    await remove();
  });

  /** A tool's result for a sample brand. The client checks it against the published schema. */
  const call = async (name: string, given: object = {}, era: Era = 'modern') => {
    const result = await clients[era].callTool({ name, arguments: { brand: 'tandemly', ...given } });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
    return result as any;
  };
  /** A result with types for the paging fields alone. */
  const pageOf: (name: string, given: object) => Promise<Page> = call;
  /** HTTP's body for the same parameters. */
  const overHttp = async (name: string, given: object = {}) => {
    const query = new URLSearchParams({ brand: 'tandemly', ...given } as Record<string, string>);
    return (await api.get(`/${name}?${query}`, key)).body;
  };

  const allOverHttp = async (name: string, given: object = {}) => {
    const all: Record<string, unknown>[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { data, meta } = await overHttp(name, { ...given, limit: '200', ...(cursor && { cursor }) });
      all.push(...data);
      cursor = meta.next_cursor;
    }
    return all;
  };

  for (const era of ERAS) {
    test(`${era}: one tool per report, in their order, read-only, without required arguments`, async () => {
      const { tools } = await clients[era].listTools();
      assert.deepEqual(
        pluck(tools, 'name'),
        REPORTS.map(({ name }) => name),
      );
      for (const tool of tools) {
        const { title, ...hints } = tool.annotations ?? {};
        assert.equal(title, tool.title);
        assert.deepEqual(hints, {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        });
        assert.match(String(tool.description), /null rate means .* never average/s);
        assert.doesNotMatch(String(tool.description), /GET \/|`\//);
        assert.equal(tool.inputSchema.additionalProperties, false);
        assert.equal(tool.inputSchema.required, undefined);
      }
    });
  }

  for (const { name } of REPORTS) {
    test(`${name}: a call without arguments conforms to the published schema, in both eras alike`, {
      skip: !isNightly,
    }, async () => {
      const { structuredContent, isError, content } = await call(name);
      assert.notEqual(isError, true, content[0].text);
      const legacy = (await call(name, {}, 'legacy')).structuredContent;
      assert.deepEqual(unmetered(legacy), unmetered(structuredContent));
    });

    test(`${name}: the structured content is HTTP's body, and the text names the brand and has its note`, async () => {
      const given = GIVEN[name] ?? {};
      const { structuredContent, content } = await call(name, given);
      assert.deepEqual(unmetered(structuredContent), unmetered(await overHttp(name, given)));
      assert.equal(content.length, 1);
      const { brand, note } = structuredContent.meta;
      assert.ok(content[0].text.startsWith(`${brand.name} (${brand.id})`));
      assert.ok(content[0].text.includes(note));
    });
  }

  test("a tool's refusal has no structured content, so no client checks it against a success's schema", async () => {
    for (const { name } of REPORTS) {
      const refused = await call(name, { nonsense: 1 });
      assert.deepEqual([refusedWith(refused), refused.isError], ['invalid_parameter', true], name);
      assert.equal('structuredContent' in refused, false, name);
    }
  });

  test('no result exceeds 40,000 characters, whatever the request', async () => {
    const limits = [{}, { limit: 200 }];
    for (const { name, query } of REPORTS) {
      const requests = [
        {},
        ...('limit' in query ? limits : []),
        ...('days' in query ? [{ days: 365 }] : []),
        ...('by' in query ? [{ days: 92, by: (query.by as ParameterSchema).enum?.[0] }] : []),
      ];
      // The last is the longest.
      for (const given of requests.slice(effort(-1, 0))) {
        const result = await call(name, given);
        assert.notEqual(result.isError, true, result.content[0].text);
        assert.ok(JSON.stringify(result).length <= MOST_CHARACTERS, `${name} ${JSON.stringify(given)}`);
      }
    }
  });

  for (const name of ['answers', 'comparisons'] as const) {
    test(`${name}: a cut page goes on with its cursor, without a gap or a row twice`, async () => {
      const ids: string[] = [];
      let cuts = 0;
      // Few enough pages for one minute's quota.
      const given = name === 'answers' ? { from: '2026-11-17T00:00:00Z' } : { days: 3 };
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await pageOf(name, { ...given, limit: 200, ...(cursor && { cursor }) });
        const { data, meta } = page.structuredContent;
        ids.push(...data.map(({ id }: { id: string }) => id));
        if (meta.cut && meta.cut.rows_left_out > 0) {
          cuts += 1;
          assert.equal(meta.cut.cursor, data.at(-1).id);
          assert.match(page.content[0].text, new RegExp(`Next page: cursor=${meta.cut.cursor}`));
        }
        cursor = meta.next_cursor;
      }
      const all = await allOverHttp(name, given);
      assert.deepEqual(
        ids,
        all.map(({ id }) => id),
      );
      assert.ok(cuts > 0, 'the result was cut');
    });
  }

  test('a report with a limit returns ten rows without one, and answers their texts as well', async () => {
    const { structuredContent, content } = await call('answers');
    assert.deepEqual(structuredContent, await overHttp('answers', { limit: '10' }));
    for (const { id, answer } of structuredContent.data)
      assert.ok(content[0].text.includes(`${id}:\n${answer}`));
  });

  test('an argument that takes several is a list, or one value', async () => {
    const textsOf = async (given: object) =>
      (await call('questions', given)).structuredContent.data.map(({ text }: { text: string }) => text);
    const { body } = await api.get('/questions?brand=tandemly&tag=wiki&tag=kanban&tag=price', key);
    assert.equal(body.error?.code, 'invalid_parameter');
    const several = (await api.get('/questions?brand=tandemly&tag=kanban&tag=price', key)).body.data;
    assert.equal(several.length, 4);
    assert.deepEqual(
      await textsOf({ tag: ['kanban', 'price'] }),
      several.map(({ text }: { text: string }) => text),
    );
    assert.deepEqual(await textsOf({ tag: 'kanban' }), await textsOf({ tag: ['kanban'] }));
  });

  test('an argument may be text, and null is an omitted argument; anything else is refused by name', async () => {
    const expected = (await call('visibility', { days: 30 })).structuredContent;
    for (const days of ['30', 30.0]) {
      assert.deepEqual((await call('visibility', { days })).structuredContent, expected);
    }
    const standard = (await call('visibility')).structuredContent;
    assert.deepEqual((await call('visibility', { days: null, until: null })).structuredContent, standard);
    for (const given of [
      { days: 7.5 },
      { days: 0 },
      { days: [7] },
      { days: {} },
      { days: true },
      { dayz: 7 },
    ]) {
      const refused = await call('visibility', given);
      assert.equal(refusedWith(refused), 'invalid_parameter');
      assert.match(refused.content[0].text, /`day[sz]`/);
    }
    assert.equal(refusedWith(await call('visibility', { constructor: 2 })), 'invalid_parameter');
    const dropped = JSON.parse('{"__proto__": 1}') as object;
    await assert.rejects(call('visibility', dropped), /There is no argument `__proto__`/);
  });

  for (const [name, given] of [
    ['trend', { by: 'day', days: 31 }],
    ['presence', { until: '2026-11-19T00:00:00Z' }],
  ] as const) {
    test(`${name}: the cursor reaches every row, in a report without its own pages`, async () => {
      const rows: unknown[] = [];
      let pages = 0;
      for (let cursor: string | null = ''; cursor !== null; pages += 1) {
        const { structuredContent, content } = await pageOf(name, { ...given, ...(cursor && { cursor }) });
        const { data, meta } = structuredContent;
        rows.push(...data);
        cursor = meta.cut?.cursor ?? null;
        if (cursor !== null) assert.ok(content[0].text.includes(`Next page: cursor=${cursor}`));
      }
      assert.deepEqual(rows, (await overHttp(name, given)).data);
      assert.equal(pages > 1, name !== 'presence');
    });
  }

  test("refuses a cursor that no result gave, after HTTP's own refusals", async () => {
    const refusal = async (name: string, given: object) => refusedWith(await call(name, given));
    for (const cursor of ['x', ['5'], '']) assert.equal(await refusal('sources', { cursor }), 'bad_cursor');
    assert.equal(await refusal('sources', { cursor: '5@2999-01-01T00:00:00Z' }), 'invalid_parameter');
    assert.equal(await refusal('sources', { cursor: 'x', days: 0 }), 'invalid_parameter');
    assert.equal(await refusal('me', { cursor: '1' }), 'invalid_parameter');
    assert.deepEqual((await call('sources', { cursor: '9999999' })).structuredContent.data, []);
  });

  test('the tools are small enough to read at once, even with one more', async () => {
    const median = (sizes: readonly number[]) => sizes.toSorted((a, b) => a - b)[sizes.length >> 1] ?? 0;
    const sizeWithMore = (shown: readonly object[]) => {
      const sizes = shown.map((each) => JSON.stringify(each).length);
      return sizes.reduce((sum, each) => sum + each) + median(sizes);
    };
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    assert.ok(sizeWithMore(read) < 45_700, `${sizeWithMore(read)}`);
    // Output schemas are for programs. Clients show models only the rest.
    assert.ok(sizeWithMore(tools) < 168_000, `${sizeWithMore(tools)}`);
  });

  test('an assistant can read the differences between two tools or two engines', async () => {
    const instructions = clients.modern.getInstructions() ?? '';
    for (const { name, inputSchema } of tools) {
      const { days, engine } = (inputSchema.properties ?? {}) as Record<string, Record<string, unknown>>;
      assert.equal(days?.default, undefined, name);
      if (engine !== undefined) {
        assert.match(String(engine.description), /`chatgpt` is its API, `chatgpt_app` the app/, name);
      }
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        const { description } = schema as { readonly description?: string };
        if (description === undefined)
          assert.ok(instructions.includes(`\`${argument}`), `${name}: ${argument}`);
      }
    }
    for (const { slug } of ENGINES) assert.ok(instructions.includes(`\`${slug}\``), slug);
    assert.match(instructions, /`chatgpt`[^.;]* are model APIs.* `chatgpt_app`, [^;]* are such apps/);
  });

  test('the samples have a site of every kind, and every framing', async () => {
    const sites = (await call('recommendations')).structuredContent.data;
    const kinds = new Set(sites.map(({ kind }: { kind: string }) => kind));
    assert.deepEqual([...kinds], ['own_page', 'listing', 'community', 'marketplace']);
    const framed = (await call('sentiment')).structuredContent.data;
    for (const framing of ['recommended', 'neutral', 'negative'])
      assert.ok(
        framed.some((row: Record<string, number>) => (row[framing] ?? 0) > 0),
        framing,
      );
  });

  test('resources: the page on method, and an answer whole', async () => {
    for (const era of ERAS) {
      const client = clients[era];
      const { resources } = await client.listResources();
      assert.deepEqual(pluck(resources, 'uri'), ['sightline://method']);
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(pluck(resourceTemplates, 'uriTemplate'), ['sightline://answers/{id}']);
      const method = await client.readResource({ uri: 'sightline://method' });
      assert.match((method.contents[0] as { text: string }).text, /^# /);
      const { data } = await overHttp('answers', { limit: '1' });
      const { contents } = await client.readResource({ uri: `sightline://answers/${data[0].id}` });
      const read = JSON.parse((contents[0] as { text: string }).text);
      assert.deepEqual(read, { data: data[0], meta: { brand: { id: 'tandemly', name: 'Tandemly' } } });
    }
  });

  test('a client may keep lists for an hour, answers not at all', async () => {
    const lists = await Promise.all([
      clients.modern.listTools(),
      clients.modern.listResources(),
      clients.modern.listResourceTemplates(),
      clients.modern.readResource({ uri: 'sightline://method' }),
    ]);
    for (const list of lists) {
      const { ttlMs, cacheScope } = list as { ttlMs?: number; cacheScope?: string };
      assert.deepEqual({ ttlMs, cacheScope }, { ttlMs: 3_600_000, cacheScope: 'private' });
    }
  });
});
