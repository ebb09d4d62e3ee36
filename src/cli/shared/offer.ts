import { dollars } from '../../domain/figures/usd.ts';
import type { CliDeps } from './deps.ts';

/** What requests to a model cost: `about $2.10`. */
export function costWords(usd: number): string {
  return usd === 0 ? 'nothing' : `about ${dollars(usd)}`;
}

/** Whether to pay for an offer: with `--yes`, if it costs nothing, or if somebody at a terminal agrees. */
export async function isAgreed(
  { terminal }: Pick<CliDeps, 'terminal'>,
  {
    offer,
    usd,
    yes,
    json,
  }: {
    readonly offer: string;
    readonly usd: number;
    readonly yes: true | undefined;
    readonly json: boolean;
  },
): Promise<boolean> {
  if (yes === true || usd === 0) return true;
  return !json && ((await terminal.ask?.(`${offer} Do it? [y/N] `)) ?? false);
}
