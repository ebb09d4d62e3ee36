import { SETTINGS } from './config.ts';
import { allEngineVariables } from './engines.ts';

/** Variables with the prefix of a setting that are not one: most likely a typo. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = [...Object.values(SETTINGS), ...allEngineVariables()].map((each) => each.variable);
  const isKnown = (name: string) => known.includes(name) || known.includes(name.replace(/_FILE$/, ''));
  return Object.keys(env).filter((name) => name.startsWith('SIGHTLINE_') && !isKnown(name));
}
