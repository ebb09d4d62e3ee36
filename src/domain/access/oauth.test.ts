import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answersChallenge,
  familyOf,
  hasRedirect,
  isClientAddress,
  isSameAddress,
  issuerOf,
  mintCode,
  redirectIn,
  tokensAfter,
} from './oauth.ts';

const CLAUDE = 'https://claude.ai/api/mcp/auth_callback';

test('a client may be sent to https, or to http on this computer, in canonical spelling alone', () => {
  const allowed = [
    CLAUDE,
    'https://claude.com/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'https://chatgpt.com/connector/oauth/Ab_1-2',
    'https://client.example:8443/cb?a=b',
    'https://client.example',
    'http://localhost/callback',
    'http://127.0.0.1:53211/callback',
    'http://[::1]:8080/callback',
  ];
  const refused = [
    'http://claude.ai/api/mcp/auth_callback',
    'https://Claude.ai/api/mcp/auth_callback',
    'HTTPS://claude.ai/cb',
    'https://user@claude.ai/cb',
    'https://claude.ai@evil.example/cb#',
    `${CLAUDE}#x`,
    `${CLAUDE}#`,
    'https://claude.ai/a/../cb',
    'https://claude.ai/%2e%2e/cb',
    'https://claude.ai\\evil.example/cb',
    'https://claude.ai/\tcb',
    ' https://claude.ai/cb',
    'https:claude.ai/cb',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.1/callback',
    'http://2130706433/callback',
    'http://0.0.0.0/callback',
    'http://[::ffff:127.0.0.1]/callback',
    'http://localhost./callback',
    'cursor://oauth/callback',
    'javascript:alert(1)',
    'data:text/html,x',
    `https://x.example/${'a'.repeat(500)}`,
    '',
  ];
  assert.deepEqual(allowed.map(redirectIn).filter((url) => url === null).length, 0);
  assert.deepEqual(
    refused.filter((each) => redirectIn(each) !== null),
    [],
  );
});

test('a redirect address is one of the client’s exactly, but for the port on this computer', () => {
  const client = { redirects: [CLAUDE, 'http://localhost/callback', 'http://127.0.0.1:3000/cb?x=1'] };
  const isOne = (given: string) => hasRedirect(client, given);
  for (const given of [
    CLAUDE,
    'http://localhost:8123/callback',
    'http://localhost/callback',
    'http://127.0.0.1/cb?x=1',
  ])
    assert.ok(isOne(given), given);
  const others = [
    `${CLAUDE}/`,
    `${CLAUDE}?x=1`,
    `${CLAUDE}2`,
    'https://claude.ai/api/mcp',
    'https://claude.ai:8443/api/mcp/auth_callback',
    'https://sub.claude.ai/api/mcp/auth_callback',
    'https://claude.ai/API/mcp/auth_callback',
    'https://localhost:8123/callback',
    'http://127.0.0.1:8123/callback',
    'http://localhost:8123/callback/x',
    'http://localhost:8123/callback?x=1',
    'http://localhost:8123/Callback',
    'http://user@localhost:8123/callback',
    'http://localhost:8123/callback#x',
    'http://127.0.0.1/cb?x=2',
  ];
  assert.deepEqual(others.filter(isOne), []);
});

test('a client id is the address of a document only over https, with a path, in canonical spelling', () => {
  for (const id of ['https://claude.ai/oauth/claude-code-client-metadata', 'https://x.example/c?v=1'])
    assert.ok(isClientAddress(id), id);
  const others = [
    'http://claude.ai/c',
    'https://claude.ai',
    'https://claude.ai/',
    'https://claude.ai/c#x',
    'https://a:b@claude.ai/c',
    'https://claude.ai/./c',
    'https://CLAUDE.ai/c',
    'https://127.1/c',
    'file:///etc/passwd',
    'oac_x',
    '',
  ];
  assert.deepEqual(others.filter(isClientAddress), []);
});

test('only the right verifier of 43 to 128 characters answers a challenge', () => {
  // RFC 7636, appendix B.
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  assert.ok(answersChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk', challenge));
  for (const verifier of ['', challenge, 'x'.repeat(43), 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjX'])
    assert.ok(!answersChallenge(verifier, challenge), verifier);
});

test('a server has OAuth at an https address without a path, or on this computer', () => {
  const issuers = [
    'https://x.example',
    'https://x.example:8443',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
  ];
  assert.deepEqual(issuers.map(issuerOf), issuers);
  assert.equal(issuerOf('https://X.example:443'), 'https://x.example');
  for (const other of ['', 'http://x.example', 'https://x.example/app', 'https://x.example?a']) {
    assert.equal(issuerOf(other), null, other);
  }
});

test('addresses are the same whatever the case of scheme and host', () => {
  assert.ok(isSameAddress('HTTPS://X.example/mcp', 'https://x.example/mcp'));
  for (const other of ['https://x.example/MCP', 'https://x.example/mcp/', 'https://x.example/mcp#x', 'x', ''])
    assert.ok(!isSameAddress(other, 'https://x.example/mcp'), other);
});

test('tokens follow from the token before and a salt, and share its family', () => {
  const code = mintCode((size) => new Uint8Array(size).fill(7));
  const { access, refresh } = tokensAfter(code, 'salt');
  assert.deepEqual(tokensAfter(code, 'salt'), { access, refresh });
  const others = [tokensAfter(code, 'other'), tokensAfter(refresh, 'salt')];
  assert.equal(new Set([access, refresh, ...others.flatMap((each) => [each.access, each.refresh])]).size, 6);
  assert.equal(familyOf(access, ['access']), familyOf(code, ['code']));
  assert.equal(familyOf(refresh, ['refresh']), familyOf(code, ['code']));
  for (const other of ['code', 'access'] as const) assert.equal(familyOf(refresh, [other]), null);
});
