import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { fetchClientDocument } from '../../src/main/process/site-reader.ts';
import { OAuthClients } from '../../src/pipeline/accounts/oauth-clients.ts';
import type { FetchOutcome } from '../../src/pipeline/site/fetch-page.ts';
import { CALLBACK, CLIENT, DOCUMENT, fetched } from '../support/oauth.ts';
import { Clock, MINUTE_MS, random } from '../support/world.ts';

const secretKey = async () => 'k'.repeat(32);

function clientsWith(fetchDocument: (url: string) => Promise<FetchOutcome>, clock = new Clock()) {
  return new OAuthClients({ fetchDocument, secretKey, random, now: clock.now });
}

describe('a client known by its document', () => {
  const of = (outcome: FetchOutcome) => clientsWith(async () => outcome).find(CLIENT);

  test('has its name, host, and redirect addresses, without those that nobody may be sent to', async () => {
    const redirects = [CALLBACK, 'http://localhost/callback', 'app://x', 'http://evil.example/', 7];
    assert.deepEqual(await of(fetched({ ...DOCUMENT, redirect_uris: redirects })), {
      id: CLIENT,
      name: 'Claude',
      host: 'claude.ai',
      redirects: [CALLBACK, 'http://localhost/callback'],
    });
    const { name } = await of(fetched({ ...DOCUMENT, client_name: ' A\u202Eb\n<i> ' }));
    assert.equal(name, 'A b <i>');
  });

  test('may prefer a key of its own, if it can do without, as ChatGPT’s', async () => {
    const preferred = { ...DOCUMENT, token_endpoint_auth_method: 'private_key_jwt' };
    await assert.rejects(of(fetched(preferred)), { oauthCode: 'invalid_client' });
    const supported = { token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'] };
    assert.equal((await of(fetched({ ...preferred, ...supported }))).id, CLIENT);
  });

  const refused: readonly (readonly [what: string, outcome: FetchOutcome, why: RegExp])[] = [
    ['another client', fetched({ ...DOCUMENT, client_id: `${CLIENT}2` }), /another client/],
    ['a client of almost the same id', fetched({ ...DOCUMENT, client_id: `${CLIENT}/` }), /another client/],
    ['no client', fetched([]), /another client/],
    ['a page', fetched(DOCUMENT, { type: 'text/html' }), /not JSON/],
    ['a text', fetched(DOCUMENT, { type: 'text/plain' }), /not JSON/],
    ['broken JSON', fetched(DOCUMENT, { text: '{' }), /another client/],
    ['too much', fetched(DOCUMENT, { isCut: true }), /too long/],
    ['an error', fetched(DOCUMENT, { status: 404 }), /404/],
    ['a redirect', { kind: 'leads_elsewhere', url: CLIENT, to: 'https://claude.ai/x' }, /redirects/],
    ['nothing', { kind: 'failed', url: CLIENT, detail: 'Its address is not public.' }, /not public/],
    ['no redirect address', fetched({ ...DOCUMENT, redirect_uris: [] }), /no redirect address/],
    ['a name of 101 characters', fetched({ ...DOCUMENT, client_name: 'x'.repeat(101) }), /name/],
    ['no name', fetched({ ...DOCUMENT, client_name: undefined }), /name/],
    ['a name that is no text', fetched({ ...DOCUMENT, client_name: {} }), /name/],
  ];
  for (const [what, outcome, why] of refused) {
    test(`is refused if there is ${what}`, async () => {
      await assert.rejects(of(outcome), ({ message }: Error) => why.test(message));
    });
  }

  test('is fetched once in ten minutes, and no more than a hundred stay', async () => {
    const clock = new Clock();
    const asked: string[] = [];
    const clients = clientsWith(async (url) => {
      asked.push(url);
      return fetched({ ...DOCUMENT, client_id: url });
    }, clock);
    await clients.find(CLIENT);
    await clients.find(CLIENT);
    assert.equal(asked.length, 1);
    clock.at += 10 * MINUTE_MS;
    await clients.find(CLIENT);
    assert.equal(asked.length, 2);
    for (let n = 0; n < 100; n += 1) await clients.find(`https://x.example/${n}`);
    await clients.find(CLIENT);
    assert.equal(asked.length, 103);
  });
});

describe('the fetch of a document', () => {
  const server = createServer((request, response) => {
    if (request.url === '/redirect') response.writeHead(302, { location: '/document' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end(' '.repeat(6000));
  });
  let base = '';
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(() => server.close());

  const reach = { resolve: async () => ['10.0.0.1'], allows: () => true };

  test('follows no redirect, and reads 5 KB', async () => {
    assert.equal((await fetchClientDocument(`${base}/redirect`, reach)).kind, 'leads_elsewhere');
    const read = await fetchClientDocument(`${base}/document`, reach);
    assert.deepEqual(read.kind === 'answered' && [read.isCut, read.text.length], [true, 5120]);
  });

  for (const host of [
    '127.0.0.1',
    '[::1]',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00::1]',
    '[::ffff:127.0.0.1]',
    'inside.example',
  ]) {
    test(`connects to nothing at ${host}`, async () => {
      const found = await fetchClientDocument(`https://${host}/document`, { ...reach, allows: () => false });
      assert.deepEqual(found.kind === 'failed' && found.detail, 'Its address is not public.');
    });
  }

  test('connects to no other port', async () => {
    const found = await fetchClientDocument('https://8.8.8.8:8443/document', {
      ...reach,
      allows: () => false,
    });
    assert.deepEqual(found.kind === 'failed' && found.detail, 'Sightline reads only ports 80 and 443.');
  });
});

describe('a registered client', () => {
  const clients = clientsWith(async () => assert.fail('nothing to fetch'));
  const register = (metadata: unknown) => clients.register(JSON.stringify(metadata));

  test('is its id', async () => {
    const { client_id: id, ...rest } = await register({
      client_name: 'VS Code',
      redirect_uris: [CALLBACK, 'vscode://x'],
      scope: 'x',
    });
    assert.deepEqual(rest, {
      client_name: 'VS Code',
      redirect_uris: [CALLBACK],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    assert.deepEqual(await clients.find(id), { id, name: 'VS Code', host: null, redirects: [CALLBACK] });
    assert.ok(id.length < 255, 'some clients have no more room');
  });

  test('cannot be forged, or come from a server with another key', async () => {
    const { client_id: id } = await register({ redirect_uris: [CALLBACK] });
    const other = new OAuthClients({
      fetchDocument: async () => assert.fail(),
      secretKey: async () => 'o'.repeat(32),
      random,
      now: () => 0,
    });
    await assert.rejects(other.find(id), { oauthCode: 'invalid_client' });
    for (const forged of [id.replace(/.{9}$/, 'AAAAAAAAA'), id.slice(0, -9), 'oac_', 'oac_v1:AAAA', 'x', ''])
      await assert.rejects(clients.find(forged), { oauthCode: 'invalid_client' }, forged);
  });

  const refused: readonly (readonly [metadata: unknown, code: string])[] = [
    [{ redirect_uris: ['app://x', 'http://evil.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: CALLBACK }, 'invalid_redirect_uri'],
    [{}, 'invalid_redirect_uri'],
    [null, 'invalid_redirect_uri'],
    [{ client_name: 'x'.repeat(101), redirect_uris: [CALLBACK] }, 'invalid_client_metadata'],
    [{ redirect_uris: Array.from({ length: 60 }, (_, n) => `${CALLBACK}${n}`) }, 'invalid_client_metadata'],
  ];
  for (const [metadata, oauthCode] of refused) {
    test(`is not made of ${JSON.stringify(metadata).slice(0, 60)}`, async () => {
      await assert.rejects(register(metadata), { oauthCode });
    });
  }
});
