import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTINGS } from './config.ts';
import { signOnOf } from './sign-on.ts';

const ACCESS = { access: [{ role: 'viewer', organization: 'Acme' }] };
const SET = {
  databaseUrl: 'sqlite:./a.db',
  secretKey: '',
  publicUrl: 'https://sightline.acme.example',
  oidcIssuer: 'https://login.acme.example',
  oidcClient: 'sightline',
  oidcSecret: 'secret',
  oidcAccess: JSON.stringify(ACCESS),
  oidcOnly: false,
};

function signOnWith(settings: Partial<typeof SET>) {
  const fetch = () => assert.fail('asked');
  return signOnOf(
    { ...SET, ...settings },
    { fetch, now: () => 0, random: () => assert.fail(), onProblem: () => {} },
  );
}

describe('the settings of single sign-on', () => {
  test('ask nobody, and have defaults', () => {
    const { rules, isOnly } = signOnWith({}) ?? assert.fail();
    const { access } = ACCESS;
    const expected = {
      name: 'login.acme.example',
      scope: null,
      parameters: {},
      claim: 'groups',
      domains: [],
      access,
    };
    assert.deepEqual({ rules, isOnly }, { rules: expected, isOnly: false });
  });

  test('are none without an issuer', () => assert.equal(signOnWith({ oidcIssuer: '' }), null));

  for (const [what, settings, words] of [
    ['a client', { oidcClient: '' }, /^SIGHTLINE_OIDC_ISSUER needs SIGHTLINE_OIDC_CLIENT\.$/],
    ['the public address', { publicUrl: '' }, /needs SIGHTLINE_PUBLIC_URL/],
    ['a key to encrypt', { databaseUrl: 'postgres://localhost/a' }, /needs SIGHTLINE_SECRET_KEY/],
    ['an issuer to be the only way', { oidcIssuer: '', oidcOnly: true }, /SIGHTLINE_OIDC_ONLY needs/],
    ['rules', { oidcAccess: '' }, /SIGHTLINE_OIDC_ACCESS must be a JSON object: it must be an object/],
    ['known fields', { oidcAccess: '{"groups":[],"access":[]}' }, /groups.*not a known field/],
    [
      'a known role',
      { oidcAccess: '{"access":[{"role":"root","organization":"A"}]}' },
      /role must be one of/,
    ],
    [
      'an organization or null',
      { oidcAccess: '{"access":[{"role":"admin"}]}' },
      /access\[0\]\.organization is missing/,
    ],
    [
      'admins of all organizations',
      { oidcAccess: '{"access":[{"role":"viewer","organization":null}]}' },
      /access\[0\]/,
    ],
    ['domains at Google', { oidcIssuer: 'https://accounts.google.com/' }, /needs `domains`/],
  ] satisfies [string, Partial<typeof SET>, RegExp][]) {
    test(`need ${what}`, () =>
      assert.throws(() => signOnWith(settings), { code: 'invalid_setting', message: words }));
  }

  test('allow an unencrypted provider on this machine alone', () => {
    const isRead = (text: string) => SETTINGS.oidcIssuer.read(text) === text;
    const good = [
      'https://a.example/realms/a',
      'http://127.0.0.1:8080',
      'http://[::1]/a',
      'http://localhost:8080',
    ];
    const bad = [
      'http://a.example',
      'http://10.0.0.1',
      'https://a@b.example',
      'https://a.example?x',
      'ftp://a.example',
      'a',
    ];
    assert.deepEqual([good.filter((each) => !isRead(each)), bad.filter(isRead)], [[], []]);
  });
});
