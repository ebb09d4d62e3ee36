import { ADAPTERS } from '../engines/registry.ts';
import { CLIENT_VARIABLES } from './client-settings.ts';
import { keyVariableOf } from './engines.ts';

/** Everything this process knows that nobody else may read: the engines' keys, the database's password, and the key for a server. */
export function secretsOf(
  env: Readonly<Record<string, string | undefined>>,
  { databaseUrl }: { readonly databaseUrl: string },
): string[] {
  const keys = ADAPTERS.map((adapter) => env[keyVariableOf(adapter)] ?? '');
  return [...new Set([...keys, ...passwordsIn(databaseUrl), env[CLIENT_VARIABLES.key] ?? ''])].filter(
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
