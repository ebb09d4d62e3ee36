import { ADAPTERS } from '../engines/registry.ts';
import { CLIENT_VARIABLES } from './client-settings.ts';
import { keyVariableOf } from './engines.ts';

/** Everything this process knows that nobody else may read: the engines' keys, the databases' passwords, and the key for a server. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  { databaseUrl, readUrl = '' }: { readonly databaseUrl: string; readonly readUrl?: string },
): string[] {
  const keys = ADAPTERS.map((adapter) => env[keyVariableOf(adapter)] ?? '');
  const passwords = [databaseUrl, readUrl].flatMap(passwordsIn);
  return [...new Set([...keys, ...passwords, env[CLIENT_VARIABLES.key] ?? ''])].filter(
    (secret) => secret !== '',
  );
}

/** The password of a database URL, as it stands there and as it is meant. */
function passwordsIn(databaseUrl: string): string[] {
  const password = URL.canParse(databaseUrl) ? new URL(databaseUrl).password : '';
  try {
    return [password, decodeURIComponent(password)];
  } catch {
    return [password];
  }
}
