import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { proposerWith } from '../../src/main/process/serve-mcp.ts';
import { callPropose } from '../../src/mcp/propose-tool.ts';
import { serveStreams } from '../../src/mcp/serve-streams.ts';
import { siteReaderWith } from '../../src/pipeline/site/site-reader.ts';
import { ERAS, type Era, messageOf, refusedWith } from '../support/mcp.ts';
import { LOOPBACK_REACH, startSite, TANDEMLY } from '../support/site.ts';

const propose = proposerWith(siteReaderWith({ reach: LOOPBACK_REACH }));

/** The result of one call to `propose`. */
async function called(era: Era, given: object) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const deps = {
    run: async () => assert.fail('there is no store'),
    onFailure: (error: unknown) => assert.fail(error as Error),
    version: '1.2.3',
    method: async () => '',
    propose,
  };
  const served = serveStreams(deps, { stdin, stdout });
  const initialize = messageOf('legacy', 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  }).body;
  const first = era === 'modern' ? [] : [initialize, { jsonrpc: '2.0', method: 'notifications/initialized' }];
  const call = { ...messageOf(era, 'tools/call', { name: 'propose', arguments: given }).body, id: 8 };
  for (const each of [...first, call]) stdin.write(`${JSON.stringify(each)}\n`);
  let out = '';
  stdout.on('data', (piece: Buffer) => {
    out += piece;
    if (out.includes('"id":8')) stdin.end();
  });
  await served;
  const answers = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return answers.find(({ id }) => id === 8).result;
}

test('an assistant has the proposals of a domain with their sources, and the pages', async (context) => {
  const site = await startSite(TANDEMLY);
  context.after(site.stop);
  for (const era of ERAS) {
    const { content, isError } = await called(era, { domain: `http://tandemly.example:${site.port}/` });
    assert.notEqual(isError, true, content[0].text);
    const { host, proposals, pages, rows_left_out } = JSON.parse(content[0].text);
    assert.deepEqual([host, pages.length, rows_left_out], ['tandemly.example', 6, undefined]);
    const rival = proposals.find(({ kind }: { kind: string }) => kind === 'competitor');
    assert.deepEqual(
      [rival.text, rival.host, rival.evidence, rival.advised],
      ['Kestrel Boards', 'kestrelboards.example', ['compared with you on /compare/kestrel-boards'], true],
    );
    const question = proposals.find(({ kind }: { kind: string }) => kind === 'question');
    assert.deepEqual(
      [question.text, question.branded],
      ['best project management software for small agencies', 'none'],
    );
  }
});

test('refuses a text that is no domain, and unknown arguments', async () => {
  for (const [given, code, words] of [
    [{ domain: 'localhost' }, 'invalid_argument', /is not a domain/],
    [{}, 'invalid_parameter', /`domain` must be a text/],
    [{ domain: 'tandemly.example', pages: 3 }, 'invalid_parameter', /no argument `pages`/],
  ] as const) {
    const result = await called('modern', given);
    assert.deepEqual([result.isError, refusedWith(result)], [true, code]);
    assert.match(result.content[0].text, words);
  }
});

test('a result has at most 40,000 characters, and says how many rows it left out', async () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({ text: `"${at}" `.repeat(50) }));
  const long = async () => ({ host: 'tandemly.example', pages: rows, proposals: rows });
  const result = await callPropose(long, { domain: 'tandemly.example' }, new AbortController().signal);
  assert.ok(JSON.stringify(result).length < 40_000);
  const { proposals, pages, rows_left_out } = JSON.parse((result.content[0] as { text: string }).text);
  assert.ok(proposals.length > 10 && pages.length > 5);
  assert.equal(proposals.length + pages.length + rows_left_out, 1000);
});
