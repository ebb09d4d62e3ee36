import type { ConfiguredEngines } from '../../pipeline/collect/collect.ts';
import type { CliDeps } from '../shared/deps.ts';

/** How to give Sightline a provider's key. @param variable its environment variable */
export function keyRemedy(provider: string, variable: string): string {
  return `run \`sightline engine key set ${provider}\`, or set ${variable}`;
}

/** Tells how to give each of these engines its key, if it has none. */
export function tellMissingKeys(
  { terminal }: CliDeps,
  { disabled }: ConfiguredEngines,
  asked: readonly string[],
): void {
  for (const { engine, provider, missing } of disabled) {
    if (asked.includes(engine)) terminal.err(`To ask ${engine}, ${keyRemedy(provider, missing)}\n`);
  }
}
