import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiErrorCode } from '../../src/domain/errors.ts';
import { errorsOf } from '../../src/http/openapi.ts';
import { STATUS } from '../../src/http/problem.ts';
import { REPORTS } from '../../src/reports/index.ts';
import type { Api, ApiResponse } from '../support/api.ts';
import { callTool, codeOf } from '../support/mcp.ts';
import { assertQuotaHeaders, type RefusalWorld, refusalWorldOn, SCENARIOS } from '../support/refusals.ts';
import { onAnyStore } from '../support/stores.ts';

/** Requests that HTTP cannot read; bodies.test.ts checks MCP's own. */
const OF_HTTP: readonly ApiErrorCode[] = ['invalid_request', 'headers_too_large', 'not_acceptable'];

/** Refused before anything reads the message, so with an HTTP status. */
const BEFORE_THE_MESSAGE: readonly (string | undefined)[] = ['unauthorized', 'rate_limited', 'unavailable'];

/** The HTTP scenarios' requests, as tool calls. */
function overMcp(api: Api): Api {
  return {
    ...api,
    get: async (path, key) => {
      const { pathname, searchParams } = new URL(path, 'http://localhost');
      return await callTool(api, key, pathname.slice(1), Object.fromEntries(searchParams));
    },
  };
}

onAnyStore('MCP sends the same refusal codes as HTTP', (fresh) => {
  let world: RefusalWorld;
  before(async () => {
    const made = await refusalWorldOn(await fresh());
    world = { ...made, api: overMcp(made.api) };
  });
  after(() => world.api.app.close());

  for (const report of ['me', 'visibility', 'answers', 'comparisons']) {
    const codes = errorsOf(REPORTS.find(({ name }) => name === report) ?? assert.fail(report));
    for (const code of codes.filter((each) => !OF_HTTP.includes(each))) {
      test(`${report}: ${code}`, async () =>
        assertToolRefusal(await SCENARIOS[code as keyof typeof SCENARIOS](world, `/${report}`), code));
    }
  }

  test("no_brand after the pinned brand's deletion", async () =>
    assertToolRefusal(await world.api.get('/visibility', world.keys.pinned), 'no_brand'));

  test("checks permission before readability, in HTTP's order", async () => {
    const codes = async (key: string, given: Record<string, unknown>) =>
      codeOf(await callTool(world.api, key, 'sources', given));
    assert.equal(await codes(world.keys.never, { cursor: 'x', days: 0 }), 'no_subscription');
    assert.equal(await codes(world.keys.writer, { cursor: 'x', days: 0 }), 'insufficient_scope');
    assert.equal(await codes(world.keys.several, { days: 0 }), 'invalid_parameter');
    assert.equal(await codes(world.keys.several, { cursor: 'x' }), 'brand_required');
    assert.equal(await codes(world.keys.acme, { cursor: 'x' }), 'bad_cursor');
  });
});

/** A refusal has HTTP's code and no internal details, and is a result if the message was readable. */
function assertToolRefusal(response: ApiResponse, code: ApiErrorCode): void {
  assert.equal(codeOf(response), code, response.text);
  assertQuotaHeaders(response);
  assert.doesNotMatch(response.text, /select |sqlite|postgres|no such table|relation|node_modules/i);
  assert.doesNotMatch(response.text, /[a-z]Error:/);
  if (response.status !== 200) {
    assert.ok(BEFORE_THE_MESSAGE.includes(code), 'a refusal of the message itself is a result');
    assert.equal(response.status, STATUS[code]);
    assert.deepEqual(Object.keys(response.body), ['jsonrpc', 'id', 'error']);
    assert.equal(response.headers['www-authenticate'] !== undefined, code === 'unauthorized');
    return;
  }
  const { isError, content, ...rest } = response.body.result;
  assert.equal(isError, true);
  // Structured content would have to match the output schema, which describes a success.
  assert.equal('structuredContent' in rest, false);
  assert.match(content[0].text, new RegExp(`^${code}: \\S`));
}
