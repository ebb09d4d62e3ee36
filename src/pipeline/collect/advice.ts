import { faultOf } from '../../engines/dataforseo-envelope.ts';
import type { EngineFailure, Fault, Provider } from '../../engines/engine.ts';
import { isPromptCode } from '../../engines/http-failures.ts';

/** What is asked, and how it is reached. */
interface Asked {
  readonly provider: Provider;
  readonly keyVariable: string;
  /** What has the settings, by name. */
  readonly what: string;
}

/** What to do about a failure, in a sentence or two. */
export function adviceFor(
  { provider: { name, keyHelp }, keyVariable, what }: Asked,
  { fault, detail }: Pick<EngineFailure, 'fault' | 'detail'>,
): string {
  switch (fault) {
    case 'auth':
      return `${name} refuses the key (${detail}). Check ${keyVariable}: it must be ${keyHelp}.`;
    case 'quota':
      return `${name} says that the account has nothing left to spend (${detail}). Add credit or raise its limit there, then try again.`;
    case 'config':
      return `${name} refuses the request (${detail}). Check the model and the base URL set for ${what}; docs/collecting.md lists both.`;
    case 'rate':
      return `${name} says that it is asked too fast (${detail}). Wait a minute, then try again.`;
    case 'final':
      return `The answer cannot be used (${detail}). docs/collecting.md lists what this code means.`;
    default:
      return `${name} did not answer (${detail}). Try again later; if that does not help, check its status page and the network.`;
  }
}

/** The same about the code of a collection that failed some time ago. */
export function adviceForCode(asked: Asked, code: string): string {
  return adviceFor(asked, { fault: faultOfCode(code), detail: code });
}

/** What is most likely wrong, by the code alone, because why a collection failed is not stored in any other way. */
function faultOfCode(code: string): Fault {
  const ofProvider = /^dfs:(\d+)$/.exec(code)?.[1];
  if (ofProvider !== undefined) return faultOf(Number(ofProvider)) ?? 'transient';
  if (isPromptCode(code)) return 'final';
  return CODES.find(([pattern]) => pattern.test(code))?.[1] ?? 'transient';
}

const CODES: readonly (readonly [RegExp, Fault])[] = [
  [/^(http_402|.*(quota|billing|credit|spend|balance|payment).*)$/i, 'quota'],
  [/^(http_40[13]|.*(api_?key|auth|permission|denied).*)$/i, 'auth'],
  [/^(http_429|.*(rate_?limit|too_many|overloaded|exhausted).*)$/i, 'rate'],
  [/^(http_413|parse|too_large|paused|incomplete.*|max_tokens.*)$/i, 'final'],
  [/^(http_4\d\d|invalid_.*|.*not_found.*|unsupported.*|model_.*)$/i, 'config'],
];
