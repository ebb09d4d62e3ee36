import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveStreams } from '../../src/mcp/serve-streams.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { runHere } from '../support/command-line.ts';
import { clientOf, messageOf, refusedWith } from '../support/mcp.ts';
import { makeStore, type TestStore } from '../support/stores.ts';
import { acmeFile, line, pipelineOn } from '../support/world.ts';

const BIN = fileURLToPath(new URL('../../src/main/bin.ts', import.meta.url));

describe('sightline mcp', () => {
  let store: TestStore;
  let remove: () => Promise<void>;
  before(async () => {
    ({ store, remove } = await makeStore('sqlite'));
    await pipelineOn(store).apply(acmeFile());
    await pipelineOn(store).importLines([line({ answer: 'Acme is fine.' })]);
  });
  after(() => remove());

  test('the client that starts it reads the store, and standard output has only the protocol', async () => {
    const client = clientOf('modern');
    const broken: unknown[] = [];
    client.onerror = (error) => broken.push(error);
    const args = [BIN, 'mcp', '--database-url', store.url];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }));
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [...REPORTS.map(({ name }) => name), 'propose'],
    );
    const { structuredContent } = await client.callTool({ name: 'answers', arguments: {} });
    const { data, meta } = structuredContent as {
      data: { id: string; answer: string }[];
      meta: { brand: object };
    };
    assert.deepEqual(meta.brand, { id: 'acme', name: 'Acme' });
    assert.equal(data[0]?.answer, 'Acme is fine.');
    const { contents } = await client.readResource({ uri: `sightline://answers/${data[0]?.id}` });
    assert.match((contents[0] as { text: string }).text, /Acme is fine/);
    const refused = await client.callTool({ name: 'answers', arguments: { limit: 0 } });
    assert.equal(refused.isError, true);
    const inside = await client.callTool({ name: 'propose', arguments: { domain: '127.0.0.1' } });
    assert.equal(inside.isError, true);
    await client.close();
    assert.deepEqual(broken, []);
  });

  test('serves the older protocol line by line; an invalid line ends nothing', async () => {
    const initialize = messageOf('legacy', 'initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1.0.0' },
    }).body;
    const lines = [
      JSON.stringify(initialize),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      'hello',
      '{"jsonrpc":"2.0"}',
      JSON.stringify({ ...messageOf('legacy', 'tools/call', { name: 'me', arguments: {} }).body, id: 8 }),
    ];
    const answers = await linesAnswered(lines, 4);
    const served = answers.filter(({ result }) => result !== undefined);
    assert.deepEqual(
      served.map(({ id }) => id),
      [7, 8],
    );
    assert.equal(refusedWith(served[1]?.result), 'internal_error', 'the run of this test fails');
  });

  test('answers an invalid line with an error, by its id where that is valid', async () => {
    const cases: [line: string, code: number, id: unknown][] = [
      ['not json', -32700, null],
      ['{"jsonrpc":"2.0","id":1,"method":', -32700, null],
      ['null', -32600, null],
      ['1', -32600, null],
      ['[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', -32600, null],
      ['{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}', -32600, null],
      ['{"jsonrpc":"2.0","id":"five","method":5}', -32600, 'five'],
      ['{"jsonrpc":"1.0","id":6,"method":"tools/list"}', -32600, 6],
      [
        '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"me","arguments":{"__proto__":1}}}',
        -32602,
        7,
      ],
    ];
    const called = messageOf('modern', 'tools/call', { name: 'me', arguments: {} }).body;
    const lines = [...cases.map(([text]) => text), ' ', JSON.stringify({ ...called, id: 9 })];
    const answers = await linesAnswered(lines, cases.length + 1);
    assert.deepEqual(
      answers.flatMap(({ id, error }) => (error === undefined ? [] : [[error.code, id]])),
      cases.map(([, code, id]) => [code, id]),
    );
    assert.equal(answers.at(-1)?.id, 9, 'the next message gets its answer');
  });

  test('refuses a line of 12 MB by its id, where it has one, and answers the lines around it', async () => {
    const called = messageOf('modern', 'tools/call', { name: 'me', arguments: {} }).body;
    const long = 'a'.repeat(12_000_000);
    const answers = await linesAnswered(
      [
        JSON.stringify({ ...called, id: 1 }),
        JSON.stringify({ jsonrpc: '2.0', id: 'first', method: 'tools/call', params: { name: long } }),
        JSON.stringify({ method: 'tools/call', params: { name: long, id: 5 }, jsonrpc: '2.0', id: 2 }),
        JSON.stringify({ method: 'tools/call', params: { name: long, arguments: { id: 5 } } }),
        long,
        JSON.stringify({ ...called, id: 3 }),
      ],
      6,
      2,
    );
    const ids = (isRefused: boolean) =>
      answers.filter((each) => (each.error?.code === -32600) === isRefused).map(({ id }) => id);
    assert.deepEqual(ids(true), ['first', 2, null, null]);
    assert.deepEqual(ids(false), [1, 3]);
  });

  test('asks for the organization before serving anything', async () => {
    await pipelineOn(store).apply({ organizations: [{ name: 'Second', plan: { name: 'solo' } }] });
    const env = { SIGHTLINE_DATABASE_URL: store.url };
    const { code, out, err } = await runHere(['mcp'], env);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /--organization: Acme Inc, Second/);
    const unknown = await runHere(['mcp', '--organization', 'Nobody'], env);
    assert.deepEqual([unknown.code, unknown.out], [1, '']);
    const known = await runHere(['mcp', '--organization', 'Second'], env);
    assert.deepEqual(known, { code: 0, out: '', err: '' }, 'its input has ended, and so has it');
  });
});

// biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
type Answer = any;

/** The answers to these lines from a server whose reports all fail. Every output line is a message. */
async function linesAnswered(lines: readonly string[], expected: number, calls = 1): Promise<Answer[]> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const failures: unknown[] = [];
  const deps = {
    run: async () => assert.fail('there is no store'),
    onFailure: (error: unknown) => failures.push(error),
    version: '1.2.3',
    method: async () => '',
  };
  const served = serveStreams(deps, { stdin, stdout });
  let out = '';
  stdout.on('data', (piece: Buffer) => {
    out += piece;
    if (out.split('\n').length > expected) stdin.end();
  });
  for (const each of lines) stdin.write(`${each}\n`);
  await served;
  assert.equal(failures.length, calls);
  return out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Answer);
}
