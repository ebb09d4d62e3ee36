import type { Command } from 'commander';

export interface OfBrand {
  readonly brand: string;
  readonly organization?: string | undefined;
}

export function ofBrand(command: Command): Command {
  return command
    .requiredOption('--brand <id or name>', 'the brand')
    .option('--organization <name or id>', "the brand's organization");
}
