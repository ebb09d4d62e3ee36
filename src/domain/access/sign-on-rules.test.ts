import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Claims, GOOGLE, placementOf, type SignOnRules, valueAt } from './sign-on-rules.ts';

const RULES: SignOnRules = {
  name: 'Acme login',
  parameters: {},
  claim: 'groups',
  domains: [],
  access: [
    { group: 'ops', role: 'admin', organization: null },
    { group: '/seo', role: 'editor', organization: 'Acme' },
    { group: 'staff', role: 'viewer', organization: 'Acme' },
  ],
};
const EVERYONE: SignOnRules['access'] = [{ role: 'viewer', organization: 'Acme' }];
const AT_ACME = { domains: ['acme.example'] };
const ANN = { email: 'Ann@Acme.example', email_verified: true, groups: ['seo'] };
const OVERAGE = {
  _claim_names: { groups: 'src1' },
  _claim_sources: { src1: { endpoint: 'https://graph.example' } },
};
const ENTRA_ID = '0b5f1e5e-9a5b-4b39-9e55-1d3c2b1a0f00';

/** The place in a few words, or the refusal. */
function placed(claims: Claims, rules: Partial<SignOnRules> = {}, issuer = 'https://login.example'): string {
  const place = placementOf(claims, { ...RULES, ...rules }, issuer);
  if ('refusal' in place) return place.refusal;
  const { login, role, organization, mayJoin } = place;
  return `${login} ${role} ${organization ?? 'of all'}${mayJoin ? ', may join' : ''}`;
}

describe('the place of a person by the rules', () => {
  for (const [what, claims, rules, expected] of [
    ['is that of their group', ANN, {}, 'ann@acme.example editor Acme'],
    [
      'is by the first rule that fits',
      { ...ANN, groups: ['staff', '/seo', 'ops'] },
      {},
      'ann@acme.example admin of all',
    ],
    [
      'is by a group written as a path, as in Keycloak',
      { ...ANN, groups: ['/seo'] },
      {},
      'ann@acme.example editor Acme',
    ],
    ['is by a group given as one text', { ...ANN, groups: 'staff' }, {}, 'ann@acme.example viewer Acme'],
    [
      'is by a role of the realm',
      { email: ANN.email, realm_access: { roles: ['staff'] } },
      { claim: 'realm_access.roles' },
      'ann@acme.example viewer Acme',
    ],
    [
      'is by an app role, also with too many groups',
      { preferred_username: ANN.email, roles: ['staff'], ...OVERAGE },
      { claim: 'roles' },
      'ann@acme.example viewer Acme',
    ],
    [
      'is by the id of a group, in Entra',
      { preferred_username: ANN.email, tid: 't', groups: [ENTRA_ID] },
      { access: [{ ...EVERYONE[0], group: ENTRA_ID } as never] },
      'ann@acme.example viewer Acme',
    ],
    ['may be everyone’s', { ...ANN, groups: [] }, { access: EVERYONE }, 'ann@acme.example viewer Acme'],
    [
      'may join with a verified address in an allowed domain',
      ANN,
      AT_ACME,
      'ann@acme.example editor Acme, may join',
    ],
    [
      'counts truth written as text',
      { ...ANN, email_verified: 'true' },
      AT_ACME,
      'ann@acme.example editor Acme, may join',
    ],
    [
      'counts Entra’s own claim',
      { email: ANN.email, groups: ['seo'], xms_edov: 1 },
      AT_ACME,
      'ann@acme.example editor Acme, may join',
    ],
    [
      'needs no claim about the address without domains',
      { email: ANN.email, groups: ['seo'] },
      {},
      'ann@acme.example editor Acme',
    ],
    [
      'takes a login name for an address',
      { preferred_username: 'ann', email_verified: false, groups: ['seo'] },
      {},
      'ann editor Acme',
    ],
  ] satisfies [string, Claims, Partial<SignOnRules>, string][]) {
    test(what, () => assert.equal(placed(claims, rules), expected));
  }

  test('needs `hd` at Google, where anyone can use an address of another’s domain', () => {
    const google = (claims: Claims) =>
      placed({ ...ANN, ...claims }, { ...AT_ACME, access: EVERYONE }, GOOGLE);
    assert.equal(google({ hd: 'acme.example' }), 'ann@acme.example viewer Acme, may join');
    for (const hd of [undefined, 'other.example']) assert.match(google({ hd }), /^Addresses of your domain/);
  });

  for (const [what, claims, rules, refusal] of [
    ['an address that is not verified', { ...ANN, email_verified: false }, {}, /has not verified your email/],
    [
      'an address of another domain',
      { ...ANN, email: 'ann@evil.example' },
      AT_ACME,
      /^Addresses of your domain/,
    ],
    [
      'an address that only ends like the domain',
      { ...ANN, email: 'ann@not-acme.example' },
      AT_ACME,
      /^Addresses of your domain/,
    ],
    [
      'a login name that is the domain',
      { ...ANN, email: 'acme.example' },
      AT_ACME,
      /^Addresses of your domain/,
    ],
    ['a subdomain', { ...ANN, email: 'ann@mail.acme.example' }, AT_ACME, /^Addresses of your domain/],
    [
      'an address with the domain before its end',
      { ...ANN, email: 'a@acme.example@evil.example' },
      AT_ACME,
      /did not say your email/,
    ],
    [
      'an address of which nobody says that it is verified',
      { email: ANN.email, groups: ['seo'] },
      AT_ACME,
      /does not say whether/,
    ],
    [
      'a name in place of an address',
      { preferred_username: ANN.email, email_verified: true, groups: ['seo'] },
      AT_ACME,
      /does not say whether/,
    ],
    ['nobody’s address', { groups: ['seo'] }, {}, /did not say your email/],
    ['an unknown group', { ...ANN, groups: ['sales', 7, null] }, {}, /^None of your groups/],
    [
      'a group that only begins alike',
      { ...ANN, groups: ['seo/interns', '/a/seo', 'SEO'] },
      {},
      /^None of your groups/,
    ],
    ['no groups', { email: ANN.email }, {}, /^None of your groups/],
    [
      'no app role beside groups left out',
      { email: ANN.email, hasgroups: true },
      { claim: 'roles' },
      /^None of your groups/,
    ],
    [
      'more than 200 groups, which Entra leaves out',
      { email: ANN.email, ...OVERAGE },
      {},
      /^You have more groups/,
    ],
    [
      'left out groups, even if everyone has a place',
      { email: ANN.email, hasgroups: true },
      { access: [...RULES.access, ...EVERYONE] },
      /^You have more groups/,
    ],
  ] satisfies [string, Claims, Partial<SignOnRules>, RegExp][]) {
    test(`refuses ${what}`, () => assert.match(placed(claims, rules), refusal));
  }

  test('reads claims by names with dots, and nothing that claims inherit', () => {
    const claims = { 'https://acme.example/roles': ['a'], resource_access: { 'my.app': { roles: ['b'] } } };
    assert.deepEqual(valueAt(claims, 'https://acme.example/roles'), ['a']);
    assert.deepEqual(valueAt(claims, 'resource_access.my.app.roles'), ['b']);
    for (const path of ['constructor', 'resource_access.toString', 'resource_access.my']) {
      assert.equal(valueAt(claims, path), undefined);
    }
  });
});
