import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import type { AlertSettings } from '../../../domain/alerts/alert-rules.ts';
import { MOST_COMPETITORS } from '../../../domain/brand/tracked-brand.ts';
import { SightlineError } from '../../../domain/errors.ts';
import {
  alertSettingsOf,
  aliasesOf,
  codesOf,
  type DeclaredOrganization,
  domainOf,
  furtherDomainsOf,
  matchOf,
  promptsOf,
  subscriptionOf,
} from '../document/declared.ts';
import { fileText } from '../document/yaml.ts';
import { readApplyFile } from './apply-file.ts';

const file = (organization: object, ...others: object[]) =>
  JSON.stringify({ organizations: [{ name: 'Acme Inc', ...organization }, ...others] });
/** Competitors with this many aliases each. */
const rivals = (count: number, aliases: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Rival ${index}`,
    aliases: Array.from({ length: aliases }, (_none, alias) => `Name ${alias} of ${index}`),
  }));
const withBrand = (brand: object) => file({ brands: [{ name: 'Acme', ...brand }] });

function refusalOf(text: string): string {
  try {
    readApplyFile(text);
  } catch (error) {
    assert.ok(error instanceof SightlineError);
    assert.equal(error.code, 'invalid_file');
    return error.message;
  }
  return assert.fail('the file was taken');
}

test('YAML and JSON say the same', () => {
  const yaml = 'organizations:\n  - name: Acme Inc\n    brands: [{ id: acme, name: Acme }]\n';
  assert.deepEqual(readApplyFile(yaml), readApplyFile(file({ brands: [{ id: 'acme', name: 'Acme' }] })));
});

test('an anchor may be used again', () => {
  const yaml = `
    organizations:
      - { name: A, brands: [{ name: X, competitors: &rivals [{ name: Y }] }] }
      - { name: B, brands: [{ name: Z, competitors: *rivals }] }`;
  const [first, second] = readApplyFile(yaml);
  assert.deepEqual(first?.brands?.[0]?.competitors, [{ name: 'Y' }]);
  assert.deepEqual(second?.brands?.[0]?.competitors, [{ name: 'Y' }]);
});

const BYTES = 1024 * 1024;

/** A file of 100 MiB that reports how much of it a reader consumed. */
function hugeFile() {
  const state = { read: 0 };
  const piece = Buffer.alloc(BYTES, 'x');
  async function* chunks() {
    for (; state.read < 100 * BYTES; state.read += BYTES) yield piece;
  }
  return { state, chunks: chunks() };
}

test('refuses a file of 100 MiB before reading it whole', async () => {
  const { state, chunks } = hugeFile();
  await assert.rejects(fileText(chunks), {
    code: 'invalid_file',
    message: 'Nothing was applied: the file is larger than 8 MiB.',
  });
  assert.ok(state.read < 10 * BYTES);
});

test('refuses a file broken at every character by its first error', () =>
  assert.match(refusalOf('!a '.repeat(1000)), /A node can have at most one tag at line 1, column 4\.$/));

test('refuses a file that is not UTF-8', async () => {
  const bytes = Readable.from([
    Buffer.from('organizations: [{ name: Caf'),
    Buffer.from([0xe9]),
    Buffer.from(' }]'),
  ]);
  await assert.rejects(
    fileText(bytes),
    /^SightlineError: Nothing was applied: the file is not valid UTF-8\.$/,
  );
});

test('reads a character that spans two chunks', async () => {
  const bytes = Buffer.from('\ufeffname: é');
  assert.equal(await fileText(Readable.from([bytes.subarray(0, -1), bytes.subarray(-1)])), 'name: é');
});

test('a prompt is a text, or an object with more fields', () => {
  const [organization] = readApplyFile(withBrand({ prompts: [' a ', { text: 'b', active: false }] }));
  const brand = organization?.brands?.[0];
  assert.deepEqual(brand && promptsOf(brand), [{ text: 'a' }, { text: 'b', active: false }]);
});

for (const given of [2840, '2840', 'US', 'us', 'United States', 'united states', 'USA']) {
  test(`the market ${JSON.stringify(given)} is the United States`, () => {
    const [organization] = readApplyFile(withBrand({ market: { location_code: given } }));
    const market = organization?.brands?.[0]?.market;
    assert.deepEqual(market && codesOf(market), { locationCode: 2840, languageCode: null });
  });
}

function assertRefused(text: string, refusal: RegExp): void {
  const message = refusalOf(text);
  assert.match(message, /^Nothing was applied: /);
  assert.match(message, refusal);
}

for (const [what, text, refusal] of [
  ['an empty file', '', /^Nothing was applied: the file is empty; it must begin with `organizations:`\.$/],
  ['a list', '- 1', /the file must be an object that begins with `organizations:`/],
  ['no organizations', '{}', /organizations is missing/],
  ['broken YAML', 'organizations: [', /not YAML or JSON: .* at line 1, column \d+\.$/],
  [
    'a key given twice',
    'organizations: []\norganizations: []',
    /not YAML or JSON: Map keys must be unique at line 2, column 1\.$/,
  ],
  ['two documents', 'organizations: []\n---\norganizations: []', /not YAML or JSON/],
  ['an organization without a name', '{"organizations":[{}]}', /organizations\[0\]\.name is missing/],
  ['a blank name', file({ name: ' ' }), /organizations\[0\]\.name must not be blank/],
  ['a name that is a number', 'organizations: [{ name: 7 }]', /organizations\[0\]\.name must be a string/],
  ['a plan that is none', file({ plan: { name: 'gold' } }), /plan\.name must be one of "trial", "solo"/],
  [
    'prompts_included below 0',
    file({ plan: { name: 'solo', prompts_included: -1 } }),
    /prompts_included must be/,
  ],
  [
    'a bad trial_ends_at',
    file({ plan: { name: 'trial', trial_ends_at: '2026-02-30' } }),
    /trial_ends_at must be/,
  ],
  [
    'a plan that is only its name, in one sentence',
    file({ plan: 'growth' }),
    /: organizations\[0\]\.plan must be an object or null\.$/,
  ],
  [
    'a plan without its name, in one sentence',
    file({ plan: {} }),
    /: organizations\[0\]\.plan\.name is missing\.$/,
  ],
  [
    'kinds that are no list, in one sentence',
    file({ alerts: { kinds: 'visibility_drop' } }),
    /: organizations\[0\]\.alerts\.kinds must be "all" or a list of kinds\.$/,
  ],
  [
    'limits that are no object, in one sentence',
    file({ collect: 5 }),
    /: organizations\[0\]\.collect must be an object or null\.$/,
  ],
  [
    'an alias of what it is a part of',
    'organizations: &o [*o]',
    /organizations\[0\] is an alias of something that contains it\.$/,
  ],
  [
    'aliases that multiply',
    `a: &a [x,x,x,x,x,x,x,x,x]\n${['b', 'c', 'd', 'e', 'f']
      .map((name, index) => `${name}: &${name} [${`*${'abcde'[index]},`.repeat(9)}]`)
      .join('\n')}`,
    /not YAML or JSON: Excessive alias count/,
  ],
  ['a NUL', file({ name: 'Ac\u0000me' }), /organizations\[0\]\.name contains a NUL character/],
  ['too deep a list', '['.repeat(10_000), /nested too deeply/],
  [
    'bytes',
    'organizations: [{ name: !!binary QWNtZQ== }]',
    /a tag that is not allowed at line 1, column 25;/,
  ],
  [
    'a time',
    'organizations:\n  - name: !!timestamp 2026-11-20',
    /not allowed at line 2, column 11; write plain/,
  ],
  ['a set', 'organizations: !!set { ? a }', /a tag that is not allowed/],
  ['a tag of its own', 'organizations: !mine []', /a tag that is not allowed/],
  [
    'a list as the name of a field',
    'organizations:\n? [a]\n: 1',
    /field name must be text at line 2, column 3/,
  ],
  ['answers', '{"answer":"a"}\n{"answer":"b"}\n', /the file has answers for an import \(JSON Lines\)/],
  ['__proto__', '{"organizations":[{"name":"A","__proto__":{}}]}', /\[0\]\.__proto__ is not a known field/],
  ['an alert kind that is none', file({ alerts: { kinds: ['x'] } }), /kinds\[0\] must be one of/],
  [
    'a threshold of 0 points',
    file({ alerts: { min_delta_points: 0 } }),
    /min_delta_points must be at least 1/,
  ],
  [
    'a brand id given twice',
    file({
      brands: [
        { id: 'abc', name: 'A' },
        { id: 'abc', name: 'B' },
      ],
    }),
    /brand id "abc"/,
  ],
  [
    'a brand id given twice in two organizations',
    file({ brands: [{ id: 'abc', name: 'A' }] }, { name: 'Other', brands: [{ id: 'abc', name: 'B' }] }),
    /brand id "abc" is given more than once/,
  ],
  [
    'a brand name given twice',
    file({ brands: [{ name: 'A' }, { name: 'A' }] }),
    /brand name in Acme Inc "A"/,
  ],
  [
    'an organization given twice',
    file({}, { name: 'Acme Inc' }),
    /organization name "Acme Inc" is given more/,
  ],
  [
    'an organization id given twice',
    file({ id: 'one' }, { id: 'one', name: 'Other' }),
    /organization id "one" is given more/,
  ],
] as const) {
  test(`refused whole: ${what}`, () => assertRefused(text, refusal));
}

for (const [what, brand, refusal] of [
  ['an unknown field with a suggestion', { promts: [] }, /brands\[0\]\.promts .* did you mean prompts\?/],
  [
    'an engine with a typing error',
    { engines: ['chatgtp'] },
    /engines\[0\] must be one of "chatgpt", .*; did you mean "chatgpt"\?$/,
  ],
  [
    'a country that is none',
    { market: { location_code: 'Untied States' } },
    /Acme: market\.location_code "Untied States" is not a country; did you mean United States\?$/,
  ],
  [
    'a country that is none in a list of markets',
    { markets: [{}, { location_code: 'Untied States' }] },
    /Acme: markets\[1\]\.location_code "Untied States" is not a country; did you mean United States\?$/,
  ],
  [
    'a market and a list of them',
    { market: { language_code: 'en' }, markets: [{ language_code: 'de' }] },
    /Acme gives `market` and `markets`/,
  ],
  [
    'a market given twice',
    { markets: [{ location_code: 'US' }, { name: 'usa', location_code: 2840 }] },
    /Acme: the market United States is given more than once\.$/,
  ],
  [
    'a name of two markets',
    { markets: [{ name: 'a' }, { name: 'a', location_code: 'US' }] },
    /the market name in Acme "a" is given more than once\.$/,
  ],
  ['a name that is no word', { markets: [{ name: 'US en' }] }, /markets\[0\]\.name /],
  ['no markets', { markets: [] }, /markets needs at least 1 entry/],
  [
    'a location with a fraction',
    { market: { location_code: 1.5 } },
    /location_code must be a whole number, a string or null\.$/,
  ],
  ['a blank prompt', { prompts: [' '] }, /prompts\[0\] must not be blank/],
  ['a prompt that is a number', { prompts: [7] }, /prompts\[0\] must be a string or an object/],
  ['a bare prompt given twice', { prompts: ['a', { text: 'a' }] }, /prompt in Acme "a"/],
  ['half a character', { prompts: ['a\ud800'] }, /prompts\[0\] contains half a character/],
  ['a brand id in capitals', { id: 'ACME' }, /brands\[0\]\.id must be an id with 3 to 40 characters from/],
  ['a brand id of 2 characters', { id: 'ac' }, /brands\[0\]\.id must be an id with 3 to 40 characters from/],
  ['an engine that is none', { engines: ['gpt'] }, /engines\[0\] must be one of "chatgpt"/],
  ['an engine given twice', { engines: ['claude', 'claude'] }, /engines must not have duplicate/],
  [
    'a site that is no host',
    { sites: [{ host: 'a b', kind: 'listing' }] },
    /Acme: sites: "a b" is not a host/,
  ],
  ['a kind of site that there is not', { sites: [{ host: 'a.example', kind: 'own_page' }] }, /sites.*kind/],
  [
    'a site by two of its hosts',
    {
      sites: [
        { host: 'a.example', kind: 'listing' },
        { host: 'www.docs.a.example', kind: 'community' },
      ],
    },
    /Acme: sites: the site a\.example is given more than once, by a\.example, www\.docs\.a\.example/,
  ],
  [
    'a theme given twice',
    {
      themes: [
        { name: 'Portals', words: ['portal'] },
        { name: 'Portals', words: ['guest'] },
      ],
    },
    /theme of Acme/,
  ],
  ['a theme without words', { themes: [{ name: 'Portals', words: [] }] }, /themes\[0\]\.words/],
  ['a theme of signs', { themes: [{ name: 'Portals', words: ['*'] }] }, /no letter or digit/],
  ['words for other', { themes: [{ name: 'other', words: ['x'] }] }, /"other" has a meaning/],
  ['a domain that is none', { domain: 'acme' }, /Acme: "acme" is not a domain/],
  ['a further domain that is none', { domains: ['a b.c'] }, /Acme: "a b.c" is not a domain/],
  [
    "a competitor's domain that is none",
    { competitors: [{ name: 'Bolt', domain: 'ftp://bolt.example' }] },
    /Bolt: "ftp:\/\/bolt\.example" is not a domain/,
  ],
  [
    'a category that is not the first tag',
    { prompts: [{ text: 'q', category: 'b', tags: ['a', 'b'] }] },
    /Acme: the prompt "q" has the category "b" and the first tag "a"; a category is the first tag, so leave it out/,
  ],
  [
    'no category beside a tag',
    { prompts: [{ text: 'q', category: null, tags: ['a'] }] },
    /has no category and the first tag "a"/,
  ],
  [
    'a category beside no tags',
    { prompts: [{ text: 'q', category: 'c', tags: [] }] },
    /has the category "c" and no tags/,
  ],
  [
    'a blank tag',
    { prompts: [{ text: 'q', tags: ['a', ' '] }] },
    /prompts\[0\]\.tags\[1\] must not be blank/,
  ],
  [
    'more tags than a question has',
    { prompts: [{ text: 'q', tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }] },
    /prompts\[0\]\.tags must not have more than 20 items/,
  ],
  ['a competitor named like the brand', { competitors: [{ name: 'Acme' }] }, /tracked name in Acme "Acme"/],
  [
    'more competitors than are tracked',
    { competitors: rivals(MOST_COMPETITORS + 1, 0) },
    /Acme has 251 competitors; a brand can track at most 250/,
  ],
  [
    'more names than are looked for',
    { competitors: rivals(51, 98) },
    /Acme and its competitors have 5,050 names and aliases; Sightline can look for at most 5,000/,
  ],
  [
    'a competitor given twice',
    { competitors: [{ name: 'Bolt' }, { name: 'Bolt' }] },
    /tracked name in Acme "Bolt"/,
  ],
  ['a match option that is none', { match: { case: true } }, /match\.case is not a known field/],
  [
    'a match option with a typing error',
    { match: { not_folowed_by: [] } },
    /match\.not_folowed_by is not a known field; did you mean not_followed_by\?/,
  ],
  [
    'a match option of the wrong type',
    { match: { case_sensitive: 'yes' } },
    /brands\[0\]\.match\.case_sensitive must be true or false/,
  ],
  ['a blank word', { match: { not_followed_by: [' '] } }, /not_followed_by\[0\] must not be blank/],
  [
    "a competitor's match option that is none",
    { competitors: [{ name: 'Bolt', match: { x: 1 } }] },
    /competitors\[0\]\.match\.x is not a known field/,
  ],
  ['an alias that is a number', { aliases: [7] }, /aliases\[0\] must be a string or an object/],
  ['a blank alias', { aliases: [''] }, /aliases\[0\] must not be blank/],
  ['a blank alias of an object', { aliases: [{ name: ' ' }] }, /aliases\[0\]\.name must not be/],
  ['an alias without a name', { aliases: [{}] }, /aliases\[0\]\.name is missing/],
  [
    'an alias with a typing error',
    { aliases: [{ name: 'A', include_products: true }] },
    /aliases\[0\]\.include_products is not a known field; did you mean includes_products\?/,
  ],
  ['an alias of signs', { aliases: ['™'] }, /Acme: "™" contains nothing to search for/],
  [
    'an alias of a full stop',
    { aliases: ['Acme Co', '...'] },
    /Acme: "\.\.\." contains nothing to search for/,
  ],
  [
    'a match word of signs',
    { match: { not_followed_by: ['-'] } },
    /Acme: "-" contains nothing to search for/,
  ],
  [
    'an alias given twice with different options',
    { aliases: ['A', { name: 'A', case_sensitive: true }] },
    /Acme: the name "A" is given more than once, with different match options/,
  ],
  [
    'the name as an alias with other options',
    { aliases: [{ name: 'Acme', case_sensitive: true }] },
    /Acme: the name "Acme" is given more than once, with different match options/,
  ],
  ['a prompt given twice', { prompts: [{ text: 'a' }, { text: 'a' }] }, /prompt in Acme "a"/],
] as const) {
  test(`refused whole, a brand with ${what}`, () => assertRefused(withBrand(brand), refusal));
}

for (const word of ['self', 'competitor', 'all']) {
  test(`refused whole: a competitor named ${word}`, () => {
    const refusal = new RegExp(`Acme: a competitor cannot be named "${word}", which has its own meaning`);
    assertRefused(withBrand({ competitors: [{ name: word, domain: 'a.example' }] }), refusal);
  });
}

test('reports all errors together', () => {
  const message = refusalOf(
    file({
      brands: [
        { name: 'A', domain: 'x' },
        { name: 'B', domain: 'y' },
      ],
    }),
  );
  assert.match(message, /A: "x".*B: "y"/);
});

test('brands of two organizations may share a name', () => {
  const both = file({ brands: [{ name: 'A' }] }, { name: 'Other', brands: [{ name: 'A' }] });
  assert.equal(readApplyFile(both).length, 2);
});

const organization = (fields: object) => ({ name: 'Acme Inc', ...fields }) as DeclaredOrganization;

test('a missing plan is undefined, a null plan is null', () => {
  assert.equal(subscriptionOf(organization({})), undefined);
  assert.equal(subscriptionOf(organization({ plan: null })), null);
});

test('a plan defaults to active, with the API and its own number of prompts', () =>
  assert.deepEqual(subscriptionOf(organization({ plan: { name: 'starter' } })), {
    plan: 'starter',
    status: 'active',
    trialEndsAt: null,
    promptsIncluded: 50,
    apiAccess: true,
  }));

test("keeps the status in the billing provider's words", () =>
  assert.equal(
    subscriptionOf(organization({ plan: { name: 'solo', status: 'past_due' } }))?.status,
    'past_due',
  ));

const BEFORE: AlertSettings = {
  enabled: false,
  kinds: ['visibility_drop'],
  minDeltaPoints: 12,
  minSampleEachSide: 50,
};

test('missing alert settings stay as they are', () => {
  assert.deepEqual(alertSettingsOf(organization({ alerts: { min_delta_points: 15 } }), BEFORE), {
    ...BEFORE,
    minDeltaPoints: 15,
  });
  assert.deepEqual(alertSettingsOf(organization({}), BEFORE), BEFORE);
});

test('all kinds of alerts equal none chosen', () => {
  for (const kinds of ['all' as const, []]) {
    assert.equal(alertSettingsOf(organization({ alerts: { kinds } }), BEFORE).kinds, null);
  }
});

test('compares nothing with fewer answers than a rate needs', () => {
  const settings = alertSettingsOf(organization({ alerts: { min_sample_each_side: 1 } }), BEFORE);
  assert.equal(settings.minSampleEachSide, 5);
});

test("normalizes a site's hosts, each further one once", () => {
  const site = { name: 'Acme', domain: 'WWW.acme.example', domains: ['acme.net', 'https://www.ACME.net/'] };
  assert.deepEqual([domainOf(site), furtherDomainsOf(site)], ['acme.example', ['acme.net']]);
});

test('match options are those that the file chooses, and no other', () => {
  assert.deepEqual(matchOf({ name: 'Max', match: { case_sensitive: true, not_followed_by: ['Planck'] } }), {
    caseSensitive: true,
    notFollowedBy: ['Planck'],
  });
  assert.deepEqual([matchOf({ name: 'Max', match: {} }), matchOf({ name: 'Max' })], [{}, undefined]);
});

test('an alias is a text, or an object with options of its own', () => {
  const aliases = ['Acme Co', { name: 'AC', not_preceded_by: ['the'], includes_products: false }];
  assert.deepEqual(aliasesOf({ name: 'Acme', aliases }), [
    { text: 'Acme Co' },
    { text: 'AC', notPrecededBy: ['the'], includesProducts: false },
  ]);
  assert.equal(aliasesOf({ name: 'Acme' }), undefined);
});

test('an alias that only repeats a name is not a contradiction', () => {
  const match = { case_sensitive: true };
  const aliases = ['Acme', 'AC', 'AC', { name: 'AC', case_sensitive: true }];
  assert.equal(readApplyFile(withBrand({ match, aliases })).length, 1);
});

test('a site that omits its domains is not one without', () => {
  assert.equal(domainOf({ name: 'Acme' }), undefined);
  assert.equal(domainOf({ name: 'Acme', domain: null }), null);
  assert.equal(furtherDomainsOf({ name: 'Acme' }), undefined);
  assert.deepEqual(furtherDomainsOf({ name: 'Acme', domains: [] }), []);
});
