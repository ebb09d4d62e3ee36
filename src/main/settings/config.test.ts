import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pluck } from '../../../test/support/pluck.ts';
import { SightlineError } from '../../domain/errors.ts';
import { readConfig, SETTINGS, settingsMarkdown } from './config.ts';
import { unknownVariables } from './unknown-variables.ts';

function refusalOf(env: Record<string, string>, flags: Record<string, string> = {}): string {
  try {
    readConfig(env, flags);
  } catch (error) {
    assert.ok(error instanceof SightlineError);
    assert.equal(error.code, 'invalid_setting');
    return error.message;
  }
  return assert.fail('it was accepted');
}

test('without variables and flags every setting has its default', () =>
  assert.deepEqual(readConfig({}, {}), {
    databaseUrl: 'sqlite:./data/sightline.db',
    databaseConnections: 10,
    host: '127.0.0.1',
    port: 8080,
    trustProxy: '',
    panelMb: 96,
    watchAt: 6 * 3_600_000,
    pruneAt: 3.5 * 3_600_000,
    pageFetches: 0,
    addressLists: 'shipped',
    replyDays: 365,
    maxKeyDays: null,
    answerDays: null,
    collect: true,
    ownEngines: '',
    metricsPort: null,
    metricsHost: '127.0.0.1',
    publicUrl: '',
    webhookNetworks: '',
    smtpUrl: '',
    mailFrom: '',
    secretKey: '',
    oidcIssuer: '',
    oidcClient: '',
    oidcSecret: '',
    oidcAccess: '',
    oidcOnly: false,
    logLevel: 'info',
  }));

test('a variable overrides the default', () =>
  assert.equal(readConfig({ SIGHTLINE_PORT: '9000' }, {}).port, 9000));

test('a flag overrides a variable', () =>
  assert.equal(readConfig({ SIGHTLINE_PORT: '9000' }, { port: '9001' }).port, 9001));

test('a flag overrides a variable even if its value is invalid', () =>
  assert.equal(readConfig({ SIGHTLINE_PORT: 'x' }, { port: '9001' }).port, 9001));

for (const [variable, text, refusal] of [
  ['SIGHTLINE_PORT', 'http', 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
  ['SIGHTLINE_PORT', '65536', 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
  ['SIGHTLINE_PORT', '-1', 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
  ['SIGHTLINE_PORT', '80.5', 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
  ['SIGHTLINE_PORT', '9'.repeat(40), 'SIGHTLINE_PORT must be a whole number from 0 to 65535.'],
  [
    'SIGHTLINE_DATABASE_CONNECTIONS',
    '0',
    'SIGHTLINE_DATABASE_CONNECTIONS must be a whole number from 1 to 1000.',
  ],
  ['SIGHTLINE_HOST', 'a b', 'SIGHTLINE_HOST must be an address.'],
  [
    'SIGHTLINE_LOG_LEVEL',
    'verbose',
    'SIGHTLINE_LOG_LEVEL must be one of trace, debug, info, warn, error, silent.',
  ],
  ['SIGHTLINE_PUBLIC_URL', 'sightline.example', 'SIGHTLINE_PUBLIC_URL must be an https:// or http:// URL.'],
  ['SIGHTLINE_PUBLIC_URL', 'https://x..example', 'SIGHTLINE_PUBLIC_URL must be an https:// or http:// URL.'],
  [
    'SIGHTLINE_PUBLIC_URL',
    'https://sightline.example/#top',
    'SIGHTLINE_PUBLIC_URL must be an https:// or http:// URL.',
  ],
  ['SIGHTLINE_SMTP_URL', 'mail.example:25', 'SIGHTLINE_SMTP_URL must be smtp://<host> or smtps://<host>.'],
  ['SIGHTLINE_MAIL_FROM', 'Ann', 'SIGHTLINE_MAIL_FROM must be an email address.'],
  ['SIGHTLINE_SECRET_KEY', 'too short', 'SIGHTLINE_SECRET_KEY must be at least 32 characters.'],
] as const) {
  test(`refuses ${variable}=${text.slice(0, 12)} by name`, () =>
    assert.equal(refusalOf({ [variable]: text }), refusal));
}

test('refuses a bad flag by its name', () =>
  assert.match(refusalOf({}, { logLevel: 'verbose' }), /^--log-level must be one of/));

for (const url of ['mysql://localhost/a', 'data.db', 'sqlite:', 'postgres://', 'SQLITE:a.db']) {
  test(`${url} names no database`, () =>
    assert.match(refusalOf({ SIGHTLINE_DATABASE_URL: url }), /^SIGHTLINE_DATABASE_URL must be sqlite:/));
}

for (const url of ['sqlite:a.db', 'sqlite:/tmp/a.db', 'postgres://u:p@h/d', 'postgresql://h/d']) {
  test(`${url} names a database`, () =>
    assert.equal(readConfig({ SIGHTLINE_DATABASE_URL: url }, {}).databaseUrl, url));
}

for (const text of ['', '10.0.0.1', '10.0.0.0/8, loopback', '2001:db8::/32', 'uniquelocal']) {
  test(`trusted proxies may be ${JSON.stringify(text)}`, () =>
    assert.equal(readConfig({ SIGHTLINE_TRUST_PROXY: text }, {}).trustProxy, text));
}

for (const text of ['true', '*', '10.0.0.0/33', 'proxy.example', '10.0.0.1,']) {
  test(`trusted proxies may not be ${JSON.stringify(text)}`, () =>
    assert.match(
      refusalOf({ SIGHTLINE_TRUST_PROXY: text }),
      /^SIGHTLINE_TRUST_PROXY must be comma-separated addresses/,
    ));
}

test('finds a variable that only looks like a setting', () =>
  assert.deepEqual(unknownVariables({ SIGHTLINE_PROT: '1', SIGHTLINE_PORT: '1', PATH: '' }), [
    'SIGHTLINE_PROT',
  ]));

test('every setting has a variable and a flag of its own, and help', () => {
  const settings = Object.values(SETTINGS);
  assert.equal(new Set(settings.map((each) => each.variable)).size, settings.length);
  const flags = settings.flatMap(({ flag }) => flag ?? []);
  assert.equal(new Set(flags).size, flags.length);
  for (const { variable, help } of settings) {
    assert.match(variable, /^SIGHTLINE_[A-Z_]+$/);
    assert.match(help, /\.$/);
  }
});

test('a secret has no flag, which others could see, and a list is too long for one', () => {
  const secrets = Object.values(SETTINGS).filter(({ flag }) => flag === null);
  assert.deepEqual(pluck(secrets, 'variable'), [
    'SIGHTLINE_ENGINES',
    'SIGHTLINE_SECRET_KEY',
    'SIGHTLINE_OIDC_SECRET',
    'SIGHTLINE_OIDC_ACCESS',
  ]);
});

test('every default is a valid value', () => {
  const flags = Object.fromEntries(Object.entries(SETTINGS).map(([name, { standard }]) => [name, standard]));
  assert.deepEqual(readConfig({}, flags), readConfig({}, {}));
});

test('the table of settings has a row for each', () =>
  assert.equal(settingsMarkdown().split('\n').length, Object.keys(SETTINGS).length + 2));
