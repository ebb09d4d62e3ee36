import type { EngineFailure, Provider } from '../../../engines/engine.ts';

interface Asked {
  readonly provider: Provider;
  readonly keyVariable: string;
  /** Name of the thing with the settings. */
  readonly what: string;
}

/** How to fix a failure, in a sentence or two. */
export function adviceFor(
  { provider: { name, keyHelp, isOwn }, keyVariable, what }: Asked,
  { fault, detail }: Pick<EngineFailure, 'fault' | 'detail'>,
): string {
  if (isOwn && (fault === 'config' || detail === 'parse')) {
    const said =
      detail === 'parse' ? 'does not reply as OpenAI’s chat completions do' : 'refuses the request';
    return `${name} ${said} (${detail}). Check \`base_url\` and \`model\` of ${what} in SIGHTLINE_ENGINES.`;
  }
  switch (fault) {
    case 'auth':
      return `${name} refuses the key (${detail}). It must be ${keyHelp}. Enter it again, or correct ${keyVariable} if that is where it comes from.`;
    case 'quota':
      return `${name} says that the account has nothing left to spend (${detail}). Add credit or raise its limit there, then try again.`;
    case 'config':
      return `${name} refuses the request (${detail}). Check the model and the base URL set for ${what}; docs/settings.md lists both.`;
    case 'rate':
      return `${name} refused too many requests (${detail}). Wait a minute, then try again.`;
    case 'final':
      return `Sightline cannot use the answer (${detail}). docs/collecting.md explains this code.`;
    default:
      return `${name} did not answer (${detail}). Try again later; if that does not help, check its status page and the network.`;
  }
}
