import { ADAPTERS } from '../../engines/registry.ts';
import type { Config } from './config.ts';
import { keyVariableOf, READER } from './engines.ts';

export type SecretSettings = Pick<Config, 'databaseUrl'> &
  Partial<Pick<Config, 'smtpUrl' | 'secretKey' | 'oidcSecret'>>;

/**
 * Every secret in this process: keys for engines, passwords for databases and the mail server, the secret for the
 * sign-on provider, and the key that encrypts data in the store.
 */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  { databaseUrl, smtpUrl = '', secretKey = '', oidcSecret = '' }: SecretSettings,
): string[] {
  const keys = [...ADAPTERS.map(keyVariableOf), READER.key.variable].map((name) => env[name] ?? '');
  const passwords = [databaseUrl, smtpUrl].flatMap(passwordsIn);
  const all = [...keys, ...passwords, secretKey, oidcSecret];
  return [...new Set(all)].filter((secret) => secret !== '');
}

/** A URL's password, also as the parameter that PostgreSQL takes, escaped as in the URL and unescaped. */
function passwordsIn(url: string): string[] {
  if (!URL.canParse(url)) return [];
  const { password, searchParams } = new URL(url);
  const found = [password, searchParams.get('password') ?? ''];
  try {
    return [...found, decodeURIComponent(password)];
  } catch {
    return found;
  }
}
