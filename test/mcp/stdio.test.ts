import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serveStreams } from '../../src/mcp/serve-streams.ts';
import { REPORTS } from '../../src/reports/index.ts';
import { runHere } from '../support/command-line.ts';
import { clientOf, messageOf, refusedWith } from '../support/mcp.ts';
import { pluck } from '../support/pluck.ts';
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
      pluck(tools, 'name'),
      REPORTS.map(({ name }) => name),
    );
    const { structuredContent } = await client.callTool({ name: 'answers', arguments: {} });
    const { data, meta } = structuredContent as {
      data: { id: string; answer: string }[];
      meta: { brand: object };
    };
    assert.deepEqual([meta.brand, data[0]?.answer], [{ id: 'acme', name: 'Acme' }, 'Acme is fine.']);
    const { contents } = await client.readResource({ uri: `sightline://answers/${data[0]?.id}` });
    assert.match((contents[0] as { text: string }).text, /Acme is fine/);
    assert.equal((await client.callTool({ name: 'answers', arguments: { limit: 0 } })).isError, true);
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
      'not json',
      JSON.stringify(initialize),
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
      'hello',
      ' ',
      'null',
      '{"jsonrpc":"2.0"}',
      '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}',
      '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]',
      JSON.stringify({ ...messageOf('legacy', 'tools/call', { name: 'me', arguments: {} }).body, id: 8 }),
    ];
    const answers = await linesAnswered(lines, 2);
    assert.deepEqual(pluck(answers, 'id'), [7, 8]);
    assert.equal(refusedWith(answers[1]?.result), 'internal_error', 'the run of this test fails');
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

/** The answers to these lines from a server whose reports fail: one is asked for. Every output line is a message. */
async function linesAnswered(lines: readonly string[], expected: number): Promise<Answer[]> {
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
  assert.equal(failures.length, 1);
  return out
    .trim()
    .split('\n')
    .map((each) => JSON.parse(each) as Answer);
}
