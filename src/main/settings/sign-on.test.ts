import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readConfig, SETTINGS } from './config.ts';
import { signOnOf } from './sign-on.ts';

const ACCESS = { access: [{ role: 'viewer', organization: 'Acme' }] };
const SET = {
  SIGHTLINE_PUBLIC_URL: 'https://sightline.acme.example',
  SIGHTLINE_OIDC_ISSUER: 'https://login.acme.example',
  SIGHTLINE_OIDC_CLIENT: 'sightline',
  SIGHTLINE_OIDC_ACCESS: JSON.stringify(ACCESS),
};

const accessWith = (more: object) => ({ SIGHTLINE_OIDC_ACCESS: JSON.stringify({ ...ACCESS, ...more }) });

function signOnWith(env: Record<string, string>) {
  const fetch = () => assert.fail('asked');
  const deps = { fetch, now: () => 0, random: () => assert.fail(), onProblem: () => {} };
  return signOnOf(readConfig({ ...SET, ...env }, {}), deps);
}

describe('the settings of single sign-on', () => {
  test('ask nobody, and have defaults', () => {
    const { rules, isOnly } = signOnWith({}) ?? assert.fail();
    const { access } = ACCESS;
    const expected = {
      name: 'login.acme.example',
      parameters: {},
      claim: 'groups',
      domains: [],
      access,
    };
    assert.deepEqual({ rules, isOnly }, { rules: expected, isOnly: false });
  });

  test('take a domain in any of its forms', () => {
    for (const domain of ['@Müller.example', 'mu\u0308ller.example', 'XN--mller-kva.example']) {
      const { rules } = signOnWith(accessWith({ domains: [domain] })) ?? assert.fail();
      assert.deepEqual(rules.domains, ['xn--mller-kva.example', 'müller.example']);
    }
  });

  test('are none without an issuer', () => assert.equal(signOnWith({ SIGHTLINE_OIDC_ISSUER: '' }), null));

  for (const [what, settings, words] of [
    ['a client', { SIGHTLINE_OIDC_CLIENT: '' }, /^SIGHTLINE_OIDC_ISSUER needs SIGHTLINE_OIDC_CLIENT\.$/],
    ['the public address', { SIGHTLINE_PUBLIC_URL: '' }, /needs SIGHTLINE_PUBLIC_URL/],
    ['a key to encrypt', { SIGHTLINE_DATABASE_URL: 'postgres://localhost/a' }, /needs SIGHTLINE_SECRET_KEY/],
    [
      'an issuer to be the only way',
      { SIGHTLINE_OIDC_ISSUER: '', SIGHTLINE_OIDC_ONLY: 'on' },
      /SIGHTLINE_OIDC_ONLY needs/,
    ],
    ['rules', { SIGHTLINE_OIDC_ACCESS: '' }, /SIGHTLINE_OIDC_ACCESS must be an object in JSON/],
    ['known fields', { SIGHTLINE_OIDC_ACCESS: '{"groups":[],"access":[]}' }, /groups.*not a known field/],
    [
      'a known role',
      { SIGHTLINE_OIDC_ACCESS: '{"access":[{"role":"root","organization":"A"}]}' },
      /role must be one of/,
    ],
    [
      'an organization or null',
      { SIGHTLINE_OIDC_ACCESS: '{"access":[{"role":"admin"}]}' },
      /access\[0\]\.organization is missing/,
    ],
    [
      'admins of all organizations',
      { SIGHTLINE_OIDC_ACCESS: '{"access":[{"role":"viewer","organization":null}]}' },
      /access\[0\]/,
    ],
    ['scopes of OpenID Connect', accessWith({ parameters: { scope: 'email' } }), /scope without `openid`/],
    ['no parameters of its own', accessWith({ parameters: { response_mode: 'form_post' } }), /response_mode/],
    [
      'the rule for everyone last',
      accessWith({ access: [...ACCESS.access, ...ACCESS.access] }),
      /after the one for everyone: access\[0\]/,
    ],
    ...['*.a.example', 'https://a.example', 'ann@a.example', ' a.example', ''].map(
      (domain): [string, Record<string, string>, RegExp] => [
        `a domain unlike ${JSON.stringify(domain)}`,
        accessWith({ domains: [domain] }),
        /domain/,
      ],
    ),
    ['domains at Google', { SIGHTLINE_OIDC_ISSUER: 'https://accounts.google.com/' }, /needs `domains`/],
  ] satisfies [string, Record<string, string>, RegExp][]) {
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
