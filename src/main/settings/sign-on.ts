import { domainToASCII, domainToUnicode } from 'node:url';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { GOOGLE, type SignOnRules } from '../../domain/access/sign-on-rules.ts';
import { ROLES } from '../../domain/access/user.ts';
import { SightlineError } from '../../domain/errors.ts';
import { IdentityProvider, type ProviderDeps } from '../../pipeline/accounts/identity-provider.ts';
import type { SignOn } from '../../pipeline/accounts/session-check.ts';
import { problemsOf, sentenceOf } from '../../pipeline/problems.ts';
import { type Config, SETTINGS } from './config.ts';
import { secretKeyOf } from './secret-key.ts';

const text = Type.String({ minLength: 1, maxLength: 500 });
const strict = { additionalProperties: false };

const RULES = Type.Object(
  {
    name: Type.Optional(text),
    parameters: Type.Optional(Type.Record(Type.String(), Type.String())),
    claim: Type.Optional(text),
    domains: Type.Optional(Type.Array(text, { maxItems: 1000 })),
    access: Type.Array(
      Type.Object(
        {
          group: Type.Optional(text),
          role: Type.Enum([...ROLES]),
          organization: Type.Union([text, Type.Null()]),
        },
        strict,
      ),
      { minItems: 1, maxItems: 1000 },
    ),
  },
  strict,
);

/** What Sightline sends itself, or what the answer depends on. */
const OWN_PARAMETERS = [
  ...['client_id', 'redirect_uri', 'state', 'nonce', 'code_challenge', 'code_challenge_method'],
  ...['response_type', 'response_mode', 'request', 'request_uri'],
];

type SignOnDeps = Pick<SignOn, 'random'> & Pick<ProviderDeps, 'fetch' | 'now' | 'onProblem'>;

/**
 * Single sign-on by the settings; null without an issuer. Asks nobody: a provider that cannot be reached stops no start.
 *
 * @throws SightlineError `invalid_setting` if a setting needs another, or the rules do not read
 */
export function signOnOf(config: Config, { random, ...deps }: SignOnDeps): SignOn | null {
  const { oidcIssuer: issuer, oidcClient: client, oidcSecret: secret, publicUrl } = config;
  if (issuer === '') {
    if (config.oidcOnly) throw invalid('oidcOnly', 'needs', 'oidcIssuer');
    return null;
  }
  if (client === '') throw invalid('oidcIssuer', 'needs', 'oidcClient');
  if (publicUrl === '') throw invalid('oidcIssuer', 'needs', 'publicUrl');
  const secretKey = secretKeyOf(config);
  if (secretKey === null) throw invalid('oidcIssuer', 'needs', 'secretKey');
  const rules = rulesIn(config.oidcAccess, issuer);
  const redirectUri = `${publicUrl}/sign-on/callback`;
  const provider = new IdentityProvider({ rules, ...deps, issuer, client, secret, redirectUri });
  return { provider, rules, isOnly: config.oidcOnly, publicUrl, secretKey, random, checks: new Map() };
}

/** @throws SightlineError `invalid_setting` */
function rulesIn(given: string, issuer: string): SignOnRules {
  const value = jsonOf(given);
  const validator = Compile(RULES);
  if (!validator.Check(value))
    throw invalid('oidcAccess', `has a problem: ${sentenceOf(problemsOf(validator, value))}`);
  const { domains = [], access, parameters = {} } = value;
  const operator = access.findIndex(({ organization, role }) => organization === null && role !== 'admin');
  const last = access.findIndex(({ group }) => group === undefined);
  const own = OWN_PARAMETERS.find((name) => Object.hasOwn(parameters, name));
  const problem =
    (operator !== -1 && `has a rule for all organizations whose role is not admin: access[${operator}].`) ||
    (last !== -1 && last < access.length - 1 && `has rules after the one for everyone: access[${last}].`) ||
    (!(parameters.scope ?? 'openid').split(' ').includes('openid') && 'has a scope without `openid`.') ||
    (own !== undefined && `may not have the parameter ${own}.`) ||
    // Everyone in the world has a Google account.
    (domains.length === 0 &&
      new URL(issuer).origin === GOOGLE &&
      'needs `domains`: without them, everyone with a Google account could ask to come in.');
  if (problem) throw invalid('oidcAccess', problem);
  return {
    name: value.name ?? new URL(issuer).host,
    parameters,
    claim: value.claim ?? 'groups',
    domains: domains.flatMap(formsOf),
    access,
  };
}

/** A domain as addresses write it: in ASCII, and in other letters (IDNA). @throws SightlineError `invalid_setting` */
function formsOf(typed: string): string[] {
  const ascii = /^@?[^\s@/:*]+$/.test(typed) ? domainToASCII(typed.replace('@', '')) : '';
  if (ascii === '') throw invalid('oidcAccess', `has a domain that no address has: ${typed}.`);
  return [ascii, domainToUnicode(ascii)];
}

/** @throws SightlineError `invalid_setting` */
function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw invalid('oidcAccess', 'must be an object in JSON.');
  }
}

type Name = 'oidcIssuer' | 'oidcClient' | 'oidcAccess' | 'oidcOnly' | 'publicUrl' | 'secretKey';

function invalid(name: Name, words: string, other?: Name): SightlineError {
  const more = other === undefined ? '' : ` ${SETTINGS[other].variable}.`;
  return new SightlineError('invalid_setting', `${SETTINGS[name].variable} ${words}${more}`);
}
