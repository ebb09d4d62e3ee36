import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CliDeps } from '../../src/cli/shared/deps.ts';
import { callTool } from '../../src/mcp/call-tool.ts';
import { REPORT_TOOLS } from '../../src/mcp/report-tool.ts';
import { readAnswer } from '../../src/mcp/resources.ts';
import type { ReportRunner } from '../../src/reports/report-runner.ts';
import { refusedWith } from '../support/mcp.ts';
import { serveAcme, served } from '../support/remote.ts';
import { line, pipelineOn } from '../support/world.ts';

const noFailure = (error: unknown) => assert.fail(error as Error);

describe('sightline mcp on a server', () => {
  const { remote } = served(serveAcme);
  const errorOf = (err: string) => (JSON.parse(err) as { error: { code: string; message: string } }).error;

  /** Serves the command's client. */
  async function runnerOf(): Promise<ReportRunner> {
    let given: ReportRunner | undefined;
    const serveMcp: CliDeps['serveMcp'] = async (_flags, run) => {
      given = run;
    };
    const { code, out, err } = await remote().run(['mcp'], { serveMcp });
    assert.deepEqual([code, out, err], [0, '', '']);
    return given ?? assert.fail('nothing was served');
  }

  const call = async (name: string, given: object) => {
    const tool = REPORT_TOOLS.find(({ report }) => report.name === name) ?? assert.fail(name);
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any field and asserts what it finds
    return (await callTool({ run: await runnerOf(), onFailure: noFailure }, tool, given)) as any;
  };

  test("a tool returns the server's results and refusals", async () => {
    const { api, key } = remote();
    const { body } = await api.get('/visibility?brand=acme&days=30', key);
    const { structuredContent } = await call('visibility', { brand: 'acme', days: 30 });
    assert.deepEqual(structuredContent, body);
    for (const [given, code] of [
      [{}, 'brand_required'],
      [{ brand: 'nobody' }, 'no_such_brand'],
      [{ brand: 'acme', days: [7] }, 'invalid_parameter'],
      [{ brand: 'acme', dayz: 7 }, 'invalid_parameter'],
    ] as const) {
      const refused = await call('visibility', given);
      assert.deepEqual([refused.isError, refusedWith(refused)], [true, code]);
      assert.doesNotMatch(refused.content[0].text, /--brand/);
    }
  });

  test('reads an answer by its id alone, whatever its brand', async () => {
    const { store, api, key } = remote();
    await pipelineOn(store).importLines([line({ brand: 'second' })]);
    const run = await runnerOf();
    for (const brand of ['acme', 'second']) {
      const [answer] = (await api.get(`/answers?brand=${brand}&limit=1`, key)).body.data;
      const read = await readAnswer(
        { run, onFailure: noFailure },
        `sightline://answers/${answer.id}`,
        answer.id,
      );
      assert.deepEqual(JSON.parse(read).data, answer);
    }
  });

  test('serves nothing without a key, or with an organization', async () => {
    const serveMcp = async () => assert.fail('something was served');
    const keyless = await remote().run(['mcp', '--json'], { client: { key: '' }, serveMcp });
    assert.deepEqual([keyless.code, errorOf(keyless.err).code], [1, 'unauthorized']);
    const chosen = await remote().run(['mcp', '--organization', 'Acme Inc', '--json'], { serveMcp });
    assert.deepEqual([chosen.code, errorOf(chosen.err).code], [1, 'invalid_argument']);
  });
});
