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
    scope: Type.Optional(text),
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
  const provider = new IdentityProvider({ ...rules, ...deps, issuer, client, secret, redirectUri });
  return { provider, rules, isOnly: config.oidcOnly, publicUrl, secretKey, random, checks: new Map() };
}

/** @throws SightlineError `invalid_setting` */
function rulesIn(given: string, issuer: string): SignOnRules {
  const value = jsonOf(given);
  const validator = Compile(RULES);
  const problems = problemsOf(validator, value);
  if (problems.length > 0 || !validator.Check(value))
    throw invalid('oidcAccess', `must be a JSON object: ${sentenceOf(problems)}`);
  const { domains = [], access } = value;
  const operator = access.findIndex(({ organization, role }) => organization === null && role !== 'admin');
  if (operator !== -1)
    throw invalid(
      'oidcAccess',
      `has a rule for all organizations whose role is not admin: access[${operator}].`,
    );
  // Everyone in the world has a Google account.
  if (domains.length === 0 && new URL(issuer).origin === GOOGLE)
    throw invalid(
      'oidcAccess',
      'needs `domains`: without them, everyone with a Google account could ask to come in.',
    );
  return {
    name: value.name ?? new URL(issuer).host,
    scope: value.scope ?? null,
    parameters: value.parameters ?? {},
    claim: value.claim ?? 'groups',
    domains: domains.map((each) => each.replace(/^@/, '').toLowerCase()),
    access,
  };
}

function jsonOf(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return null;
  }
}

type Name = 'oidcIssuer' | 'oidcClient' | 'oidcAccess' | 'oidcOnly' | 'publicUrl' | 'secretKey';

function invalid(name: Name, words: string, other?: Name): SightlineError {
  const more = other === undefined ? '' : ` ${SETTINGS[other].variable}.`;
  return new SightlineError('invalid_setting', `${SETTINGS[name].variable} ${words}${more}`);
}
