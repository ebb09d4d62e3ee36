import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { consentRoutes } from '../../src/dashboard/pages/accounts/consent.ts';
import { keyRoutes } from '../../src/dashboard/pages/accounts/keys.ts';
import { FAILURES_PER_HOUR } from '../../src/domain/access/quota.ts';
import { deleteUser } from '../../src/pipeline/accounts/delete-user.ts';
import { limitUser } from '../../src/pipeline/accounts/limited-users.ts';
import { linkFor } from '../../src/pipeline/accounts/links.ts';
import { choosePassword } from '../../src/pipeline/accounts/passwords.ts';
import {
  type ActingDeps,
  changeRole,
  disableUser,
  type UserRow,
  userNamed,
} from '../../src/pipeline/accounts/users.ts';
import { removeBrand } from '../../src/pipeline/declare/brands.ts';
import { rotateKey } from '../../src/pipeline/declare/keys.ts';
import type { FetchOutcome } from '../../src/pipeline/site/fetch-page.ts';
import { removeOrganization } from '../../src/storage/directory/delete-organization.ts';
import { organizationNamed } from '../../src/storage/directory/organizations.ts';
import { apiOn, responseOf } from '../support/api.ts';
import { dashboardOn, type Visitor, visitor } from '../support/dashboard.ts';
import { callTool, codeOf } from '../support/mcp.ts';
import {
  allow,
  CALLBACK,
  CLIENT,
  connect,
  DOCUMENT,
  fetched,
  ISSUER,
  type OAuthWorld,
  oauthWorld,
  postForm,
  RESOURCE,
  redeem,
  refresh,
  requestPath,
  VERIFIER,
} from '../support/oauth.ts';
import { countFailures } from '../support/quota.ts';
import { onReusedStore } from '../support/stores.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, NOW, pipelineOn, random } from '../support/world.ts';

