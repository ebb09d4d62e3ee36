import { CLIENT_VARIABLES } from './client-settings.ts';
import { SETTINGS } from './config.ts';
import { ENGINE_VARIABLES } from './engines.ts';

/** Variables that begin like a setting and are not one: most likely a typing error. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const settings = [...Object.values(SETTINGS), ...ENGINE_VARIABLES].map((each) => each.variable);
  const known: string[] = [...settings, ...Object.values(CLIENT_VARIABLES)];
  const isKnown = (name: string) => known.includes(name) || known.includes(name.replace(/_FILE$/, ''));
  return Object.keys(env).filter((name) => name.startsWith('SIGHTLINE_') && !isKnown(name));
}
