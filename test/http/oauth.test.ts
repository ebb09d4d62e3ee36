import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { clientOf } from '../support/mcp.ts';
import {
  allow,
  CLIENT,
  ClientMemory,
  fetchFrom,
  type OAuthWorld,
  oauthWorld,
  postForm,
} from '../support/oauth.ts';
import { onReusedStore } from '../support/stores.ts';
import { HOUR_MS, NOW } from '../support/world.ts';

onReusedStore('an assistant connects by OAuth', (fresh) => {
  let world: OAuthWorld;
  before(async () => {
    world = await oauthWorld(await fresh());
  });

  for (const [by, document, era] of [
    ['its document', CLIENT, 'modern'],
    ['a registration, as of 2025', undefined, 'legacy'],
  ] as const) {
    test(`the SDK's client, by ${by}: discovery, consent, a call, a refresh, revocation`, async () => {
      const { api, person } = world;
      api.clock.at = NOW;
      const memory = new ClientMemory(document);
      const fetchFn = fetchFrom(api);
      const serverUrl = new URL('https://sightline.acme.example/mcp');
      const transport = () =>
        new StreamableHTTPClientTransport(serverUrl, { authProvider: memory, fetch: fetchFn });
      const first = transport();
      await assert.rejects(clientOf(era).connect(first), UnauthorizedError);
      const asked = memory.sentTo ?? assert.fail('no authorization');
      assert.equal(asked.searchParams.get('client_id') === CLIENT, document !== undefined);
      await first.finishAuth((await allow(person, `${asked.pathname}${asked.search}`)).searchParams);

      const client = clientOf(era);
      await client.connect(transport());
      const call = async () =>
        (await client.callTool({ name: 'visibility', arguments: { days: 30 } })).structuredContent as object;
      assert.equal('data' in (await call()), true);
      const { access_token: used, refresh_token: token = '' } = memory.kept ?? assert.fail('no tokens');
      api.clock.at += HOUR_MS;
      assert.equal('data' in (await call()), true);
      assert.notEqual(memory.kept?.access_token, used);

      const { access_token: access = '', refresh_token: last = '' } = memory.kept ?? {};
      await postForm(api, '/oauth/revoke', { token: last });
      await assert.rejects(client.callTool({ name: 'me', arguments: {} }), UnauthorizedError);
      assert.ok(!api.log.some((each) => [access, last, token].some((secret) => each.includes(secret))));
      await client.close();
    });
  }
});