onReusedStore('connections by OAuth', (fresh) => {
  let world: OAuthWorld;
  before(async () => {
    world = await oauthWorld(await fresh());
  });

  const count = async (table: 'api_keys' | 'oauth_connections') =>
    (await world.store.main.selectFrom(table).select('hash').execute()).length;
  /** The status of a call of /mcp with an access token. */
  const statusOf = async (access: string) => (await callTool(world.api, access, 'me')).status;
  const acting = () => ({ db: world.store.main, now: world.api.clock.now, random, actor: 'test' });
  const userOf = async (person: Visitor) => {
    const [email = ''] = /user-\d+@acme\.example/.exec((await person.get(requestPath())).text) ?? [];
    return await userNamed(world.store.main, email);
  };
  const codeFor = async (form = {}) =>
    (await allow(world.person, requestPath(), form)).searchParams.get('code') ?? assert.fail('no code');
  const inject = async (url: string, headers: Record<string, string> = {}) =>
    responseOf(await world.api.app.inject({ method: url === '/mcp' ? 'POST' : 'GET', url, headers }));

  test('the documents and the challenge lead a client through', async () => {
    const resource = {
      resource: RESOURCE,
      authorization_servers: [ISSUER],
      scopes_supported: ['read'],
      bearer_methods_supported: ['header'],
    };
    for (const path of ['', '/mcp'])
      assert.deepEqual((await inject(`/.well-known/oauth-protected-resource${path}`)).body, resource);
    const { body } = await inject('/.well-known/oauth-authorization-server', { host: 'evil.example' });
    assert.deepEqual(
      [body.issuer, body.token_endpoint, body.registration_endpoint, body.code_challenge_methods_supported],
      [ISSUER, `${ISSUER}/oauth/token`, `${ISSUER}/oauth/register`, ['S256']],
    );
    assert.equal(body.client_id_metadata_document_supported, true);
    const where = `resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp", scope="read"`;
    const challenge = async (headers = {}) => (await inject('/mcp', headers)).headers['www-authenticate'];
    assert.equal(await challenge(), `Bearer realm="Sightline", ${where}`);
    const token = { authorization: 'Bearer sl_live_x' };
    assert.equal(await challenge(token), `Bearer realm="Sightline", error="invalid_token", ${where}`);
  });

  describe('a request for a connection', () => {
    const untrusted: readonly (readonly [what: string, given: Record<string, string | null>])[] = [
      ['an unknown client', { client_id: 'oac_x' }],
      ['no client', { client_id: null }],
      ['no redirect address', { redirect_uri: null }],
      ['another redirect address', { redirect_uri: 'https://evil.example/' }],
      ['a longer redirect address', { redirect_uri: `${CALLBACK}/../../x` }],
      ['a redirect address with a user', { redirect_uri: CALLBACK.replace('claude', 'claude.ai@evil') }],
      ['a redirect address with a query', { redirect_uri: `${CALLBACK}?x=1` }],
    ];
    const refused: typeof untrusted = [
      ['a token at once', { response_type: 'token' }],
      ['no PKCE', { code_challenge: null, code_challenge_method: null }],
      ['plain PKCE', { code_challenge: VERIFIER, code_challenge_method: 'plain' }],
      ['PKCE without a method', { code_challenge_method: null }],
      ['another server', { resource: 'https://evil.example/mcp' }],
      ['another part of this server', { resource: `${ISSUER}/api/v1` }],
    ];
    for (const [list, hasLink] of [
      [untrusted, false],
      [refused, true],
    ] as const) {
      for (const [what, given] of list) {
        test(`with ${what} shows a page, also to its form, and leads nowhere by itself`, async () => {
          const rows = await count('oauth_connections');
          const form = { do: 'allow', reach: 'brand acme', expires: '90' };
          for (const shown of [
            await world.person.get(requestPath(given)),
            await world.person.post(requestPath(given), form),
          ]) {
            assert.equal(shown.status, 400);
            assert.match(shown.text, /Not connected/);
            const [, link] = /href="(https:\/\/claude\.ai[^"]*)"/.exec(shown.html) ?? [];
            assert.equal(link !== undefined, hasLink);
            if (link)
              assert.match(link, /\?error=\w+&amp;state=xyz&amp;iss=https%3A%2F%2Fsightline\.acme\.example$/);
          }
          assert.equal(await count('oauth_connections'), rows);
        });
      }
    }

    test('with a repeated parameter shows a page', async () => {
      const shown = await world.person.get(`${requestPath()}&redirect_uri=https://evil.example/`);
      assert.deepEqual([shown.status, /repeated/.test(shown.text)], [400, true]);
    });

    test('that waits for the host of its client holds nobody up', async () => {
      const { promise, resolve } = Promise.withResolvers<FetchOutcome>();
      const routes = [...consentRoutes, ...keyRoutes];
      const options = { routes, publicUrl: ISSUER, fetchClient: () => promise };
      const { api } = dashboardOn(world.store, options);
      const person = visitor(api, world.person.token);
      const waiting = Array.from({ length: 12 }, () => person.get(requestPath()));
      assert.equal((await person.get('/keys')).status, 200);
      resolve(fetched(DOCUMENT));
      for (const { status } of await Promise.all(waiting)) assert.equal(status, 200);
      await api.app.close();
    });

    test('stays joined with the window that opened it, also at sign-in', async () => {
      const header = async (shown: Promise<{ headers: object }>) => [
        'cross-origin-opener-policy' in (await shown).headers,
      ];
      const { api, person } = world;
      const [sign, other] = [visitor(api, null).get('/sign-in'), person.get('/keys')];
      assert.deepEqual(await header(person.get(requestPath())), [false]);
      assert.deepEqual([...(await header(sign)), ...(await header(other))], [false, true]);
    });

    test('without a resource or with capitals in its host is for this server', async () => {
      for (const resource of [null, '', 'https://SIGHTLINE.acme.example/mcp'])
        assert.equal((await world.person.get(requestPath({ resource }))).status, 200);
    });

    test('is decided each time, by a person who may make keys, on this server’s own page', async () => {
      const viewer = await world.signedIn('viewer');
      assert.equal((await viewer.get(requestPath())).status, 403);
      assert.equal((await viewer.post(requestPath(), { do: 'allow' })).status, 403);
      await connect(world);
      const shown = await world.person.get(requestPath({ scope: 'read brands:write' }));
      assert.equal(shown.status, 200);
      assert.match(
        shown.text,
        /Connect Claude \? .*claude\.ai says that this is its program\. The answer goes to claude\.ai/,
      );
      assert.doesNotMatch(shown.html, /value="brands:write" checked/);
      assert.match(shown.html, /<select id="reach" name="reach" required><option value="" selected>Choose/);
      assert.match(
        String(shown.headers['content-security-policy']),
        /form-action 'self' https: https:\/\/claude\.ai;.*frame-ancestors 'none'/,
      );
      const foreign = { 'sec-fetch-site': 'cross-site' };
      assert.equal((await world.person.post(requestPath(), { do: 'allow' }, foreign)).status, 403);
      assert.equal((await world.person.post(requestPath(), {})).status, 400);
    });

    test('by a client that registered itself says so, and names the program on this computer', async () => {
      const { body } = responseOf(
        await world.api.app.inject({
          method: 'POST',
          url: '/oauth/register',
          payload: { client_name: 'Claude', redirect_uris: ['http://localhost/callback'] },
        }),
      );
      const path = requestPath({ client_id: body.client_id, redirect_uri: 'http://localhost:5555/callback' });
      const { text } = await world.person.get(path);
      assert.match(
        text,
        /It registered itself, so Sightline has not checked its name\. .*localhost:5555.*Connect only if you just started it/,
      );
      assert.match(
        (await allow(world.person, path)).href,
        /^http:\/\/localhost:5555\/callback\?code=sl_code_/,
      );
    });

    test('may be denied, and covers no more than the person may give', async () => {
      const rows = await count('oauth_connections');
      const denied = await world.person.post(requestPath(), { do: 'deny' });
      assert.equal(
        denied.headers.location,
        `${CALLBACK}?error=access_denied&state=xyz&iss=${encodeURIComponent(ISSUER)}`,
      );
      const limited = await world.signedIn('editor', 'Acme Inc', ['other']);
      for (const reach of ['all 1', 'brand acme', 'brand nope', '']) {
        const again = await limited.post(requestPath(), { do: 'allow', reach, expires: '90' });
        assert.deepEqual([again.status, /Connect Claude \?/.test(again.text)], [200, true], reach);
      }
      assert.equal(
        (await limited.post(requestPath(), { do: 'allow', reach: 'brand other', expires: '' })).status,
        200,
      );
      assert.equal(await count('oauth_connections'), rows);
    });
  });

  describe('a code', () => {
    const refused: readonly (readonly [what: string, given: Record<string, string | null>, error: string])[] =
      [
        ['a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'invalid_grant'],
        ['the challenge as its verifier', { code_verifier: 'x' }, 'invalid_grant'],
        ['no verifier', { code_verifier: null }, 'invalid_request'],
        ['another client', { client_id: `${CLIENT}2` }, 'invalid_grant'],
        ['no client', { client_id: null }, 'invalid_request'],
        [
          'another redirect address',
          { redirect_uri: 'https://claude.com/api/mcp/auth_callback' },
          'invalid_grant',
        ],
        ['another resource', { resource: `${ISSUER}/api/v1` }, 'invalid_target'],
        ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
        [
          'a grant named as every object has a property',
          { grant_type: 'constructor' },
          'unsupported_grant_type',
        ],
      ];
    for (const [what, given, error] of refused) {
      test(`is not exchanged with ${what}, and stays its client's`, async () => {
        const code = await codeFor();
        const { status, body, headers } = await redeem(world.api, code, given);
        assert.deepEqual([status, body.error, headers['cache-control']], [400, error, 'no-store']);
        // RFC 6749, section 5.2.
        assert.match(body.error_description, /^[ !#-[\]-~]+$/);
        assert.equal((await redeem(world.api, code)).status, 200);
      });
    }

    test('is exchanged with fields without a value as without these', async () => {
      const empty = { redirect_uri: '', resource: '', scope: '' };
      assert.equal((await redeem(world.api, await codeFor(), empty)).status, 200);
    });

    test('of somebody else’s connection is useless to a client with another verifier', async () => {
      const other = await world.signedIn();
      const path = requestPath({ code_challenge: 'A'.repeat(43) });
      const code = (await allow(other, path)).searchParams.get('code') ?? '';
      assert.equal((await redeem(world.api, code)).body.error, 'invalid_grant');
    });

    test('ends after a minute, with its key', async () => {
      await connect(world);
      world.api.clock.at += MINUTE_MS + 1;
      await codeFor();
      const rows = await count('api_keys');
      const code = await codeFor();
      world.api.clock.at += MINUTE_MS;
      assert.equal((await redeem(world.api, code)).body.error, 'invalid_grant');
      world.api.clock.at += 1;
      await connect(world);
      assert.equal(await count('api_keys'), rows);
    });

    test('that comes again ends the connection', async () => {
      const { code, access, refresh: token } = await connect(world);
      assert.equal(await statusOf(access), 200);
      assert.equal((await redeem(world.api, code)).body.error, 'invalid_grant');
      assert.equal(await statusOf(access), 401);
      assert.equal((await refresh(world.api, token)).body.error, 'invalid_grant');
    });

    test('is no refresh token, and no key', async () => {
      const code = await codeFor();
      assert.equal((await refresh(world.api, code)).body.error, 'invalid_grant');
      assert.equal(await statusOf(code), 401);
    });

    test('is taken only as a form without repeated fields', async () => {
      const code = await codeFor();
      const post = async (payload: string, type: string) =>
        responseOf(
          await world.api.app.inject({
            method: 'POST',
            url: '/oauth/token',
            payload,
            headers: { 'content-type': type },
          }),
        );
      const form = 'application/x-www-form-urlencoded';
      for (const [payload, type] of [
        [JSON.stringify({ grant_type: 'authorization_code', code }), 'application/json'],
        [`grant_type=authorization_code&grant_type=refresh_token&code=${code}`, form],
        ['', form],
      ] as const) {
        const { status, body } = await post(payload, type);
        assert.deepEqual([status, body.error, Object.keys(body).length], [400, 'invalid_request', 2]);
      }
      assert.equal((await post('x'.repeat(9000), form)).status, 413);
    });
  });

  describe('a refresh token', () => {
    test('is replaced with its access token, and the key keeps its id and quota', async () => {
      const { access, refresh: token } = await connect(world);
      const before = await callTool(world.api, access, 'me');
      const { body } = await refresh(world.api, token);
      assert.deepEqual([body.token_type, body.expires_in, body.scope], ['Bearer', 3600, 'read']);
      assert.equal(await statusOf(access), 401);
      const after = await callTool(world.api, body.access_token, 'me');
      const left = (response: typeof after) => Number(response.headers['x-ratelimit-remaining']);
      assert.equal(left(after), left(before) - 1);
    });

    test('that comes again within two minutes gets the same answer: the first one may have been lost', async () => {
      const { refresh: token } = await connect(world);
      const first = await refresh(world.api, token);
      world.api.clock.at += 2 * MINUTE_MS - 1;
      const { access_token, refresh_token } = (await refresh(world.api, token)).body;
      assert.deepEqual([access_token, refresh_token], [first.body.access_token, first.body.refresh_token]);
      assert.equal(await statusOf(access_token), 200);
    });

    const reused: readonly (readonly [
      what: string,
      again: (tokens: readonly string[]) => Promise<string>,
    ])[] = [
      [
        'after two minutes',
        async ([first = '']) => {
          world.api.clock.at += 2 * MINUTE_MS;
          return first;
        },
      ],
      [
        'after the next one was used',
        async ([first = '', second = '']) => {
          await refresh(world.api, second);
          return first;
        },
      ],
      [
        'as a guess in its family',
        async ([first = '']) => first.slice(0, -1) + (first.endsWith('0') ? '1' : '0'),
      ],
    ];
    for (const [what, again] of reused) {
      test(`that comes again ${what} ends the connection, for everybody who has it`, async () => {
        const { refresh: first } = await connect(world);
        const { body } = await refresh(world.api, first);
        const token = await again([first, body.refresh_token]);
        assert.equal((await refresh(world.api, token)).body.error, 'invalid_grant');
        assert.equal((await refresh(world.api, body.refresh_token)).body.error, 'invalid_grant');
        assert.equal(await statusOf(body.access_token), 401);
        const [last] = await world.store.main
          .selectFrom('audit_log')
          .select(['action', 'actor', 'detail'])
          .orderBy('id', 'desc')
          .limit(1)
          .execute();
        assert.deepEqual(
          { ...last },
          {
            action: 'key.revoke',
            actor: 'server',
            detail: 'Claude: a used code or token came again',
          },
        );
      });
    }

    test('of another client, or for another resource, changes nothing', async () => {
      const { refresh: token } = await connect(world);
      assert.equal(
        (await refresh(world.api, token, { client_id: `${CLIENT}2` })).body.error,
        'invalid_grant',
      );
      assert.equal(
        (await refresh(world.api, token, { resource: 'https://evil.example' })).body.error,
        'invalid_target',
      );
      assert.equal((await refresh(world.api, token)).status, 200);
    });

    test('works until the connection ends, and so does the access token', async () => {
      const { refresh: token } = await connect(world, { expires: '30' });
      world.api.clock.at += 30 * DAY_MS - HOUR_MS / 2;
      const { body } = await refresh(world.api, token);
      assert.equal(body.expires_in, 1800);
      world.api.clock.at += HOUR_MS / 2;
      assert.equal(await statusOf(body.access_token), 401);
      assert.equal((await refresh(world.api, body.refresh_token)).body.error, 'invalid_grant');
      world.api.clock.at = NOW;
    });
  });

  describe('a connection ends', () => {
    type End = (acting: ActingDeps, user: UserRow) => Promise<unknown>;
    const setByLink: End = async (acting, user) => {
      const { token } = await linkFor(acting, 'reset', user);
      const browser = { userAgent: '', address: '127.0.0.1' };
      await choosePassword(acting, { kind: 'reset', token }, { password: 'a new long password' }, browser);
    };
    const ends: readonly (readonly [what: string, end: End, isAtOnce: boolean])[] = [
      ['its user is disabled', (acting, user) => disableUser(acting, user), true],
      ['its user is deleted', (acting, user) => deleteUser(acting, user), true],
      ['its user has a new password by a link', (acting, user) => setByLink(acting, user), true],
      ['its user may make no keys', (acting, user) => changeRole(acting, user, 'viewer'), true],
      ['its user sees another brand', (acting, user) => limitUser(acting, user, ['other']), true],
      ['its brand is deleted', ({ db }) => removeBrand(db, 'acme', NOW), false],
    ];
    for (const [what, end, isAtOnce] of ends) {
      test(`when ${what}`, async () => {
        const { api, store, signedIn } = world;
        const person = await signedIn();
        const { access, refresh: token } = await connect({ api, person });
        await end(acting(), await userOf(person));
        const used = await callTool(api, access, 'visibility');
        assert.deepEqual([used.status, codeOf(used)], isAtOnce ? [401, 'unauthorized'] : [200, 'no_brand']);
        assert.equal((await refresh(api, token)).body.error, 'invalid_grant');
        assert.equal(await statusOf(access), 401);
        await store.main.updateTable('brands').set({ deleted_at: null }).execute();
      });
    }

    test('when the server moves to another address', async () => {
      const { access, refresh: token } = await connect(world);
      const moved = apiOn(world.store, { publicUrl: 'https://new.example' });
      assert.equal((await callTool(moved, access, 'me')).status, 401);
      assert.equal((await refresh(moved, token, { resource: null })).body.error, 'invalid_grant');
      await moved.app.close();
    });

    test('and goes with its organization', async () => {
      const { api, store, signedIn } = world;
      await pipelineOn(store).apply({ organizations: [{ name: 'Stranger', brands: [] }] });
      const { id } = await organizationNamed(store.main, 'Stranger');
      const { access } = await connect(
        { api, person: await signedIn('admin', null) },
        { reach: `all ${id}` },
      );
      await store.main.transaction().execute((db) => removeOrganization(db, id));
      assert.equal(await statusOf(access), 401);
    });

    test('but not when its user keeps its brand', async () => {
      const { api, signedIn } = world;
      const person = await signedIn('admin');
      const { access, refresh: token } = await connect({ api, person });
      const user = await userOf(person);
      await changeRole(acting(), user, 'editor');
      await limitUser(acting(), user, ['acme']);
      assert.equal(await statusOf(access), 200);
      assert.equal((await refresh(api, token)).status, 200);
    });

    test('when its client revokes any of its tokens, and nothing else does', async () => {
      for (const which of ['access', 'refresh'] as const) {
        const tokens = await connect(world);
        const strange = [`sl_${which}_${'0'.repeat(32)}_${'0'.repeat(64)}`, 'x', tokens.code];
        for (const token of strange)
          assert.equal((await postForm(world.api, '/oauth/revoke', { token })).status, 200);
        assert.equal(await statusOf(tokens.access), 200);
        assert.equal((await postForm(world.api, '/oauth/revoke', { token: tokens[which] })).status, 200);
        assert.equal(await statusOf(tokens.access), 401);
      }
      assert.equal((await postForm(world.api, '/oauth/revoke', {})).body.error, 'invalid_request');
    });

    test('under Keys, where it is apart from keys, and cannot be replaced by one', async () => {
      const { store, person } = world;
      const { access } = await connect(world);
      const keys = await store.main
        .selectFrom('api_keys')
        .select(['public_id as id', 'hint'])
        .orderBy('api_keys.id', 'desc')
        .execute();
      const [key = assert.fail()] = keys;
      assert.equal(key.hint, 'claude.ai');
      await assert.rejects(rotateKey(acting(), key.id), { code: 'conflict' });
      const { text } = await person.get('/keys');
      assert.match(
        text,
        /Connected assistants .*address https:\/\/sightline\.acme\.example\/mcp .* Claude claude\.ai Acme read/,
      );
      assert.match(text, /February 1\d, 2027 End Claude/);
      const ended = await person.post('/keys', { do: 'end', key: key.id });
      assert.equal(ended.headers.location, '/keys?done=end');
      assert.equal(await statusOf(access), 401);
    });
  });

  test('its access token works at /mcp alone', async () => {
    const { access, refresh: token } = await connect(world, { scope: ['prompts:write', 'brands:write'] });
    for (const header of [{ 'x-api-key': access }, { authorization: `Bearer ${access}` }]) {
      const { status, body } = await world.api.get('/me', undefined, header);
      assert.deepEqual([status, body.error.code], [401, 'unauthorized']);
      assert.match(body.error.message, /works only at https:\/\/sightline\.acme\.example\/mcp/);
    }
    assert.equal(await statusOf(token), 401);
  });

  test('no flood of registrations fills the store', async () => {
    const rows = async () => [await count('api_keys'), await count('oauth_connections')];
    const earlier = await rows();
    const payload = { client_name: 'x', redirect_uris: [CALLBACK] };
    for (let n = 0; n < 20; n += 1) {
      const { statusCode } = await world.api.app.inject({ method: 'POST', url: '/oauth/register', payload });
      assert.equal(statusCode, 201);
    }
    assert.deepEqual(await rows(), earlier);
    const large = { method: 'POST', url: '/oauth/register', payload: 'x'.repeat(9000) } as const;
    assert.equal((await world.api.app.inject(large)).statusCode, 413);
  });

  test('no address that others share is refused for wrong tokens or none, or these for its wrong keys', async () => {
    const { api } = world;
    api.clock.at = NOW + 100 * DAY_MS;
    const { access: replaced, refresh: token } = await connect({ api, person: await world.signedIn() });
    const { access_token: access, refresh_token: next } = (await refresh(api, token)).body;
    await countFailures(world.store, '127.0.0.1', FAILURES_PER_HOUR - 1, api.clock.at);
    const unknown = `sl_access_${'0'.repeat(32)}_${'0'.repeat(64)}`;
    for (const wrong of [replaced, unknown, undefined, replaced, unknown, undefined])
      assert.equal((await callTool(api, wrong, 'me')).status, 401);
    for (const wrong of ['x', unknown.replace('access', 'refresh'), token.replace('refresh', 'code')])
      assert.equal((await refresh(api, wrong, {}, '127.0.0.1')).status, 400);
    const statuses = async (key: string | undefined) => [
      (await callTool(api, key, 'me')).status,
      await statusOf(access),
    ];
    assert.deepEqual(await statuses('sl_live_x'), [401, 200]);
    assert.deepEqual(await statuses('sl_live_x'), [429, 200]);
    assert.deepEqual(await statuses(undefined), [401, 200]);
    assert.equal((await refresh(api, next, {}, '127.0.0.1')).status, 200);
  });

  test('a server without a public address has no OAuth, and one without a key for secrets takes no registrations', async () => {
    const plain = apiOn(world.store, {});
    const documents = '/.well-known/oauth-authorization-server';
    assert.equal((await plain.app.inject(documents)).statusCode, 404);
    const { headers } = await plain.app.inject({ method: 'POST', url: '/mcp' });
    assert.equal(headers['www-authenticate'], 'Bearer realm="Sightline"');
    world.api.clock.at = NOW;
    const { access } = await connect({ api: world.api, person: await world.signedIn() });
    assert.equal((await callTool(plain, access, 'me')).status, 401);
    const keyless = apiOn(world.store, { publicUrl: ISSUER });
    assert.equal('registration_endpoint' in (await keyless.app.inject(documents)).json(), false);
    assert.equal((await keyless.app.inject({ method: 'POST', url: '/oauth/register' })).statusCode, 404);
    await Promise.all([plain.app.close(), keyless.app.close()]);
  });

  test('nothing of codes and tokens is in the log', () => {
    assert.ok(world.api.log.length > 100);
    assert.ok(!world.api.log.some((each) => /sl_(?:code|access|refresh)_[0-9a-f]/.test(each)));
  });
});
